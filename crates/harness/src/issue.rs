//! What a finding is written as for the people who wrote the implementation.

use opconform_report::{Finding, Issue, Program, shell_word};
use opconform_reproduce::Reproduction;
use opconform_spec::profiles;

use crate::describe::Found;
use crate::provenance::machine;
use crate::report;

impl Found {
    /// An issue to file: what is wrong, on what, in the words of the specification, and how to see it again. `reproduction` is
    /// what is written beside it, and `case` the path of the case file from the folder that this program is run in.
    pub fn issue(&self, reproduction: &Reproduction, case: &str) -> String {
        let program = reproduction.program.as_ref().map_err(ToString::to_string);
        let program = program.map(|program| Program {
            language: program.language,
            name: &program.name,
            text: program.as_text().unwrap_or_default(),
        });
        Issue {
            finding: &self.finding,
            clause: &report::clause(self.clause, &profiles().collect::<Vec<_>>()),
            expected: &self.expected_in_words(),
            version: &self.backend.version,
            configuration: &self.backend.configuration,
            machine: &machine(),
            suite: env!("CARGO_PKG_VERSION"),
            replay: &self.replay(case),
            program,
            files: &reproduction.data.iter().map(|file| file.name.clone()).collect::<Vec<_>>(),
        }
        .render()
    }

    /// The line that replays a case file, by its path from the folder that this program is run in.
    fn replay(&self, case: &str) -> String {
        format!("opconform replay {} {}", shell_word(case), self.selection)
    }

    /// The finding as it is kept beside files of its own: which file the case is in, from there and from the folder that this program is run
    /// in.
    pub fn kept(&self, file: &str, case: &str) -> Finding {
        let mut finding = self.finding.clone();
        file.clone_into(&mut finding.witness.file);
        finding.witness.replay = self.replay(case);
        finding
    }

    /// What is allowed at the element at fault, or of the whole answer.
    fn expected_in_words(&self) -> String {
        let position = self.finding.witness.position.map(|position| position as usize);
        match &self.expected {
            Ok(expected) => expected.describe(position),
            Err(_) => self.finding.witness.symptom.clone(),
        }
    }
}
