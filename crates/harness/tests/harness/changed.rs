//! What a setting changed is told of a backend that runs beside the same one without it, and of no other.

use opconform_spec::{Case, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::backend::{Planted, right};
use crate::{cases, plan, run};

/// What is said of the second of these backends as to what changed; nothing where nothing is.
fn said(backends: Vec<Planted>) -> String {
    let few = |case: &Case| case.slug() == "all-pairs" && case.operator.qualified() == "Max";
    let completed = run(&plan(cases(0, 0, few), backends));
    let second = &completed.report.backends[1].description;
    second.find("the setting changed").map_or_else(String::new, |at| second[at..].to_owned())
}

#[test]
fn a_setting_that_changes_nothing_says_so() {
    let words = said(vec![Planted::each("numpy", right), Planted::each("numpy-baseline", right)]);
    assert!(
        words.starts_with("the setting changed no answer: each of ") && words.ends_with(" is that of numpy"),
        "{words}"
    );
}

#[test]
fn a_setting_that_changes_some_answers_says_how_many_and_which_first() {
    let zeros_of_f64 = |case: &Case| match right(case) {
        Outcome::Output(outputs) if outputs[0].dtype() == DType::F64 => Outcome::Output(vec![
            Tensor::from_bits(DType::F64, outputs[0].shape(), &vec![0; outputs[0].len()]).expect("zeros"),
        ]),
        outcome => outcome,
    };
    let words = said(vec![Planted::each("numpy", right), Planted::each("numpy-baseline", zeros_of_f64)]);
    let numbers: Vec<u64> = words.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [differing, answered] = numbers[..] else { panic!("{words}") };
    assert!(0 < differing && differing < answered, "{words}");
    assert!(words.contains(" answers of numpy, first in max/f64/all-pairs/"), "{words}");
}

#[test]
fn nothing_is_said_beside_another_backend_or_another_version() {
    for other in ["torch", "numpy@1.26.4"] {
        let words = said(vec![Planted::each(other, right), Planted::each("numpy-baseline", right)]);
        assert_eq!(words, "", "{other}");
    }
}
