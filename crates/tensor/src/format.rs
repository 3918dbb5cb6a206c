//! How the bits of an element make a value: the one place that knows an encoding.

/// How the bits of an element make a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Sign, exponent and fraction.
    Float(Float),
    /// Two's complement.
    Signed,
    /// Plain binary.
    Unsigned,
    /// 0 is false, 1 is true.
    Boolean,
}

/// A binary float: from the top bit down a sign, a biased exponent, and a fraction whose leading bit is implied.
///
/// Where there is no infinity, the NaN has neither a payload nor a quiet bit, and no document tells a quiet one from a signalling one.
/// It is called quiet: it is what an operation gives that has no number to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Float {
    exponent_bits: u32,
    fraction_bits: u32,
    has_infinity: bool,
    // Asked of every element: where nothing is optimised, they are not worked out each time.
    sign: u64,
    min_normal: u64,
}

impl Float {
    /// A binary interchange format of IEEE 754: with the greatest exponent, a fraction of 0 is an infinity, and any other a NaN.
    pub(crate) const fn ieee(exponent_bits: u32, fraction_bits: u32) -> Self {
        Self::of(exponent_bits, fraction_bits, true)
    }

    /// A format of the OCP's that ends in `FN`: all ones but for the sign is the NaN, and everything else a finite number.
    pub(crate) const fn without_infinity(exponent_bits: u32, fraction_bits: u32) -> Self {
        Self::of(exponent_bits, fraction_bits, false)
    }

    const fn of(exponent_bits: u32, fraction_bits: u32, has_infinity: bool) -> Self {
        let (sign, min_normal) = (1 << (exponent_bits + fraction_bits), 1 << fraction_bits);
        Self { exponent_bits, fraction_bits, has_infinity, sign, min_normal }
    }

    /// −0: the sign bit alone.
    #[inline]
    pub const fn sign(self) -> u64 {
        self.sign
    }

    /// The bits without the sign.
    #[inline]
    pub const fn magnitude(self, bits: u64) -> u64 {
        bits & (self.sign - 1)
    }

    /// Whether the sign bit is set.
    #[inline]
    pub const fn is_negative(self, bits: u64) -> bool {
        bits & self.sign() != 0
    }

    /// +∞, where there is one.
    #[inline]
    pub const fn infinity(self) -> Option<u64> {
        if self.has_infinity { Some(((1 << self.exponent_bits) - 1) << self.fraction_bits) } else { None }
    }

    /// +∞, or where there is none the greatest number: the last magnitude before the NaNs.
    #[inline]
    pub const fn greatest(self) -> u64 {
        match self.infinity() {
            Some(infinity) => infinity,
            None => self.sign() - 2,
        }
    }

    /// The greatest finite number.
    #[inline]
    pub const fn max_finite(self) -> u64 {
        self.greatest() - self.has_infinity as u64
    }

    /// 1.
    #[inline]
    pub const fn one(self) -> u64 {
        ((1 << (self.exponent_bits - 1)) - 1) << self.fraction_bits
    }

    /// The least normal number.
    #[inline]
    pub const fn min_normal(self) -> u64 {
        self.min_normal
    }

    /// The bit that tells a quiet NaN from a signalling one, where something does.
    #[inline]
    pub const fn quiet_bit(self) -> Option<u64> {
        if self.has_infinity { Some(self.min_normal() >> 1) } else { None }
    }

    /// The positive NaN that is quiet; its payload is `payload`, as far as there is room for it.
    #[inline]
    pub const fn nan(self, payload: u64) -> u64 {
        match (self.infinity(), self.quiet_bit()) {
            (Some(infinity), Some(quiet)) => infinity | quiet | payload & (quiet - 1),
            _ => self.sign() - 1,
        }
    }

    /// The positive NaN that is signalling, with a payload of 1 or more, as far as there is room for it; `None` where no NaN is.
    #[inline]
    pub const fn signalling_nan(self, payload: u64) -> Option<u64> {
        match (self.infinity(), self.quiet_bit()) {
            (Some(infinity), Some(quiet)) => match payload & (quiet - 1) {
                // Where the payload has one bit alone, an even one leaves nothing of itself.
                0 => Some(infinity | 1),
                payload => Some(infinity | payload),
            },
            _ => None,
        }
    }

    /// A NaN made quiet.
    #[inline]
    pub const fn quieted(self, nan: u64) -> u64 {
        match self.quiet_bit() {
            Some(quiet) => nan | quiet,
            None => nan,
        }
    }

    /// Whether these are the bits of a NaN.
    #[inline]
    pub const fn is_nan(self, bits: u64) -> bool {
        self.magnitude(bits) > self.greatest()
    }

    /// Whether these are the bits of a signalling NaN.
    #[inline]
    pub const fn is_signalling(self, bits: u64) -> bool {
        self.is_nan(bits) && self.quieted(bits) != bits
    }

    /// Whether these are the bits of an infinity.
    #[inline]
    pub const fn is_infinite(self, bits: u64) -> bool {
        self.has_infinity && self.magnitude(bits) == self.greatest()
    }

    /// Whether these are the bits of a zero.
    #[inline]
    pub const fn is_zero(self, bits: u64) -> bool {
        self.magnitude(bits) == 0
    }

    /// Whether these are the bits of a subnormal number.
    #[inline]
    pub const fn is_subnormal(self, bits: u64) -> bool {
        !self.is_zero(bits) && self.magnitude(bits) < self.min_normal()
    }

    /// The biased exponent of a finite number; a subnormal has that of the least normal numbers.
    #[inline]
    pub const fn exponent(self, bits: u64) -> u64 {
        match self.magnitude(bits) >> self.fraction_bits {
            0 => 1,
            exponent => exponent,
        }
    }

    /// The significand of a finite number, as a multiple of the least subnormal: the fraction with its implied bit.
    #[inline]
    pub const fn significand(self, bits: u64) -> u64 {
        let fraction = bits & (self.min_normal() - 1);
        if self.magnitude(bits) < self.min_normal() { fraction } else { fraction | self.min_normal() }
    }

    /// An unsigned number in the order of the values: −0 is below +0, and a NaN beyond the numbers of its sign.
    #[inline]
    pub const fn key(self, bits: u64) -> u64 {
        if self.is_negative(bits) { !bits & (self.sign() - 1) } else { bits | self.sign() }
    }
}

#[cfg(test)]
mod tests {
    use super::Float;
    use crate::dtype::DType;
    use crate::value::Value;

    /// The finite numbers of f8e4m3fn from 0 up, as the OCP's specification has them: 0 to 7 eighths of 2^-6, then eight to a binade,
    /// of which the last has one less.
    const F8E4M3FN: &str = include_str!("format/f8e4m3fn.txt");

    #[test]
    fn every_f8e4m3fn_is_what_another_implementation_says() {
        let float = DType::F8E4m3fn.float().expect("a float type");
        let mut lines = 0;
        for (bits, line) in F8E4M3FN.lines().enumerate() {
            let bits = bits as u64;
            lines += 1;
            if line == "nan" {
                assert!(float.is_nan(bits) && !float.is_signalling(bits), "{bits:#x}");
                continue;
            }
            let expected: f64 = line.parse().expect("a number");
            let exponent = i32::try_from(float.exponent(bits)).expect("a small exponent");
            let magnitude = float.significand(bits) as f64 * f64::from(exponent - 7 - 3).exp2();
            let found = if float.is_negative(bits) { -magnitude } else { magnitude };
            assert_eq!(found.to_bits(), expected.to_bits(), "{bits:#x}: {line}");
            assert!(!float.is_nan(bits) && !float.is_infinite(bits), "{bits:#x}");
            assert_eq!(float.is_subnormal(bits), expected != 0.0 && expected.abs() < 0.015_625, "{bits:#x}");
        }
        assert_eq!(lines, 256);
    }

    #[test]
    fn every_short_float_is_what_its_text_says() {
        for dtype in DType::ALL.into_iter().filter(|dtype| dtype.bits() <= 16) {
            let Some(float) = dtype.float() else { continue };
            let one =
                i32::try_from(float.exponent(float.one())).expect("a small exponent") + float.fraction_bits as i32;
            for bits in 0..=dtype.mask() {
                let exponent = i32::try_from(float.exponent(bits)).expect("a small exponent") - one;
                let magnitude = float.significand(bits) as f64 * f64::from(exponent).exp2();
                let found = match (float.is_nan(bits), float.is_infinite(bits)) {
                    (true, _) => f64::NAN,
                    (_, true) => f64::INFINITY,
                    _ => magnitude,
                };
                let found = if float.is_negative(bits) { -found } else { found };
                // The text is made by the crates that the Rust types are from.
                let text = Value::new(dtype, bits).decimal();
                let expected = text.parse::<f64>().expect("a number") as f32;
                let is_same = expected.is_nan() && found.is_nan() || (found as f32).to_bits() == expected.to_bits();
                assert!(is_same, "{dtype} {bits:#x}: {text}, {found}");
            }
        }
    }

    #[test]
    fn a_payload_of_one_bit_has_room_for_one_signalling_nan() {
        let float = Float::ieee(5, 2);
        assert_eq!([float.infinity(), float.quiet_bit()], [Some(0x7c), Some(2)]);
        assert_eq!([1, 2, 3].map(|payload| float.signalling_nan(payload)), [Some(0x7d); 3]);
        assert!(
            float.is_signalling(0x7d) && [0x7e, 0x7f].iter().all(|&nan| float.is_nan(nan) && !float.is_signalling(nan))
        );
        assert_eq!([0, 1].map(|payload| float.nan(payload)), [0x7e, 0x7f]);
    }

    #[test]
    fn landmarks_are_where_they_belong() {
        for float in DType::ALL.into_iter().filter_map(DType::float) {
            assert_eq!(float.is_infinite(float.max_finite() + 1), float.infinity().is_some());
            assert!(float.is_nan(float.greatest() + 1) && !float.is_nan(float.greatest()));
            assert!(float.is_subnormal(float.min_normal() - 1) && !float.is_subnormal(float.min_normal()));
            assert!(float.is_nan(float.nan(5)) && !float.is_signalling(float.nan(5)));
            assert!(
                float
                    .signalling_nan(5)
                    .is_none_or(|nan| float.is_signalling(nan) && float.quieted(nan) == float.nan(5))
            );
            assert_eq!(float.signalling_nan(1).is_some(), float.quiet_bit().is_some());
        }
        let f8 = DType::F8E4m3fn.float().expect("a float type");
        assert_eq!([f8.sign(), f8.one(), f8.min_normal(), f8.max_finite(), f8.nan(5)], [0x80, 0x38, 0x08, 0x7e, 0x7f]);
        let f32 = DType::F32.float().expect("a float type");
        let bits = [1.0_f32, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY].map(|number| u64::from(number.to_bits()));
        assert_eq!([f32.one(), f32.min_normal(), f32.max_finite(), f32.greatest()], bits);
    }

    #[test]
    fn keys_are_in_the_order_of_the_numbers() {
        let float = DType::F16.float().expect("a float type");
        let mut all: Vec<half::f16> = (0..=u16::MAX).map(half::f16::from_bits).collect();
        all.sort_by_key(|number| float.key(number.to_bits().into()));
        assert!(all.windows(2).all(|pair| pair[0].total_cmp(&pair[1]).is_lt()), "NaNs of either sign at either end");
    }
}
