//! Traceability, both ways: from each clause to the cases, results and witnesses, and from cases to the clauses.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::mark;
use super::names::Names;
use crate::digest;
use crate::formula::plain;
use crate::model::{CaseGroup, Clause, Report};
use crate::text::{plural, thousands, visible};
use crate::trace::{ClauseRow, Exercise, by_clauses, exercise};

pub(super) fn section(report: &Report, names: &Names) -> Markup {
    html! {
        section #trace aria-labelledby="h-trace" {
            h2 #h-trace { "Traceability" }
            p.note { (crate::trace::LIMITS) }
            h3 { "From each clause to cases, results and witnesses" }
            div.clauses { @for (index, clause) in report.clauses.iter().enumerate() { (self::clause(report, names, index, clause)) } }
            (requirements(report, names))
            (cases(report, names))
            (defects(report))
            (gaps(report))
        }
    }
}

fn clause(report: &Report, names: &Names, index: usize, clause: &Clause) -> Markup {
    let Exercise { groups, cases } = exercise(report, clause);
    let verdicts: Vec<&str> =
        report.backends.iter().map(|backend| mark::token(digest::cell(backend, clause).mark, clause.level)).collect();
    let id = names.clause(index);
    let heading = format!("h-{id}");
    html! {
        article.clause id=(id) aria-labelledby=(heading) data-v=(verdicts.join(" ")) data-search=""
            data-c=(names.clauses.token(index)) data-p=(names.profiles.tokens(&clause.profiles))
        {
            details {
                summary {
                    h4 id=(heading) { (visible(&clause.id)) } span.level { (clause.level.name()) }
                    span.extent { (visible(&clause.asks_in_full())) " · " (plural(cases, "case")) }
                }
                div.body {
                    blockquote { p { "“" (visible(&plain(&clause.words))) "”" } footer { cite { (visible(&clause.place)) } } }
                    p.profiles { "Profiles: " (visible(&clause.profiles.join(", "))) "." }
                    (results(report, names, clause))
                    @if groups.is_empty() { p { "No case of this run exercises it on any backend." } }
                    @else {
                        p.note { "Cases that exercise it, such as:" }
                        ul.reasons { @for group in groups.iter().take(8) { li { code { (visible(&group.example)) } " — " (plural(group.cases, "case")) " of " (visible(&group.source)) } } }
                        @if groups.len() > 8 { p.note { "and " (groups.len() - 8) " groups more: see “From cases to clauses”." } }
                    }
                    @if names.backends.len() == 0 { p { "No backend was judged." } }
                }
            }
        }
    }
}

/// What each backend made of a clause: counts, witnesses, and reasons where there is nothing to count.
fn results(report: &Report, names: &Names, clause: &Clause) -> Markup {
    html! {
        div.scroll role="region" aria-label="Results by backend" tabindex="0" {
            table {
                thead { tr { th scope="col" { "Backends" } th scope="col" { "Verdict" } th.num scope="col" { "Compared" } th.num scope="col" { "Breaking" } th scope="col" { "Witnesses, or why there is no verdict" } } }
                tbody { @for row in crate::trace::rows(report, clause) { (result(names, clause, &row)) } }
            }
        }
    }
}

fn result(names: &Names, clause: &Clause, row: &ClauseRow) -> Markup {
    let token = mark::token(row.mark, clause.level);
    let backends: Vec<&str> = row.backends.iter().map(|&index| names.backends.label(index)).collect();
    let tokens: Vec<String> = row.backends.iter().map(|&index| names.backends.token(index)).collect();
    let witnesses = &row.witnesses;
    html! {
        tr data-b=(tokens.join(" ")) {
            th scope="row" { (backends.join(", ")) }
            td class=(format!("v-{token}")) { (mark::icon(token)) (mark::words(token)) }
            td.num { (thousands(row.count.compared)) }
            td.num { (thousands(row.count.violations)) }
            td {
                @if witnesses.is_empty() { @for reason in &row.reasons { (visible(reason)) " " } }
                @for file in witnesses.iter().take(4) { code { (visible(file)) } " " }
                @if witnesses.len() > 4 { "and " (witnesses.len() - 4) " more" }
            }
        }
    }
}

/// The statements of the sources, with the clauses of each.
fn requirements(report: &Report, names: &Names) -> Markup {
    let judged = report.requirements.iter().filter(|requirement| requirement.is_judged()).count() as u64;
    let in_part = report.requirements.iter().filter(|requirement| requirement.is_judged_in_part()).count() as u64;
    html! {
        h3 { "From each statement of the sources to clauses" }
        p.note { (crate::trace::REQUIREMENTS) }
        details.more {
            summary { (plural(report.requirements.len() as u64, "statement")) ", " (thousands(judged)) " of them judged, " (thousands(in_part)) " of these in part" }
            div.scroll role="region" aria-label="From each statement of the sources to clauses" tabindex="0" {
                table.wide {
                    thead { tr { th scope="col" { "Document" } th scope="col" { "Statement" } th scope="col" { "Begins with" } th scope="col" { "Clauses, or why none judges it" } } }
                    tbody {
                        @for requirement in &report.requirements {
                            tr data-c=(names.clauses.tokens(&requirement.clauses)) data-group="" {
                                th scope="row" { (visible(&requirement.document)) }
                                td { (visible(&plain(&requirement.place()))) }
                                td { (visible(&plain(&requirement.words))) }
                                td {
                                    (visible(&requirement.clauses.join(", ")))
                                    @if requirement.is_judged_in_part() { "; in part: " }
                                    @if let Some(reason) = &requirement.reason { (visible(reason)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cases(report: &Report, names: &Names) -> Markup {
    let row = |group: &CaseGroup| {
        html! {
            tr data-o=(names.operators.tokens(&[&group.operator])) data-t=(names.dtypes.tokens(&group.dtypes)) data-group="" {
                th scope="row" { (visible(&group.source)) }
                td { (visible(&group.operator)) " of " (visible(&group.dtypes.join(" "))) }
                td { (subjects(&group.subjects)) }
                td.num { (thousands(group.cases)) }
                td { code { (visible(&group.example)) } }
            }
        }
    };
    html! {
        h3 { "From cases to clauses" }
        p.note { "The table is also in traceability.md." }
        details.more.cases {
            summary { (plural(report.cases, "case")) " in " (plural(report.groups.len() as u64, "group")) " that exercise the same clauses" }
            p.note { "Above each block, the clauses that all cases of it exercise. For one case exactly: opconform replay ID." }
            div.scroll role="region" aria-label="From cases to clauses" tabindex="0" {
                table.wide {
                    thead { tr {
                        th scope="col" { "Source" } th scope="col" { "Operator and types" } th scope="col" { "About" }
                        th.num scope="col" { "Cases" } th scope="col" { "Such as" }
                    } }
                    @for (clauses, groups) in by_clauses(report) {
                        @let operators: BTreeSet<&str> = groups.iter().map(|group| group.operator.as_str()).collect();
                        @let dtypes: BTreeSet<&str> = groups.iter().flat_map(|group| &group.dtypes).map(String::as_str).collect();
                        tbody data-o=(names.operators.tokens(&Vec::from_iter(operators))) data-t=(names.dtypes.tokens(&Vec::from_iter(dtypes))) data-c=(names.clauses.tokens(clauses)) data-group="" {
                            tr { th scope="rowgroup" colspan="5" { span { (together(clauses)) } } }
                            @for group in groups { (row(group)) }
                        }
                    }
                }
            }
        }
    }
}

/// The clauses of a block.
fn together(clauses: &[String]) -> String {
    if clauses.is_empty() { "no clause".to_owned() } else { visible(&clauses.join(", ")) }
}

/// What cases are about, the first few of many.
fn subjects(subjects: &[String]) -> String {
    let shown: Vec<String> = subjects.iter().take(12).map(|subject| visible(subject)).collect();
    let more = subjects.len() - shown.len();
    if more == 0 { shown.join(", ") } else { format!("{}, and {more} more", shown.join(", ")) }
}

fn defects(report: &Report) -> Markup {
    html! {
        @if !report.defects.is_empty() {
            h3 { "Known defects of the sources" }
            div.scroll role="region" aria-label="Known defects of the sources" tabindex="0" {
                table {
                    thead { tr { th scope="col" { "Id" } th scope="col" { "Document" } th scope="col" { "What is wrong with it" } th.num scope="col" { "Cases" } th scope="col" { "Such as" } } }
                    tbody {
                        @for defect in &report.defects {
                            tr {
                                th scope="row" { (visible(&defect.id)) }
                                td { (visible(&defect.document)) }
                                td { (visible(&defect.text)) }
                                td.num { @if defect.gap.is_some() { (thousands(defect.cases)) } @else { "–" } }
                                td { @match &defect.example { Some(example) => code { (visible(example)) }, None => (visible(crate::trace::no_case(defect))) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn gaps(report: &Report) -> Markup {
    html! {
        @if !report.gaps.is_empty() {
            h3 { "Gaps in the sources" }
            p.note { "Where a source is silent or contradicts itself. No backend is at fault there." }
            div.scroll role="region" aria-label="Gaps in the sources" tabindex="0" {
                table {
                    thead { tr { th scope="col" { "Profile" } th scope="col" { "Gap" } th.num scope="col" { "Cases" } th scope="col" { "Such as" } } }
                    tbody {
                        @for gap in &report.gaps {
                            tr {
                                th scope="row" { (visible(&gap.profile)) }
                                td { (visible(&gap.gap)) }
                                td.num { (thousands(gap.cases)) }
                                td { code { (visible(&gap.example)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
