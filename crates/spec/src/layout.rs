//! How the arrays of a call lie in memory: seldom fresh ones, whose elements lie one behind the other.
//!
//! A program takes every other element of a row, turns it over, transposes it, or lets one row stand for many; and it has results
//! written to where operands lie. An array library is given no copy then, but a pointer and a stride for each axis. NumPy promises that
//! none of it matters: "Operations where ufunc input and output operands have memory overlap are defined to be the same as for
//! equivalent operations where there is no memory overlap" (its reference, Universal functions, `out`), and "buffers are used for
//! misaligned data, swapped data" (its user guide, Universal functions, Use of internal buffers). Who promises nothing of an `out`, or of
//! an array that is misaligned or swapped, is not asked for that.

use opconform_tensor::{DType, Tensor, Types, broadcast};
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
    /// The result is written to where the second operand lies.
    InPlaceSecond,
    /// The result is written to where the first operand lies, one element before it.
    OverlappingBefore,
    /// Every fifth element of the rows of a larger array: a step that no shift and no pair of elements stands for.
    Stepped,
    /// The rows of an array, along its first axis, from the last to the first, by a negative stride.
    Turned,
    /// What is reduced has a stride of 0 along each axis along which all its slices are equal.
    Repeated,
    /// Whoever is given the array may read it alone.
    ReadOnly,
    /// The bytes of each element are in the other order than those of this machine.
    Swapped,
}

impl Layout {
    /// Every layout.
    pub const ALL: [Self; 14] = [
        Self::Strided,
        Self::Reversed,
        Self::Transposed,
        Self::Broadcast,
        Self::InPlace,
        Self::Overlapping,
        Self::Misaligned,
        Self::InPlaceSecond,
        Self::OverlappingBefore,
        Self::Stepped,
        Self::Turned,
        Self::Repeated,
        Self::ReadOnly,
        Self::Swapped,
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
            Self::InPlaceSecond => "in-place-second",
            Self::OverlappingBefore => "overlapping-before",
            Self::Stepped => "stepped",
            Self::Turned => "turned",
            Self::Repeated => "repeated",
            Self::ReadOnly => "read-only",
            Self::Swapped => "swapped",
        }
    }

    /// The layout, and of which operands, that is tried in place of this one of these where something is wrong in it.
    pub(crate) fn plainer(self, which: Which) -> Option<(Self, Which)> {
        match self {
            Self::Reversed | Self::Stepped => Some((Self::Strided, which)),
            Self::Turned => Some((Self::Reversed, which)),
            Self::InPlaceSecond | Self::Overlapping | Self::OverlappingBefore => Some((Self::InPlace, Which::First)),
            Self::Strided
            | Self::Transposed
            | Self::Broadcast
            | Self::InPlace
            | Self::Misaligned
            | Self::Repeated
            | Self::ReadOnly
            | Self::Swapped => None,
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
        // Where a mask leaves an element alone, it is that of another array.
        let goes_over = |place: usize| {
            let is_free = case.inputs.len() == 2 && matches!(case.types(), Types::One(_));
            let is_bare = !["out", "where"].iter().any(|name| case.attributes.contains_key(*name));
            let is_of_shape = || shape().as_deref() == Some(operands[place].shape());
            case.operator.form == Form::Ufunc && is_free && is_bare && is_of_shape()
        };
        match self {
            Self::Strided | Self::Reversed | Self::Stepped => has(|array| !array.shape().is_empty()),
            Self::Transposed | Self::Turned => has(|array| array.shape().len() >= 2),
            // A byte lies at a multiple of its size wherever it lies.
            Self::Misaligned => has(|array| array.dtype().size() > 1),
            // A byte has no order, and NumPy has none of the types that it has not itself.
            Self::Swapped => has(|array| array.dtype().size() > 1 && array.dtype() != DType::Bf16),
            Self::Broadcast => case.operator.form == Form::Ufunc && shape().is_some(),
            Self::InPlace | Self::Overlapping | Self::OverlappingBefore => goes_over(0),
            Self::InPlaceSecond => goes_over(1),
            Self::Repeated => {
                let is_repeated = |array: &Tensor| repeated_axes(array).next().is_some();
                case.operator.form == Form::UfuncReduction && operands.first().is_some_and(is_repeated)
            }
            Self::ReadOnly => true,
        }
    }
}

/// The axes of an array along which all slices are equal, bit for bit, and there are two or more: where it is [repeated](Layout::Repeated),
/// these have a stride of 0.
pub fn repeated_axes(array: &Tensor) -> impl Iterator<Item = usize> {
    let shape = array.shape();
    (0..shape.len()).filter(move |&axis| {
        let (size, within) = (shape[axis], shape[axis + 1..].iter().product::<usize>());
        let is_first = |position: usize| {
            let first = position - position / within % size * within;
            array.bits_at(position) == array.bits_at(first)
        };
        size > 1 && !array.is_empty() && (0..array.len()).all(is_first)
    })
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
            vec!["in-place-second".into(), "overlapping-before".into()],
            views(&["stepped", "turned"], EACH),
            vec!["read-only".into()],
            views(&["swapped"], EACH),
        ]
        .concat();
        let all_but = |left_out: &[&str]| -> Vec<String> {
            let is_left = |name: &&String| !left_out.iter().any(|left_out| name.starts_with(left_out));
            every.iter().filter(is_left).cloned().collect()
        };
        let over_operands = ["in-place", "overlapping"];
        let row = suiting("numpy.fmax", &[&[2, 3], &[3]], &[]);
        let of_rows_alone = ["transposed-rest", "turned-rest", "in-place-second"];
        assert_eq!(row, all_but(&of_rows_alone), "a row alone has no transpose, and is too short for the result");
        assert_eq!(suiting("numpy.maximum", &[&[2, 3], &[2, 3]], &[]), every);
        // A result that is written over an operand is of its shape, and has no other place to go to.
        let over_the_second_alone = all_but(&["in-place", "overlapping"]).len() + 1;
        let second = suiting("numpy.maximum", &[&[2, 1], &[2, 3]], &[]);
        assert!(second.len() == over_the_second_alone && second.contains(&"in-place-second"), "{second:?}");
        assert_eq!(suiting("numpy.maximum", &[&[2, 3], &[2, 3], &[2, 3]], &[("out", 2)]), all_but(&over_operands));
        // What is reduced stands alone, and is spread by nobody but where its slices are equal; nor is a sub-sequence.
        let spread_by_nobody = all_but(&["in-place", "overlapping", "broadcast"]);
        let alone: Vec<String> = spread_by_nobody.iter().filter(|name| !name.ends_with("first")).cloned().collect();
        let alone: Vec<String> = alone.into_iter().filter(|name| !name.ends_with("rest")).collect();
        let (before, after) = alone.split_at(alone.len() - 2);
        let repeated = [before, &["repeated".into()], after].concat();
        assert_eq!(suiting("numpy.amax", &[&[2, 3]], &[]), repeated, "its slices are equal");
        assert_eq!(suiting("numpy.amax", &[&[1, 1]], &[]), alone, "there is one slice");
        assert_eq!(suiting("paddle.maximum", &[&[2, 3], &[2, 3]], &[]), spread_by_nobody);
        let of_no_axis = all_but(&["strided", "reversed", "transposed", "stepped", "turned"]);
        assert_eq!(suiting("numpy.minimum", &[&[], &[]], &[]), of_no_axis);
        // Of one byte there is no address that is no multiple, and no order; of bf16 no order that NumPy knows.
        let of_bytes = all_but(&["misaligned", "swapped"]);
        assert_eq!(suiting_of(DType::U8, "numpy.maximum", &[&[2, 3], &[2, 3]], &[]), of_bytes);
        assert_eq!(suiting_of(DType::Bf16, "numpy.maximum", &[&[2, 3], &[2, 3]], &[]), all_but(&["swapped"]));
        for (operator, shapes) in
            [("Max", &[&[2, 3][..], &[2, 3]][..]), ("ReduceMax", &[&[2, 3]]), ("dotnet.SpanMax", &[&[8]])]
        {
            assert!(suiting(operator, shapes, &[]).is_empty(), "{operator}");
        }
    }

    #[test]
    fn slices_are_equal_along_an_axis_bit_for_bit() {
        let of = |shape: &[usize], bits: &[u64]| {
            let array = Tensor::from_bits(DType::F32, shape, bits).expect("a tensor");
            repeated_axes(&array).collect::<Vec<_>>()
        };
        assert_eq!(of(&[2, 3], &[1, 2, 3, 1, 2, 3]), [0]);
        assert_eq!(of(&[3, 2], &[1, 1, 2, 2, 3, 3]), [1]);
        assert_eq!(of(&[2, 1, 2], &[1; 4]), [0, 2]);
        assert_eq!(of(&[2, 2, 2], &[1, 2, 1, 2, 3, 4, 3, 4]), [1]);
        for (shape, bits) in [(&[2, 3][..], &[1, 2, 3, 1, 2, 4][..]), (&[1, 2], &[1, 2]), (&[], &[1]), (&[2, 0], &[])] {
            assert_eq!(of(shape, bits), [0; 0], "{shape:?}");
        }
        // Zeros of either sign are two.
        assert_eq!([of(&[2], &[0, 0]), of(&[2], &[0, 0x8000_0000])], [vec![0], vec![]]);
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
        assert_eq!(plainer("overlapping-before"), ["plain", "in-place"]);
        assert_eq!(plainer("in-place-second"), ["plain", "in-place"]);
        assert_eq!(plainer("turned-all"), ["plain", "turned-first", "turned-rest", "reversed-all"]);
        assert_eq!(plainer("stepped-rest"), ["plain", "strided-rest"]);
        assert_eq!(plainer("read-only"), ["plain"]);
        assert_eq!(plainer("repeated"), ["plain"]);
    }

    #[test]
    fn a_layout_has_one_name() {
        for layout in Layout::ALL {
            let name: StrDeserializer<'_, serde::de::value::Error> = layout.name().into_deserializer();
            assert_eq!(Layout::deserialize(name).expect("a layout"), layout);
        }
    }
}
