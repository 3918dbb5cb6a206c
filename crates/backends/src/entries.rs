//! The backends that can be asked for by name: a table for each way in which they are opened, in `entries/`.

use crate::entry::Entry;
use crate::setting::Setting;

mod browser;
mod c;
mod dotnet;
mod kernels;
mod node;
mod onnxruntime;
mod python;
mod rust;

const TABLES: [&[Entry]; 8] = [
    kernels::ENTRIES,
    rust::ENTRIES,
    onnxruntime::ENTRIES,
    python::ENTRIES,
    c::ENTRIES,
    node::ENTRIES,
    browser::ENTRIES,
    dotnet::ENTRIES,
];

/// Every backend, in the order of reports.
pub const BACKENDS: &[Entry] = &joined::<{ count() }>();

const fn count() -> usize {
    let (mut table, mut count) = (0, 0);
    while table < TABLES.len() {
        count += TABLES[table].len();
        table += 1;
    }
    count
}

/// The entries of all tables, one after the other.
const fn joined<const N: usize>() -> [Entry; N] {
    let mut entries = [TABLES[0][0]; N];
    let (mut table, mut at) = (0, 0);
    while table < TABLES.len() {
        let mut row = 0;
        while row < TABLES[table].len() {
            entries[at] = TABLES[table][row];
            (row, at) = (row + 1, at + 1);
        }
        table += 1;
    }
    entries
}

impl Entry {
    /// The backend of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        BACKENDS.iter().find(|entry| entry.name == name)
    }

    /// The backend that a name asks for, and the setting that it asks for it in.
    pub fn asked(name: &str) -> Option<(&'static Self, Option<&'static Setting>)> {
        let plain = Self::named(name).map(|entry| (entry, None));
        plain.or_else(|| {
            let in_setting = |entry: &'static Self| {
                Setting::asked(entry.settings, entry.name, name).map(|setting| (entry, Some(setting)))
            };
            BACKENDS.iter().find_map(in_setting)
        })
    }

    /// The name of the backend that is the same implementation as that of this name on one thread, where this one has more.
    pub fn on_one_thread(name: &str) -> Option<&'static str> {
        Self::named(name)?.one_thread
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use opconform_spec::{Profile, Specification};

    use super::*;

    #[test]
    fn every_backend_is_reproduced_by_an_implementation_but_for_these() {
        let without: Vec<&str> =
            BACKENDS.iter().filter(|entry| entry.implementation.is_none()).map(|entry| entry.name).collect();
        assert_eq!(
            without,
            [
                "stablehlo",
                "tosa",
                "tosa-ignore",
                "llvm-maximum",
                "llvm-maximumnum",
                "llvm-maxnum",
                "x86-maxps",
                "x86-vrangeps",
                "arm-fmax",
                "arm-fmaxnm",
                "riscv-fmax",
                "riscv-fmaxm",
                "java-math-max",
                "wasm-max",
                "wasm-pmax",
                "chromium-math-max",
                "chromium-webgpu",
                "chromium-webnn",
                "chromium-onnxruntime-wasm",
                "chromium-onnxruntime-webgpu",
                "dotnet-maxnumber",
                "dotnet-maxmagnitude",
                "dotnet-maxmagnitudenumber",
                "dotnet-math-max",
                "dotnet-t-maxnumber",
                "dotnet-t-maxmagnitude",
                "dotnet-vector128-max",
                "dotnet-maxnative",
                "dotnet-enumerable-max",
                "dotnet-tensor-max"
            ]
        );
    }

    #[test]
    fn every_backend_claims_something_but_comparisons_by_hand() {
        let without: Vec<&str> = BACKENDS.iter().filter(|it| it.claims.is_empty()).map(|it| it.name).collect();
        assert_eq!(without, ["ndarray-compare"]);
        for (entry, claim) in BACKENDS.iter().flat_map(|entry| entry.claims.iter().map(move |claim| (entry, claim))) {
            let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(&*claim.place);
            assert!(claim.place.starts_with("https://") || file.is_file(), "{}: {claim:?}", entry.name);
            // A profile that is claimed by its name is one.
            assert!(!matches!(&claim.specification, Specification::Profile(name) if Profile::named(name).is_none()));
        }
    }

    #[test]
    fn names_are_apart_and_twins_on_one_thread_are_there() {
        let names: BTreeSet<&str> = BACKENDS.iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), BACKENDS.len());
        assert!(BACKENDS.iter().filter_map(|entry| entry.one_thread).all(|one| names.contains(one)));
    }

    #[test]
    fn every_backend_that_opens_describes_itself_under_its_own_name() {
        for entry in BACKENDS {
            assert!(Entry::named(entry.name).is_some_and(|found| found.summary == entry.summary));
            match entry.open() {
                Ok(backend) => {
                    let description = backend.describe();
                    assert_eq!(description.name, entry.name);
                    assert_eq!(description.implementation, entry.implementation, "{}", entry.name);
                    assert_eq!(description.claims, entry.claims, "{}", entry.name);
                    assert!(!description.version.is_empty() && !description.dtypes.is_empty(), "{}", entry.name);
                    assert!(backend.run(&[]).is_empty());
                }
                Err(unavailable) => {
                    assert!(!unavailable.reason.is_empty() && !unavailable.remedy.is_empty(), "{}", entry.name);
                }
            }
        }
    }
}
