//! The pages of a runtime: its versions and their history, the report of each, and badges.

use maud::{Markup, PreEscaped, html};

use super::badge;
use super::catalogue::Catalogue;
use super::found::FoundFaults;
use super::frame::{self, Frame, step, up, way};
use super::history::Step;
use super::page::Page;
use super::specification::link;
use super::view::{ROOM, Runtime, View};
use crate::model::Backend;
use crate::render::html::detail::copied;
use crate::render::html::{Surroundings, mark, page};
use crate::text::visible;

/// How deep the pages of a runtime are.
const DEPTH: usize = 2;

/// The pages of a runtime.
pub(super) fn pages(runtime: &Runtime, catalogue: &Catalogue, found: &FoundFaults) -> Vec<Page> {
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
                @if let Some(coverage) = view.coverage() { ". This one was " (coverage) "." }
            }
            @if let Some(again) = view.again() { (copied("again", "Again, the whole suite", &again)) }
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
fn overview(runtime: &Runtime, steps: &[Step], catalogue: &Catalogue, found: &FoundFaults) -> String {
    let newest = runtime.versions.first();
    let found = newest.and_then(|view| found.of_runtime(&view.backend().name, DEPTH));
    let families: Vec<&str> = catalogue
        .families
        .iter()
        .map(|family| family.name.as_str())
        .filter(|family| runtime.versions.iter().any(|view| view.column(family).is_some()))
        .collect();
    let main = html! {
        @if let Some(view) = newest { (claimed(view.backend())) }
        div.scroll role="region" aria-label="Versions" tabindex="0" {
            table.matrix.atlas.cards {
                caption { "How each version stands to every specification" }
                thead { tr {
                    th scope="col" { "Version" } th scope="col" { "Verdict" }
                    @for family in &families { th scope="col" { a href=(format!("{}{}", up(DEPTH), catalogue.family_path(family))) { (visible(family)) } } }
                } }
                tbody { @for view in &runtime.versions {
                    tr {
                        th scope="row" { a href=(format!("{}{}.html", up(DEPTH), view.path)) { (view.version) } }
                        td.said { (frame::verdict(view)) @if let Some(coverage) = view.coverage() { span.share { (coverage) } } }
                        @for family in &families {
                            @match view.column(family) {
                                Some(column) => td class=(format!("v-{}", column.token())) data-name=(visible(family)) title=(column.kinds.join(", ")) { span.n { (column.text()) } },
                                None => td.v-none.blank { span.n { "–" } },
                            }
                        }
                    }
                } }
            }
        }
        p.note { (crate::standing::LEGEND) "." }
        @if runtime.versions.iter().any(|view| !view.backend().counted.is_empty()) {
            section #counted aria-labelledby="h-counted" {
                h2 #h-counted { "Pairs that were counted" }
                ul.reasons {
                    @for view in &runtime.versions {
                        @for counted in &view.backend().counted {
                            li { a href=(format!("{}{}.html#observed", up(DEPTH), view.path)) { (view.version) } ", " (visible(&counted.title())) }
                        }
                    }
                }
            }
        }
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
        section #run aria-labelledby="h-run" {
            h2 #h-run { "What was run, and how anyone repeats it" }
            (run(runtime))
        }
        section #badges aria-labelledby="h-badges" {
            h2 #h-badges { "Badges" }
            ul.reasons {
                @if let Some(view) = newest { li { (picture("badge.svg", view)) "the newest version" } }
                @for view in &runtime.versions {
                    li { (picture(&format!("{}{}.svg", up(DEPTH), view.path), view)) (view.version) }
                }
            }
        }
    };
    let lead = html! { @if let Some(view) = newest { (mark::icon(view.verdict.conformity.token())) (visible(&view.verdict.words)) } };
    Frame { title: &runtime.label, lead, depth: DEPTH, main, script: None }.page()
}

/// What a runtime says that it follows, and where.
fn claimed(backend: &Backend) -> Markup {
    html! {
        p.about {
            "Claims "
            @if backend.claims.is_empty() { "nothing" }
            @for (index, claim) in backend.claims.iter().enumerate() {
                @if index > 0 { "; " }
                (visible(&claim.specification)) " (" (link(&claim.place)) ")"
                @if claim.profiles.is_empty() { ", of which this suite has no profile" }
            }
        }
    }
}

/// The badge of a version, which leads to its file.
fn picture(address: &str, view: &View) -> Markup {
    html! { a.picture href=(address) { (PreEscaped(badge::svg(view.report()).trim_end())) } " " }
}

/// What was run of each version, where and when, and the command that asks it again.
fn run(runtime: &Runtime) -> Markup {
    let again: Vec<Option<String>> = runtime.versions.iter().map(View::again).collect();
    html! {
        @for (view, again) in runtime.versions.iter().zip(&again) {
            h3 { (view.version) }
            p.about { (visible(&view.backend().description)) }
            @match again {
                Some(again) => (copied("again", "Again", again)),
                None => p.note { "It is of a report, which says by what command it was made." },
            }
        }
        @if again.iter().any(Option::is_some) {
            p.note {
                "A command asks the whole suite, of what is installed; " code { "opconform backends" } " says what is, and how the rest gets there. "
                code { "--share N" } " asks the first case of each kind and one in N of the others."
                @if again.iter().flatten().any(|command| command.contains(" --adapter ")) {
                    " COMMAND is a program that speaks for the runtime, which is no part of opconform: some are in " code { "crates/backends/adapters" } "."
                }
            }
        }
    }
}
