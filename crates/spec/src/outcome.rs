//! What a backend did with a case.

use std::time::Duration;

use opconform_tensor::Tensor;

/// What a backend did with one case. The six are told apart everywhere: a crash is never a skip.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It returned tensors.
    Output(Vec<Tensor>),
    /// It refused the case as ill-formed, with its message.
    Rejected(String),
    /// It says that it does not implement what the case asks for, and why.
    Unsupported(String),
    /// It panicked, was killed by a signal or exited; with what was last heard of it.
    Crashed(String),
    /// It did not answer in time.
    TimedOut(Duration),
    /// Its answer could not be understood.
    Malformed(String),
}

impl Outcome {
    /// The name in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Output(_) => "output",
            Self::Rejected(_) => "rejected",
            Self::Unsupported(_) => "unsupported",
            Self::Crashed(_) => "crashed",
            Self::TimedOut(_) => "timed out",
            Self::Malformed(_) => "malformed",
        }
    }
}
