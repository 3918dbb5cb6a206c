//! Equivalent controls: maxima that differ from the one without a fault only where a profile leaves a choice.

use opconform_backends::Backend;
use opconform_backends::rules::admit;
use opconform_tensor::Tensor;

use crate::paddle::neither_case_as_numpy;
use crate::payload::change_nan;
use crate::refusal::{any_number, type_of_the_first};
use crate::rules::stretch::broadcast_by;
use crate::rules::{Group, is_reduction};
use crate::sound::{SOUND, fold_of, number_or_beyond, pair};
use crate::steps::{Lane, Steps};
use crate::value::{default_nan, is_nan, least, quiet_bit};
use crate::zero::{first_zero, second_zero};

/// A maximum that conforms to a profile as well as the one without a fault.
#[derive(Debug)]
pub struct Control {
    /// The name.
    pub name: &'static str,
    /// The profile that leaves the choice.
    pub profile: &'static str,
    /// What it does otherwise.
    pub difference: &'static str,
    /// The words or the gap of the profile that leave it.
    pub latitude: &'static str,
    steps: Steps,
}

impl Control {
    /// The control, ready to be tried.
    pub fn backend(&self) -> Box<dyn Backend> {
        self.steps.backend(self.name, self.difference, Group::All)
    }
}

/// Every control.
pub static CONTROLS: &[Control] = &[
    Control {
        name: "default-nan",
        profile: "sonnx",
        difference: "every NaN becomes the default one",
        latitude: "NaN is absorbing; which NaN is not said",
        steps: Steps { fold: |lane| change_nan(lane, |_| default_nan(lane.dtype)), ..SOUND },
    },
    Control {
        name: "quiet-nan",
        profile: "ieee754-2019",
        difference: "a signalling NaN is made quiet",
        latitude: "IEEE 754 makes a signalling NaN quiet, the source says that the operand is stored",
        steps: Steps { fold: |lane| change_nan(lane, |nan| nan | quiet_bit(lane.dtype)), ..SOUND },
    },
    Control {
        name: "second-nan",
        profile: "ieee754-2019",
        difference: "of two NaNs the second, but for reductions",
        latitude: "\"If either value is equal to NaN, that value is stored\": either of two",
        steps: Steps {
            pair: |lane, a, b| if !lane.is_reduction() && is_nan(lane.dtype, b) { b } else { pair(lane, a, b) },
            ..SOUND
        },
    },
    Control {
        name: "broadcast-left-to-the-caller",
        profile: "ieee754-2019",
        difference: "shapes that differ are refused",
        latitude: "broadcasting is the operator's, not the element's",
        steps: Steps {
            admit: |case| {
                let differ = case.inputs.windows(2).any(|pair| pair[0].shape() != pair[1].shape());
                if differ && case.operator.form.is_onnx() { Err("shapes differ".to_owned()) } else { admit(case) }
            },
            ..SOUND
        },
    },
    Control {
        name: "first-zero",
        profile: "numpy",
        difference: "of two zeros the first",
        latitude: "mt.where(x1 >= x2, x1, x2): the sign of a zero follows NumPy's vector path",
        steps: Steps { pair: first_zero, ..SOUND },
    },
    Control {
        name: "second-zero",
        profile: "onnx-13",
        difference: "of two zeros the second",
        latitude: "the sign of a zero is not named",
        steps: Steps { pair: second_zero, ..SOUND },
    },
    Control {
        name: "unlisted-types",
        profile: "onnx-8",
        difference: "integers are answered at every operator set",
        latitude: "an answer for a type that is not listed is an extension",
        steps: Steps { admit: any_number, ..SOUND },
    },
    Control {
        name: "empty-gives-zero",
        profile: "onnx-12",
        difference: "the maximum of nothing is 0",
        latitude: "ReduceMax-12 says nothing of the maximum of nothing",
        steps: Steps { empty: |_| 0, ..SOUND },
    },
    Control {
        name: "rank-0-refused",
        profile: "onnx-seed-13",
        difference: "a reduction of rank 0 is refused",
        latitude: "the seed's text of ReduceMax says nothing of rank 0",
        steps: Steps {
            admit: |case| {
                let is_scalar = case.inputs.first().is_some_and(|data| data.shape().is_empty());
                if is_reduction(case) && is_scalar { Err("no dimension".to_owned()) } else { admit(case) }
            },
            ..SOUND
        },
    },
    Control {
        name: "numpy-arguments-refused",
        profile: "numpy",
        difference: "`out`, `initial` and `where` of a reduction are refused",
        latitude: "the page has no word of them: they are NumPy's",
        steps: Steps {
            admit: |case| {
                let has = |name: &&str| case.attributes.contains_key(*name);
                let refused = is_reduction(case) && ["out", "initial", "where"].iter().any(has);
                if refused { Err("no such argument".to_owned()) } else { admit(case) }
            },
            ..SOUND
        },
    },
    Control {
        name: "nanmax-of-nans-alone",
        profile: "numpy",
        difference: "of NaNs alone nanmax gives the maximum of nothing, −∞",
        latitude: "\"ignores NaNs\": of NaNs alone the page says nothing",
        steps: Steps {
            fold: |lane| {
                if lane.is_reduction() && lane.ignores_nan { nan_as_least(lane) } else { fold_of(lane, lane.operands) }
            },
            ..SOUND
        },
    },
    Control {
        name: "paddle-as-numpy",
        profile: "paddle-legacy",
        difference: "a shape that is no sub-sequence is broadcast as NumPy does, where x's shape allows it",
        latitude: "of a shape that is neither case there is no word, and the page on broadcasting allows it",
        steps: Steps { read: neither_case_as_numpy, ..SOUND },
    },
    Control {
        name: "nan-missing",
        profile: "sonnx-seed",
        difference: "the number where one operand is a NaN",
        latitude: "properties P1 and P2 cannot both hold with a NaN operand",
        steps: Steps { pair: number_or_beyond, ..SOUND },
    },
    Control {
        name: "positive-zero-of-one-operand",
        profile: "sonnx-seed",
        difference: "of one operand that is −0 the result is +0",
        latitude: "properties P1 and P2 compare values, and of one operand nothing else is said",
        steps: Steps {
            fold: |lane| {
                let result = fold_of(lane, lane.operands);
                let is_alone = lane.operands.len() == 1 && !lane.is_reduction();
                if is_alone && lane.dtype.is_float() && result == lane.dtype.top_bit() { 0 } else { result }
            },
            ..SOUND
        },
    },
    Control {
        name: "mixed-types",
        profile: "sonnx-seed",
        difference: "operands of other types are taken for the first one's",
        latitude: "no rule that all inputs share one type",
        steps: Steps { admit: type_of_the_first, ..SOUND },
    },
    Control {
        name: "clash-undefined",
        profile: "sonnx-seed",
        difference: "dimensions that clash give the greater",
        latitude: "no error section: the result of shapes that do not broadcast is undefined",
        steps: Steps {
            shape: |shapes| broadcast_by(shapes, |a, b| Some(if a.min(b) == 0 { 0 } else { a.max(b) })),
            ..SOUND
        },
    },
    Control {
        name: "zero-meets-one-refused",
        profile: "sonnx",
        difference: "operands without elements that meet a dimension of 1 are refused",
        latitude: "the maximum of the dimensions 0 and 1 is 1, NumPy broadcasts them to 0",
        steps: Steps {
            admit: |case| {
                let rank = case.inputs.iter().map(|input| input.shape().len()).max().unwrap_or(0);
                let dim = |input: &Tensor, axis: usize| {
                    axis.checked_sub(rank - input.shape().len()).map_or(1, |axis| input.shape()[axis])
                };
                let meets = |axis| {
                    let has = |wanted| case.inputs.iter().any(|input| dim(input, axis) == wanted);
                    has(0) && has(1)
                };
                if (0..rank).any(meets) { Err("0 meets 1".to_owned()) } else { admit(case) }
            },
            ..SOUND
        },
    },
];

/// The least values in the place of NaNs, so that of NaNs alone the least is left.
fn nan_as_least(lane: &Lane) -> u64 {
    let least = least(lane.dtype, lane.minimum);
    let replaced = lane.operands.iter().map(|&bits| if is_nan(lane.dtype, bits) { least } else { bits });
    fold_of(lane, &replaced.collect::<Vec<_>>())
}
