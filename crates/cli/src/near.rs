//! What a name that is not known may have been meant as.

use anyhow::anyhow;
use opconform_text::line;
use opconform_text::near::nearest;

/// The characters of a name that is not known that are shown.
pub(crate) const SHOWN: usize = 100;

/// An error about a name that is not known: it says what is near, or else what is expected.
pub(crate) fn unknown<'k>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
    expected: &str,
) -> anyhow::Error {
    if name.is_empty() {
        return anyhow!("the name of a {what} is empty: {expected}");
    }
    // An argument may be anything: a slip of the hand is short.
    let shown = line(name, SHOWN);
    match nearest(name, known) {
        Some(near) => anyhow!("unknown {what} `{shown}`: did you mean `{near}`?"),
        None => anyhow!("unknown {what} `{shown}`: {expected}"),
    }
}
