//! Adapters in a setting: it is told to the process, and what it changed is said.

use opconform_backends::{AdapterSettings, Backend as _, Heard, Setting, Switch};

use super::{open, settings};

const TOLD: Setting = setting(Switch::Environment(&[("OPCONFORM_TEST_SETTING", "baseline")]), Heard::ByItsWord);
const IGNORED: Setting = setting(Switch::Environment(&[("OPCONFORM_TEST_IGNORED", "baseline")]), Heard::ByItsWord);
const UNTOLD: Setting = setting(Switch::Environment(&[("OPCONFORM_TEST_SETTING", "baseline")]), Heard::ByItsAnswers);
/// An argument of the program `env`, before what that is to start.
const ARGUMENT: Setting = setting(Switch::Runtime(&["OPCONFORM_TEST_SETTING=fast"]), Heard::ByItsWord);

const fn setting(switch: Switch, heard: Heard) -> Setting {
    Setting { name: "baseline", summary: "slow code", switch, heard, place: "https://example.org/switches" }
}

/// What is said of the configuration of an adapter that says what it is told.
fn said(setting: Option<&'static Setting>) -> Vec<String> {
    let command = ["env", env!("CARGO_BIN_EXE_hostile-adapter"), "says-its-setting"].map(ToOwned::to_owned);
    let settings = AdapterSettings { command: command.into(), setting, ..settings("says-its-setting", None) };
    open(settings).describe().configuration.clone()
}

#[test]
fn a_setting_is_told_to_the_process_and_to_no_other() {
    assert_eq!(said(None), Vec::<String>::new());
    let set = "set by OPCONFORM_TEST_SETTING=baseline: slow code (https://example.org/switches)";
    assert_eq!(said(Some(&TOLD)), ["baseline", set]);
    let set = "set by OPCONFORM_TEST_SETTING=fast: slow code (https://example.org/switches)";
    assert_eq!(said(Some(&ARGUMENT)), ["fast", set]);
}

#[test]
fn a_setting_that_changes_nothing_says_so() {
    let ignored = said(Some(&IGNORED));
    assert_eq!(ignored.len(), 2, "{ignored:?}");
    assert!(ignored[1].starts_with("the setting changed nothing: "), "{ignored:?}");
    let untold = said(Some(&UNTOLD));
    assert!(untold[2].starts_with("whether the setting changed anything the library does not say"), "{untold:?}");
}

#[test]
fn another_process_of_it_is_in_the_setting_too() {
    let command = ["env", env!("CARGO_BIN_EXE_hostile-adapter"), "says-its-setting"].map(ToOwned::to_owned);
    let adapter =
        open(AdapterSettings { command: command.into(), setting: Some(&TOLD), ..settings("says-its-setting", None) });
    let fresh = adapter.fresh().expect("it starts again");
    assert_eq!(fresh.describe(), adapter.describe());
}
