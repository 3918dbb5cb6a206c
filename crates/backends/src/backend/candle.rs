//! `candle`: the tensors of candle, on the CPU.

use opconform_reproduce::{Crate, Implementation};

use super::{Entry, Open};
use crate::claims;

pub(super) const ENTRY: Entry = Entry {
    name: "candle",
    summary: "candle's broadcast_maximum and max along an axis, on the CPU",
    implementation: Some(Implementation::Rust(Crate::Candle)),
    claims: claims::CANDLE,
    #[cfg(feature = "candle")]
    open: Open::Foreign(|entry| Ok(Box::new(crate::candle_tensor::Candle::new(entry)))),
    #[cfg(not(feature = "candle"))]
    open: Open::Foreign(|_| super::left_out("candle")),
};
