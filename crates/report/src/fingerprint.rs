//! A fingerprint in a line, and the backends that have the same.

use crate::model::{Backend, Fingerprint};

/// What a fingerprint says, without what it names.
pub(crate) fn line(print: &Fingerprint) -> String {
    let signalling = if print.signalling_nan == print.nan {
        String::new()
    } else {
        format!(" · signalling NaN: {}", print.signalling_nan)
    };
    format!(
        "NaN: {}{signalling} · of two: {} · bits: {} · ±0: {} · subnormals: {}",
        print.nan, print.both_nan, print.payload, print.zero, print.subnormals
    )
}

/// What a fingerprint names.
pub(crate) fn behaves_as(print: &Fingerprint) -> &str {
    let unseen = [&print.nan, &print.signalling_nan, &print.zero].into_iter().any(|rule| rule == "not observed");
    let none =
        if unseen { "what cannot be said, since too little was observed" } else { "no function that has a name" };
    print.behaves_as.as_deref().unwrap_or(none)
}

/// Each distinct fingerprint, with the backends that have it.
pub(crate) fn distinct(backends: &[Backend]) -> Vec<(&Fingerprint, Vec<&str>)> {
    let mut list: Vec<(&Fingerprint, Vec<&str>)> = Vec::new();
    for backend in backends {
        for print in &backend.fingerprints {
            match list.iter_mut().find(|(known, _)| *known == print) {
                Some((_, names)) => names.push(&backend.name),
                None => list.push((print, vec![&backend.name])),
            }
        }
    }
    list
}
