//! Recordings: every outcome comes back as it was, and a file that is none says so, whatever is in it.

use std::error::Error;
use std::io::{Read as _, Write as _};
use std::time::Duration;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use opconform_backends::{
    Backend, Description, Entry, Key, Provenance, Recorded, Recording, RecordingError, read_recordings, write_pack,
};
use opconform_spec::{Case, Claim, Family, Operator, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

fn case(opset: u32, bits: &[u64]) -> Case {
    let input = Tensor::from_bits(DType::F32, &[bits.len()], bits).expect("a tensor");
    let origin = Origin { source: "test".into(), seed: None };
    Case::new(Operator::named("max").expect("Max"), opset, vec![input], "case", origin)
}

fn provenance() -> Provenance {
    let backend = Description {
        name: "elsewhere".into(),
        version: "1.2".into(),
        implementation: None,
        claims: vec![Claim::family(Family::Onnx, "https://example.org"), Claim::document("C23", "its manual")],
        language: "C#".into(),
        configuration: vec!["as it is".into()],
        cpu_features: vec!["avx2".into()],
        dtypes: vec![DType::F32],
        operators: vec!["Max".into()],
        models: false,
        layouts: Vec::new(),
    };
    Provenance {
        backend,
        suite: "0.1.0".into(),
        commit: None,
        seed: 7,
        cases: 1,
        recorded: "2026-01-02T03:04:05Z".into(),
        platform: "linux x86_64".into(),
        cpu: "a processor".into(),
        part: None,
        passing_faults: Vec::new(),
    }
}

/// One outcome of every kind, and tensors of every type, empty ones and ones of rank 0 among them.
fn outcomes() -> Vec<Outcome> {
    let tensor = |dtype: DType| {
        let bits = [0, 1, 0x55, u64::MAX, 1 << (dtype.bits() - 1)].map(|bits| bits & dtype.mask());
        Tensor::from_bits(dtype, &[5, 1], &bits).expect("a tensor")
    };
    let odd = [(&[][..], &[0x7f80_0001][..]), (&[0, 3], &[])];
    let odd = odd.map(|(shape, bits)| Tensor::from_bits(DType::F32, shape, bits).expect("a tensor"));
    vec![
        Outcome::Output(DType::ALL.map(tensor).into()),
        Outcome::Output(odd.into()),
        Outcome::Output(Vec::new()),
        Outcome::Rejected("\"no\"\n\u{1F980}".into()),
        Outcome::Unsupported(String::new()),
        Outcome::Crashed("signal 11".to_owned().into()),
        Outcome::TimedOut(Duration::new(3, 7)),
        Outcome::Malformed("half a frame".into()),
    ]
}

fn recording() -> Recording {
    let mut recording = Recording::new(provenance());
    for (number, outcome) in outcomes().iter().enumerate() {
        recording.note(&case(13, &[number as u64]), outcome);
    }
    recording
}

fn written(recording: &Recording) -> Vec<u8> {
    let mut bytes = Vec::new();
    recording.write(&mut bytes).expect("memory takes every write");
    bytes
}

fn text(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).expect("gzip of text");
    text
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text).expect("memory takes every write");
    packed.finish().expect("memory takes every write")
}

/// Two outcomes are the same, bit for bit.
fn same(a: &Outcome, b: &Outcome) -> bool {
    match (a, b) {
        (Outcome::Output(a), Outcome::Output(b)) => {
            let parts = |tensor: &Tensor| (tensor.dtype(), tensor.shape().to_vec(), tensor.to_bits());
            a.iter().map(parts).eq(b.iter().map(parts))
        }
        _ => format!("{a:?}") == format!("{b:?}"),
    }
}

#[test]
fn every_outcome_comes_back_as_it_was() {
    let bytes = written(&recording());
    let read = Recording::read(bytes.as_slice()).expect("a recording");
    assert_eq!((read.len(), &read.provenance), (outcomes().len(), &provenance()));
    assert_eq!(written(&read), bytes);
    let backend = Recorded::new("recorded:file", read);
    for _ in 0..2 {
        let cases: Vec<Case> = (0..outcomes().len()).map(|number| case(13, &[number as u64])).collect();
        for (found, expected) in backend.run(&cases).iter().zip(&outcomes()) {
            assert!(same(found, expected), "{found:?} instead of {expected:?}");
        }
    }
}

#[test]
fn the_backend_says_what_was_recorded_and_how_far_it_goes() {
    let backend = Recorded::new("recorded:file", recording());
    let about = backend.describe();
    assert_eq!((about.name.as_str(), about.version.as_str(), about.language.as_str()), ("recorded:file", "1.2", "C#"));
    let words = about.configuration.join("; ");
    for part in ["as it is", "elsewhere", "suite 0.1.0", "seed 7", "2026-01-02T03:04:05Z", "a processor", "8 cases"] {
        assert!(words.contains(part), "{words}");
    }
}

#[test]
fn what_was_not_recorded_is_unsupported() {
    let backend = Recorded::new("recorded:file", recording());
    for (opset, bits) in [(12, &[0][..]), (13, &[99]), (13, &[0, 0])] {
        let outcome = backend.run(&[case(opset, bits)]).remove(0);
        assert!(matches!(&outcome, Outcome::Unsupported(reason) if reason == "not recorded"), "{outcome:?}");
    }
}

#[test]
fn the_order_of_the_answers_does_not_show_in_the_file() {
    let mut backwards = Recording::new(provenance());
    for (number, outcome) in outcomes().iter().enumerate().rev() {
        backwards.note(&case(13, &[number as u64]), outcome);
    }
    assert_eq!(written(&backwards), written(&recording()));
}

#[test]
fn of_several_answers_to_one_case_each_is_given_when_it_was() {
    let mut recording = Recording::new(provenance());
    let answer = |bits| Outcome::Output(vec![Tensor::from_bits(DType::F32, &[1], &[bits]).expect("a tensor")]);
    let minus_zero = 0x8000_0000;
    for bits in [0, minus_zero, 0, 0] {
        recording.note(&case(13, &[0]), &answer(bits));
    }
    let text = text(&written(&recording));
    let older = text.replace(",\"given\":[0,1,0,0]", "");
    assert_ne!(older, text);
    // What is asked more often than it was is answered as it was last.
    for (text, expected) in
        [(text, [0, minus_zero, 0, 0, 0]), (older, [0, minus_zero, minus_zero, minus_zero, minus_zero])]
    {
        let recording = Recording::read(packed(text.as_bytes()).as_slice()).expect("a recording");
        let backend = Recorded::new("recorded:file", recording);
        for bits in expected {
            assert!(same(&backend.run(&[case(13, &[0])])[0], &answer(bits)), "{text}");
        }
    }
}

/// What reading says of a text, with its cause.
fn refusal(text: &str) -> String {
    let error = Recording::read(packed(text.as_bytes()).as_slice()).expect_err(text);
    format!("{error}: {}", error.source().map(ToString::to_string).unwrap_or_default())
}

#[test]
fn a_file_that_is_no_recording_says_so() {
    let whole = text(&written(&recording()));
    let (header, rest) = whole.split_once('\n').expect("a first line");
    let line = rest.lines().find(|line| line.contains("rejected")).expect("a refusal").to_owned();
    let one = header.replace("\"entries\":8", "\"entries\":1");
    assert_ne!(one, header);
    let with = |line: &str| refusal(&format!("{one}\n{line}\n"));
    let rejected = line.split_once("\"answers\":").expect("answers").0;
    let answers = |answers: &str| with(&format!("{rejected}\"answers\":{answers}}}"));
    let output = |shape: &str, bits: &str| {
        answers(&format!("[{{\"output\":[{{\"dtype\":\"f32\",\"shape\":{shape},\"bits\":\"{bits}\"}}]}}]"))
    };
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    for (found, words) in [
        (refusal(""), "not a recording: the first line: EOF"),
        (refusal("{}"), "missing field `format`"),
        (refusal("[1]"), "not a recording: the first line"),
        (refusal(&header.replace("recording-1", "recording-2")), "format `opconform-recording-2`, expected"),
        (refusal(&header.replace("\"seed\":7", "\"seed\":-7")), "invalid value"),
        (refusal(&header.replace("\"seed\":7", "\"seed\":7,\"more\":1")), "unknown field `more`"),
        (refusal(&whole.replace("\"entries\":8", "\"entries\":9")), "8 entries, expected the 9"),
        (refusal(&format!("{whole}{line}")), "line 10: a second entry of the key"),
        (with(""), "line 2: EOF"),
        (with(&line[..line.len() - 1]), "line 2: EOF"),
        (with(&line.replace("rejected", "guessed")), "unknown variant `guessed`"),
        (with(&line.replace("\"key\":\"", "\"key\":\"00")), "expected 32 hexadecimal digits"),
        (with(&line.replace("\"key\":\"", "\"key\":\"+")), "hexadecimal"),
        (with(&deep), "line 2: "),
        (answers("[]"), "line 2: no answer"),
        (
            with(&line.replace("}]}", "}],\"given\":[0,1]}")),
            "line 2: answer 1 of 1 was given, expected a number from 0",
        ),
        (answers(&deep), "line 2: expected value"),
        (answers("[{\"timed_out\":{\"secs\":18446744073709551615,\"nanos\":4294967295}}]"), "line 2: overflow"),
        (output("[2]", "00"), "line 2: shape 2 of f32 takes 8 bytes, found 1"),
        (output("[1]", "0000000"), "pairs of hexadecimal digits"),
        (output("[1]", "0000000g"), "pairs of hexadecimal digits"),
        (output("[1]", "+0000000"), "pairs of hexadecimal digits"),
        (output("[9223372036854775807,9]", ""), "line 2: "),
        (output("[-1]", ""), "invalid value"),
    ] {
        assert!(found.contains(words), "`{words}` is not in: {found}");
    }
}

#[test]
fn a_damaged_file_is_refused_wherever_it_is_damaged() {
    let whole = written(&recording());
    for bytes in [&b""[..], b"{}", b"PK\x03\x04", &[0x1f, 0x8b], &[0xff; 100]] {
        assert!(matches!(Recording::read(bytes), Err(RecordingError::Io(_) | RecordingError::Header(_))), "{bytes:?}");
    }
    for length in 0..whole.len() {
        assert!(Recording::read(&whole[..length]).is_err(), "the first {length} bytes of {}", whole.len());
    }
    let mut refused = 0;
    for position in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[position] ^= 0x10;
        match Recording::read(damaged.as_slice()) {
            // The gzip's time, system and padding say nothing.
            Ok(read) => assert_eq!(written(&read), whole, "byte {position}"),
            Err(_) => refused += 1,
        }
    }
    assert!(whole.len() - refused < 20, "{refused} of {} refused", whole.len());
}

/// A recording of another runtime, which answers one case of [`recording`] the same, one otherwise, and one that nobody else was asked.
fn other() -> Recording {
    let mut provenance = provenance();
    provenance.backend.name = "other@2".into();
    let mut recording = Recording::new(provenance);
    let answer = |bits| Outcome::Output(vec![Tensor::from_bits(DType::F32, &[1], &[bits]).expect("a tensor")]);
    recording.note(&case(13, &[3]), &outcomes()[3]);
    for bits in [7, 8, 7] {
        recording.note(&case(13, &[0]), &answer(bits));
    }
    recording.note(&case(13, &[0, 0]), &answer(9));
    recording
}

fn pack(recordings: &[Recording]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_pack(recordings, &mut bytes).expect("memory takes every write");
    bytes
}

#[test]
fn what_is_packed_comes_back_as_it_was() {
    let recordings = [recording(), other()];
    let bytes = pack(&recordings);
    let read = read_recordings(bytes.as_slice()).expect("a pack");
    assert_eq!(read.len(), 2);
    for (read, recording) in read.iter().zip(&recordings) {
        assert_eq!(text(&written(read)), text(&written(recording)));
    }
    assert_eq!(pack(&read), bytes, "and again");
    let one = read_recordings(written(&other()).as_slice()).expect("a recording by itself");
    assert_eq!((one.len(), text(&written(&one[0]))), (1, text(&written(&other()))));
    assert!(matches!(Recording::read(bytes.as_slice()), Err(RecordingError::Pack)));
    assert!(pack(&[recording(), recording(), recording()]).len() < 2 * pack(&[recording()]).len());
}

#[test]
fn a_case_with_a_very_long_answer_is_left_out_of_a_pack_for_everyone() {
    let long = Tensor::from_bits(DType::U8, &[5000], &vec![1; 5000]).expect("a tensor");
    let mut second = other();
    second.note(&case(13, &[4]), &Outcome::Output(vec![long]));
    let read = read_recordings(pack(&[recording(), second]).as_slice()).expect("a pack");
    let left = Key::of(&case(13, &[4]));
    assert!(recording().covers(&left) && read.iter().all(|it| !it.covers(&left)));
    assert_eq!((read[0].len(), read[1].len()), (recording().len() - 1, other().len()));
}

#[test]
fn what_one_version_was_asked_later_is_put_to_what_it_was_asked_before() {
    let later = |name: &str, seed: u64, bits: u64| {
        let mut provenance = Provenance { recorded: "2026-02-03T04:05:06Z".into(), seed, ..provenance() };
        provenance.backend.name = name.into();
        provenance.backend.operators = vec!["Min".into(), "Max".into()];
        provenance.backend.configuration.push("in haste".into());
        let mut later = Recording::new(provenance);
        later.note(&case(13, &[0, bits]), &Outcome::Rejected("no".into()));
        later
    };
    let joined = Recording::joined([later("elsewhere@1.2", 7, 1), recording(), later("elsewhere", 7, 2)]);
    let [one] = joined.as_slice() else { panic!("{} recordings, expected one", joined.len()) };
    assert_eq!(one.len(), recording().len() + 2);
    let answer = one.answers(&Key::of(&case(13, &[0, 1]))).next();
    assert!(matches!(&answer, Some(Outcome::Rejected(reason)) if reason == "no"), "{answer:?}");
    let backend = &one.provenance.backend;
    assert_eq!((backend.name.as_str(), backend.operators.as_slice()), ("elsewhere", &["Max".into(), "Min".into()][..]));
    let told = "a later recording, 2026-02-03T04:05:06Z on linux x86_64, a processor, has 1 of these cases: in haste"
        .to_owned();
    assert_eq!(backend.configuration, ["as it is".to_owned(), told.clone(), told]);

    let apart = |others: [Recording; 2]| Recording::joined(others).len() == 2;
    assert!(apart([recording(), recording()]), "the same cases");
    assert!(apart([recording(), later("elsewhere", 8, 1)]), "another seed");
    assert!(apart([recording(), later("somewhere", 7, 1)]), "another runtime");
}

#[test]
fn a_small_pack_that_would_take_much_memory_is_refused() {
    let mut bytes = Vec::new();
    GzDecoder::new(pack(&[recording(), other()]).as_slice()).read_to_end(&mut bytes).expect("a gzip");
    let text = String::from_utf8(bytes).expect("text");
    let (header, lines) = text.split_once('\n').expect("lines");
    let line = lines.lines().find(|line| line.ends_with("\"given\":[[0],[]]}")).expect("a case that one was asked");
    let often = vec!["0"; 5 << 20].join(",");
    let line = line.replace("\"given\":[[0],[]]}", &format!("\"given\":[[{often}],[]]}}"));
    let mut bomb = GzEncoder::new(Vec::new(), Compression::best());
    bomb.write_all(format!("{header}\n{line}\n").as_bytes()).expect("memory takes every write");
    let bomb = bomb.finish().expect("memory takes every write");
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    let error = read_recordings(bomb.as_slice()).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("line 2: more than 4194304 answers in all recordings together"));
}

#[test]
fn the_versions_of_a_runtime_have_its_name_and_are_asked_for_by_their_own() {
    let backend = Recorded::as_runtime(other());
    let named = (backend.describe().name.as_str(), backend.selection());
    assert_eq!(named, ("other", "--adapter 'other@2=COMMAND'".to_owned()), "what is no part of the program");
    assert_eq!(backend.describe().claims, provenance().backend.claims, "what it says itself");
    let mut older = provenance();
    (older.backend.name, older.backend.claims) = ("numpy@1.26.4".into(), Vec::new());
    let older = Recorded::as_runtime(Recording::new(older));
    assert_eq!(older.selection(), "--backend numpy@1.26.4");
    let claims = older.describe().claims.clone();
    assert_eq!(claims, Entry::named("numpy").expect("numpy").claims, "what is said of the backend of this name");
    assert_eq!(Recorded::new("recorded:file", other()).selection(), "--backend recorded:file");
}

#[test]
fn a_file_that_is_no_pack_says_so() {
    let whole = text(&pack(&[recording(), other()]));
    let (header, rest) = whole.split_once('\n').expect("a first line");
    let line = rest.lines().find(|line| line.contains("timed_out")).expect("a line").to_owned();
    let one = header.replace("\"entries\":9", "\"entries\":1");
    assert_ne!(one, header);
    let refused = |text: &str| {
        let error = read_recordings(packed(text.as_bytes()).as_slice()).expect_err(text);
        format!("{error}: {}", error.source().map(ToString::to_string).unwrap_or_default())
    };
    let with = |given: &str| {
        let head = line.split_once("\"given\":").expect("what was given").0;
        refused(&format!("{one}\n{head}\"given\":{given}}}\n"))
    };
    for (found, words) in [
        (refused(""), "not a recording: the first line"),
        (
            refused(&header.replace("recordings-1", "recordings-2")),
            "expected `opconform-recording-1 or opconform-recordings-1`",
        ),
        (refused(&header.replace("\"recordings\":", "\"more\":1,\"recordings\":")), "unknown field `more`"),
        (refused(&whole.replace("\"entries\":9", "\"entries\":8")), "9 entries, expected the 8"),
        (refused(&format!("{whole}{line}\n")), "a second entry of the key"),
        (with("[[0]]"), "line 2: answers of 1 recordings, expected those of 2"),
        (with("[[],[]]"), "line 2: no answer"),
        (with("[[0],[1]]"), "line 2: answer 1 of 1 was given"),
        (with("[[0],[-1]]"), "invalid value"),
        (with("[0,0]"), "invalid type"),
    ] {
        assert!(found.contains(words), "`{words}` is not in: {found}");
    }
}
