//! Which values are simpler than which.

use opconform_tensor::{Class, DType, Format, Value};

/// The values that a person reads most easily, the simplest first.
pub(super) fn simpler(dtype: DType) -> Vec<u64> {
    let names: &[&str] = match dtype {
        _ if dtype.is_float() => &["1.0", "0.0", "2.0", "-1.0", "inf", "-inf", "-0.0", "min_subnormal"],
        DType::Bool => &["true", "false"],
        _ => &["1", "0", "2", "-1", "max", "min"],
    };
    let named = names.iter().filter_map(|name| Value::parse(dtype, name).ok()).map(Value::bits);
    // Two NaNs can be told apart by their bits alone: the second one's payload is 1, where there are payloads.
    let nans = dtype.float().into_iter().flat_map(|float| match float.quiet_bit() {
        Some(_) => [float.nan(0), float.nan(1)],
        None => [float.nan(0), float.nan(0) | float.sign()],
    });
    named.chain(nans).collect()
}

/// The values that are simpler than one. None is a subnormal where that is not small: whoever changes numbers changes subnormals as well,
/// and those would say that it flushes them.
pub(super) fn simpler_than(value: Value) -> impl Iterator<Item = u64> {
    let dtype = value.dtype();
    let is_normal = matches!(value.class(), Class::PositiveNormal | Class::NegativeNormal);
    let is_simpler = move |bits: &u64| *bits != value.bits();
    let is_fit = move |bits: &u64| !(is_normal && Value::new(dtype, *bits).class().is_subnormal());
    simpler(dtype).into_iter().take_while(is_simpler).filter(is_fit)
}

/// The powers of two beyond which some type holds not every integer, or another type ends.
const POWERS: [u32; 8] = [8, 11, 16, 24, 31, 32, 53, 63];

/// Integers that tell whether a number comes through a type that does not hold it, the simplest first: each power, and the number
/// after it.
pub(crate) fn powers(dtype: DType) -> Vec<[u64; 2]> {
    let width = match dtype.format() {
        Format::Unsigned => dtype.bits(),
        Format::Signed => dtype.bits() - 1,
        _ => 0,
    };
    POWERS.into_iter().filter(|&power| power < width).map(|power| [1 << power, (1 << power) + 1]).collect()
}

/// Two integers in the place of two that no list has, in either order; none where one of them is plain already.
pub(super) fn plainer_pairs(dtype: DType, pair: [u64; 2]) -> impl Iterator<Item = [u64; 2]> {
    let (powers, ladder) = (powers(dtype), simpler(dtype));
    let is_power = |bits: &u64| powers.iter().flatten().any(|power| power == bits);
    let applies = !pair.iter().any(|bits| ladder.contains(bits)) && !pair.iter().all(is_power);
    powers.into_iter().filter(move |_| applies).flat_map(|[first, second]| [[first, second], [second, first]])
}

/// One integer in the place of one that no list has.
pub(super) fn plainer_integers(dtype: DType, bits: u64) -> impl Iterator<Item = u64> {
    let powers = powers(dtype);
    let applies = !simpler(dtype).contains(&bits) && !powers.iter().flatten().any(|&power| power == bits);
    powers.into_iter().flatten().filter(move |_| applies)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_nans_are_the_last() {
        for (dtype, nans) in [(DType::F32, [0x7fc0_0000, 0x7fc0_0001]), (DType::F8E4m3fn, [0x7f, 0xff])] {
            assert_eq!(simpler(dtype)[simpler(dtype).len() - 2..], nans, "{dtype}");
        }
    }

    #[test]
    fn a_subnormal_stands_for_no_number_that_is_none() {
        let simplest = |text: &str| {
            let value = Value::parse(DType::F64, text).expect("a value");
            simpler_than(value).map(|bits| Value::new(DType::F64, bits).decimal()).collect::<Vec<_>>()
        };
        assert_eq!(simplest("2.0"), ["1.0", "0.0"]);
        assert!(!simplest("1e300").contains(&"5e-324".to_owned()) && simplest("1e-310").contains(&"5e-324".to_owned()));
    }

    #[test]
    fn an_integer_gets_plainer_once() {
        assert_eq!(powers(DType::I16), [[256, 257], [2048, 2049]]);
        assert_eq!(powers(DType::U16).len(), 2);
        assert_eq!(powers(DType::I64).last(), Some(&[1 << 53, (1 << 53) + 1]));
        assert!(powers(DType::F32).is_empty() && powers(DType::Bool).is_empty());
        assert_eq!(plainer_pairs(DType::I32, [12345, 54321]).next(), Some([256, 257]));
        for plain in [[257, 256], [1, 54321]] {
            assert_eq!(plainer_pairs(DType::I32, plain).count(), 0, "{plain:?}");
        }
        assert_eq!([1, 257, 12345].map(|bits| plainer_integers(DType::I16, bits).count()), [0, 0, 4]);
    }

    #[test]
    fn every_type_has_a_simplest_value() {
        for dtype in DType::ALL {
            assert_eq!(Value::new(dtype, simpler(dtype)[0]).decimal().trim_end_matches(".0").replace("true", "1"), "1");
        }
    }
}
