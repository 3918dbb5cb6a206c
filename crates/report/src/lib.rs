//! The report: the model of a judged run, its renderers, and its safe arrival on disk.
//!
//! The model is plain data: no clause is applied here, and no outcome judged. Departures, causes and verdicts follow from its findings
//! alone.
//! [`Format`] turns it into text, one file of `render/` per format; [`Staging`] publishes the files together or not at
//! all.

mod atlas;
mod cause;
mod counted;
mod deed;
mod departure;
mod diff;
mod digest;
mod evidence;
mod fault;
mod fingerprint;
mod fit;
mod formula;
mod issue;
mod level;
mod model;
mod operands;
mod passing_fault;
mod provenance;
mod qualification;
mod render;
mod room;
mod runs;
mod severity;
mod standing;
mod symptom;
mod text;
mod trace;
mod unsteady;
mod write;

pub use atlas::{Atlas, AtlasError, FaultFiles, FoundError, FoundFaults, JudgedReport, Page, SuiteCoverage};
pub use cause::Cause;
pub use counted::BeyondCases;
pub use deed::Deed;
pub use departure::{Departure, cause_count};
pub use diff::{Diff, Lost};
pub use evidence::{Evidence, QualificationRun, Quoting};
pub use fault::{Fault, Reason};
pub use formula::plain;
pub use issue::{Issue, Program};
pub use level::Level;
pub use model::{
    Allowance, Backend, Behaviour, CaseGroup, Claim, Clause, ClauseCount, Count, CountedPairs, Defect, Element,
    Finding, FindingGroup, Fingerprint, Gap, Grid, LaneKind, Lanes, Objection, OutcomeCounts, PairRow, PassingFault,
    Profile, ProfileCount, Provenance, Report, Reproducer, Requirement, SCHEMA, Skip, Source, SpecificationPairs,
    Standing, ToFamily, Turned, Unavailable, Unexercised, Unsteady, UsedFile, Waived, Weight, Witness,
};
pub use opconform_text::visible;
pub use operands::{MOST_TOLD, Shapes, type_names};
pub use qualification::{
    Conformers, Crossed, CrossedFault, FaultFamily, Kill, KillingClause, ObjectingProfile, QUALIFICATION_SCHEMA,
    Qualification, SparedConformer, SparedControl, TriedDocument, TriedMutant, Uncrossed,
};
pub use render::json::{LARGEST, ReadError, read};
pub use render::markdown::escape::{code, prose};
pub use render::{Format, View};
pub use runs::listed;
pub use severity::Severity;
pub use text::{plural, shell_path, shell_word, thousands};
pub use write::{Staging, WriteError};
