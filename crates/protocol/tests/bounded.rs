//! Answers that are too much: each is shortened or refused in a few words, and takes little more memory than came.

use std::time::Duration;

use opconform_protocol::{
    Introduction, LIST_LIMIT, NAME_LIMIT, OUTPUT_LIMIT, RANK_LIMIT, TENSOR_LIMIT, TEXT_LIMIT, WORD_LIMIT, suite,
};
use opconform_spec::Outcome;

/// A frame with these entries in its header beside the message, and that many bytes of tensors.
fn frame(message: &str, tensors: &str, bytes: usize) -> Vec<u8> {
    let header = serde_json::json!({ "opconform": message }).to_string();
    let header = format!(r#"{{"__metadata__":{header}{tensors}}}"#);
    [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &vec![0; bytes]].concat()
}

fn ran(outcomes: &[String]) -> String {
    format!(r#"{{"outcomes":[{}],"seq":1,"type":"ran"}}"#, outcomes.join(","))
}

/// An outcome that names a tensor so many times.
fn naming(name: &str, times: usize) -> String {
    format!(r#"{{"tensors":[{}],"outcome":"output"}}"#, vec![format!("\"{name}\""); times].join(","))
}

fn bytes(name: &str, count: usize) -> String {
    format!(r#","{name}":{{"dtype":"U8","shape":[{count}],"data_offsets":[0,{count}]}}"#)
}

/// Why an answer is refused; in at most a little more than a text may have.
fn refused(frame: &[u8], count: usize) -> String {
    let error = suite::read_ran(frame, 1, count, None).map(|_| ()).expect_err("refused").to_string();
    assert!(error.chars().count() < TEXT_LIMIT + 100 && !error.contains(char::is_control), "{}", error.len());
    error
}

fn started(field: &str, value: &str) -> Introduction {
    let text = r#"{"type":"started","protocol":1,"name":"n","version":"v","language":"l","os":"o","cpu_features":[],
        "dtypes":[],"operators":[],"profile":null,"configuration":[]}"#;
    let mut message: serde_json::Value = serde_json::from_str(text).expect("JSON");
    message[field] = serde_json::from_str(value).expect("JSON");
    suite::read_introduction(&frame(&message.to_string(), "", 0), &mut None).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_time_of_own_calls_is_a_number_that_may_be_left_out() {
    let read = |field: &str| {
        suite::read_ran(&frame(&format!(r#"{{"type":"ran","seq":1,"outcomes":[]{field}}}"#), "", 0), 1, 0, None)
    };
    assert_eq!(read("").expect("an answer").own, None);
    let told = read(r#","own_nanoseconds":1250000"#).expect("an answer").own;
    assert_eq!(told, Some(Duration::from_micros(1250)));
    for wrong in ["-1", "\"1\"", "1.5", "1e99"] {
        assert!(read(&format!(r#","own_nanoseconds":{wrong}"#)).is_err(), "{wrong}");
    }
}

#[test]
fn a_tensor_may_be_named_again_but_not_without_end() {
    let megabyte = bytes("t", 1 << 20);
    let outcomes = vec![naming("t", 1); 1000];
    let read = suite::read_ran(&frame(&ran(&outcomes), &megabyte, 1 << 20), 1, 1000, None).expect("an answer").outcomes;
    let whole = read.iter().filter(|outcome| matches!(outcome, Ok(Outcome::Output(_)))).count();
    assert_eq!(whole, 64, "as many as a frame can hold");
    assert!(matches!(&read[64], Ok(Outcome::Malformed(why)) if why.contains("again and again")), "{:?}", read[64]);
    let large =
        suite::read_ran(&frame(&ran(&[naming("t", 33)]), &megabyte, 1 << 20), 1, 1, None).expect("an answer").outcomes;
    let why = "results of 34603008 bytes, expected at most 33554432";
    assert!(matches!(&large[0], Ok(Outcome::Malformed(found)) if found == why), "{:?}", large[0]);
    // Tensors without a byte take memory too.
    let outcomes = vec![naming("t", OUTPUT_LIMIT); 2 * TENSOR_LIMIT / OUTPUT_LIMIT];
    let read = suite::read_ran(&frame(&ran(&outcomes), &bytes("t", 0), 0), 1, outcomes.len(), None)
        .expect("an answer")
        .outcomes;
    let whole = read.iter().filter(|outcome| matches!(outcome, Ok(Outcome::Output(_)))).count();
    assert_eq!(whole, TENSOR_LIMIT / OUTPUT_LIMIT);
    let error = refused(&frame(&ran(&[naming("t", OUTPUT_LIMIT + 1)]), &megabyte, 1 << 20), 1);
    assert!(error.contains("a list of more than 64 elements"), "{error}");
}

#[test]
fn a_header_is_bounded_in_each_direction() {
    let name = "n".repeat(1 << 20);
    for (tensors, words) in [
        (bytes(&name, 0), format!("a name of 1048576 bytes, expected at most {NAME_LIMIT}")),
        (
            format!(r#","t":{{"dtype":"U8","shape":[{}1],"data_offsets":[0,1]}}"#, "1,".repeat(RANK_LIMIT)),
            format!("a list of more than {RANK_LIMIT} elements"),
        ),
        ((0..=TENSOR_LIMIT).map(|index| bytes(&index.to_string(), 0)).collect(), "more than 65536 tensors".to_owned()),
        (bytes("t", 0).repeat(2), "there are two tensors `t`".to_owned()),
        (format!(r#","t":{{"dtype":"{name}","shape":[],"data_offsets":[0,1]}}"#), "unknown variant `nnn".to_owned()),
    ] {
        let error = refused(&frame(&ran(&[]), &tensors, 1), 0);
        assert!(error.starts_with("the header is not that of safetensors: ") && error.contains(&words), "{error}");
    }
}

#[test]
fn words_that_nobody_can_read_are_shortened() {
    let long = "\u{1b}x".repeat(1 << 18);
    for message in [
        format!(r#"{{"type":"{}"}}"#, "y".repeat(1 << 20)),
        ran(&[format!(r#"{{"outcome":"{}"}}"#, "y".repeat(1 << 20))]),
        serde_json::json!({ "type": long }).to_string(),
    ] {
        let error = refused(&frame(&message, "", 0), 1);
        assert!(error.starts_with("expected the message `ran`: unknown variant `"), "{error}");
        assert!(error.contains(" … ") && error.contains("expected"), "the end of the error is kept: {error}");
    }
    for (kind, field) in
        [("rejected", "message"), ("unsupported", "reason"), ("malformed", "message"), ("error", "message")]
    {
        let outcome = serde_json::json!({ "outcome": kind, field: format!("first\n{long} last") }).to_string();
        let read = suite::read_ran(&frame(&ran(&[outcome]), "", 0), 1, 1, None).expect("an answer").outcomes;
        let text = match read[0].clone().unwrap_or_else(Outcome::from) {
            Outcome::Rejected(text) | Outcome::Unsupported(text) | Outcome::Malformed(text) => text,
            Outcome::Crashed(crash) => crash.how,
            other => panic!("{other:?}"),
        };
        assert_eq!(text.chars().count(), TEXT_LIMIT);
        assert!(text.starts_with("first \\u{1b}x") && text.ends_with("x last"), "{text}");
    }
}

#[test]
fn an_adapter_says_so_much_of_itself_and_no_more() {
    let long = format!("\"{}\"", "z".repeat(1 << 20));
    for field in ["name", "version", "language", "os", "profile"] {
        let Introduction::Started(started) = started(field, &long) else { panic!("{field}") };
        let texts = [started.name, started.version, started.language, started.os, started.claims.concat()];
        assert_eq!(texts.iter().map(|text| text.chars().count()).max(), Some(WORD_LIMIT), "{field}");
    }
    for field in ["cpu_features", "dtypes", "configuration"] {
        let message =
            format!(r#"{{"type":"started","protocol":1,"{field}":[{}]}}"#, vec!["\"\""; LIST_LIMIT + 1].join(","));
        let error =
            suite::read_introduction(&frame(&message, "", 0), &mut None).map(|_| ()).expect_err("refused").to_string();
        assert!(error.contains("a list of more than 256 elements"), "{field}: {error}");
    }
    let escapes = started("name", r#""\u001b]0;owned\u0007\u202e""#);
    assert!(matches!(escapes, Introduction::Started(it) if it.name == "\\u{1b}]0;owned\\u{7}\\u{202e}"));
}

/// Frames that cost the most in proportion to their length.
#[test]
#[cfg(target_os = "linux")]
fn memory_is_in_proportion_to_what_came() {
    let numbers = "1,".repeat(4_000_000);
    for message in [
        format!(r#"{{"type":"ran","seq":1,"outcomes":[{{"outcome":"output","tensors":[{numbers}1]}}]}}"#),
        format!(r#"{{"outcomes":[{{"tensors":[{numbers}1],"outcome":"output"}}],"seq":1,"type":"ran"}}"#),
        format!(r#"{{"type":"ran","seq":1,"outcomes":[],"unknown":[{numbers}1]}}"#),
        format!(r#"{{"unknown":[{}1],"type":"ran"}}"#, "[],".repeat(2_000_000)),
    ] {
        let _ = suite::read_ran(&frame(&message, "", 0), 1, 1, None);
    }
    let _ = suite::read_ran(
        &frame(&ran(&[]), &format!(r#","t":{{"dtype":"U8","shape":[{numbers}1],"data_offsets":[0,1]}}"#), 1),
        1,
        0,
        None,
    );
    let status = std::fs::read_to_string("/proc/self/status").expect("procfs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse().ok());
    let peak: u64 = peak.expect("a peak");
    assert!(peak < 256 << 10, "{peak} kB");
}
