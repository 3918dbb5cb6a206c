//! What a call is told, and what it is given, where what is wrong shows with that alone.

use opconform_spec::{Attribute, Case, Claim, Family, Form, Profile, Way, claimed};
use opconform_tensor::Tensor;

use crate::shrink::axes;

/// Cases from which on it is no chance that none of them has an argument that may be left out.
const TELLING: usize = 3;

/// How the call is told to do what it does, where that is not the plainest way to ask: numbers by their names, as in `keepdims = 0`, the
/// names of the inputs that are no operands, and what the operator set is below, where it is not the newest; and of an answer that is wrong as a
/// whole, what is unusual of its operands. What a witness does not need it does not have; and what does not hold in other cases that show the
/// same is none.
pub(crate) fn settings<'a>(
    witness: &'a Case,
    seen: impl Iterator<Item = &'a Case> + Clone,
    has_sets: bool,
    is_whole: bool,
) -> Vec<String> {
    let set = if has_sets { below(std::iter::once(witness).chain(seen.clone())) } else { None };
    let of = |case: &Case| {
        let unusual = if is_whole { unusual(case) } else { Vec::new() };
        arguments(case).chain(unusual).collect::<Vec<String>>()
    };
    let mut all = of(witness);
    let is_without = |case: &Case| case.operator.form == Form::OnnxLimits && !case.attributes.contains_key("max");
    let is_unlimited =
        is_whole && is_without(witness) && seen.clone().count() >= TELLING && seen.clone().all(is_without);
    for case in seen {
        if all.is_empty() {
            break;
        }
        let own = of(case);
        all.retain(|setting| own.contains(setting));
    }
    if all.iter().any(|setting| setting == CONSTANT_EMPTY) {
        all.retain(|setting| setting != EMPTY);
    }
    all.extend(is_unlimited.then(|| "no upper bound".to_owned()));
    all.extend(set);
    all
}

const EMPTY: &str = "an operand of no elements";
pub(crate) const NEGATIVE_AXIS: &str = "a negative axis";
const CONSTANT_EMPTY: &str = "a constant operand of no elements";

/// What a case says of how it is to be answered.
fn arguments(case: &Case) -> impl Iterator<Item = String> {
    // A flag that says what is so without it is no setting.
    let is_default = |name: &str, number: i64| match name {
        "keepdims" => number == i64::from(case.operator.form.is_onnx()),
        "noop_with_empty_axes" => number == 0,
        _ => false,
    };
    let number = move |(name, value): (&String, &Attribute)| match *value {
        Attribute::Int(number) if case.place_named(name).is_none() && !is_default(name, number) => {
            Some(in_words(name, number))
        }
        _ => None,
    };
    let inputs = (case.operands().len()..case.inputs.len()).filter_map(|place| case.name_of(place));
    case.attributes.iter().filter_map(number).chain(inputs.map(|name| format!("`{name}`")))
}

fn in_words(name: &str, number: i64) -> String {
    format!("{name} = {number}")
}

/// What a case says of how it is to be answered, each by itself, and the same case without it: where that is answered wrong in whatever
/// respect, it is no setting that does it.
pub(crate) fn without(case: &Case) -> Vec<(String, Case)> {
    let number = |(name, value): (&String, &Attribute)| match *value {
        Attribute::Int(number) if case.place_named(name).is_none() => {
            let mut attributes = case.attributes.clone();
            attributes.remove(name);
            Some((in_words(name, number), case.clone().with_attributes(attributes)))
        }
        _ => None,
    };
    case.attributes.iter().filter_map(number).collect()
}

/// What is unusual of the operands and the axes of a case.
fn unusual(case: &Case) -> Vec<String> {
    let operands = case.operands();
    let is_constant = |place: usize| match case.way {
        Way::Initializer(which) | Way::Constant(which) => which.includes(place),
        _ => false,
    };
    let mut empty = operands.iter().enumerate().filter(|(_, operand)| operand.is_empty()).map(|(place, _)| place);
    let conditions = [
        (operands.iter().any(Tensor::is_empty), EMPTY),
        (empty.any(is_constant), CONSTANT_EMPTY),
        (axes(case).is_some_and(|axes| axes.iter().any(|&axis| axis < 0)), NEGATIVE_AXIS),
        (case.operator.form == Form::OnnxVariadic && operands.len() > 2, "three or more operands"),
    ];
    conditions.into_iter().filter(|(holds, _)| *holds).map(|(_, words)| words.to_owned()).collect()
}

/// Below which version's operator set all of these cases are, where none is of the newest.
fn below<'a>(cases: impl Iterator<Item = &'a Case>) -> Option<String> {
    let newest = cases.max_by_key(|case| case.opset)?;
    let next = newest.operator.versions.iter().find(|&&version| version > newest.opset)?;
    Some(format!("an operator set below {next}"))
}

/// Whether the operator set of a case says anything to a backend that claims these: a function that is no operator of a model has none,
/// and is asked for it as one all the same.
pub(crate) fn is_of_sets(case: &Case, claims: &[Claim]) -> bool {
    let has_sets = |profile: &Profile| matches!(profile.family, Family::Sonnx | Family::Onnx);
    case.operator.form.is_onnx() && (claims.is_empty() || claimed(claims).any(has_sets))
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Operator, Origin, Which};
    use opconform_tensor::DType;

    use super::*;

    fn case(name: &str, opset: u32, inputs: Vec<Tensor>, named: &[(&str, Attribute)]) -> Case {
        let operator = Operator::named(name).expect("an operator");
        let origin = Origin { source: "test".into(), seed: None };
        let named = named.iter().map(|(name, it)| ((*name).to_owned(), it.clone())).collect();
        Case::new(operator, opset, inputs, "told", origin).with_attributes(named)
    }

    fn row(count: usize) -> Tensor {
        Tensor::from_bits(DType::I32, &[count], &vec![1; count]).expect("a tensor")
    }

    fn keepdims(number: i64) -> (&'static str, Attribute) {
        ("keepdims", Attribute::Int(number))
    }

    #[test]
    fn settings_are_what_a_call_does_not_do_anyway() {
        let of = |name: &str, opset: u32, inputs: Vec<Tensor>, named: &[(&str, Attribute)]| {
            settings(&case(name, opset, inputs, named), std::iter::empty(), true, false)
        };
        assert_eq!(of("ReduceMax", 20, vec![row(1)], &[keepdims(0)]), ["keepdims = 0"]);
        assert!(of("ReduceMax", 20, vec![row(1)], &[keepdims(1)]).is_empty());
        assert_eq!(
            of("numpy.amax", 1, vec![row(1), row(1)], &[keepdims(1), ("out", Attribute::Int(1))]),
            ["keepdims = 1", "`out`"]
        );
        assert!(of("numpy.amax", 1, vec![row(1)], &[keepdims(0)]).is_empty());
        let bound = ("min", Attribute::Input { input: 1 });
        assert!(of("Clip", 13, vec![row(1), row(1)], &[bound]).is_empty(), "a bound is an operand");
    }

    #[test]
    fn an_operator_set_is_told_by_the_version_that_all_cases_are_below() {
        let at = |opset: u32| case("Max", opset, vec![row(1), row(1)], &[]);
        let below = |witness: u32, seen: &[u32]| {
            let seen: Vec<Case> = seen.iter().map(|&opset| at(opset)).collect();
            settings(&at(witness), seen.iter(), true, true)
        };
        assert_eq!(below(6, &[1, 1]), ["an operator set below 8"]);
        assert_eq!(below(8, &[6]), ["an operator set below 12"]);
        assert!(below(6, &[1, 13]).is_empty());
    }

    #[test]
    fn what_some_case_that_shows_the_same_does_not_have_is_no_setting() {
        let reduced = |named: &[(&str, Attribute)]| case("ReduceMax", 20, vec![row(2)], named);
        let (with, without) = (reduced(&[keepdims(0)]), reduced(&[]));
        assert_eq!(settings(&with, [&with].into_iter(), true, false), ["keepdims = 0"]);
        assert!(settings(&with, [&with, &without].into_iter(), true, false).is_empty());
    }

    #[test]
    fn of_a_whole_answer_what_is_unusual_of_its_operands_is_told() {
        let of = |witness: &Case, seen: &[&Case]| settings(witness, seen.iter().copied(), true, true);
        let axis = Tensor::from_bits(DType::I64, &[1], &[u64::MAX]).expect("a tensor");
        let empty = case("ReduceMax", 20, vec![row(0), axis], &[]);
        assert_eq!(of(&empty, &[]), [EMPTY, "a negative axis"]);
        assert!(settings(&empty, std::iter::empty(), true, false).is_empty(), "of an element, the operands say it");
        let two = || case("Max", 13, vec![row(0), row(1)], &[]);
        let constant = |which| two().with_way(Way::Initializer(which));
        assert_eq!(of(&constant(Which::First), &[&constant(Which::All)]), [CONSTANT_EMPTY]);
        // What is constant has elements, or nothing is.
        assert_eq!(of(&constant(Which::Rest), &[]), [EMPTY]);
        assert_eq!(of(&constant(Which::First), &[&two()]), [EMPTY]);
        let three = case("Max", 13, vec![row(1), row(1), row(1)], &[]);
        assert_eq!(of(&three, &[]), ["three or more operands"]);
    }

    #[test]
    fn a_bound_that_a_few_cases_do_not_have_may_be_missing_by_chance() {
        let bounded = |names: &[&str]| {
            let named: Vec<_> = names.iter().zip(1..).map(|(&it, input)| (it, Attribute::Input { input })).collect();
            case("Clip", 13, (0..=names.len()).map(|_| row(1)).collect(), &named)
        };
        let (lower, both) = (bounded(&["min"]), bounded(&["min", "max"]));
        let of = |seen: &[&Case]| settings(&lower, seen.iter().copied(), true, true);
        assert!(of(&[&lower; TELLING - 1]).is_empty());
        assert_eq!(of(&[&lower; TELLING]), ["no upper bound"]);
        assert!(of(&[&lower, &lower, &lower, &both]).is_empty());
    }
}
