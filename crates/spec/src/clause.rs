//! The clauses: one testable sentence of a source each, with a permanent id. A file or a few for
//! each document.

use opconform_tensor::DType;

use crate::document::Document;
use crate::family::Family;
use crate::level::Level;
use crate::operator::Operator;
use crate::profile::{MAXIMA, PROFILES, Profile, profiles};
use crate::relation::Relation;
use crate::trial::Trial;
use crate::verdict::Decision;

mod determinism;
mod each;
mod mars;
mod mars_arguments;
mod maxima;
mod misread;
mod net;
mod net_span;
mod onnx;
mod onnx_clip;
mod onnx_reduce;
mod paddle;
mod relation;
mod robust;
mod sonnx;
mod turned;
mod whole;

/// One testable sentence of a source.
#[derive(Debug)]
pub struct Clause {
    /// The permanent id, such as `SONNX-MAX-P1`. Never reused.
    pub id: &'static str,
    /// How binding it is.
    pub level: Level,
    /// What it asks of a maximum, in a few words; of a minimum see [`asks`](Self::asks).
    pub title: &'static str,
    /// The words of the source.
    pub words: &'static str,
    /// Where they stand.
    pub place: &'static str,
    /// The documents that the words, and those quoted in `place`, stand in.
    pub documents: &'static [Document],
    /// The profiles that it belongs to.
    pub profiles: &'static [&'static str],
    /// The operators that it speaks of; a minimum under a sentence about the maximum is read with the order turned over.
    pub operators: &'static [&'static Operator],
    /// Who decides it.
    pub oracle: Oracle,
    /// Why it cannot say anything of an element type that its operators take; `None` where it can. See
    /// [`silence`](Self::silence).
    pub exempt: fn(DType) -> Option<&'static str>,
}

/// Who decides a clause.
#[derive(Clone, Copy, Debug)]
pub enum Oracle {
    /// A look at one case and its outcome.
    Each(fn(&Trial) -> Decision),
    /// A look at one case and its outcome, on cases that carry a published result.
    Published(fn(&Trial) -> Decision),
    /// A comparison between the outcomes of several cases: see [`PairResults`](crate::PairResults).
    CrossCase,
    /// A comparison with the outcomes of cases made of this one: see [`relate`](crate::relate).
    Metamorphic(Relation),
    /// A comparison with what the same implementation made of the same case in another circumstance: see
    /// [`same_in`](crate::same_in).
    Same(Circumstance),
}

/// What is not to change a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Circumstance {
    /// How many threads there are: what is judged has several, what it is compared with has one.
    Threads,
    /// How much a process was asked before: what is judged was asked first of all, what it is compared with after all cases.
    Warmth,
}

/// Every clause, in the order of reports.
pub static CLAUSES: &[&[Clause]] = &[
    sonnx::CLAUSES,
    onnx::CLAUSES,
    onnx_reduce::CLAUSES,
    net::CLAUSES,
    net_span::CLAUSES,
    mars::CLAUSES,
    mars_arguments::CLAUSES,
    paddle::CLAUSES,
    maxima::CLAUSES,
    determinism::CLAUSES,
    relation::CLAUSES,
    robust::CLAUSES,
    onnx_clip::CLAUSES,
];

/// Every clause, in the order of reports.
pub fn clauses() -> impl Iterator<Item = &'static Clause> + Clone {
    CLAUSES.iter().flat_map(|family| family.iter())
}

impl Clause {
    /// The clause of this id.
    pub fn named(id: &str) -> Option<&'static Self> {
        clauses().find(|clause| clause.id == id)
    }

    /// Why it cannot say anything of an element type; `None` where it can.
    ///
    /// Where none of its operators takes the type, it says nothing: unless it is a sentence on what they take, which says so of bool.
    pub fn silence(&self, dtype: DType) -> Option<&'static str> {
        let is_taken =
            |dtype| self.operators.iter().any(|it| it.versions.iter().any(|&at| (it.types)(at).contains(&dtype)));
        let is_on_types = (self.exempt)(DType::Bool).is_none() && !is_taken(DType::Bool);
        (self.exempt)(dtype).or_else(|| (!is_on_types && !is_taken(dtype)).then_some("none of its operators takes it"))
    }

    /// Whether it is a sentence of the five sources, or of none: what is right by them says nothing of other documents.
    pub fn is_of_the_sources(&self) -> bool {
        PROFILES.iter().any(|profile| self.profiles.contains(&profile.name))
    }

    /// The specification that it is a sentence of; `None` of one that belongs to no source, and is asked of everyone: of
    /// determinism, of relations between cases, of there being an answer at all.
    pub fn family(&self) -> Option<Family> {
        let profiles = || profiles().filter(|profile| self.profiles.contains(&profile.name));
        let family = profiles().next()?.family;
        profiles().all(|profile| profile.family == family).then_some(family)
    }

    /// Where its words can be read: in the documents that it quotes, or in the one that its profile is of.
    pub fn links(&self) -> Vec<&'static str> {
        let of_documents = self.documents.iter().map(|document| document.link());
        let own = || profiles().filter(|profile| self.documents.is_empty() && self.profiles.contains(&profile.name));
        let mut links: Vec<&str> = of_documents.chain(own().map(|profile| profile.link)).collect();
        links.dedup();
        links
    }
}

/// The profiles of the five sources: of clauses that are asked of each.
const OF_THE_SOURCES: &[&str] = &names::<{ PROFILES.len() }>(PROFILES, &[]);
/// Every profile.
const EVERY_PROFILE: &[&str] = &names::<{ PROFILES.len() + MAXIMA.len() }>(PROFILES, MAXIMA);

/// The names of `N` profiles.
const fn names<const N: usize>(profiles: &[&'static Profile], more: &[&'static Profile]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = if at < profiles.len() { profiles[at].name } else { more[at - profiles.len()].name };
        at += 1;
    }
    names
}

/// The `exempt` of a clause that speaks of NaNs, zeros or infinities.
fn floats_only(dtype: DType) -> Option<&'static str> {
    (!dtype.is_float()).then_some("integers and truth values have no NaN, no infinity and one zero")
}

/// The `exempt` of a clause whose operators take numbers alone.
fn not_a_number(dtype: DType) -> Option<&'static str> {
    (dtype == DType::Bool).then_some("none of its operators takes bool")
}
