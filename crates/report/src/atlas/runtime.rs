//! The pages of a runtime: its versions and their history, the report of each, and badges.

use maud::html;

use super::Page;
use super::badge;
use super::catalogue::Catalogue;
use super::found::Found;
use super::frame::{self, Frame, step, up, way};
use super::history::Step;
use super::view::{ROOM, Runtime, View};
use crate::model::Backend;
use crate::render::html::{Surroundings, mark, page};
use crate::standing::claims;
use crate::text::visible;

/// How deep the pages of a runtime are.
const DEPTH: usize = 2;

/// The pages of a runtime.
pub(super) fn pages(runtime: &Runtime, catalogue: &Catalogue, found: &Found) -> Vec<Page> {
    let steps = Step::all(&runtime.versions);
    let mut pages = vec![Page {
        path: format!("{}/index.html", runtime.folder),
        text: overview(runtime, &steps, catalogue, found),
    }];
    if let Some(newest) = runtime.versions.first() {
        pages.push(Page { path: format!("{}/badge.svg", runtime.folder), text: badge::svg(newest.report()) });
    }
    for (index, view) in runtime.versions.iter().enumerate() {
        pages.push(Page { path: format!("{}.html", view.path), text: version(runtime, view, steps.get(index)) });
        pages.push(Page { path: format!("{}.svg", view.path), text: badge::svg(view.report()) });
    }
    pages
}

/// The report of a version, with what came and went with it.
fn version(runtime: &Runtime, view: &View, since: Option<&Step>) -> String {
    let others = runtime.versions.iter().filter(|other| other.path != view.path);
    let before = html! {
        section #history aria-labelledby="h-history" {
            h2 #h-history { "Versions" }
            p.note {
                a href="index.html" { "All versions of " (runtime.label) }
                @for other in others { " · " a href=(format!("{}{}.html", up(DEPTH), other.path)) { (other.version) } }
                @if let Some(share) = view.share() { ". This one was " (share) "." }
            }
            @if let Some(since) = since { (step(since, DEPTH)) }
        }
    };
    page(
        view.report(),
        &Surroundings {
            title: format!("{} {}", runtime.label, view.version),
            way: way(DEPTH),
            before,
            has_provenance: false,
            room: ROOM,
        },
    )
}

/// The versions of a runtime, how each stands to every specification, and what each changed.
fn overview(runtime: &Runtime, steps: &[Step], catalogue: &Catalogue, found: &Found) -> String {
    let newest = runtime.versions.first();
    let found = newest.and_then(|view| found.of_runtime(&view.backend().name, DEPTH));
    let families: Vec<&str> = catalogue
        .families
        .iter()
        .map(|family| family.name.as_str())
        .filter(|family| runtime.versions.iter().any(|view| view.column(family).is_some()))
        .collect();
    let main = html! {
        @if let Some(view) = newest { (about(view.backend())) }
        div.scroll role="region" aria-label="Versions" tabindex="0" {
            table.matrix.atlas {
                caption { "How each version stands to every specification" }
                thead { tr {
                    th scope="col" { "Version" } th scope="col" { "Verdict" }
                    @for family in &families { th scope="col" { a href=(format!("{}{}", up(DEPTH), catalogue.family_path(family))) { (visible(family)) } } }
                } }
                tbody { @for view in &runtime.versions {
                    tr {
                        th scope="row" { a href=(format!("{}{}.html", up(DEPTH), view.path)) { (view.version) } }
                        td.said { (frame::verdict(view)) @if let Some(share) = view.share() { span.share { (share) } } }
                        @for family in &families {
                            @match view.column(family) {
                                Some(column) => td class=(format!("v-{}", column.token())) title=(column.kinds.join(", ")) { span.n { (column.text()) } },
                                None => td.v-none { span.n { "–" } },
                            }
                        }
                    }
                } }
            }
        }
        p.note { (crate::standing::LEGEND) "." }
        @if let Some(found) = found {
            section #found aria-labelledby="h-found" {
                h2 #h-found { "Found, with a program that shows it" }
                (found)
            }
        }
        @if !steps.is_empty() {
            section #history aria-labelledby="h-history" {
                h2 #h-history { "What came and went" }
                @for it in steps { h3 { (it.to.version) } (step(it, DEPTH)) }
            }
        }
        section #badges aria-labelledby="h-badges" {
            h2 #h-badges { "Badges" }
            ul.reasons {
                li { a href="badge.svg" { "of the newest version" } }
                @for view in &runtime.versions { li { a href=(format!("{}{}.svg", up(DEPTH), view.path)) { "of " (view.version) } } }
            }
        }
    };
    let lead = html! { @if let Some(view) = newest { (mark::icon(view.verdict.conformity.token())) (visible(&view.verdict.words)) } };
    Frame { title: &runtime.label, lead, depth: DEPTH, main, script: None }.page()
}

/// What a runtime is, and what it says that it follows.
fn about(backend: &Backend) -> maud::Markup {
    html! {
        p.about { (visible(&backend.description)) }
        p.about { "Claims " (visible(&claims(backend))) }
    }
}
