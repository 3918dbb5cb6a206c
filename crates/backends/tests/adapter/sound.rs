//! Sound adapters: bits, names and numbers of children.

use crate::{is_echo, open, poisoned, settings};
use opconform_backends::Backend;
use opconform_spec::{Layout, Outcome, Way};

#[test]
fn an_adapter_is_what_it_says_of_itself() {
    let named = open(settings("sound", None));
    assert_eq!((named.describe().name.as_str(), named.selection().as_str()), ("sound", "--adapter sound=…"));
    let unnamed = open(crate::AdapterSettings { name: None, ..settings("sound", None) });
    let about = unnamed.describe();
    assert_eq!(about.name, "echo-of--u-1b--31mthe-first");
    assert_eq!((about.version.as_str(), about.language.as_str(), about.operators.len()), ("0", "Rust", 1));
    assert_eq!(about.layouts, [Layout::Strided], "a word that is no layout is passed over");
    let cases = poisoned();
    for (outcome, case) in unnamed.run(&cases).iter().zip(&cases) {
        assert!(is_echo(outcome, case));
    }
}

#[test]
fn a_way_that_is_refused_of_the_plainest_case_too_is_not_supported() {
    let [plain, put] = [Way::Plain, Way::Slice].map(|way| crate::case("sound", &[1, 2, 3]).with_way(way));
    for (kind, is_supported) in [("refuses-slices", false), ("refuses-long-slices", true)] {
        let adapter = open(settings(kind, None));
        for cases in [vec![put.clone()], vec![plain.clone(), put.clone(), plain.clone()]] {
            for (outcome, case) in adapter.run(&cases).iter().zip(&cases) {
                match (outcome, case.way) {
                    (outcome, Way::Plain) => assert!(is_echo(outcome, case)),
                    (Outcome::Rejected(reason), _) => assert!(is_supported && reason == "no slices"),
                    (Outcome::Unsupported(reason), _) => {
                        let why = "Max f32 where the operands are slices of larger tensors: no slices";
                        assert!(!is_supported && reason == why, "{reason}");
                    }
                    (other, _) => panic!("{other:?}"),
                }
            }
        }
    }
}
