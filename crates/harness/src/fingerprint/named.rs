//! The functions that programmers know by name, told by their rules.

use opconform_spec::{Bits, Direction, Measure, Nan, Nans, Rules, Zeros};

use super::Observed;
use super::rule::{BothNan, Payload, Rule, Subnormal, Zero};

/// A named maximum with the minimum of the same name, and their rules.
struct Named {
    /// The specification that has the rules, by its name in `opconform specs`; `None` where no document has them.
    profile: Option<&'static str>,
    /// What programmers call the two.
    called: [&'static str; 2],
    /// The rules in words, where the names do not say them.
    words: &'static str,
    rules: Rules,
    /// What becomes of the bits of a NaN; `None` where that is left open.
    payload: Option<Payload>,
}

impl Named {
    fn name(&self, direction: Direction) -> String {
        let called = self.called[usize::from(direction == Direction::Min)];
        let name = self.profile.map_or_else(|| called.to_owned(), |profile| format!("{profile} ({called})"));
        if self.words.is_empty() { name } else { format!("{name}: {}", self.words) }
    }
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
        profile: None,
        called: [
            "opconform's own kernels: the first NaN, its bits unchanged; +0 over -0 (IEEE 754-2019 maximum)",
            "opconform's own kernels: the first NaN, its bits unchanged; -0 under +0 (IEEE 754-2019 minimum)",
        ],
        words: "",
        rules: by_value(Nan::Propagates, Nan::Propagates, Nans::First, Zeros::Ordered),
        payload: Some(Payload::KeptSignalling),
    },
    Named {
        profile: Some("ieee754-2019"),
        called: ["IEEE 754-2019 maximum", "IEEE 754-2019 minimum"],
        words: "",
        rules: by_value(Nan::Propagates, Nan::Propagates, Nans::Any, Zeros::Ordered),
        payload: None,
    },
    Named {
        profile: Some("c-fmaximum-num"),
        called: ["IEEE 754-2019 maximumNumber", "IEEE 754-2019 minimumNumber"],
        words: "",
        rules: by_value(Nan::Ignored, Nan::Ignored, Nans::Any, Zeros::Ordered),
        payload: None,
    },
    Named {
        profile: Some("ieee754-2008"),
        called: ["IEEE 754-2008 maxNum", "IEEE 754-2008 minNum"],
        words: "a signalling NaN propagates, a quiet one is ignored, either zero",
        rules: by_value(Nan::Ignored, Nan::Propagates, Nans::Any, Zeros::Either),
        payload: None,
    },
    Named {
        profile: Some("c-fmax"),
        called: ["C fmax", "C fmin"],
        words: "a NaN is ignored, either zero",
        rules: by_value(Nan::Ignored, Nan::Open, Nans::Any, Zeros::Either),
        payload: None,
    },
    Named {
        profile: Some("x86-maxps"),
        called: ["maxps, or `a > b ? a : b`", "minps, or `a < b ? a : b`"],
        words: "the second operand if unordered or equal",
        rules: by_value(Nan::Second, Nan::Second, Nans::Any, Zeros::Second),
        payload: None,
    },
    Named {
        profile: Some("wasm-pmax"),
        called: ["std::max, or `a < b ? b : a`", "std::min, or `b < a ? b : a`"],
        words: "the first operand if unordered or equal",
        rules: by_value(Nan::First, Nan::First, Nans::Any, Zeros::First),
        payload: None,
    },
    Named {
        profile: None,
        called: ["`a >= b ? a : b`", "`a <= b ? a : b`"],
        words: "the second operand if unordered, the first if equal",
        rules: by_value(Nan::Second, Nan::Second, Nans::Any, Zeros::First),
        payload: None,
    },
    Named {
        profile: None,
        called: ["`a <= b ? b : a`", "`a >= b ? b : a`"],
        words: "the first operand if unordered, the second if equal",
        rules: by_value(Nan::First, Nan::First, Nans::Any, Zeros::Second),
        payload: None,
    },
    Named {
        profile: Some("numpy"),
        called: ["NumPy's maximum", "NumPy's minimum"],
        words: "a NaN propagates, the first of two; either zero",
        rules: by_value(Nan::Propagates, Nan::Propagates, Nans::First, Zeros::Open),
        payload: None,
    },
    Named {
        profile: Some("c-fmaximum-mag"),
        called: ["IEEE 754-2019 maximumMagnitude", "IEEE 754-2019 minimumMagnitude"],
        words: "",
        rules: by_magnitude(Nan::Propagates, Nan::Propagates, Nans::Any, Zeros::Ordered),
        payload: None,
    },
    Named {
        profile: Some("c-fmaximum-mag-num"),
        called: ["IEEE 754-2019 maximumMagnitudeNumber", "IEEE 754-2019 minimumMagnitudeNumber"],
        words: "",
        rules: by_magnitude(Nan::Ignored, Nan::Ignored, Nans::Any, Zeros::Ordered),
        payload: None,
    },
];

/// The name of a function with all the rules of a fingerprint, and the specification that has them; subnormals, and numbers that are
/// not put in order, are none of its business, and said beside it.
pub(super) fn behaviour(it: &Observed) -> Option<(String, Option<&'static str>)> {
    // What leaves a rule open allows any observation, and not that there was none.
    let is_unseen = [&it.nan, &it.signalling_nan].contains(&&Rule::NotObserved) || it.zero == Rule::NotObserved;
    let beside = |rule: Nan, observed: &Rule<Option<Nan>>| rule == Nan::Open || *observed == Rule::Is(Some(rule));
    let has = |Named { rules, payload, .. }: &&Named| {
        rules.measure == it.measure
            && beside(rules.nan, &it.nan)
            && beside(rules.signalling, &it.signalling_nan)
            && (rules.nans == Nans::Any || it.both_nan == Rule::Is(BothNan::Operand(rules.nans)))
            && Zero::chosen(rules.zeros, it.direction).is_none_or(|zero| it.zero == Rule::Is(Some(zero)))
            && payload.is_none_or(|payload| it.payload == Rule::Is(payload))
    };
    let named = NAMES.iter().find(has).filter(|_| !is_unseen)?;
    let are_kept = matches!(it.subnormals, Rule::Is(Subnormal::Kept) | Rule::NotObserved);
    let but = match (it.are_ordered, are_kept) {
        (false, _) => "; but for numbers",
        (true, false) => "; but for subnormals",
        (true, true) => "",
    };
    Some((format!("{}{but}", named.name(it.direction)), named.profile.filter(|_| but.is_empty())))
}

#[cfg(test)]
mod tests {
    use opconform_spec::Profile;
    use opconform_tensor::DType;

    use super::*;
    use crate::fingerprint::rule::How;

    fn named(direction: Direction, nan: Rule<Option<Nan>>, zero: Zero) -> Option<String> {
        let print = Observed {
            signalling_nan: nan.clone(),
            nan,
            both_nan: Rule::Is(BothNan::Operand(Nans::Second)),
            payload: Rule::Is(Payload::Kept),
            zero: Rule::Is(Some(zero)),
            subnormals: Rule::Is(Subnormal::Kept),
            measure: Measure::Value,
            are_ordered: true,
            direction,
        };
        behaviour(&print).map(|(name, _)| name)
    }

    #[test]
    fn what_is_named_after_a_specification_has_its_rules() {
        let mut names = Vec::new();
        for Named { profile, rules, .. } in NAMES {
            let Some(name) = *profile else { continue };
            let own = Rules::of(Profile::named(name).expect(name), DType::F32).expect(name);
            // What bits the document wants, and which of two NaNs, is beside what the two are called after.
            let of_two = |it: Rules| (it.measure, it.nan, it.signalling, it.zeros);
            assert_eq!(of_two(own), of_two(*rules), "{name}");
            names.push(name);
        }
        assert!(names.contains(&"x86-maxps") && names.contains(&"numpy"), "{names:?}");
        // Of these, all that a document says is what they are called after.
        for (called, profile) in [
            ("IEEE 754-2019 maximum", "c-fmaximum"),
            ("IEEE 754-2019 maximumNumber", "dotnet-maxnumber"),
            ("IEEE 754-2008 maxNum", "ieee754-2008"),
            ("C fmax", "c-fmax"),
            ("IEEE 754-2019 maximumMagnitude", "dotnet-maxmagnitude"),
            ("IEEE 754-2019 maximumMagnitudeNumber", "c-fmaximum-mag-num"),
        ] {
            let named = NAMES.iter().find(|named| named.called[0] == called).expect(called);
            assert_eq!(Rules::of(Profile::named(profile).expect(profile), DType::F32), Some(named.rules), "{called}");
        }
    }

    #[test]
    fn a_minimum_has_the_names_of_the_maximum_with_the_other_zero() {
        use Direction::{Max, Min};
        let is = |nan: Nan| Rule::Is(Some(nan));
        let (propagates, ignored) = (is(Nan::Propagates), is(Nan::Ignored));
        let of = |direction, nan: &Rule<_>, zero| named(direction, nan.clone(), zero);
        assert_eq!(of(Max, &propagates, Zero::Positive).as_deref(), Some("ieee754-2019 (IEEE 754-2019 maximum)"));
        assert_eq!(of(Min, &propagates, Zero::Negative).as_deref(), Some("ieee754-2019 (IEEE 754-2019 minimum)"));
        assert_eq!(of(Min, &ignored, Zero::Negative).as_deref(), Some("c-fmaximum-num (IEEE 754-2019 minimumNumber)"));
        for (direction, passed_over) in [(Max, Zero::Negative), (Min, Zero::Positive)] {
            assert_eq!(of(direction, &propagates, passed_over), None);
            assert_eq!(of(direction, &Rule::Varies(How::Unexplained), Zero::First), None);
            assert_eq!(of(direction, &Rule::NotObserved, Zero::First), None);
        }
        let second = of(Min, &is(Nan::Second), Zero::Second).expect("a name");
        assert!(second.starts_with("x86-maxps (minps, "), "{second}");
    }
}
