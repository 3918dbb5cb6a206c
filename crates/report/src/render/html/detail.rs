//! What a departure has folded away: the profiles' verdicts, programs that show it again, and the findings that it is made of.

use maud::{Markup, html};

use super::mark;
use super::names::Names;
use crate::departure::Departure;
use crate::model::{Finding, Witness};
use crate::runs::listed;
use crate::text::{plural, thousands, visible};

/// The findings that a departure lists; `report.json` has them all.
const LISTED: usize = 48;

pub(super) fn folded(names: &Names, it: &Departure) -> Markup {
    let programs = &it.example.reproducers;
    let count = plural(it.findings.len() as u64, "finding");
    html! {
        details.more {
            summary { "Profiles" @if !programs.is_empty() { ", programs" } " and " (count) }
            (profiles(it))
            @if !programs.is_empty() {
                div.programs {
                    h5 { "Programs that show it without opconform" }
                    @for program in programs { (copied("program", &program.language, &program.text)) }
                }
            }
            @if let Some(why) = &it.example.no_reproducer { p.note { "No program of its own: " (visible(why)) "." } }
            (findings(names, it))
        }
    }
}

/// A text to be copied.
pub(crate) fn copied(class: &str, title: &str, text: &str) -> Markup {
    html! {
        div class=(format!("copy {class}")) {
            p.language { (visible(title)) }
            pre tabindex="0" { code { (lines(text)) } }
            button type="button" hidden data-copy="" aria-label=(format!("Copy: {}", visible(title))) { "Copy" }
        }
    }
}

/// A program: its lines stay lines, and everything else that acts on a reader is made visible.
fn lines(text: &str) -> String {
    text.split('\n').map(visible).collect::<Vec<_>>().join("\n")
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

fn findings(names: &Names, it: &Departure) -> Markup {
    // The id of the finding that stands for all is that of the departure.
    let id = |finding: &Finding| names.finding(finding).filter(|_| !std::ptr::eq(finding, it.example));
    html! {
        div.findings {
            h5 { "Findings; the witness was shrunk from " code { (visible(&it.example.witness.shrunk_from)) } }
            div.scroll role="region" aria-label="Findings" tabindex="0" {
                table {
                    thead { tr {
                        th scope="col" { "Finding" } th scope="col" { "Type" } th scope="col" { "Clause" }
                        th scope="col" { "Operands → result" } th scope="col" { "Bits" } th.num scope="col" { "Elements" }
                        th.num scope="col" { "Cases" } th scope="col" { "Case file" }
                    } }
                    tbody { @for finding in shown(it) { (row(id(finding), finding)) } }
                }
            }
            @if it.findings.len() > LISTED { p.note { (thousands((it.findings.len() - LISTED) as u64)) " more in report.json." } }
        }
    }
}

/// The findings that are listed: one of each clause, whatever else there is room for.
fn shown<'a>(it: &Departure<'a>) -> Vec<&'a Finding> {
    let first = |clause: &str| it.findings.iter().position(|finding| finding.clause == clause);
    let mut indices: Vec<usize> = it.clauses.iter().filter_map(|(clause, _)| first(clause)).collect();
    indices.extend((0..it.findings.len()).filter(|index| !indices.contains(index)).collect::<Vec<_>>());
    indices.truncate(LISTED);
    indices.sort_unstable();
    indices.into_iter().map(|index| it.findings[index]).collect()
}

fn row(id: Option<String>, finding: &Finding) -> Markup {
    html! {
        tr id=[id] {
            th scope="row" { code { (visible(&finding.id)) } }
            td { (finding.dtype.name()) }
            td { (visible(&finding.clause)) }
            td { (listed(&finding.operands, ToString::to_string)) @if let Some(result) = finding.result { " → " (result.name()) } }
            td { (bits(&finding.witness)) }
            td.num { (thousands(finding.elements)) }
            td.num { (thousands(finding.cases)) }
            td { code { (visible(&finding.witness.file)) } }
        }
    }
}

fn bits(witness: &Witness) -> Markup {
    html! {
        @if let Some(found) = &witness.found {
            code { (listed(&witness.operands, |it| visible(&it.hex))) " → " (visible(&found.hex)) }
        }
    }
}
