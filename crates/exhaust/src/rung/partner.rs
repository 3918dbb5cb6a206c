//! What meets a pattern.

use opconform_tensor::{DType, Float};

/// The next pattern in IEEE's totalOrder, and after the last the first.
pub(super) fn next(float: Float, bits: u64) -> u64 {
    let (sign, all) = (float.sign(), float.sign() | (float.sign() - 1));
    // The key of what has a sign has none: it stands below the others.
    let key = float.key(bits).wrapping_add(1) & all;
    if key & sign == 0 { !key & all } else { key ^ sign }
}

/// A NaN with each bit of its payload flipped: its sign and its quiet bit are as they were.
pub(super) fn of_other_payload(float: Float, nan: u64) -> u64 {
    let payload = float.quiet_bit().unwrap_or(1) - 1;
    let other = nan ^ payload;
    // A signalling NaN has a payload, or it is an infinity.
    if float.is_nan(other) { other } else { other | 1 }
}

/// A pair of random bits: two results of `SplitMix64`, of which the seed is the state.
pub(super) fn random(dtype: DType, seed: u64, number: u64) -> [u64; 2] {
    [2 * number, 2 * number + 1].map(|place| result(seed, place) >> (u64::BITS - dtype.bits()))
}

/// What `SplitMix64` gives in this place, from 0.
fn result(seed: u64, place: u64) -> u64 {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let state = seed.wrapping_add(STEP.wrapping_mul(place + 1));
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float() -> Float {
        DType::F32.float().expect("a float")
    }

    #[test]
    fn the_next_of_each_goes_once_around() {
        let f16 = DType::F16.float().expect("a float");
        let (mut bits, mut count) = (0xffff, 0);
        loop {
            let next = next(f16, bits);
            count += 1;
            if next == 0xffff {
                break;
            }
            assert!(f16.key(next) > f16.key(bits), "{bits:#x} {next:#x}");
            bits = next;
        }
        assert_eq!((count, bits), (1 << 16, 0x7fff));
        for (bits, expected) in [
            (0x8000_0000, 0),
            (0x8000_0001, 0x8000_0000),
            (0, 1),
            (0x7f7f_ffff, 0x7f80_0000),
            (0xff80_0000, 0xff7f_ffff),
            (0x7f80_0000, 0x7f80_0001),
            (0x7fff_ffff, 0xffff_ffff),
        ] {
            assert_eq!(next(float(), bits), expected, "{bits:#x}");
        }
    }

    #[test]
    fn a_nan_of_another_payload_is_a_nan_of_the_same_sign_and_kind() {
        for nan in (0x7f80_0001..=0x7fff_ffff).chain(0xff80_0001..=0xffff_ffff).step_by(997).chain([0x7fbf_ffff]) {
            let other = of_other_payload(float(), nan);
            assert!(float().is_nan(other) && other != nan && (other ^ nan) & 0xffc0_0000 == 0, "{nan:#x} {other:#x}");
        }
    }

    #[test]
    fn random_numbers_are_those_that_others_draw() {
        // The first results of the reference implementation from seed 1234567.
        let known = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([0, 1, 2].map(|place| result(1_234_567, place)), known);
        assert_eq!(random(DType::F64, 1_234_567, 0), [known[0], known[1]]);
        assert_eq!(random(DType::F32, 1_234_567, 0), [known[0] >> 32, known[1] >> 32]);
    }
}
