//! Sound adapters: bits, names and numbers of children.

use crate::{is_echo, open, poisoned, settings};
use opconform_backends::Backend;

#[test]
fn an_adapter_is_what_it_says_of_itself() {
    let named = open(settings("sound", None));
    assert_eq!((named.describe().name.as_str(), named.selection().as_str()), ("sound", "--adapter sound=…"));
    let unnamed = open(crate::AdapterSettings { name: None, ..settings("sound", None) });
    let about = unnamed.describe();
    assert_eq!(about.name, "echo-of--u-1b--31mthe-first");
    assert_eq!((about.version.as_str(), about.language.as_str(), about.operators.len()), ("0", "Rust", 1));
    let cases = poisoned();
    for (outcome, case) in unnamed.run(&cases).iter().zip(&cases) {
        assert!(is_echo(outcome, case));
    }
}
