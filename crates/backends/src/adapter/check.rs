//! A scripted conversation with an adapter, and what it gets wrong, in plain words.
//!
//! It is about the protocol alone: whether a maximum is right is for the suite to say.

use opconform_protocol::{Introduction, Started, suite};
use opconform_spec::{Case, OPERATORS, Operator, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

use super::child::{Child, Fault};
use super::{AdapterSettings, describe};
use crate::backend::Unavailable;

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

/// Holds the conversation. An error if the program cannot be started at all.
pub fn check(settings: &AdapterSettings) -> Result<Vec<Remark>, Unavailable> {
    let child = Child::spawn(settings).map_err(|error| Unavailable {
        reason: format!("cannot start `{}`: {error}", settings.command.join(" ")),
        remedy: "check the command".to_owned(),
    })?;
    let mut check = Check { settings, remarks: Vec::new() };
    if let Some((mut child, started)) = check.start(child) {
        check.declarations(&started);
        child = check.unknown(child);
        child = check.batches(child, &started);
        child = check.types(child, &started);
        child = check.shapes(child, &started);
        child = check.size(child, &started);
        check.stop(child);
        check.hang_up();
    }
    Ok(check.remarks)
}

struct Check<'a> {
    settings: &'a AdapterSettings,
    remarks: Vec<Remark>,
}

/// A child, or none where it has not survived; a new one is then started.
type Alive = Option<Child>;

impl Check<'_> {
    fn right(&mut self, what: impl Into<String>) {
        self.remarks.push(Remark::Right(what.into()));
    }

    fn note(&mut self, what: impl Into<String>) {
        self.remarks.push(Remark::Note(what.into()));
    }

    fn wrong(&mut self, what: impl Into<String>) {
        self.remarks.push(Remark::Wrong(what.into()));
    }

    fn start(&mut self, mut child: Child) -> Option<(Alive, Started)> {
        match child.start(self.settings.start) {
            Ok(Introduction::Started(started)) => {
                self.right(format!("start: {} {} ({})", started.name, started.version, started.language));
                Some((Some(child), started))
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

    fn declarations(&mut self, started: &Started) {
        match describe(started, None) {
            Ok(_) => self.right(format!("start: declares {} element types", started.dtypes.len())),
            Err(error) => self.wrong(format!("start: {error}")),
        }
        if started.dtypes.is_empty() {
            self.wrong("start: `dtypes` is empty: list the element types that the implementation takes");
        }
        if started.operators.is_empty() {
            self.wrong("start: `operators` is empty: list the operators that can be asked for");
        }
        for operator in &started.operators {
            if Operator::named(&operator.qualified()).is_none() {
                let known: Vec<_> = OPERATORS.iter().map(|operator| operator.qualified()).collect();
                self.wrong(format!(
                    "start: there is no operator `{}` (domain `{}`): expected one of {}",
                    operator.name,
                    operator.domain,
                    known.join(", ")
                ));
            }
        }
    }

    fn unknown(&mut self, child: Alive) -> Alive {
        let mut child = self.alive(child)?;
        let seq = child.next();
        let answer = suite::run_unknown(seq).map_err(|error| Fault::Malformed(error.to_string()));
        let outcomes = answer
            .and_then(|request| child.exchange(request, self.settings.deadline))
            .and_then(|answer| suite::read_ran(&answer, seq, 1).map_err(|error| Fault::Malformed(error.to_string())));
        match outcomes.as_deref() {
            Ok([Outcome::Unsupported(reason)]) => {
                self.right(format!("an operator that no one has is unsupported: {reason}"));
            }
            Ok([outcome, ..]) => self.wrong(format!(
                "a case of an operator that no one has, with a field that no one knows: the outcome is `{}`, expected \
                 `unsupported`",
                outcome.name()
            )),
            Ok([]) => {}
            Err(fault) => self.wrong(format!(
                "a case of an operator that no one has, with a field that no one knows: {fault}\nSuch a case is \
                 `unsupported`, and such a field is ignored."
            )),
        }
        outcomes.is_ok().then_some(child)
    }

    fn batches(&mut self, child: Alive, started: &Started) -> Alive {
        let (child, _) = self.run(child, "an empty batch", &[])?;
        let Some((operator, dtype)) = plainest(started) else { return child };
        let cases: Vec<Case> = (0..5).map(|step| case(operator, dtype, &[3], step)).collect();
        let (child, outcomes) = self.run(child, "a batch of five cases", &cases)?;
        let what = format!("five cases of {} of {dtype}", operator.qualified());
        let results: Vec<Option<Vec<u8>>> = outcomes.iter().map(first_bytes).collect();
        if results.iter().all(Option::is_some) {
            if (1..5).all(|index| results[index] != results[0]) {
                self.right(format!("{what}: five outputs, each of its own"));
            } else {
                self.wrong(format!(
                    "{what}: some outputs are the same, and their operands are not: is each case's own tensor read?"
                ));
            }
        } else {
            let outcome = outcomes.iter().find(|outcome| first_bytes(outcome).is_none());
            self.note(format!("{what}: not all gave an output: {}", outcome.map_or_else(String::new, text)));
        }
        let (child, again) = self.run(child, "the same batch again", &cases)?;
        if again.iter().map(first_bytes).eq(results) {
            self.right("the same batch again: the same outputs");
        } else {
            self.note(
                "the same batch again: other outputs; if that is not the implementation, cases are not independent",
            );
        }
        child
    }

    fn types(&mut self, mut child: Alive, started: &Started) -> Alive {
        let operator = plainest(started)?.0;
        for dtype in DType::ALL {
            let is_declared = started.dtypes.iter().any(|name| name == dtype.name());
            let what = format!("{} of {dtype}", operator.qualified());
            let (survivor, outcomes) = self.run(child, &what, &[case(operator, dtype, &[2], 1)])?;
            child = survivor;
            let takes = (operator.types)(operator.newest()).contains(&dtype);
            match outcomes.first() {
                Some(Outcome::Unsupported(reason)) if is_declared && takes => {
                    self.note(format!("{what}: unsupported, although `dtypes` has {dtype}: {reason}"));
                }
                Some(Outcome::Output(_)) if !is_declared => {
                    self.note(format!("{what}: an output, although `dtypes` does not have {dtype}"));
                }
                Some(Outcome::Output(outputs)) => {
                    if let Some(output) = outputs.iter().find(|output| output.dtype() != dtype) {
                        self.note(format!("{what}: the output is of {}", output.dtype()));
                    } else {
                        self.right(what);
                    }
                }
                Some(outcome @ (Outcome::Crashed(_) | Outcome::Malformed(_))) => {
                    self.wrong(format!(
                        "{what}: {}\nWhat is not implemented is `unsupported`, and what is refused is `rejected`.",
                        text(outcome)
                    ));
                }
                _ => {}
            }
        }
        child
    }

    fn shapes(&mut self, mut child: Alive, started: &Started) -> Alive {
        let (operator, dtype) = plainest(started)?;
        for shape in [&[][..], &[0], &[2, 0, 3], &[1, 1, 1, 1, 1], &[2, 3]] {
            let what = format!("operands of shape {shape:?}");
            let (survivor, outcomes) = self.run(child, &what, &[case(operator, dtype, shape, 1)])?;
            child = survivor;
            match outcomes.first() {
                Some(Outcome::Output(outputs)) => match outputs.first() {
                    Some(output) if output.shape() != shape => {
                        self.note(format!("{what}: the output has shape {:?}", output.shape()));
                    }
                    _ => self.right(what),
                },
                Some(outcome @ (Outcome::Crashed(_) | Outcome::Malformed(_))) => {
                    self.wrong(format!("{what}: {}", text(outcome)));
                }
                Some(outcome) => self.note(format!("{what}: {}", text(outcome))),
                None => {}
            }
        }
        child
    }

    fn size(&mut self, child: Alive, started: &Started) -> Alive {
        let (operator, dtype) = plainest(started)?;
        let cases: Vec<Case> = (0..16).map(|step| case(operator, dtype, &[1 << 16], step)).collect();
        let what = "a batch of sixteen cases of 65536 elements";
        let (child, _) = self.run(child, what, &cases)?;
        if child.is_some() {
            self.right(what);
        }
        child
    }

    fn stop(&mut self, child: Alive) {
        let Some(mut child) = self.alive(child) else { return };
        child.tell_to_stop();
        match child.leave().as_deref() {
            Some("exited with code 0") => self.right("stop: exits with code 0"),
            Some(how) => self.wrong(format!("stop: {how}, expected to exit with code 0")),
            None => self.wrong("stop: runs on; expected to exit with code 0"),
        }
    }

    fn hang_up(&mut self) {
        let Some(mut child) = self.alive(None) else { return };
        child.hang_up();
        match child.leave() {
            Some(_) => self.right("end of standard input: exits"),
            None => self.wrong("end of standard input: runs on; expected to exit"),
        }
    }

    /// The child, or a new one; `None` when that does not start.
    fn alive(&mut self, child: Alive) -> Alive {
        if child.is_some() {
            return child;
        }
        let started = Child::spawn(self.settings).map_err(|error| error.to_string()).and_then(|mut child| {
            let started = child.start(self.settings.start);
            started.map(|_| child).map_err(|fault| fault.to_string())
        });
        started.map_err(|error| self.wrong(format!("it does not start a second time: {error}"))).ok()
    }

    /// Runs a batch. `None` once the adapter does not start any more; no child where it has not survived, and no outcomes.
    fn run(&mut self, child: Alive, what: &str, cases: &[Case]) -> Option<(Alive, Vec<Outcome>)> {
        let mut child = self.alive(child)?;
        let seq = child.next();
        let request = suite::run(seq, cases).map_err(|error| Fault::Malformed(error.to_string()));
        let outcomes = request.and_then(|request| child.exchange(request, self.settings.deadline)).and_then(|answer| {
            suite::read_ran(&answer, seq, cases.len()).map_err(|error| Fault::Malformed(error.to_string()))
        });
        match outcomes {
            Ok(outcomes) => Some((Some(child), outcomes)),
            Err(fault) => {
                self.wrong(format!("{what}: {fault}"));
                Some((None, Vec::new()))
            }
        }
    }
}

/// An operator and a type that the adapter declares: what the rest is tried with.
fn plainest(started: &Started) -> Option<(&'static Operator, DType)> {
    let declared = started.operators.iter().filter_map(|operator| Operator::named(&operator.qualified()));
    // An operator of two operands and no attributes where there is one: its cases need no more than a shape.
    let operator = declared.min_by_key(|operator| (operator.operands < 2, !operator.domain.is_empty()))?;
    let types = (operator.types)(operator.newest());
    let dtype = started.dtypes.iter().filter_map(|name| name.parse().ok()).find(|dtype| types.contains(dtype))?;
    Some((operator, dtype))
}

/// A well-formed case; the elements of its operands differ from step to step.
fn case(operator: &'static Operator, dtype: DType, shape: &[usize], step: u64) -> Case {
    let count: usize = shape.iter().product();
    let one = if dtype.is_float() { dtype.mask() >> 2 & !0xF } else { 0 };
    let operand = |shift: u64| {
        let bits: Vec<u64> = (0..count as u64)
            .map(|index| if dtype == DType::Bool { (index + step) % 2 } else { one + (index + step + shift) % 16 })
            .collect();
        Tensor::from_bits(dtype, shape, &bits)
    };
    let inputs = (0..operator.operands.min(2) as u64).filter_map(|shift| operand(shift).ok()).collect();
    Case::new(operator, operator.newest(), inputs, "check", Origin { source: "check".into(), seed: None })
}

fn first_bytes(outcome: &Outcome) -> Option<Vec<u8>> {
    match outcome {
        Outcome::Output(outputs) => outputs.first().map(Tensor::to_le_bytes),
        _ => None,
    }
}

fn text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Output(outputs) => format!("output of {} tensors", outputs.len()),
        Outcome::Rejected(why) | Outcome::Unsupported(why) | Outcome::Crashed(why) | Outcome::Malformed(why) => {
            format!("{}: {why}", outcome.name())
        }
        Outcome::TimedOut(after) => format!("no answer after {} s", after.as_secs()),
    }
}
