//! `ONNX-CLIP-*`: ONNX `Clip`, versions 1, 6, 11, 12 and 13.

use opconform_tensor::{Class, DType, Value};

use super::each::equal_by_value;
use super::{Clause, Document, Level, Oracle, Trial, floats_only, not_a_number, onnx, whole};
use crate::computation::Limited;
use crate::invalid_case::InvalidCase;
use crate::operator::clip::ALONE;
use crate::order::decode;
use crate::outcome::Outcome;
use crate::symptom::Symptom;
use crate::trial::Sentence;
use crate::verdict::Decision;

const ALL: &[&str] = &["onnx-1", "onnx-6", "onnx-11", "onnx-12", "onnx-13"];
const WITH_INPUTS: &[&str] = &["onnx-11", "onnx-12", "onnx-13"];
const BEFORE_13: &[&str] = &["onnx-1", "onnx-6", "onnx-11", "onnx-12"];

/// What the clauses have in common.
const CLAUSE: Clause = Clause {
    id: "",
    level: Level::Must,
    title: "",
    words: "",
    place: "",
    documents: &[Document::OnnxOperators],
    profiles: ALL,
    operators: ALONE,
    oracle: Oracle::CrossCase,
    exempt: not_a_number,
};

pub(super) const CLAUSES: &[Clause] = &[
    Clause {
        id: "ONNX-CLIP-TYPES",
        title: "the element types of each version",
        words: "T : tensor(uint8), tensor(uint16), tensor(uint32), tensor(uint64), tensor(int8), tensor(int16), \
                tensor(int32), tensor(int64), tensor(float16), tensor(float), tensor(double), tensor(bfloat16)",
        place: "ONNX Clip-13, Type Constraints; Clip-12 without bfloat16; Clip-1, -6 and -11 the three floats alone. An \
                answer for a type that is not listed is an extension, not a departure",
        oracle: Oracle::Each(|trial| trial.but_for_bounds(onnx::listed_types)),
        exempt: |_| None,
        ..CLAUSE
    },
    Clause {
        id: "ONNX-CLIP-TYPE",
        title: "the output has the element type of the input",
        words: "output : T",
        place: "ONNX Clip-1, -6, -11, -12, -13, Outputs; Inputs: \"input : T\"",
        oracle: Oracle::Each(whole::has_the_operands_type),
        ..CLAUSE
    },
    Clause {
        id: "ONNX-CLIP-SHAPE",
        title: "the output has the shape of the input",
        words: "Output tensor with clipped input elements",
        place: "ONNX Clip-1, -6, -11, -12, -13, Outputs",
        oracle: Oracle::Each(|trial| trial.but_for_bounds(whole::has_the_shape)),
        ..CLAUSE
    },
    Clause {
        id: "ONNX-CLIP-SCALAR",
        title: "a bound is a scalar",
        words: "It must be a scalar(tensor of empty shape).",
        place: "ONNX Clip-11, -12, -13, Inputs, min and max",
        profiles: WITH_INPUTS,
        oracle: Oracle::Each(scalar_bounds),
        ..CLAUSE
    },
    Clause {
        id: "ONNX-CLIP-WITHIN",
        title: "an element within the interval stays as it is",
        words: "Clip operator limits the given input within an interval.",
        place: "ONNX Clip-1, -6, -11, -12, -13, Summary. The sign of a zero is not named",
        oracle: Oracle::Each(|trial| trial.where_it_is(Where::Within)),
        ..CLAUSE
    },
    Clause {
        id: "ONNX-CLIP-MIN",
        title: "an element under the lower bound becomes that bound",
        words: "Minimum value, under which element is replaced by min.",
        place: "ONNX Clip-11, -12, -13, Inputs, min; Clip-1, -6, Attributes, min",
        oracle: Oracle::Each(|trial| trial.where_it_is(Where::Under)),
        ..CLAUSE
    },
    Clause {
        id: "ONNX-CLIP-MAX",
        title: "an element above the upper bound becomes that bound",
        words: "Maximum value, above which element is replaced by max.",
        place: "ONNX Clip-11, -12, -13, Inputs, max; Clip-1, -6, Attributes, max",
        oracle: Oracle::Each(|trial| trial.where_it_is(Where::Above)),
        ..CLAUSE
    },
    Clause {
        id: "ONNX-CLIP-13-CROSSED",
        title: "where the lower bound is above the upper one, every element becomes the upper one",
        words: "When 'min' is greater than 'max', the clip operator sets all the 'input' values to the value of 'max'.",
        place: "ONNX Clip-13, Summary",
        profiles: &["onnx-13"],
        oracle: Oracle::Each(crossed_bounds),
        ..CLAUSE
    },
    Clause {
        id: "ONNX-CLIP-1-CROSSED",
        title: "before operator set 13, where the lower bound is above the upper one, every element becomes one of them",
        words: "Maximum value, above which element is replaced by max.",
        place: "ONNX Clip-1, -6, -11, -12, max, and min: \"Minimum value, under which element is replaced by min\". Every element is \
                under the one or above the other; which of them it becomes, no version before 13 says",
        profiles: BEFORE_13,
        oracle: Oracle::Each(|trial| trial.where_it_is(Where::Crossed)),
        exempt: not_before_13,
        ..CLAUSE
    },
    Clause {
        id: "ONNX-CLIP-MISSING",
        title: "beyond the last finite number, and without a bound there, an element becomes that number or stays as it is",
        words: "They default to numeric_limits::lowest() and numeric_limits::max(), respectively.",
        place: "ONNX Clip-11, -12, -13, Summary; Clip-1, -6 without the second comma. The function body of Clip-13, and the reference \
                evaluator, limit by no bound that is not given",
        documents: &[Document::OnnxOperators, Document::OnnxInference, Document::OnnxEvaluator],
        oracle: Oracle::Each(|trial| trial.where_it_is(Where::Beyond)),
        exempt: floats_only,
        ..CLAUSE
    },
    Clause {
        id: "ONNX-CLIP-NUMBER",
        title: "beside a NaN the result is a NaN, or what bounds and numbers give without one",
        words: "Thus, this is equivalent to 'Min(max, Max(input, min))'.",
        place: "ONNX Clip-13, Summary. No version names NaN, be it of Clip, of Max or of Min: whether one is passed over or not, no more \
                is left",
        oracle: Oracle::Each(|trial| trial.where_it_is(Where::BesideNan)),
        exempt: floats_only,
        ..CLAUSE
    },
    Clause {
        id: "ONNX-CLIP-NAN",
        level: Level::Should,
        title: "a NaN of the input gives a NaN",
        words: "res = data if amin is amax is None else np.clip(data, amin, amax)",
        place: "ONNX reference evaluator, op_clip.py; the function body of Clip-13 compares the same way: \"input_less_than_min = Less \
                (input, min)\". No version's text names NaN",
        documents: &[Document::OnnxEvaluator, Document::OnnxInference],
        oracle: Oracle::Each(nan_stays),
        exempt: floats_only,
        ..CLAUSE
    },
];

fn not_before_13(dtype: DType) -> Option<&'static str> {
    if dtype == DType::Bf16 { Some("no type of Clip before 13") } else { not_a_number(dtype) }
}

/// Where an element stands between its bounds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    /// The element or a bound is a NaN.
    BesideNan,
    /// The lower bound is above the upper one.
    Crossed,
    /// The element, or the bound that it becomes, is beyond the last finite number at an end without a bound.
    Beyond,
    /// Below the lower bound.
    Under,
    /// Above the upper bound.
    Above,
    /// Between the bounds, or on one of them.
    Within,
}

fn scalar_bounds(trial: &Trial) -> Decision {
    match trial.facts.invalid() {
        Some(invalid @ InvalidCase::NoScalar(_)) if trial.facts.type_is_listed() => {
            trial.is_refused(&invalid.to_string())
        }
        _ => Decision::NOT_APPLICABLE,
    }
}

/// Asks every element for the upper bound: a call that is refused has none.
fn crossed_bounds(trial: &Trial) -> Decision {
    match trial.outcome {
        Outcome::Rejected(message) if trial.facts.type_is_listed() && trial.facts.has_crossed_bounds() => {
            Decision::violates(Symptom::Refused(Some("a lower bound above the upper one"), message.clone()))
        }
        _ => trial.where_it_is(Where::Crossed),
    }
}

fn nan_stays(trial: &Trial) -> Decision {
    let Some(dtype) = trial.facts.dtype else { return Decision::NOT_APPLICABLE };
    trial.each_element(|position, found| match trial.facts.limited_at(position) {
        Some(Limited { element, .. }) if Class::of(dtype, element).is_nan() => {
            let is_nan = Class::of(dtype, found).is_nan();
            if is_nan { Sentence::Holds } else { Sentence::Due("a NaN".into()) }
        }
        _ => Sentence::Silent,
    })
}

impl Trial<'_> {
    /// What a clause decides that says nothing of bounds: of a refusal of a NaN, or of a lower one above the upper one, it does not
    /// speak.
    fn but_for_bounds(&self, decide: impl FnOnce(&Self) -> Decision) -> Decision {
        let is_refused = matches!(self.outcome, Outcome::Rejected(_));
        if is_refused && (self.facts.has_nan_bound() || self.facts.has_crossed_bounds()) {
            return Decision::NOT_APPLICABLE;
        }
        decide(self)
    }

    /// Asks of every element that stands there whether it became what the sentences say.
    fn where_it_is(&self, place: Where) -> Decision {
        let (Some(dtype), Some(version)) = (self.facts.dtype, self.facts.version) else {
            return Decision::NOT_APPLICABLE;
        };
        self.each_element(|position, found| {
            let Some(limited) = self.facts.limited_at(position) else { return Sentence::Silent };
            let sentences = Sentences { dtype, version, limited };
            if sentences.place() == place { sentences.decide(place, found) } else { Sentence::Silent }
        })
    }
}

/// What the sentences say of one element.
struct Sentences {
    dtype: DType,
    version: u32,
    limited: Limited,
}

impl Sentences {
    fn is_nan(&self, bits: u64) -> bool {
        Class::of(self.dtype, bits).is_nan()
    }

    /// Whether the first number is less than the second; a NaN is not.
    fn less(&self, a: u64, b: u64) -> bool {
        decode(self.dtype, a).compare(decode(self.dtype, b)) == Some(std::cmp::Ordering::Less)
    }

    fn place(&self) -> Where {
        let Limited { element, min, max } = self.limited;
        if [Some(element), min, max].into_iter().flatten().any(|bits| self.is_nan(bits)) {
            return Where::BesideNan;
        }
        if let (Some(min), Some(max)) = (min, max)
            && self.less(max, min)
        {
            return Where::Crossed;
        }
        let (under, above) = (min.filter(|&min| self.less(element, min)), max.filter(|&max| self.less(max, element)));
        let result = under.or(above).unwrap_or(element);
        let is_beyond = self.defaults().any(|[lowest, greatest]| {
            min.is_none() && self.less(result, lowest) || max.is_none() && self.less(greatest, result)
        });
        match (under, above) {
            _ if is_beyond => Where::Beyond,
            (Some(_), _) => Where::Under,
            (None, Some(_)) => Where::Above,
            (None, None) => Where::Within,
        }
    }

    /// The bounds that the text names for those that are missing: the last finite numbers of the type, and of attributes, which are
    /// floats of 32 bits, those of that type.
    fn defaults(&self) -> impl Iterator<Item = [u64; 2]> + '_ {
        let of = |dtype: DType| {
            let last = |name| Value::parse(dtype, name).ok()?.exactly(self.dtype);
            Some([last("-max_finite")?.bits(), last("max_finite")?.bits()])
        };
        [Some(self.dtype), (self.version < 11).then_some(DType::F32)].into_iter().flatten().filter_map(of)
    }

    fn decide(&self, place: Where, found: u64) -> Sentence {
        let Limited { element, min, max } = self.limited;
        let due = match place {
            Where::Within => Some(element),
            Where::Under => min,
            Where::Above => max,
            Where::Crossed if self.version >= 13 => max,
            Where::Crossed | Where::Beyond | Where::BesideNan => None,
        };
        if let Some(due) = due {
            return equal_by_value(self.dtype, due, found);
        }
        if place == Where::BesideNan && self.is_nan(found) {
            return Sentence::Holds;
        }
        let readings = self.readings();
        if readings.iter().any(|&reading| !matches!(equal_by_value(self.dtype, reading, found), Sentence::Due(_))) {
            return Sentence::Holds;
        }
        let mut words: Vec<String> = readings.iter().map(|&bits| Value::new(self.dtype, bits).to_string()).collect();
        words.sort_unstable();
        words.dedup();
        let nan = if place == Where::BesideNan { "a NaN, " } else { "" };
        Sentence::Broken(format!("none of {nan}{}", words.join(", ")).into())
    }

    /// The numbers that the readings of the text give: whether a NaN is passed over by Max and by Min, which of the bounds limits
    /// first, and what a bound is that is missing.
    fn readings(&self) -> Vec<u64> {
        let Limited { element, min, max } = self.limited;
        let defaults: Vec<[Option<u64>; 2]> =
            [[None; 2]].into_iter().chain(self.defaults().map(|bounds| bounds.map(Some))).collect();
        let mut all = Vec::new();
        for [lowest, greatest] in pairs(&defaults) {
            for passes_over in [[false, false], [false, true], [true, false], [true, true]] {
                let lower = |bits: u64| self.limited_by(bits, min.or(lowest), passes_over[0], |a, b| self.less(a, b));
                let upper = |bits: u64| self.limited_by(bits, max.or(greatest), passes_over[1], |a, b| self.less(b, a));
                all.push(upper(lower(element)));
                if self.version < 13 {
                    all.push(lower(upper(element)));
                }
            }
        }
        all.retain(|&bits| !self.is_nan(bits));
        all
    }

    /// A number where it is not beyond a bound, and else the bound; where one of them is a NaN, the other or the NaN.
    fn limited_by(
        &self,
        bits: u64,
        bound: Option<u64>,
        passes_over: bool,
        is_beyond: impl Fn(u64, u64) -> bool,
    ) -> u64 {
        let Some(bound) = bound else { return bits };
        match (self.is_nan(bits), self.is_nan(bound)) {
            (true, _) if passes_over => bound,
            (false, true) if !passes_over => bound,
            (false, false) if is_beyond(bits, bound) => bound,
            _ => bits,
        }
    }
}

/// Each lower bound with each upper one.
fn pairs(bounds: &[[Option<u64>; 2]]) -> impl Iterator<Item = [Option<u64>; 2]> + '_ {
    bounds.iter().flat_map(|[lowest, _]| bounds.iter().map(|[_, greatest]| [*lowest, *greatest]))
}
