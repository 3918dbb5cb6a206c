//! What came of judging a maximum, as a test prints it.

use std::fmt::{self, Display, Formatter};
use std::path::PathBuf;

use opconform_harness::{Acceptance, Completed, Coverage, WaiverFile, now};
use opconform_report::{Departure, Element, Report, Weight, plain, plural, thousands};

/// What came of judging a maximum.
pub struct Judgement {
    report: Report,
    compared: u64,
    /// What waivers say that is not so, each a line.
    stale: Vec<String>,
    /// Where what is known stands, and what would accept all of it.
    acceptance: Option<(PathBuf, String)>,
}

/// The departures that are shown in full: what else there is, is counted.
const SHOWN: usize = 5;

impl Judgement {
    pub(crate) fn new(completed: Completed, known: Option<&WaiverFile>) -> Self {
        let Completed { report, compared, .. } = completed;
        let mut judgement = Self { report, compared, stale: Vec::new(), acceptance: None };
        if let Some(known) = known {
            judgement.hold(known);
        }
        judgement
    }

    /// Holds it against what is known, all of which is of what was asked: a test asks for the same each time.
    fn hold(&mut self, known: &WaiverFile) {
        let today: String = now().chars().take(10).collect();
        let Some(check) = known.check(&self.report, Coverage::Whole, &today) else { return };
        self.stale = check.problems.iter().filter(|it| !it.is_unexpected()).map(ToString::to_string).collect();
        if !check.problems.is_empty() {
            let acceptance = Acceptance { reason: "why", link: "https://where.more/is-said" };
            let all = known.update(&self.report, Coverage::Whole, &today, Some(acceptance));
            self.acceptance = all.ok().map(|all| (all.path, all.text));
        }
        for (finding, why) in check.waived {
            self.report.findings[finding].waived = Some(why);
        }
    }

    /// Whether nothing departs from what it was judged by, but for what is known, and what is known is so.
    pub fn conforms(&self) -> bool {
        self.departures().is_empty() && self.stale.is_empty()
    }

    /// The departures that count and are not known, the worst first: each is one cause.
    pub fn departures(&self) -> Vec<Departure<'_>> {
        let all = self.report.all_departures();
        all.filter(|departure| departure.weight == Weight::Counts && !departure.is_waived).collect()
    }

    /// All that is known of it.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// How many elements were compared with what a clause asks.
    pub fn compared(&self) -> u64 {
        self.compared
    }

    fn show(&self, number: usize, departure: &Departure, f: &mut Formatter) -> fmt::Result {
        let finding = departure.example;
        let witness = &finding.witness;
        writeln!(f, "\n{number}. {}", departure.title)?;
        let place = witness.position.map(|position| format!(", at element {position}")).unwrap_or_default();
        writeln!(
            f,
            "   {} {} of shapes {}{place}: {}",
            finding.operator, finding.dtype, witness.shapes, witness.symptom
        )?;
        if let Some(found) = &witness.found {
            let operands: Vec<String> = witness.operands.iter().map(element).collect();
            writeln!(f, "   {} -> {}", operands.join(", "), element(found))?;
        }
        let clause = self.report.clauses.iter().find(|clause| clause.id == finding.clause);
        if let Some(clause) = clause {
            writeln!(f, "   {} ({}): \"{}\", {}", clause.id, clause.level, plain(&clause.words), clause.place)?;
        }
        Ok(())
    }
}

fn element(element: &Element) -> String {
    format!("{} ({})", element.decimal, element.hex)
}

impl Display for Judgement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let departures = self.departures();
        let name = self.report.backends.first().map_or("", |backend| &backend.name);
        let profiles: Vec<&str> = self.report.profiles.iter().map(|profile| profile.name.as_str()).collect();
        let cases = self.report.sources.iter().map(|source| source.cases).sum();
        writeln!(
            f,
            "{name}: {} from {}, in {} and {}",
            plural(departures.len() as u64, "departure"),
            profiles.join(", "),
            plural(cases, "case"),
            plural(self.compared, "comparison"),
        )?;
        for (index, departure) in departures.iter().take(SHOWN).enumerate() {
            self.show(index + 1, departure, f)?;
        }
        if departures.len() > SHOWN {
            writeln!(f, "\nand {} more", thousands((departures.len() - SHOWN) as u64))?;
        }
        for line in &self.stale {
            writeln!(f, "\n{line}")?;
        }
        match &self.acceptance {
            Some((path, text)) => {
                writeln!(f, "\nWith this {} accepts it, for a reason of yours:\n\n{text}", path.display())
            }
            None => Ok(()),
        }
    }
}
