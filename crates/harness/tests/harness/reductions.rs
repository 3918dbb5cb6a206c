//! Faults that real reductions have had, planted into `ReduceMax`: each is found on the cases of the suite, under its clause, and
//! shrunk to a few elements, or to a row that shows which of its elements is lost.

use std::sync::LazyLock;

use opconform_harness::Completed;
use opconform_reproduce::{Implementation, Library};
use opconform_spec::{Case, Outcome};
use opconform_tensor::{Class, DType, Tensor, Value};

use crate::backend::{Planted, maximum, right};
use crate::{cases, found, plan, run};

/// What becomes of the elements that are reduced together.
type Reduce = fn(&[u64]) -> u64;

/// A fault, the clause that it violates, and the elements of the smallest input that shows it, at most.
const FAULTS: &[(&str, Reduce, &str, usize)] = &[
    ("nan-at-index-0-alone", nan_at_index_0_alone, "ONNX-RMAX-NAN", 2),
    ("starts-at-lowest-finite", starts_at_lowest_finite, "ONNX-RMAX-VALUE", 1),
    ("tile-lost-next-to-nan", tile_lost_next_to_nan, "ONNX-RMAX-NAN", TILE + 1),
    ("last-chunk-dropped", last_chunk_dropped, "ONNX-RMAX-VALUE", CHUNK + 1),
    ("nan-lost-at-the-seam", nan_lost_at_the_seam, "ONNX-RMAX-NAN", CHUNK + 1),
];

/// Elements of a chunk of the last two faults.
const CHUNK: usize = 1024;

/// Elements of a tile of the third fault.
const TILE: usize = 4;

fn is_nan(bits: u64) -> bool {
    Class::of(DType::F32, bits).is_nan()
}

/// A comparison that is false for a NaN keeps what it holds: a NaN is held only where it comes first.
fn nan_at_index_0_alone(elements: &[u64]) -> u64 {
    elements
        .iter()
        .copied()
        .reduce(|held, bits| match (is_nan(held), is_nan(bits)) {
            (true, _) | (_, true) => held,
            _ => maximum(DType::F32, &[held, bits]),
        })
        .expect("an element")
}

/// A fold that starts at the lowest finite number never gets down to −∞.
fn starts_at_lowest_finite(elements: &[u64]) -> u64 {
    let lowest = Value::parse(DType::F32, "-max_finite").expect("a value").bits();
    maximum(DType::F32, &[&[lowest], elements].concat())
}

/// Tiles are joined with an operation that gives its second operand where one is a NaN.
fn tile_lost_next_to_nan(elements: &[u64]) -> u64 {
    let tiles = elements.chunks(TILE).map(|tile| maximum(DType::F32, tile));
    tiles
        .reduce(|held, tile| if is_nan(held) || is_nan(tile) { tile } else { maximum(DType::F32, &[held, tile]) })
        .expect("a tile")
}

/// What is left after the last whole chunk is dropped.
fn last_chunk_dropped(elements: &[u64]) -> u64 {
    let whole = elements.len() / CHUNK * CHUNK;
    maximum(DType::F32, if whole > 0 { &elements[..whole] } else { elements })
}

/// The first element of a second chunk is compared as the last one of the first is: by what is greater.
fn nan_lost_at_the_seam(elements: &[u64]) -> u64 {
    let is_kept = |&(at, bits): &(usize, u64)| at == 0 || at % CHUNK != 0 || !is_nan(bits);
    let kept: Vec<u64> = elements.iter().copied().enumerate().filter(is_kept).map(|(_, bits)| bits).collect();
    maximum(DType::F32, &kept)
}

/// The fault on a row that is reduced to one element; whatever else is right.
fn answer(case: &Case, fault: fn(&[u64]) -> u64) -> Outcome {
    match (right(case), case.inputs.first()) {
        (Outcome::Output(outputs), Some(data)) if outputs[0].len() == 1 && !data.is_empty() => {
            let element = [fault(&data.to_bits())];
            let output = Tensor::from_bits(data.dtype(), outputs[0].shape(), &element).expect("one element");
            Outcome::Output(vec![output])
        }
        (other, _) => other,
    }
}

static RUN: LazyLock<Completed> = LazyLock::new(|| {
    let rows = |case: &Case| {
        let elements: usize = case.elements();
        case.operator.name == "ReduceMax" && case.types().name() == "f32" && elements < 5000
    };
    let onnxruntime = Implementation::Python(Library::Onnxruntime);
    let planted = FAULTS
        .iter()
        .map(|&(name, fault, ..)| Planted::each(name, move |case| answer(case, fault)).reproduced_by(onnxruntime));
    run(&plan(cases(0, 0, rows), planted.chain([Planted::right()]).collect()))
});

#[test]
fn each_is_found_and_shrunk() {
    for &(name, _, clause, most) in FAULTS {
        let findings = found(&RUN, name, clause);
        assert!(!findings.is_empty(), "{name}: nothing under {clause}");
        let least = findings.iter().map(|(_, case)| case.inputs[0].len()).min();
        assert!(least.is_some_and(|least| least <= most), "{name}: {findings:?}");
    }
    assert_eq!(RUN.report.findings.iter().filter(|finding| finding.backend == "right").count(), 0);
}

#[test]
fn of_a_long_row_the_place_is_told_that_is_lost() {
    let titles = |name: &str| -> Vec<String> {
        RUN.report.all_departures().filter(|it| it.example.backend == name).map(|it| it.title).collect()
    };
    let dropped = titles("last-chunk-dropped");
    assert!(dropped[0].starts_with("the last of 1,025 elements is lost: "), "{dropped:?}");
    let seam = titles("nan-lost-at-the-seam");
    assert!(seam[0].starts_with("a NaN is lost: 1,024 × +normal, NaN → +normal"), "{seam:?}");
}

#[test]
fn each_has_a_program_that_calls_what_departs() {
    for &(name, ..) in FAULTS {
        // A NaN that is lost breaks a clause of SHOULD alone: no profile says what is allowed instead. The finding that stands
        // for all of its observation has the program.
        let own = RUN.report.findings.iter().filter(|finding| finding.backend == name);
        let programs: Vec<_> = own.flat_map(|finding| &finding.reproducers).collect();
        assert!(programs.iter().any(|program| program.text.contains("onnxruntime.InferenceSession")), "{name}");
    }
    // One of every observation has a program, or says why it has none.
    let (report, mut without) = (&RUN.report, Vec::new());
    for finding in report.findings.iter().filter(|finding| finding.departure == finding.id) {
        assert_eq!(finding.reproducers.is_empty(), finding.no_reproducer.is_some(), "{finding:?}");
        without.extend(finding.no_reproducer.as_deref());
    }
    // Every other says which one that is.
    for finding in &report.findings {
        let one =
            report.findings.iter().find(|other| other.id == finding.departure).expect("the finding that stands for it");
        assert_eq!((&one.departure, &one.backend), (&one.id, &finding.backend));
        assert!(!one.reproducers.is_empty() || one.no_reproducer.is_some(), "{one:?}");
    }
    assert!(without.iter().all(|why| why.contains(" compares the answers to several cases")), "{without:?}");
}
