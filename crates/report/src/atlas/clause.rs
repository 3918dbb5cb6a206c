//! The page of a clause: its words, and who breaks it, each with the smallest operands that show it.

use maud::{Markup, html};

use super::catalogue::Catalogue;
use super::frame::{Frame, up};
use super::page::Page;
use super::view::{Runtime, View};
use crate::digest::{self, Cell, Mark};
use crate::formula::plain;
use crate::model::Clause;
use crate::render::html::departure::witness;
use crate::render::html::detail::copied;
use crate::render::html::mark;
use crate::standing::is_claimed;
use crate::text::{plural, thousands, visible};

const DEPTH: usize = 1;
/// Versions of which a page shows the witness: the table names all.
const SHOWN: usize = 60;

/// The page of a clause.
pub(super) fn page(clause: &Clause, runtimes: &[Runtime], catalogue: &Catalogue) -> Page {
    let newest = || runtimes.iter().filter_map(|runtime| Some((runtime, runtime.versions.first()?)));
    let families = catalogue.families_of(clause);
    let mut breaking: Vec<(&Runtime, &View)> = newest().filter(|(_, view)| view.breaks(clause)).collect();
    let claims = |view: &View| is_claimed(view.backend(), clause);
    // To whoever does not claim it, the clause is a description.
    breaking.sort_by_key(|(_, view)| !claims(view));
    let claiming = breaking.iter().filter(|(_, view)| claims(view)).count();
    let main = html! {
        blockquote {
            p { "“" (visible(&plain(&clause.words))) "”" }
            footer { cite { (visible(&clause.place)) } }
        }
        @if let Some(turned) = &clause.turned {
            p.note { "Of " (visible(&turned.operators.join(", "))) ": " (visible(&turned.title)) "." }
        }
        p.note {
            "Of "
            @for (index, family) in families.iter().enumerate() {
                @if index > 0 { ", " }
                a href=(format!("{}{}", up(DEPTH), catalogue.family_path(family))) { (visible(family)) }
            }
            @if families.is_empty() { "no document: it is asked of everyone" }
            ". In a terminal: " code { "opconform explain " (visible(&clause.id)) }
        }
        section #broken aria-labelledby="h-broken" {
            h2 #h-broken { "Who breaks it" }
            @if breaking.is_empty() { p.note { "Nobody who was judged, in its newest version." } }
            @for (runtime, view) in breaking.iter().take(SHOWN) {
                (broken_by(clause, runtime, view, !families.is_empty() && !claims(view)))
            }
        }
        section #all aria-labelledby="h-all" {
            h2 #h-all { "Every version" }
            (table(clause, runtimes))
        }
    };
    let lead = html! {
        span.level { (clause.level.name()) } " " (visible(&clause.title)) " · broken by " (breaking.len()) " of "
        (plural(runtimes.len() as u64, "runtime")) ", in their newest versions"
        @if !families.is_empty() && !breaking.is_empty() {
            ", of which " @match claiming { 0 => "none claims it", 1 => "one claims it", _ => { (claiming) " claim it" } }
        }
    };
    let frame = Frame { title: &clause.id, lead, depth: DEPTH, main, script: None };
    Page { path: catalogue.clause_path(&clause.id), text: frame.page() }
}

/// A version that breaks the clause, with the smallest operands that show it.
fn broken_by(clause: &Clause, runtime: &Runtime, view: &View, is_unclaimed: bool) -> Markup {
    let worst = view.report().departures_of(|it| it.clause == clause.id);
    html! {
        article.broken-by {
            h3 {
                a href=(format!("{}{}", up(DEPTH), departure(view, clause))) { (runtime.label) " " (view.version) }
                @if is_unclaimed { span.share { "does not claim it" } }
            }
            @match worst.first() {
                Some(worst) => {
                    p { (visible(&worst.title)) }
                    (witness(worst))
                    (copied("replay", "Replay", &worst.example.witness.replay))
                }
                None => p.note { "Its report has no room for the finding." },
            }
        }
    }
}

/// The address of the departure of a version from a clause.
fn departure(view: &View, clause: &Clause) -> String {
    let breaks = |it: &crate::departure::Departure| it.clauses.iter().any(|(id, _)| *id == clause.id);
    match view.departures.iter().position(breaks) {
        Some(number) => view.departure_address(number),
        None => format!("{}.html", view.path),
    }
}

fn table(clause: &Clause, runtimes: &[Runtime]) -> Markup {
    let all = runtimes.iter().flat_map(|runtime| runtime.versions.iter().map(move |view| (runtime, view)));
    let mut rows: Vec<(&Runtime, &View, Cell)> =
        all.filter_map(|(runtime, view)| Some((runtime, view, view.cell(clause)?))).collect();
    let rank =
        |mark: Mark| [Mark::Violates, Mark::Conforms, Mark::GapOnly].iter().position(|it| *it == mark).unwrap_or(3);
    rows.sort_by_key(|(.., cell)| rank(cell.mark));
    let said = |view: &View, cell: &Cell| match cell.mark {
        Mark::Violates => {
            let own = view.departures.iter().flat_map(|it| it.findings.iter().copied());
            let unit = digest::unit(own.filter(|finding| finding.clause == clause.id));
            format!("{} of {} {unit} break it", thousands(cell.count.violations), thousands(cell.count.compared))
        }
        Mark::Conforms => format!("{} elements compared, all conform", thousands(cell.count.compared)),
        other => other.words().to_owned(),
    };
    html! {
        div.scroll role="region" aria-label="Every version" tabindex="0" {
            table.matrix.atlas.cards {
                caption { "What the clause came to on each version" }
                thead { tr { th scope="col" { "Runtime" } th scope="col" { "What came of it" } } }
                tbody { @for (runtime, view, cell) in &rows {
                    @let token = mark::token(cell.mark, clause.level);
                    tr {
                        th scope="row" { a href=(format!("{}{}.html", up(DEPTH), view.path)) { (runtime.label) " " (view.version) } }
                        td.said class=(format!("v-{token}")) { span.n { (mark::icon(token)) (said(view, cell)) } }
                    }
                } }
            }
        }
    }
}
