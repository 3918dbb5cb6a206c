//! `stablehlo`: the reference interpreter of `StableHLO`, which jaxlib brings along, in a Python of its own.

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::claims;

pub(super) const ENTRY: Entry = python::entry(
    "stablehlo",
    "the reference interpreter of StableHLO, in a Python of its own",
    "jax",
    Environment::Python,
    Some(Releases { name: "jax", numpy_2: Some(&[0, 4, 26]) }),
)
.claiming(claims::STABLEHLO);
