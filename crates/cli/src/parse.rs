//! From the words of the command line to arguments, or to the end of the program with what was expected and perhaps meant.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory as _, Error, FromArgMatches as _};
use opconform_text::line;
use opconform_text::near::nearest;

use crate::args::Arguments;
use crate::habits;
use crate::output::remark;

/// The characters of a value that an error shows.
const LONGEST: usize = 200;

/// The arguments of this process, or what clap says instead: an error, or the help that was asked for.
pub(crate) fn arguments() -> Result<Arguments, Error> {
    parse(&std::env::args_os().collect::<Vec<_>>())
}

fn parse(words: &[OsString]) -> Result<Arguments, Error> {
    let mut command = negative_numbers_are_values(with_habits(Arguments::command(), words)?);
    let parsed = command.try_get_matches_from_mut(words.iter()).and_then(|found| Arguments::from_arg_matches(&found));
    parsed.map_err(|error| meant(error.format(&mut command), &command, words))
}

/// The command with the defaults of the working directory, of which a word is said.
fn with_habits(command: Command, words: &[OsString]) -> Result<Command, Error> {
    if !habits::concern(words) {
        return Ok(command);
    }
    let invalid = |why: String| Error::raw(ErrorKind::InvalidValue, format!("{why}\n"));
    let Some(text) = habits::read().map_err(invalid)? else { return Ok(command) };
    let (command, keys) = habits::applied(command, &text, words).map_err(invalid)?;
    if !keys.is_empty() {
        remark(&format!("{}: {}", habits::FILE, keys.join(", ")));
    }
    Ok(command)
}

/// The same command, whose every option takes a number with a sign for its value, to object to it under its own name.
fn negative_numbers_are_values(command: Command) -> Command {
    let is_value = |arg: Arg| if arg.get_action().takes_values() { arg.allow_negative_numbers(true) } else { arg };
    command.mut_args(is_value).mut_subcommands(negative_numbers_are_values)
}

/// The error, with the name that was perhaps meant where clap sees none.
fn meant(mut error: Error, command: &Command, words: &[OsString]) -> Error {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let subcommand = text(ContextKind::InvalidSubcommand).and_then(|name| {
        // The command that the words lead to, as far as they lead.
        let place = words.iter().filter_map(|word| word.to_str());
        let parent = place.fold(command, |command, word| command.find_subcommand(word).unwrap_or(command));
        nearest(name, parent.get_subcommands().map(Command::get_name)).map(str::to_owned)
    });
    let value = match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(valid)) => {
            let near = text(ContextKind::InvalidValue).and_then(|name| nearest(name, valid.iter().map(String::as_str)));
            near.map(str::to_owned)
        }
        _ => None,
    };
    // A value may be anything, and is told with what is wrong with it.
    let is_long = |value: &&str| value.chars().nth(LONGEST).is_some();
    let clipped = text(ContextKind::InvalidValue).filter(is_long).map(|value| line(value, LONGEST));
    if let Some(name) = subcommand.filter(|_| error.get(ContextKind::SuggestedSubcommand).is_none()) {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![name]));
    }
    if let Some(name) = value.filter(|_| error.get(ContextKind::SuggestedValue).is_none()) {
        error.insert(ContextKind::SuggestedValue, ContextValue::String(name));
    }
    if let Some(value) = clipped {
        error.insert(ContextKind::InvalidValue, ContextValue::String(value));
    }
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(words: &str) -> String {
        parse(&words.split(' ').map(OsString::from).collect::<Vec<_>>()).expect_err("wrong usage").to_string()
    }

    #[test]
    fn the_command_line_is_consistent() {
        negative_numbers_are_values(Arguments::command()).debug_assert();
    }

    #[test]
    fn a_name_that_is_near_is_suggested() {
        for (words, near) in [
            ("opconform rnu", "'run'"),
            ("opconform cases sohw", "'show'"),
            ("opconform setup ndoe", "did you mean `node`"),
            ("opconform report --format juint", "'junit'"),
            ("opconform run --color nevre", "'never'"),
        ] {
            assert!(refusal(words).contains(near), "{words}: {}", refusal(words));
        }
        assert!(!refusal("opconform nope").contains("similar"), "{}", refusal("opconform nope"));
    }

    #[test]
    fn every_option_that_takes_a_number_is_named_when_it_is_given_another() {
        let mut tried = 0;
        let mut commands = vec![(String::from("opconform"), Arguments::command())];
        while let Some((words, command)) = commands.pop() {
            let inner = command.get_subcommands().map(|it| (format!("{words} {}", it.get_name()), it.clone()));
            commands.extend(inner);
            for arg in command.get_arguments().filter(|arg| is_number(arg)) {
                let flag = format!("--{}", arg.get_long().expect("a flag"));
                for wrong in ["-1", "-9223372036854775809", "many", "1e3", "99999999999999999999999"] {
                    let refusal = refusal(&format!("{words} {flag} {wrong}"));
                    let says = format!("invalid value '{wrong}' for '{flag} <");
                    assert!(refusal.contains(&says) && refusal.contains("expected "), "{words} {flag}: {refusal}");
                    tried += 1;
                }
            }
        }
        assert!(tried > 100, "{tried}");
    }

    /// Whether an argument takes a number, which its value's name says.
    fn is_number(arg: &Arg) -> bool {
        let names = arg.get_value_names().unwrap_or_default();
        let is_number = |name: &str| ["N", "SEED", "SECONDS", "MIB", "RANGE"].contains(&name);
        arg.get_action().takes_values() && names.iter().any(|name| is_number(name))
    }
}
