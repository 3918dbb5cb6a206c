//! `mars`: Mars, a local session, in a Python of its own.

use super::Entry;
use crate::bundled::environment::Environment;
use crate::bundled::{entry, python};

pub(super) const ENTRY: Entry =
    entry("mars", "Mars, a local session, in a Python of its own", || python::command("mars", Environment::Mars));
