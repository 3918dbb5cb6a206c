//! The page of a specification: how every runtime stands to it, its clauses, and where it can be read.

use std::cmp::Reverse;

use maud::{Markup, html};

use super::catalogue::{Catalogue, Family};
use super::frame::{Frame, up};
use super::page::Page;
use super::view::{Runtime, View};
use crate::level::Level;
use crate::model::Clause;
use crate::render::html::mark;
use crate::standing::{Column, LEGEND, is_claimed};
use crate::text::{plural, visible};

const DEPTH: usize = 1;

/// The page of a specification.
pub(super) fn page(family: &Family, runtimes: &[Runtime], catalogue: &Catalogue) -> Page {
    let mut rows: Vec<(&Runtime, &View, &Column)> = runtimes
        .iter()
        .flat_map(|runtime| runtime.versions.iter().map(move |view| (runtime, view)))
        .filter_map(|(runtime, view)| Some((runtime, view, view.column(&family.name)?)))
        .collect();
    // Who claims it comes first, then the worst; the versions of a runtime stay in their order where they are as bad.
    rows.sort_by_key(|(.., column)| (!column.is_claimed, Reverse(column.departures)));
    let claiming: Vec<_> = rows.iter().filter(|(.., column)| column.is_claimed).collect();
    let keeping = claiming.iter().filter(|(.., column)| column.departures == Some(0)).count();
    let main = html! {
        section #runtimes aria-labelledby="h-runtimes" {
            h2 #h-runtimes { "Runtimes" }
            p.note { (LEGEND) "." }
            (table(&rows))
        }
        section #clauses aria-labelledby="h-clauses" {
            h2 #h-clauses { "Clauses" }
            (clauses(catalogue.clauses_of(family), runtimes, catalogue, DEPTH))
        }
        section #documents aria-labelledby="h-documents" {
            h2 #h-documents { "Documents" }
            dl.facts {
                @for profile in &family.profiles {
                    div { dt { (visible(&profile.name)) } dd { (visible(&profile.source)) " " (link(&profile.link)) } }
                }
            }
        }
    };
    let lead = match claiming.len() {
        0 => "nobody who was judged claims it".to_owned(),
        all => format!("{keeping} of the {} that claim it keep it", plural(all as u64, "version")),
    };
    let frame = Frame { title: &family.name, lead: html! { (lead) }, depth: DEPTH, main, script: None };
    Page { path: catalogue.family_path(&family.name), text: frame.page() }
}

fn table(rows: &[(&Runtime, &View, &Column)]) -> Markup {
    html! {
        div.scroll role="region" aria-label="Runtimes" tabindex="0" {
            table.matrix.atlas.cards {
                caption { "How each runtime stands to the specification" }
                thead { tr { th scope="col" { "Runtime" } th scope="col" { "Departures" } th scope="col" { "What they are" } } }
                tbody { @for (runtime, view, column) in rows {
                    tr {
                        th scope="row" { a href=(format!("{}{}.html", up(DEPTH), view.path)) { (runtime.label) " " (view.version) } }
                        td class=(format!("v-{}", column.token())) data-name="departures" { span.n { (column.text()) } }
                        td.worst { (column.kinds.join(", ")) }
                    }
                } }
            }
        }
    }
}

/// An address of a document, where it is one of the web; any other text is not led to.
pub(super) fn link(address: &str) -> Markup {
    html! {
        @if address.starts_with("https://") && visible(address) == address { a href=(address) rel="noreferrer" { (visible(address)) } }
        @else { (visible(address)) }
    }
}

/// A row for each of some clauses, with how many runtimes break it in their newest versions, and how many of those claim it.
pub(super) fn clauses<'c>(
    clauses: impl Iterator<Item = &'c Clause>,
    runtimes: &[Runtime],
    catalogue: &Catalogue,
    depth: usize,
) -> Markup {
    let broken = |clause: &Clause| {
        let newest = runtimes.iter().filter_map(|runtime| runtime.versions.first());
        let breaking: Vec<&View> = newest.filter(|view| view.breaks(clause)).collect();
        (breaking.len(), breaking.iter().filter(|view| is_claimed(view.backend(), clause)).count())
    };
    html! {
        div.scroll role="region" aria-label="Clauses" tabindex="0" {
            table.list.cards {
                caption { "Clauses" }
                thead { tr { th scope="col" { "Clause" } th scope="col" { "What it asks" } th.num scope="col" { "Runtimes that break it" } th.num scope="col" { "and claim it" } } }
                tbody { @for clause in clauses {
                    @let (count, claiming) = broken(clause);
                    tr data-text="" {
                        th scope="row" {
                            a href=(format!("{}{}", up(depth), catalogue.clause_path(&clause.id))) { (visible(&clause.id)) }
                            " " span.level { (clause.level.name()) }
                        }
                        td { (visible(&clause.title)) }
                        td.num data-name="broken by" { (count) }
                        td.num data-name="of whom claim it" { @if claiming > 0 { (mark::icon(if clause.level == Level::Must { "must" } else { "should" })) } (claiming) }
                    }
                } }
            }
        }
    }
}
