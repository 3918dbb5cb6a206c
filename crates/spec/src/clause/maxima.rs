//! The clauses of the maxima that other documents than the five sources define: of numbers, of a NaN beside a number, of NaNs
//! alone, and of two zeros, as far as the document speaks of them.

use std::cmp::Ordering;

use opconform_tensor::{Class, DType, Format, Value};

use super::each::{Finding, equal_by_value};
use super::{Clause, Level, Oracle, Trial, floats_only, whole};
use crate::choices::{Choice, Choices, Nan, Nans, Zeros, is_subnormal};
use crate::direction::Direction;
use crate::order::decode;
use crate::outcome::Outcome;
use crate::profile::{Profile, maxima};
use crate::verdict::Decision;

/// The sentences of a document: an id for each choice that it makes in words.
macro_rules! sentences {
    ($($profile:ident { $($id:literal: $subject:ident,)+ })+) => {
        &[$($(Clause {
            id: $id,
            level: Subject::$subject.level(&maxima::$profile),
            title: Subject::$subject.title(&maxima::$profile),
            words: Subject::$subject.words(&maxima::$profile),
            place: maxima::$profile.source,
            documents: &[],
            profiles: &[maxima::$profile.name],
            operators: maxima::$profile.operators,
            oracle: Oracle::Each(|trial| Subject::$subject.decide(&maxima::$profile, trial)),
            exempt: |dtype| Subject::$subject.exempt(&maxima::$profile, dtype),
        },)+)+]
    };
}

pub(super) const CLAUSES: &[Clause] = sentences! {
    ECMASCRIPT {
        "ECMASCRIPT-MAX-VALUE": Value,
        "ECMASCRIPT-MAX-NAN": Nan,
        "ECMASCRIPT-MAX-ZERO": Zeros,
    }
    JAVA {
        "JAVA-MAX-VALUE": Value,
        "JAVA-MAX-NAN": Nan,
        "JAVA-MAX-ZERO": Zeros,
    }
    LLVM_MAXIMUM {
        "LLVM-MAXIMUM-VALUE": Value,
        "LLVM-MAXIMUM-NAN": Nan,
        "LLVM-MAXIMUM-ZERO": Zeros,
    }
    LLVM_MAXIMUMNUM {
        "LLVM-MAXIMUMNUM-VALUE": Value,
        "LLVM-MAXIMUMNUM-NAN": Nan,
        "LLVM-MAXIMUMNUM-NANS": Nans,
        "LLVM-MAXIMUMNUM-ZERO": Zeros,
    }
    LLVM_MAXNUM {
        "LLVM-MAXNUM-VALUE": Value,
        "LLVM-MAXNUM-NAN": Nan,
        "LLVM-MAXNUM-NANS": Nans,
        "LLVM-MAXNUM-ZERO": Zeros,
    }
    STABLEHLO {
        "STABLEHLO-MAX-VALUE": Value,
        "STABLEHLO-MAX-NAN": Nan,
        "STABLEHLO-MAX-ZERO": Zeros,
    }
    WASM_MAX {
        "WASM-MAX-VALUE": Value,
        "WASM-MAX-NAN": Nan,
        "WASM-MAX-ZERO": Zeros,
    }
    TORCH_MAXIMUM {
        "TORCH-MAXIMUM-VALUE": Value,
        "TORCH-MAXIMUM-NAN": Nan,
    }
    C_FMAX {
        "C-FMAX-VALUE": Value,
        "C-FMAX-NAN": Nan,
        "C-FMAX-NANS": Nans,
    }
    C_FMAXIMUM {
        "C-FMAXIMUM-VALUE": Value,
        "C-FMAXIMUM-NAN": Nan,
        "C-FMAXIMUM-ZERO": Zeros,
    }
    C_FMAXIMUM_MAG {
        "C-FMAXIMUM-MAG-VALUE": Value,
        "C-FMAXIMUM-MAG-NAN": Nan,
        "C-FMAXIMUM-MAG-SIGN": Zeros,
    }
    C_FMAXIMUM_MAG_NUM {
        "C-FMAXIMUM-MAG-NUM-VALUE": Value,
        "C-FMAXIMUM-MAG-NUM-NAN": Nan,
        "C-FMAXIMUM-MAG-NUM-SIGN": Zeros,
    }
    C_FMAXIMUM_NUM {
        "C-FMAXIMUM-NUM-VALUE": Value,
        "C-FMAXIMUM-NUM-NAN": Nan,
        "C-FMAXIMUM-NUM-NANS": Nans,
        "C-FMAXIMUM-NUM-ZERO": Zeros,
    }
    RUST {
        "RUST-MAX-VALUE": Value,
        "RUST-MAX-NAN": Nan,
        "RUST-MAX-NANS": Nans,
    }
    RUST_MAXIMUM {
        "RUST-MAXIMUM-VALUE": Value,
        "RUST-MAXIMUM-NAN": Nan,
        "RUST-MAXIMUM-ZERO": Zeros,
    }
    DOTNET_MAXNUMBER {
        "DOTNET-MAXNUMBER-VALUE": Value,
        "DOTNET-MAXNUMBER-NAN": Nan,
        "DOTNET-MAXNUMBER-ZERO": Zeros,
    }
    DOTNET_MAXMAGNITUDE {
        "DOTNET-MAXMAGNITUDE-VALUE": Value,
        "DOTNET-MAXMAGNITUDE-NAN": Nan,
        "DOTNET-MAXMAGNITUDE-SIGN": Zeros,
    }
    DOTNET_MAXMAGNITUDENUMBER {
        "DOTNET-MAXMAGNITUDENUMBER-VALUE": Value,
        "DOTNET-MAXMAGNITUDENUMBER-NAN": Nan,
        "DOTNET-MAXMAGNITUDENUMBER-SIGN": Zeros,
    }
    DOTNET_ENUMERABLE {
        "DOTNET-ENUMERABLE-VALUE": Value,
        "DOTNET-ENUMERABLE-NAN": Nan,
        "DOTNET-ENUMERABLE-NANS": Nans,
    }
    DOTNET_VECTOR128 {
        "DOTNET-VECTOR128-VALUE": Value,
        "DOTNET-VECTOR128-NUMBER": Number,
    }
    DOTNET_MAXNATIVE {
        "DOTNET-MAXNATIVE-VALUE": Value,
        "DOTNET-MAXNATIVE-NUMBER": Number,
    }
    IEEE754_2008 {
        "IEEE-MAXNUM-VALUE": Value,
        "IEEE-MAXNUM-NAN": Nan,
        "IEEE-MAXNUM-SNAN": Signalling,
        "IEEE-MAXNUM-NANS": Nans,
    }
    TORCH_FMAX {
        "TORCH-FMAX-VALUE": Value,
        "TORCH-FMAX-NAN": Nan,
        "TORCH-FMAX-NANS": Nans,
    }
    RISCV_FMAX {
        "RISCV-FMAX-VALUE": Value,
        "RISCV-FMAX-NAN": Nan,
        "RISCV-FMAX-NANS": Nans,
        "RISCV-FMAX-ZERO": Zeros,
    }
    RISCV_FMAXM {
        "RISCV-FMAXM-VALUE": Value,
        "RISCV-FMAXM-NAN": Nan,
        "RISCV-FMAXM-ZERO": Zeros,
    }
    ARM_FMAX {
        "ARM-FMAX-VALUE": Value,
        "ARM-FMAX-NAN": Nan,
        "ARM-FMAX-ZERO": Zeros,
    }
    ARM_FMAXNM {
        "ARM-FMAXNM-VALUE": Value,
        "ARM-FMAXNM-NAN": Nan,
        "ARM-FMAXNM-SNAN": Signalling,
        "ARM-FMAXNM-NANS": Nans,
        "ARM-FMAXNM-ZERO": Zeros,
    }
    X86_MAXPS {
        "X86-MAXPS-VALUE": Value,
        "X86-MAXPS-NAN": Nan,
        "X86-MAXPS-NANS": Nans,
        "X86-MAXPS-ZERO": Zeros,
    }
    X86_VRANGEPS {
        "X86-VRANGEPS-VALUE": Value,
        "X86-VRANGEPS-NAN": Nan,
        "X86-VRANGEPS-SNAN": Signalling,
        "X86-VRANGEPS-NANS": Nans,
        "X86-VRANGEPS-ZERO": Zeros,
    }
    TENSORFLOW {
        "TENSORFLOW-MAX-VALUE": Value,
        "TENSORFLOW-MAX-NUMBER": Number,
        "TENSORFLOW-MAX-FORMULA": Formula,
    }
    WEBNN_MAX {
        "WEBNN-MAX-VALUE": Value,
        "WEBNN-MAX-NUMBER": Number,
    }
    TOSA_PROPAGATE {
        "TOSA-PROPAGATE-VALUE": Value,
        "TOSA-PROPAGATE-NAN": Nan,
    }
    TOSA_IGNORE {
        "TOSA-IGNORE-VALUE": Value,
        "TOSA-IGNORE-NAN": Nan,
        "TOSA-IGNORE-NANS": Nans,
    }
    WASM_PMAX {
        "WASM-PMAX-VALUE": Value,
        "WASM-PMAX-FORMULA": Formula,
    }
};

/// What a sentence speaks of.
#[derive(Clone, Copy)]
enum Subject {
    /// The result of numbers, which is their greatest by value; and that there is one.
    Value,
    /// A NaN beside a number, and NaNs alone where the document has no other words for them.
    Nan,
    /// A signalling NaN beside a number, where the document has a rule of its own for that.
    Signalling,
    /// NaNs alone.
    Nans,
    /// Zeros, by their signs; and by theirs all numbers of one absolute value, where that is what is compared.
    Zeros,
    /// A NaN beside a number, as far as every reading of the document goes.
    Number,
    /// NaNs and zeros: what a formula makes of them.
    Formula,
}

impl Subject {
    const fn level(self, profile: &Profile) -> Level {
        match (profile.choices(), self) {
            (Some(choices), Self::Nan | Self::Formula) => choices.nan.level,
            (Some(Choices { signalling: Some(choice), .. }), Self::Signalling) => choice.level,
            (Some(choices), Self::Nans) => choices.nans.level,
            (Some(choices), Self::Zeros) => choices.zeros.level,
            _ => Level::Must,
        }
    }

    /// What is asked, in a few words; nothing of what the document does not choose.
    const fn title(self, profile: &Profile) -> &'static str {
        let Some(choices) = profile.choices() else { return "" };
        match (self, choices.nan.rule, choices.nans.rule, choices.zeros.rule) {
            (Self::Value, ..) if choices.is_of_magnitudes() => "the result is the operand of the greater magnitude",
            (Self::Zeros, ..) if choices.is_of_magnitudes() => "of one magnitude, the positive is above the negative",
            (Self::Value, ..) => "the result is the greater operand",
            (Self::Number, ..) => "beside a NaN the result is a NaN or the greatest number",
            (Self::Nan, Nan::Propagates, ..) => "a NaN operand gives a NaN",
            (Self::Nan, Nan::Canonical, ..) => "a NaN operand gives the canonical NaN",
            (Self::Nan, Nan::Ignored, ..) => "beside a NaN the result is the number",
            (Self::Nan, Nan::First, ..) => "beside a NaN the result is the first operand",
            (Self::Nan, Nan::Second, ..) => "beside a NaN the result is the second operand",
            (Self::Nan, Nan::Least, ..) => "a NaN is below every number",
            (Self::Signalling, ..) => "a signalling NaN operand gives a NaN",
            (Self::Nans, _, Nans::Any, _) => "of two NaNs the result is a NaN",
            (Self::Nans, _, Nans::Canonical, _) => "of two NaNs the result is the canonical NaN",
            (Self::Nans, _, Nans::First, _) => "of two NaNs the result is the first",
            (Self::Nans, _, Nans::Second, _) => "of two NaNs the result is the second",
            (Self::Zeros, .., Zeros::Ordered) => "+0 is above −0",
            (Self::Zeros, .., Zeros::First) => "of two zeros the result is the first",
            (Self::Zeros, .., Zeros::Second) => "of two zeros the result is the second",
            (Self::Formula, Nan::First, ..) => {
                "of NaNs and of zeros the result is that of the formula: the first operand"
            }
            (Self::Formula, Nan::Second, ..) => {
                "of NaNs and of zeros the result is that of the formula: the second operand"
            }
            _ => "",
        }
    }

    /// The words of the document; none where it says nothing of it.
    const fn words(self, profile: &Profile) -> &'static str {
        let Some(choices) = profile.choices() else { return "" };
        let words = match self {
            Self::Value | Self::Number => Some(choices.value),
            Self::Nan | Self::Formula => choices.nan.words,
            Self::Signalling => match choices.signalling {
                Some(choice) => choice.words,
                None => None,
            },
            Self::Nans => choices.nans.words,
            Self::Zeros => choices.zeros.words,
        };
        match words {
            Some(words) => words,
            None => "",
        }
    }

    fn exempt(self, profile: &Profile, dtype: DType) -> Option<&'static str> {
        match self {
            _ if !profile.choices().is_some_and(|choices| choices.dtypes.contains(&dtype)) => {
                Some("the document defines it for other types")
            }
            Self::Value => None,
            Self::Zeros
                if dtype.format() == Format::Signed && profile.choices().is_some_and(Choices::is_of_magnitudes) =>
            {
                None
            }
            _ => floats_only(dtype),
        }
    }

    fn decide(self, profile: &Profile, trial: &Trial) -> Decision {
        let (Some(choices), Some(dtype)) = (profile.choices(), trial.facts.dtype) else {
            return Decision::NOT_APPLICABLE;
        };
        if let Self::Value = self {
            let whole = as_a_whole(trial);
            if whole.is_violation() || trial.answer().is_none() {
                return whole;
            }
        }
        trial.each_element(|position, found| {
            let operands: Vec<u64> = trial.facts.operands_at(position).collect();
            let reference = trial.facts.operands(position).reference.number;
            let said = Said::of(choices, trial.facts.case.operator.direction, dtype, &operands, reference);
            let has_nan = operands.iter().any(|&bits| said.is_nan(bits));
            let has_number = operands.iter().any(|&bits| !said.is_nan(bits));
            let is_told_apart = has_number && said.tells_signalling_apart();
            match self {
                Self::Value if !has_nan && choices.zeros.rule == Zeros::Flushed => said.greatest(found, Zeros::Flushed),
                Self::Value if !has_nan => said.greatest(found, Zeros::Either),
                Self::Nan if is_told_apart => Finding::Silent,
                Self::Signalling if is_told_apart => said.beside_nan(found),
                Self::Nan | Self::Formula if has_nan && has_number => said.beside_nan(found),
                Self::Number if has_nan && (!has_number || !said.is_equal(found, said.number)) => said.nan(found),
                Self::Number if has_nan => Finding::Holds,
                Self::Nan if has_nan && choices.nans.words.is_none_or(|words| Some(words) == choices.nan.words) => {
                    said.nans(found)
                }
                Self::Nans | Self::Formula if has_nan && !has_number => said.nans(found),
                Self::Zeros | Self::Formula if !has_nan && said.is_of_signs(found) => {
                    said.greatest(found, choices.zeros.rule)
                }
                _ => Finding::Silent,
            }
        })
    }
}

/// Operands of one shape have a result, of that shape and of their type; where shapes differ, a refusal is the operator's.
fn as_a_whole(trial: &Trial) -> Decision {
    match trial.outcome {
        Outcome::Rejected(_) if !trial.facts.equal_shapes() => Decision::NOT_APPLICABLE,
        _ => {
            let of_type = whole::has_the_operands_type(trial);
            if of_type.is_violation() { of_type } else { whole::has_the_shape(trial) }
        }
    }
}

/// What a document says where these operands meet.
struct Said<'a> {
    choices: &'a Choices,
    direction: Direction,
    dtype: DType,
    operands: &'a [u64],
    /// The greatest of the numbers by what the document compares; of several the positive of a maximum, the negative of a minimum.
    number: u64,
}

impl<'a> Said<'a> {
    /// What is said of these operands, whose greatest number by value is the `reference`.
    fn of(choices: &'a Choices, direction: Direction, dtype: DType, operands: &'a [u64], reference: u64) -> Self {
        let mut said = Self { choices, direction, dtype, operands, number: reference };
        if choices.is_of_magnitudes() {
            let mut numbers = operands.iter().copied().filter(|&bits| !said.is_nan(bits));
            let first = numbers.next().unwrap_or(reference);
            said.number = numbers.fold(first, |top, bits| {
                let wins = said.is_above(bits, top) || !said.is_above(top, bits) && said.is_above_by_sign(bits, top);
                if wins { bits } else { top }
            });
        }
        said
    }

    /// Whether a number has the magnitude that the direction prefers to another's.
    fn is_above(&self, bits: u64, other: u64) -> bool {
        let [a, b] = [bits, other].map(|bits| decode(self.dtype, bits).magnitude());
        self.direction.compare(a, b) == Some(Ordering::Greater)
    }

    /// The same of the signs of two numbers of one magnitude.
    fn is_above_by_sign(&self, bits: u64, other: u64) -> bool {
        self.direction.compare_zeros(decode(self.dtype, bits), decode(self.dtype, other)) == Some(Ordering::Greater)
    }

    /// Whether the sign alone tells the numbers apart that are the greatest, and this result from them.
    fn is_of_signs(&self, found: u64) -> bool {
        let is_tie = || !self.greatest_operands().all(|bits| bits == self.number);
        Class::of(self.dtype, self.number).is_float_zero()
            || self.choices.is_of_magnitudes() && self.is_equal(found, self.number) && is_tie()
    }

    /// The operands that are as great as the greatest.
    fn greatest_operands(&self) -> impl DoubleEndedIterator<Item = u64> + Clone {
        self.operands.iter().copied().filter(|&bits| self.is_equal(bits, self.number))
    }

    fn is_nan(&self, bits: u64) -> bool {
        Class::of(self.dtype, bits).is_nan()
    }

    fn is_equal(&self, a: u64, b: u64) -> bool {
        let [a, b] = [a, b].map(|bits| decode(self.dtype, bits));
        self.choices.measure.compare(self.direction, a, b) == Some(Ordering::Equal)
    }

    fn is_signalling(&self, bits: u64) -> bool {
        Class::of(self.dtype, bits) == Class::SignallingNan
    }

    /// Whether a NaN among the operands is one that the document has a rule of its own for, and the rule binds.
    fn tells_signalling_apart(&self) -> bool {
        let binds = self.choices.signalling.is_some_and(|choice| choice.rule != Nan::Open);
        binds && self.operands.iter().any(|&bits| self.is_signalling(bits))
    }

    /// The result is these bits.
    fn only(&self, found: u64, bits: u64) -> Finding {
        if found == bits {
            Finding::Holds
        } else {
            Finding::Broken(format!("expected {}", Value::new(self.dtype, bits)))
        }
    }

    fn nan(&self, found: u64) -> Finding {
        if self.is_nan(found) { Finding::Holds } else { Finding::Broken("expected a NaN".to_owned()) }
    }

    /// The result is the NaN that a machine makes.
    fn canonical(&self, found: u64) -> Finding {
        Value::nan(self.dtype).map_or_else(|| self.nan(found), |nan| self.only(found, nan.bits()))
    }

    /// The result is the greatest number; of zeros the one that the rule says, among the numbers.
    fn greatest(&self, found: u64, zeros: Zeros) -> Finding {
        let mut greatest = self.greatest_operands();
        match zeros {
            Zeros::Flushed if self.is_flushed(found) => Finding::Holds,
            _ if greatest.clone().all(|bits| bits == self.number) => self.only(found, self.number),
            Zeros::Either if self.choices.is_of_magnitudes() && greatest.any(|bits| bits == found) => Finding::Holds,
            Zeros::Either => equal_by_value(self.dtype, self.number, found),
            Zeros::Ordered | Zeros::Flushed => self.only(found, self.number),
            Zeros::First => self.only(found, greatest.next().unwrap_or(self.number)),
            Zeros::Second => self.only(found, greatest.next_back().unwrap_or(self.number)),
        }
    }

    /// Whether the result is a zero for a number that may be taken for one.
    fn is_flushed(&self, found: u64) -> bool {
        let is_zero = |bits| Class::of(self.dtype, bits).is_float_zero();
        is_zero(found) && (is_zero(self.number) || is_subnormal(self.dtype, self.number))
    }

    fn beside_nan(&self, found: u64) -> Finding {
        let Choices { nan, signalling, .. } = self.choices;
        let has_signalling = self.operands.iter().any(|&bits| self.is_signalling(bits));
        let Choice { rule, .. } = signalling.filter(|_| has_signalling).unwrap_or(*nan);
        let operand = match rule {
            Nan::Propagates => return self.nan(found),
            Nan::Canonical => return self.canonical(found),
            Nan::Least if self.direction == Direction::Min => return self.nan(found),
            Nan::Ignored | Nan::Least => return self.greatest(found, self.choices.zeros.rule),
            Nan::Open if self.is_nan(found) || self.is_equal(found, self.number) => {
                return Finding::Gap("the document leaves this NaN open");
            }
            Nan::Open => {
                let number = Value::new(self.dtype, self.number);
                return Finding::Broken(format!("neither a NaN nor {number}"));
            }
            Nan::First => self.operands.first(),
            Nan::Second => self.operands.last(),
        };
        match operand {
            Some(&operand) if !self.is_nan(operand) => self.only(found, operand),
            _ => self.nan(found),
        }
    }

    fn nans(&self, found: u64) -> Finding {
        let one = match self.choices.nans.rule {
            Nans::Any => None,
            Nans::Canonical => return self.canonical(found),
            Nans::First => self.operands.first().copied(),
            Nans::Second => self.operands.last().copied(),
        };
        one.map_or_else(|| self.nan(found), |bits| self.only(found, bits))
    }
}
