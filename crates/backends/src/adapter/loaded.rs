//! The libraries that a process has loaded, where the system tells.

use std::path::PathBuf;

/// The most that is read of what the system tells, in bytes.
#[cfg(target_os = "linux")]
const LIMIT: u64 = 16 << 20;

/// The files that hold code of a process, each once.
#[cfg(target_os = "linux")]
pub(super) fn libraries(process: u32) -> Vec<PathBuf> {
    let path = format!("/proc/{process}/maps");
    // What is not known is not held against anyone.
    let maps = opconform_files::read_text(path.as_ref(), LIMIT).unwrap_or_default();
    let code = |line: &str| {
        let (numbers, path) = line.split_at_checked(line.find(" /")?)?;
        let is_code = numbers.split_whitespace().nth(1)?.contains('x');
        is_code.then(|| PathBuf::from(&path[1..]))
    };
    let mut libraries: Vec<PathBuf> = maps.lines().filter_map(code).collect();
    libraries.sort();
    libraries.dedup();
    libraries
}

#[cfg(not(target_os = "linux"))]
pub(super) fn libraries(_process: u32) -> Vec<PathBuf> {
    Vec::new()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_program_itself_is_among_them() {
        let program = std::env::current_exe().expect("a path");
        assert!(libraries(std::process::id()).contains(&program));
        assert!(libraries(u32::MAX).is_empty());
    }
}
