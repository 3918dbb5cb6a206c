//! Where in the order of its bits a type has values of which kind.

use opconform_tensor::DType;

use crate::cell::Kind;
use crate::row::Word;

/// Values that follow each other in the order of their bits, and are all of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span<W> {
    first: W,
    last: W,
    kind: Kind,
}

impl<W: Word> Span<W> {
    /// The spans of a type, in the order of the bits.
    pub(crate) fn all(dtype: DType) -> Vec<Self> {
        let (sign, mask) = (1 << (dtype.bits() - 1), dtype.mask());
        let landmarks = dtype.float().map(|float| {
            let nan = float.nan(0);
            vec![float.min_normal(), float.max_finite() + 1, float.greatest() + 1, nan, nan + 1]
        });
        let magnitudes = [0, 1].into_iter().chain(landmarks.unwrap_or_default()).filter(|&it| it < sign);
        let mut firsts: Vec<u64> = magnitudes.flat_map(|it| [it, it | sign]).collect();
        firsts.sort_unstable();
        firsts.dedup();
        let ends = firsts.iter().skip(1).map(|next| next - 1).chain([mask]);
        let span = |(&first, last): (&u64, u64)| Self {
            first: W::truncate(first),
            last: W::truncate(last),
            kind: Kind::of(dtype, first),
        };
        firsts.iter().zip(ends).map(span).collect()
    }

    /// Whether it has this value.
    #[inline]
    pub(crate) fn has(&self, value: W) -> bool {
        self.first <= value && value <= self.last
    }

    /// Whether its values come before this one.
    pub(crate) fn is_before(&self, value: W) -> bool {
        self.last < value
    }

    /// What its values are.
    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds<W: Word>(dtype: DType, values: impl Iterator<Item = u64>) {
        let spans = Span::<W>::all(dtype);
        for bits in values {
            let value = W::truncate(bits);
            let having: Vec<_> = spans.iter().filter(|span| span.has(value)).collect();
            assert_eq!(having.len(), 1, "{dtype} {bits:#x}");
            assert_eq!(having[0].kind(), Kind::of(dtype, bits), "{dtype} {bits:#x}");
        }
    }

    #[test]
    fn each_value_is_in_one_span_of_its_kind() {
        for dtype in DType::ALL {
            match dtype.bits() {
                8 if dtype != DType::Bool => holds::<u8>(dtype, 0..1 << 8),
                16 => holds::<u16>(dtype, 0..1 << 16),
                _ => (),
            }
        }
        // Beside each power of two, and the sums of two of them.
        let near = |bits: u32| {
            let powers = move || (0..bits).map(|power| 1_u64 << power);
            let sums = powers().flat_map(move |one| powers().map(move |other| one.wrapping_add(other)));
            let wide = u64::MAX >> (u64::BITS - bits);
            sums.flat_map(move |it| [it.wrapping_sub(1), it, it.wrapping_add(1), !it]).map(move |it| it & wide)
        };
        holds::<u32>(DType::F32, near(32));
        holds::<u64>(DType::F64, near(64));
    }
}
