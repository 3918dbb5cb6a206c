//! A report as large as any reader takes, and no larger: what it has no room for is counted.

use crate::model::{Finding, Report, Skip};
use crate::render::json::{LARGEST, len, len_of};
use crate::text::plural;

/// How many reasons for what is not supported a backend keeps, tried one after the other.
const REASONS: [usize; 3] = [64, 8, 1];
/// Bytes for what is said of that itself.
const MARGIN: u64 = 1 << 20;

impl Report {
    /// Leaves out what the JSON form has no room for: of what a backend does not support, the rarest reasons, and of the findings
    /// the last ones, which weigh least.
    pub fn fit(&mut self) {
        if len(self) <= LARGEST {
            return;
        }
        let findings = std::mem::take(&mut self.findings);
        for kept in REASONS {
            if len(self) > LARGEST / 2 {
                self.backends.iter_mut().for_each(|backend| merge_rarest(&mut backend.skips, kept));
            }
        }
        let mut room = LARGEST.saturating_sub(len(self) + MARGIN);
        let mut fits = |finding: &Finding| {
            room = room.saturating_sub(len_of(finding));
            room > 0
        };
        let all = findings.len();
        let kept = findings.iter().take_while(|it| fits(it)).count();
        self.findings = findings;
        self.keep_first(kept);
        self.left_out += (all - kept) as u64;
        for finding in &mut self.findings {
            if finding.departure == finding.id && finding.reproducers.is_empty() && finding.no_reproducer.is_none() {
                finding.no_reproducer = Some("the report had no room for it".to_owned());
            }
        }
    }

    /// What the report has no room for, in a sentence.
    pub(crate) fn left_out(&self) -> Option<String> {
        let (findings, room) = (plural(self.left_out, "finding"), LARGEST >> 20);
        (self.left_out > 0)
            .then(|| format!("Left out: {findings}, those that weigh least. A report has room for {room} MiB."))
    }
}

/// Keeps the most frequent of these, and counts the others together.
fn merge_rarest(skips: &mut Vec<Skip>, most: usize) {
    skips.sort_by_key(|skip| std::cmp::Reverse(skip.cases));
    let others = skips.split_off(most.min(skips.len()));
    if let Some(first) = others.first() {
        skips.push(Skip {
            reason: format!("{} that the report has no room for", plural(others.len() as u64, "reason")),
            cases: others.iter().map(|skip| skip.cases).sum(),
            example: first.example.clone(),
        });
    }
}
