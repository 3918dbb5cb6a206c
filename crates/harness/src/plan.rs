//! What is to be run.

use opconform_backends::Backend;
use opconform_report::Unavailable;
use opconform_spec::{Case, Profile};

/// What is to be run.
pub struct Plan {
    /// The cases, in order; their ids are distinct.
    pub cases: Vec<Case>,
    /// The backends, in the order of the report.
    pub backends: Vec<Box<dyn Backend>>,
    /// The backends that were asked for and cannot run here.
    pub unavailable: Vec<Unavailable>,
    /// The profiles to judge under.
    pub profiles: Vec<&'static Profile>,
    /// The seed of everything random, for the record.
    pub seed: u64,
    /// The commit that the suite was built from, for the record.
    pub commit: Option<&'static str>,
    /// What has been enumerated of the kernels in this binary, for the record.
    pub enumerated: Vec<String>,
}
