//! What is right: operators, profiles, clauses, expectations, and the judgement of an outcome against them.
//!
//! Pure: no I/O, no backend, no panic. [`reference`], which answers as the sources ask, is slow and obvious, and shares no code with any
//! kernel.
//! A profile answers with sets, a clause decides its own sentence: the two are written apart and tested against each other.

mod behaviour;
mod case;
mod choices;
mod claim;
mod clause;
mod computation;
mod defect;
mod direction;
mod document;
mod element_sources;
mod equivalence;
mod expectation;
mod facts;
mod family;
mod form;
mod function;
mod gap;
mod invalid_case;
mod judge;
mod layout;
mod level;
mod limits;
mod observations;
mod operator;
mod order;
mod outcome;
mod output;
mod profile;
mod reference;
mod relation;
mod rules;
mod ruling;
mod statement;
mod surroundings;
mod symptom;
mod trial;
mod verdict;
mod way;
mod which;

pub use behaviour::{Behaviour, Behaviours, Pair, SelectedOperand};
pub use case::{Attribute, Attributes, Case, Origin};
pub use choices::{Bits, Choice, Choices, Crossed, Measure, Missing, Nan, Nans, Zeros};
pub use claim::{Claim, Specification, claimed};
pub use clause::{CLAUSES, Circumstance, Clause, Oracle, clauses};
pub use computation::{Computation, Limit};
pub use defect::{DEFECTS, Defect};
pub use direction::{Direction, NanRule};
pub use document::Document;
pub use expectation::{ElementSet, Expectation};
pub use facts::{ElementOperands, Facts};
pub use family::Family;
pub use form::Form;
pub use function::FUNCTIONS;
pub use invalid_case::InvalidCase;
pub use judge::{ACROSS_CASES, Scope, decision, decision_of, decisions, judge, relate, same_in};
pub use layout::{Layout, repeated_axes};
pub use level::Level;
pub use observations::{Conflict, Observations, PairResult, PairResults};
pub use operator::{OPERATORS, Operator};
pub use outcome::{Crash, Outcome};
pub use output::Output;
pub use profile::{MAXIMA, PROFILES, Profile, profiles};
pub use reference::reference;
pub use relation::{Ask, Relation};
pub use rules::{Rules, example_nans};
pub use ruling::Ruling;
pub use statement::{STATEMENTS, Statement, Treatment, statements};
pub use symptom::{How, Symptom};
pub use trial::Trial;
pub use verdict::{Decision, Verdict, Witness};
pub use way::{Axis, Way, wider};
pub use which::Which;
