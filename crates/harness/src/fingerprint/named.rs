//! The functions that programmers know by name, told by their rules.

use opconform_report::Fingerprint;
use opconform_spec::{Bits, Direction, Measure, Nan, Nans, Rules, Zeros};

/// A named maximum with the minimum of the same name, and their rules.
struct Named {
    names: [&'static str; 2],
    rules: Rules,
    /// What becomes of the bits of a NaN; `None` where that is left open.
    payload: Option<&'static str>,
}

/// The rules of who compares numbers by their values.
const fn by_value(nan: Nan, signalling: Nan, nans: Nans, zeros: Zeros) -> Rules {
    Rules { measure: Measure::Value, nan, signalling, nans, bits: Bits::Any, zeros }
}

/// The same of who compares absolute values.
const fn by_magnitude(nan: Nan, signalling: Nan, nans: Nans, zeros: Zeros) -> Rules {
    Rules { measure: Measure::Magnitude, ..by_value(nan, signalling, nans, zeros) }
}

/// The most particular first: the first whose rules all hold is the name.
const NAMES: &[Named] = &[
    Named {
        names: [
            "opconform's own kernels: the first NaN, its bits unchanged; +0 over -0 (IEEE 754-2019 maximum)",
            "opconform's own kernels: the first NaN, its bits unchanged; -0 under +0 (IEEE 754-2019 minimum)",
        ],
        rules: by_value(Nan::Propagates, Nan::Propagates, Nans::First, Zeros::Ordered),
        payload: Some("kept, signalling NaNs too"),
    },
    Named {
        names: ["IEEE 754-2019 maximum", "IEEE 754-2019 minimum"],
        rules: by_value(Nan::Propagates, Nan::Propagates, Nans::Any, Zeros::Ordered),
        payload: None,
    },
    Named {
        names: ["IEEE 754-2019 maximumNumber", "IEEE 754-2019 minimumNumber"],
        rules: by_value(Nan::Ignored, Nan::Ignored, Nans::Any, Zeros::Ordered),
        payload: None,
    },
    Named {
        names: [
            "IEEE 754-2008 maxNum: a signalling NaN propagates, a quiet one is ignored, either zero",
            "IEEE 754-2008 minNum: a signalling NaN propagates, a quiet one is ignored, either zero",
        ],
        rules: by_value(Nan::Ignored, Nan::Propagates, Nans::Any, Zeros::Either),
        payload: None,
    },
    Named {
        names: ["C fmax: a NaN is ignored, either zero", "C fmin: a NaN is ignored, either zero"],
        rules: by_value(Nan::Ignored, Nan::Open, Nans::Any, Zeros::Either),
        payload: None,
    },
    Named {
        names: [
            "maxps, or `a > b ? a : b`: the second operand if unordered or equal",
            "minps, or `a < b ? a : b`: the second operand if unordered or equal",
        ],
        rules: by_value(Nan::Second, Nan::Second, Nans::Any, Zeros::Second),
        payload: None,
    },
    Named {
        names: [
            "std::max, or `a < b ? b : a`: the first operand if unordered or equal",
            "std::min, or `b < a ? b : a`: the first operand if unordered or equal",
        ],
        rules: by_value(Nan::First, Nan::First, Nans::Any, Zeros::First),
        payload: None,
    },
    Named {
        names: [
            "`a >= b ? a : b`: the second operand if unordered, the first if equal",
            "`a <= b ? a : b`: the second operand if unordered, the first if equal",
        ],
        rules: by_value(Nan::Second, Nan::Second, Nans::Any, Zeros::First),
        payload: None,
    },
    Named {
        names: [
            "`a <= b ? b : a`: the first operand if unordered, the second if equal",
            "`a >= b ? b : a`: the first operand if unordered, the second if equal",
        ],
        rules: by_value(Nan::First, Nan::First, Nans::Any, Zeros::Second),
        payload: None,
    },
    Named {
        names: [
            "NumPy's maximum: a NaN propagates, the first of two; either zero",
            "NumPy's minimum: a NaN propagates, the first of two; either zero",
        ],
        rules: by_value(Nan::Propagates, Nan::Propagates, Nans::First, Zeros::Either),
        payload: None,
    },
    Named {
        names: ["IEEE 754-2019 maximumMagnitude", "IEEE 754-2019 minimumMagnitude"],
        rules: by_magnitude(Nan::Propagates, Nan::Propagates, Nans::Any, Zeros::Ordered),
        payload: None,
    },
    Named {
        names: ["IEEE 754-2019 maximumMagnitudeNumber", "IEEE 754-2019 minimumMagnitudeNumber"],
        rules: by_magnitude(Nan::Ignored, Nan::Ignored, Nans::Any, Zeros::Ordered),
        payload: None,
    },
];

/// The name of a function with all the rules of a fingerprint; subnormals are none of its business, and said beside it.
pub(super) fn behaviour(it: &Fingerprint, measure: Measure, direction: Direction) -> Option<String> {
    // What leaves a rule open allows any observation, and not that there was none.
    if [&it.nan, &it.signalling_nan, &it.zero].into_iter().any(|rule| rule == super::NOT_OBSERVED) {
        return None;
    }
    let beside = |rule: Nan, observed: &str| rule == Nan::Open || rule.name() == observed;
    let named = NAMES.iter().find(|Named { rules, payload, .. }| {
        rules.measure == measure
            && beside(rules.nan, &it.nan)
            && beside(rules.signalling, &it.signalling_nan)
            && (rules.nans == Nans::Any || rules.nans.name() == it.both_nan)
            && (rules.zeros == Zeros::Either || super::zero_name(rules.zeros, direction) == it.zero)
            && payload.is_none_or(|payload| payload == it.payload)
    });
    let kept = ["kept", super::NOT_OBSERVED].contains(&it.subnormals.as_str());
    let minimum = usize::from(direction == Direction::Min);
    named.map(|named| format!("{}{}", named.names[minimum], if kept { "" } else { "; but for subnormals" }))
}

#[cfg(test)]
mod tests {
    use opconform_spec::Profile;
    use opconform_tensor::DType;

    use super::*;

    fn named(direction: Direction, nan: &str, zero: &str) -> Option<String> {
        let print = Fingerprint {
            operator: String::new(),
            dtypes: Vec::new(),
            nan: nan.to_owned(),
            signalling_nan: nan.to_owned(),
            both_nan: "the second".to_owned(),
            payload: "kept".to_owned(),
            zero: zero.to_owned(),
            subnormals: "kept".to_owned(),
            behaves_as: None,
        };
        behaviour(&print, Measure::Value, direction)
    }

    #[test]
    fn what_is_named_after_a_specification_has_its_rules() {
        for (name, profile) in [
            ("IEEE 754-2019 maximum", "ieee754-2019"),
            ("IEEE 754-2019 maximumNumber", "dotnet-maxnumber"),
            ("IEEE 754-2008 maxNum: a signalling NaN propagates, a quiet one is ignored, either zero", "ieee754-2008"),
            ("C fmax: a NaN is ignored, either zero", "c-fmax"),
            ("IEEE 754-2019 maximumMagnitude", "dotnet-maxmagnitude"),
            ("IEEE 754-2019 maximumMagnitudeNumber", "c-fmaximum-mag-num"),
        ] {
            let named = NAMES.iter().find(|named| named.names[0] == name).expect("a name");
            let profile = Profile::named(profile).expect("a profile");
            assert_eq!(Rules::of(profile, DType::F32), Some(named.rules), "{name}");
        }
    }

    #[test]
    fn a_minimum_has_the_names_of_the_maximum_with_the_other_zero() {
        use Direction::{Max, Min};
        assert_eq!(named(Max, "propagates", "+0").as_deref(), Some("IEEE 754-2019 maximum"));
        assert_eq!(named(Min, "propagates", "-0").as_deref(), Some("IEEE 754-2019 minimum"));
        assert_eq!(named(Min, "ignored", "-0").as_deref(), Some("IEEE 754-2019 minimumNumber"));
        for direction in [Max, Min] {
            let passed_over = if direction == Max { "-0" } else { "+0" };
            assert_eq!(named(direction, "propagates", passed_over), None);
            assert_eq!(named(direction, "varies", "first operand"), None);
            assert_eq!(named(direction, "ignored", super::super::NOT_OBSERVED), None);
        }
        let second = named(Min, "second operand", "second operand").expect("a name");
        assert!(second.starts_with("minps"), "{second}");
    }
}
