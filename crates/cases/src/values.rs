//! The catalogue of values that a maximum is known to get wrong, by element type.

use std::sync::LazyLock;

use opconform_tensor::{DType, Float, Format};

/// A few neighbouring values under one name.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// The name in slugs, such as `nan` or `negative-zero`.
    pub(crate) name: String,
    /// The bits of its members, at most [`MEMBERS`] of them, the plainest first.
    pub(crate) bits: Vec<u64>,
}

/// The most members that a kind has.
pub(crate) const MEMBERS: usize = 4;

impl Kind {
    fn new(name: impl Into<String>, bits: &[u64]) -> Self {
        // Where a fraction is of two bits, some neighbours are one.
        let mut bits = bits.to_vec();
        bits.dedup();
        Self { name: name.into(), bits }
    }

    fn map(&self, name: String, change: impl Fn(u64) -> u64) -> Self {
        Self { name, bits: self.bits.iter().map(|&bits| change(bits)).collect() }
    }
}

/// The landmarks of a float type, as bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landmarks {
    /// −0: the sign bit alone.
    pub(crate) sign: u64,
    /// +∞, or where there is none the greatest number.
    pub(crate) greatest: u64,
    /// The top bit of the fraction, which tells a quiet NaN from a signalling one where something does.
    pub(crate) half: u64,
    /// 1.
    pub(crate) one: u64,
    /// The smallest normal number.
    pub(crate) min_normal: u64,
    float: Float,
}

impl Landmarks {
    /// The landmarks of a float type; `None` for any other.
    pub(crate) fn of(dtype: DType) -> Option<&'static Self> {
        // Asked at each element of a row: worked out once.
        static EACH: LazyLock<[Option<Landmarks>; DType::ALL.len()]> =
            LazyLock::new(|| DType::ALL.map(|dtype| dtype.float().map(Landmarks::new)));
        EACH[dtype as usize].as_ref()
    }

    fn new(float: Float) -> Self {
        Self {
            sign: float.sign(),
            greatest: float.greatest(),
            half: float.min_normal() >> 1,
            one: float.one(),
            min_normal: float.min_normal(),
            float,
        }
    }

    /// A positive quiet NaN; its payload is `payload`, as far as there is room for it.
    pub(crate) fn nan(&self, payload: usize) -> u64 {
        self.float.nan(payload as u64)
    }

    /// A positive signalling NaN of a payload, where there is one.
    pub(crate) fn signalling(&self, payload: u64) -> Option<u64> {
        self.float.signalling_nan(payload)
    }

    /// A positive number: a [finite](Self::finite) one, or any where those are few.
    pub(crate) fn number(&self, step: usize) -> u64 {
        if self.min_normal < 128 { 1 + step as u64 % self.float.max_finite() } else { self.finite(step) }
    }

    /// A positive normal number below 2, one of 128 neighbours from 1 upwards, or of as many as there are.
    pub(crate) fn finite(&self, step: usize) -> u64 {
        self.one + (step as u64 & 127 & (self.min_normal - 1))
    }
}

/// What the catalogue holds of one element type.
struct Page {
    kinds: Vec<Kind>,
    specials: Vec<u64>,
}

static CATALOGUE: LazyLock<[Page; DType::ALL.len()]> = LazyLock::new(|| {
    DType::ALL.map(|dtype| {
        let kinds = match (Landmarks::of(dtype), dtype.format()) {
            (Some(landmarks), _) => float_kinds(landmarks),
            (None, Format::Boolean) => vec![Kind::new("false", &[0]), Kind::new("true", &[1])],
            (None, Format::Signed) => signed_kinds(dtype),
            (None, _) => unsigned_kinds(dtype),
        };
        let specials = kinds.iter().flat_map(|kind| kind.bits.iter().copied()).collect();
        Page { kinds, specials }
    })
});

/// The kinds of value of an element type.
pub(crate) fn kinds(dtype: DType) -> &'static [Kind] {
    &CATALOGUE[dtype as usize].kinds
}

/// The members of every kind of an element type.
pub(crate) fn specials(dtype: DType) -> &'static [u64] {
    &CATALOGUE[dtype as usize].specials
}

/// The least and the greatest value of an element type, infinities included.
pub(crate) fn extremes(dtype: DType) -> (u64, u64) {
    let top = dtype.top_bit();
    match (Landmarks::of(dtype), dtype.format()) {
        (Some(&Landmarks { sign, greatest, .. }), _) => (sign | greatest, greatest),
        (None, Format::Signed) => (top, top - 1),
        (None, Format::Boolean) => (0, 1),
        (None, _) => (0, dtype.mask()),
    }
}

fn float_kinds(landmarks: &Landmarks) -> Vec<Kind> {
    let &Landmarks { sign, half, one, min_normal, float, .. } = landmarks;
    let two = one + min_normal;
    let payloads = |nan: fn(Float, u64) -> Option<u64>, least: [u64; 2]| {
        let mut nans: Vec<u64> =
            [least[0], least[1], half >> 1, half - 1].iter().filter_map(|&it| nan(float, it)).collect();
        nans.dedup();
        nans
    };
    let max_finite = float.max_finite();
    let positive = [
        ("nan", payloads(|float, payload| Some(float.nan(payload)), [0, 1])),
        ("snan", payloads(Float::signalling_nan, [1, 2])),
        ("inf", float.infinity().into_iter().collect()),
        ("max-finite", vec![max_finite, max_finite - 1]),
        ("finite", vec![two + half, two - 1, two, two + 1]),
        ("one", vec![one, one - 1, one + 1]),
        ("min-normal", vec![min_normal, min_normal + 1]),
        ("subnormal", vec![1, 2, half, min_normal - 1]),
        ("zero", vec![0]),
    ];
    let positive: Vec<Kind> =
        positive.iter().filter(|(_, bits)| !bits.is_empty()).map(|(name, bits)| Kind::new(*name, bits)).collect();
    let negative = positive.iter().map(|kind| kind.map(format!("negative-{}", kind.name), |bits| bits | sign));
    positive.iter().cloned().chain(negative).collect()
}

/// The powers of two at which bf16, f16, f32, 32-bit words and f64 stop holding every integer.
const EXACT_UP_TO: [u32; 5] = [8, 11, 24, 32, 53];

/// The neighbourhoods of the powers of two that lie well below a type's maximum of `bits` bits.
fn powers(bits: u32) -> impl Iterator<Item = Kind> {
    let below = EXACT_UP_TO.into_iter().filter(move |&power| power + 1 < bits);
    below.map(|power| Kind::new(format!("two-to-{power}"), &[1 << power, (1 << power) - 1, (1 << power) + 1]))
}

fn signed_kinds(dtype: DType) -> Vec<Kind> {
    let (mask, top) = (dtype.mask(), dtype.top_bit());
    let mut kinds = vec![
        Kind::new("min", &[top, top + 1]),
        Kind::new("negative-one", &[mask, mask - 1]),
        Kind::new("zero", &[0]),
        Kind::new("one", &[1, 2]),
        Kind::new("max", &[top - 1, top - 2]),
    ];
    for power in powers(dtype.bits() - 1) {
        kinds.push(power.map(format!("negative-{}", power.name), |bits| bits.wrapping_neg() & mask));
        kinds.push(power);
    }
    kinds
}

fn unsigned_kinds(dtype: DType) -> Vec<Kind> {
    let (mask, top) = (dtype.mask(), dtype.top_bit());
    let mut kinds = vec![
        Kind::new("zero", &[0]),
        Kind::new("one", &[1, 2]),
        Kind::new("sign-bit", &[top, top - 1, top + 1]),
        Kind::new("max", &[mask, mask - 1]),
    ];
    kinds.extend(powers(dtype.bits()));
    kinds
}

#[cfg(test)]
mod tests {
    use opconform_tensor::{Class, Value};

    use super::*;

    #[test]
    fn members_are_few_distinct_and_within_the_type() {
        for dtype in DType::ALL {
            for kind in kinds(dtype) {
                assert!((1..=MEMBERS).contains(&kind.bits.len()), "{dtype} {}", kind.name);
                assert!(kind.bits.iter().all(|&bits| bits == Value::new(dtype, bits).bits()), "{dtype} {}", kind.name);
            }
            let mut bits = specials(dtype).to_vec();
            let all = bits.len();
            bits.sort_unstable();
            bits.dedup();
            assert_eq!(bits.len(), all, "{dtype}");
        }
    }

    #[test]
    fn every_class_of_a_type_has_a_member() {
        for (dtype, classes) in [
            (DType::Bf16, 10),
            (DType::F64, 10),
            (DType::F8E4m3fn, 7),
            (DType::I8, 3),
            (DType::U64, 3),
            (DType::Bool, 2),
        ] {
            let mut found: Vec<Class> = specials(dtype).iter().map(|&bits| Class::of(dtype, bits)).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), classes, "{dtype}: {found:?}");
        }
    }

    #[test]
    fn kinds_are_what_they_are_called() {
        for dtype in DType::ALL.into_iter().filter(|dtype| dtype.is_float()) {
            let class = |name: &str| {
                let kind = kinds(dtype).iter().find(|kind| kind.name == name).expect(name);
                let mut classes: Vec<Class> = kind.bits.iter().map(|&bits| Class::of(dtype, bits)).collect();
                classes.dedup();
                classes
            };
            assert_eq!(class("nan"), [Class::QuietNan], "{dtype}");
            if dtype.float().is_some_and(|float| float.quiet_bit().is_some()) {
                assert_eq!(class("negative-snan"), [Class::SignallingNan], "{dtype}");
            }
            assert_eq!(class("subnormal"), [Class::PositiveSubnormal], "{dtype}");
            assert_eq!(class("negative-max-finite"), [Class::NegativeNormal], "{dtype}");
            assert_eq!(class("min-normal"), [Class::PositiveNormal], "{dtype}");
            assert_eq!(class("negative-zero"), [Class::NegativeZero], "{dtype}");
        }
        let text = |dtype, name: &str| {
            let kind = kinds(dtype).iter().find(|kind| kind.name == name).expect(name);
            kind.bits.iter().map(|&bits| Value::new(dtype, bits).decimal()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(DType::F32, "one"), "1.0 0.99999994 1.0000001");
        assert_eq!(text(DType::F16, "finite"), "3.0 1.9990234 2.0 2.0019531");
        assert_eq!(text(DType::F8E4m3fn, "max-finite"), "448.0 416.0");
        assert_eq!(specials(DType::F8E4m3fn).len(), 2 * 17);
        assert_eq!(text(DType::I64, "negative-two-to-53"), "-9007199254740992 -9007199254740991 -9007199254740993");
        assert_eq!(text(DType::U16, "sign-bit"), "32768 32767 32769");
        assert_eq!(text(DType::I16, "two-to-11"), "2048 2047 2049");
    }
}
