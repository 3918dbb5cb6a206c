//! The case file: one case as JSON that a person can review.
//!
//! ```json
//! {
//!   "format": 1,
//!   "id": "max/f32/nan-vs-zero/2*2#3d8b65c0",
//!   "operator": "Max",
//!   "opset": 13,
//!   "attributes": {},
//!   "inputs": [{
//!     "dtype": "f32",
//!     "shape": [2],
//!     "offset": 0,
//!     "elements": ["nan:0x7fc00001", "-0.0"]
//!   }, …],
//!   "published": null,
//!   "origin": { "source": "edge", "seed": null }
//! }
//! ```
//!
//! Elements are in row-major order, and written in the shortest form that gives the same bits back; every form that
//! [`Value::parse`] takes is read. `offset` is how many elements past a 64-byte boundary the first one lies, and 0 when left
//! out, as are `attributes` and `published`; `way` is there where the case is put in another way than the plain one. The id is
//! recomputed on reading, so that a file edited by hand is noticed.

use opconform_spec::{Attributes, Case, OPERATORS, Operator, Origin, Way};
use opconform_tensor::{ALIGNMENT, DType, ParseValueError, Tensor, Value, shape_text};
use serde::{Deserialize, Serialize};

mod layout;

/// The format that is written, and the only one that is read.
pub const FORMAT: u32 = 1;

/// Why a file is no case.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It is not JSON, breaks off, or lacks a field.
    #[error("not a case file, or a damaged one")]
    Json(#[from] serde_json::Error),
    /// It has another format.
    #[error("case file of format {0}, expected {FORMAT}: read it with the version of opconform that wrote it")]
    Format(u32),
    /// No such operator.
    #[error("unknown operator `{0}`, expected one of {known}", known = operator_names())]
    Operator(String),
    /// The operator is younger than the operator set.
    #[error("{operator} does not exist at operator set {opset}, expected {first} or later")]
    Opset {
        /// The operator.
        operator: &'static str,
        /// The operator set.
        opset: u32,
        /// The first operator set that has it.
        first: u32,
    },
    /// No such way, or one in which the case cannot be put.
    #[error("no way `{0}` to put this case, expected one of {known}", known = way_names())]
    Way(String),
    /// The shape asks for another number of elements.
    #[error("{tensor}: found {found} elements, expected as many as shape {} has", shape_text(.shape))]
    Count {
        /// Which tensor.
        tensor: String,
        /// Its shape.
        shape: Vec<usize>,
        /// The number of its elements.
        found: usize,
    },
    /// An element is no value of its type.
    #[error("{tensor}, element {position}")]
    Element {
        /// Which tensor.
        tensor: String,
        /// The element's position in row-major order.
        position: usize,
        /// What is wrong with it.
        source: ParseValueError,
    },
    /// The offset says no more than a smaller one does.
    #[error("{tensor}: offset {offset}, expected at most {ALIGNMENT}")]
    Offset {
        /// Which tensor.
        tensor: String,
        /// The offset in elements.
        offset: usize,
    },
    /// The content is not that of the id.
    #[error("the id is `{found}`, but the content makes it `{expected}`: if the edit is meant, write that as the id")]
    Id {
        /// The id in the file.
        found: String,
        /// The id of the content.
        expected: String,
    },
}

fn operator_names() -> String {
    OPERATORS.iter().map(|operator| operator.qualified()).collect::<Vec<_>>().join(" ")
}

fn way_names() -> String {
    Way::all().map(Way::name).collect::<Vec<_>>().join(" ")
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseText {
    format: u32,
    id: String,
    operator: String,
    opset: u32,
    #[serde(default)]
    attributes: Attributes,
    inputs: Vec<TensorText>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    way: Option<String>,
    #[serde(default)]
    published: Option<TensorText>,
    origin: Origin,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TensorText {
    dtype: DType,
    shape: Vec<usize>,
    #[serde(default)]
    offset: usize,
    elements: Vec<String>,
}

/// The one field that every format has.
#[derive(Deserialize)]
struct Header {
    format: u32,
}

/// A case as the text of its file.
pub fn to_json(case: &Case) -> String {
    layout::json(&CaseText {
        format: FORMAT,
        id: case.id().to_owned(),
        operator: case.operator.qualified().into_owned(),
        opset: case.opset,
        attributes: case.attributes.clone(),
        inputs: case.inputs.iter().map(TensorText::of).collect(),
        way: (case.way != Way::Plain).then(|| case.way.to_string()),
        published: case.published.as_ref().map(TensorText::of),
        origin: case.origin.clone(),
    })
}

/// The case that a file holds. Takes memory in proportion to the file, whatever the file says.
pub fn from_json(json: &[u8]) -> Result<Case, FileError> {
    from_json_among(OPERATORS, json)
}

/// The same of these operators, and not of the registered ones.
pub fn from_json_among(operators: &[&'static Operator], json: &[u8]) -> Result<Case, FileError> {
    let Header { format } = serde_json::from_slice(json)?;
    if format != FORMAT {
        return Err(FileError::Format(format));
    }
    let text: CaseText = serde_json::from_slice(json)?;
    let is_named = |operator: &&&Operator| operator.qualified().eq_ignore_ascii_case(&text.operator);
    let operator =
        operators.iter().find(is_named).copied().ok_or_else(|| FileError::Operator(text.operator.clone()))?;
    if operator.version_at(text.opset).is_none() {
        let first = operator.versions.first().copied().unwrap_or_default();
        return Err(FileError::Opset { operator: operator.name, opset: text.opset, first });
    }
    let inputs = text.inputs.iter().enumerate().map(|(i, input)| input.tensor(&format!("input {i}")));
    let slug = text.id.split('/').nth(2).unwrap_or_default();
    let case = Case::new(operator, text.opset, inputs.collect::<Result<_, _>>()?, slug, text.origin);
    let mut case = case.with_attributes(text.attributes);
    if let Some(name) = text.way {
        let way = Way::named(&name).filter(|way| way.suits(&case));
        case = case.with_way(way.ok_or(FileError::Way(name))?);
    }
    if let Some(published) = text.published {
        case = case.with_published(published.tensor("the published result")?);
    }
    if case.id() == text.id { Ok(case) } else { Err(FileError::Id { found: text.id, expected: case.id().to_owned() }) }
}

impl TensorText {
    fn of(tensor: &Tensor) -> Self {
        Self {
            dtype: tensor.dtype(),
            shape: tensor.shape().to_vec(),
            offset: tensor.offset(),
            elements: (0..tensor.len()).map(|position| tensor.value(position).to_string()).collect(),
        }
    }

    /// The tensor; `name` says which one it is.
    fn tensor(&self, name: &str) -> Result<Tensor, FileError> {
        let name = || name.to_owned();
        if self.offset > ALIGNMENT {
            return Err(FileError::Offset { tensor: name(), offset: self.offset });
        }
        let parse = |(position, text): (usize, &String)| match Value::parse(self.dtype, text) {
            Ok(value) => Ok(value.bits()),
            Err(source) => Err(FileError::Element { tensor: name(), position, source }),
        };
        let bits = self.elements.iter().enumerate().map(parse).collect::<Result<Vec<u64>, _>>()?;
        match Tensor::from_bits(self.dtype, &self.shape, &bits) {
            Ok(tensor) => Ok(tensor.with_offset(self.offset)),
            Err(_) => Err(FileError::Count { tensor: name(), shape: self.shape.clone(), found: bits.len() }),
        }
    }
}
