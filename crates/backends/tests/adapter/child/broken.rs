//! Answers that are none: broken as frames, as messages, in their tensors, or too much.

use std::process::exit;

use super::raw;

/// Writes what is no frame, or no safetensors; whether this is such a kind.
pub(super) fn frame(kind: &str) -> bool {
    match kind {
        "text" => raw::bytes(b"Hello, world! This is no frame.\n"),
        "truncated" => {
            raw::bytes(&[100, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]);
            exit(0)
        }
        "truncated-hang" => {
            raw::bytes(&[100, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]);
            super::deed::hang()
        }
        "truncated-length" => {
            raw::bytes(&[100, 0, 0]);
            exit(0)
        }
        "drip" => raw::drip(),
        "endless-frames" => loop {
            raw::frame(&vec![0; 1 << 20]);
        },
        "huge-length" => raw::bytes(&u64::MAX.to_le_bytes()),
        "huge-frame" => raw::frame(&vec![0; 64 << 20]),
        "huge-frame-said" => {
            raw::bytes(&(64_u64 << 20).to_le_bytes());
            exit(0)
        }
        "empty-frame" => raw::frame(b""),
        "short-frame" => raw::frame(b"{}"),
        "huge-header" => raw::frame(&u64::MAX.to_le_bytes()),
        "long-header" => raw::header(&vec![b' '; (8 << 20) + 1]),
        "header-past-the-end" => raw::frame(&[100, 0, 0, 0, 0, 0, 0, 0, b'{', b'}']),
        "not-json" => raw::header(b"{\"__metadata__\":"),
        "nested-header" => raw::header("[".repeat(1 << 20).as_bytes()),
        "nested-tensor" => raw::header(format!("{{\"0.0\":{}", "{\"dtype\":".repeat(100_000)).as_bytes()),
        "not-utf-8" => raw::header(b"{\"__metadata__\":{\"opconform\":\"\xFF\xFE\"}}"),
        "lone-surrogate" => raw::header(br#"{"__metadata__":{"opconform":"\ud800"}}"#),
        "no-message" => raw::header(b"{}"),
        "message-not-text" => raw::header(br#"{"__metadata__":{"opconform":{"type":"ran"}}}"#),
        _ => return false,
    }
    true
}

/// Writes a frame whose message is wrong, or no answer to any of its cases; whether this is such a kind.
pub(super) fn message(kind: &str, batch: u64, count: usize) -> bool {
    const REJECTED: &str = r#"{"outcome":"rejected","message":""}"#;
    const EXHAUSTED: &str = r#"{"outcome":"exhausted","message":"no thread is left"}"#;
    const NO_MEMORY: &str = r#"{"outcome":"rejected","message":"std::bad_alloc"}"#;
    match kind {
        "exhausted" | "exhausted-when-used" => raw::message(&ran(batch, count, EXHAUSTED)),
        "rejected-by-the-machine" => raw::message(&ran(batch, count, NO_MEMORY)),
        "nested-message" => raw::message(&"[".repeat(1 << 20)),
        "nested-outcome" => raw::message(&ran(batch, 1, &format!("{{\"outcome\":{}", "[".repeat(1 << 20)))),
        "message-not-json" => raw::message("ran"),
        "unknown-message" => raw::message(r#"{"type":"finished"}"#),
        "started-again" => raw::message(raw::STARTED),
        "wrong-seq" => raw::message(&ran(batch + 1, count, REJECTED)),
        "negative-seq" => raw::message(r#"{"type":"ran","seq":-1,"outcomes":[]}"#),
        "no-outcomes" => raw::message(&format!(r#"{{"type":"ran","seq":{batch}}}"#)),
        "too-few" => raw::message(&ran(batch, count.saturating_sub(1), REJECTED)),
        "too-many" => raw::message(&ran(batch, count + 1, REJECTED)),
        "unknown-outcome" => raw::message(&ran(batch, count, r#"{"outcome":"skipped"}"#)),
        _ => return false,
    }
    true
}

/// Writes a frame whose tensors are wrong; whether this is such a kind.
pub(super) fn tensor(kind: &str, batch: u64, count: usize) -> bool {
    match kind {
        // A frame that is sound: more is asked of the child, which would be waited for.
        "unknown-tensor" => {
            raw::message(&ran(batch, count, r#"{"outcome":"output","tensors":["9.9"]}"#));
            exit(0)
        }
        "strange-type" => {
            raw::one_tensor(batch, count, "F8_E5M2", "[4]", "[0,4]", 4);
            exit(0)
        }
        "two-tensors-of-a-name" => raw::with_tensors(batch, count, &vec![raw::place("t", 0); 2].join(","), 0, &["t"]),
        "strange-type-name" => raw::one_tensor(batch, count, "F128", "[4]", "[0,64]", 64),
        "range-past-the-end" => raw::one_tensor(batch, count, "F32", "[4]", "[0,16]", 8),
        "range-reversed" => raw::one_tensor(batch, count, "F32", "[4]", "[16,0]", 16),
        "range-with-a-hole" => raw::one_tensor(batch, count, "F32", "[1]", "[4,8]", 8),
        "surplus-bytes" => raw::one_tensor(batch, count, "F32", "[1]", "[0,4]", 8),
        "shape-and-range-differ" => raw::one_tensor(batch, count, "F32", "[3]", "[0,16]", 16),
        "shape-overflows" => raw::one_tensor(batch, count, "F32", "[4294967296,4294967296,4]", "[0,16]", 16),
        "negative-shape" => raw::one_tensor(batch, count, "F32", "[-1]", "[0,4]", 4),
        "ranges-overflow" => raw::overflowing(batch, count),
        // The results' half of the shared memory is from 8 MiB to 16 MiB.
        "shared-operand" => raw::shared(batch, count, &[("t", 64, 4160)]),
        "shared-past-the-end" => raw::shared(batch, count, &[("t", (16 << 20) - 4095, (16 << 20) + 1)]),
        "shared-reversed" => raw::shared(batch, count, &[("t", 9 << 20, 8 << 20)]),
        "shared-overlap" => {
            raw::shared(batch, count, &[("t", 9 << 20, (9 << 20) + 4096), ("u", (9 << 20) + 4095, (9 << 20) + 8191)]);
        }
        "shared-twice" => raw::shared(batch, count, &[("t", 8 << 20, (8 << 20) + 4096); 2]),
        // A frame that is sound.
        "shared-shape" => {
            raw::shared(batch, count, &[("t", 8 << 20, (8 << 20) + 4097)]);
            exit(0)
        }
        _ => return false,
    }
    true
}

/// Writes more of something than anybody needs; whether this is such a kind.
pub(super) fn excess(kind: &str, batch: u64, count: usize) -> bool {
    let long = || "y".repeat(4 << 20);
    match kind {
        "tensor-named-often" => raw::with_tensors(batch, count, &raw::place("t", 1 << 20), 1 << 20, &["t"; 1000]),
        "huge-tensor-name" => raw::with_tensors(batch, count, &raw::place(&long(), 0), 0, &["t"]),
        "huge-tensor-named" => {
            raw::message(&ran(batch, count.min(1), &format!(r#"{{"outcome":"output","tensors":["{}"]}}"#, long())));
        }
        "huge-variant" => raw::message(&format!(r#"{{"type":"{}"}}"#, long())),
        "huge-outcome-variant" => raw::message(&ran(batch, count.min(1), &format!(r#"{{"outcome":"{}"}}"#, long()))),
        "huge-rank" => raw::one_tensor(batch, count, "F32", &format!("[{}1]", "1,".repeat(2_000_000)), "[0,4]", 4),
        "many-tensors" => {
            let places: Vec<String> = (0..100_000).map(|index| raw::place(&index.to_string(), 0)).collect();
            raw::with_tensors(batch, count, &places.join(","), 0, &["0"]);
        }
        "many-outcomes" => raw::message(&ran(batch, 100_000, r#"{"outcome":"output","tensors":[]}"#)),
        "many-numbers" => {
            let numbers = "1,".repeat(2_000_000);
            raw::message(&ran(batch, count.min(1), &format!(r#"{{"tensors":[{numbers}1],"outcome":"output"}}"#)));
        }
        "hostile-words" => raw::message(&format!(r#"{{"type":{}}}"#, raw::json(raw::WORDS))),
        _ => return false,
    }
    true
}

/// The text of an answer in which every outcome is the same.
fn ran(batch: u64, count: usize, outcome: &str) -> String {
    format!(r#"{{"type":"ran","seq":{batch},"outcomes":[{}]}}"#, vec![outcome; count].join(","))
}
