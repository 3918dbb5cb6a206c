//! How the arrays of a call lie in memory: seldom fresh ones, whose elements lie one behind the other.
//!
//! A program takes every other element of a row, turns it over, transposes it, or lets one row stand for many; and it has results
//! written to where operands lie. An array library is given no copy then, but a pointer and a stride for each axis. NumPy promises that
//! none of it matters: "Operations where ufunc input and output operands have memory overlap are defined to be the same as for
//! equivalent operations where there is no memory overlap" (its reference, Universal functions, `out`), and "buffers are used for
//! misaligned data" (its user guide, Universal functions, Use of internal buffers). Who promises nothing of an `out`, or of an array
//! that is misaligned, is not asked for that.

use opconform_tensor::{Tensor, Types, broadcast};
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::form::Form;
use crate::which::Which;

/// How an array lies in memory, or where the result is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Every other element of the rows of a larger array.
    Strided,
    /// The elements of each row from the last to the first, by a negative stride.
    Reversed,
    /// The transpose of an array whose elements lie one behind the other.
    Transposed,
    /// An operand that is spread out to the shape that the operands broadcast to, by strides of 0.
    Broadcast,
    /// The result is written to where the first operand lies.
    InPlace,
    /// The result is written to where the first operand lies, one element further.
    Overlapping,
    /// The array begins at an address that is no multiple of its element's size.
    Misaligned,
}

impl Layout {
    /// Every layout.
    pub const ALL: [Self; 7] = [
        Self::Strided,
        Self::Reversed,
        Self::Transposed,
        Self::Broadcast,
        Self::InPlace,
        Self::Overlapping,
        Self::Misaligned,
    ];

    /// The name, as an adapter says it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strided => "strided",
            Self::Reversed => "reversed",
            Self::Transposed => "transposed",
            Self::Broadcast => "broadcast",
            Self::InPlace => "in-place",
            Self::Overlapping => "overlapping",
            Self::Misaligned => "misaligned",
        }
    }

    /// The layout that is tried in place of this one where something is wrong in it.
    pub(crate) fn plainer(self) -> Option<Self> {
        match self {
            Self::Reversed => Some(Self::Strided),
            Self::Overlapping => Some(Self::InPlace),
            Self::Strided | Self::Transposed | Self::Broadcast | Self::InPlace | Self::Misaligned => None,
        }
    }

    /// Whether some arrays of a case can lie so, and the case asks the same then.
    pub(crate) fn suits(self, which: Which, case: &Case) -> bool {
        if !case.operator.form.is_of_arrays() || (which != Which::All && case.inputs.len() < 2) {
            return false;
        }
        let has = |is_apt: fn(&Tensor) -> bool| {
            case.inputs.iter().enumerate().any(|(place, array)| which.includes(place) && is_apt(array))
        };
        let operands = case.operands();
        let shape = || broadcast(operands.iter().map(Tensor::shape)).ok();
        match self {
            Self::Strided | Self::Reversed => has(|array| !array.shape().is_empty()),
            Self::Transposed => has(|array| array.shape().len() >= 2),
            // A byte lies at a multiple of its size wherever it lies.
            Self::Misaligned => has(|array| array.dtype().size() > 1),
            Self::Broadcast => case.operator.form == Form::Ufunc && shape().is_some(),
            // Where a mask leaves an element alone, it is that of another array.
            Self::InPlace | Self::Overlapping => {
                let is_free = case.inputs.len() == 2 && matches!(case.types(), Types::One(_));
                let is_bare = !["out", "where"].iter().any(|name| case.attributes.contains_key(*name));
                case.operator.form == Form::Ufunc
                    && is_free
                    && is_bare
                    && shape().as_deref() == Some(operands[0].shape())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use opconform_tensor::DType;
    use serde::de::IntoDeserializer;
    use serde::de::value::StrDeserializer;

    use super::*;
    use crate::case::{Attribute, Origin};
    use crate::operator::Operator;
    use crate::way::Way;

    /// The names of the ways of arrays that suit a case of these shapes.
    fn suiting(operator: &str, shapes: &[&[usize]], named: &[(&str, i64)]) -> Vec<&'static str> {
        suiting_of(DType::F32, operator, shapes, named)
    }

    fn suiting_of(dtype: DType, operator: &str, shapes: &[&[usize]], named: &[(&str, i64)]) -> Vec<&'static str> {
        let array = |shape: &&[usize]| Tensor::from_bits(dtype, shape, &vec![0; shape.iter().product()]);
        let inputs = shapes.iter().map(array).collect::<Result<Vec<_>, _>>().expect("arrays");
        let operator = Operator::named(operator).expect("an operator");
        let case = Case::new(operator, operator.newest(), inputs, "test", Origin { source: "test".into(), seed: None });
        let attributes = named.iter().map(|&(name, place)| (name.to_owned(), Attribute::Int(place))).collect();
        let case = case.with_attributes(attributes);
        Way::all().filter(|way| way.layout().is_some() && way.suits(&case)).map(Way::name).collect()
    }

    fn views(names: &[&str], which: &[&str]) -> Vec<String> {
        names.iter().flat_map(|name| which.iter().map(move |which| format!("{name}-{which}"))).collect()
    }

    #[test]
    fn arrays_lie_so_where_the_call_asks_the_same_then() {
        const EACH: &[&str] = &["first", "rest", "all"];
        let every = [
            views(&["strided", "reversed", "transposed", "broadcast"], EACH),
            vec!["in-place".into(), "overlapping".into()],
            views(&["misaligned"], EACH),
        ]
        .concat();
        assert_eq!(suiting("numpy.fmax", &[&[2, 3], &[3]], &[]).len(), 16, "a row alone has no transpose");
        assert_eq!(suiting("numpy.maximum", &[&[2, 3], &[2, 3]], &[]), every);
        // A result that is written over an operand is of its shape, and has no other place to go to.
        let views_alone = [&every[..12], &every[14..]].concat();
        assert_eq!(suiting("numpy.maximum", &[&[2, 1], &[2, 3]], &[]), views_alone);
        assert_eq!(suiting("numpy.maximum", &[&[2, 3], &[2, 3], &[2, 3]], &[("out", 2)]), views_alone);
        // What is reduced stands alone, and is spread by nobody; nor is a sub-sequence.
        let spread_by_nobody = ["strided", "reversed", "transposed", "misaligned"];
        assert_eq!(suiting("numpy.amax", &[&[2, 3]], &[]), views(&spread_by_nobody, &["all"]));
        assert_eq!(suiting("paddle.maximum", &[&[2, 3], &[2, 3]], &[]), views(&spread_by_nobody, EACH));
        assert_eq!(
            suiting("numpy.minimum", &[&[], &[]], &[]),
            [views(&["broadcast"], EACH), vec!["in-place".into(), "overlapping".into()], views(&["misaligned"], EACH)]
                .concat()
        );
        // Of one byte there is no address that is no multiple.
        assert_eq!(suiting_of(DType::U8, "numpy.maximum", &[&[2, 3], &[2, 3]], &[]), every[..14]);
        for (operator, shapes) in
            [("Max", &[&[2, 3][..], &[2, 3]][..]), ("ReduceMax", &[&[2, 3]]), ("dotnet.SpanMax", &[&[8]])]
        {
            assert!(suiting(operator, shapes, &[]).is_empty(), "{operator}");
        }
    }

    #[test]
    fn plainer_ways_are_of_fewer_operands_and_of_a_simpler_stride() {
        let plainer = |name: &str| Way::named(name).expect("a way").plainer().map(Way::name).collect::<Vec<_>>();
        assert_eq!(plainer("reversed-all"), ["plain", "reversed-first", "reversed-rest", "strided-all"]);
        assert_eq!(plainer("transposed-rest"), ["plain"]);
        assert_eq!(plainer("misaligned-all"), ["plain", "misaligned-first", "misaligned-rest"]);
        assert_eq!(
            plainer("initializer-all"),
            ["plain", "initializer-rest", "initializer-first", "initializer-last", "initializer-second"]
        );
        assert_eq!(plainer("constant-rest"), ["plain", "initializer-rest", "initializer-last", "initializer-second"]);
        assert_eq!(plainer("constant-ends"), ["plain", "initializer-ends", "initializer-first", "initializer-last"]);
        assert_eq!(plainer("initializer-first-two"), ["plain", "initializer-first", "initializer-second"]);
        assert_eq!(plainer("slice-reversed-first"), ["plain", "slice-reversed", "slice"]);
        assert_eq!(plainer("slice-strided"), ["plain", "slice"]);
        assert_eq!(plainer("constant-last"), ["plain", "initializer-last"]);
        assert_eq!(plainer("overlapping"), ["plain", "in-place"]);
    }

    #[test]
    fn a_layout_has_one_name() {
        for layout in Layout::ALL {
            let name: StrDeserializer<'_, serde::de::value::Error> = layout.name().into_deserializer();
            assert_eq!(Layout::deserialize(name).expect("a layout"), layout);
        }
    }
}
