//! All ordered pairs of a small type.

use crate::order::{Ranked, Type};
use crate::row::{Fixed, Tiles, Varying, Word};
use crate::run::{Elementwise, Enumerated, Run};

/// Puts `maximum` to all pairs of an `x` in `run.rows` (by its bits) and any `y`: 2^8 or 2^16 results per row.
pub fn pairs<T: Type>(run: &Run<'_>, maximum: &Elementwise<'_, T::Word>) -> Enumerated {
    let ranked = Ranked::of::<T>();
    run.over(1 << T::Word::BITS, 64, || {
        let mut tiles = Tiles::new();
        let ranked = &ranked;
        Box::new(move |row, found| {
            let bits = T::Word::truncate(row);
            let below = ranked.below(bits);
            let fixed = Fixed { bits, is_nan: below.is_none(), is_first: true };
            let varying = Varying { values: &ranked.values, below: below.unwrap_or(0), numbers: ranked.numbers };
            tiles.row(run, maximum, fixed, &varying, found);
        })
    })
}
