//! `mars`: Mars, a local session, in a Python of its own.

use opconform_reproduce::{Implementation, Library};

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::python;
use crate::claims;

pub(super) const ENTRY: Entry =
    python::entry("mars", "Mars, a local session, in a Python of its own", "mars", Environment::Mars, None)
        .reproduced_by(Implementation::Python(Library::Mars))
        .claiming(claims::MARS);
