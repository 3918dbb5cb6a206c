//! The profiles: named, versioned, complete answers to "what may the result be". A file for each of the sources and its versions, a folder
//! for the documents on the maximum of two numbers.

use opconform_tensor::{DType, Value};

use crate::choices::{Choice, Choices, Nan};
use crate::computation::Computation;
use crate::element_sources::Part;
use crate::expectation::{ElementSet, Expectation};
use crate::facts::{Facts, MANY};
use crate::family::Family;
use crate::gap;
use crate::level::Level;
use crate::operator::Operator;
use crate::surroundings;

mod ieee754_2019;
pub(crate) mod maxima;
mod numpy;
mod onnx;
mod paddle_legacy;
mod sonnx;
mod sonnx_seed;

/// One reading of what a maximum may be.
#[derive(Debug)]
pub struct Profile {
    /// The name, such as `sonnx`.
    pub name: &'static str,
    /// The specification that it is a version of.
    pub family: Family,
    /// The document and revision that it reads.
    pub source: &'static str,
    /// Where it can be read.
    pub link: &'static str,
    /// The operators that it speaks of.
    pub operators: &'static [&'static Operator],
    /// Whether it speaks of a case of one of these; the reason when not.
    pub applies: fn(&Choices, &Facts) -> Result<(), &'static str>,
    /// What it expects of a case that it applies to.
    pub expect: fn(&Facts) -> Expectation,
    /// Why a case that it expects an answer to may be refused all the same; `None` where it may not.
    pub refusal: fn(&Facts) -> Option<&'static str>,
    /// What it accepts where operands meet.
    pub choices: Choices,
}

/// Every profile of the five sources, in the order of reports: judged under unless others are asked for.
pub const PROFILES: &[&Profile] = &[
    &sonnx_seed::PROFILE,
    &sonnx::PROFILE,
    &onnx::ONNX_1,
    &onnx::ONNX_6,
    &onnx::ONNX_8,
    &onnx::ONNX_11,
    &onnx::ONNX_12,
    &onnx::ONNX_13,
    &onnx::ONNX_18,
    &onnx::ONNX_20,
    &onnx::ONNX_SEED_1,
    &onnx::ONNX_SEED_11,
    &onnx::ONNX_SEED_12,
    &onnx::ONNX_SEED_13,
    &ieee754_2019::PROFILE,
    &ieee754_2019::SEED,
    &numpy::PROFILE,
    &paddle_legacy::PROFILE,
];

/// Every profile of another document that says what a maximum is, in the order of reports: judged under where a backend claims it.
pub const MAXIMA: &[&Profile] = &[
    &maxima::ECMASCRIPT,
    &maxima::JAVA,
    &maxima::LLVM_MAXIMUM,
    &maxima::LLVM_MAXIMUMNUM,
    &maxima::LLVM_MAXNUM,
    &maxima::STABLEHLO,
    &maxima::WASM_MAX,
    &maxima::WASM_PMAX,
    &maxima::TORCH_MAXIMUM,
    &maxima::TORCH_FMAX,
    &maxima::TORCH_AMAX,
    &maxima::TENSORFLOW,
    &maxima::TENSORFLOW_REDUCE,
    &maxima::WEBNN_MAX,
    &maxima::TOSA_PROPAGATE,
    &maxima::TOSA_IGNORE,
    &maxima::C_FMAX,
    &maxima::C_FMAXIMUM,
    &maxima::C_FMAXIMUM_NUM,
    &maxima::C_FMAXIMUM_MAG,
    &maxima::C_FMAXIMUM_MAG_NUM,
    &maxima::RUST,
    &maxima::RUST_MAXIMUM,
    &maxima::DOTNET_MAXNUMBER,
    &maxima::DOTNET_MAXMAGNITUDE,
    &maxima::DOTNET_MAXMAGNITUDENUMBER,
    &maxima::DOTNET_VECTOR128,
    &maxima::DOTNET_MAXNATIVE,
    &maxima::DOTNET_ENUMERABLE,
    &maxima::DOTNET_TENSOR,
    &maxima::IEEE754_2008,
    &maxima::RISCV_FMAX,
    &maxima::RISCV_FMAXM,
    &maxima::ARM_FMAX,
    &maxima::ARM_FMAXNM,
    &maxima::X86_MAXPS,
    &maxima::X86_VRANGEPS,
];

/// Every profile: of the sources, then of other documents.
pub fn profiles() -> impl Iterator<Item = &'static Profile> + Clone {
    PROFILES.iter().chain(MAXIMA).copied()
}

impl Family {
    /// Its profiles, in the order of reports.
    pub fn profiles(self) -> impl Iterator<Item = &'static Profile> {
        profiles().filter(move |profile| profile.family == self)
    }
}

/// Two are the same where they have one name.
impl PartialEq for Profile {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Profile {}

/// Whether one of these documents leaves it to chance, in so many words, which of several results there is at an element: then none is the
/// same as another.
pub(crate) fn is_left_to_chance(documents: &[&Profile], facts: &Facts, position: usize) -> bool {
    let is_open = |it: &Profile| !matches!(it.element_set(facts, position), ElementSet::Only(_));
    documents.iter().any(|it| it.choices.chance.is_some() && is_open(it))
}

impl Profile {
    /// The profile of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        profiles().find(|profile| profile.name == name)
    }

    /// The reason why it does not speak of a case, where it does not.
    pub(crate) fn speaks_of(&self, facts: &Facts) -> Result<(), &'static str> {
        if !self.operators.contains(&facts.case.operator) {
            return Err("it speaks of other operators");
        }
        if !facts.case.keeps_nans() {
            if !self.choices.takes_any_nan() {
                return Err("it speaks of the bits of NaNs, which the way of the case may change");
            }
            if facts.case.way.is_bounded() && self.choices.nan.rule == Nan::Open {
                return Err("it leaves open what two operators in a row make of a NaN");
            }
        }
        (self.applies)(&self.choices, facts)
    }

    /// What it expects of a case; the reason when it does not speak of it.
    pub fn expectation(&self, facts: &Facts) -> Result<Expectation, &'static str> {
        self.speaks_of(facts)?;
        if facts.is_too_large() {
            return Ok(Expectation::Silent(gap::TOO_LARGE));
        }
        Ok((self.expect)(facts))
    }

    /// The results that it accepts at a row-major position of the answer; anything where there is no such element.
    pub fn element_set(&self, facts: &Facts, position: usize) -> ElementSet {
        if !facts.has_element(position) {
            return ElementSet::Anything(gap::NO_ELEMENT);
        }
        // Asked of every element by every profile: most are plain.
        if let Some(bits) = facts.reference(position).plain.filter(|_| !self.choices.is_of_magnitudes()) {
            return ElementSet::Only(bits);
        }
        match (facts.part(position), facts.operands_at(position).next()) {
            (Part::Computed, _) => {
                let Some(dtype) = facts.dtype else { return ElementSet::Anything(gap::NO_MEANING) };
                let (operator, mut few) = (facts.case.operator, [0; MANY]);
                let all = || facts.operands_at(position).collect::<Vec<u64>>();
                match facts.output().computes {
                    Computation::Limited => match facts.limited_at(position) {
                        Some(limited) => self.choices.limits(dtype, limited),
                        None => ElementSet::Anything(gap::NO_MEANING),
                    },
                    Computation::Extremum(direction) if self.choices.is_of_magnitudes() => {
                        self.choices.set(operator, direction, dtype, &all())
                    }
                    Computation::Extremum(direction) => {
                        self.choices.set(operator, direction, dtype, facts.contenders_at(position, &mut few))
                    }
                    Computation::Place(direction) => {
                        let operands = all();
                        self.choices.set(operator, direction, dtype, &operands).place_among(dtype, &operands)
                    }
                }
            }
            (Part::Untouched, Some(kept)) => ElementSet::Only(kept),
            (Part::Untouched, None) | (Part::Unspecified, _) => ElementSet::Anything(surroundings::gap(facts.case)),
        }
    }

    /// The words by which it chooses the result at a row-major position of the answer, where this is found; none where it has none, or
    /// where no extremum of operands stands there.
    pub fn words_at(&self, facts: &Facts, position: usize, found: Value) -> Vec<&'static str> {
        let is_extremum = facts.has_element(position)
            && matches!(facts.part(position), Part::Computed)
            && facts.limited_at(position).is_none();
        match (facts.dtype, facts.output().computes.extremum()) {
            (Some(dtype), Some(direction)) if is_extremum => {
                let operands: Vec<u64> = facts.operands_at(position).collect();
                self.choices.words(facts.case.operator, direction, dtype, &operands, found.class().is_nan())
            }
            _ => Vec::new(),
        }
    }
}

/// What a document says.
const fn says<R: Copy>(rule: R, words: &'static str) -> Choice<R> {
    Choice { rule, words: Some(words), level: Level::Must }
}

/// What a formula shows and no sentence says, and whose NaN a sentence means without a word on what a NaN carries.
const fn shows<R: Copy>(rule: R, words: &'static str) -> Choice<R> {
    Choice { rule, words: Some(words), level: Level::Should }
}

/// What a document says nothing of.
const fn unsaid<R: Copy>(rule: R) -> Choice<R> {
    Choice { rule, words: None, level: Level::Should }
}

/// The choices of a source that says nothing, of every element type that its operators take: the ground of each row.
const OF_A_SOURCE: Choices = Choices { dtypes: &DType::ALL, ..maxima::OF_TWO_NUMBERS };

/// The `refusal` of a profile whose operator answers whatever is well formed.
fn never(_: &Facts) -> Option<&'static str> {
    None
}

/// The answer that the operator's definition gives, for operands of one type that break none of its rules.
fn answer(facts: &Facts) -> Option<Expectation> {
    facts.dtype.zip(facts.shape()).map(|_| Expectation::Answer)
}
