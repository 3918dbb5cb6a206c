//! What a name that is not known may have been meant as.

use anyhow::anyhow;
use opconform_text::near::nearest;

/// An error about a name that is not known: it says what is near, or else what is expected.
pub(crate) fn unknown<'k>(
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'k str>,
    expected: &str,
) -> anyhow::Error {
    match nearest(name, known) {
        Some(near) => anyhow!("unknown {what} `{name}`: did you mean `{near}`?"),
        None => anyhow!("unknown {what} `{name}`: {expected}"),
    }
}
