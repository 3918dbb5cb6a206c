//! Seeded random cases, from the generator that the fuzzers use.

use arbitrary::Unstructured;
use opconform_spec::{Case, OPERATORS, Operator};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Source;
use crate::generate;

pub(super) const SOURCE: Source = Source {
    name: generate::SOURCE,
    summary: "seeded random cases: special values, near-copies, lengths around vector widths, ill-formed ones",
    generate: |settings, _| {
        (0..settings.random_cases as u64).map(|number| random(OPERATORS, settings.seed, number)).collect()
    },
};

/// Of so many cases the last are of [all ways](generate::in_any_way), of [layouts that came later](generate::laid_later), of
/// [arrays that are laid out](generate::laid), of [types that came later](generate::later), and then of [operators](generate::latest)
/// that did.
const ROUND: u64 = 1024;
/// So many are not: no fewer than a run draws where nothing else is asked for, which are as they were before others.
const DRAWN: u64 = 800;
/// So many are of all ways or drawn as before. What is drawn of all ways, a way, type or operator that comes later changes.
const IN_ANY_WAY: u64 = 896;
/// So many are of no layout that was there before others.
const OF_LATER_LAYOUTS: u64 = 928;
/// So many are of no type and no operator that came later.
const LAID: u64 = 960;
/// So many are not of operators that came later.
const OF_TYPES: u64 = 992;

/// Case `number` of a seed, of one of these operators. It does not depend on how many others are drawn.
///
/// # Panics
/// Where there is no operator.
pub fn random(operators: &[&'static Operator], seed: u64, number: u64) -> Case {
    let mut key = <ChaCha8Rng as SeedableRng>::Seed::default();
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = ChaCha8Rng::from_seed(key);
    random.set_stream(number);
    let mut bytes = [0; generate::BYTES];
    random.fill_bytes(&mut bytes);
    let generate = match number % ROUND {
        ..DRAWN => generate::case,
        DRAWN..IN_ANY_WAY => generate::in_any_way,
        IN_ANY_WAY..OF_LATER_LAYOUTS => generate::laid_later,
        OF_LATER_LAYOUTS..LAID => generate::laid,
        LAID..OF_TYPES => generate::later,
        _ => generate::latest,
    };
    let mut case = generate(&mut Unstructured::new(&bytes), operators).expect("the generator refuses no data");
    case.origin.seed = Some(seed);
    case
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Asked, Settings};

    #[test]
    fn a_seed_decides_everything_and_a_longer_run_begins_with_the_shorter() {
        let ids = |seed, random_cases| -> Vec<String> {
            let cases = (SOURCE.generate)(&Settings { seed, random_cases, ..Settings::default() }, &Asked::ALL);
            cases.iter().map(|case| case.id().to_owned()).collect()
        };
        assert_eq!(ids(7, 50), ids(7, 50));
        assert_eq!(ids(7, 50)[..20], ids(7, 20));
        assert_ne!(ids(7, 20), ids(8, 20));
        assert_eq!(ids(7, 0).len(), 0);
    }
}
