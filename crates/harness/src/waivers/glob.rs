//! Patterns: `*` stands for any text, `?` for any one character, and everything else for itself.

/// A pattern.
#[derive(Clone, Debug)]
pub struct Glob(Vec<char>);

impl Glob {
    /// The pattern of a text.
    pub fn new(pattern: &str) -> Self {
        Self(pattern.chars().collect())
    }

    /// Whether it stands for the whole of a text.
    pub fn matches(&self, text: &str) -> bool {
        let (pattern, text): (&[char], Vec<char>) = (&self.0, text.chars().collect());
        let (mut p, mut t) = (0, 0);
        // The last `*`, and how much of the text it stands for so far: what follows it is tried further to the right.
        let mut star: Option<(usize, usize)> = None;
        while t < text.len() {
            match pattern.get(p) {
                Some('*') => {
                    star = Some((p, t));
                    p += 1;
                }
                Some(&c) if c == '?' || c == text[t] => (p, t) = (p + 1, t + 1),
                _ => match star {
                    Some((at, taken)) => {
                        star = Some((at, taken + 1));
                        (p, t) = (at + 1, taken + 1);
                    }
                    None => return false,
                },
            }
        }
        pattern[p..].iter().all(|&c| c == '*')
    }
}

#[cfg(test)]
mod tests {
    use super::Glob;

    #[test]
    fn patterns_stand_for_whole_texts() {
        let fits = ["", "*", "nan*", "*normal", "nan, *normal -> ?normal", "n*n*n*l", "**"];
        for (index, pattern) in fits.iter().enumerate() {
            assert_eq!(Glob::new(pattern).matches("nan, +normal -> +normal"), index > 0, "{pattern}");
        }
        for pattern in ["nan", "normal", "*nan", "?", "nan, *zero*", "*ormal?", "snan*"] {
            assert!(!Glob::new(pattern).matches("nan, +normal -> +normal"), "{pattern}");
        }
        assert!(Glob::new("").matches("") && Glob::new("*").matches("") && !Glob::new("?").matches(""));
        // A text is a pattern of itself, whatever is in it.
        assert!(Glob::new("2*scalar [a-z] ?").matches("2*scalar [a-z] ?"));
        // No blow-up on hostile patterns.
        assert!(!Glob::new(&"a*".repeat(200)).matches(&"a".repeat(150)));
    }
}
