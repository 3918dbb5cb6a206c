//! What came of a call: the results of its pairs, or what came instead, with what was said of that.

use opconform_exhaust::Failure;
use opconform_spec::{Crash, Outcome};
use opconform_tensor::{DType, Tensor, shape_text};
use opconform_text::line;

/// The characters of a refusal or crash that are kept.
const LONGEST: usize = 200;

/// What came instead of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failed {
    pub(super) failure: Failure,
    /// What was said of it.
    pub(super) words: String,
    /// What was last said on standard error, which may be different every time.
    pub(super) heard: Option<String>,
}

/// The results of a call of so many pairs.
pub(super) fn answered(dtype: DType, pairs: usize, outcome: &Outcome) -> Result<&Tensor, Failed> {
    let failed = |failure, words: &str| Err(Failed { failure, words: line(words, LONGEST), heard: None });
    match outcome {
        Outcome::Output(outputs) => match outputs.as_slice() {
            [output] if output.dtype() == dtype && output.shape() == [pairs] => Ok(output),
            outputs => {
                let form = |output: &Tensor| format!("{} {}", output.dtype(), shape_text(output.shape()));
                let forms: Vec<String> = outputs.iter().map(form).collect();
                failed(Failure::Malformed, &format!("answered with {forms:?}"))
            }
        },
        Outcome::Rejected(message) => failed(Failure::Refused, message),
        Outcome::Unsupported(reason) => failed(Failure::NotOffered, reason),
        Outcome::Crashed(Crash { how, heard }) => {
            Err(Failed { failure: Failure::Crashed, words: line(how, LONGEST), heard: heard.clone() })
        }
        Outcome::TimedOut(after) => failed(Failure::TimedOut, &format!("no answer after {} s", after.as_secs_f64())),
        Outcome::Malformed(why) => failed(Failure::Malformed, why),
    }
}
