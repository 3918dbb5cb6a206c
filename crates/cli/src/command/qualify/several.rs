//! Why a report makes more departures of a planted fault than of others, though it is one cause.

/// The faults of which that is stated, and why.
const SEVERAL: &[(&str, &str)] = &[];

/// Why a report makes several departures of the fault of this name, where that is stated.
pub(super) fn why(name: &str) -> Option<String> {
    SEVERAL.iter().find(|(known, _)| *known == name).map(|(_, why)| (*why).to_owned())
}
