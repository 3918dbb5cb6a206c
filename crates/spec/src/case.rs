//! The case: one input to one operator, with an identity that survives everything but a change of its content.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use opconform_tensor::{DType, Tensor, Types, Value, shape_text};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3Default;

use crate::element_sources::LIMIT;
use crate::form::Form;
use crate::operator::Operator;
use crate::signature::Kind;
use crate::way::Way;

/// The value of an attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Attribute {
    /// One integer.
    Int(i64),
    /// A list of integers.
    Ints(Vec<i64>),
    /// One float of 32 bits.
    Float {
        /// Its bits; as text, the value.
        #[serde(with = "real")]
        f32: u32,
    },
    /// One of the inputs, which a call gives under this name or leaves out.
    Input {
        /// Its place among the inputs.
        input: usize,
    },
}

impl Attribute {
    /// Whether it is a value of a kind. How long a span's list is, the operator says: it has a rule of its own for that.
    pub const fn is_of(&self, kind: Kind) -> bool {
        match kind {
            Kind::Flag => matches!(self, Self::Int(0 | 1)),
            Kind::Axis | Kind::Place => matches!(self, Self::Int(_)),
            Kind::Axes | Kind::Span => matches!(self, Self::Ints(_)),
            Kind::Float => matches!(self, Self::Float { .. }),
            Kind::Input => matches!(self, Self::Input { .. }),
            Kind::Unread => true,
        }
    }

    /// Its kind by a number, and the numbers that it holds: all that there is of it, for who writes bytes.
    pub fn numbers(&self) -> (u8, Cow<'_, [i64]>) {
        match self {
            Self::Int(number) => (0, std::slice::from_ref(number).into()),
            Self::Ints(numbers) => (1, numbers.into()),
            Self::Float { f32 } => (2, vec![i64::from(*f32)].into()),
            Self::Input { input } => (3, vec![*input as i64].into()),
        }
    }

    /// The value as the hash of a case spells it: ids of cases stay what they are, whatever becomes of the names here.
    fn spelled(&self) -> String {
        match self {
            Self::Int(number) => format!("Int({number})"),
            Self::Ints(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                format!("Ints([{}])", numbers.join(", "))
            }
            Self::Float { f32 } => format!("Float {{ f32: {f32} }}"),
            Self::Input { input } => format!("Input {{ input: {input} }}"),
        }
    }
}

impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => write!(f, "{number}"),
            Self::Ints(numbers) => write!(f, "{numbers:?}"),
            Self::Float { f32 } => write!(f, "{}", Value::new(DType::F32, u64::from(*f32)).decimal()),
            Self::Input { input } => write!(f, "input {input}"),
        }
    }
}

/// The bits of a float of 32 bits as the text of its value: a number as every language reads one, or the bits of a NaN.
mod real {
    use opconform_tensor::{DType, Value};
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub(super) fn serialize<S: Serializer>(bits: &u32, serializer: S) -> Result<S::Ok, S::Error> {
        let value = Value::new(DType::F32, u64::from(*bits));
        if value.class().is_nan() {
            serializer.collect_str(&format_args!("nan:{}", value.hex()))
        } else {
            serializer.collect_str(&value.decimal())
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let text = String::deserialize(deserializer)?;
        let value = Value::parse(DType::F32, &text).map_err(serde::de::Error::custom)?;
        u32::try_from(value.bits()).map_err(serde::de::Error::custom)
    }
}

/// Attributes by name.
pub type Attributes = BTreeMap<String, Attribute>;

/// Where a case comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The case source, such as `edge`.
    pub source: Cow<'static, str>,
    /// The seed of a random case.
    pub seed: Option<u64>,
}

/// One input to one operator.
#[derive(Clone, Debug)]
pub struct Case {
    slug: String,
    /// Written when it is first asked for: most cases of a fuzzer never tell their name.
    id: OnceLock<String>,
    /// The operator.
    pub operator: &'static Operator,
    /// The operator-set version that the case is to be run at.
    pub opset: u32,
    /// The attributes.
    pub attributes: Attributes,
    /// The operands, in order.
    pub inputs: Vec<Tensor>,
    /// How they get to the operator in the model of the case.
    pub way: Way,
    /// The result that the source of the case publishes with it, if any.
    pub published: Option<Tensor>,
    /// Where the case comes from.
    pub origin: Origin,
}

impl Case {
    /// A case without attributes. `slug` says in a few words what it is about; it becomes part of the id.
    pub fn new(operator: &'static Operator, opset: u32, inputs: Vec<Tensor>, slug: &str, origin: Origin) -> Self {
        let (slug, attributes) = (slugged(slug), Attributes::new());
        let way = Way::Plain;
        Self { slug, id: OnceLock::new(), operator, opset, attributes, inputs, way, published: None, origin }
    }

    /// The same case under other words of what it is about.
    #[must_use]
    pub fn with_slug(mut self, slug: &str) -> Self {
        self.slug = slugged(slug);
        self.id = OnceLock::new();
        self
    }

    /// The same case at another operator-set version.
    #[must_use]
    pub fn with_opset(mut self, opset: u32) -> Self {
        self.opset = opset;
        self.id = OnceLock::new();
        self
    }

    /// The same case with attributes. A published result is that of the attributes with which it is published.
    #[must_use]
    pub fn with_attributes(mut self, attributes: Attributes) -> Self {
        self.attributes = attributes;
        self.published = None;
        self.id = OnceLock::new();
        self
    }

    /// The same case put in another way.
    #[must_use]
    pub fn with_way(mut self, way: Way) -> Self {
        self.way = way;
        self.id = OnceLock::new();
        self
    }

    /// The same case with the result that its source publishes.
    #[must_use]
    pub fn with_published(mut self, published: Tensor) -> Self {
        self.published = Some(published);
        self
    }

    /// The same case with other operands, and without a published result; the id follows the content.
    #[must_use]
    pub fn with_inputs(mut self, inputs: Vec<Tensor>) -> Self {
        self.inputs = inputs;
        self.published = None;
        self.id = OnceLock::new();
        self
    }

    /// The identity, such as `max/f32/nan-vs-finite/2x3+3#1f3a9c02`: operator (with its domain where it is not ONNX's, and the
    /// operator set where it is not the newest), element type, slug, shapes, the way where it is not the plain one, as in
    /// `2x3+3/slice`, and a hash of the content.
    pub fn id(&self) -> &str {
        self.id.get_or_init(|| self.identity())
    }

    /// The part of the id that says what the case is about.
    pub fn slug(&self) -> &str {
        &self.slug
    }

    /// The inputs that are compared with each other, without those that say how.
    pub fn operands(&self) -> &[Tensor] {
        &self.inputs[..self.operator.form.operands().min(self.inputs.len())]
    }

    /// The input that the result is written over, of a call that is given one: the memory of spans, and NumPy's `out`.
    pub fn destination(&self) -> Option<&Tensor> {
        match self.operator.form {
            Form::Spans | Form::SpanAndScalar => self.inputs.first(),
            form if form.is_ufunc() => self.inputs.get(self.place_named("out")?),
            _ => None,
        }
    }

    /// The same case with a mask that selects every element; `None` of one that has no mask.
    pub fn with_all_selected(&self) -> Option<Self> {
        let (place, mut inputs) = (self.place_named("where")?, self.inputs.clone());
        let mask = inputs.get_mut(place)?;
        *mask = Tensor::from_bits(DType::Bool, mask.shape(), &vec![1; mask.len()]).ok()?;
        Some(self.clone().with_inputs(inputs))
    }

    /// The place of the input that an attribute of this name names; `None` where there is none, or its value is no place.
    ///
    /// NumPy's functions have the places of `out`, `initial` and `where` as numbers.
    pub fn place_named(&self, name: &str) -> Option<usize> {
        match self.attributes.get(name)? {
            Attribute::Input { input } => Some(*input),
            Attribute::Int(place) if self.operator.kind_of(name, self.opset) == Some(Kind::Place) => {
                usize::try_from(*place).ok()
            }
            _ => None,
        }
    }

    /// The attribute that names the input at a place.
    pub fn name_of(&self, place: usize) -> Option<&str> {
        self.attributes.keys().map(String::as_str).find(|name| self.place_named(name) == Some(place))
    }

    /// How many elements its inputs have.
    pub fn elements(&self) -> usize {
        self.inputs.iter().map(Tensor::len).sum()
    }

    /// Whether the result may have more elements than are judged, at a glance: no axis of it is longer than the longest of
    /// any input.
    pub fn may_be_too_large(&self) -> bool {
        let shapes = || self.inputs.iter().map(Tensor::shape);
        let rank = shapes().map(<[usize]>::len).max().unwrap_or(0);
        let longest =
            |axis: usize| shapes().filter_map(|shape| shape.iter().rev().nth(axis)).copied().fold(1, usize::max);
        let most = (0..rank).map(longest).try_fold(self.inputs.len(), |product: usize, dim| product.checked_mul(dim));
        most.is_none_or(|most| most > LIMIT)
    }

    /// The element type of the operands.
    pub fn types(&self) -> Types {
        match self.operands().split_first() {
            None => Types::None,
            Some((first, rest)) if rest.iter().all(|input| input.dtype() == first.dtype()) => Types::One(first.dtype()),
            Some(_) => Types::Mixed,
        }
    }

    fn identity(&self) -> String {
        let mut operator = self.operator.qualified().to_lowercase();
        if self.opset != self.operator.newest() {
            operator = format!("{operator}-{}", self.opset);
        }
        let dtype = self.types();
        let slug = self.slug();
        let way = if self.way == Way::Plain { String::new() } else { format!("/{}", self.way) };
        format!("{operator}/{dtype}/{slug}/{}{way}#{:08x}", self.shapes_text(), self.content_hash() as u32)
    }

    /// The shapes joined by `+`, a run of equal ones as `3*2x2`.
    fn shapes_text(&self) -> String {
        self.inputs
            .chunk_by(|a, b| a.shape() == b.shape())
            .map(|run| match run {
                [one] => shape_text(one.shape()),
                [first, ..] => format!("{}*{}", run.len(), shape_text(first.shape())),
                [] => String::new(),
            })
            .collect::<Vec<_>>()
            .join("+")
    }

    /// A hash of everything that a backend is given; the same on every machine.
    ///
    /// Recordings know a case by another hash, `Key` of the backends, and each has to stay what it is: ids stand in reports, waivers
    /// and corpora, and keys in recordings. This one leaves out what the rest of an id says, and is cut to 32 bits; a key stands alone,
    /// so that it has the operator, and a length before every list.
    fn content_hash(&self) -> u64 {
        let mut hash = Xxh3Default::new();
        let mut number = |number: u64| hash.update(&number.to_le_bytes());
        number(u64::from(self.opset));
        for input in &self.inputs {
            number(input.dtype() as u64);
            number(input.offset() as u64);
            number(input.shape().len() as u64);
            input.shape().iter().for_each(|&dim| number(dim as u64));
        }
        for (name, value) in &self.attributes {
            hash.update(format!("{name}={};", value.spelled()).as_bytes());
        }
        for input in &self.inputs {
            hash.update(&input.le_bytes());
        }
        if self.way != Way::Plain {
            hash.update(self.way.name().as_bytes());
        }
        hash.digest()
    }
}

/// Words as a part of an id.
fn slugged(words: &str) -> String {
    words.replace(['/', '#'], "-")
}

#[cfg(test)]
mod tests {
    use opconform_tensor::DType;

    use super::*;

    fn case(bits: &[u64], slug: &str) -> Case {
        let max = Operator::named("max").expect("Max");
        let input = |shape: &[usize]| Tensor::from_bits(DType::F32, shape, bits).expect("a tensor");
        let origin = Origin { source: "test".into(), seed: None };
        Case::new(max, 13, vec![input(&[1, 2]), input(&[2]), input(&[2])], slug, origin)
    }

    #[test]
    fn the_id_names_the_case_and_hashes_its_content() {
        let one = case(&[0, 1], "zero");
        assert_eq!(one.id(), case(&[0, 1], "zero").id());
        assert_ne!(one.id(), case(&[0, 2], "zero").id());
        let (name, hash) = one.id().split_once('#').expect("a hash");
        assert_eq!(name, "max/f32/zero/1x2+2*2");
        assert_eq!(hash.len(), 8);
    }

    #[test]
    fn everything_that_a_backend_sees_is_in_the_hash() {
        let one = case(&[0, 1], "zero");
        let moved = one.clone().with_inputs(one.inputs.iter().map(|input| input.clone().with_offset(1)).collect());
        assert_ne!(one.id(), moved.id());
        let attributes = Attributes::from([("consumed_inputs".to_owned(), Attribute::Ints(vec![0]))]);
        assert_ne!(one.id(), one.clone().with_attributes(attributes).id());
        assert_eq!(moved.slug(), "zero");
    }
}
