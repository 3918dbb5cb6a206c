//! How a backend fares, in a line.

use super::paint::Role;
use crate::departure::{Departure, levels};
use crate::digest;
use crate::model::Report;
use crate::text::{plural, visible};

/// What there is to say of a backend that has these departures.
pub(in crate::render) fn verdict(report: &Report, name: &str, departures: &[Departure]) -> (Role, String) {
    let backend = digest::backend(report, name);
    let is_judged = backend.is_some_and(|backend| digest::compared(backend) > 0);
    let (role, words) = match (is_judged, levels(departures)) {
        (false, (0, 0)) => return (Role::Bad, "nothing was judged".to_owned()),
        (true, (0, 0)) => return (Role::Good, "✓ no departure".to_owned()),
        (_, (0, should)) => (Role::Weak, format!("✗ {} from SHOULD clauses", plural(should, "departure"))),
        (_, (must, 0)) => (Role::Bad, format!("✗ {} from MUST clauses", plural(must, "departure"))),
        (_, (must, should)) => {
            (Role::Bad, format!("✗ {}, {must} from MUST clauses", plural(must + should, "departure")))
        }
    };
    match backend.and_then(|backend| backend.claims.as_deref()) {
        None => (role, words),
        Some(claims) => {
            let own = departures.iter().filter(|departure| departure.own).count();
            (role, format!("{words}; {own} from {}, which it claims", visible(claims)))
        }
    }
}
