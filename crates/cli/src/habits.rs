//! `opconform.toml`: what is typed each time, said once in the working directory.
//!
//! The file gives options of `run` and `gate` their defaults; what is typed comes before it. A checkout may be a stranger's, so that
//! the file has no key by which a program is started or a library loaded, and names no folder outside the working directory.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::{Component, Path};

use clap::Command;
use opconform_text::near::nearest;
use toml_edit::{DocumentMut, Item, TomlError, Value};

/// The file.
pub(crate) const FILE: &str = "opconform.toml";
/// The bytes of the largest that is read.
const LARGEST: u64 = 1 << 16;
/// The commands that it speaks to.
const COMMANDS: [&str; 2] = ["run", "gate"];

/// What a key takes.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A text or a number.
    One,
    /// Texts.
    Several,
    /// Yes or no.
    Flag,
    /// A folder in the working directory.
    Folder,
}

/// The keys, each the long name of an option.
const KEYS: [(&str, Kind); 15] = [
    ("backend", Kind::Several),
    ("profile", Kind::Several),
    ("against", Kind::Several),
    ("strict", Kind::Flag),
    ("only", Kind::One),
    ("expression", Kind::One),
    ("share", Kind::One),
    ("seed", Kind::One),
    ("random", Kind::One),
    ("ways", Kind::One),
    ("lengths", Kind::One),
    ("timeout", Kind::One),
    ("memory", Kind::One),
    ("output", Kind::Folder),
    ("expectations", Kind::Folder),
];

/// Options that name what is judged: beside one of them, the file's backends are not.
const OWN: [&str; 4] = ["--adapter", "--dylib", "--python", "--report"];

/// Whether the words are those of a command that the file speaks to.
pub(crate) fn concern(words: &[OsString]) -> bool {
    words.get(1).is_some_and(|word| COMMANDS.iter().any(|command| word == command))
}

/// What the file of the working directory says, if there is one.
pub(crate) fn read() -> Result<Option<String>, String> {
    match std::fs::symlink_metadata(FILE) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        _ => opconform_files::read_text(Path::new(FILE), LARGEST).map(Some).map_err(|error| error.to_string()),
    }
}

/// The command, whose options have the file's defaults, and the keys that the file has.
pub(crate) fn applied(command: Command, text: &str, words: &[OsString]) -> Result<(Command, Vec<String>), String> {
    let document: DocumentMut = text.parse().map_err(|error: TomlError| {
        let line = error.span().map_or(0, |span| text[..span.start].matches('\n').count()) + 1;
        format!("{FILE}, line {line}: {}", error.message())
    })?;
    let names_own =
        words.iter().filter_map(|word| word.to_str()).any(|word| OWN.iter().any(|own| word.starts_with(own)));
    let mut said: Vec<(&str, Vec<String>)> = Vec::new();
    for (key, item) in document.iter() {
        let Some(&(name, kind)) = KEYS.iter().find(|(name, _)| *name == key) else {
            return Err(format!("{FILE}: no key is `{key}`: {}", instead(key)));
        };
        let values = values(kind, item).map_err(|expected| format!("{FILE}: `{name}` takes {expected}"))?;
        if !(name == "backend" && names_own) {
            said.push((name, values));
        }
    }
    let keys = said.iter().map(|(name, _)| (*name).to_owned()).collect();
    let with_defaults = |mut command: Command| {
        for (name, values) in &said {
            let of_command = command.get_arguments().any(|arg| arg.get_long() == Some(name));
            if of_command {
                let values = values.clone();
                command = command.mut_arg(name, |arg| arg.default_values(values));
            }
        }
        command
    };
    let command = COMMANDS.iter().fold(command, |command, name| command.mut_subcommand(name, with_defaults));
    Ok((command, keys))
}

/// What may have been meant by a key, or why there is no such key.
fn instead(key: &str) -> String {
    let starts = ["adapter", "dylib", "python", "in-process", "node-tests", "journal"];
    if starts.contains(&key) {
        return "a file of a checkout starts no program and loads nothing; type the option".to_owned();
    }
    let known = KEYS.map(|(name, _)| name);
    nearest(key, known)
        .map_or_else(|| format!("expected {}", known.join(", ")), |near| format!("did you mean `{near}`?"))
}

/// The values of a key as they would be typed, or what it takes.
fn values(kind: Kind, item: &Item) -> Result<Vec<String>, &'static str> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.value().clone()),
        Value::Integer(number) => Some(number.value().to_string()),
        _ => None,
    };
    match (kind, item.as_value()) {
        (Kind::Flag, Some(Value::Boolean(flag))) => Ok(vec![flag.value().to_string()]),
        (Kind::Flag, _) => Err("true or false"),
        (Kind::Several, Some(Value::Array(list))) => {
            list.iter().map(|value| value.as_str().map(str::to_owned)).collect::<Option<_>>().ok_or("a list of texts")
        }
        (Kind::Several, Some(Value::String(text))) => Ok(vec![text.value().clone()]),
        (Kind::Several, _) => Err("a list of texts"),
        (Kind::Folder, Some(Value::String(text))) if is_inside(text.value()) => Ok(vec![text.value().clone()]),
        (Kind::Folder, _) => Err("the name of a folder in this one"),
        (Kind::One, value) => value.and_then(text).map(|text| vec![text]).ok_or("a text or a number"),
    }
}

/// Whether a path leads to a folder below the working directory, whatever that is.
fn is_inside(path: &str) -> bool {
    let mut parts = Path::new(path).components();
    !path.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::args::Arguments;

    fn given(text: &str, words: &str) -> Result<clap::ArgMatches, String> {
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        let (command, _) = applied(Arguments::command(), text, &words)?;
        let found = command.try_get_matches_from(words).map_err(|error| error.to_string())?;
        found.subcommand().map(|(_, found)| found.clone()).ok_or_else(|| "no command".to_owned())
    }

    #[test]
    fn every_key_is_an_option_and_what_is_typed_comes_first() {
        let whole = "backend = ['portable', 'avx2']\nprofile = 'onnx'\nagainst = ['onnx']\nstrict = true\nonly = 'max'\n\
                     expression = 'type(f16)'\nshare = 8\nseed = 7\nrandom = 10\nways = 'all'\nlengths = 'all'\ntimeout = 3\nmemory = 100\noutput = 'a/b'\n\
                     expectations = 'known'\n";
        for command in COMMANDS {
            let found = given(whole, &format!("opconform {command}")).expect("taken");
            assert_eq!(found.get_many::<String>("backend").expect("backends").count(), 2);
            assert_eq!((found.get_one::<u64>("seed"), found.get_flag("strict")), (Some(&7), true));
            let typed = given(whole, &format!("opconform {command} --seed 9 -b portable")).expect("taken");
            assert_eq!(typed.get_one::<u64>("seed"), Some(&9));
            assert_eq!(typed.get_many::<String>("backend").expect("backends").count(), 1);
        }
        let own = given("backend = ['portable']", "opconform run --adapter x").expect("taken");
        assert!(own.get_many::<String>("backend").is_none(), "an adapter is judged alone");
        // Defaults are in nobody's way.
        given(whole, "opconform gate --report reports/latest").expect("taken");
        for key in KEYS.map(|(name, _)| name) {
            assert!(whole.contains(&format!("{key} =")), "{key} is not tried");
        }
    }

    #[test]
    fn what_a_stranger_may_not_ask_for_is_refused() {
        for (text, words) in [
            ("adapter = 'sh -c evil'", "starts no program"),
            ("python = 'evil.py:x'", "starts no program"),
            ("bakend = 'portable'", "no key is `bakend`: did you mean `backend`?"),
            ("[run]\nseed = 1", "no key is `run`: expected backend, "),
            ("seed = 1.5", "`seed` takes a text or a number"),
            ("seed = 'many'", "invalid value 'many' for '--seed <SEED>'"),
            ("strict = 1", "`strict` takes true or false"),
            ("backend = [1]", "`backend` takes a list of texts"),
            ("output = '/etc'", "`output` takes the name of a folder in this one"),
            ("output = 'a/../..'", "`output` takes the name of a folder in this one"),
            ("expectations = ''", "`expectations` takes the name of a folder in this one"),
            ("seed = 1\nonly = ", "opconform.toml, line 2: "),
        ] {
            let error = given(text, "opconform run").expect_err(text);
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
