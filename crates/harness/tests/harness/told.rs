//! What a departure is called, where that takes more than the operands and the result of its smallest case: each with a fault of which it
//! is true, and one like it of which it is not.

use opconform_harness::Completed;
use opconform_spec::{Case, Form, Outcome};
use opconform_tensor::{DType, Tensor, Value};

use crate::backend::{Planted, right};
use crate::{cases, plan, run};

/// A run of small cases of two of ONNX's operators.
fn ran(dtype: DType, answer: impl Fn(&Case) -> Outcome + Send + Sync + 'static) -> Completed {
    let is_asked = |case: &Case| {
        let is_it = matches!(case.operator.name, "Max" | "ReduceMax") && case.operator.form.is_onnx();
        is_it && case.types().name() == dtype.name() && case.elements() < 40 && case.origin.seed.is_none()
    };
    run(&plan(cases(0, 0, is_asked), vec![Planted::each("told", answer)]))
}

/// The titles of the departures in such a run, the worst first.
fn titles(dtype: DType, answer: impl Fn(&Case) -> Outcome + Send + Sync + 'static) -> Vec<String> {
    ran(dtype, answer).report.all_departures().map(|it| it.title).collect()
}

fn is_reduction(case: &Case) -> bool {
    case.operator.form == Form::OnnxReduction
}

/// The right answer to the case with something else in the place of each operand.
fn of_others(case: &Case, other: impl Fn(&Tensor) -> Tensor) -> Outcome {
    let mut inputs = case.inputs.clone();
    inputs.iter_mut().take(case.operands().len()).for_each(|it| *it = other(it));
    right(&case.clone().with_inputs(inputs))
}

/// A tensor with something else in the place of each value.
fn each(input: &Tensor, other: impl Fn(Value) -> u64) -> Tensor {
    let bits: Vec<u64> = (0..input.len()).map(|at| other(input.value(at))).collect();
    Tensor::from_bits(input.dtype(), input.shape(), &bits).expect("as many elements")
}

#[test]
fn a_refusal_is_shown_by_operands_that_have_elements_unless_only_others_show_it() {
    let refused = |is_refused: fn(&Case) -> bool| {
        ran(DType::I32, move |case| {
            let refuses = !is_reduction(case) && is_refused(case);
            if refuses { Outcome::Rejected("not these".to_owned()) } else { right(case) }
        })
    };
    let unlike = refused(|case| case.inputs.iter().any(|it| it.shape() != case.inputs[0].shape() && it.len() != 1));
    let empty = refused(|case| case.inputs.iter().any(Tensor::is_empty));
    let are_empty = |run: &Completed| run.report.findings.iter().map(|it| it.witness.shapes.has_empty()).collect();
    let (unlike, of_empty): (Vec<bool>, Vec<bool>) = (are_empty(&unlike), are_empty(&empty));
    assert!(!unlike.is_empty() && !unlike.contains(&true), "{unlike:?}");
    assert!(!of_empty.is_empty() && !of_empty.contains(&false), "{of_empty:?}");
    assert!(empty.report.all_departures().all(|it| it.title.starts_with("with an operand of no elements: ")));
}

#[test]
fn a_narrower_type_is_named_and_what_is_no_type_is_not() {
    let through = |narrow: DType| {
        titles(DType::F64, move |case| {
            of_others(case, |input| {
                each(input, |it| it.rounded(narrow).and_then(|it| it.rounded(DType::F64)).map_or(0, Value::bits))
            })
        })
    };
    for narrow in [DType::F32, DType::F16] {
        let words = format!(", as if the elements were {narrow}");
        assert!(through(narrow)[0].ends_with(&words), "{:?}", through(narrow));
    }
    let coarse = titles(DType::F64, |case| of_others(case, |input| each(input, |it| it.bits() & !0xffff)));
    assert!(!coarse.is_empty() && !coarse.iter().any(|it| it.contains("as if")), "{coarse:?}");
}

#[test]
fn what_the_axes_have_to_do_with_it_is_told() {
    let negated = |case: &Case| {
        of_others(case, |input| each(input, |it| Value::new(it.dtype(), it.bits().wrapping_neg()).bits()))
    };
    let told = |is_wrong: fn(&Case) -> bool| {
        let answer = move |case: &Case| if is_reduction(case) && is_wrong(case) { negated(case) } else { right(case) };
        titles(DType::I32, answer)
    };
    let last = told(|case| {
        let rank = case.inputs[0].shape().len() as u64;
        let axes = case.inputs.get(1).map(Tensor::to_bits).unwrap_or_default();
        !axes.is_empty() && !axes.iter().any(|&axis| axis == u64::MAX || axis + 1 == rank)
    });
    assert!(last[0].starts_with("with axes that leave out the last one: "), "{last:?}");
    let none = told(|case| case.opset >= 18 && case.inputs.len() == 1);
    assert!(none[0].starts_with("with no axes named: "), "{none:?}");
    let any = told(|_| true);
    assert!(!any.is_empty() && !any.iter().any(|it| it.contains("axes")), "{any:?}");
}

#[test]
fn a_reduction_through_a_narrower_type_is_one_departure_and_flushes_nothing() {
    let narrow = titles(DType::F64, |case| {
        let through = |it: Value| it.rounded(DType::F32).and_then(|it| it.rounded(DType::F64)).map_or(0, Value::bits);
        if is_reduction(case) { of_others(case, |input| each(input, through)) } else { right(case) }
    });
    let [title] = narrow.as_slice() else { panic!("{narrow:?}") };
    assert!(title.ends_with(", as if the elements were f32") && !title.contains("subnormal"), "{title}");
}

#[test]
fn what_is_wrong_without_a_setting_too_is_not_put_down_to_it() {
    // Of axes that are counted from the end, the one after is taken.
    let shifted = |case: &Case, is_wrong: fn(i64) -> bool| {
        let axes = case.inputs.get(1).filter(|_| is_reduction(case) && case.opset >= 18)?;
        let others = each(axes, |it| {
            let axis = it.bits().cast_signed();
            (if is_wrong(axis) { axis + 1 } else { axis }).cast_unsigned()
        });
        Some(right(&case.clone().with_inputs(vec![case.inputs[0].clone(), others])))
    };
    let told = |is_wrong: fn(i64) -> bool| {
        titles(DType::I32, move |case| shifted(case, is_wrong).unwrap_or_else(|| right(case)))
    };
    let negative = told(|axis| axis < -1);
    assert!(negative.iter().any(|it| it.starts_with("with a negative axis: ")), "{negative:?}");
    assert!(!negative.iter().any(|it| it.contains("keepdims")), "{negative:?}");
}
