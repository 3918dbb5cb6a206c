//! Every way in which the operands of ONNX's operators can come to them, on the values that go wrong.
//!
//! What is asked is little: pairs of special values, side by side, spread out, and with one operand of a single element, as
//! compilers look for it. The ways are many.

use opconform_spec::{Attribute, Case, Form, Operator, Way};
use opconform_tensor::{Class, DType, Tensor};

use super::reduce::list;
use super::{Source, Ways};
use crate::call::{of_form, types};
use crate::draft::{case_of, tensor};
use crate::values::{Landmarks, extremes, specials};

const NAME: &str = "way";

pub(super) const SOURCE: Source = Source {
    name: NAME,
    summary: "operands that are constants, views or computed, results that go on, in branches, loops and functions",
    generate: |settings, asked| {
        let each = |operator: &'static Operator| {
            let of_type = |(turn, &dtype): (usize, &DType)| {
                let mut forms = forms(operator, dtype);
                if settings.ways == Ways::All {
                    forms.push(above_zero(operator, dtype));
                }
                // That an operand comes out as it went in, two forms show as well as all.
                let is_whole = |way| way != Way::PassedOn || settings.ways == Ways::All;
                let mut cases = put(&forms, settings.ways, turn, is_whole);
                cases.extend(put(&forms[..2], settings.ways, turn, |way| !is_whole(way)));
                // Of Relu of a NaN ONNX has no word: what is asked is that there is an answer, and the numbers beside it.
                let with_above = beside(operator, "nan-or-above-zero", dtype, &above(dtype));
                cases.extend(put(with_above.as_slice(), settings.ways, turn, |way| way == Way::Relu));
                let is_constant = |way| matches!(way, Way::Initializer(_) | Way::Constant(_));
                cases.extend(put(&held(operator, dtype), settings.ways, turn, is_constant));
                cases.extend(put(&called_again(operator, dtype), settings.ways, turn, |way| way == Way::Symbols));
                let is_selected_again = |way| matches!(way, Way::Again | Way::Clip);
                let with_numbers = beside(operator, "nan-or-number", dtype, &numbers(dtype));
                cases.extend(put(with_numbers.as_slice(), settings.ways, turn, is_selected_again));
                cases.extend(put(&bounded(operator, dtype), settings.ways, turn, |way| way == Way::ClipConstant));
                cases
            };
            types(operator).iter().enumerate().flat_map(of_type).collect::<Vec<_>>()
        };
        let is_of_any_number = |form| matches!(form, Form::OnnxVariadic | Form::OnnxReduction);
        of_form(is_of_any_number).filter(|operator| asked.has(operator)).flat_map(each).collect()
    },
};

/// Of the types but those that programs use most, a way is tried on one in so many, where few are asked for.
const FEW: usize = 4;

/// The elements of each result of calls that follow each other: more than before, fewer, and more again.
const CALLS: [usize; 4] = [3, 33, 8, 40];

/// Some cases in every way that suits them, of those that are meant.
fn put(forms: &[Case], ways: Ways, turn: usize, is_meant: impl Fn(Way) -> bool) -> Vec<Case> {
    let is_tried = |place: usize, case: &Case| match ways {
        Ways::All => true,
        Ways::Few => is_common(case) || (place + turn).is_multiple_of(FEW),
    };
    let is_asked = |&(_, way): &(usize, Way)| is_meant(way) && (ways == Ways::All || way.is_usual());
    let asked = Way::all().enumerate().skip(1).filter(is_asked);
    let each = |(place, way): (usize, Way)| {
        let tried = forms.iter().filter(move |form| is_tried(place, form) && way.suits(form));
        tried.map(move |form| form.clone().with_way(way))
    };
    asked.flat_map(each).collect()
}

/// The types that have kernels of their own in most runtimes.
fn is_common(case: &Case) -> bool {
    case.operands()
        .iter()
        .all(|operand| matches!(operand.dtype(), DType::F32 | DType::F64 | DType::F16 | DType::I32 | DType::I64))
}

fn forms(operator: &'static Operator, dtype: DType) -> Vec<Case> {
    if operator.form == Form::OnnxVariadic { compared(operator, dtype) } else { reduced(operator, dtype) }
}

/// Operands that are compared: a square of each, a column and a row, one against a single element, three, two that are equal, none.
fn compared(operator: &'static Operator, dtype: DType) -> Vec<Case> {
    let values = telling(dtype);
    let side = values.len();
    let of = |shape: &[usize], bits: &[u64]| tensor(dtype, shape, |i| bits[i]);
    let square = |second: bool| tensor(dtype, &[side, side], |i| values[if second { i % side } else { i / side }]);
    let turned = |by: usize| of(&[side], &values.iter().cycle().skip(by).take(side).copied().collect::<Vec<_>>());
    let case = |slug: &str, inputs: Vec<Tensor>| case_of(operator, NAME, slug, inputs, &[]);
    let numbers = numbers(dtype);
    let numbered =
        |by: usize| tensor(dtype, &[2 * numbers.len()], |i| numbers[(i + by * (i / numbers.len())) % numbers.len()]);
    let (least, greatest) = extremes(dtype);
    let single = |bits: u64| case("scalar", vec![of(&[side], &values), of(&[], &[bits])]);
    let mut cases = vec![
        case("square", vec![square(false), square(true)]),
        case("column-and-row", vec![of(&[side, 1], &values), of(&[1, side], &values)]),
        case("row-and-column", vec![of(&[side], &values), of(&[side, 1], &values)]),
        case("three", vec![turned(0), turned(1), turned(side / 2)]),
        case("equal", vec![turned(0), turned(0)]),
        case("numbers", vec![numbered(0), numbered(3)]),
        case("empty", vec![of(&[2, 0], &[]), of(&[2, 1], &values[..2])]),
    ];
    let mut singles = vec![values[0], values[1], values[side / 2], least, greatest];
    singles.sort_unstable();
    singles.dedup();
    cases.extend(singles.into_iter().map(single));
    cases
}

/// Each NaN beside each of these numbers, in either order: none of a type without NaNs.
fn beside(operator: &'static Operator, slug: &str, dtype: DType, numbers: &[u64]) -> Option<Case> {
    let nans: Vec<u64> = telling(dtype).into_iter().filter(|&bits| is_nan(dtype, bits)).collect();
    let count = 2 * nans.len() * numbers.len();
    let element = |i: usize, second: bool| {
        if second == i.is_multiple_of(2) { numbers[i / 2 / nans.len()] } else { nans[i / 2 % nans.len()] }
    };
    (count > 0).then(|| of_pairs(operator, slug, dtype, count, element))
}

/// So many pairs: as two operands that are compared, or as rows that are reduced.
fn of_pairs(
    operator: &'static Operator,
    slug: &str,
    dtype: DType,
    count: usize,
    element: impl Fn(usize, bool) -> u64,
) -> Case {
    if operator.form == Form::OnnxVariadic {
        let operands = [false, true].map(|second| tensor(dtype, &[count], |i| element(i, second)));
        return case_of(operator, NAME, slug, operands.into(), &[]);
    }
    let rows = tensor(dtype, &[count, 2], |i| element(i / 2, i % 2 == 1));
    case_of(operator, NAME, slug, vec![rows, list(&[-1])], &[("keepdims", Attribute::Int(0))])
}

/// Operands that a compiler folds: a single element before others, and one without elements, first and last, where all others are single;
/// and a zero, beside which optimisers take a maximum for Relu.
fn held(operator: &'static Operator, dtype: DType) -> Vec<Case> {
    if operator.form != Form::OnnxVariadic {
        return Vec::new();
    }
    let values = telling(dtype);
    let of = |shape: &[usize], from: usize| tensor(dtype, shape, |i| values[from + i]);
    let case = |slug: &str, inputs: Vec<Tensor>| case_of(operator, NAME, slug, inputs, &[]);
    vec![
        case("scalar-first", vec![of(&[], 1), of(&[values.len()], 0)]),
        case("zero", vec![of(&[values.len()], 0), tensor(dtype, &[], |_| 0)]),
        case("empty-first", vec![of(&[0], 0), of(&[], 0)]),
        case("empty-last", vec![of(&[], 0), of(&[], 1), of(&[0], 0)]),
    ]
}

/// An operand beside single numbers, without the infinities that no finite bound on the other side lets pass.
fn bounded(operator: &'static Operator, dtype: DType) -> Vec<Case> {
    if operator.form != Form::OnnxVariadic {
        return Vec::new();
    }
    let is_infinite = |&bits: &u64| matches!(Class::of(dtype, bits), Class::NegativeInfinity | Class::PositiveInfinity);
    let [values, numbers] = [telling(dtype), numbers(dtype)]
        .map(|bits| bits.into_iter().filter(|bits| !is_infinite(bits)).collect::<Vec<u64>>());
    let of = |shape: &[usize], bits: &[u64]| tensor(dtype, shape, |i| bits[i]);
    let bounds = [0, numbers.len() / 2, numbers.len() - 1].map(|place| &numbers[place..=place]);
    let case = |bound| case_of(operator, NAME, "bound", vec![of(&[values.len()], &values), of(&[], bound)], &[]);
    bounds.map(case).into()
}

/// Calls of one model that leaves the dimensions open, each of a shape other than the one before.
fn called_again(operator: &'static Operator, dtype: DType) -> Vec<Case> {
    let values = telling(dtype);
    let of = |shape: &[usize], by: usize| tensor(dtype, shape, |i| values[(i + by) % values.len()]);
    let case = |count: usize| {
        let slug = format!("call-{count}");
        if operator.form == Form::OnnxVariadic {
            return case_of(operator, NAME, &slug, vec![of(&[count], 0), of(&[count], values.len() / 2)], &[]);
        }
        let inputs = vec![of(&[count, 2], 0), list(&[-1])];
        case_of(operator, NAME, &slug, inputs, &[("keepdims", Attribute::Int(0))])
    };
    CALLS.map(case).into()
}

/// Elements that are reduced: pairs in rows and in columns, everything, none, and numbers without a NaN.
fn reduced(operator: &'static Operator, dtype: DType) -> Vec<Case> {
    let values = telling(dtype);
    let side = values.len();
    let pair = |pair: usize, second: bool| values[if second { pair % side } else { pair / side }];
    let rows = tensor(dtype, &[side * side, 2], |i| pair(i / 2, i % 2 == 1));
    let columns = tensor(dtype, &[2, side * side], |i| pair(i % (side * side), i >= side * side));
    let numbers = numbers(dtype);
    let whole = tensor(dtype, &[3, numbers.len()], |i| numbers[(i + i / numbers.len()) % numbers.len()]);
    let case = |slug: &str, data: &Tensor, axes: &[i64], keep: i64| {
        let inputs = vec![data.clone(), list(axes)];
        case_of(operator, NAME, slug, inputs, &[("keepdims", Attribute::Int(keep))])
    };
    vec![
        case("rows", &rows, &[-1], 0),
        case("columns", &columns, &[0], 1),
        case("whole", &whole, &[0, 1], 0),
        case("numbers", &whole, &[1], 1),
        case("empty", &tensor(dtype, &[0, 2], |_| 0), &[0], 0),
        case_of(operator, NAME, "without-axes", vec![whole.clone()], &[]),
    ]
}

/// Numbers, each beside one that is above zero, by turns the first and the second: what a maximum makes of them is above zero, too.
fn above_zero(operator: &'static Operator, dtype: DType) -> Case {
    let (numbers, above) = (numbers(dtype), above(dtype));
    let count = numbers.len() * above.len();
    let element = |pair: usize, second: bool| {
        let is_above = second == pair.is_multiple_of(2);
        if is_above { above[pair % above.len()] } else { numbers[pair / above.len()] }
    };
    of_pairs(operator, "above-zero", dtype, count, element)
}

fn numbers(dtype: DType) -> Vec<u64> {
    telling(dtype).into_iter().filter(|&bits| !is_nan(dtype, bits)).collect()
}

/// The numbers above zero.
fn above(dtype: DType) -> Vec<u64> {
    let top = dtype.top_bit();
    numbers(dtype).into_iter().filter(|&bits| bits != 0 && bits & top == 0).collect()
}

/// The values of a type that a maximum is most often wrong about: of floats two NaNs and a signalling one first.
fn telling(dtype: DType) -> Vec<u64> {
    let Some(landmarks) = Landmarks::of(dtype) else { return specials(dtype).to_vec() };
    let &Landmarks { sign, greatest, one, min_normal, .. } = landmarks;
    let nans = [landmarks.nan(1), landmarks.nan(2) | sign].into_iter().chain(landmarks.signalling(1));
    let numbers = [0, 1, min_normal, one, greatest - 1, greatest];
    nans.chain(numbers.into_iter().flat_map(|number| [number, number | sign])).collect()
}

fn is_nan(dtype: DType, bits: u64) -> bool {
    Class::of(dtype, bits).is_nan()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use opconform_spec::{Axis, Which};

    use super::*;
    use crate::draft::max;
    use crate::{Asked, Settings};

    /// The cases of a default run, of the types that programs use most.
    fn common() -> Vec<Case> {
        let cases = (SOURCE.generate)(&Settings::default(), &Asked::ALL);
        cases.into_iter().filter(is_common).collect()
    }

    #[test]
    fn an_open_model_is_called_with_four_shapes_in_a_row_in_each_type() {
        let mut calls: BTreeMap<String, Vec<Vec<usize>>> = BTreeMap::new();
        let cases = common().into_iter().filter(|case| case.way == Way::Symbols && case.slug().starts_with("call-"));
        for case in cases {
            let question = format!("{} {:?}", case.operator.qualified(), case.types());
            calls.entry(question).or_default().push(case.inputs[0].shape().to_vec());
        }
        assert_eq!(calls.len(), 4 * 5, "each operator, in each common type");
        for (question, shapes) in calls {
            assert_eq!(shapes.len(), 4, "{question}");
            assert!(shapes.windows(2).all(|two| two[0] != two[1] && two[0].len() == two[1].len()), "{question}");
        }
    }

    #[test]
    fn constants_are_single_and_empty_at_either_end() {
        let held = |which: &[Which]| -> BTreeSet<String> {
            let ways: Vec<Way> = which.iter().copied().map(Way::Initializer).collect();
            let cases = common().into_iter().filter(|case| case.operator == max() && ways.contains(&case.way));
            cases.map(|case| case.slug().to_owned()).collect()
        };
        for which in [Which::First, Which::Rest, Which::All] {
            let slugs = held(&[which]);
            assert!(
                ["scalar-first", "empty-first", "empty-last"].iter().all(|&slug| slugs.contains(slug)),
                "{which:?}"
            );
        }
        assert_eq!(held(&[Which::Second]), ["empty-last", "three"].map(str::to_owned).into(), "of three operands");
        assert!(held(&[Which::FirstTwo, Which::Ends]).is_empty(), "where few ways are asked for");
    }

    /// Merged operators have rules of their own for a NaN.
    #[test]
    fn operators_that_follow_each_other_are_given_nans() {
        let has_nan = |case: &Case| {
            let is_nan = |operand: &Tensor| (0..operand.len()).any(|i| operand.value(i).class().is_nan());
            case.operands().iter().any(is_nan)
        };
        let given = |cases: &[Case], way: Way| -> BTreeSet<String> {
            let of_nans = cases.iter().filter(|case| case.way == way && has_nan(case));
            of_nans.map(|case| case.operator.qualified().into_owned()).collect()
        };
        let operators = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|&name| name.to_owned()).collect() };
        let cases = common();
        for way in [Way::Twice, Way::Clip] {
            assert_eq!(given(&cases, way), operators(&["Max", "Min", "ReduceMax", "ReduceMin"]), "{way}");
        }
        for way in [Way::Chain, Way::Again, Way::ClipConstant] {
            assert_eq!(given(&cases, way), operators(&["Max", "Min"]), "{way}");
        }
        let all = (SOURCE.generate)(&Settings { ways: Ways::All, ..Settings::default() }, &Asked::ALL);
        assert_eq!(given(&all, Way::Relu), operators(&["Max", "ReduceMax"]));
    }

    #[test]
    fn operands_are_counted_down_by_default_and_skipped_where_all_ways_are_asked_for() {
        let cases = common();
        let is_tried = |way: Way| cases.iter().any(|case| case.way == way);
        assert!(
            is_tried(Way::Reversed(Axis::Last)) && !is_tried(Way::Reversed(Axis::First)) && !is_tried(Way::Strided)
        );
        let all = (SOURCE.generate)(&Settings { ways: Ways::All, ..Settings::default() }, &Asked::ALL);
        let tried: BTreeSet<Way> = all.iter().map(|case| case.way).collect();
        assert!(Way::of_models().skip(1).all(|way| tried.contains(&way)), "{tried:?}");
    }
}
