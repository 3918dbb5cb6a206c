//! A backend of this process as an adapter: what the parent of an isolated backend talks to.

use std::io::{Read, Write};

use opconform_protocol::serve::{Ran, ServeError};
use opconform_protocol::{Introduction, OperatorName, Started, VERSION};
use opconform_spec::OPERATORS;
use opconform_tensor::DType;

use crate::backend::{Backend, Unavailable};
use crate::own::own_time;

/// Answers requests with a backend, or with why there is none, until it is told to stop or the requests end.
pub fn serve(
    backend: &Result<Box<dyn Backend>, Unavailable>,
    requests: &mut impl Read,
    answers: &mut impl Write,
) -> Result<(), ServeError> {
    let introduction = match backend {
        Ok(backend) => Introduction::Started(started(backend.as_ref())),
        Err(Unavailable { reason, remedy }) => {
            Introduction::Unavailable { reason: reason.clone(), remedy: remedy.clone() }
        }
    };
    opconform_protocol::serve::serve(requests, answers, &introduction, |cases| match backend {
        Ok(backend) => {
            let before = own_time();
            let outcomes = backend.run(cases);
            Ran { outcomes, own: Some(own_time().saturating_sub(before)).filter(|own| !own.is_zero()) }
        }
        // The suite does not ask one that said so; another is told by the number of outcomes.
        Err(_) => Ran::from(Vec::new()),
    })
}

fn started(backend: &dyn Backend) -> Started {
    let about = backend.describe();
    let named = OPERATORS.iter().filter(|operator| about.operators.iter().any(|name| *name == operator.qualified()));
    Started {
        protocol: VERSION,
        name: about.name.clone(),
        version: about.version.clone(),
        language: about.language.clone(),
        os: std::env::consts::OS.to_owned(),
        cpu_features: about.cpu_features.clone(),
        dtypes: about.dtypes.iter().copied().map(DType::name).map(ToOwned::to_owned).collect(),
        operators: named.map(|operator| OperatorName::of(operator)).collect(),
        models: about.models,
        // To one in a process of its own, nothing longer than a frame is sent.
        huge: !backend.is_isolated(),
        layouts: about.layouts.iter().map(|layout| layout.name().to_owned()).collect(),
        claims: about.claims.iter().map(|claim| claim.specification.name().to_owned()).collect(),
        configuration: about.configuration.clone(),
    }
}
