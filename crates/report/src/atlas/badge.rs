//! A badge as a picture: what a version comes to, in the words of every badge.

use maud::{PreEscaped, html};

use crate::model::Report;
use crate::render::badge::{Badge, badge};
use crate::text::{fit, visible, width};

/// The width of a column of text of eleven pixels, and of the room beside it.
const COLUMN: usize = 7;
const BESIDE: usize = 12;
/// The columns of the longest text.
const LONGEST: usize = 72;

/// The badge of a report.
pub(super) fn svg(report: &Report) -> String {
    let Badge { label, message, colour } = badge(report);
    let [label, message] = [label, message].map(|text| fit(&visible(&text), LONGEST));
    let pixels = |text: &str| width(text) * COLUMN + BESIDE;
    let (left, right) = (pixels(&label), pixels(&message));
    let title = format!("{label}: {message}");
    let text = |x: usize, text: &str| {
        html! { text x=(x) y="14" text-anchor="middle" textLength=(width(text) * COLUMN) lengthAdjust="spacingAndGlyphs" { (text) } }
    };
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(left + right) height="20" role="img" aria-label=(title) {
            title { (title) }
            rect width=(left) height="20" fill="#444" {}
            rect x=(left) width=(right) height="20" fill=(dark(colour)) {}
            g fill="#fff" font-family="DejaVu Sans,Verdana,sans-serif" font-size="11" {
                (text(left / 2, &label))
                (text(left + right / 2, &message))
            }
        }
    };
    PreEscaped(picture.into_string() + "\n").0
}

/// A colour of shields.io, as dark as white text on it asks for.
fn dark(colour: &str) -> &'static str {
    match colour {
        "brightgreen" => "#1d6b4f",
        "red" => "#a3201f",
        "yellow" => "#8a5a00",
        _ => "#666",
    }
}
