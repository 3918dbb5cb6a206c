//! What a backend did with a case.

use std::fmt;
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
    /// It panicked, was killed by a signal or exited.
    Crashed(Crash),
    /// It did not answer in time.
    TimedOut(Duration),
    /// Its answer could not be understood.
    Malformed(String),
}

/// How an implementation crashed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// What ended it, in words: a signal, an exit code, or what it panicked with.
    pub how: String,
    /// What it last said on its standard error, which may be different every time.
    pub heard: Option<String>,
}

impl From<String> for Crash {
    fn from(how: String) -> Self {
        Self { how, heard: None }
    }
}

impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.heard {
            Some(words) => write!(f, "{} (standard error: {words})", self.how),
            None => f.write_str(&self.how),
        }
    }
}

impl Outcome {
    /// The output, where there is exactly one: of a call that has no more by its nature.
    pub fn only(&self) -> Option<&Tensor> {
        match self {
            Self::Output(outputs) => outputs.first().filter(|_| outputs.len() == 1),
            _ => None,
        }
    }

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
