//! What is known of several backends at once: which departures of a fuzzing session are no news.

use std::path::Path;

use opconform_report::Finding;

use super::waiver_file::{WaiverFile, WaiverFileError};

/// The waivers of some backends; of none by default.
#[derive(Clone, Debug, Default)]
pub struct Known(Vec<WaiverFile>);

impl Known {
    /// What a folder says of the backends of these names.
    pub fn read<'n>(folder: &Path, names: impl Iterator<Item = &'n str>) -> Result<Self, WaiverFileError> {
        names.map(|name| WaiverFile::read(folder, name)).collect::<Result<_, _>>().map(Self)
    }

    /// Whether a finding belongs to a waiver of its backend, which names its operands where it has to.
    pub fn has(&self, finding: &Finding) -> bool {
        self.0.iter().any(|own| own.backend == finding.backend && own.matching(finding).is_some_and(|it| it.is_named))
    }
}
