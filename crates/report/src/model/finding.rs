//! A finding: violations of one cause, and how the profiles stand to it.

use opconform_tensor::{Class, Types};
use serde::{Deserialize, Serialize};

use super::witness::Witness;
use crate::cause::Cause;
use crate::deed::Deed;
use crate::level::Level;
use crate::severity::Severity;

/// Violations of one cause, with the smallest input that shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// A stable id: the hash of backend, clause, operator, element types, way, kind of outcome, and the classes of operands and result.
    pub id: String,
    /// The id of the finding that stands for all of its departure, which may be this one: that one has the program, or says why there is
    /// none.
    pub departure: String,
    /// The cause of that departure.
    pub cause: Cause,
    /// The backend.
    pub backend: String,
    /// The operator.
    pub operator: String,
    /// The operator that takes the maximum by the same rules, where this one takes the minimum.
    pub mirrors: Option<String>,
    /// The element type of the operands.
    pub dtype: Types,
    /// The clause.
    pub clause: String,
    /// How binding it is: as the clause is; of an answer that changes with what was asked before, MUST where what came first is
    /// forbidden by what is claimed, and does not come and go.
    pub level: Level,
    /// The profiles that speak of the smallest case and have the clause.
    pub profiles: Vec<String>,
    /// What the clause is to the backend.
    pub standing: Standing,
    /// How bad it is.
    pub severity: Severity,
    /// What was done.
    pub deed: Deed,
    /// Whether the operands at fault show it alone: few of them, and one element of a result.
    pub alone: bool,
    /// Whether the clause speaks of several cases together, so that the operands of the witness need not be those of what was found.
    #[serde(rename = "related", default)]
    pub is_across_cases: bool,
    /// Who fails the witness though it is right: an error of this suite, and nothing against the backend.
    pub doubt: Option<String>,
    /// The classes of the operands of the witness, in order; empty where the whole answer is at fault.
    pub operands: Vec<Class>,
    /// The class of the result, where there is one.
    pub result: Option<Class>,
    /// Cases that show it.
    pub cases: u64,
    /// Elements that show it.
    pub elements: u64,
    /// The ways beside that of the witness in which cases show it, each as the witness has its own.
    #[serde(default)]
    pub ways: Vec<String>,
    /// The smallest input that shows it.
    pub witness: Witness,
    /// The profiles that do not accept the witness.
    pub breaks: Vec<Objection>,
    /// The profiles that speak of the witness and accept it or leave it open.
    pub allowed_by: Vec<Allowance>,
    /// Why it is accepted, where it is: `opconform gate` says so, and a run alone knows of nothing that is.
    pub waived: Option<Waived>,
    /// The witness as programs that need no opconform, where it stands for all of its departure: each calls the implementation
    /// that departs. None of any other finding: see `departure`.
    pub reproducers: Vec<Reproducer>,
    /// Why there is no such program, where the finding stands for all of its departure and has none.
    pub no_reproducer: Option<String>,
}

impl Finding {
    /// Whether a NaN is among the operands.
    pub(crate) fn has_nan(&self) -> bool {
        self.operands.iter().any(|class| class.is_nan())
    }

    /// Whether it is there in one run and may be gone in the next, with the backend as it was: what a compiler makes of a NaN's bits or a
    /// zero's sign once a process was asked much.
    pub fn comes_and_goes(&self) -> bool {
        self.witness.later.is_some() && self.severity >= Severity::ZeroSign
    }
}

/// What a clause is to a backend that breaks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// A sentence of a specification that the backend claims.
    Claimed,
    /// A sentence of no source, which is asked of everyone.
    Universal,
    /// A sentence of a specification that the backend does not claim: how far it is from that one, and no fault.
    Distance,
}

/// Why a finding is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waived {
    /// The reason.
    pub reason: String,
    /// Where more is said.
    pub link: String,
    /// Who accepts it, where that is said.
    pub by: Option<String>,
}

/// A witness as a program of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reproducer {
    /// What it is written in, such as `Python`.
    pub language: String,
    /// The program.
    pub text: String,
}

/// A profile that does not accept a witness.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Objection {
    /// The profile.
    pub profile: String,
    /// What it expects.
    pub expected: String,
}

/// A profile that does not object to a witness.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Allowance {
    /// The profile.
    pub profile: String,
    /// What it accepts, or the gap that leaves it open.
    pub accepts: String,
}
