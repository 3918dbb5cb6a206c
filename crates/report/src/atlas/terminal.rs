//! What an atlas comes to, for a terminal.

use std::fmt::Write as _;

use super::catalogue::Catalogue;
use super::history::{Kind, Step};
use super::view::Runtime;
use crate::level::Level;
use crate::model::Weight;
use crate::standing::Conformity;
use crate::text::{fit, plural, visible};

/// The columns of a departure's title.
const TITLE: usize = 76;

/// How many runtimes there are, how many conform, and what came and went with each version.
pub(super) fn summary(runtimes: &[Runtime], catalogue: &Catalogue) -> String {
    let versions: usize = runtimes.iter().map(|runtime| runtime.versions.len()).sum();
    let newest = || runtimes.iter().filter_map(|runtime| runtime.versions.first());
    let count = |conformity| newest().filter(|view| view.verdict.conformity == conformity).count();
    let mut text = format!(
        "{} in {}, {}, {}\n{} conform to what they claim, {} depart from it, {} claim nothing that was judged\n",
        plural(runtimes.len() as u64, "runtime"),
        plural(versions as u64, "version"),
        plural(catalogue.families.len() as u64, "specification"),
        plural(catalogue.clauses.len() as u64, "clause"),
        count(Conformity::Conforms),
        count(Conformity::Departs),
        [Conformity::ConformsSoFar, Conformity::Unclaimed, Conformity::NotJudged].map(count).iter().sum::<usize>(),
    );
    let mut by_name: Vec<&Runtime> = runtimes.iter().filter(|runtime| runtime.versions.len() > 1).collect();
    by_name.sort_by_key(|runtime| &runtime.folder);
    for runtime in by_name {
        let _ = writeln!(text, "\n{}", runtime.label);
        // The oldest first, as it came about.
        for step in Step::all(&runtime.versions).iter().rev() {
            let _ = writeln!(text, "  {} → {}: {}", step.from.version, step.to.version, step.words());
            for change in step.changes.iter().filter(|it| it.departure.weight != Weight::Distance) {
                let sign = match change.kind {
                    Kind::Came => '+',
                    Kind::Went => '-',
                    Kind::Changed => '~',
                    Kind::FirstAsked | Kind::NotAsked => '?',
                };
                let level = Level::of(change.departure.must);
                let _ = writeln!(text, "    {sign} {level:<6} {}", fit(&visible(&change.departure.title), TITLE));
            }
        }
    }
    text
}
