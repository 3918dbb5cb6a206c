//! `candle`: the tensors of candle, on the CPU.

use super::{Entry, Open};

pub(super) const ENTRY: Entry = Entry {
    name: "candle",
    summary: "candle's broadcast_maximum and max along an axis, on the CPU",
    open: Open::Foreign(|| {
        #[cfg(feature = "candle")]
        return Ok(Box::new(crate::candle_tensor::Candle::new("candle")));
        #[cfg(not(feature = "candle"))]
        super::left_out("candle")
    }),
};
