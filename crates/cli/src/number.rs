//! Whole numbers on the command line and in the environment: within bounds, which every message names.

use std::ops::RangeInclusive;

/// The most random cases that are drawn: they are all held in memory.
pub(crate) const MOST_CASES: u64 = 100_000;

/// The most threads that are started.
pub(crate) const MOST_THREADS: u64 = 1024;

/// The parser of a whole number in a range.
pub(crate) fn number<T: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| expected(&range))
    }
}

fn expected(range: &RangeInclusive<u64>) -> String {
    format!("expected a whole number from {} to {}", range.start(), range.end())
}

/// Checks the variables of the environment that the thread pool reads by itself, and panics or is silent about.
pub(crate) fn check_environment() -> anyhow::Result<()> {
    for name in ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"] {
        let Some(value) = std::env::var_os(name).filter(|value| !value.is_empty()) else { continue };
        // 0 is as many threads as there are cores.
        let range = 0..=MOST_THREADS;
        let threads = value.to_str().map(number::<u64>(range.clone()));
        if !matches!(threads, Some(Ok(_))) {
            anyhow::bail!("{name} is `{}`: {}, or unset it", value.to_string_lossy(), expected(&range));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_outside_its_bounds_is_told_them() {
        let threads = number::<u8>(1..=9);
        assert_eq!((threads("1"), threads("9")), (Ok(1), Ok(9)));
        for wrong in ["0", "10", "-1", "", "1.5", "1e3", "0x1", "18446744073709551616", "many"] {
            assert_eq!(threads(wrong), Err("expected a whole number from 1 to 9".to_owned()), "{wrong}");
        }
        assert_eq!(number::<u64>(0..=u64::MAX)("18446744073709551615"), Ok(u64::MAX));
    }
}
