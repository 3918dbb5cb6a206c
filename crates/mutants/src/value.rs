//! Elements as bits: what the steps ask of one.

use opconform_tensor::{DType, Float, Format};

/// The sign bit; the top bit of an integer.
pub(crate) fn sign(dtype: DType) -> u64 {
    dtype.top_bit()
}

/// The greatest number of a float type: +∞ where there is one; 0 of any other.
pub(crate) fn infinity(dtype: DType) -> u64 {
    dtype.float().map_or(0, Float::greatest)
}

/// The least normal number of a float type; 0 of any other.
pub(crate) fn min_normal(dtype: DType) -> u64 {
    dtype.float().map_or(0, Float::min_normal)
}

/// The bit that tells a quiet NaN from a signalling one; 0 where there are none.
pub(crate) fn quiet_bit(dtype: DType) -> u64 {
    dtype.float().and_then(Float::quiet_bit).unwrap_or(0)
}

/// The NaN that arithmetic gives where no operand is one, positive.
pub(crate) fn default_nan(dtype: DType) -> u64 {
    dtype.float().map_or(0, |float| float.nan(0))
}

/// The bits without the sign.
pub(crate) fn magnitude(dtype: DType, bits: u64) -> u64 {
    bits & !sign(dtype)
}

pub(crate) fn is_nan(dtype: DType, bits: u64) -> bool {
    dtype.is_float() && magnitude(dtype, bits) > infinity(dtype)
}

pub(crate) fn is_signalling(dtype: DType, bits: u64) -> bool {
    is_nan(dtype, bits) && bits | quiet_bit(dtype) != bits
}

/// Whether it is a zero of a float type.
pub(crate) fn is_zero(dtype: DType, bits: u64) -> bool {
    dtype.is_float() && magnitude(dtype, bits) == 0
}

pub(crate) fn is_subnormal(dtype: DType, bits: u64) -> bool {
    dtype.is_float() && magnitude(dtype, bits) != 0 && magnitude(dtype, bits) < min_normal(dtype)
}

/// An unsigned number in the order of the values: −0 is below +0, and a NaN beyond the infinity of its sign.
pub(crate) fn key(dtype: DType, bits: u64) -> u64 {
    let sign = sign(dtype);
    match dtype.format() {
        Format::Float(float) => float.key(bits),
        Format::Signed => bits ^ sign,
        Format::Unsigned | Format::Boolean => bits,
    }
}

/// The element that no other yields to: of a maximum −∞, or the least integer; of a minimum its mirror.
pub(crate) fn least(dtype: DType, minimum: bool) -> u64 {
    match (dtype.format(), minimum) {
        (Format::Float(_), false) => sign(dtype) | infinity(dtype),
        (Format::Float(_), true) => infinity(dtype),
        (Format::Signed, false) => sign(dtype),
        (Format::Signed, true) => sign(dtype) - 1,
        (Format::Unsigned, true) => dtype.mask(),
        (Format::Boolean, true) => 1,
        (Format::Unsigned | Format::Boolean, false) => 0,
    }
}

/// The value of an integer.
pub(crate) fn integer(dtype: DType, bits: u64) -> i128 {
    match dtype.format() {
        Format::Signed => i128::from(key(dtype, bits)) - i128::from(sign(dtype)),
        _ => i128::from(bits),
    }
}

#[cfg(test)]
mod tests {
    use opconform_tensor::{Class, Value};

    use super::*;

    #[test]
    fn every_predicate_agrees_with_the_class() {
        for dtype in DType::ALL {
            let step = (dtype.mask() / 65_521).max(1);
            let grid = (0..=65_600).map(|i: u64| i.wrapping_mul(step) & dtype.mask());
            for bits in grid.chain(Value::named(dtype).map(|(_, value)| value.bits())) {
                let class = Class::of(dtype, bits);
                assert_eq!(is_nan(dtype, bits), class.is_nan(), "{dtype} {bits:#x}");
                assert_eq!(is_signalling(dtype, bits), class == Class::SignallingNan, "{dtype} {bits:#x}");
                assert_eq!(is_zero(dtype, bits), class.is_float_zero(), "{dtype} {bits:#x}");
                let subnormal = matches!(class, Class::PositiveSubnormal | Class::NegativeSubnormal);
                assert_eq!(is_subnormal(dtype, bits), subnormal, "{dtype} {bits:#x}");
            }
        }
    }

    #[test]
    fn keys_are_in_the_order_of_the_values() {
        let ascending = |dtype, names: &[&str]| {
            let keys = names.iter().map(|name| key(dtype, Value::parse(dtype, name).expect("a value").bits()));
            assert!(keys.collect::<Vec<_>>().windows(2).all(|pair| pair[0] < pair[1]), "{dtype}");
        };
        let floats = ["-inf", "-1.5", "-1.0", "-min_subnormal", "-0.0", "0.0", "min_subnormal", "1.0", "1.5", "inf"];
        for dtype in DType::ALL {
            match dtype.format() {
                Format::Float(float) if float.infinity().is_none() => ascending(dtype, &floats[1..floats.len() - 1]),
                Format::Float(_) => ascending(dtype, &floats),
                Format::Signed => ascending(dtype, &["min", "-2", "-1", "0", "1", "max"]),
                Format::Unsigned => ascending(dtype, &["0", "1", "128", "max"]),
                Format::Boolean => ascending(dtype, &["false", "true"]),
            }
        }
    }
}
