//! What the tests of both sides have in common.

use opconform_protocol::{Introduction, Started, VERSION};

/// What an adapter of this name says of itself, which runs models where that is said, and tells nothing else.
pub(crate) fn introduction(name: &str, models: bool) -> Introduction {
    Introduction::Started(Started {
        protocol: VERSION,
        name: name.to_owned(),
        version: "0".to_owned(),
        language: "Rust".to_owned(),
        os: String::new(),
        cpu_features: Vec::new(),
        dtypes: Vec::new(),
        operators: Vec::new(),
        models,
        huge: false,
        layouts: Vec::new(),
        claims: Vec::new(),
        configuration: Vec::new(),
    })
}
