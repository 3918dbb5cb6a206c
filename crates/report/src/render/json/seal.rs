//! The last field of `report.json`, by which it is seen that a report is what was written: against accidents, and a hand that
//! mends a figure. It is no signature: whoever has this program can seal anything.

use opconform_files::sha256;

/// What stands before the digest.
const NAME: &str = ",\n    \"seal\": \"";
/// What stands behind the digest: the end of the provenance, which is the last key.
const END: &str = "\n  }\n}\n";

/// The bytes that a seal takes: of its name, of a SHA-256 in hexadecimal, and of a quotation mark.
pub(super) const LEN: usize = NAME.len() + 64 + 1;

/// A report with the SHA-256 of what it is without it.
pub(super) fn seal(unsealed: &str) -> String {
    let fields = unsealed.strip_suffix(END).expect("the provenance is the last key, and has fields");
    format!("{fields}{NAME}{}\"{END}", sha256(unsealed.as_bytes()))
}

/// Whether a text is what [`seal`] has made, but for the ends of its lines, which a version control may write otherwise.
pub(super) fn is_intact(text: &str) -> bool {
    let text = text.replace("\r\n", "\n");
    let unsealed = text.rsplit_once(NAME).map(|(fields, _)| [fields, END].concat());
    unsealed.is_some_and(|unsealed| seal(&unsealed) == text)
}
