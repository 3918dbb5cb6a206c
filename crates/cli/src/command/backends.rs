//! `opconform backends`: who can be tried here.

use std::fmt::Write as _;

use opconform_backends::BACKENDS;

use crate::exit::Exit;
use crate::output;

pub(crate) fn backends() -> anyhow::Result<Exit> {
    let mut text = String::new();
    for entry in BACKENDS {
        let _ = writeln!(text, "{}: {}", entry.name, entry.summary);
        match (entry.open)() {
            Ok(backend) => {
                let about = backend.describe();
                let types: Vec<&str> = about.dtypes.iter().map(|dtype| dtype.name()).collect();
                let _ = writeln!(text, "  available: {} ({})", about.version, about.language);
                let _ = writeln!(text, "  types: {}", types.join(" "));
                let _ = writeln!(text, "  operators: {}", about.operators.join(" "));
                for line in &about.configuration {
                    let _ = writeln!(text, "  {line}");
                }
                if !about.cpu_features.is_empty() {
                    let _ = writeln!(text, "  may use: {}", about.cpu_features.join(" "));
                }
            }
            Err(unavailable) => {
                let _ = writeln!(text, "  unavailable: {unavailable}");
            }
        }
    }
    output::print(&text)?;
    Ok(Exit::AsExpected)
}
