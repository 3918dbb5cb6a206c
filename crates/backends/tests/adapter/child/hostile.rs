//! An adapter that does one kind of harm, at one moment of the conversation: `KIND`, at the case that is marked as poison, or
//! `KIND@STAGE`. Every other case it answers with its first operand.

use std::cell::Cell;
use std::io::{Read as _, stdin, stdout};
use std::path::Path;
use std::process::exit;
use std::time::Duration;

use opconform_protocol::serve::serve;
use opconform_spec::{Case, Outcome, Way};

mod about;
mod broken;
mod deed;
mod raw;

/// When the harm is done.
#[derive(Clone, Copy, PartialEq)]
enum Stage {
    /// At the case that is marked as poison.
    Poison,
    /// In answer to `start`.
    Start,
    /// At the first batch that has a case, or at the third.
    Batch(u64),
    /// When it is told to stop.
    Stop,
}

impl Stage {
    fn split(argument: &str) -> (&str, Self) {
        match argument.split_once('@') {
            None => (argument, Self::Poison),
            Some((kind, "start")) => (kind, Self::Start),
            Some((kind, "first")) => (kind, Self::Batch(1)),
            Some((kind, "later")) => (kind, Self::Batch(3)),
            Some((kind, "stop")) => (kind, Self::Stop),
            Some((_, stage)) => unknown(stage),
        }
    }
}

/// What a slow adapter takes for a case.
const LATENCY: Duration = Duration::from_millis(200);

/// Acts as the adapter. `file` is where the kinds that differ from one start to the next leave a note.
pub(crate) fn act(argument: &str, file: Option<&Path>) {
    let (kind, stage) = Stage::split(argument);
    about::at_start(kind, file);
    if stage == Stage::Start {
        // A broken answer to what has been asked.
        let _ = stdin().read(&mut [0; 1 << 10]);
        harm(kind, 0, &[]);
    }
    let (batches, with_cases) = (Cell::new(0), Cell::new(0));
    let run = |cases: &[Case]| {
        batches.set(batches.get() + 1);
        with_cases.set(with_cases.get() + u64::from(!cases.is_empty()));
        if kind == "start-once" && cases.iter().any(|case| case.slug() == "exit") {
            exit(0);
        }
        let is_meant = |case: &Case| match stage {
            Stage::Poison => case.slug() == "poison",
            Stage::Batch(number) => with_cases.get() >= number,
            Stage::Start | Stage::Stop => false,
        };
        if kind == "slow" {
            std::thread::sleep(LATENCY * cases.len() as u32);
        }
        let echoes = || cases.iter().map(|case| refused(kind, case).unwrap_or_else(|| echo(case))).collect();
        match cases.iter().position(is_meant) {
            Some(poison) => one_outcome(kind, cases, poison)
                .or_else(|| harm(kind, batches.get(), cases).then(echoes))
                .unwrap_or_else(|| wait()),
            None => echoes(),
        }
    };
    if let Err(error) = serve(&mut stdin(), &mut stdout(), &about::introduction(kind, file), run) {
        eprintln!("{error}");
        exit(2);
    }
    match (kind, stage) {
        ("ignores-stop", _) => deed::hang(),
        ("extra-frame-at-stop", _) => raw::frame(b""),
        (kind, Stage::Stop) => drop(harm(kind, 0, &[])),
        _ => {}
    }
}

/// The refusal of a case that is put in a way, where this is such a kind: of each, or of those that have several elements.
fn refused(kind: &str, case: &Case) -> Option<Outcome> {
    let is_refused = match kind {
        "refuses-slices" => case.way == Way::Slice,
        "refuses-long-slices" => case.way == Way::Slice && case.inputs.iter().any(|input| input.len() > 1),
        _ => false,
    };
    is_refused.then(|| Outcome::Rejected("no slices".to_owned()))
}

/// What is right here: the first operand.
fn echo(case: &Case) -> Outcome {
    case.inputs.first().cloned().map_or(Outcome::Rejected("no operand".into()), |first| Outcome::Output(vec![first]))
}

/// The outcomes of a batch that is answered as ever but for one case, where this is such a kind.
fn one_outcome(kind: &str, cases: &[Case], poison: usize) -> Option<Vec<Outcome>> {
    let outcome = match kind {
        "long-rejection" => Outcome::Rejected("\u{1b}[31m long \r\n".repeat(100_000)),
        "hostile-rejection" => Outcome::Rejected(raw::WORDS.to_owned()),
        "error" => Outcome::Crashed("the adapter's own words".to_owned().into()),
        "malformed" => Outcome::Malformed("written to the destination".to_owned()),
        "wrong-shape" => Outcome::Output(vec![raw::tensor(&[5])]),
        "large-output" => Outcome::Output(vec![raw::tensor(&[7 << 20])]),
        "no-tensors" => Outcome::Output(Vec::new()),
        _ => return None,
    };
    let other = |(index, case): (usize, &Case)| if index == poison { outcome.clone() } else { echo(case) };
    Some(cases.iter().enumerate().map(other).collect())
}

/// Does harm; whether the conversation goes on as if nothing had been.
fn harm(kind: &str, batch: u64, cases: &[Case]) -> bool {
    match kind {
        "sound" | "ignores-stop" | "extra-frame-at-stop" | "start-once" => return true,
        "stderr-flood" => {
            raw::flood(Some(64 << 20));
            return true;
        }
        "extra-frame" => {
            raw::message_later();
            return true;
        }
        // Exhausted by whatever came before.
        "exhausted-when-used" if cases.len() == 1 && batch == 1 => return true,
        _ => {}
    }
    if about::is_of_start(kind) {
        return true;
    }
    let count = cases.len();
    let is_done = deed::deed(kind)
        || broken::frame(kind)
        || broken::message(kind, batch, count)
        || broken::tensor(kind, batch, count)
        || broken::excess(kind, batch, count);
    if is_done { wait() } else { unknown(kind) }
}

/// What was written is no answer: nothing more is said.
fn wait() -> ! {
    let _ = stdin().read_to_end(&mut Vec::new());
    exit(0)
}

fn unknown(word: &str) -> ! {
    eprintln!("there is no kind or stage `{word}`");
    exit(99)
}
