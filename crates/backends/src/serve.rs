//! A backend of this process as an adapter: what the parent of an isolated backend talks to.

use std::io::{Read, Write};

use opconform_protocol::serve::ServeError;
use opconform_protocol::{OperatorName, Started, VERSION};
use opconform_spec::OPERATORS;

use crate::backend::Backend;

/// Answers requests with a backend, until it is told to stop or the requests end.
pub fn serve(backend: &dyn Backend, requests: &mut impl Read, answers: &mut impl Write) -> Result<(), ServeError> {
    let about = backend.describe();
    let name = |dtype: &opconform_tensor::DType| dtype.name().to_owned();
    let named = OPERATORS.iter().filter(|operator| about.operators.iter().any(|name| *name == operator.qualified()));
    let started = Started {
        protocol: VERSION,
        name: about.name.clone(),
        version: about.version.clone(),
        language: about.language.clone(),
        os: std::env::consts::OS.to_owned(),
        cpu_features: about.cpu_features.clone(),
        dtypes: about.dtypes.iter().map(name).collect(),
        operators: named
            .map(|operator| OperatorName { domain: operator.domain.to_owned(), name: operator.name.to_owned() })
            .collect(),
        profile: None,
        configuration: about.configuration.clone(),
    };
    opconform_protocol::serve::serve(requests, answers, &started, |cases| backend.run(cases))
}
