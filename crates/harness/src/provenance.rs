//! What may differ between two runs of the same suite, seed and backends.

use std::hint::black_box;
use std::time::SystemTime;

use opconform_report::Provenance;

use crate::plan::Plan;

pub(crate) fn gather(plan: &Plan, started: SystemTime, seconds: f64) -> Provenance {
    Provenance {
        suite: env!("CARGO_PKG_VERSION").to_owned(),
        commit: plan.commit.map(ToOwned::to_owned),
        started: humantime::format_rfc3339_seconds(started).to_string(),
        seconds,
        platform: platform(),
        cpu: cpu_name(),
        cpu_features: cpu_features(),
        threads: rayon::current_num_threads() as u64,
        rounding_mode: rounding_mode().to_owned(),
        subnormals: if keeps_subnormals() { "kept" } else { "flushed" }.to_owned(),
        enumerated: plan.enumerated.clone(),
    }
}

/// The features of all backends together: each names those that it may use.
fn cpu_features() -> Vec<String> {
    opconform_backends::cpu_features()
}

/// The system and the CPU, in a line.
pub(crate) fn machine() -> String {
    format!("{}, {}", platform(), cpu_name())
}

fn platform() -> String {
    format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)
}

fn cpu_name() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| "unknown".to_owned(), |(_, name)| name.trim().to_owned())
}

/// The rounding mode that float addition shows.
fn rounding_mode() -> &'static str {
    let (one, tiny) = (black_box(1.0_f32), black_box(f32::from_bits(0x3300_0000)));
    let up = (one + tiny).to_bits() > one.to_bits();
    let down = (-one - tiny).to_bits() > (-one).to_bits();
    match (up, down) {
        (false, false) if (one - tiny * black_box(0.5)).to_bits() == one.to_bits() => "to nearest, ties to even",
        (false, false) => "toward zero",
        (true, false) => "upward",
        (false, true) => "downward",
        (true, true) => "away from zero",
    }
}

fn keeps_subnormals() -> bool {
    let half = black_box(f32::MIN_POSITIVE) * black_box(0.5);
    half.to_bits() == 0x0040_0000
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_default_modes_are_recognised() {
        assert_eq!(super::rounding_mode(), "to nearest, ties to even");
        assert!(super::keeps_subnormals());
    }
}
