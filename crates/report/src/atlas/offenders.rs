//! Who breaks which clause, a line each: `opconform explain` has these lines with it.

use std::fmt::Write as _;

use super::catalogue::Catalogue;
use super::view::{Runtime, View};
use crate::model::Clause;
use crate::standing::is_claimed;
use crate::text::visible;

/// The name of the file.
pub(crate) const OFFENDERS: &str = "offenders.tsv";

const HEAD: &str = "# A clause, a runtime that claims what it is a sentence of, its versions that break it, the newest first, and what came of that one\n";

/// The lines of every clause that a runtime breaks and claims, or is asked of everyone: four columns with tabs between them.
pub(super) fn lines(runtimes: &[Runtime], catalogue: &Catalogue) -> String {
    let mut lines = HEAD.to_owned();
    for clause in &catalogue.clauses {
        let is_of_everyone = catalogue.families_of(clause).is_empty();
        for runtime in runtimes {
            let is_bound = |view: &&View| is_of_everyone || is_claimed(view.backend(), clause);
            let breaking: Vec<&View> =
                runtime.versions.iter().filter(is_bound).filter(|it| it.breaks(clause)).collect();
            let Some(title) = breaking.iter().find_map(|view| title(clause, view)) else { continue };
            let versions: Vec<&str> = breaking.iter().map(|view| view.version.as_str()).collect();
            let _ = writeln!(
                lines,
                "{}\t{}\t{}\t{title}",
                clause.id,
                visible(&runtime.label),
                visible(&versions.join(", "))
            );
        }
    }
    lines
}

/// What came of the worst departure of a version from a clause.
fn title(clause: &Clause, view: &View) -> Option<String> {
    view.report().departures_of(|it| it.clause == clause.id).first().map(|worst| visible(&worst.title))
}
