//! The attributes of a case, read as what they should be.

use opconform_spec::{Attribute, Case};

/// An attribute that is an integer, where it is given.
pub(crate) fn int(case: &Case, name: &str) -> Result<Option<i64>, String> {
    match case.attributes.get(name) {
        None => Ok(None),
        Some(&Attribute::Int(value)) => Ok(Some(value)),
        Some(_) => Err(format!("{name} is a list")),
    }
}

/// An attribute that is a list, where it is given.
pub(crate) fn ints(case: &Case, name: &str) -> Result<Option<Vec<i64>>, String> {
    match case.attributes.get(name) {
        None => Ok(None),
        Some(Attribute::Ints(values)) => Ok(Some(values.clone())),
        Some(_) => Err(format!("{name} is no list")),
    }
}

/// An attribute that is 0 or 1.
pub(crate) fn flag(case: &Case, name: &str, default: bool) -> Result<bool, String> {
    match int(case, name)? {
        None => Ok(default),
        Some(0) => Ok(false),
        Some(1) => Ok(true),
        Some(other) => Err(format!("{name} is {other}")),
    }
}
