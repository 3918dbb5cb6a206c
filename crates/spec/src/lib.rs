//! What is right: operators, profiles, clauses, expectations, and the judgement of an outcome against them.
//!
//! Pure: no I/O, no backend, no panic. The reference semantics is slow and obvious, and shares no code with any kernel.
//! A profile answers with sets, a clause decides its own sentence: the two are written apart and tested against each other.

mod alike;
mod behaviour;
mod breach;
mod case;
mod choices;
mod claim;
mod clause;
mod computation;
mod defect;
mod direction;
mod document;
mod expectation;
mod facts;
mod family;
mod form;
mod function;
mod gap;
mod judge;
mod layout;
mod limits;
mod meeting;
mod operator;
mod order;
mod outcome;
mod profile;
mod reference;
mod relation;
mod rules;
mod ruling;
mod statement;
mod symptom;
mod verdict;
mod way;

pub use behaviour::{Behaviour, Behaviours, Pair, Taken};
pub use breach::Breach;
pub use case::{Attribute, Attributes, Case, Origin};
pub use choices::{Bits, Choice, Choices, Crossed, Measure, Missing, Nan, Nans, Zeros};
pub use claim::{Claim, Specification};
pub use clause::{
    CLAUSES, Circumstance, Clause, Conflict, LaneLedger, Level, Observations, Oracle, Seen, Trial, clauses,
};
pub use computation::Computation;
pub use defect::{DEFECTS, Defect};
pub use direction::{Direction, NanRule};
pub use document::Document;
pub use expectation::{ElementSet, Expectation};
pub use facts::{Facts, Met};
pub use family::Family;
pub use form::Form;
pub use function::FUNCTIONS;
pub use judge::{Judgement, Scope, decision, decisions, judge};
pub use layout::Layout;
pub use operator::{OPERATORS, Operator};
pub use outcome::{Crash, Outcome};
pub use profile::{MAXIMA, PROFILES, Profile, profiles};
pub use reference::reference;
pub use relation::{Ask, Relation, relate, same_in};
pub use rules::{Rules, example_nans};
pub use ruling::Ruling;
pub use statement::{STATEMENTS, Statement, Treatment, statements};
pub use symptom::{How, Symptom};
pub use verdict::{Decision, Verdict, Witness};
pub use way::{Way, Which, wider};
