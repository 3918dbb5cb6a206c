//! A backend as an adapter, without the rest of the program: for a machine on which that would take long to build or to run.
//!
//! ```text
//! opconform run --adapter 'target/release/examples/serve neon'
//! ```

use std::io::{stdin, stdout};

use opconform_backends::{Entry, serve};

fn main() -> Result<(), String> {
    let name = std::env::args().nth(1).ok_or("name a backend")?;
    let entry = Entry::named(&name).ok_or_else(|| format!("no backend {name}"))?;
    serve(&entry.open(), &mut stdin().lock(), &mut stdout()).map_err(|error| error.to_string())
}
