//! Harm that is done instead of said.

use std::process::exit;
use std::time::Duration;

use rustix::process::Signal;

use super::raw;

pub(super) fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1000));
    }
}

/// Does it; whether this is such a kind.
pub(super) fn deed(kind: &str) -> bool {
    match kind {
        "exit-0" => exit(0),
        "exit-3" => {
            eprintln!("first words\n\nlast \u{1b}[31mwords");
            exit(3)
        }
        "hostile-stderr" => {
            eprintln!("{}", raw::WORDS);
            exit(3)
        }
        "panic" => panic!("the bomb"),
        "abort" => std::process::abort(),
        "segfault" => {
            // Rust's own handler takes the first, and steps aside.
            raw::signal(Signal::SEGV);
            raw::signal(Signal::SEGV);
        }
        "bus" => {
            raw::signal(Signal::BUS);
            raw::signal(Signal::BUS);
        }
        "killed" => raw::signal(Signal::KILL),
        "fpe" => raw::signal(Signal::FPE),
        "ill" => raw::signal(Signal::ILL),
        "trap" => raw::signal(Signal::TRAP),
        "term" => raw::signal(Signal::TERM),
        "hup" => raw::signal(Signal::HUP),
        "int" => raw::signal(Signal::INT),
        // Rust's programs ignore SIGPIPE: this is what one of another language dies of.
        "pipe" => exit(128 + 13),
        "stopped" => raw::signal(Signal::STOP),
        "stack-overflow" => {
            println!("{}", raw::deep(1));
        }
        "hang" | "grandchild" => hang(),
        "closes-stdout" => {
            raw::close_stdout();
            hang()
        }
        "closes-stdin" => {
            raw::close_stdin();
            hang()
        }
        "leaves-a-child-behind" => {
            raw::start_sleeper();
            exit(0)
        }
        "forks" => {
            for _ in 0..50 {
                raw::start_quiet_sleeper();
            }
            raw::signal(Signal::KILL);
        }
        "eats-memory" => raw::eat(),
        "endless-stderr" => raw::flood(None),
        _ => return false,
    }
    true
}
