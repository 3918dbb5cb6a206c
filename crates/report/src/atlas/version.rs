//! The order of versions.

/// A part of a version: what is a number comes after what is a word, as `1.0` after `1.0-rc`'s word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    /// Letters.
    Word(String),
    /// The end of a version, which comes after a word that another has there.
    End,
    /// A number of any length: how many digits it has, and those.
    Number(usize, String),
}

/// What versions are put in order by: numbers as numbers, everything else as text.
pub(super) fn key(version: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = version;
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_number).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        if is_number {
            let digits = part.trim_start_matches('0');
            parts.push(Part::Number(digits.len(), digits.to_owned()));
        } else if part.chars().any(char::is_alphanumeric) {
            parts.push(Part::Word(part.to_owned()));
        }
        rest = after;
    }
    parts.push(Part::End);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_ordered_as_numbers() {
        let ordered = [
            ["1.9.0", "1.10.0"],
            ["1.18.1", "1.20"],
            ["9.0.23", "10.0.15"],
            ["2.0.0-rc.15", "2.0.0"],
            ["2.0.0-rc.9", "2.0.0-rc.15"],
            ["1.0", "1.0.1"],
            ["", "1"],
            ["99999999999999999999998", "99999999999999999999999"],
        ];
        for [older, newer] in ordered {
            assert!(key(older) < key(newer), "{older} {newer}");
        }
        assert_eq!(key("1.02"), key("1.2"));
    }
}
