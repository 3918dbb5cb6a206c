//! The functions that programmers know by name, told by their rules.

use opconform_report::Fingerprint;
use opconform_spec::Direction;

/// A named maximum with the minimum of the same rules, and these; what it leaves open is `None`. `+0` stands for the zero
/// that the direction prefers.
struct Named {
    names: [&'static str; 2],
    nan: &'static str,
    signalling_nan: Option<&'static str>,
    both_nan: Option<&'static str>,
    payload: Option<&'static str>,
    zero: Option<&'static str>,
}

const OPEN: Named = Named { names: ["", ""], nan: "", signalling_nan: None, both_nan: None, payload: None, zero: None };

/// The most particular first: the first whose rules all hold is the name.
const NAMES: &[Named] = &[
    Named {
        names: [
            "opconform's own kernels: the first NaN, its bits unchanged; +0 over -0 (IEEE 754-2019 maximum)",
            "opconform's own kernels: the first NaN, its bits unchanged; -0 under +0 (IEEE 754-2019 minimum)",
        ],
        nan: "propagates",
        signalling_nan: Some("propagates"),
        both_nan: Some("the first"),
        payload: Some("kept, signalling NaNs too"),
        zero: Some("+0"),
    },
    Named {
        names: ["IEEE 754-2019 maximum", "IEEE 754-2019 minimum"],
        nan: "propagates",
        signalling_nan: Some("propagates"),
        zero: Some("+0"),
        ..OPEN
    },
    Named {
        names: ["IEEE 754-2019 maximumNumber", "IEEE 754-2019 minimumNumber"],
        nan: "ignored",
        signalling_nan: Some("ignored"),
        zero: Some("+0"),
        ..OPEN
    },
    Named {
        names: [
            "IEEE 754-2008 maxNum: a signalling NaN propagates, a quiet one is ignored, either zero",
            "IEEE 754-2008 minNum: a signalling NaN propagates, a quiet one is ignored, either zero",
        ],
        nan: "ignored",
        signalling_nan: Some("propagates"),
        ..OPEN
    },
    Named {
        names: ["C fmax: a NaN is ignored, either zero", "C fmin: a NaN is ignored, either zero"],
        nan: "ignored",
        signalling_nan: Some("ignored"),
        ..OPEN
    },
    Named {
        names: [
            "maxps, or `a > b ? a : b`: the second operand if unordered or equal",
            "minps, or `a < b ? a : b`: the second operand if unordered or equal",
        ],
        nan: "second operand",
        signalling_nan: Some("second operand"),
        zero: Some("second operand"),
        ..OPEN
    },
    Named {
        names: [
            "std::max, or `a < b ? b : a`: the first operand if unordered or equal",
            "std::min, or `b < a ? b : a`: the first operand if unordered or equal",
        ],
        nan: "first operand",
        signalling_nan: Some("first operand"),
        zero: Some("first operand"),
        ..OPEN
    },
    Named {
        names: [
            "`a >= b ? a : b`: the second operand if unordered, the first if equal",
            "`a <= b ? a : b`: the second operand if unordered, the first if equal",
        ],
        nan: "second operand",
        signalling_nan: Some("second operand"),
        zero: Some("first operand"),
        ..OPEN
    },
    Named {
        names: [
            "`a <= b ? b : a`: the first operand if unordered, the second if equal",
            "`a >= b ? b : a`: the first operand if unordered, the second if equal",
        ],
        nan: "first operand",
        signalling_nan: Some("first operand"),
        zero: Some("second operand"),
        ..OPEN
    },
    Named {
        names: [
            "NumPy's maximum: a NaN propagates, the first of two; either zero",
            "NumPy's minimum: a NaN propagates, the first of two; either zero",
        ],
        nan: "propagates",
        signalling_nan: Some("propagates"),
        both_nan: Some("the first"),
        ..OPEN
    },
];

/// The name of a function with all the rules of a fingerprint; subnormals are none of its business, and said beside it.
pub(super) fn behaviour(fingerprint: &Fingerprint, direction: Direction) -> Option<String> {
    let is = |rule: Option<&str>, observed: &str| rule.is_none_or(|rule| rule == observed);
    let settled = |observed: &str| observed != super::NOT_OBSERVED;
    let it = fingerprint;
    // What leaves a rule open allows any observation, and not that there was none.
    if ![&it.nan, &it.signalling_nan, &it.zero].into_iter().all(|rule| settled(rule)) {
        return None;
    }
    let zero = match (direction, it.zero.as_str()) {
        (Direction::Min, "-0") => "+0",
        (Direction::Min, "+0") => "-0",
        (_, zero) => zero,
    };
    let named = NAMES.iter().find(|named| {
        named.nan == it.nan
            && is(named.signalling_nan, &it.signalling_nan)
            && is(named.both_nan, &it.both_nan)
            && is(named.payload, &it.payload)
            && is(named.zero, zero)
    });
    let kept = ["kept", super::NOT_OBSERVED].contains(&it.subnormals.as_str());
    named.map(|named| {
        format!(
            "{}{}",
            named.names[usize::from(direction == Direction::Min)],
            if kept { "" } else { "; but for subnormals" }
        )
    })
}
