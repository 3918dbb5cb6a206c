//! An operator of two outputs, of which the second is of another type than the operands: a case of it is put, answered, judged, shrunk,
//! recorded and reported, and whatever is said of an output names it.

use std::sync::atomic::AtomicBool;

use opconform_backends::{Backend, Description, InProcess, Provenance, Recorded, Recording};
use opconform_report::{Format, View};
use opconform_spec::{
    Attribute, Case, Clause, Decision, ElementOperands, ElementSet, Expectation, Facts, Level, Oracle, Origin, Outcome,
    PROFILES, Profile, Ruling, Symptom, Trial, Verdict, Witness, reference,
};
use opconform_tensor::{DType, Tensor, Value};

use crate::compare::{Side, compare};
use crate::describe::describe;
use crate::plan::Plan;
use crate::shrink::{Shrinker, Violation};

#[path = "../../spec/tests/common/top.rs"]
mod top;

use top::TOP;

/// What is accepted of it: NaNs propagate, and of several greatest elements the first is meant.
static PROFILE: Profile = Profile {
    name: "top",
    operators: &[&TOP],
    applies: |_, _| Ok(()),
    expect: |facts| if facts.invalid().is_none() { Expectation::Answer } else { Expectation::MustReject("its rules") },
    refusal: |_| None,
    ..*PROFILES[1]
};

/// That what is accepted is answered.
static CLAUSE: Clause = Clause {
    id: "TOP",
    level: Level::Must,
    title: "the greatest elements and their places",
    words: "",
    place: "",
    documents: &[],
    profiles: &["top"],
    operators: &[&TOP],
    oracle: Oracle::Each(|trial| Decision { verdict: PROFILE.judge(trial), compared: 1, gaps: 0 }),
    exempt: |_| None,
};

/// An implementation, by which of several places of the greatest element it gives.
struct Implementation {
    description: Description,
    place: fn(&[usize]) -> usize,
}

impl Implementation {
    fn new(name: &str, place: fn(&[usize]) -> usize) -> Self {
        let description = Description {
            name: name.to_owned(),
            version: "0".to_owned(),
            implementation: None,
            claims: Vec::new(),
            language: "Rust".to_owned(),
            configuration: Vec::new(),
            cpu_features: Vec::new(),
            dtypes: DType::ALL.to_vec(),
            operators: vec!["Top".to_owned()],
            models: true,
            layouts: Vec::new(),
        };
        Self { description, place }
    }

    fn right() -> Self {
        Self::new("first", |places| places[0])
    }

    /// Wrong in the second output, and in no other.
    fn wrong() -> Self {
        Self::new("last", |places| places[places.len() - 1])
    }

    fn answer(&self, case: &Case) -> Outcome {
        let met = ElementOperands::of(case);
        let Ok(shape) = met.shape() else { return Outcome::Rejected("it breaks a rule".to_owned()) };
        let (mut values, mut places) = (Vec::new(), Vec::new());
        for position in 0..shape.iter().product() {
            let row: Vec<f32> = met.values_at(position).map(|value| f32::from_bits(value.bits() as u32)).collect();
            let greatest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let is_greatest =
                |it: &f32| if row.iter().any(|it| it.is_nan()) { it.is_nan() } else { it.total_cmp(&greatest).is_eq() };
            let all: Vec<usize> = (0..row.len()).filter(|&place| is_greatest(&row[place])).collect();
            let Some(&first) = all.first() else { return Outcome::Rejected("nothing to reduce".to_owned()) };
            values.push(u64::from(row[first].to_bits()));
            places.push((self.place)(&all) as u64);
        }
        let output = |dtype, bits: &[u64]| Tensor::from_bits(dtype, shape, bits).expect("as many as there are");
        Outcome::Output(vec![output(DType::F32, &values), output(DType::I64, &places)])
    }
}

impl InProcess for Implementation {
    fn describe(&self) -> &Description {
        &self.description
    }
    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        cases.iter().map(|case| self.answer(case)).collect()
    }
}

/// Rows of three; the greatest element stands once in the first, and more than once in each of the others.
fn case() -> Case {
    let rows = [[1.0, 3.0, 2.0], [5.0, 5.0, 4.0], [f32::NAN, 1.0, f32::NAN], [0.5, 7.0, 7.0]];
    let bits: Vec<u64> = rows.concat().into_iter().map(|value: f32| u64::from(value.to_bits())).collect();
    let data = Tensor::from_bits(DType::F32, &[4, 3], &bits).expect("a tensor");
    let origin = Origin { source: "test".into(), seed: None };
    let attributes = [("axes".to_owned(), Attribute::Ints(vec![1])), ("keepdims".to_owned(), Attribute::Int(0))];
    Case::new(&TOP, 13, vec![data], "rows", origin).with_attributes(attributes.into())
}

fn places(bits: &[u64]) -> Tensor {
    Tensor::from_bits(DType::I64, &[bits.len()], bits).expect("a tensor")
}

/// What is wrong with an outcome of the case.
fn witness(outcome: &Outcome) -> Witness {
    let case = case();
    match PROFILE.judge(&Trial::new(&Facts::new(&case), outcome)) {
        Verdict::Violates(witness) => *witness,
        verdict => panic!("{verdict:?}"),
    }
}

/// The wrong implementation's violation, shrunk.
fn shrunk(backend: &dyn Backend) -> Violation {
    let (case, stop) = (case(), AtomicBool::new(false));
    let witness = witness(&backend.run(std::slice::from_ref(&case))[0]);
    let profiles: &[&Profile] = &[&PROFILE];
    let shrinker = Shrinker { backend, asks_ahead: false, on_one_thread: None, profiles, claims: &[], stop: &stop };
    shrinker.shrink(&case, &CLAUSE, &witness).expect("it is shown again")
}

#[test]
fn each_output_has_a_type_a_shape_and_elements_of_its_own() {
    let case = case();
    let facts = Facts::new(&case);
    let forms: Vec<_> = facts.outputs().map(|it| (it.output().name, it.output_type(), it.shape())).collect();
    let shape = Some(&[4][..]);
    assert_eq!(forms, [(Some("Values"), Some(DType::F32), shape), (Some("Indices"), Some(DType::I64), shape)]);
    let set = |output: &Facts, position| PROFILE.element_set(output, position);
    let [values, indices] = facts.outputs().collect::<Vec<_>>()[..] else { panic!("two outputs") };
    assert_eq!(set(values, 1), ElementSet::Only(u64::from(5_f32.to_bits())));
    assert_eq!([0, 1, 2, 3].map(|position| set(indices, position)), [1, 0, 0, 1].map(ElementSet::Only));
}

#[test]
fn what_is_right_is_accepted_and_what_is_wrong_is_told_of_the_output_that_is() {
    let case = case();
    let facts = Facts::new(&case);
    let right = Implementation::right().answer(&case);
    for outcome in [&right, &reference(&case)] {
        assert_eq!(PROFILE.ruling(&Trial::new(&facts, outcome)), Some(Ruling::Allowed), "{outcome:?}");
    }
    let seen = witness(&Implementation::wrong().answer(&case));
    assert_eq!((seen.output, seen.position, seen.count), (Some("Indices"), Some(1), 3));
    assert_eq!(seen.operands, facts.values_at(1));
    assert_eq!(seen.found, Some(Value::new(DType::I64, 1)));
    assert_eq!(seen.symptom, Symptom::Due(ElementSet::Only(0).describe(DType::I64)));

    let Outcome::Output(outputs) = &right else { panic!("{right:?}") };
    let with = |outputs: Vec<Tensor>| witness(&Outcome::Output(outputs));
    let alone = with(vec![outputs[0].clone()]);
    assert_eq!((alone.output, alone.symptom.to_string().as_str()), (None, "1 outputs"));
    let short = with(vec![outputs[0].clone(), places(&[1, 0])]);
    assert_eq!((short.output, short.symptom.to_string().as_str()), (Some("Indices"), "shape 2, not 4"));
    let narrow = with(vec![outputs[0].clone(), outputs[0].clone()]);
    let of_another_type = "element type f32 where i64 is expected";
    assert_eq!((narrow.output, narrow.symptom.to_string().as_str()), (Some("Indices"), of_another_type));
    let least = Tensor::from_bits(DType::F32, &[4], &[0; 4]).expect("a tensor");
    assert_eq!(with(vec![least, outputs[1].clone()]).output, Some("Values"));
}

#[test]
fn what_is_wrong_in_the_second_output_is_shrunk_and_stays_wrong_in_it() {
    let Violation { case, witness, .. } = shrunk(&Implementation::wrong());
    assert_eq!((witness.output, witness.position), (Some("Indices"), Some(0)));
    assert_eq!((case.inputs[0].len(), witness.operands.len()), (2, 2), "{}", case.id());
    assert_eq!(witness.found, Some(Value::new(DType::I64, 1)));
}

#[test]
fn both_outputs_are_read_back_from_a_recording() {
    let (case, backend) = (case(), Implementation::wrong());
    let outcome = backend.answer(&case);
    let mut recording = Recording::new(Provenance {
        backend: backend.description.clone(),
        suite: "0".to_owned(),
        commit: None,
        seed: 0,
        cases: 1,
        recorded: String::new(),
        platform: String::new(),
        cpu: String::new(),
        part: None,
        passing_faults: Vec::new(),
    });
    recording.note(&case, &outcome);
    let mut file = Vec::new();
    recording.write(&mut file).expect("it is written");
    let read = Recorded::new("read", Recording::read(file.as_slice()).expect("it is read"));
    let [again] = &read.run(std::slice::from_ref(&case))[..] else { panic!("one outcome") };
    assert_eq!(format!("{again:?}"), format!("{outcome:?}"));
    assert_eq!(format!("{:?}", witness(again)), format!("{:?}", witness(&outcome)));
}

#[test]
fn a_report_names_the_output() {
    let backend = Implementation::wrong();
    let (from, violation) = (case(), shrunk(&backend));
    let found = describe(&[&PROFILE], &[], &backend, &from, violation, &CLAUSE);
    assert_eq!(found.finding.witness.output.as_deref(), Some("Indices"));
    assert_eq!(found.finding.breaks.len(), 1);

    let plan = Plan::new(vec![from], vec![Box::new(backend)]);
    let mut report = crate::run(&plan, &|_, _, _| {}, &AtomicBool::new(false)).report;
    report.findings.push(found.finding);
    report.find_departures();
    for format in [Format::Terminal, Format::Markdown, Format::Json, Format::Html, Format::Sarif] {
        let text = format.render(&report, &View::default());
        assert!(text.contains("Indices"), "{format:?}");
    }
}

#[test]
fn two_implementations_differ_in_the_output_in_which_they_do() {
    let sides = [Implementation::right(), Implementation::wrong()];
    let sides = sides.each_ref().map(|backend| Side { backend, profiles: vec![&PROFILE] });
    let all = compare(&[case()], &sides, &|_, _, _| {}, &AtomicBool::new(false));
    let [difference] = &all.differences[..] else { panic!("{:?}", all.differences) };
    assert_eq!((difference.pair.output, difference.elements), (Some("Indices"), 3));
    let rulings = difference.opinions.each_ref().map(|it| it.as_ref().ok().map(|it| it.ruling));
    assert_eq!(rulings, [Some(Ruling::Allowed), Some(Ruling::Bug)]);
}
