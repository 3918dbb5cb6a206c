//! What one specification forbids and others allow: the answers by which somebody who follows another is told from who follows it.

use std::collections::BTreeMap;

use opconform_spec::{Direction, Pair, Profile, example_nans, profiles};
use opconform_tensor::{Class, DType, Value};

/// The operands that are tried, and the answers, beside the NaNs.
const NUMBERS: [&str; 5] = ["1.0", "-2.0", "0.0", "-0.0", "min_subnormal"];
/// Specifications that are named, of those that allow an answer.
const NAMED: usize = 4;

/// An answer, and who allows it.
struct Forbidden {
    operands: [Value; 2],
    answer: Value,
    allowed_by: Vec<&'static str>,
}

/// A line for each kind of operands: the answer that a specification forbids and most others allow; none where it says nothing of
/// the type.
pub(super) fn forbidden(profile: &Profile, dtype: DType) -> Vec<String> {
    let named = NUMBERS.iter().filter_map(|name| Value::parse(dtype, name).ok());
    let nans = example_nans(dtype).into_iter().map(|bits| Value::new(dtype, bits));
    let values: Vec<Value> = nans.chain(named).collect();
    let mut worst: BTreeMap<(Pair, bool), Forbidden> = BTreeMap::new();
    let pairs = values.iter().flat_map(|&first| values.iter().map(move |&second| [first, second]));
    for operands in pairs {
        let allowed = |it: &Profile| it.allows(Direction::Max, dtype, operands.map(Value::bits));
        let Some(own) = allowed(profile) else { continue };
        let others: Vec<_> = profiles().filter_map(|it| Some((it.name, allowed(it)?))).collect();
        let classes = operands.map(Value::class);
        let kind = (Pair::of(classes), classes.contains(&Class::SignallingNan));
        for &answer in values.iter().filter(|answer| !own.contains(dtype, answer.bits())) {
            let allowing = others.iter().filter(|(_, set)| set.contains(dtype, answer.bits()));
            let allowed_by: Vec<&'static str> = allowing.map(|(name, _)| *name).collect();
            let known = worst.get(&kind).map_or(0, |it| it.allowed_by.len());
            if allowed_by.len() > known {
                worst.insert(kind, Forbidden { operands, answer, allowed_by });
            }
        }
    }
    worst.into_values().map(|it| line(&it)).collect()
}

fn line(Forbidden { operands: [first, second], answer, allowed_by }: &Forbidden) -> String {
    let named = allowed_by.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    let more = match allowed_by.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("max ({}, {}) = {}: allowed by {named}{more}", text(*first), text(*second), text(*answer))
}

/// A value as it is typed to `ask`.
fn text(value: Value) -> String {
    let nans = example_nans(value.dtype());
    match nans.iter().position(|&nan| nan == value.bits()) {
        Some(0) => "nan".to_owned(),
        Some(2) => "snan".to_owned(),
        _ if value.class().is_nan() => value.hex(),
        _ => value.decimal(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_specification_forbids_what_another_allows() {
        for profile in profiles() {
            let lines = forbidden(profile, DType::F32);
            assert!(!lines.is_empty(), "{} forbids nothing that any other allows", profile.name);
        }
    }

    #[test]
    fn what_is_forbidden_is_that_by_which_a_document_is_known() {
        let all = |name: &str| forbidden(Profile::named(name).expect(name), DType::F32).join("\n");
        for (name, line) in [
            ("ecmascript", "max (nan, 1.0) = 1.0: allowed by "),
            ("c-fmax", "max (nan, 1.0) = nan: allowed by "),
            ("x86-maxps", "max (0.0, -0.0) = 0.0: allowed by "),
            ("riscv-fmax", "max (0.0, -0.0) = -0.0: allowed by "),
            ("c-fmaximum-mag", "max (1.0, -2.0) = 1.0: allowed by "),
            ("onnx-13", "max (1.0, -2.0) = -2.0: allowed by c-fmaximum-mag, c-fmaximum-mag-num, "),
        ] {
            assert!(all(name).contains(line), "{name}: {}", all(name));
        }
        assert!(forbidden(Profile::named("rust").expect("rust"), DType::I8).is_empty());
    }
}
