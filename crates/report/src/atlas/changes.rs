//! What came and went with every version, on the first page: a row for each step from a version of a runtime to the next.

use maud::{Markup, html};

use super::history::{Change, Kind, Step};
use super::view::Runtime;
use crate::model::Weight;
use crate::render::html::mark;
use crate::text::{fit, visible};

/// The columns of the title of a departure.
const TITLE: usize = 90;

/// The steps of every runtime that there are several versions of, the newest first.
pub(super) fn section(runtimes: &[Runtime]) -> Markup {
    let mut several: Vec<&Runtime> = runtimes.iter().filter(|runtime| runtime.versions.len() > 1).collect();
    several.sort_by_key(|runtime| &runtime.folder);
    html! {
        @if several.is_empty() { p.note { "Of no runtime there are two versions." } }
        @else {
            p.note { "With which version which departure from what a runtime claims came or went; its page has the others too." }
            div.scroll role="region" aria-label="What came and went" tabindex="0" {
                table.list.cards {
                    caption { "What came and went with each version" }
                    thead { tr { th scope="col" { "Runtime" } th scope="col" { "Version" } th scope="col" { "What came and went" } } }
                    tbody { @for runtime in several { @for step in Step::all(&runtime.versions) { (row(runtime, &step)) } } }
                }
            }
        }
    }
}

fn row(runtime: &Runtime, step: &Step) -> Markup {
    let counting = step.changes.iter().filter(|it| it.departure.weight == Weight::Counts);
    html! {
        tr data-text="" {
            th scope="row" { a href=(format!("{}/index.html#history", runtime.folder)) { (runtime.label) } }
            td { (step.from.version) " → " a href=(format!("{}.html", step.to.path)) { (step.to.version) } }
            td { (step.words()) @for change in counting { (item(change, step)) } }
        }
    }
}

fn item(change: &Change, step: &Step) -> Markup {
    let token = if change.kind.is_of_older() { "ok" } else { "must" };
    let title = fit(&visible(&change.departure.title), TITLE);
    html! {
        div {
            span class=(format!("v-{token}")) { (mark::icon(token)) (change.kind.words()) } ": "
            a href=(change.view(step).departure_address(change.number)) { (visible(&title)) }
            @if let (Kind::Changed, Some(extent)) = (change.kind, &change.extent) { " " span.by { (visible(extent)) } }
        }
    }
}
