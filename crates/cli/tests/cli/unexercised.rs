//! Why a clause was not exercised: each reason is about that clause's operators and that element type.

use std::collections::BTreeSet;

use opconform_report::{Report, Unexercised};
use opconform_spec::{Clause, Operator};
use opconform_tensor::DType;

use crate::{call, read, room};

/// Whether a reason that names operators names one of the clause's, and one that names element types that of the entry: it may
/// go on to say what there is instead.
fn is_about(entry: &Unexercised) -> bool {
    let own = Clause::named(&entry.clause).expect("a clause").operators;
    let words = entry.reason.split(|c: char| !c.is_alphanumeric() && c != '.').map(|word| word.trim_matches('.'));
    let operators: Vec<&Operator> = words.clone().filter_map(Operator::named).collect();
    let types: BTreeSet<&str> = DType::ALL.iter().map(|dtype| dtype.name()).collect();
    let named: BTreeSet<&str> = words.filter(|word| types.contains(word)).collect();
    let is_own_type = named.is_empty() || entry.dtypes.len() == 1 && named.contains(entry.dtypes[0].name());
    is_own_type && (operators.is_empty() || operators.iter().any(|operator| own.contains(operator)))
}

#[test]
fn no_reason_is_about_another_type_or_operator() {
    let room = room();
    let backends = "portable,tract,ndarray-f32max,ndarray-compare";
    let done = call(room.path(), &["run", "-q", "-b", backends, "--share", "1000000", "-o", "out"]);
    assert!(matches!(done.code, Some(0 | 1)), "{}", done.stderr);
    let report: Report = opconform_report::read(&read(&room.path().join("out/report.json"))).expect("a report");
    let mut reasons = 0;
    for backend in &report.backends {
        for entry in backend.unexercised.iter().filter(|entry| !entry.by_nature) {
            assert!(!entry.reason.is_empty() && is_about(entry), "{}: {entry:?}", backend.name);
            reasons += entry.dtypes.len();
        }
    }
    assert!(reasons > 100, "{reasons} reasons");
}
