//! The golden conversations in `adapters/transcripts`: what the suite sends, byte for byte, and what an adapter answers.
//!
//! `NAME.json` is what a person reads; `NAME.bin` the frames that it makes, which any adapter can be fed from a file. The
//! adapters' side is `adapters/test_adapters.py`. An adapter that cannot be run here is held to the same conversation there.

use std::fs;
use std::path::{Path, PathBuf};

use opconform_backends::Entry;
use opconform_protocol::{suite, write_frame};
use opconform_spec::{Attributes, Case, Facts, OPERATORS, Operator, Origin, Outcome, PROFILES, Trial, Verdict};
use opconform_tensor::{DType, Tensor};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Transcript {
    #[serde(rename = "about")]
    _about: String,
    cases: Vec<CaseText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseText {
    operator: OperatorText,
    opset: u32,
    attributes: Attributes,
    inputs: Vec<TensorText>,
    outcome: OutcomeText,
}

#[derive(Deserialize)]
struct OperatorText {
    domain: String,
    name: String,
}

#[derive(Deserialize)]
struct TensorText {
    dtype: DType,
    shape: Vec<usize>,
    bits: Vec<String>,
}

#[derive(Deserialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
enum OutcomeText {
    Output { tensor: TensorText },
    Rejected,
}

impl TensorText {
    fn tensor(&self) -> Tensor {
        let bits = self.bits.iter().map(|text| {
            let digits = text.strip_prefix("0x").expect("hexadecimal bits");
            u64::from_str_radix(digits, 16).expect("hexadecimal digits")
        });
        let bits: Vec<u64> = bits.collect();
        Tensor::from_bits(self.dtype, &self.shape, &bits).expect("as many elements as the shape asks for")
    }
}

impl CaseText {
    fn case(&self) -> Case {
        let OperatorText { domain, name } = &self.operator;
        let is_it = |it: &&Operator| it.domain.name() == domain && it.name == name;
        let operator = OPERATORS.iter().copied().find(is_it).expect("an operator of the suite");
        let inputs = self.inputs.iter().map(TensorText::tensor).collect();
        let origin = Origin { source: "transcript".into(), seed: None };
        Case::new(operator, self.opset, inputs, "transcript", origin).with_attributes(self.attributes.clone())
    }

    fn outcome(&self) -> Outcome {
        match &self.outcome {
            OutcomeText::Output { tensor } => Outcome::Output(vec![tensor.tensor()]),
            OutcomeText::Rejected => Outcome::Rejected("a transcript has no messages".to_owned()),
        }
    }
}

/// Every transcript, with the path of its frames.
fn transcripts() -> Vec<(PathBuf, Transcript)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/transcripts");
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    assert!(paths.len() >= 7, "{paths:?}");
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a transcript");
        let transcript = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path.with_extension("bin"), transcript)
    };
    paths.into_iter().map(read).collect()
}

/// The whole conversation, from the suite's side: start, one batch, stop.
fn frames(cases: &[Case]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for frame in [suite::start(None), suite::run(1, cases, None), suite::stop()] {
        write_frame(&mut bytes, &frame.expect("a frame")).expect("room for it");
    }
    bytes
}

/// `INSTA_UPDATE=always` writes the frames anew, as it does with the snapshots.
#[test]
fn the_suite_sends_these_bytes() {
    let update = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    for (path, transcript) in transcripts() {
        let cases: Vec<Case> = transcript.cases.iter().map(CaseText::case).collect();
        let sent = frames(&cases);
        if update {
            fs::write(&path, &sent).expect("the frames are written");
        }
        let golden = fs::read(&path).unwrap_or_default();
        assert!(golden == sent, "{}: not the frames of its transcript", path.display());
    }
}

#[test]
fn the_answers_are_what_the_specification_asks_for() {
    for (path, transcript) in transcripts() {
        for (index, text) in transcript.cases.iter().enumerate() {
            let (case, outcome) = (text.case(), text.outcome());
            let facts = Facts::new(&case);
            let verdicts = |outcome: &Outcome| -> Vec<Verdict> {
                let trial = Trial::new(&facts, outcome);
                PROFILES.iter().map(|profile| profile.judge(&trial)).collect()
            };
            let broken = |verdicts: &[Verdict]| verdicts.iter().any(Verdict::is_violation);
            let found = verdicts(&outcome);
            assert!(!broken(&found), "{} {index}: {found:?}", path.display());
            // No source says what else an ill-formed case may get; a well-formed one must not be refused, but where a source
            // leaves that open.
            if matches!(outcome, Outcome::Output(_)) {
                let refused = verdicts(&Outcome::Rejected(String::new()));
                let is_open = refused.iter().any(|verdict| matches!(verdict, Verdict::Latitude(_)));
                assert!(broken(&refused) || is_open, "{} {index}: a refusal would do as well", path.display());
            }
        }
    }
}

/// Asked by themselves: the suite would not send them these cases.
#[test]
fn an_adapter_without_reductions_says_so_before_it_looks_at_anything_else() {
    let transcripts = transcripts();
    let (_, reduce) = transcripts.iter().find(|(path, _)| path.ends_with("reduce.bin")).expect("the reductions");
    let cases: Vec<Case> = reduce.cases.iter().map(CaseText::case).collect();
    assert!(cases.iter().any(|case| case.types().name() == "f32" && case.inputs.len() > 1), "operands of two types");
    for name in ["glibc-fmax", "node-math-max", "dotnet"] {
        match Entry::named(name).expect("a backend").open() {
            Ok(backend) => {
                for (outcome, case) in backend.run(&cases).iter().zip(&cases) {
                    assert!(matches!(outcome, Outcome::Unsupported(_)), "{name}: {}: {outcome:?}", case.id());
                }
            }
            Err(unavailable) => println!("skipped: {name}: {unavailable}"),
        }
    }
}
