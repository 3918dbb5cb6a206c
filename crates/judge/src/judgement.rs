//! What came of judging a maximum, as a test prints it.

use std::fmt::{self, Display, Formatter};

use opconform_harness::Completed;
use opconform_report::{Departure, Element, Finding, Report, Weight, departures, plain, plural, thousands};

/// What came of judging a maximum.
pub struct Judgement {
    report: Report,
    compared: u64,
}

/// The departures that are shown in full: what else there is, is counted.
const SHOWN: usize = 5;

impl Judgement {
    pub(crate) fn new(completed: Completed) -> Self {
        Self { report: completed.report, compared: completed.compared }
    }

    /// Whether nothing departs from what it was judged by.
    pub fn conforms(&self) -> bool {
        self.departures().is_empty()
    }

    /// The departures that count, the worst first: each is one cause.
    pub fn departures(&self) -> Vec<Departure<'_>> {
        let findings: Vec<&Finding> = self.report.findings.iter().collect();
        let mut departures = departures(&self.report, &findings);
        departures.retain(|departure| departure.weight == Weight::Counts);
        departures
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
        match departures.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "\nand {} more", thousands(more as u64)),
        }
    }
}
