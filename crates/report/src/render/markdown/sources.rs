//! What the backends were held against: gaps in the sources, profiles and where the cases come from.

use super::escape::{code, prose};
use super::{Page, heads};
use crate::model::Report;
use crate::text::thousands;

pub(super) fn write(page: &mut Page, report: &Report) {
    if !report.gaps.is_empty() {
        page.heading(2, "Gaps in the sources");
        page.paragraph("Where a source is silent or contradicts itself. No backend is at fault there.");
        let row =
            |gap: &crate::model::Gap| [code(&gap.profile), prose(&gap.gap), thousands(gap.cases), code(&gap.example)];
        page.table(&heads(&["profile", "gap", ">cases", "such as"]), report.gaps.iter().map(row));
    }
    profiles(page, report);
    page.heading(2, "Cases");
    let row = |source: &crate::model::Source| [code(&source.name), thousands(source.cases)];
    page.table(&heads(&["source", ">cases"]), report.sources.iter().map(row));
}

/// The profiles, with the revisions of the documents that they read.
pub(in crate::render) fn profiles(page: &mut Page, report: &Report) {
    page.heading(2, "Profiles");
    let row = |profile: &crate::model::Profile| [code(&profile.name), prose(&profile.source)];
    page.table(&heads(&["profile", "what it reads"]), report.profiles.iter().map(row));
}
