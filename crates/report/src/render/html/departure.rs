//! One departure: what was observed, the smallest witness beside the words of the source, and the line that shows it again.

use maud::{Markup, html};

use super::names::Names;
use super::{detail, mark};
use crate::departure::Departure;
use crate::digest;
use crate::formula::plain;
use crate::level::Level;
use crate::model::{Clause, Element, Report, Weight};
use crate::runs::{Run, runs};
use crate::standing::broken as broken_by;
use crate::text::{fit, thousands, visible};

/// The columns of a heading: a symptom may be all that a process had to say before it died.
const TITLE: usize = 140;
/// The columns of a symptom below it.
const SYMPTOM: usize = 400;

/// A departure, as the page shows it.
pub(super) struct Shown<'a> {
    /// The index of its backend.
    pub(super) backend: usize,
    /// Its place among those of its backend, from 0.
    pub(super) number: usize,
    pub(super) it: &'a Departure<'a>,
    /// Whether its programs and findings are shown too.
    pub(super) detailed: bool,
}

pub(super) fn article(report: &Report, names: &Names, shown: &Shown) -> Markup {
    let Shown { backend, number, it, detailed } = *shown;
    let clauses: Vec<&str> = it.clauses.iter().map(|(id, _)| *id).collect();
    let lead = names.clauses.index(&it.example.clause);
    let token = if it.must { "must" } else { "should" };
    let id = names.departure(backend, number, it.example);
    let heading = format!("h-{id}");
    html! {
        article.departure id=(id) aria-labelledby=(heading) data-v=(token) data-search=""
            data-t=(names.dtypes.tokens(&it.dtypes)) data-o=(names.operators.tokens(&it.operators))
            data-c=(names.clauses.tokens(&clauses)) data-p=(names.profiles.tokens(&profiles(report, it)))
        {
            header {
                a.number href=(format!("#{id}")) aria-label=(format!("Departure {}: its own address", number + 1)) { (number + 1) }
                h4 id=(heading) { (visible(&fit(&visible(&it.title), TITLE))) }
                span class=(format!("badge v-{token}")) { (mark::icon(token)) (Level::of(it.must).name()) }
                @if it.weight == Weight::Distance {
                    span.badge.v-none.unclaimed { (mark::icon("none")) "not claimed: " (visible(&broken_by(report, it).join(", "))) }
                }
                (waived(it))
                p.extent { (visible(&it.shows_in())) " · " (it.extent) }
            }
            div.evidence {
                (witness(it))
                div.source {
                    @if let Some(index) = lead { (quotation(names, index, &report.clauses[index], &it.example.operator)) }
                    (broken(names, it))
                }
            }
            (detail::copied("replay", "Replay", &it.example.witness.replay))
            @if !it.also.is_empty() { p.extent { "Also: " (visible(&it.also())) } }
            @if detailed { (detail::folded(names, it)) }
        }
    }
}

/// The profiles that a departure is about: those that have one of the clauses that it breaks, and those that do not accept it.
fn profiles<'a>(report: &'a Report, it: &Departure<'a>) -> Vec<&'a str> {
    let broken = |clause: &&Clause| it.clauses.iter().any(|(id, _)| *id == clause.id);
    let of_clauses = report.clauses.iter().filter(broken).flat_map(|clause| &clause.profiles);
    let mut all: Vec<&str> = of_clauses.map(String::as_str).collect();
    all.extend(it.findings.iter().flat_map(|finding| &finding.breaks).map(|breach| breach.profile.as_str()));
    all.sort_unstable();
    all.dedup();
    all
}

/// The words of the clause that a departure breaks first, and where they stand.
fn quotation(names: &Names, index: usize, clause: &Clause, operator: &str) -> Markup {
    html! {
        blockquote {
            p { "“" (visible(&plain(&clause.words))) "”" }
            footer {
                a href=(format!("#{}", names.clause(index))) { (visible(&clause.id)) } ": " (visible(clause.asks(operator))) ". "
                cite { (visible(&clause.place)) }
            }
        }
    }
}

/// Why a departure is accepted, where it is.
fn waived(it: &Departure) -> Markup {
    html! { @if let Some(words) = digest::waived(&it.findings) { p.waived { (visible(&words)) } } }
}

fn broken(names: &Names, it: &Departure) -> Markup {
    html! {
        p.broken { "Breaks "
            @for (index, (level, ids)) in it.clauses_by_level().iter().enumerate() {
                @if index > 0 { "; " }
                span.level { (level.name()) } " "
                @for (index, id) in ids.iter().enumerate() {
                    @if index > 0 { ", " }
                    @match names.clauses.index(id) {
                        Some(clause) => a href=(format!("#{}", names.clause(clause))) { (visible(id)) },
                        None => (visible(id)),
                    }
                }
            }
            "."
        }
    }
}

fn element(it: &Element) -> Markup {
    html! { code { (visible(&it.hex)) } " " span.decimal { (visible(&it.decimal)) } }
}

/// The smallest input that shows a departure, and what came of it.
pub(crate) fn witness(it: &Departure) -> Markup {
    let (example, witness) = (it.example, &it.example.witness);
    let at = witness.element().map_or_else(String::new, |element| format!(", {element}"));
    let (operands, more) = runs(&witness.operands);
    html! {
        dl.witness {
            div { dt { "Input" } dd { (visible(&example.operator)) " of " (example.dtype.name()) " " (visible(&witness.asked())) (at) (witness.in_set()) } }
            @for Run { start, length, item } in operands {
                div { dt { (operands_from(start, length)) } dd { (element(item)) } }
            }
            @if more > 0 { div { dt { "More operands" } dd { (thousands(more as u64)) ", in report.json" } } }
            @if let Some(found) = &witness.found { div.found { dt { "Gives" } dd { (element(found)) } } }
            @if let Some((case, other)) = &witness.differs_from {
                div { dt { "Elsewhere" } dd { (element(other)) " in " code { (visible(case)) } } }
            }
            @if !it.breaks.is_empty() {
                div { dt { "Expected" } dd { ul { @for (words, names) in &it.breaks {
                    li { (visible(words)) span.by { " · " (visible(&names.join(", "))) } }
                } } } }
            }
            div { dt { "What is wrong" } dd { (visible(&fit(&witness.symptom, SYMPTOM))) } }
        }
    }
}

fn operands_from(start: usize, length: usize) -> String {
    let first = thousands(start as u64 + 1);
    if length == 1 {
        format!("Operand {first}")
    } else {
        format!("Operands {first} to {}", thousands((start + length) as u64))
    }
}
