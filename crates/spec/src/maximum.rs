//! The maxima that people know by name: each one a row of choices, with the words of the document that makes them.
//!
//! Every document on the maximum of two numbers makes the same few choices. A row is no profile: it speaks of two operands and of
//! nothing else, neither of shapes nor of calls. Another document is one more entry of [`MAXIMA`], with its citations.

use opconform_tensor::{Class, DType, Value};

use crate::direction::Direction;
use crate::expectation::ElementSet;
use crate::order::decode;

mod rows;

pub use rows::MAXIMA;

/// The maximum of two numbers as a document has it, and the minimum that it has beside that.
#[derive(Debug)]
pub struct Maximum {
    /// The name on the command line.
    pub name: &'static str,
    /// What its document calls it, and its minimum.
    pub titles: [&'static str; 2],
    /// The document.
    pub document: &'static str,
    /// Where that can be read.
    pub link: &'static str,
    /// The element types that it is defined for.
    pub dtypes: &'static [DType],
    /// What the result of two numbers that are no zeros is: the greater one, in the words of the document.
    pub value: &'static str,
    /// What becomes of a NaN beside a number.
    pub nan: Choice<Nan>,
    /// The same of a signalling NaN, where the document tells that apart.
    pub signalling: Option<Choice<Nan>>,
    /// What the result of two NaNs is.
    pub nans: Choice<Nans>,
    /// What the result of two zeros of unlike signs is.
    pub zeros: Choice<Zeros>,
}

/// One choice of a document, and its words.
#[derive(Clone, Copy, Debug)]
pub struct Choice<R> {
    /// What is chosen.
    pub rule: R,
    /// The words that choose it; `None` where the document says nothing, and the rule allows what no document forbids.
    pub words: Option<&'static str>,
}

/// The result of a NaN and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nan {
    /// A NaN.
    Propagates,
    /// The number.
    Ignored,
    /// The first operand, whichever that is.
    First,
    /// The second operand, whichever that is.
    Second,
    /// A NaN or the number.
    Open,
}

/// The result of two NaNs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nans {
    /// A NaN of any bits.
    Any,
    /// The one NaN that the machine makes.
    Canonical,
    /// The first, with its bits.
    First,
    /// The second, with its bits.
    Second,
}

/// The result of two zeros of unlike signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zeros {
    /// +0 of a maximum, −0 of a minimum.
    Ordered,
    /// Either.
    Either,
    /// The first operand.
    First,
    /// The second operand.
    Second,
}

/// What a row says of two operands: the results that it allows, and in which words.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    /// The results that it allows.
    pub set: ElementSet,
    /// The words that say so; `None` where the document says nothing.
    pub words: Option<&'static str>,
}

impl Nan {
    /// The rule in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Propagates => "a NaN",
            Self::Ignored => "the number",
            Self::First => "the first operand",
            Self::Second => "the second operand",
            Self::Open => "a NaN or the number",
        }
    }
}

impl Nans {
    /// The rule in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any NaN",
            Self::Canonical => "the canonical NaN",
            Self::First => "the first",
            Self::Second => "the second",
        }
    }
}

impl Zeros {
    /// The rule in a few words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ordered => "+0",
            Self::Either => "either",
            Self::First => "the first operand",
            Self::Second => "the second operand",
        }
    }
}

/// The gap of a document in whose words a NaN is left open.
const OPEN: &str = "the document leaves this NaN open";

impl Maximum {
    /// The row of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        MAXIMA.iter().find(|maximum| maximum.name == name)
    }

    /// What its document calls it in one direction.
    pub fn title(&self, direction: Direction) -> &'static str {
        self.titles[usize::from(direction == Direction::Min)]
    }

    /// What it says of two operands of a type, as bits; `None` where it is not defined for the type.
    pub fn say(&self, direction: Direction, dtype: DType, [first, second]: [u64; 2]) -> Option<Said> {
        if !self.dtypes.contains(&dtype) {
            return None;
        }
        let classes = [first, second].map(|bits| Class::of(dtype, bits));
        let said = |set, words| Some(Said { set, words });
        match classes.map(Class::is_nan) {
            [true, true] => said(self.nans.rule.of(dtype, [first, second]), self.nans.words),
            [false, false] if first != second && classes.iter().all(|class| class.is_float_zero()) => {
                said(self.zeros.rule.of(direction, dtype, [first, second]), self.zeros.words)
            }
            [false, false] => {
                let order = direction.compare(decode(dtype, first), decode(dtype, second));
                let greater = if order == Some(std::cmp::Ordering::Less) { second } else { first };
                said(ElementSet::Only(greater), Some(self.value))
            }
            [is_first, _] => {
                let number = if is_first { second } else { first };
                let choice = self.signalling.filter(|_| classes.contains(&Class::SignallingNan)).unwrap_or(self.nan);
                said(choice.rule.of(dtype, [first, second], number), choice.words)
            }
        }
    }
}

impl Nan {
    fn of(self, dtype: DType, [first, second]: [u64; 2], number: u64) -> ElementSet {
        let operand = |bits| if Class::of(dtype, bits).is_nan() { ElementSet::AnyNan } else { ElementSet::Only(bits) };
        match self {
            Self::Propagates => ElementSet::AnyNan,
            Self::Ignored => ElementSet::Only(number),
            Self::First => operand(first),
            Self::Second => operand(second),
            Self::Open => ElementSet::NanOrNumber(number, OPEN),
        }
    }
}

impl Nans {
    fn of(self, dtype: DType, [first, second]: [u64; 2]) -> ElementSet {
        match self {
            Self::Any => ElementSet::AnyNan,
            Self::Canonical => Value::nan(dtype).map_or(ElementSet::AnyNan, |nan| ElementSet::Only(nan.bits())),
            Self::First => ElementSet::Only(first),
            Self::Second => ElementSet::Only(second),
        }
    }
}

impl Zeros {
    fn of(self, direction: Direction, dtype: DType, [first, second]: [u64; 2]) -> ElementSet {
        let order = direction.compare_zeros(decode(dtype, first), decode(dtype, second));
        match self {
            Self::Ordered if order == Some(std::cmp::Ordering::Less) => ElementSet::Only(second),
            Self::Ordered | Self::First => ElementSet::Only(first),
            Self::Second => ElementSet::Only(second),
            Self::Either => ElementSet::AnyZero,
        }
    }
}
