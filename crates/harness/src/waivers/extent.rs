//! How much findings cover: the elements and the cases that they are seen in.

use std::fmt;

use opconform_report::{Finding, plural};
use serde::Deserialize;

/// Elements and cases, of several findings added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Extent {
    pub(super) elements: u64,
    pub(super) cases: u64,
}

impl Extent {
    /// Adds what a finding covers.
    pub(super) fn add(&mut self, finding: &Finding) {
        self.elements = self.elements.saturating_add(finding.elements);
        self.cases = self.cases.saturating_add(finding.cases);
    }

    /// Whether it is more than a ceiling, in one or the other.
    pub(super) fn exceeds(self, ceiling: Self) -> bool {
        self.elements > ceiling.elements || self.cases > ceiling.cases
    }

    /// A ceiling for it, as a file says it: a quarter above, since random cases come and go with the seed, in round numbers.
    pub(super) fn ceiling(self) -> Self {
        Self { elements: round(self.elements), cases: round(self.cases) }
    }
}

/// The least number of two digits, and then zeros, that is a quarter above another; one more at least.
fn round(number: u64) -> u64 {
    let above = number.saturating_add((number / 4).max(1));
    let unit = 10_u64.pow(above.checked_ilog10().unwrap_or(0).saturating_sub(1));
    above.div_ceil(unit).saturating_mul(unit)
}

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", plural(self.elements, "element"), plural(self.cases, "case"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ceiling_is_round_and_a_quarter_above() {
        let numbers = [0, 1, 4, 9, 80, 99, 100, 12_345, u64::MAX];
        let round = numbers.map(round);
        assert_eq!(round, [1, 2, 5, 11, 100, 130, 130, 16_000, u64::MAX]);
        let extent = Extent { elements: 8, cases: 2 };
        assert!(!extent.exceeds(extent.ceiling()) && !extent.exceeds(extent));
        assert!(Extent { cases: 4, ..extent }.exceeds(extent.ceiling()), "{}", extent.ceiling());
    }
}
