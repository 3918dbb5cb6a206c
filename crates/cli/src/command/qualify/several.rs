//! Why a report makes more departures of a planted fault than of others, though it is one cause.

/// The faults of which that is stated, and why.
const SEVERAL: &[(&str, &str)] = &[
    (
        "axes-negative-from-the-front",
        "a wrong axis is refused as one that is named twice, gives another shape, reduces something where nothing is, or takes \
         other elements: their author sees no one answer",
    ),
    (
        "numpy-where-inverted",
        "what stands where nothing is selected is what was there: it is taken for a number, a NaN, a zero and an identity",
    ),
];

/// Why a report makes several departures of the fault of this name, where that is stated.
pub(super) fn why(name: &str) -> Option<String> {
    SEVERAL.iter().find(|(known, _)| *known == name).map(|(_, why)| (*why).to_owned())
}
