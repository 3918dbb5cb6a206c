//! How bad a departure is: what departures are put in order by, wherever they are listed.

use serde::{Deserialize, Serialize};

/// How bad a departure is, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Another number than the right one, or a NaN where a number is right.
    WrongNumber,
    /// A number where a NaN is right.
    LostNan,
    /// No answer: a crash, a hang, or an answer that cannot be used.
    NoAnswer,
    /// An answer of another shape or element type.
    WrongShape,
    /// A refusal of what is to be answered, or an answer to what is to be refused.
    WrongRefusal,
    /// A zero of the other sign.
    ZeroSign,
    /// A NaN of other bits.
    NanBits,
}

impl Severity {
    /// Every severity, the worst first.
    pub(crate) const ALL: [Self; 7] = [
        Self::WrongNumber,
        Self::LostNan,
        Self::NoAnswer,
        Self::WrongShape,
        Self::WrongRefusal,
        Self::ZeroSign,
        Self::NanBits,
    ];

    /// What departures of this severity are, in a few words.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::WrongNumber => "wrong numbers",
            Self::LostNan => "lost NaNs",
            Self::NoAnswer => "no answer",
            Self::WrongShape => "shapes or types",
            Self::WrongRefusal => "what is refused",
            Self::ZeroSign => "signs of zeros",
            Self::NanBits => "bits of NaNs",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_number_comes_first_and_the_bits_of_a_nan_last() {
        let mut all = [
            Severity::NanBits,
            Severity::WrongShape,
            Severity::LostNan,
            Severity::ZeroSign,
            Severity::WrongRefusal,
            Severity::WrongNumber,
            Severity::NoAnswer,
        ];
        all.sort_unstable();
        let names = serde_json::to_string(&all).expect("names");
        assert_eq!(
            names,
            r#"["wrong-number","lost-nan","no-answer","wrong-shape","wrong-refusal","zero-sign","nan-bits"]"#
        );
    }
}
