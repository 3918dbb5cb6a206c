//! A question to the arbiter, as it is typed: `max f32 (nan, 1.0) = 1.0`, `max i64 [3, 5] = 3`, `ReduceMax f32 [] = error`.
//!
//! ```text
//! question := operator dtype operands "=" (tensor | "error")
//! operator := "max" | "min" | the name of one operator, such as numpy.fmax
//! operands := "(" tensor, … ")" | tensor
//! tensor   := value | "[" tensor, … "]"
//! value    := bits such as 0x7fc00001, a number, or a name: nan, -inf, min_subnormal, …
//! ```

use opconform_spec::{Direction, Form, NanRule, OPERATORS, Operator, Outcome, example_nans};
use opconform_tensor::{DType, ParseValueError, Tensor, Value};
use opconform_text::near::nearest;

/// Values in all operands of a question, at most: it is typed by hand.
const LONGEST: usize = 4096;
/// Brackets within brackets, at most.
const DEEPEST: usize = 8;

/// What was typed.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// What is asked about.
    pub(crate) about: About,
    /// The operands, in order.
    pub(crate) operands: Vec<Tensor>,
    /// What an implementation made of them.
    pub(crate) outcome: Outcome,
}

/// What a question is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum About {
    /// One operator.
    One(&'static Operator),
    /// The maximum or the minimum of each specification.
    Each(Direction),
}

/// Text that is no question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum QuestionError {
    /// A part of the form is missing.
    #[error("expected {0}, as in `max f32 (nan, 1.0) = 1.0`")]
    Form(&'static str),
    /// There is no such operator.
    #[error("unknown operator `{0}`: {meant}", meant = meant(.0))]
    Operator(String),
    /// Its operands are spans of one memory, which no question can write.
    #[error(
        "`{0}` is called with spans of one memory, which a question cannot write: ask for `max` or `min`, --against ieee754-2019"
    )]
    Spans(&'static str),
    /// A reduction of no operand, which is none of an operand without elements.
    #[error("`{0}` reduces one operand: of nothing it is asked as in `{0} f32 [] = error`")]
    NoOperand(&'static str),
    /// There is no such element type.
    #[error("unknown element type `{0}`: expected one of {list}", list = dtypes())]
    DType(String),
    /// A text between brackets and commas is no value.
    #[error(transparent)]
    Value(#[from] ParseValueError),
    /// The lists of a tensor are not all of one length.
    #[error("a list whose entries have different shapes is no tensor")]
    Ragged,
    /// It has more than can be typed.
    #[error("expected at most {LONGEST} values, and brackets at most {DEEPEST} deep")]
    TooLong,
}

/// What an unknown operator may stand for.
fn meant(word: &str) -> String {
    let names: Vec<_> = OPERATORS.iter().map(|operator| operator.qualified()).collect();
    match nearest(word, names.iter().map(AsRef::as_ref)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected max, min, or {}", names.join(", ")),
    }
}

fn dtypes() -> String {
    DType::ALL.iter().map(|dtype| dtype.name()).collect::<Vec<_>>().join(" ")
}

impl Question {
    /// Reads a question.
    pub(crate) fn parse(text: &str) -> Result<Self, QuestionError> {
        let (asked, answer) = text.rsplit_once('=').ok_or(QuestionError::Form("`=` and the result"))?;
        let asked = asked.trim();
        let (operator, rest) = asked.split_once(char::is_whitespace).ok_or(QuestionError::Form("an element type"))?;
        if operator.contains('(') {
            return Err(QuestionError::Form("an element type between the operator and the operands"));
        }
        let about = About::named(operator)?;
        let rest = rest.trim_start();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (name, rest) = rest.split_at(end);
        let dtype = DType::ALL.into_iter().find(|dtype| dtype.name() == name);
        let dtype = dtype.ok_or_else(|| QuestionError::DType(name.to_owned()))?;
        let operands = rest.trim();
        let operands: Vec<Tensor> = match operands.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Some(list) => split(list)?.into_iter().map(|operand| tensor(dtype, operand)).collect::<Result<_, _>>()?,
            None if operands.is_empty() => return Err(QuestionError::Form("the operands")),
            None => vec![tensor(dtype, operands)?],
        };
        match about {
            About::One(operator) if operator.form.is_reduction() && operands.is_empty() => {
                return Err(QuestionError::NoOperand(operator.name));
            }
            _ => {}
        }
        let outcome = match answer.trim() {
            "" => return Err(QuestionError::Form("the result after `=`")),
            "error" => Outcome::Rejected("as the question says".to_owned()),
            answer => Outcome::Output(vec![tensor(dtype, answer)?]),
        };
        Ok(Self { about, operands, outcome })
    }

    /// Whether it names one operator.
    pub(crate) fn names_one(&self) -> bool {
        matches!(self.about, About::One(_))
    }

    /// The operators that it asks of somebody who speaks of these: of each that is its own, those that let a NaN through, or where
    /// there is none the others.
    pub(crate) fn asked_of(&self, speaks: impl Fn(&&'static Operator) -> bool) -> Vec<&'static Operator> {
        match self.about {
            About::One(operator) => Some(operator).filter(speaks).into_iter().collect(),
            About::Each(direction) => {
                let own = OPERATORS
                    .iter()
                    .copied()
                    .filter(|operator| operator.direction() == Some(direction) && speaks(operator));
                let (propagating, others): (Vec<_>, Vec<_>) = own.partition(|it| it.nan == NanRule::Propagates);
                if propagating.is_empty() { others } else { propagating }
            }
        }
    }
}

impl About {
    fn named(word: &str) -> Result<Self, QuestionError> {
        match word {
            "max" => Ok(Self::Each(Direction::Max)),
            "min" => Ok(Self::Each(Direction::Min)),
            name => match Operator::named(name) {
                Some(operator) if matches!(operator.form, Form::Spans | Form::SpanAndScalar) => {
                    Err(QuestionError::Spans(operator.name))
                }
                Some(operator) => Ok(Self::One(operator)),
                None => Err(QuestionError::Operator(name.to_owned())),
            },
        }
    }
}

/// The parts between the commas that stand outside all brackets.
fn split(text: &str) -> Result<Vec<&str>, QuestionError> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let (mut parts, mut depth, mut begin) = (Vec::new(), 0_usize, 0);
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => {
                let closed = depth.checked_sub(1);
                depth = closed.ok_or(QuestionError::Form("an opening bracket before the closing one"))?;
            }
            ',' if depth == 0 => {
                parts.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
        if depth > DEEPEST || parts.len() >= LONGEST {
            return Err(QuestionError::TooLong);
        }
    }
    parts.push(text[begin..].trim());
    Ok(parts)
}

fn tensor(dtype: DType, text: &str) -> Result<Tensor, QuestionError> {
    let (mut shape, mut bits) = (Vec::new(), Vec::new());
    read(dtype, text, 0, &mut shape, &mut bits)?;
    Tensor::from_bits(dtype, &shape, &bits).map_err(|_| QuestionError::Ragged)
}

/// Reads a value or a list, which stands in `depth` lists: adds its bits, and says or confirms the lengths from there inwards.
fn read(
    dtype: DType,
    text: &str,
    depth: usize,
    shape: &mut Vec<usize>,
    bits: &mut Vec<u64>,
) -> Result<(), QuestionError> {
    let Some(list) = text.strip_prefix('[') else {
        if depth != shape.len() {
            return Err(QuestionError::Ragged);
        }
        let named = match text {
            "nan" => Value::nan(dtype).map(Value::bits),
            "snan" => example_nans(dtype).get(2).copied(),
            _ => None,
        };
        bits.push(named.map_or_else(|| Value::parse(dtype, text).map(Value::bits), Ok)?);
        return Ok(());
    };
    let list = list.strip_suffix(']').ok_or(QuestionError::Form("a closing bracket"))?;
    let parts = split(list)?;
    // The first list at a depth says how long the others there are.
    let is_first = depth == shape.len() && (depth == 0 || bits.is_empty());
    if is_first {
        shape.push(parts.len());
    }
    if shape.get(depth) != Some(&parts.len()) {
        return Err(QuestionError::Ragged);
    }
    parts.into_iter().try_for_each(|part| read(dtype, part, depth + 1, shape, bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operands(text: &str) -> Vec<(Vec<usize>, Vec<u64>)> {
        let question = Question::parse(text).expect(text);
        question.operands.iter().map(|it| (it.shape().to_vec(), it.to_bits())).collect()
    }

    #[test]
    fn scalars_lists_and_lists_of_lists() {
        assert_eq!(operands("max u8 (1, 0xff) = 2"), [(vec![], vec![1]), (vec![], vec![255])]);
        assert_eq!(operands("max u8 [3,5] = 5"), [(vec![2], vec![3, 5])]);
        assert_eq!(operands("max u8 ([[1,2],[3,4]], []) = 2"), [(vec![2, 2], vec![1, 2, 3, 4]), (vec![0], vec![])]);
        assert_eq!(operands("ReduceMax f32 [] = -inf"), [(vec![0], vec![])]);
        assert_eq!(operands("max f16 (nan, -0.0) = nan"), [(vec![], vec![0x7e00]), (vec![], vec![0x8000])]);
        assert_eq!(operands("max f32 () = error"), []);
    }

    #[test]
    fn what_is_no_question_says_what_is_missing() {
        for (text, message) in [
            ("", "expected `=` and the result"),
            ("max", "expected `=`"),
            ("max f32 (1, 2)", "expected `=`"),
            ("max = 1", "expected an element type"),
            ("max f31 (1) = 1", "unknown element type `f31`"),
            ("mux f32 (1) = 1", "unknown operator `mux`"),
            ("max f32 = 1", "expected the operands"),
            ("max f32 (1, 2) =", "expected the result"),
            ("max f32 (1, two) = 1", "`two` is no value of f32"),
            ("max f32 [1, 2 = 1", "expected a closing bracket"),
            ("max f32 (1]) = 1", "expected an opening bracket"),
            ("max f32 [[1, 2], [3]] = 1", "a list whose entries have different shapes"),
            ("max f32 [[1], 3] = 1", "a list whose entries have different shapes"),
            ("max f32 [1, [3]] = 1", "a list whose entries have different shapes"),
            ("max f32 [[[[[[[[[[1]]]]]]]]]] = 1", "at most 8 deep"),
            ("max i8 nan = 1", "`nan` is no value of i8"),
        ] {
            let error = Question::parse(text).expect_err(text).to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
        let long = format!("max u8 [{}] = 1", vec!["1"; 5000].join(","));
        assert!(matches!(Question::parse(&long), Err(QuestionError::TooLong)));
    }

    #[test]
    fn a_word_asks_each_for_its_own_and_a_name_asks_for_one() {
        let asked = |text: &str, of: &[&str]| {
            let speaks = |operator: &&Operator| of.contains(&operator.qualified().as_ref());
            let asked = Question::parse(text).expect(text).asked_of(speaks);
            asked.iter().map(|operator| operator.qualified().into_owned()).collect::<Vec<_>>()
        };
        assert_eq!(asked("max f32 (1, 2) = 2", &["Max", "Min", "ReduceMax"]), ["Max", "ReduceMax"]);
        assert_eq!(asked("min f32 (1, 2) = 1", &["numpy.minimum", "numpy.fmin"]), ["numpy.minimum"]);
        assert_eq!(asked("max f32 (1, 2) = 2", &["numpy.fmax", "numpy.fmin"]), ["numpy.fmax"]);
        assert_eq!(asked("numpy.fmax f32 (1, 2) = 2", &["numpy.fmax", "Max"]), ["numpy.fmax"]);
        assert_eq!(asked("numpy.fmax f32 (1, 2) = 2", &["Max"]), [""; 0]);
    }
}
