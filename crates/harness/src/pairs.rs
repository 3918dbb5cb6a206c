//! What implementations answer where two special operands meet: so short that it is kept for all of them.
//!
//! A line says of one backend, operator and some element types what came of every ordered pair of seven numbers and three NaNs, in a
//! letter each: of one element each, asked in one process. A longer call, or a later one, may answer otherwise.

use std::fmt;
use std::str::FromStr;

use opconform_backends::Backend;
use opconform_spec::{Attributes, Case, Facts, OPERATORS, Operator, Origin, Outcome, example_nans};
use opconform_tensor::{DType, Tensor, Value};

use crate::answer::answers;

/// The operands that are numbers, by their names in every float type. After them come two quiet NaNs and a signalling one.
const NUMBERS: [&str; 7] = ["-inf", "-1.0", "-0.0", "0.0", "min_subnormal", "1.0", "inf"];
/// How many operands there are.
const OPERANDS: usize = NUMBERS.len() + 3;

/// The types that have them.
const DTYPES: [DType; 4] = [DType::Bf16, DType::F16, DType::F32, DType::F64];

/// What came of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairOutcome {
    /// The first operand, bit for bit.
    First,
    /// The second operand, bit for bit.
    Second,
    /// A NaN of other bits.
    OtherNan,
    /// +0, which no operand is.
    PositiveZero,
    /// −0, which no operand is.
    NegativeZero,
    /// Another number.
    Other,
    /// A refusal.
    Refused,
    /// No answer that can be read, or none at all.
    Nothing,
}

/// The letter of each.
const LETTERS: [(PairOutcome, char); 8] = [
    (PairOutcome::First, '1'),
    (PairOutcome::Second, '2'),
    (PairOutcome::OtherNan, 'n'),
    (PairOutcome::PositiveZero, '+'),
    (PairOutcome::NegativeZero, '-'),
    (PairOutcome::Other, 'o'),
    (PairOutcome::Refused, 'x'),
    (PairOutcome::Nothing, '.'),
];

impl PairOutcome {
    /// What an outcome is, given its operands.
    pub fn of(operands: [Value; 2], outcome: &Outcome) -> Self {
        let dtype = operands[0].dtype();
        if let Outcome::Rejected(_) = outcome {
            return Self::Refused;
        }
        let Some(output) = outcome.only().filter(|output| output.dtype() == dtype && output.len() == 1) else {
            return Self::Nothing;
        };
        match output.value(0) {
            found if found == operands[0] => Self::First,
            found if found == operands[1] => Self::Second,
            found if found.class().is_nan() => Self::OtherNan,
            found if found.bits() == 0 => Self::PositiveZero,
            found if found.class().is_float_zero() => Self::NegativeZero,
            _ => Self::Other,
        }
    }

    /// Whether it is the same to whoever does not look at the bits of a NaN.
    pub fn is_like(self, other: Self, operands: [Value; 2]) -> bool {
        let is_nan = |told| match told {
            Self::First => operands[0].class().is_nan(),
            Self::Second => operands[1].class().is_nan(),
            told => told == Self::OtherNan,
        };
        self == other || is_nan(self) && is_nan(other)
    }

    fn letter(self) -> char {
        LETTERS.iter().find(|(told, _)| *told == self).map_or('.', |&(_, letter)| letter)
    }
}

/// What one backend answers to one operator, in element types that it answers alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The backend, and its version.
    pub backend: String,
    /// The operator.
    pub operator: &'static Operator,
    /// The element types.
    pub dtypes: Vec<DType>,
    /// Of every pair of the operands, the second running fastest.
    pub told: Vec<PairOutcome>,
}

impl Line {
    /// What came of two operands; `None` where they are others, or of another type.
    pub fn at(&self, operands: [Value; 2]) -> Option<PairOutcome> {
        let dtype = operands[0].dtype();
        let place = |value: Value| values(dtype).into_iter().position(|it| it == value);
        let at = place(operands[0])? * OPERANDS + place(operands[1])?;
        self.dtypes.contains(&dtype).then(|| self.told.get(at).copied()).flatten()
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dtypes: Vec<&str> = self.dtypes.iter().map(|dtype| dtype.name()).collect();
        let told: String = self.told.iter().map(|told| told.letter()).collect();
        write!(f, "{}\t{}\t{}\t{told}", self.backend, self.operator.qualified(), dtypes.join(" "))
    }
}

impl FromStr for Line {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split('\t').collect();
        let [backend, operator, dtypes, letters] = parts.as_slice() else {
            return Err(format!("four columns: {text}"));
        };
        let told = |letter| LETTERS.iter().find(|(_, it)| *it == letter).map(|&(told, _)| told);
        let line = Self {
            backend: (*backend).to_owned(),
            operator: Operator::named(operator).ok_or_else(|| format!("no operator {operator}"))?,
            dtypes: dtypes
                .split(' ')
                .map(str::parse)
                .collect::<Result<_, _>>()
                .map_err(|_| format!("types: {dtypes}"))?,
            told: letters.chars().map(told).collect::<Option<_>>().ok_or_else(|| format!("letters: {text}"))?,
        };
        (line.told.len() == OPERANDS.pow(2)).then_some(line).ok_or_else(|| format!("pairs: {text}"))
    }
}

/// The operands in a type.
fn values(dtype: DType) -> Vec<Value> {
    let nans = example_nans(dtype).into_iter().map(|bits| Value::new(dtype, bits));
    NUMBERS.iter().filter_map(|name| Value::parse(dtype, name).ok()).chain(nans).collect()
}

/// Every ordered pair of the operands, in the order of a line.
pub fn pairs(dtype: DType) -> Vec<[Value; 2]> {
    let values = values(dtype);
    values.iter().flat_map(|&first| values.iter().map(move |&second| [first, second])).collect()
}

/// The case in which an operator is given these two and gives one element: an operand each, or a row of both. `None` where it takes
/// no two.
pub fn case(operator: &'static Operator, operands: [Value; 2]) -> Option<Case> {
    let dtype = operands[0].dtype();
    let tensor = |bits: &[u64]| Tensor::from_bits(dtype, &[bits.len()], bits).ok();
    let [first, second] = operands.map(Value::bits);
    let origin = || Origin { source: "pairs".into(), seed: None };
    let version = *operator.versions.last()?;
    let asked = |inputs: Vec<Tensor>| {
        let case = Case::new(operator, version, inputs, "pair", origin()).with_attributes(Attributes::new());
        let facts = Facts::new(&case);
        let is_one = facts.elements() == Some(1);
        (is_one && facts.values_at(0).len() == 2).then(|| case.clone())
    };
    let each = vec![tensor(&[first])?, tensor(&[second])?];
    asked(each).or_else(|| asked(vec![tensor(&[first, second])?]))
}

/// What a backend answers, of every operator that it offers and that takes two operands; types that are answered alike together.
pub fn lines(backend: &dyn Backend) -> Vec<Line> {
    let description = backend.describe();
    let (name, version) = (&description.name, &description.version);
    let name = if name.ends_with(version.as_str()) { name.clone() } else { format!("{name} {version}") };
    let mut lines: Vec<Line> = Vec::new();
    for &operator in OPERATORS {
        for dtype in DTYPES {
            let pairs = pairs(dtype);
            let Some(cases) = pairs.iter().map(|&pair| case(operator, pair)).collect::<Option<Vec<Case>>>() else {
                continue;
            };
            let outcomes = answers(backend, &cases);
            let told: Vec<PairOutcome> =
                pairs.iter().zip(&outcomes).map(|(&pair, it)| PairOutcome::of(pair, it)).collect();
            if told.iter().all(|&told| told == PairOutcome::Nothing) {
                continue;
            }
            let same = |line: &&mut Line| line.operator == operator && line.told == told;
            match lines.iter_mut().find(same) {
                Some(line) => line.dtypes.push(dtype),
                None => lines.push(Line { backend: name.clone(), operator, dtypes: vec![dtype], told }),
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use opconform_backends::Entry;

    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written_and_says_what_was_answered() {
        let backend = Entry::named("ndarray-compare").expect("a backend").open().expect("it runs everywhere");
        let lines = lines(backend.as_ref());
        assert!(!lines.is_empty());
        for line in &lines {
            assert_eq!(line.to_string().parse::<Line>().as_ref(), Ok(line));
        }
        // It takes the second operand where the two do not compare.
        let of = |name: &str, operands: [&str; 2]| {
            let line = lines.iter().find(|line| line.operator.qualified() == name && line.dtypes.contains(&DType::F32));
            let value = |name| Value::parse(DType::F32, name).expect(name);
            line.expect("a line").at(operands.map(value))
        };
        assert_eq!(of("Max", ["-1.0", "1.0"]), Some(PairOutcome::Second));
        assert_eq!(of("Max", ["1.0", "-1.0"]), Some(PairOutcome::First));
        let beside = |operands| of("Max", operands).map(|told| told == PairOutcome::Second);
        assert_eq!(beside(["1.0", "0x7fc00000"]), beside(["0x7fc00000", "1.0"]));
    }

    #[test]
    fn a_damaged_line_says_what_is_wrong() {
        for (text, wrong) in [
            ("a 1\tMax\tf32", "four columns"),
            ("a 1\tMux\tf32\t1", "no operator Mux"),
            ("a 1\tMax\tf31\t1", "types"),
            ("a 1\tMax\tf32\t?", "letters"),
            ("a 1\tMax\tf32\t1", "pairs"),
        ] {
            let error = text.parse::<Line>().expect_err(text);
            assert!(error.starts_with(wrong), "{error}");
        }
    }
}
