//! Adapters that share memory: each child has its own, and what comes of a case does not depend on it.

use std::thread;

use opconform_backends::Backend as _;
use opconform_spec::Case;

use crate::{AdapterSettings, case, is_echo, open, settings, text};

/// A case whose operands are long enough to lie in shared memory, and differ from those of another number.
fn long(slug: &str, number: u64) -> Case {
    case(slug, &(0..5000).map(|bits| (number << 16) + bits).collect::<Vec<_>>())
}

#[test]
fn children_side_by_side_answer_from_memory_of_their_own() {
    let adapter = open(AdapterSettings { children: 4, ..settings("sound", None) });
    thread::scope(|scope| {
        for thread in 0..4 {
            let adapter = &adapter;
            scope.spawn(move || {
                for round in 0..20 {
                    let cases: Vec<Case> = (0..9).map(|it| long("sound", 1000 * thread + 10 * round + it)).collect();
                    for (outcome, case) in adapter.run(&cases).iter().zip(&cases) {
                        assert!(is_echo(outcome, case), "{}: {}", case.id(), outcome.name());
                    }
                }
            });
        }
    });
}

#[test]
fn a_child_that_is_started_again_has_memory_again() {
    for shares in [true, false] {
        let adapter = open(AdapterSettings { shares, ..settings("exit-3", None) });
        for number in 0..3 {
            let cases = [long("sound", number), long("poison", number), long("sound", 100 + number)];
            let outcomes = adapter.run(&cases);
            assert!(is_echo(&outcomes[0], &cases[0]) && is_echo(&outcomes[2], &cases[2]));
            assert!(text(&outcomes[1]).starts_with("crashed: exited with code 3"), "{}", text(&outcomes[1]));
        }
        assert!(is_echo(&adapter.fresh().expect("it starts again").run(&[long("sound", 7)])[0], &long("sound", 7)));
    }
}

#[test]
fn a_result_in_memory_that_is_not_shared_is_no_answer() {
    let adapter = open(AdapterSettings { shares: false, ..settings("shared-operand", None) });
    let outcome = text(&adapter.run(&[case("poison", &[1])])[0]);
    assert_eq!(outcome, "malformed: it speaks of shared memory, on which there was no agreement");
}
