//! Which values are simpler than which.

use opconform_tensor::{DType, Value};

/// The values that a person reads most easily, the simplest first.
pub(super) fn simpler(dtype: DType) -> Vec<u64> {
    let names: &[&str] = match dtype {
        _ if dtype.is_float() => &["1.0", "0.0", "2.0", "-1.0", "inf", "-inf", "-0.0", "min_subnormal"],
        DType::Bool => &["true", "false"],
        _ => &["1", "0", "2", "-1", "max", "min"],
    };
    let named = names.iter().filter_map(|name| Value::parse(dtype, name).ok()).map(Value::bits);
    // Two NaNs can be told apart by their bits alone: the second one's payload is 1.
    named.chain(quiet_nan(dtype).into_iter().flat_map(|nan| [nan, nan | 1])).collect()
}

/// The quiet NaN with a positive sign and no payload: the bits above those of infinity.
fn quiet_nan(dtype: DType) -> Option<u64> {
    let infinity = Value::parse(dtype, "inf").ok()?.bits();
    Some(infinity | (infinity & infinity.wrapping_neg()) >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quiet_nan_is_one() {
        assert_eq!(quiet_nan(DType::F32), Some(0x7fc0_0000));
        assert_eq!(quiet_nan(DType::Bf16), Some(0x7fc0));
        assert_eq!(quiet_nan(DType::F64), Some(0x7ff8_0000_0000_0000));
        assert_eq!(quiet_nan(DType::I32), None);
    }

    #[test]
    fn every_type_has_a_simplest_value() {
        for dtype in DType::ALL {
            assert_eq!(Value::new(dtype, simpler(dtype)[0]).decimal().trim_end_matches(".0").replace("true", "1"), "1");
        }
    }
}
