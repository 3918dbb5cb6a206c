//! The first page: every runtime and version against every specification, the worst first, with search and filters whose state is part of
//! the address.

use maud::{Markup, html};

use super::catalogue::{Catalogue, Family};
use super::changes;
use super::found::FoundFaults;
use super::frame::{self, Frame};
use super::specification::clauses;
use super::view::{Runtime, View};
use crate::operands::type_names;
use crate::render::html::mark;
use crate::severity::Severity;
use crate::standing::LEGEND;
use crate::text::{fit, plural, visible};

const SCRIPT: &str = include_str!("atlas.js");

/// How a row of the first page is read.
const READING: &str = "A row is the newest version that was recorded. A departure breaks a clause of a specification; those of one cause \
                       are one, and the verdict counts those from what the runtime itself claims to follow.";
/// The columns of the departure that a row names.
const TITLE: usize = 90;
/// Departures of which a row is found by their words.
const FOUND: usize = 24;

/// The verdicts that can be filtered by: the token of a mark, what stands in the address, and the words.
const VERDICTS: [(&str, &str, &str); 3] = [
    ("must", "departs", "departs from what it claims"),
    ("ok", "conforms", "conforms to what it claims"),
    ("none", "unclaimed", "claims nothing that was judged"),
];

/// The first page.
pub(super) fn page(runtimes: &[Runtime], catalogue: &Catalogue, found: &FoundFaults) -> String {
    let versions: usize = runtimes.iter().map(|runtime| runtime.versions.len()).sum();
    let main = html! {
        (form(catalogue))
        section #runtimes aria-labelledby="h-runtimes" {
            h2.vh #h-runtimes { "Runtimes" }
            p.note.reading { (LEGEND) ". " (READING) }
            (matrix(runtimes, catalogue))
            p.none data-none="" hidden { "No runtime matches the filters." }
        }
        section #found aria-labelledby="h-found" {
            h2 #h-found { "Found" }
            @if found.is_empty() { p.note { "No found fault was named when the site was made." } }
            @else {
                p.note {
                    "Faults of current releases, by the words of what each claims to follow, the worst first. Every one has its page: the sentence, "
                    "the versions that have it, and a program that shows it by itself."
                }
                (found.list())
            }
        }
        section #history aria-labelledby="h-history" {
            h2 #h-history { "What came and went" }
            (changes::section(runtimes))
        }
        section #specifications aria-labelledby="h-specifications" {
            h2 #h-specifications { "Specifications" }
            (specifications(runtimes, catalogue))
        }
        section #clauses aria-labelledby="h-clauses" {
            h2 #h-clauses { "Clauses" }
            (clauses(catalogue.clauses.iter(), runtimes, catalogue, 0))
        }
    };
    let counts = [
        plural(runtimes.len() as u64, "runtime"),
        plural(versions as u64, "version"),
        plural(catalogue.families.len() as u64, "specification"),
        plural(catalogue.clauses.len() as u64, "clause"),
    ];
    let lead = html! {
        "Which maximum you get from whom, and what is wrong with it: " (counts.join(", ")) "."
        @if !found.is_empty() { " " a href="#found" { (plural(found.len() as u64, "fault")) " of current releases" } ", each with a program that shows it." }
    };
    Frame { title: "The atlas of the maximum", lead, depth: 0, main, script: Some(SCRIPT) }.page()
}

fn form(catalogue: &Catalogue) -> Markup {
    let families = catalogue.families.iter().enumerate();
    let families: Vec<_> = families
        .map(|(index, it)| (token(index), catalogue.family_address(&it.name).to_owned(), visible(&it.name)))
        .collect();
    let verdicts = VERDICTS.map(|(token, slug, words)| (token.to_owned(), slug.to_owned(), words.to_owned()));
    let faults = Severity::ALL.map(|it| (slug(it), slug(it), it.kind().to_owned()));
    let versions = [("all".to_owned(), "all".to_owned(), "all".to_owned())];
    html! {
        form #filters.filters role="search" aria-label="Filters" hidden {
            label.search for="f-q" { "Search runtimes, departures, clauses"
                input #f-q type="search" data-filter="q" autocomplete="off" spellcheck="false" placeholder="a name, a type, words";
            }
            (select("specification", "Specification", "all", &families))
            (select("verdict", "Verdict", "all", &verdicts))
            (select("fault", "What is wrong", "all", &faults))
            (select("versions", "Versions", "the newest", &versions))
            button type="reset" { "Show all" }
            p #count role="status" aria-live="polite" {}
        }
    }
}

/// A list to choose from: what the page goes by, what stands in the address, and what is read.
fn select(name: &str, label: &str, none: &str, options: &[(String, String, String)]) -> Markup {
    let id = format!("f-{name}");
    html! {
        label for=(id) { (label)
            select id=(id) data-filter=(name) {
                option value="" { (none) }
                @for (value, slug, text) in options { option value=(value) data-slug=(slug) { (text) } }
            }
        }
    }
}

fn token(index: usize) -> String {
    format!("s{index}")
}

/// What stands for a severity on the page and in addresses: its words, with hyphens.
fn slug(severity: Severity) -> String {
    severity.kind().to_lowercase().replace(' ', "-")
}

fn matrix(runtimes: &[Runtime], catalogue: &Catalogue) -> Markup {
    html! {
        div.scroll role="region" aria-label="Specifications by runtime" tabindex="0" {
            table.matrix.atlas.glance.cards {
                caption { "How every runtime stands to every specification" }
                thead { tr {
                    th scope="col" { "Runtime" } th scope="col" { "Verdict" } th scope="col" { "The worst departure" }
                    @for (index, Family { name, .. }) in catalogue.families.iter().enumerate() {
                        th scope="col" data-col=(token(index)) { a href=(catalogue.family_path(name)) { (visible(name)) } }
                    }
                } }
                tbody {
                    @for runtime in runtimes {
                        @for (age, view) in runtime.versions.iter().enumerate() { (row(runtime, view, age > 0, catalogue)) }
                    }
                }
            }
        }
    }
}

fn row(runtime: &Runtime, view: &View, is_older: bool, catalogue: &Catalogue) -> Markup {
    let judged = catalogue.families.iter().enumerate().filter(|(_, family)| view.column(&family.name).is_some());
    let judged: Vec<String> = judged.map(|(index, _)| token(index)).collect();
    let mut faults: Vec<Severity> = view.counting().map(|it| it.severity).collect();
    faults.dedup();
    let faults: Vec<String> = faults.into_iter().map(slug).collect();
    let class = if is_older { "older" } else { "newest" };
    html! {
        tr.(class) data-row="" data-s=(judged.join(" ")) data-v=(view.verdict.conformity.token()) data-f=(faults.join(" ")) data-words=(words(view)) {
            th scope="row" {
                a href=(format!("{}/index.html", runtime.folder)) { (runtime.label) }
                a.version href=(format!("{}.html", view.path)) { (view.version) }
            }
            td.said { (frame::verdict(view)) @if let Some(coverage) = view.small_coverage() { span.share { (coverage) } } }
            td.worst {
                @if let Some(worst) = view.counting().next() {
                    // Those that count are the first of all.
                    a href=(view.departure_address(0)) { (visible(&fit(&visible(&worst.title), TITLE))) }
                }
            }
            @for (index, family) in catalogue.families.iter().enumerate() {
                @match view.column(&family.name) {
                    Some(column) => td class=(format!("v-{}", column.token())) data-col=(token(index)) data-name=(visible(&family.name)) title=(column.kinds.join(", ")) { span.n { (column.text()) } },
                    None => td.v-none.blank data-col=(token(index)) { span.n { "–" } },
                }
            }
        }
    }
}

/// What a row is found by beside its text: what the runtime is, and its departures.
fn words(view: &View) -> String {
    let backend = view.backend();
    let claims = backend.claims.iter().map(|claim| claim.specification.clone());
    let departures = view.departures.iter().take(FOUND).map(|it| {
        let clauses: Vec<&str> = it.clauses.iter().map(|(id, _)| *id).collect();
        format!(
            "{} {} {} {}",
            fit(&it.title, TITLE),
            it.operators.join(" "),
            type_names(&it.dtypes).join(" "),
            clauses.join(" ")
        )
    });
    let all: Vec<String> = [fit(&backend.description, 400)].into_iter().chain(claims).chain(departures).collect();
    visible(&all.join(" ").to_lowercase())
}

fn specifications(runtimes: &[Runtime], catalogue: &Catalogue) -> Markup {
    let newest = || runtimes.iter().filter_map(|runtime| runtime.versions.first());
    html! {
        div.scroll role="region" aria-label="Specifications" tabindex="0" {
            table.list.cards {
                caption { "Specifications" }
                thead { tr {
                    th scope="col" { "Specification" } th.num scope="col" { "Runtimes that claim it" }
                    th.num scope="col" { "and keep it" } th scope="col" { "Documents" }
                } }
                tbody { @for family in &catalogue.families {
                    @let claiming = newest().filter_map(|view| view.column(&family.name)).filter(|it| it.is_claimed);
                    @let counts = claiming.fold((0, 0), |(all, kept), it| (all + 1, kept + u32::from(it.departures == Some(0))));
                    tr data-text="" {
                        th scope="row" { a href=(catalogue.family_path(&family.name)) { (visible(&family.name)) } }
                        td.num data-name="claimed by" { (counts.0) } td.num data-name="kept by" { (counts.1) }
                        td { (visible(&family.profiles.iter().map(|it| it.name.as_str()).collect::<Vec<_>>().join(", "))) }
                    }
                } }
            }
        }
        p.note { "In their newest versions. " (mark::icon("ok")) "keeps it: no departure breaks a clause of it that binds." }
    }
}
