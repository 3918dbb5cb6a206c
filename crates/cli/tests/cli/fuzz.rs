//! From a fuzzer's bytes to a finding that a person can review, and to what reproduces it elsewhere.

use std::collections::BTreeSet;
use std::fs;

use opconform_backends::{Entry, Provenance, Recording};
use opconform_cases::fuzz::Target;
use opconform_spec::{Case, Operator, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::{call, names, read, room};

/// A vector of NaNs among ones, somewhere in which tract ignores a NaN.
fn artifact() -> Vec<u8> {
    let row = |nans: [usize; 2]| {
        let bits: Vec<u64> =
            (0..19).map(|i| if nans.contains(&i) { 0x7fc0_0123 } else { 0x3f80_0000 + i as u64 }).collect();
        Tensor::from_bits(DType::F32, &[19], &bits).expect("a tensor")
    };
    let max = Operator::named("Max").expect("Max");
    let origin = Origin { source: "test".into(), seed: None };
    let case = Case::new(max, 13, vec![row([3, 17]), row([9, 18])], "artifact", origin);
    Target::named("max").and_then(|target| target.encode(&case)).expect("bytes")
}

#[test]
fn an_artifact_replays_and_shrinks_to_two_elements_with_reproducers() {
    let room = room();
    fs::create_dir_all(room.path().join("artifacts/max")).expect("a folder");
    fs::write(room.path().join("artifacts/max/crash-1"), artifact()).expect("a file");
    fs::write(room.path().join("moved"), artifact()).expect("a file");

    let replayed =
        call(room.path(), &["replay", "artifacts/max/crash-1", "-b", "tract,portable", "--against", "sonnx"]);
    assert_eq!(replayed.code, Some(1), "{}", replayed.stderr);
    assert!(replayed.stdout.starts_with("max/f32/artifact/2*19#"), "{}", replayed.stdout);
    let moved =
        call(room.path(), &["replay", "moved", "--target", "max", "-b", "tract,portable", "--against", "sonnx"]);
    assert_eq!(moved.stdout, replayed.stdout);
    assert_eq!(call(room.path(), &["replay", "moved", "-b", "portable"]).code, Some(2));

    let arguments = ["minimize", "artifacts/max/crash-1", "-b", "tract", "--clause", "SONNX-MAX-NAN"];
    let minimized = call(room.path(), &arguments);
    // It did what it was asked, whatever is violated.
    assert_eq!((minimized.code, minimized.stderr.as_str()), (Some(0), ""));
    let line = minimized.stdout.lines().next().expect("a line");
    assert!(line.starts_with("tract MUST SONNX-MAX-NAN: ") && line.contains("/2*scalar#"), "{line}");
    let regressions = room.path().join("reports/minimized");
    let case = regressions.join(&names(&regressions)[0]);
    assert_eq!(names(&case), ["case.json", "tract"]);
    assert_eq!(names(&case.join("tract")), ["findings.json", "issue.md", "onnx", "reproduce.rs"]);
    let program = read(&case.join("tract/reproduce.rs"));
    assert!(program.contains("tract_onnx::onnx()") && program.contains("tract-onnx = { version = \"="), "{program}");
    let issue = read(&case.join("tract/issue.md"));
    let title = issue.lines().next().expect("a title");
    assert!(title.starts_with("# Max of f32: ") && title.contains("expected any NaN (tract 0."), "{title}");
    for part in ["> NaN is an absorbing element", "`0x7fc00000` nan", "opconform replay reports/minimized/", &program] {
        assert!(issue.contains(part), "{part}\n{issue}");
    }
    assert!(read(&case.join("tract/findings.json")).contains("\"clause\": \"SONNX-MAX-NAN\""));
    let again = call(room.path(), &["replay", &case.join("case.json").display().to_string(), "-b", "tract"]);
    // Of SONNX tract claims nothing.
    assert!(again.code == Some(0) && again.stdout.contains("VIOLATED"), "{}", again.stdout);

    let sound = call(room.path(), &["minimize", "moved", "--target", "max", "-b", "portable", "-o", "none"]);
    assert_eq!((sound.code, sound.stdout.as_str()), (Some(0), "max/f32/artifact/2*19#f0535c6c: no departure\n"));
    assert!(!room.path().join("none").exists());
}

#[test]
fn a_planted_fault_is_a_backend_by_its_name() {
    let room = room();
    fs::create_dir_all(room.path().join("artifacts/max")).expect("a folder");
    fs::write(room.path().join("artifacts/max/crash-1"), artifact()).expect("a file");
    let replayed = call(room.path(), &["replay", "artifacts/max/crash-1", "-b", "nan-ignored,portable"]);
    assert_eq!((replayed.code, replayed.stderr.as_str()), (Some(1), ""));
    assert!(replayed.stdout.contains("VIOLATED"), "{}", replayed.stdout);
    let minimized = call(room.path(), &["minimize", "artifacts/max/crash-1", "-b", "nan-ignored", "-o", "found"]);
    assert!(minimized.code == Some(0) && minimized.stdout.contains("written to found/"), "{}", minimized.stdout);
}

/// A wrong answer that cannot be shrunk, since no other was recorded: what is found has a name, and a line, of some length.
#[test]
fn a_finding_of_many_operands_is_kept_and_shown_in_a_line() {
    let room = room();
    let input = |shape: &[usize]| Tensor::from_bits(DType::F32, shape, &[0x3f80_0000]).expect("a tensor");
    let inputs = (0..600).map(|i| input(if i % 2 == 0 { &[] } else { &[1] })).collect();
    let origin = Origin { source: "test".into(), seed: None };
    let case = Case::new(Operator::named("Max").expect("Max"), 13, inputs, "many", origin);
    assert!(case.id().len() > 1000, "{}", case.id().len());
    let portable = Entry::named("portable").and_then(|entry| entry.open().ok()).expect("it runs everywhere");
    let mut recording = Recording::new(Provenance {
        backend: portable.describe().clone(),
        suite: String::new(),
        commit: None,
        seed: 0,
        cases: 1,
        recorded: String::new(),
        platform: String::new(),
        cpu: String::new(),
        part: None,
        passing_faults: Vec::new(),
    });
    let two = Tensor::from_bits(DType::F32, &[1], &[0x4000_0000]).expect("a tensor");
    recording.note(&case, &Outcome::Output(vec![two]));
    let file = fs::File::create(room.path().join("rec")).expect("a file");
    recording.write(file).expect("a recording");
    fs::write(room.path().join("case.json"), opconform_cases::file::to_json(&case)).expect("a file");
    let done = call(room.path(), &["minimize", "case.json", "-b", "recorded:rec", "-o", "found"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert!(done.stdout.contains(" SONNX-MAX-P2: 600 × 1.0 → 2.0 in max/f32/normal-vs-"), "{}", done.stdout);
    assert!(done.stdout.lines().all(|line| line.len() < 500), "{}", done.stdout);
    assert_eq!(names(&room.path().join("found")).len(), 1);
}

#[test]
fn an_artifact_cut_short_is_an_error() {
    let room = room();
    fs::write(room.path().join("short"), &artifact()[..40]).expect("a file");
    let done = call(room.path(), &["replay", "short", "--target", "max", "-b", "portable"]);
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.starts_with("error: short is an encoded case cut short"), "{}", done.stderr);
}

#[test]
fn a_session_finds_what_a_backend_does_wrong_once_per_cause_and_nothing_on_ours() {
    let room = room();
    let found = call(
        room.path(),
        &["fuzz", "-b", "ndarray-f32max", "--target", "max", "--cases", "200", "--seconds", "600", "-o", "found"],
    );
    assert_eq!((found.code, found.stderr.as_str()), (Some(1), ""));
    let known = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/expectations");
    let again = ["fuzz", "-b", "ndarray-f32max", "--target", "max", "--cases", "200", "--seconds", "600", "-o", "new"];
    let again = call(room.path(), &[&again[..], &["--expectations", known]].concat());
    assert_eq!((again.code, again.stderr.as_str()), (Some(0), ""), "{}", again.stdout);
    assert!(
        again.stdout.contains(" 0 findings and ") && again.stdout.contains(" that are known, "),
        "{}",
        again.stdout
    );
    assert!(!room.path().join("new").exists());
    let lines: Vec<&str> = found.stdout.lines().collect();
    assert!(lines.last().is_some_and(|line| line.starts_with("200 cases, ")), "{}", found.stdout);
    let nan = |line: &&&str| line.contains("SONNX-MAX-NAN: 0x7fc00000, 1.0 → 1.0 in max/f32/nan-vs-normal/2*scalar#");
    assert_eq!(lines.iter().filter(nan).count(), 1, "{}", found.stdout);
    assert!(!names(&room.path().join("found")).is_empty());

    let sound =
        call(room.path(), &["fuzz", "-b", "portable", "--cases", "100", "--seconds", "600", "--spread", "-o", "none"]);
    assert_eq!(sound.code, Some(0), "{}{}", sound.stdout, sound.stderr);
    for name in ["operators ", "types ", "ranks ", "plans ", "vectors ", "ill-formed ", "pairs "] {
        assert!(sound.stdout.lines().any(|line| line.starts_with(name)), "{name}: {}", sound.stdout);
    }
    assert!(!room.path().join("none").exists());
}

#[test]
fn what_shows_in_one_way_alone_is_written_in_that_way_and_replays() {
    let room = room();
    let fault = "folded-by-comparison";
    let arguments = ["fuzz", "-b", fault, "--target", "max", "--cases", "4000", "--seconds", "600", "-o", "found"];
    let found = call(room.path(), &arguments);
    assert_eq!((found.code, found.stderr.as_str()), (Some(1), ""), "{}", found.stdout);
    let cases = names(&room.path().join("found"));
    assert!(cases.len() > 1 && cases.iter().all(|name| name.contains("-initializer-")), "{cases:?}");
    for case in cases {
        let replayed = call(room.path(), &["replay", &format!("found/{case}/case.json"), "-b", fault]);
        assert_eq!(replayed.code, Some(1), "{case}: {}", replayed.stdout);
        let issue = read(&room.path().join(format!("found/{case}/{fault}/issue.md")));
        let [row] = issue.lines().filter(|line| line.starts_with("| Only where | ")).collect::<Vec<_>>()[..] else {
            panic!("{issue}");
        };
        assert!(row.contains("is an initializer") || row.contains("are initializers"), "{row}");
    }
}

#[test]
fn a_case_is_minimized_by_what_it_is_to_be_judged_by() {
    let room = room();
    let case = "max/f32/nan-vs-inf/2*1#04e25e6e";
    let standings = |more: &[&str]| {
        let folder = format!("found-{}", more.len());
        let arguments = [&["minimize", case, "-b", "ndarray-compare", "-o", &folder][..], more].concat();
        let done = call(room.path(), &arguments);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let [folder] = &names(&room.path().join(&folder))[..] else { panic!("{}", done.stdout) };
        let path = room.path().join(format!("found-{}/{folder}/ndarray-compare/findings.json", more.len()));
        let findings: Vec<serde_json::Value> = serde_json::from_str(&read(&path)).expect("findings");
        let of_sonnx = findings.iter().filter(|it| it["clause"].as_str().is_some_and(|id| id.starts_with("SONNX")));
        of_sonnx.map(|it| it["standing"].as_str().unwrap_or_default().to_owned()).collect::<BTreeSet<String>>()
    };
    assert_eq!(standings(&[]), BTreeSet::from(["distance".to_owned()]));
    assert_eq!(standings(&["--against", "sonnx"]), BTreeSet::from(["claimed".to_owned()]));
    let unknown = call(room.path(), &["minimize", case, "-b", "ndarray-compare", "--against", "none"]);
    assert_eq!(unknown.code, Some(2), "{}", unknown.stdout);
}
