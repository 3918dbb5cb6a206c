//! One departure: what was observed, the clause in its own words, the smallest witness, and how to see it again.

use maud::{Markup, html};

use super::mark;
use super::names::Names;
use crate::departure::{Departure, Extent};
use crate::digest;
use crate::model::{Element, Finding, Report, Witness};
use crate::runs::{Run, listed, runs};
use crate::text::{fit, plural, thousands, visible};

/// The columns of a heading: a symptom may be all that a process had to say before it died.
const TITLE: usize = 140;
/// The findings that a departure lists; `report.json` has them all.
const LISTED: usize = 12;

/// A departure; where it is not to be shown in detail, a heading with the clauses and the line that replays it.
pub(super) fn article(
    report: &Report,
    names: &Names,
    backend: usize,
    number: usize,
    it: &Departure,
    detailed: bool,
) -> Markup {
    let clauses: Vec<&str> = it.clauses.iter().map(|(id, _)| *id).collect();
    let token = if it.must { "must" } else { "should" };
    let example = it.example;
    let heading = format!("h-d{backend}-{}", number + 1);
    let head = html! {
        span class=(format!("badge v-{token}")) { (mark::icon(token)) @if it.must { "MUST" } @else { "SHOULD" } }
        h5 id=(heading) { (visible(&fit(&visible(&it.title), TITLE))) }
        span.extent {
            (visible(&it.operators.join(", "))) " of " (visible(&it.dtypes.join(" "))) " · " (extent(it.extent))
        }
    };
    html! {
        article.departure id=(format!("d{backend}-{}", number + 1)) aria-labelledby=(heading)
            data-t=(names.dtypes(&it.dtypes)) data-o=(names.operators(&it.operators))
            data-c=(names.clauses(&clauses)) data-v=(token)
        {
            @if detailed { details { summary { (head) } div.body { (body(report, it)) } } }
            @else { div.brief { (head) (waived(it)) (broken(it)) code { (visible(&example.witness.replay)) } } }
        }
    }
}

fn body(report: &Report, it: &Departure) -> Markup {
    let example = it.example;
    html! {
        (waived(it))
        @if let Some(clause) = digest::clause(report, &example.clause) {
            blockquote {
                p { "“" (visible(&clause.words)) "”" }
                footer { (visible(&clause.id)) ": " (visible(clause.asks(&example.operator))) ". " cite { (visible(&clause.place)) } }
            }
        }
        (witness(&example.dtype, &example.operator, &example.witness))
        (profiles(it))
        (broken(it))
        (reproduce(example))
        (findings(&it.findings))
    }
}

/// Why a departure is accepted, where it is.
fn waived(it: &Departure) -> Markup {
    html! { @if let Some(words) = digest::waived(&it.findings) { p.waived { (visible(&words)) } } }
}

fn broken(it: &Departure) -> Markup {
    html! {
        p { "Breaks "
            @for (index, (level, ids)) in it.clauses_by_level().iter().enumerate() {
                @if index > 0 { "; " }
                span.level { (visible(level)) } " " (visible(&ids.join(", ")))
            }
            "."
        }
    }
}

fn extent(Extent { elements, cases, at_least }: Extent) -> String {
    let more = if at_least { "at least " } else { "" };
    format!("{more}{} in {}", plural(elements, "element"), plural(cases, "case"))
}

fn element(it: &Element) -> Markup {
    html! { code { (visible(&it.hex)) } " " span.decimal { (visible(&it.decimal)) } }
}

fn witness(dtype: &str, operator: &str, witness: &Witness) -> Markup {
    let at = witness.position.map_or_else(String::new, |position| format!(", element {position}"));
    let (operands, more) = runs(&witness.operands);
    html! {
        dl.facts.witness {
            div { dt { "Input" } dd { (visible(operator)) " of " (visible(dtype)) " " (visible(&witness.shapes)) (at) ", operator set " (witness.opset) } }
            @for Run { start, length, item } in operands {
                div { dt { (operands_from(start, length)) } dd { (element(item)) } }
            }
            @if more > 0 { div { dt { "More operands" } dd { (thousands(more as u64)) ", in report.json" } } }
            @if let Some(found) = &witness.found { div.found { dt { "Gives" } dd { (element(found)) } } }
            @if let Some((case, other)) = &witness.differs_from {
                div { dt { "Elsewhere" } dd { (element(other)) " in " code { (visible(case)) } } }
            }
            div { dt { "What is wrong" } dd { (visible(&witness.symptom)) } }
            div { dt { "Shrunk from" } dd { code { (visible(&witness.shrunk_from)) } } }
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

fn profiles(it: &Departure) -> Markup {
    let breaks = it.breaks.iter().map(|row| (row, "must", "does not accept it"));
    let allows = it.allows.iter().map(|row| (row, "ok", "does not object"));
    let rows: Vec<_> = breaks.chain(allows).collect();
    html! {
        @if !rows.is_empty() {
            div.scroll role="region" aria-label="What the profiles expect" tabindex="0" {
                table {
                    thead { tr { th scope="col" { "Profile" } th scope="col" { "Verdict" } th scope="col" { "Expected, or why it is open" } } }
                    tbody {
                        @for ((words, names), token, verdict) in rows {
                            tr {
                                th scope="row" { (visible(&names.join(", "))) }
                                td class=(format!("v-{token}")) { (mark::icon(token)) (verdict) }
                                td { (visible(words)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The lines that show it again, each to be copied.
fn reproduce(finding: &Finding) -> Markup {
    let command = ("Command line", finding.witness.replay.as_str());
    let programs = finding.reproducers.iter().map(|it| (it.language.as_str(), it.text.as_str()));
    html! {
        h6 { "See it again" }
        @for (index, (language, text)) in std::iter::once(command).chain(programs).enumerate() {
            div.copy {
                p.language { (visible(language)) }
                pre tabindex="0" { code { (lines(text)) } }
                button type="button" hidden data-copy="" aria-label=(format!("Copy: {}", visible(language))) { "Copy" }
                @if index == 0 { span.vh { "the witness is " (visible(&finding.witness.file)) } }
            }
        }
    }
}

/// A program: its lines stay lines, and everything else that acts on a reader is made visible.
fn lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
}

fn findings(findings: &[&Finding]) -> Markup {
    html! {
        details.more {
            summary { "Made of " (plural(findings.len() as u64, "finding")) }
            div.scroll role="region" aria-label="Findings" tabindex="0" {
                table {
                    thead { tr {
                        th scope="col" { "Finding" } th scope="col" { "Type" } th scope="col" { "Clause" }
                        th scope="col" { "Operands → result" } th scope="col" { "Bits" } th.num scope="col" { "Elements" } th.num scope="col" { "Cases" }
                    } }
                    tbody {
                        @for it in findings.iter().take(LISTED) {
                            tr {
                                th scope="row" { code { (visible(&it.id)) } }
                                td { (visible(&it.dtype)) }
                                td { (visible(&it.clause)) }
                                td { (listed(&it.operands, |class| visible(class))) @if let Some(result) = &it.result { " → " (visible(result)) } }
                                td { (bits(&it.witness)) }
                                td.num { (it.elements) }
                                td.num { (it.cases) }
                            }
                        }
                    }
                }
            }
            @if findings.len() > LISTED { p.note { (thousands((findings.len() - LISTED) as u64)) " more in report.json." } }
        }
    }
}

fn bits(witness: &Witness) -> Markup {
    html! {
        @if let Some(found) = &witness.found {
            code {
                (listed(&witness.operands, |it| visible(&it.hex))) " → " (visible(&found.hex))
            }
        }
    }
}
