//! What each backend was observed to make of NaNs, zeros and subnormals.

use super::paint::Role;
use super::screen::Screen;
use crate::fingerprint::{behaves_as, distinct, line};
use crate::model::Report;

pub(super) fn write(screen: &mut Screen, report: &Report) {
    let fingerprints = distinct(&report.backends);
    if fingerprints.is_empty() {
        return;
    }
    screen.heading("Fingerprints: what was observed of two operands");
    for (print, names) in fingerprints {
        let of = format!("{}: {} of {}", names.join(", "), print.operator, print.dtypes.join(" "));
        screen.paragraph(2, Role::Plain, &of);
        screen.paragraph(4, Role::Plain, &line(print));
        screen.labelled(4, "behaves as ", Role::Plain, behaves_as(print));
    }
}
