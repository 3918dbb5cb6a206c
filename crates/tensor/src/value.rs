//! One element as text: hexadecimal bits, names, and decimal.
//!
//! Read: `0x7fc00001` (the bits), `nan:0x7fc00001` (bits that must be a NaN), `-0.0`, `inf`, `min_subnormal`, `1.5`, `-3`.
//! Written: a name of a float or of a truth value, else the number, or else the bits; never `max` or `min` of an integer, which are read
//! as the operators' names.

use std::array;
use std::fmt;
use std::str::FromStr;

use crate::class::Class;
use crate::dtype::DType;
use crate::format::Format;

/// One element, as its type and bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value {
    dtype: DType,
    bits: u64,
}

/// Text that is no value of the element type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no value of {dtype}: expected bits such as {}, a number, or a name such as min_subnormal or -inf", .example.hex())]
pub struct ParseValueError {
    text: String,
    dtype: DType,
    example: Value,
}

/// The byte that fills a destination before a function is given it: in an element that the function never writes, each byte is this one.
const UNWRITTEN: u8 = 0xa5;

impl Value {
    /// The element of `dtype` as it stands in a destination that was never written.
    pub fn unwritten(dtype: DType) -> Self {
        Self::new(dtype, u64::from_ne_bytes([UNWRITTEN; 8]))
    }

    /// The element of `dtype` with these bits; bits above the width are dropped.
    #[inline]
    pub fn new(dtype: DType, bits: u64) -> Self {
        Self { dtype, bits: bits & dtype.mask() }
    }

    /// The element type.
    pub fn dtype(self) -> DType {
        self.dtype
    }

    /// The bits, zero-extended.
    #[inline]
    pub fn bits(self) -> u64 {
        self.bits
    }

    /// The class.
    #[inline]
    pub fn class(self) -> Class {
        Class::of(self.dtype, self.bits)
    }

    /// Parses `text` as a value of `dtype`.
    pub fn parse(dtype: DType, text: &str) -> Result<Self, ParseValueError> {
        let error = || ParseValueError { text: text.to_owned(), dtype, example: Self::new(dtype, 1) };
        let (hex, must_be_nan) = match text.strip_prefix("nan:") {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        if let Some(digits) = hex.strip_prefix("0x") {
            let bits = u64::from_str_radix(digits, 16).map_err(|_| error())?;
            let value = Self::new(dtype, bits);
            let fits = value.bits == bits && !digits.starts_with('+');
            return if fits && (!must_be_nan || value.class().is_nan()) { Ok(value) } else { Err(error()) };
        }
        Self::named(dtype)
            .find(|(name, _)| *name == text)
            .map(|(_, value)| value)
            .or_else(|| Self::number(dtype, text))
            .ok_or_else(error)
    }

    /// The names of the values of a type that have one, with their values.
    pub fn named(dtype: DType) -> impl Iterator<Item = (&'static str, Self)> {
        let top = 1_u64 << (dtype.bits() - 1);
        let names: [Option<(&'static str, u64)>; 12] = match dtype.format() {
            Format::Float(float) => {
                let (min_normal, max_finite) = (float.min_normal(), float.max_finite());
                [
                    Some(("0.0", 0)),
                    Some(("-0.0", top)),
                    float.infinity().map(|infinity| ("inf", infinity)),
                    float.infinity().map(|infinity| ("-inf", top | infinity)),
                    Some(("min_subnormal", 1)),
                    Some(("-min_subnormal", top | 1)),
                    Some(("max_subnormal", min_normal - 1)),
                    Some(("-max_subnormal", top | (min_normal - 1))),
                    Some(("min_normal", min_normal)),
                    Some(("-min_normal", top | min_normal)),
                    Some(("max_finite", max_finite)),
                    Some(("-max_finite", top | max_finite)),
                ]
            }
            Format::Signed => and_no_more([("min", top), ("max", top - 1)]),
            Format::Unsigned => and_no_more([("max", dtype.mask())]),
            Format::Boolean => and_no_more([("false", 0), ("true", 1)]),
        };
        names.into_iter().flatten().map(move |(name, bits)| (name, Self::new(dtype, bits)))
    }

    /// The NaN of a type that is quiet, positive and without payload; none of a type without NaNs.
    pub fn nan(dtype: DType) -> Option<Self> {
        dtype.float().map(|float| Self::new(dtype, float.nan(0)))
    }

    /// The same number, or the same NaN, as a value of another float type; `None` where that type does not have it, and of what is no
    /// float of 16 bits or more.
    pub fn exactly(self, dtype: DType) -> Option<Self> {
        let (wide, value) = (self.as_f64()?, self.rounded(dtype)?);
        (value.as_f64()?.to_bits() == wide.to_bits()).then_some(value)
    }

    /// The nearest value of another float type, of two as near the even one; `None` of what is no float of 16 bits or more.
    pub fn rounded(self, dtype: DType) -> Option<Self> {
        let wide = self.as_f64()?;
        let bits = match dtype {
            DType::Bf16 => half::bf16::from_f64(wide).to_bits().into(),
            DType::F16 => half::f16::from_f64(wide).to_bits().into(),
            DType::F32 => (wide as f32).to_bits().into(),
            DType::F64 => wide.to_bits(),
            _ => return None,
        };
        Some(Self::new(dtype, bits))
    }

    /// The value as a float of 64 bits, which has every one of the narrower floats.
    fn as_f64(self) -> Option<f64> {
        match self.dtype {
            DType::Bf16 => Some(half::bf16::from_bits(self.bits as u16).to_f64()),
            DType::F16 => Some(half::f16::from_bits(self.bits as u16).to_f64()),
            DType::F32 => Some(f32::from_bits(self.bits as u32).into()),
            DType::F64 => Some(f64::from_bits(self.bits)),
            _ => None,
        }
    }

    /// The bits as hexadecimal digits of the type's full width, with `0x`.
    pub fn hex(self) -> String {
        format!("{:#0width$x}", self.bits, width = 2 + self.dtype.bits() as usize / 4)
    }

    /// The value in decimal, `nan`, `inf` or a truth value: for people, and not to be read back.
    pub fn decimal(self) -> String {
        match (self.dtype.decimal(), self.dtype.format()) {
            (Some(decimal), _) => (decimal.write)(self.bits),
            (None, Format::Signed) => {
                let unused = 64 - self.dtype.bits();
                ((self.bits << unused) as i64 >> unused).to_string()
            }
            (None, Format::Boolean) => match self.bits {
                0 => "false".to_owned(),
                1 => "true".to_owned(),
                byte => format!("byte {byte}"),
            },
            (None, _) => self.bits.to_string(),
        }
    }

    /// A decimal number as the nearest value of the type, or the exact integer.
    fn number(dtype: DType, text: &str) -> Option<Self> {
        let starts_well = text.starts_with(|first: char| first.is_ascii_digit() || first == '-');
        if !starts_well || text.contains(|c: char| c.is_ascii_alphabetic() && c != 'e') {
            return None;
        }
        let bits = match (dtype.decimal(), dtype.format()) {
            (Some(decimal), _) => (decimal.read)(text)?,
            (None, Format::Boolean) => return None,
            (None, _) => {
                let number = i128::from_str(text).ok()?;
                let bits = number as u64 & dtype.mask();
                let value = Self::new(dtype, bits);
                return (value.decimal() == number.to_string()).then_some(value);
            }
        };
        // A number that is too large for the type is none of it: an infinity has a name.
        let value = Self::new(dtype, bits);
        (!matches!(value.class(), Class::PositiveInfinity | Class::NegativeInfinity) && !value.class().is_nan())
            .then_some(value)
    }
}

/// These, in an array of more places.
fn and_no_more<T: Copy, const N: usize, const PLACES: usize>(these: [T; N]) -> [Option<T>; PLACES] {
    array::from_fn(|place| these.get(place).copied())
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_names = !self.class().is_integer();
        if let Some((name, _)) = Self::named(self.dtype).find(|(_, value)| has_names && value == self) {
            return f.pad(name);
        }
        if self.class().is_nan() {
            return f.pad(&format!("nan:{}", self.hex()));
        }
        let decimal = self.decimal();
        let exact = Self::number(self.dtype, &decimal) == Some(*self);
        f.pad(&if exact { decimal } else { self.hex() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_every_type_round_trip() {
        for dtype in DType::ALL {
            let step = (dtype.mask() / 65_537).max(1);
            for bits in (0..=u64::from(u16::MAX)).step_by(7).map(|i| i.wrapping_mul(step) & dtype.mask()) {
                let value = Value::new(dtype, bits);
                assert_eq!(Value::parse(dtype, &value.to_string()), Ok(value), "{dtype} {value}");
                assert_eq!(Value::parse(dtype, &value.hex()), Ok(value), "{dtype} {}", value.hex());
            }
        }
    }

    #[test]
    fn names_are_what_they_say() {
        let show = |dtype, bits| Value::new(dtype, bits).to_string();
        assert_eq!(show(DType::F32, 0x8000_0000), "-0.0");
        assert_eq!(show(DType::F32, 0x7fc0_0001), "nan:0x7fc00001");
        assert_eq!(show(DType::F32, 1), "min_subnormal");
        assert_eq!(show(DType::F16, 0x7bff), "max_finite");
        assert_eq!(show(DType::F16, 0x3c00), "1.0");
        assert_eq!(show(DType::I8, 0x80), "-128");
        assert_eq!(show(DType::I8, 0xfe), "-2");
        assert_eq!(show(DType::U64, u64::MAX), "18446744073709551615");
        assert_eq!(show(DType::Bool, 7), "0x07");
        assert_eq!(Value::new(DType::F64, 0x3ff8_0000_0000_0000).decimal(), "1.5");
    }

    #[test]
    fn bad_text_is_refused() {
        for (dtype, text) in [
            (DType::F32, "nan:0x3f800000"),
            (DType::F32, "0x1ffffffff"),
            (DType::F32, "0x+1"),
            (DType::F32, "one"),
            (DType::F32, ""),
            (DType::I8, "128"),
            (DType::U8, "-1"),
            (DType::Bool, "1.0"),
        ] {
            let error = Value::parse(dtype, text).expect_err(text);
            assert!(error.to_string().starts_with(&format!("`{text}` is no value of {dtype}")), "{error}");
        }
        assert_eq!(Value::parse(DType::U64, "18446744073709551615").map(Value::bits), Ok(u64::MAX));
    }
}
