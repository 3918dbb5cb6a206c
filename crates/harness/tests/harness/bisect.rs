//! Calls that fail are bisected: the pairs at fault are told, all others judged, and nothing that was not found out conforms.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use opconform_backends::Backend;
use opconform_exhaust::{Came, Failure, Rung};
use opconform_harness::enumerate::{Course, Enumeration, PairLayout, count, merge};
use opconform_spec::{Case, Crash, Outcome};
use opconform_tensor::DType;

use crate::enumerate::{all, changed, put};

/// All pairs of u8 in calls of a row, of which so many parts may end the process in a block.
fn bisecting(ending: u32) -> Course {
    Course::new(DType::U8, Rung::AllPairs, PairLayout::TwoVectors, None).expect("a small type").bisecting(ending)
}

fn counted(backend: &dyn Backend, ending: u32) -> Enumeration {
    put(backend, &bisecting(ending), &all(), &["onnx-13"])
}

fn pairs(enumeration: &Enumeration, came: Came) -> u64 {
    enumeration.cells.iter().filter(|it| it.came == came).map(|it| it.pairs).sum()
}

fn has(case: &Case, pair: [u64; 2]) -> bool {
    let [first, second] = [0, 1].map(|operand| case.inputs[operand].to_bits());
    first.iter().zip(&second).any(|(&x, &y)| [x, y] == pair)
}

fn crash() -> Outcome {
    Outcome::Crashed(Crash { how: "gone".to_owned(), heard: Some("last words".to_owned()) })
}

#[test]
fn a_pair_at_fault_is_told_and_all_others_of_its_call_are_judged() {
    let failures: [(Failure, fn() -> Outcome); 5] = [
        (Failure::Crashed, crash),
        (Failure::TimedOut, || Outcome::TimedOut(Duration::from_secs(1))),
        (Failure::Refused, || Outcome::Rejected("not these".to_owned())),
        (Failure::NotOffered, || Outcome::Unsupported("not these".to_owned())),
        (Failure::Malformed, || Outcome::Output(Vec::new())),
    ];
    for (failure, fail) in failures {
        let backend = changed(move |case, outcome| if has(case, [100, 50]) { fail() } else { outcome });
        let enumeration = counted(&backend, 32);
        assert_eq!(pairs(&enumeration, failure.alone()), 1, "{failure:?}");
        assert_eq!(pairs(&enumeration, Came::WithOthers(failure)), 0, "{failure:?}");
        let is_forbidden = u64::from(failure != Failure::NotOffered);
        assert_eq!(enumeration.forbidden(), is_forbidden, "{failure:?}");
        assert_eq!(enumeration.specifications.iter().find(|it| it.claimed).map(|it| it.allowed), Some(65_535));
        let operands = enumeration.witnesses.first().map(|witness| witness.operands.clone());
        assert_eq!(operands.is_some(), is_forbidden == 1, "{failure:?}");
        assert!(operands.is_none_or(|it| it == ["0x64", "0x32"]), "{failure:?}");
        // 256 pairs are halved eight times.
        let bisected = enumeration.bisected;
        assert_eq!((bisected.calls, bisected.parts, bisected.left), (1, 16, 0), "{failure:?}");
        assert_eq!(enumeration.remarks.iter().map(|it| it.first.as_str()).collect::<Vec<_>>(), ["0x64"]);
        assert!(enumeration.counts().is_ok(), "{failure:?}");
    }
}

#[test]
fn a_call_that_fails_as_a_whole_fails_though_its_halves_do_not() {
    let backend = changed(|case, outcome| if has(case, [100, 3]) && has(case, [100, 200]) { crash() } else { outcome });
    let enumeration = counted(&backend, 32);
    assert_eq!(pairs(&enumeration, Came::WithOthers(Failure::Crashed)), 256);
    assert_eq!((enumeration.forbidden(), enumeration.bisected.parts, enumeration.bisected.left), (256, 2, 0));
    assert_eq!(enumeration.witnesses[0].came, "crashed with others");
    assert!(enumeration.counts().is_ok());
}

#[test]
fn what_the_budget_leaves_is_counted_as_failed_with_others_and_never_as_right() {
    let is_100 = |case: &Case| case.inputs[0].value(0).bits() == 100;
    let refusing =
        changed(move |case, outcome| if is_100(case) { Outcome::Rejected("not these".to_owned()) } else { outcome });
    // No part of a call that is longer than a pair is answered, and each length was asked for.
    let asked = count(&refusing, &bisecting(32), &all(), &|_, _, _| (), &|_| (), &AtomicBool::new(false));
    assert_eq!(asked.models(), 9);
    let all = counted(&refusing, 32);
    assert_eq!((pairs(&all, Came::Refused), all.bisected.left), (256, 0));
    for ending in [1, 5] {
        let some = counted(&refusing, ending);
        let alone = pairs(&some, Came::Refused);
        assert_eq!(alone + pairs(&some, Came::WithOthers(Failure::Refused)), 256, "{ending}");
        assert!((1..256).contains(&alone) && some.bisected.left > 0 && some.forbidden() == 256, "{ending}: {alone}");
    }
    // What takes a process with it may fail less often.
    let crashing = changed(move |case, outcome| if is_100(case) { crash() } else { outcome });
    let some = counted(&crashing, 20);
    let alone = pairs(&some, Came::Crashed);
    assert!((1..20).contains(&alone) && some.forbidden() == 256, "{alone}");
    // Whoever bisects nothing counts whole calls.
    let none = counted(&crashing, 0);
    assert_eq!((pairs(&none, Came::Crashed), none.bisected.calls), (256, 0));
}

#[test]
fn a_backend_that_is_given_up_while_a_call_is_bisected_was_asked_for_all_else_before() {
    let is_given_up = AtomicBool::new(false);
    let backend = changed(move |case, outcome| {
        if case.inputs[0].shape() != [256] {
            is_given_up.store(true, Ordering::Relaxed);
        }
        match (is_given_up.load(Ordering::Relaxed), has(case, [0, 7])) {
            (true, _) => Outcome::Unsupported("given up".to_owned()),
            (false, true) => crash(),
            (false, false) => outcome,
        }
    });
    let enumeration = counted(&backend, 32);
    assert_eq!(pairs(&enumeration, Came::WithOthers(Failure::Crashed)), 256);
    assert_eq!((enumeration.forbidden(), enumeration.judged(), enumeration.bisected.left), (256, 65_536, 1));
}

#[test]
fn shards_of_what_was_bisected_make_the_whole() {
    let backend = changed(|case, outcome| {
        let is_at_fault = has(case, [100, 50]) || has(case, [101, 51]) || has(case, [7, 7]);
        if is_at_fault { crash() } else { outcome }
    });
    let whole = counted(&backend, 32);
    assert_eq!((whole.forbidden(), whole.bisected.calls), (3, 3));
    let shard = |number| all().into_iter().filter(|block| block % 2 == number).collect::<Vec<u8>>();
    let part = |number| (format!("{number}"), put(&backend, &bisecting(32), &shard(number), &["onnx-13"]));
    let merged = merge(&[part(0), part(1)], false).expect("they fit");
    assert_eq!(Enumeration { sessions: whole.sessions.clone(), ..merged }, whole);
    // Of another budget, a part is of another question.
    let other = put(&backend, &bisecting(31), &shard(1), &["onnx-13"]);
    let refused = merge(&[part(0), ("other".to_owned(), other)], false).expect_err("they do not fit");
    assert!(refused.to_string().contains("its bisection is 31"), "{refused}");
}
