//! Verdicts by shape, colour and word: a filled disc, a cross, a triangle, and hollow shapes for what says nothing.

use maud::{Markup, PreEscaped, html};

use crate::digest::Mark;
use crate::level::Level;

/// The verdicts that can be filtered by, with their words.
pub(super) const VERDICTS: [(&str, &str); 6] = [
    ("must", "breaks a MUST"),
    ("should", "breaks a SHOULD"),
    ("ok", "conforms"),
    ("gap", "gap in the source"),
    ("none", "not exercised"),
    ("na", "not applicable"),
];

/// The token of a mark on a clause of this level.
pub(crate) fn token(mark: Mark, level: Level) -> &'static str {
    match mark {
        Mark::Violates if level == Level::Must => "must",
        Mark::Violates => "should",
        Mark::Conforms => "ok",
        Mark::GapOnly => "gap",
        Mark::NotExercised => "none",
        Mark::NotApplicable => "na",
    }
}

/// The words of a token.
pub(crate) fn words(token: &str) -> &'static str {
    VERDICTS.iter().find(|(it, _)| *it == token).map_or("", |(_, words)| words)
}

/// The shape of a token; the words have to stand beside it.
pub(crate) fn icon(token: &'static str) -> Markup {
    html! { svg.i aria-hidden="true" { use href=(format!("#i-{token}")) {} } }
}

/// The shapes, drawn once.
pub(crate) fn symbols() -> Markup {
    PreEscaped(
        concat!(
            r##"<svg class="symbols" aria-hidden="true" width="0" height="0">"##,
            r##"<symbol id="i-ok" viewBox="0 0 16 16"><circle cx="8" cy="8" r="5" fill="currentColor"/></symbol>"##,
            r##"<symbol id="i-must" viewBox="0 0 16 16"><path d="M3 3l10 10M13 3L3 13" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/></symbol>"##,
            r##"<symbol id="i-should" viewBox="0 0 16 16"><path d="M8 2l6.6 12H1.4z" fill="currentColor"/></symbol>"##,
            r##"<symbol id="i-gap" viewBox="0 0 16 16"><path d="M8 2l6 6-6 6-6-6z" fill="none" stroke="currentColor" stroke-width="1.6"/></symbol>"##,
            r##"<symbol id="i-none" viewBox="0 0 16 16"><circle cx="8" cy="8" r="4.5" fill="none" stroke="currentColor" stroke-width="1.6" stroke-dasharray="2.4 2"/></symbol>"##,
            r##"<symbol id="i-na" viewBox="0 0 16 16"><path d="M4 8h8" stroke="currentColor" stroke-width="1.8"/></symbol>"##,
            "</svg>"
        )
        .to_owned(),
    )
}
