//! What a backend does not offer is not asked of it, and is never its refusal.

use opconform_spec::Case;
use opconform_tensor::DType;

use crate::backend::{Planted, right};
use crate::{cases, plan, run};

const OFFERED: [DType; 2] = [DType::F32, DType::F64];

#[test]
fn what_is_not_offered_is_neither_sent_nor_refused() {
    let few = |case: &Case| case.elements() < 8 && case.origin.source != "edge";
    let is_offered = |case: &Case| {
        case.operator.qualified() == "Max" && case.inputs.iter().all(|input| OFFERED.contains(&input.dtype()))
    };
    let cases = cases(0, 10, few);
    let offered = cases.iter().filter(|case| is_offered(case)).count() as u64;
    // Of two types that are offered both: it is to be refused.
    let mixed = cases.iter().filter(|case| is_offered(case) && case.types().name() == "mixed").count() as u64;
    assert!(mixed > 0 && offered < cases.len() as u64, "{mixed} of {offered} of {}", cases.len());
    let choosy = Planted::each("choosy", move |case| {
        assert!(is_offered(case), "{} was sent", case.id());
        right(case)
    });
    let completed = run(&plan(cases, vec![choosy.offering(&["Max"], &OFFERED)]));
    let [backend] = &completed.report.backends[..] else { panic!("one backend") };
    let outcomes = backend.outcomes;
    assert_eq!((outcomes.crashed, outcomes.malformed), (0, 0), "{outcomes:?}");
    assert_eq!(outcomes.unsupported, completed.report.cases - offered, "{outcomes:?}");
    assert!(outcomes.rejected >= mixed, "{outcomes:?}");
    assert!(backend.skips.iter().all(|skip| skip.reason.starts_with("does not offer ")), "{:?}", backend.skips);
    assert!(completed.report.findings.is_empty(), "{:?}", completed.report.findings);
}
