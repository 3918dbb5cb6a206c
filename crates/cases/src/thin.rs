//! A thinned suite, for backends that take long over every case.

use std::collections::BTreeSet;

use opconform_spec::Case;
use xxhash_rust::xxh3::xxh3_64;

/// Of the cases of each kind (operator, element type and slug, without the numbers in it) the first, and of the others one in
/// `share`: chosen by a hash of their ids, since every such case in turn would be of lengths with a common divisor.
pub fn thin(cases: Vec<Case>, share: u64) -> Vec<Case> {
    let mut kinds = BTreeSet::new();
    let is_taken = |case: &Case| kinds.insert(kind(case.id())) || xxh3_64(case.id().as_bytes()).is_multiple_of(share);
    cases.into_iter().filter(is_taken).collect()
}

/// What an id says before the shapes.
fn kind(id: &str) -> String {
    let parts: Vec<&str> = id.split('/').take(3).collect();
    let (slug, rest) = parts.split_last().unwrap_or((&"", &[]));
    let words: String = slug.chars().filter(|c| !c.is_ascii_digit()).collect();
    format!("{} {words}", rest.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Settings, all};

    #[test]
    fn a_thinned_suite_has_every_kind_and_few_cases() {
        let settings = Settings { random_cases: 0, ..Settings::default() };
        let whole = all(&settings);
        let kinds = |cases: &[Case]| cases.iter().map(|case| kind(case.id())).collect::<BTreeSet<_>>();
        let (count, every) = (whole.len(), kinds(&whole));
        let thinned = thin(whole, 8);
        assert_eq!(kinds(&thinned), every);
        assert!(thinned.len() < every.len() + count / 6, "{} of {count}", thinned.len());
        assert_eq!(thin(thinned.clone(), 1).len(), thinned.len(), "one in one is all of them");
    }
}
