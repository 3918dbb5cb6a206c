//! The axes of a picture of lanes: numbers and names, in the units of the picture, where a lane is one wide and a length one high.

use maud::{Markup, html};

/// The numbers that the longer axis has at most.
const NUMBERS: usize = 8;

pub(super) struct Axes {
    lanes: usize,
    lengths: usize,
    /// The lanes, and the lengths, from one number to the next: a power of two, as vectors have.
    step: usize,
    /// The height of a digit: the same part of the picture whatever the picture is of.
    digit: f64,
}

impl Axes {
    pub(super) fn of(lanes: usize, lengths: usize) -> Self {
        let longer = lanes.max(lengths).max(1);
        let digit = longer as f64 / 24.0;
        Self { lanes, lengths, step: longer.div_ceil(NUMBERS).next_power_of_two(), digit }
    }

    /// The part of the plane that holds the picture and what stands beside it.
    pub(super) fn view(&self) -> String {
        let Self { lanes, lengths, digit, .. } = self;
        let (left, above) = (digit * 3.6, digit * 2.9);
        format!(
            "{:.1} {:.1} {:.1} {:.1}",
            -left,
            -above,
            *lanes as f64 + left + digit,
            *lengths as f64 + above + digit / 2.0
        )
    }

    /// The numbers, with a line through the picture at each lane that has one.
    pub(super) fn markup(&self) -> Markup {
        let Self { lanes, lengths, step, digit } = self;
        let (beside, raised) = (digit * -0.5, digit * 0.36);
        html! {
            g.ticks { @for lane in (0..=*lanes).step_by(*step) { path d=(format!("M{lane} 0V{lengths}")) {} } }
            g.axes font-size=(format!("{digit:.2}")) {
                text.axis x="0" y=(format!("{:.1}", digit * -1.8)) { "lane" }
                text.axis transform=(format!("translate({:.1} 0) rotate(-90)", digit * -2.8)) text-anchor="end" { "length" }
                @for lane in (0..*lanes).step_by(*step) {
                    text x=(format!("{lane}.5")) y=(format!("{beside:.1}")) text-anchor="middle" { (lane) }
                }
                @for length in (*step..=*lengths).step_by(*step) {
                    text x=(format!("{beside:.1}")) y=(format!("{:.1}", length as f64 - 0.5 + raised)) text-anchor="end" { (length) }
                }
            }
        }
    }
}
