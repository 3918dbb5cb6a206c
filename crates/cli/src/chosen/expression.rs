//! An expression over cases, such as `type(f16) & (clause(NET-*) | !source(random))`.
//!
//! ```text
//! either    = both { ( "|" | "or" ) both }
//! both      = one { ( "&" | "and" | "-" ) one }
//! one       = ( "!" | "not" ) one | "(" either ")" | NAME "(" TEXT ")"
//! ```
//!
//! The words are those of nextest, and so is `a - b`: what `a` takes and `b` does not.

use opconform_spec::{Case, Operator};
use opconform_tensor::DType;

use super::predicate::Predicate;

/// What is asked of a case.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    Either(Vec<Self>),
    Both(Vec<Self>),
    Not(Box<Self>),
    Is(Predicate),
}

/// How deep parentheses and negations may lie in each other.
const DEEPEST: usize = 64;

impl Expression {
    /// Reads an expression; the error points at the place.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader { text, at: 0 };
        let read = reader.either(0).and_then(|expression| match reader.peek() {
            None => Ok(expression),
            Some(_) => Err(reader.wrong("expected `&`, `|` or the end")),
        });
        read.map_err(|wrong| wrong.pointed_out(text))
    }

    /// Whether it is so of a case.
    pub(crate) fn takes(&self, case: &Case) -> bool {
        match self {
            Self::Either(parts) => parts.iter().any(|part| part.takes(case)),
            Self::Both(parts) => parts.iter().all(|part| part.takes(case)),
            Self::Not(part) => !part.takes(case),
            Self::Is(predicate) => predicate.takes(case),
        }
    }

    /// Whether it is so of all cases of an operator with an operand of a type, or of none; `None` where the two do not tell.
    pub(crate) fn of_all(&self, operator: &Operator, dtype: DType) -> Option<bool> {
        // One part that decides is enough, whatever the others are.
        let decided = |parts: &[Self], by: bool| {
            let of_all = || parts.iter().map(|part| part.of_all(operator, dtype));
            if of_all().any(|it| it == Some(by)) { Some(by) } else { of_all().all(|it| it.is_some()).then_some(!by) }
        };
        match self {
            Self::Either(parts) => decided(parts, true),
            Self::Both(parts) => decided(parts, false),
            Self::Not(part) => part.of_all(operator, dtype).map(|it| !it),
            Self::Is(predicate) => predicate.of_all(operator, dtype),
        }
    }
}

/// What is wrong with a text, and from which byte to which.
struct Wrong {
    begin: usize,
    end: usize,
    why: String,
}

impl Wrong {
    /// The words, under the text with a mark at the place.
    fn pointed_out(&self, text: &str) -> String {
        let place = text[..self.begin].chars().count();
        let length = text[self.begin..self.end].chars().count().max(1);
        // A text that is longer than a line, or has several, has no place under which a mark could stand.
        if text.chars().count() > 80 || text.contains(char::is_control) {
            return format!("{}, at character {}", self.why, place + 1);
        }
        format!("{}\n  {text}\n  {}{}", self.why, " ".repeat(place), "^".repeat(length))
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn takes(&mut self, expected: char) -> bool {
        let is_there = self.peek() == Some(expected);
        self.at += if is_there { expected.len_utf8() } else { 0 };
        is_there
    }

    /// What is wrong with the next character.
    fn wrong(&mut self, why: &str) -> Wrong {
        let length = self.peek().map_or(0, char::len_utf8);
        Wrong { begin: self.at, end: self.at + length, why: why.to_owned() }
    }

    /// Takes a word that no letter follows.
    fn takes_word(&mut self, word: &str) -> bool {
        self.peek();
        let rest = &self.text[self.at..];
        let is_word = |it: &str| it.eq_ignore_ascii_case(word);
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphabetic());
        let is_there = rest.get(..word.len()).is_some_and(is_word) && ends(&rest[word.len()..]);
        self.at += if is_there { word.len() } else { 0 };
        is_there
    }

    /// Takes what joins two conditions: a sign, which may stand twice, as a programming language has it, or a word.
    fn takes_joint(&mut self, sign: char, word: &str) -> bool {
        let is_there = self.takes(sign);
        if is_there {
            self.takes(sign);
        }
        is_there || self.takes_word(word)
    }

    fn either(&mut self, depth: usize) -> Result<Expression, Wrong> {
        let mut parts = vec![self.both(depth)?];
        while self.takes_joint('|', "or") {
            parts.push(self.both(depth)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Either(parts) })
    }

    fn both(&mut self, depth: usize) -> Result<Expression, Wrong> {
        let mut parts = vec![self.one(depth)?];
        loop {
            if self.takes_joint('&', "and") {
                parts.push(self.one(depth)?);
            } else if self.takes('-') {
                parts.push(Expression::Not(Box::new(self.one(depth)?)));
            } else {
                return Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Both(parts) });
            }
        }
    }

    fn one(&mut self, depth: usize) -> Result<Expression, Wrong> {
        if depth > DEEPEST {
            return Err(self.wrong("more parentheses in each other than anybody reads"));
        }
        if self.takes('!') || self.takes_word("not") {
            return Ok(Expression::Not(Box::new(self.one(depth + 1)?)));
        }
        if self.takes('(') {
            let inner = self.either(depth + 1)?;
            return if self.takes(')') { Ok(inner) } else { Err(self.wrong("expected `&`, `|` or `)`")) };
        }
        self.peek();
        let begin = self.at;
        let rest = &self.text[begin..];
        let end = begin + rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        if end == begin {
            return Err(self.wrong("expected a condition, such as `type(f16)`"));
        }
        self.at = end;
        if !self.takes('(') {
            return Err(Wrong { begin, end, why: "expected a condition, such as `type(f16)`".to_owned() });
        }
        let argument = self.at;
        let Some(length) = self.text[argument..].find(')') else {
            return Err(Wrong {
                begin: argument - 1,
                end: argument,
                why: "this is not closed: expected `)`".to_owned(),
            });
        };
        self.at = argument + length + 1;
        let given = self.text[argument..argument + length].trim();
        Predicate::of(&self.text[begin..end], given).map(Expression::Is).map_err(|(is_name, why)| {
            let (begin, end) = if is_name { (begin, end) } else { (argument, argument + length) };
            Wrong { begin, end, why }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use opconform_cases::{Settings, all};

    fn error(text: &str) -> String {
        Expression::parse(text).expect_err("wrong")
    }

    #[test]
    fn what_is_wrong_is_pointed_out() {
        assert_eq!(error("tpye(f16)"), "no condition is `tpye`: did you mean `type`?\n  tpye(f16)\n  ^^^^");
        assert_eq!(
            error("type(f16) & clause(NAT-MAX-NAN)"),
            "no clause is `NAT-MAX-NAN`: did you mean `NET-MAX-NAN`?\n  type(f16) & clause(NAT-MAX-NAN)\n                     ^^^^^^^^^^^"
        );
        assert_eq!(error("type(f16"), "this is not closed: expected `)`\n  type(f16\n      ^");
        for (text, words, place) in [
            ("", "expected a condition", 0),
            ("type(f16) &", "expected a condition", 11),
            ("type(f16) type(f32)", "expected `&`, `|` or the end", 10),
            ("(type(f16)", "expected `&`, `|` or `)`", 10),
            ("type", "expected a condition", 0),
            ("type()", "no type is ``", 5),
            ("É", "expected a condition", 0),
            ("nothing(f16)", "no condition is `nothing`", 0),
            ("type(f16) andtype(f32)", "expected `&`, `|` or the end", 10),
            ("type(f16) -", "expected a condition", 11),
            ("profile(onx)", "did you mean `onnx`", 8),
        ] {
            let said = error(text);
            let mark = said.lines().last().expect("lines").find('^').expect("a mark");
            assert!(said.contains(words) && mark == place + 2, "{text}: {said}");
        }
        assert!(error(&"(".repeat(10_000)).contains("more parentheses"));
        assert!(error(&"!".repeat(10_000)).contains("more parentheses"));
        assert!(error(&format!("{}x", " ".repeat(100))).contains("at character 101"));
    }

    #[test]
    fn conditions_divide_the_suite() {
        // Some of each operator, type and source.
        let cases: Vec<Case> = all(&Settings::default()).into_iter().step_by(50).collect();
        let count = |text: &str| {
            let expression = Expression::parse(text).unwrap_or_else(|error| panic!("{error}"));
            cases.iter().filter(|case| expression.takes(case)).count()
        };
        let every = count("operator(*)");
        assert_eq!(every, cases.len());
        for condition in [
            "type(f16)",
            "operator(Max)",
            "source(random)",
            "clause(NET-MAX-*)",
            "profile(onnx)",
            "way(constant-*)",
            "id(max/f32)",
        ] {
            let so = count(condition);
            assert!(so > 0 && so < every, "{condition}: {so} of {every}");
            assert_eq!(count(&format!("!{condition}")), every - so, "{condition}");
            assert_eq!(count(&format!("{condition} & !{condition}")), 0, "{condition}");
            assert_eq!(count(&format!("({condition}) || !!!{condition}")), every, "{condition}");
        }
        // In words as in signs.
        for (words, signs) in [
            ("type(f16) and clause(NET-*)", "type(f16) & clause(NET-*)"),
            ("type(f16) OR type(f32)and source(random)", "type(f16) | type(f32) & source(random)"),
            ("not source(random)", "!source(random)"),
            ("not not(source(random))", "source(random)"),
            ("operator(*) - type(f16) - type(f32)", "!type(f16) & !type(f32)"),
        ] {
            assert!(count(words) > 0 && count(words) == count(signs), "{words}");
        }
        // And binds closer than or.
        assert_eq!(count("type(f16) | type(f32) & !operator(*)"), count("type(f16)"));
        assert_eq!(count("operator(numpy.*) & profile(onnx)"), 0, "ONNX says nothing of numpy's operators");
        assert_eq!(
            count("clause(NET-MAX-NAN) & type(i*)"),
            count("clause(net-max-nan) & TYPE(I*)"),
            "capitals are one"
        );
        assert_eq!(
            count("id(max/f32) & source(edge)"),
            cases.iter().filter(|it| it.id().contains("max/f32") && it.origin.source == "edge").count()
        );
    }
}
