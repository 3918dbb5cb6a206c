//! What adapters send does not bloat the suite: in a process of its own, whose memory is its own.
#![cfg(target_os = "linux")]

use std::time::Duration;

use opconform_backends::{Adapter, AdapterSettings, Backend};
use opconform_spec::{Case, Operator, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

/// The most memory that this process may hold, in bytes: that of a few frames.
const LIMIT: u64 = 512 << 20;

fn open(kind: &str) -> Adapter {
    let command = vec![env!("CARGO_BIN_EXE_hostile-adapter").to_owned(), format!("{kind}@first")];
    let settings = AdapterSettings {
        start: Duration::from_mins(2),
        deadline: Duration::from_secs(4),
        children: 1,
        ..AdapterSettings::of(kind, command)
    };
    Adapter::open(settings).unwrap_or_else(|unavailable| panic!("{kind}: {unavailable}"))
}

fn cases() -> Vec<Case> {
    let max = Operator::named("Max").expect("Max");
    let input = || Tensor::from_bits(DType::F32, &[2], &[0, 0]).expect("a tensor");
    let origin = || Origin { source: "test".into(), seed: None };
    (0..16).map(|_| Case::new(max, 13, vec![input(), input()], "any", origin())).collect()
}

#[test]
fn what_is_sent_does_not_bloat_the_suite() {
    for kind in [
        "huge-frame",
        "endless-frames",
        "endless-stderr",
        "long-header",
        "nested-message",
        "tensor-named-often",
        "huge-tensor-name",
        "huge-tensor-named",
        "huge-variant",
        "huge-outcome-variant",
        "huge-rank",
        "many-tensors",
        "many-outcomes",
        "many-numbers",
    ] {
        let outcomes = open(kind).run(&cases()[..2]);
        let is_harm = |outcome: &Outcome| matches!(outcome, Outcome::Malformed(_) | Outcome::TimedOut(_));
        assert!(outcomes.iter().all(is_harm), "{kind}: {:?}", outcomes[0]);
    }
    // A sound answer of 28 MiB.
    let outcomes = open("large-output").run(&cases());
    let large = |outcome: &&Outcome| matches!(outcome, Outcome::Output(tensors) if tensors[0].bytes().len() > 1 << 20);
    assert_eq!(outcomes.iter().filter(large).count(), 1);
    let status = std::fs::read_to_string("/proc/self/status").expect("procfs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
    let peak: u64 = peak.expect("a peak");
    assert!(peak << 10 < LIMIT, "{peak} kB");
}
