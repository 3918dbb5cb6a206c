//! What may differ between two runs of the same suite, seed and backends.

use std::hint::black_box;
use std::path::Path;
use std::sync::LazyLock;
use std::time::SystemTime;

use opconform_backends::{Backend, MadeOf};
use opconform_files::{read_text, sha256_of};
use opconform_report::{Provenance, UsedFile};
use opconform_text::line;
use rayon::prelude::*;

use crate::plan::Plan;

/// The most columns of the command line that are kept.
const LONGEST_COMMAND: usize = 1_000;
/// The most bytes of a file of the system that are read.
const LONGEST_FILE: u64 = 64 << 10;
/// The most bytes of a library that are read.
const LONGEST_LIBRARY: u64 = 16 << 20;

pub(crate) fn gather(plan: &Plan, started: SystemTime, seconds: f64) -> Provenance {
    Provenance {
        suite: env!("CARGO_PKG_VERSION").to_owned(),
        commit: plan.commit.map(ToOwned::to_owned),
        program: plan.program.clone().unwrap_or_default(),
        command: command(),
        started: moment(started),
        seconds,
        platform: platform(),
        system: system(),
        libc: libc(),
        cpu: cpu_name(),
        cpu_features: opconform_backends::cpu_features(),
        threads: rayon::current_num_threads() as u64,
        rounding_mode: rounding_mode().to_owned(),
        subnormals: if keeps_subnormals() { "kept" } else { "flushed" }.to_owned(),
        enumerated: plan.enumerated.clone(),
        built_in: built_in(plan),
        files: files(plan),
        shards: Vec::new(),
    }
}

/// The moment, RFC 3339, UTC, in seconds.
pub fn now() -> String {
    moment(SystemTime::now())
}

fn moment(time: SystemTime) -> String {
    humantime::format_rfc3339_seconds(time).to_string()
}

/// The SHA-256 of the program that runs; `None` where the system does not let it be read.
pub fn program() -> Option<String> {
    static PROGRAM: LazyLock<Option<String>> = LazyLock::new(|| sha256_of(&std::env::current_exe().ok()?).ok());
    PROGRAM.clone()
}

/// The command line, as a shell would read it, without the folder of the program.
pub(crate) fn command() -> String {
    let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let quoted = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "));
    line(&format!("opconform {quoted}"), LONGEST_COMMAND)
}

/// The backends that are part of this program.
fn built_in(plan: &Plan) -> Vec<String> {
    let is_built_in = |backend: &&dyn Backend| backend.made_of() == MadeOf::ThisProgram;
    plan.backends.iter().map(AsRef::as_ref).filter(is_built_in).map(|backend| backend.describe().name.clone()).collect()
}

/// The files that the others are made of, as far as they are known.
fn files(plan: &Plan) -> Vec<UsedFile> {
    let of_backend = |backend: &dyn Backend| {
        let file = |(path, sha256): (&Path, &str)| UsedFile {
            backend: backend.describe().name.clone(),
            name: path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
            sha256: sha256.to_owned(),
        };
        let made_of = backend.made_of();
        made_of.files().iter().flat_map(|program| program.files().map(file)).collect::<Vec<_>>()
    };
    plan.backends.par_iter().map(AsRef::as_ref).flat_map_iter(of_backend).collect()
}

/// The system and the CPU, in a line.
pub fn machine() -> String {
    format!("{}, {}", platform(), cpu_name())
}

/// The release of the system and of its kernel.
fn system() -> String {
    let read = |path: &str| read_text(Path::new(path), LONGEST_FILE).unwrap_or_default();
    let release = read("/etc/os-release");
    let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).map(|name| name.trim_matches('"'));
    let kernel = read("/proc/sys/kernel/osrelease");
    format!("{}, kernel {}", name.unwrap_or(std::env::consts::OS), or_unknown(kernel.trim()))
}

/// The C library and its version, as the file of the library that this program has loaded says it.
fn libc() -> String {
    static LIBC: LazyLock<String> = LazyLock::new(|| or_unknown(&read_libc().unwrap_or_default()).to_owned());
    LIBC.clone()
}

/// `glibc 2.36`, from the sentence that every glibc holds; `None` of another library.
fn read_libc() -> Option<String> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let path =
        maps.lines().filter_map(|line| line.split_whitespace().nth(5)).find(|path| path.contains("/libc.so."))?;
    let bytes = opconform_files::read(Path::new(path), LONGEST_LIBRARY).ok()?;
    let said = b"GNU C Library ";
    let at = bytes.windows(said.len()).position(|window| window == said)?;
    let sentence = bytes[at..].split(|&byte| byte == b'\n').next()?;
    let version = std::str::from_utf8(sentence).ok()?.split_once(" version ")?.1.trim_end_matches('.');
    Some(format!("glibc {version}"))
}

fn or_unknown(text: &str) -> &str {
    if text.is_empty() { "unknown" } else { text }
}

fn platform() -> String {
    format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)
}

fn cpu_name() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| "unknown".to_owned(), |(_, name)| name.trim().to_owned())
}

/// The rounding mode that float addition shows.
fn rounding_mode() -> &'static str {
    let (one, tiny) = (black_box(1.0_f32), black_box(f32::from_bits(0x3300_0000)));
    let up = (one + tiny).to_bits() > one.to_bits();
    let down = (-one - tiny).to_bits() > (-one).to_bits();
    match (up, down) {
        (false, false) if (one - tiny * black_box(0.5)).to_bits() == one.to_bits() => "to nearest, ties to even",
        (false, false) => "toward zero",
        (true, false) => "upward",
        (false, true) => "downward",
        (true, true) => "away from zero",
    }
}

fn keeps_subnormals() -> bool {
    let half = black_box(f32::MIN_POSITIVE) * black_box(0.5);
    half.to_bits() == 0x0040_0000
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_default_modes_are_recognised() {
        assert_eq!(super::rounding_mode(), "to nearest, ties to even");
        assert!(super::keeps_subnormals());
    }
}
