//! The qualification of the suite: which clause kills which planted fault, which controls are spared, and what is missing.
//!
//! Nothing in it depends on the machine or the moment: the same suite gives the same text.

use serde::{Deserialize, Serialize};

use crate::level::Level;

mod causes;
mod counts;
mod markdown;
mod terminal;

/// The version of the qualification's JSON.
pub const QUALIFICATION_SCHEMA: u32 = 3;

/// What the suite made of the planted faults.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Qualification {
    /// The version of this form: [`QUALIFICATION_SCHEMA`].
    pub schema: u32,
    /// The suite's version.
    pub version: String,
    /// The seed of everything random.
    pub seed: u64,
    /// The cases of the suite.
    pub cases: u64,
    /// What objects to the implementation without a fault: nothing, if all is well.
    pub sound: Vec<Kill>,
    /// The planted faults by class.
    pub families: Vec<FaultFamily>,
    /// The faults that are also planted in one operator, one element type, and calls of more than so many elements alone.
    pub crossed: Vec<CrossedFault>,
    /// The faults that are not, by the reason; none where an older program gave none.
    #[serde(default)]
    pub uncrossed: Vec<Uncrossed>,
    /// The equivalent controls.
    pub controls: Vec<SparedControl>,
    /// Every clause, in the order of reports.
    pub clauses: Vec<KillingClause>,
    /// Every profile, in the order of reports.
    pub profiles: Vec<ObjectingProfile>,
    /// Whoever does anything that a profile allows; none where an older program knew of none.
    #[serde(default)]
    pub conformers: Conformers,
    /// The documents on the maximum of two numbers; none where an older program knew of none.
    #[serde(default)]
    pub documents: Vec<TriedDocument>,
}

/// For each profile, whoever does anything that it allows: at every element, and wherever it leaves a choice of refusing or answering.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Conformers {
    /// The most elements of a case, in its operands or in its result, in which all of them are tried that it concerns.
    pub largest: u64,
    /// The most elements of a case in which one of these is tried, by turns.
    pub longest: u64,
    /// In the order of reports.
    pub profiles: Vec<SparedConformer>,
}

/// Whoever does anything that a profile allows, and what objects.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SparedConformer {
    /// The profile.
    pub profile: String,
    /// The cases that it has an outcome in.
    pub cases: u64,
    /// Whether the profile's sets hold all its outcomes.
    pub inside: bool,
    /// The MUST clauses of the profile that object: none, if all is well.
    pub killed_by: Vec<Kill>,
}

/// A document on the maximum of two numbers: what came of a maximum that does what it says, and of faults of that one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TriedDocument {
    /// The profile that reads it.
    pub profile: String,
    /// The document.
    pub source: String,
    /// What the maximum without a fault does where the document leaves a choice.
    pub choice: String,
    /// The cases that the document speaks of, and that it was tried in.
    pub cases: u64,
    /// What objects to the maximum without a fault: nothing, if all is well.
    pub killed_by: Vec<Kill>,
    /// Whether the profile's sets hold all its answers.
    pub inside: bool,
    /// The faults.
    pub mutants: Vec<TriedMutant>,
    /// The clauses of the document.
    pub clauses: Vec<KillingClause>,
}

/// Faults of one class.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FaultFamily {
    /// The name.
    pub name: String,
    /// What its faults have in common.
    pub about: String,
    /// The faults.
    pub mutants: Vec<TriedMutant>,
}

/// A planted fault, and what kills it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TriedMutant {
    /// The name.
    pub name: String,
    /// The fault, in a line.
    pub fault: String,
    /// Where the field has had it: threads on GitHub, as `owner/repository#number`.
    pub seen: Vec<String>,
    /// Cases whose answer differs from that of the implementation without a fault.
    pub differs: u64,
    /// Cases of these in which every operand gets to the operator in the plain way; none where an older program did not count them.
    #[serde(default)]
    pub plainly: Option<u64>,
    /// The clauses that object, in the order of reports.
    pub killed_by: Vec<Kill>,
    /// The profiles whose sets do not hold some answer.
    pub outside: Vec<String>,
    /// The departures that a report makes of it.
    pub departures: u64,
    /// Why they are several, where that is stated.
    pub several: Option<String>,
    /// Witnesses that are failed by who is right too, with who that is.
    pub doubts: Vec<String>,
}

/// A fault that is confined to one operator, one element type, and calls beyond one length, each in turn.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CrossedFault {
    /// The name of the planted fault.
    pub name: String,
    /// It is planted in calls of more elements than each of these.
    pub beyond: Vec<u64>,
    /// By element type: of all operators and lengths together.
    pub types: Vec<Crossed>,
    /// By operator: of all element types and lengths together.
    pub operators: Vec<Crossed>,
    /// Where it survives: operator, element type, and the least length beyond which no clause objects.
    pub survives: Vec<String>,
}

/// Faults that are planted as a whole alone, for one reason.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Uncrossed {
    /// What each of them does, or is.
    pub why: String,
    /// Their names.
    pub faults: Vec<String>,
}

/// Of the faults that are confined to one type, or to one operator: how many are planted, and how many a clause objects to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Crossed {
    /// The name of the type or operator.
    pub name: String,
    /// How many are planted.
    pub planted: u64,
    /// How many of them are killed.
    pub killed: u64,
}

/// The objections of one clause to one implementation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kill {
    /// The id of the clause.
    pub clause: String,
    /// How many cases had been tried when it first objected, that one included.
    pub after: u64,
    /// The id of that case.
    pub case: String,
    /// How many cases it objects to.
    pub cases: u64,
}

/// A maximum that differs only where a profile leaves a choice, judged under that profile.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SparedControl {
    /// The name.
    pub name: String,
    /// The profile.
    pub profile: String,
    /// What it does otherwise.
    pub difference: String,
    /// What leaves the choice.
    pub latitude: String,
    /// Cases whose answer differs from that of the implementation without a fault.
    pub differs: u64,
    /// The clauses of the profile that object: none, if all is well.
    pub killed_by: Vec<Kill>,
    /// Whether the profile's sets hold all its answers.
    pub inside: bool,
}

/// A clause, and how many planted faults it kills.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KillingClause {
    /// The id.
    pub id: String,
    /// How binding it is.
    pub level: Level,
    /// Comparisons that it made of the implementation without a fault.
    pub compared: u64,
    /// The planted faults that it kills.
    pub kills: u64,
    /// Those of them that no other clause kills.
    pub alone: Vec<String>,
}

/// A profile, and how many planted faults give an answer that its sets do not hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ObjectingProfile {
    /// The name.
    pub name: String,
    /// How many.
    pub objects_to: u64,
}

#[cfg(test)]
mod tests;
