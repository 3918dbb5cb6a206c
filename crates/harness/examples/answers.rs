//! What backends answer where two special operands meet, kept in a file of lines: those of the named backends are written anew, and
//! all others are left as they are.
//!
//! ```text
//! cargo run --release -p opconform-harness --example answers reports/answers.txt portable,numpy@1.26.4
//! ```

use std::fs;

use opconform_backends::{Choice, Entry};
use opconform_harness::pairs::lines;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, names] = arguments.as_slice() else { return Err("name the file, and the backends".to_owned()) };
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let (head, known): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.starts_with('#'));
    let mut written: Vec<String> = known.into_iter().map(ToOwned::to_owned).collect();
    for name in names.split(',') {
        let (plain, version) = Choice::split(name);
        let (entry, setting) = Entry::asked(plain).ok_or_else(|| format!("no backend {plain}"))?;
        let choice = Choice::new(entry, setting, version).map_err(|error| error.to_string())?;
        let backend = choice.open().map_err(|error| format!("{name}: {error}"))?;
        written.retain(|line| line.split([' ', '\t']).next() != Some(name));
        written.extend(lines(backend.as_ref()).iter().map(ToString::to_string));
    }
    // In the order of backends, whoever was asked last.
    let place = |line: &String| {
        let name = line.split([' ', '\t']).next().unwrap_or_default();
        let entry = Entry::asked(Choice::split(name).0).map(|(entry, _)| entry.name);
        (opconform_backends::BACKENDS.iter().position(|it| Some(it.name) == entry), name.to_owned())
    };
    written.sort_by_cached_key(place);
    let lines: Vec<String> = head.into_iter().map(ToOwned::to_owned).chain(written).collect();
    fs::write(path, lines.join("\n") + "\n").map_err(|error| format!("{path}: {error}"))
}
