//! A scripted conversation with an adapter, and what it gets wrong, in plain words.
//!
//! It is about the protocol alone: whether a maximum is right is for the suite to say. Whatever comes back, and whatever does
//! not, each step ends in a remark or in nothing to say.

use std::fmt::Display;

use opconform_protocol::{Introduction, Started, suite};
use opconform_spec::{Case, OPERATORS, Operator, Outcome};
use opconform_tensor::{DType, Tensor};

use super::{AdapterSettings, describe};
use crate::backend::Unavailable;
use conversation::{Conversation, Launch, Over, Peer, Processes};
use plainest::{case, plainest};

pub(super) mod conversation;
mod plainest;

/// Names that a remark lists.
const LISTED: usize = 8;

/// One thing that the conversation has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remark {
    /// As the protocol asks.
    Right(String),
    /// Worth a look, and nothing wrong.
    Note(String),
    /// Not as the protocol asks.
    Wrong(String),
}

/// Holds the conversation with processes of a command. An error if the program cannot be started at all.
pub fn check(settings: &AdapterSettings) -> Result<Vec<Remark>, Unavailable> {
    converse(Processes(settings)).map_err(|reason| Unavailable { reason, remedy: "check the command".to_owned() })
}

/// Holds the conversation. An error if nothing can be started at all.
pub fn converse(launch: impl Launch) -> Result<Vec<Remark>, String> {
    let (conversation, introduction) = Conversation::begin(launch)?;
    let mut check = Check { conversation, remarks: Vec::new() };
    if let Some(started) = check.introduction(introduction) {
        match check.all(&started) {
            Ok(()) => {}
            Err(Over::NoStart(why)) => check.wrong(format!("it does not start a second time: {why}")),
            Err(Over::Silent) => check.note("nothing more is tried: too much has been left without an answer"),
        }
    }
    Ok(check.remarks)
}

struct Check<L: Launch> {
    conversation: Conversation<L>,
    remarks: Vec<Remark>,
}

impl<L: Launch> Check<L> {
    fn right(&mut self, what: impl Into<String>) {
        self.remarks.push(Remark::Right(what.into()));
    }

    fn note(&mut self, what: impl Into<String>) {
        self.remarks.push(Remark::Note(what.into()));
    }

    fn wrong(&mut self, what: impl Into<String>) {
        self.remarks.push(Remark::Wrong(what.into()));
    }

    fn introduction(&mut self, introduction: Result<Introduction, impl Display>) -> Option<Started> {
        match introduction {
            Ok(Introduction::Started(started)) => {
                self.right(format!("start: {} {} ({})", started.name, started.version, started.language));
                if self.conversation.shares() {
                    self.right("start: agrees to share memory");
                }
                Some(started)
            }
            Ok(Introduction::Unavailable { reason, remedy }) => {
                self.wrong(format!(
                    "start: it is not available here, so that nothing can be checked: {reason}; {remedy}"
                ));
                None
            }
            Err(fault) => {
                self.wrong(format!(
                    "start: {fault}\nThe answer to `start` is one frame with the message `started`, with every field that \
                     PROTOCOL.md shows."
                ));
                None
            }
        }
    }

    fn all(&mut self, started: &Started) -> Result<(), Over> {
        self.declarations(started);
        self.unknown()?;
        self.run("an empty batch", &[])?;
        if let Some((operator, dtype)) = plainest(started) {
            self.batches(operator, dtype)?;
            self.types(operator, started)?;
            self.shapes(operator, dtype)?;
            self.size(operator, dtype)?;
        }
        self.stop()?;
        self.hang_up()
    }

    fn declarations(&mut self, started: &Started) {
        match describe(started, None) {
            Ok(_) => {
                let count = started.dtypes.len();
                self.right(format!("start: declares {count} element type{}", if count == 1 { "" } else { "s" }));
            }
            Err(error) => self.wrong(format!("start: {error}")),
        }
        if started.dtypes.is_empty() {
            self.wrong("start: `dtypes` is empty: list the element types that the implementation takes");
        }
        if started.operators.is_empty() {
            self.wrong("start: `operators` is empty: list the operators that can be asked for");
        }
        let unknown = started.operators.iter().filter(|operator| Operator::named(&operator.qualified()).is_none());
        let unknown: Vec<String> = unknown.map(|it| format!("`{}` (domain `{}`)", it.name, it.domain)).collect();
        if !unknown.is_empty() {
            let known: Vec<_> = OPERATORS.iter().map(|operator| operator.qualified()).collect();
            let more = unknown.len().saturating_sub(LISTED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            self.wrong(format!(
                "start: there is no operator {}{more}: expected one of {}",
                unknown.into_iter().take(LISTED).collect::<Vec<_>>().join(", "),
                known.join(", ")
            ));
        }
    }

    fn unknown(&mut self) -> Result<(), Over> {
        const WHAT: &str = "a case of an operator that no one has, with a field that no one knows";
        match self.conversation.ask(|number, _| suite::run_unknown(number), 1)?.as_deref() {
            Ok([Outcome::Unsupported(reason)]) => {
                self.right(format!("an operator that no one has is unsupported: {reason}"));
            }
            Ok(outcomes) => {
                let names: Vec<&str> = outcomes.iter().map(Outcome::name).collect();
                self.wrong(format!("{WHAT}: the outcome is `{}`, expected `unsupported`", names.join(", ")));
            }
            Err(fault) => {
                self.wrong(format!("{WHAT}: {fault}\nSuch a case is `unsupported`, and such a field is ignored."));
            }
        }
        Ok(())
    }

    fn batches(&mut self, operator: &'static Operator, dtype: DType) -> Result<(), Over> {
        let cases: Vec<Case> = (0..5).map(|step| case(operator, dtype, &[3], step)).collect();
        let Some(outcomes) = self.run("a batch of five cases", &cases)? else { return Ok(()) };
        let what = format!("five cases of {} of {dtype}", operator.qualified());
        let results: Vec<Option<Vec<u8>>> = outcomes.iter().map(output_bytes).collect();
        if let Some(outcome) = outcomes.iter().find(|outcome| output_bytes(outcome).is_none()) {
            self.note(format!("{what}: not all gave an output: {}", text(outcome)));
        } else if results.iter().skip(1).all(|result| *result != results[0]) {
            self.right(format!("{what}: five outputs, each of its own"));
        } else {
            self.wrong(format!(
                "{what}: some outputs are the same, and their operands are not: is each case's own tensor read?"
            ));
        }
        let Some(again) = self.run("the same batch again", &cases)? else { return Ok(()) };
        if again.iter().map(output_bytes).eq(results) {
            self.right("the same batch again: the same outputs");
        } else {
            self.note(
                "the same batch again: other outputs; if that is not the implementation, cases are not independent",
            );
        }
        Ok(())
    }

    fn types(&mut self, operator: &'static Operator, started: &Started) -> Result<(), Over> {
        for dtype in DType::ALL {
            let is_declared = started.dtypes.iter().any(|name| name == dtype.name());
            let takes = (operator.types)(operator.newest()).contains(&dtype);
            // Tensors of such a type need not even be readable.
            if !is_declared && !takes {
                continue;
            }
            let undeclared = if is_declared { "" } else { ", which is not declared" };
            let what = format!("{} of {dtype}{undeclared}", operator.qualified());
            let Some(outcome) = self.run_one(&what, &case(operator, dtype, &[2], 1))? else { continue };
            match &outcome {
                Outcome::Unsupported(reason) if is_declared && takes => {
                    self.note(format!("{what}: unsupported, although `dtypes` has {dtype}: {reason}"));
                }
                Outcome::Output(_) if !is_declared => {
                    self.note(format!("{what}: an output"));
                }
                Outcome::Output(outputs) => {
                    if let Some(output) = outputs.iter().find(|output| output.dtype() != dtype) {
                        self.note(format!("{what}: the output is of {}", output.dtype()));
                    } else {
                        self.right(what);
                    }
                }
                Outcome::Crashed(_) | Outcome::Malformed(_) => {
                    self.wrong(format!(
                        "{what}: {}\nWhat is not implemented is `unsupported`, and what is refused is `rejected`.",
                        text(&outcome)
                    ));
                }
                Outcome::Unsupported(_) | Outcome::Rejected(_) | Outcome::TimedOut(_) => {}
            }
        }
        Ok(())
    }

    fn shapes(&mut self, operator: &'static Operator, dtype: DType) -> Result<(), Over> {
        for shape in [&[][..], &[0], &[2, 0, 3], &[1, 1, 1, 1, 1], &[2, 3]] {
            let what = format!("operands of shape {shape:?}");
            let Some(outcome) = self.run_one(&what, &case(operator, dtype, shape, 1))? else { continue };
            match &outcome {
                Outcome::Output(outputs) => match outputs.iter().find(|output| output.shape() != shape) {
                    Some(output) => {
                        self.note(format!("{what}: the output has shape {:?}", output.shape()));
                    }
                    _ => self.right(what),
                },
                Outcome::Crashed(_) | Outcome::Malformed(_) => self.wrong(format!("{what}: {}", text(&outcome))),
                _ => self.note(format!("{what}: {}", text(&outcome))),
            }
        }
        Ok(())
    }

    fn size(&mut self, operator: &'static Operator, dtype: DType) -> Result<(), Over> {
        let cases: Vec<Case> = (0..16).map(|step| case(operator, dtype, &[1 << 16], step)).collect();
        let what = "a batch of sixteen cases of 65536 elements";
        if let Some(outcomes) = self.run(what, &cases)? {
            match outcomes.iter().find(|outcome| output_bytes(outcome).is_none()) {
                Some(outcome) => self.note(format!("{what}: not all gave an output: {}", text(outcome))),
                None => self.right(what),
            }
        }
        Ok(())
    }

    fn stop(&mut self) -> Result<(), Over> {
        match self.conversation.alive()?.0.stop().as_deref() {
            Some("exited with code 0") => self.right("stop: exits with code 0"),
            Some(how) => self.wrong(format!("stop: {how}, expected to exit with code 0")),
            None => self.wrong("stop: runs on; expected to exit with code 0"),
        }
        Ok(())
    }

    fn hang_up(&mut self) -> Result<(), Over> {
        match self.conversation.alive()?.0.hang_up() {
            Some(_) => self.right("end of standard input: exits"),
            None => self.wrong("end of standard input: runs on; expected to exit"),
        }
        Ok(())
    }

    /// The outcomes of a batch; `None` where it was not answered as the protocol asks, which has then been said.
    fn run(&mut self, what: &str, cases: &[Case]) -> Result<Option<Vec<Outcome>>, Over> {
        let outcomes = self.conversation.run(cases)?;
        Ok(outcomes.map_err(|fault| self.wrong(format!("{what}: {fault}"))).ok())
    }

    /// The outcome of one case, as [`Self::run`].
    fn run_one(&mut self, what: &str, case: &Case) -> Result<Option<Outcome>, Over> {
        Ok(self.run(what, std::slice::from_ref(case))?.and_then(|mut outcomes| outcomes.pop()))
    }
}

fn output_bytes(outcome: &Outcome) -> Option<Vec<u8>> {
    match outcome {
        Outcome::Output(outputs) if !outputs.is_empty() => Some(outputs.iter().flat_map(Tensor::to_le_bytes).collect()),
        _ => None,
    }
}

fn text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Output(outputs) => format!("output of {} tensors", outputs.len()),
        Outcome::Rejected(why) | Outcome::Unsupported(why) | Outcome::Malformed(why) => {
            format!("{}: {why}", outcome.name())
        }
        Outcome::Crashed(crash) => format!("{}: {crash}", outcome.name()),
        Outcome::TimedOut(after) => format!("no answer after {} s", after.as_secs()),
    }
}
