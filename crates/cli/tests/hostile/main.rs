//! Every hostile adapter on the command line, at every moment of a conversation: no panic, no word that acts on a terminal, no
//! exit code that is not documented, and no more memory or time than there is for it.
//!
//! This program is also the adapters, so that the tests are made of the table of kinds and need nothing beside them.

#[cfg(unix)]
#[path = "../../../backends/tests/adapter/child/hostile.rs"]
mod hostile;
#[cfg(unix)]
#[path = "../../../backends/tests/adapter/child/kinds.rs"]
mod kinds;
#[cfg(unix)]
mod trials;

fn main() {
    #[cfg(unix)]
    {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        match &arguments[..] {
            [adapter, kind, file] if adapter == "adapter" => hostile::act(kind, Some(file.as_ref())),
            _ => trials::run(),
        }
    }
}
