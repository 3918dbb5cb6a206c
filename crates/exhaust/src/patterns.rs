//! Special values against all 2^32 patterns of `f32`, and against the `f64`s whose upper halves are those patterns.

use crate::order::ascending;
use crate::row::{Fixed, Tiles, Varying, Word};
use crate::run::{Elementwise, Enumerated, Run};

/// Patterns of one row.
const BLOCK: u64 = 1 << 16;

/// A float type with too many values for all pairs.
pub trait Float {
    /// Its bits.
    type Word: Word;
    /// Its name, such as `"f32"`.
    const NAME: &'static str;
    /// The bits of infinity.
    const INFINITY: u64;
    /// The number that the bits stand for, or none for a NaN.
    fn decode(bits: Self::Word) -> Option<f64>;

    /// Both signs of: 0, the least and the greatest subnormal, the least normal, about 1, the greatest finite number,
    /// infinity, signalling and quiet NaNs with the least and the greatest payloads.
    fn specials() -> Vec<Self::Word> {
        let (width, infinity) = (Self::Word::BITS, Self::INFINITY);
        let least_normal = infinity & infinity.wrapping_neg();
        let one = (infinity >> 1) & !(least_normal - 1);
        let quiet = infinity | least_normal >> 1;
        let greatest = u64::MAX >> (u64::BITS - width) >> 1;
        let magnitudes = [
            0,
            1,
            least_normal - 1,
            least_normal,
            one - 1,
            one,
            one + 1,
            infinity - 1,
            infinity,
            infinity + 1,
            quiet - 1,
            quiet,
            greatest,
        ];
        magnitudes.into_iter().flat_map(|bits| [bits, bits | 1 << (width - 1)]).map(Self::Word::truncate).collect()
    }
}

impl Float for f32 {
    type Word = u32;
    const NAME: &'static str = "f32";
    const INFINITY: u64 = 0x7f80_0000;
    fn decode(bits: u32) -> Option<f64> {
        Some(f64::from(f32::from_bits(bits))).filter(|number| !number.is_nan())
    }
}

impl Float for f64 {
    type Word = u64;
    const NAME: &'static str = "f64";
    const INFINITY: u64 = 0x7ff0_0000_0000_0000;
    fn decode(bits: u64) -> Option<f64> {
        Some(f64::from_bits(bits)).filter(|number| !number.is_nan())
    }
}

/// Puts `maximum` to each special value and each pattern of the blocks in `run.rows`, in both operand orders: of block
/// `n`, the 2^16 patterns that begin with the 16 bits `n`.
pub fn patterns<F: Float>(run: &Run<'_>, maximum: &Elementwise<'_, F::Word>) -> Enumerated {
    let specials = F::specials();
    run.over(BLOCK, 1, || {
        let mut tiles = Tiles::new();
        let specials = &specials;
        Box::new(move |block, found| {
            let pattern = |low| F::Word::truncate((block * BLOCK + low) << (F::Word::BITS - 32));
            let mut numbers: Vec<(f64, F::Word)> =
                (0..BLOCK).map(pattern).filter_map(|bits| Some((F::decode(bits)?, bits))).collect();
            numbers.sort_by(|&(x, _), &(y, _)| ascending(x, y));
            let nans = (0..BLOCK).map(pattern).filter(|&bits| F::decode(bits).is_none());
            let values: Vec<F::Word> = numbers.iter().map(|&(_, bits)| bits).chain(nans).collect();
            for &bits in specials {
                let special = F::decode(bits);
                let below =
                    special.map_or(0, |special| numbers.partition_point(|&(x, _)| ascending(x, special).is_lt()));
                let varying = Varying { values: &values, below, numbers: numbers.len() };
                for is_first in [true, false] {
                    tiles.row(run, maximum, Fixed { bits, is_nan: special.is_none(), is_first }, &varying, found);
                }
            }
        })
    })
}
