//! A hostile adapter as a program: to the tests, a child process like any other.

// As the tests of the command line have it, so that its own modules are found at the same place.
#[path = "hostile.rs"]
mod hostile;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    hostile::act(arguments.first().map_or("", String::as_str), arguments.get(1).map(String::as_ref));
}
