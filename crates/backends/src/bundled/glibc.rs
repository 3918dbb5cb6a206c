//! The adapter in C for the C library's own maxima, compiled when it is first needed.

use std::process::Command;

use super::build::{Stage, built};
use super::files;
use crate::backend::Unavailable;

const FILES: &[(&str, &str)] = &[
    ("opconform_glibc.c", include_str!("../../adapters/c/opconform_glibc.c")),
    ("json.h", include_str!("../../adapters/c/json.h")),
];

/// The adapter for a function of libm.
pub(crate) fn command(function: &str) -> Result<Vec<String>, Unavailable> {
    let folder = files::written("c", FILES)?;
    let source = folder.join(FILES[0].0);
    let program = folder.join("opconform_glibc");
    built(&program, |output| {
        let mut command = Command::new("cc");
        // A compiler that knows the functions would put its own idea of them in the place of the library's.
        command.args(["-std=c11", "-O2", "-fno-builtin", "-o"]).arg(output).arg(source).arg("-lm");
        vec![Stage { command, remedy: "install a C compiler and glibc 2.35 or newer" }]
    })?;
    Ok(vec![program.display().to_string(), function.to_owned()])
}
