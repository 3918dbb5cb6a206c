//! A backend as a report has it: what it is, what it claims, and what it was not judged by.

use opconform_tensor::{Class, Types};
use serde::{Deserialize, Serialize};

use super::counted::CountedPairs;
use super::counts::{ClauseCount, OutcomeCounts, ProfileCount};
use super::family::ToFamily;
use super::observed::{Behaviour, Fingerprint, Grid, Lanes};

/// What was seen of one backend.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Backend {
    /// The name that selects it.
    pub name: String,
    /// The version of the implementation.
    pub version: String,
    /// What is behind it: library, version, configuration.
    pub description: String,
    /// What it says that it follows, or what it is judged by instead; empty where that is nothing.
    pub claims: Vec<Claim>,
    /// How its answers divide.
    pub outcomes: OutcomeCounts,
    /// Cases that it answers and that a profile of what it claims decides.
    pub claimed_cases: u64,
    /// One entry per clause of the report, in the same order.
    pub clauses: Vec<ClauseCount>,
    /// One entry per profile judged under, in the same order.
    pub profiles: Vec<ProfileCount>,
    /// What it says that it does not support.
    pub skips: Vec<Skip>,
    /// Clauses that were not exercised on an element type, with the reason.
    pub unexercised: Vec<Unexercised>,
    /// The rules for NaN, zeros and subnormals that it was observed to follow.
    pub fingerprints: Vec<Fingerprint>,
    /// How it fares with every two classes of operand.
    pub grids: Vec<Grid>,
    /// What it makes of two operands where that breaks a clause.
    pub behaviours: Vec<Behaviour>,
    /// What it takes at each position of short vectors, where that breaks a clause or is not the same everywhere.
    pub lanes: Vec<Lanes>,
    /// The pairs of operands that the backend was given apart from any case, all counted.
    pub counted: Vec<CountedPairs>,
    /// What was seen of it while its answers changed, and not any more when it was asked again: no departures.
    #[serde(default)]
    pub unsteady: Vec<Unsteady>,
    /// The faults of its process in calls that it answered when they were made again: of no case are they the outcome.
    #[serde(default)]
    pub passing_faults: Vec<PassingFault>,
    /// How it stands to every specification that it was judged under, in the order of the profiles.
    #[serde(default)]
    pub families: Vec<ToFamily>,
}

/// Violations that were seen, and not any more when all was asked again: they are counted nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsteady {
    /// The clause.
    pub clause: String,
    /// The operator.
    pub operator: String,
    /// The element type.
    pub dtype: Types,
    /// The classes of the operands, in order.
    pub operands: Vec<Class>,
    /// The class of the result.
    pub result: Option<Class>,
    /// Cases that showed it.
    pub cases: u64,
    /// One of them.
    pub example: String,
}

/// Faults of one kind in calls for one case or several, each of which was answered when it was asked for by itself, of a new process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PassingFault {
    /// What became of the first such call: how the process ended, what it did not keep to, or for how long nothing came.
    pub what: String,
    /// How many calls.
    pub calls: u64,
    /// How many cases the first of the calls was for.
    pub cases: u64,
    /// The id of the first of these cases.
    pub first: String,
}

/// A specification that a backend says it follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The specification, such as `ONNX`.
    pub specification: String,
    /// Where that is said.
    pub place: String,
    /// The profiles that it stands for; empty where the suite has none of it.
    pub profiles: Vec<String>,
}

/// Cases that a backend does not support, for one reason.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Skip {
    /// The backend's words.
    pub reason: String,
    /// How many cases.
    pub cases: u64,
    /// One of them.
    pub example: String,
}

/// A clause that was not exercised on an element type.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unexercised {
    /// The clause.
    pub clause: String,
    /// The element types, for the same reason.
    pub dtypes: Vec<Types>,
    /// Why not.
    pub reason: String,
    /// Whether the reason lies in the clause itself; otherwise in the backend or in the cases that were run.
    pub by_nature: bool,
}

/// A backend that could not be judged here.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unavailable {
    /// The name that selects it.
    pub name: String,
    /// Why, and what would make it available.
    pub reason: String,
}
