//! A setting: a switch of a library, by which it runs other code than it would on this machine: that for another CPU, or one that
//! is less optimised.
//!
//! A backend in a setting is a backend of its own name, `NAME-SETTING`, with its own row, recordings and waivers. The library is told
//! by its environment or by arguments of its runtime; one that is told by who calls it, by the suite's own program, which reads the
//! variables; and one that has no switch, by a CPU that is emulated. Some libraries pass over what they do not know: so a setting says,
//! too, who would say that it was heard.

use std::io;
use std::process::Command;

use crate::backend::Unavailable;
use crate::program_files::on_path;

/// A switch of a library, by the name that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// What stands behind the name of the backend and a dash.
    pub name: &'static str,
    /// What it is to change, in a few words.
    pub summary: &'static str,
    /// How the library is told.
    pub switch: Switch,
    /// Who says whether it was heard.
    pub heard: Heard,
    /// Where it is documented.
    pub place: &'static str,
}

/// How a library is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// By variables of its environment.
    Environment(&'static [(&'static str, &'static str)]),
    /// By arguments of the runtime that its adapter is a program for, before all others.
    Runtime(&'static [&'static str]),
    /// Not at all: it finds itself on this CPU, which QEMU emulates for a program of Linux.
    Emulated(&'static str),
}

/// QEMU, as it emulates a CPU for one program: linked to the system's libraries, or to none.
const EMULATORS: [&str; 2] = ["qemu-x86_64", "qemu-x86_64-static"];

/// Who says whether a library has heard a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The library: what it says of itself is not the same then.
    ByItsWord,
    /// Nobody: what it answers may show it.
    ByItsAnswers,
}

/// What stands between the name of a backend and that of a setting.
const DASH: char = '-';

impl Setting {
    /// A backend in this setting, as it is asked for.
    pub(crate) fn of(&self, backend: &str) -> String {
        format!("{backend}{DASH}{}", self.name)
    }

    /// Which of these settings of a backend a name asks for.
    pub(crate) fn asked(settings: &'static [Self], backend: &str, name: &str) -> Option<&'static Self> {
        let word = name.strip_prefix(backend)?.strip_prefix(DASH)?;
        settings.iter().find(|setting| setting.name == word)
    }

    /// The command of a program that is told, without the program's arguments.
    pub(crate) fn command(&self, program: &str) -> io::Result<Command> {
        let mut command = Command::new(program);
        match self.switch {
            Switch::Environment(variables) => _ = command.envs(variables.iter().copied()),
            Switch::Runtime(arguments) => _ = command.args(arguments),
            Switch::Emulated(cpu) => {
                let missing = |what: String| io::Error::new(io::ErrorKind::NotFound, what);
                if cfg!(not(all(target_os = "linux", target_arch = "x86_64"))) {
                    return Err(missing("a CPU is emulated for programs of Linux on x86-64 alone".to_owned()));
                }
                let emulator = EMULATORS
                    .into_iter()
                    .find_map(on_path)
                    .ok_or_else(|| missing(format!("{} is not on the PATH: install QEMU (qemu-user)", EMULATORS[0])))?;
                let program = on_path(program).ok_or_else(|| missing(format!("{program} is not on the PATH")))?;
                command = Command::new(emulator);
                command.args(["-cpu", cpu]).arg(program);
            }
        }
        Ok(command)
    }

    /// Whether what is told so takes many times as long.
    pub(crate) fn is_slow(&self) -> bool {
        matches!(self.switch, Switch::Emulated(_))
    }

    /// What is said of a backend in this setting; whether the setting changed what the backend says of itself, where that is known.
    pub(crate) fn lines(&self, has_changed: Option<bool>) -> Vec<String> {
        let set = format!("set by {}: {} ({})", self.switch, self.summary, self.place);
        let effect = match has_changed {
            Some(true) => None,
            Some(false) => Some("the setting changed nothing: the library says of itself what it says without it"),
            None => Some("whether the setting changed anything the library does not say: only its answers may show it"),
        };
        std::iter::once(set).chain(effect.map(ToOwned::to_owned)).collect()
    }
}

/// What the environment of this process says by a variable of the suite's own; `None` where it says nothing.
pub(crate) fn chosen<T: Clone>(variable: &str, known: &[(&str, T)]) -> Result<Option<T>, Unavailable> {
    let Some(word) = std::env::var_os(variable) else { return Ok(None) };
    let found = known.iter().find(|(name, _)| word == *name);
    let names: Vec<&str> = known.iter().map(|&(name, _)| name).collect();
    found.map(|(_, what)| Some(what.clone())).ok_or_else(|| Unavailable {
        reason: format!("{variable} is `{}`, expected one of {}", word.display(), names.join(", ")),
        remedy: format!("unset {variable}: the name of a backend says its setting"),
    })
}

impl std::fmt::Display for Switch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words: Vec<String> = match self {
            Self::Environment(variables) => variables.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            Self::Runtime(arguments) => arguments.iter().map(|&argument| argument.to_owned()).collect(),
            Self::Emulated(cpu) => vec![format!("{} -cpu {cpu}", EMULATORS[0])],
        };
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entries::BACKENDS;
    use crate::entry::{Entry, Open};

    #[test]
    fn a_name_in_a_setting_is_that_of_one_backend_alone() {
        for entry in BACKENDS.iter().filter(|entry| !entry.settings.is_empty()) {
            assert!(!matches!(entry.open, Open::Here(_)), "{} has no process that could be told", entry.name);
            for setting in entry.settings {
                let name = setting.of(entry.name);
                assert!(Entry::named(&name).is_none(), "{name} is two backends");
                let asking =
                    BACKENDS.iter().filter(|entry| Setting::asked(entry.settings, entry.name, &name).is_some());
                assert_eq!(asking.count(), 1, "{name} is two backends");
                assert_eq!(Entry::asked(&name).map(|(entry, _)| entry.name), Some(entry.name));
                assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)), "{name}");
                assert!(setting.place.starts_with("https://"), "{name}");
            }
        }
    }

    #[test]
    fn every_setting_is_in_the_page_of_the_backends() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/backends.md");
        let page = std::fs::read_to_string(path).expect("the page of the backends");
        for setting in BACKENDS.iter().flat_map(|entry| entry.settings) {
            assert!(page.contains(&format!("`-{}`", setting.name)), "{} is not in docs/backends.md", setting.name);
        }
    }

    #[test]
    fn a_switch_is_shown_as_it_is_typed() {
        assert_eq!(Switch::Environment(&[("A", "1"), ("B", "x y")]).to_string(), "A=1 B=x y");
        assert_eq!(Switch::Runtime(&["--no-opt", "--x"]).to_string(), "--no-opt --x");
        assert_eq!(Switch::Emulated("Nehalem").to_string(), "qemu-x86_64 -cpu Nehalem");
    }
}
