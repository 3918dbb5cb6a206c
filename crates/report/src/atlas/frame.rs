//! What every page of the site has: the head, the way to the others, and nothing that is fetched from anywhere.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::history::{Change, Step};
use super::view::View;
use crate::departure::Departure;
use crate::model::Weight;
use crate::render::html::{FILTERS, POLICY, PRINT, STYLE, mark, page_head};
use crate::text::{fit, visible};

/// What the pages of the site have beside what those of reports have.
const OWN: &str = include_str!("atlas.css");

/// A page of the site.
pub(super) struct Frame<'a> {
    pub(super) title: &'a str,
    /// A line below the title.
    pub(super) lead: Markup,
    /// How many folders the page is below that of the site.
    pub(super) depth: usize,
    pub(super) main: Markup,
    pub(super) script: Option<&'static str>,
}

impl Frame<'_> {
    /// The whole page.
    pub(super) fn page(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                (page_head(self.title, POLICY, &[STYLE, OWN, PRINT]))
                body {
                    (mark::symbols())
                    (way(self.depth))
                    header.top { div.title { h1 { (visible(self.title)) } p.lead { (self.lead) } } }
                    main { (self.main) }
                    footer {
                        p { "A report is evidence of what was run, with its limits stated. It proves nothing of what was not run." }
                    }
                    @if let Some(script) = self.script { script { (PreEscaped(FILTERS)) (PreEscaped(script)) } }
                }
            }
        };
        page.into_string() + "\n"
    }
}

/// The way from a page, so many folders below that of the site, to the others.
pub(super) fn way(depth: usize) -> Markup {
    let home = format!("{}index.html", up(depth));
    html! {
        nav.way aria-label="Atlas" {
            a href=(home) { "All runtimes" }
            a href=(format!("{home}#found")) { "Found" }
            a href=(format!("{home}#history")) { "What came and went" }
            a href=(format!("{home}#specifications")) { "Specifications" }
            a href=(format!("{home}#clauses")) { "Clauses" }
        }
    }
}

/// From a page, so many folders below that of the site, to that folder.
pub(super) fn up(depth: usize) -> String {
    "../".repeat(depth)
}

/// The verdict on a version, with its sign.
pub(super) fn verdict(view: &View) -> Markup {
    let token = view.verdict.conformity.token();
    html! { span class=(format!("verdict v-{token}")) title=(visible(&view.verdict.words)) { (mark::icon(token)) (visible(&view.verdict.brief)) } }
}

/// What a departure is to its backend, in a word.
pub(super) fn weight(departure: &Departure) -> &'static str {
    match departure.weight {
        Weight::Counts => "counts",
        Weight::Advice => "advice",
        Weight::Distance => "not claimed",
    }
}

/// What changed with a version, an item for each departure; links are from a page so many folders below that of the site.
pub(super) fn step(step: &Step, depth: usize) -> Markup {
    let item = |change: &Change| {
        let view = change.view(step);
        let token = if change.kind.is_of_older() {
            "ok"
        } else if change.departure.must {
            "must"
        } else {
            "should"
        };
        let address = format!("{}{}", up(depth), view.departure_address(change.number));
        html! {
            li {
                span class=(format!("v-{token}")) { (mark::icon(token)) (change.kind.words()) } ": "
                a href=(address) { (visible(&fit(&visible(&change.departure.title), 140))) }
                " " span.level { (weight(change.departure)) }
                @if let Some(extent) = &change.extent { " " span.by { (visible(extent)) } }
            }
        }
    };
    html! {
        p.note { "Against " a href=(format!("{}{}.html", up(depth), step.from.path)) { (step.from.version) } ": " (step.words()) "." }
        @if !step.changes.is_empty() { ul.reasons { @for change in &step.changes { (item(change)) } } }
    }
}
