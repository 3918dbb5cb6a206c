//! Findings that are one departure, and findings that are not.

mod general;
mod grouped;
mod made;
mod ordered;
mod shown_in;
mod titled;
mod ways;
