//! The form that filters the page; without scripts there is none. Its state is part of the address, as names and not as tokens,
//! so that an address means the same in another report.

use maud::{Markup, html};

use super::mark;
use super::names::{Kind, Names};

pub(super) fn form(names: &Names) -> Markup {
    html! {
        form #filters.filters role="search" aria-label="Filters" hidden {
            (search())
            (select("backend", "b", "Backend", &options(&names.backends)))
            (select("type", "t", "Element type", &options(&names.dtypes)))
            (select("operator", "o", "Operator", &options(&names.operators)))
            (select("profile", "p", "Profile", &options(&names.profiles)))
            (select("clause", "c", "Clause", &options(&names.clauses)))
            (select("verdict", "v", "Verdict", &mark::VERDICTS.map(|(token, words)| (token.into(), token.into(), words.into()))))
            button type="reset" { "Show all" }
            p #count role="status" aria-live="polite" {}
        }
    }
}

fn search() -> Markup {
    html! {
        label.search for="f-q" { "Search departures and clauses"
            input #f-q type="search" data-filter="q" autocomplete="off" spellcheck="false" placeholder="words, bits, a type, a clause";
        }
    }
}

/// A list to choose from: tokens for the page, slugs for the address, and what is read.
fn select(name: &str, key: &str, label: &str, options: &[(String, String, String)]) -> Markup {
    let id = format!("f-{name}");
    html! {
        label for=(id) { (label)
            select id=(id) data-filter=(name) data-key=(key) {
                option value="" { "all" }
                @for (token, slug, text) in options { option value=(token) data-slug=(slug) { (text) } }
            }
        }
    }
}

fn options(kind: &Kind) -> Vec<(String, String, String)> {
    (0..kind.len()).map(|index| (kind.token(index), kind.slug(index), kind.label(index).to_owned())).collect()
}
