//! A finding as an issue to file with the people who wrote the implementation: Markdown for whom the suite is unknown.
//!
//! Whatever a backend chose is escaped, so that it stays the text that it is.

use crate::level::Level;
use crate::model::{Clause, Element, Finding, Standing};
use crate::render::markdown::escape::{code, codes, prose};
use crate::runs::listed;
use crate::text::{fit, visible};

/// The columns of a title: issue trackers cut what is longer.
const TITLE: usize = 120;
/// What is said of a specification that nobody has promised.
const DISTANCE: &str = "no: the implementation does not claim this specification, and this is how far it is from it";
/// What is said of a SHOULD clause of a specification that is claimed, or of what is asked of everyone.
const ADVICE: &str = "no: it is advice (SHOULD), and breaks nothing that the implementation claims";
/// What is expected of two cases that differ, of which neither need be wrong.
const SAME: &str = "the same, wherever the operands stand";
/// The columns of an expected result in it.
const EXPECTED: usize = 40;

/// What an issue is written from.
#[derive(Debug)]
pub struct Issue<'a> {
    /// What is wrong, and the smallest input that shows it.
    pub finding: &'a Finding,
    /// The clause that it breaks.
    pub clause: &'a Clause,
    /// What is allowed instead, in words.
    pub expected: &'a str,
    /// The version of the implementation.
    pub version: &'a str,
    /// How the implementation is set up and called.
    pub configuration: &'a [String],
    /// The system and the CPU that the finding was judged on.
    pub machine: &'a str,
    /// The version of this suite.
    pub suite: &'a str,
    /// The line that replays the case with this suite.
    pub replay: &'a str,
    /// The program that shows the finding without this suite, or why there is none.
    pub program: Result<Program<'a>, String>,
    /// Other files that hold the case, beside the issue.
    pub files: &'a [String],
}

/// A program, as an issue holds it.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// What it is written in.
    pub language: &'a str,
    /// The name of its file.
    pub name: &'a str,
    /// The program.
    pub text: &'a str,
}

impl Issue<'_> {
    /// The issue: its title as the heading, and what goes below it.
    pub fn render(&self) -> String {
        let Self { finding, clause, expected, version, machine, suite, .. } = self;
        let witness = &finding.witness;
        let at = witness.element().map(|element| format!(", {element}")).unwrap_or_default();
        let with = [witness.attributes.clone(), witness.misaligned()];
        let with = with.iter().flatten().fold(String::new(), |with, it| with + ", " + &code(it));
        let got = witness.found.as_ref().map_or_else(|| prose(&witness.symptom), element);
        let breaks: Vec<&str> = finding.breaks.iter().map(|breach| breach.profile.as_str()).collect();
        let elsewhere = self.elsewhere();
        let rows = [
            ("Operator", format!("{}{}", code(&finding.operator), witness.in_set())),
            (
                "Input",
                format!("{} of shape {}{with}{at}", code(finding.dtype.name()), code(&witness.shapes.to_string())),
            ),
            ("Only where", witness.way.as_deref().map(prose).unwrap_or_default()),
            ("Operands", listed(&witness.operands, element)),
            ("Got", got),
            ("Elsewhere", elsewhere.map(|(case, it)| format!("{} in {}", element(it), code(case))).unwrap_or_default()),
            ("Expected", if elsewhere.is_some() { SAME.to_owned() } else { prose(expected) }),
            (
                "Specifications that object, claimed or not",
                if breaks.is_empty() { "none".to_owned() } else { prose(&breaks.join(", ")) },
            ),
            ("Binding", self.binding().to_owned()),
            ("Version", format!("{} {}", code(&finding.backend), prose(version))),
            ("Called as", self.configuration.iter().map(|line| prose(line)).collect::<Vec<_>>().join("; ")),
            ("Machine", prose(machine)),
            ("Found by", format!("opconform {}, clause {}", prose(suite), code(&clause.id))),
        ];
        let table: String = rows
            .iter()
            .filter(|(_, text)| !text.is_empty())
            .flat_map(|(name, text)| ["| ", name, " | ", text, " |\n"])
            .collect();
        let level = if finding.level == Level::Must { "must" } else { "should" };
        format!(
            "# {}\n\n| | |\n|---|---|\n{table}\n## What the specification says\n\n> {}\n\n{} ({level}: {}).\n\n## To reproduce\n\n{}",
            prose(&self.title()),
            prose(&clause.words),
            prose(&clause.place),
            prose(&clause.title),
            self.reproduction()
        )
    }

    /// Whether the implementation is bound by the clause, and by what.
    fn binding(&self) -> &'static str {
        match (self.finding.standing, self.finding.level) {
            (Standing::Distance, _) => DISTANCE,
            (_, Level::Should) => ADVICE,
            (Standing::Claimed, Level::Must) => "yes: the implementation claims this specification",
            (Standing::Universal, Level::Must) => "yes: it is asked of every implementation",
        }
    }

    /// The other case of two that differ, and what was found there, where no profile says that this one is wrong.
    fn elsewhere(&self) -> Option<(&str, &Element)> {
        let (case, element) = self.finding.witness.differs_from.as_ref().filter(|_| self.finding.breaks.is_empty())?;
        Some((case, element))
    }

    /// What happens, in a line.
    fn title(&self) -> String {
        let Finding { operator, dtype, backend, witness, .. } = self.finding;
        let happens = match &witness.found {
            Some(found) => {
                let operands = listed(&witness.operands, |operand| operand.decimal.clone());
                let otherwise = match self.elsewhere() {
                    Some((_, it)) => format!("and {} elsewhere", it.decimal),
                    None => format!("expected {}", fit(self.expected, EXPECTED)),
                };
                format!("{operator} of {dtype}: {operands} → {}, {otherwise}", found.decimal)
            }
            None => format!("{operator} of {dtype}: {}", witness.symptom),
        };
        let of = format!(" ({} {})", visible(backend), visible(self.version));
        format!("{}{of}", fit(&visible(&happens), TITLE))
    }

    /// How to see it again: with a program where there is one, and with this suite.
    fn reproduction(&self) -> String {
        let program = match &self.program {
            Ok(Program { language, name, text }) => {
                let highlight = language.to_lowercase();
                format!("{} ({language}):\n\n{}", code(name), fenced(&highlight, text))
            }
            Err(why) => format!("There is no program of its own: {}.\n", prose(why)),
        };
        let data =
            if self.files.is_empty() { String::new() } else { format!("The case as data: {}.\n\n", codes(self.files)) };
        let replay = fenced("sh", self.replay);
        format!("{program}\n{data}With opconform, from the folder in which it was run:\n\n{replay}")
    }
}

fn element(element: &Element) -> String {
    format!("{} {}", code(&element.hex), prose(&element.decimal))
}

/// A text in a block of code that nothing in it ends: its lines stay lines, and what acts on a reader is made visible.
fn fenced(language: &str, text: &str) -> String {
    let lines: Vec<String> = text.trim_end().split('\n').map(visible).collect();
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", lines.join("\n"))
}
