//! The maxima of Rust's crates, in this process.

use opconform_reproduce::{Crate, Implementation};

use crate::entry::{Entry, Open};
use crate::ndarray_fold::{Folded, How};
#[cfg(feature = "tract")]
use crate::tract_model::{Stage, TractModel};
use crate::{claims, settings};

pub(super) const ENTRIES: &[Entry] = &[
    Entry::new(
        "ndarray-f32max",
        "ndarray, folded with the element type's own max method",
        Open::Here(|entry| Ok(Box::new(Folded::new(entry, How::Method)))),
    )
    .reproduced_by(Implementation::Rust(Crate::NdarrayMethod))
    .claiming(claims::RUST_MAX),
    Entry::new(
        "ndarray-compare",
        "ndarray, folded with the comparison a > b",
        Open::Here(|entry| Ok(Box::new(Folded::new(entry, How::Compare)))),
    )
    .reproduced_by(Implementation::Rust(Crate::NdarrayCompare)),
    Entry::new("tract", "tract as it loads a model, not optimised", TRACT_TYPED)
        .reproduced_by(Implementation::Rust(Crate::TractTyped))
        .claiming(claims::TRACT)
        .set_by(settings::EMULATED),
    Entry::new("tract-optimized", "tract, its model optimised", TRACT_OPTIMIZED)
        .reproduced_by(Implementation::Rust(Crate::TractOptimized))
        .claiming(claims::TRACT)
        .set_by(settings::EMULATED),
    Entry::new("rten", "rten, its model optimised; one thread", RTEN)
        .reproduced_by(Implementation::Rust(Crate::Rten))
        .claiming(claims::RTEN)
        .set_by(settings::EMULATED),
    Entry::new("candle", "candle's broadcast_maximum and max along an axis, on the CPU", CANDLE)
        .reproduced_by(Implementation::Rust(Crate::Candle))
        .claiming(claims::CANDLE)
        .set_by(settings::EMULATED),
];

#[cfg(feature = "tract")]
const TRACT_TYPED: Open = Open::Foreign(|entry| Ok(Box::new(TractModel::backend(entry, Stage::Typed))));
#[cfg(feature = "tract")]
const TRACT_OPTIMIZED: Open = Open::Foreign(|entry| Ok(Box::new(TractModel::backend(entry, Stage::Optimized))));
#[cfg(not(feature = "tract"))]
const TRACT_TYPED: Open = Open::Foreign(|_| left_out("tract"));
#[cfg(not(feature = "tract"))]
const TRACT_OPTIMIZED: Open = TRACT_TYPED;
#[cfg(feature = "rten")]
const RTEN: Open = Open::Foreign(|entry| Ok(Box::new(crate::rten_model::RtenModel::backend(entry))));
#[cfg(not(feature = "rten"))]
const RTEN: Open = Open::Foreign(|_| left_out("rten"));
#[cfg(feature = "candle")]
const CANDLE: Open = Open::Foreign(|entry| Ok(Box::new(crate::candle_tensor::Candle::new(entry))));
#[cfg(not(feature = "candle"))]
const CANDLE: Open = Open::Foreign(|_| left_out("candle"));

/// Of a backend that this program was built without.
#[cfg(not(all(feature = "tract", feature = "rten", feature = "candle")))]
fn left_out(feature: &str) -> Result<Box<dyn crate::backend::Backend>, crate::backend::Unavailable> {
    Err(crate::backend::Unavailable {
        reason: format!("this program is built without `{feature}`"),
        remedy: format!("`cargo build --release --features {feature}`"),
    })
}
