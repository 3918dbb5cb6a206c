//! The tables: ids are unique, every entry is complete, and every file that should be registered is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use opconform_spec::{CLAUSES, Clause, Direction, Form, Level, OPERATORS, Operator, Profile, clauses, profiles};
use opconform_tensor::DType;

/// Every id that was ever given. An id is never reused: one whose clause is withdrawn stays in this list.
const IDS: &[&str] = &[
    "SONNX-MAX-C1",
    "SONNX-MAX-C2",
    "SONNX-MAX-TYPE",
    "SONNX-MAX-P1",
    "SONNX-MAX-P2",
    "SONNX-MAX-P1u",
    "SONNX-MAX-P2u",
    "SONNX-MAX-NUMBER",
    "SONNX-MAX-NAN",
    "SONNX-MAX-ZERO",
    "SONNX-MAX-ORDER",
    "SONNX-MAX-E1",
    "SONNX-GR3",
    "ONNX-MAX-N",
    "ONNX-MAX-TYPES",
    "ONNX-MAX-TYPE",
    "ONNX-MAX-1-SHAPE",
    "ONNX-MAX-8-BROADCAST",
    "ONNX-MAX-8-SHAPES",
    "ONNX-MAX-VALUE",
    "ONNX-MAX-NUMBER",
    "ONNX-MAX-NAN",
    "ONNX-MAX-EXAMPLE",
    "NET-MAX-SHAPE",
    "NET-MAX-TYPE",
    "NET-MAX-VALUE",
    "NET-MAX-NAN",
    "NET-MAX-ZERO",
    "NET-MAX-NUMBER",
    "NET-MAX-NAN-BITS",
    "MARS-MAX-VALUE",
    "MARS-MAX-NAN",
    "MARS-MAX-NUMBER",
    "MARS-MAX-NAN-BITS",
    "MARS-MAX-FIRST",
    "MARS-MAX-BROADCAST",
    "MARS-MAX-ARRAY",
    "DET-LANE",
    "DET-RUN",
    "DET-CONTEXT",
    "DET-THREADS",
    "DET-WARM",
    "REL-COMMUTES",
    "REL-ASSOCIATES",
    "REL-IDEMPOTENT",
    "REL-MONOTONE",
    "REL-BROADCAST",
    "REL-PERMUTE",
    "REL-SPLIT",
    "REL-FOLD",
    "REL-KEEPDIMS",
    "REL-NEGATIVE-AXES",
    "REL-REDUCE-ALL",
    "REL-NEGATION",
    "ROBUST-ANSWER",
    "ONNX-CLIP-TYPES",
    "ONNX-CLIP-TYPE",
    "ONNX-CLIP-SHAPE",
    "ONNX-CLIP-SCALAR",
    "ONNX-CLIP-WITHIN",
    "ONNX-CLIP-MIN",
    "ONNX-CLIP-MAX",
    "ONNX-CLIP-13-CROSSED",
    "ONNX-CLIP-1-CROSSED",
    "ONNX-CLIP-MISSING",
    "ONNX-CLIP-NUMBER",
    "ONNX-CLIP-NAN",
    "ONNX-RMAX-TYPES",
    "ONNX-RMAX-TYPE",
    "ONNX-RMAX-KEEPDIMS",
    "ONNX-RMAX-ALL-AXES",
    "ONNX-RMAX-EMPTY-AXES",
    "ONNX-RMAX-NOOP",
    "ONNX-RMAX-NEGATIVE-AXES",
    "ONNX-RMAX-RANGE",
    "ONNX-RMAX-DUPLICATE",
    "ONNX-RMAX-RANK-0",
    "ONNX-RMAX-EMPTY",
    "ONNX-RMAX-VALUE",
    "ONNX-RMAX-BOOL",
    "ONNX-RMAX-NUMBER",
    "ONNX-RMAX-NAN",
    "ONNX-RMAX-EXAMPLE",
    "NET-RED-RETURN",
    "NET-RED-VALUE",
    "NET-RED-NAN",
    "NET-RED-FIRST-NAN",
    "NET-RED-EMPTY",
    "NET-CALL-LENGTH",
    "NET-CALL-DESTINATION",
    "NET-CALL-OVERLAP",
    "NET-CALL-OVERLAP-X",
    "NET-CALL-OVERLAP-FIRST",
    "NET-CALL-UNTOUCHED",
    "MARS-OUT-SHAPE",
    "MARS-WHERE",
    "MARS-FMAX",
    "MARS-AMAX",
    "MARS-NANMAX",
    "MARS-AMAX-AXIS",
    "MARS-AMAX-EMPTY",
    "MARS-EXAMPLE",
    "PADDLE-VALUE",
    "PADDLE-RESULT",
    "PADDLE-TYPE",
    "PADDLE-CASE-1",
    "PADDLE-CASE-2",
    "PADDLE-AXIS",
    "PADDLE-AXIS-DEFAULT",
    "PADDLE-TRAILING-ONES",
    "PADDLE-NUMBER",
    "PADDLE-NAN",
    "PADDLE-EXAMPLE",
    "ECMASCRIPT-MAX-VALUE",
    "ECMASCRIPT-MAX-NAN",
    "ECMASCRIPT-MAX-ZERO",
    "JAVA-MAX-VALUE",
    "JAVA-MAX-NAN",
    "JAVA-MAX-ZERO",
    "LLVM-MAXIMUM-VALUE",
    "LLVM-MAXIMUM-NAN",
    "LLVM-MAXIMUM-NAN-BITS",
    "LLVM-MAXIMUM-ZERO",
    "STABLEHLO-MAX-VALUE",
    "STABLEHLO-MAX-NAN",
    "STABLEHLO-MAX-ZERO",
    "WASM-MAX-VALUE",
    "WASM-MAX-NAN",
    "WASM-MAX-NAN-BITS",
    "WASM-MAX-ZERO",
    "TORCH-MAXIMUM-VALUE",
    "TORCH-MAXIMUM-NAN",
    "TORCH-MAXIMUM-NAN-BITS",
    "C-FMAX-VALUE",
    "C-FMAX-NAN",
    "C-FMAX-NANS",
    "C-FMAX-NUMBER",
    "RUST-MAX-VALUE",
    "RUST-MAX-NAN",
    "RUST-MAX-NANS",
    "RUST-MAX-NAN-BITS",
    "TORCH-FMAX-VALUE",
    "TORCH-FMAX-NAN",
    "TORCH-FMAX-NANS",
    "DOTNET-TENSOR-VALUE",
    "DOTNET-TENSOR-NUMBER",
    "TORCH-AMAX-VALUE",
    "TORCH-AMAX-NUMBER",
    "TENSORFLOW-REDUCE-VALUE",
    "TENSORFLOW-REDUCE-NUMBER",
    "TENSORFLOW-REDUCE-NAN",
    "RISCV-FMAX-VALUE",
    "RISCV-FMAX-NAN",
    "RISCV-FMAX-NANS",
    "RISCV-FMAX-NAN-BITS",
    "RISCV-FMAX-ZERO",
    "X86-MAXPS-VALUE",
    "X86-MAXPS-NAN",
    "X86-MAXPS-NANS",
    "X86-MAXPS-NAN-BITS",
    "X86-MAXPS-ZERO",
    "RISCV-FMAXM-VALUE",
    "RISCV-FMAXM-NAN",
    "RISCV-FMAXM-NAN-BITS",
    "RISCV-FMAXM-ZERO",
    "X86-VRANGEPS-VALUE",
    "X86-VRANGEPS-NAN",
    "X86-VRANGEPS-SNAN",
    "X86-VRANGEPS-NANS",
    "X86-VRANGEPS-NAN-BITS",
    "X86-VRANGEPS-ZERO",
    "DOTNET-MAXNATIVE-VALUE",
    "DOTNET-MAXNATIVE-NUMBER",
    "TENSORFLOW-MAX-VALUE",
    "TENSORFLOW-MAX-NUMBER",
    "TENSORFLOW-MAX-FORMULA",
    "WASM-PMAX-VALUE",
    "WASM-PMAX-FORMULA",
    "LLVM-MAXIMUMNUM-VALUE",
    "LLVM-MAXIMUMNUM-NAN",
    "LLVM-MAXIMUMNUM-NANS",
    "LLVM-MAXIMUMNUM-NAN-BITS",
    "LLVM-MAXIMUMNUM-ZERO",
    "LLVM-MAXNUM-VALUE",
    "LLVM-MAXNUM-NAN",
    "LLVM-MAXNUM-NANS",
    "LLVM-MAXNUM-NUMBER",
    "LLVM-MAXNUM-NAN-BITS",
    "LLVM-MAXNUM-ZERO",
    "C-FMAXIMUM-VALUE",
    "C-FMAXIMUM-NAN",
    "C-FMAXIMUM-ZERO",
    "C-FMAXIMUM-NUM-VALUE",
    "C-FMAXIMUM-NUM-NAN",
    "C-FMAXIMUM-NUM-NANS",
    "C-FMAXIMUM-NUM-ZERO",
    "DOTNET-MAXNUMBER-VALUE",
    "DOTNET-MAXNUMBER-NAN",
    "DOTNET-MAXNUMBER-ZERO",
    "RUST-MAXIMUM-VALUE",
    "RUST-MAXIMUM-NAN",
    "RUST-MAXIMUM-NAN-BITS",
    "RUST-MAXIMUM-ZERO",
    "DOTNET-VECTOR128-VALUE",
    "DOTNET-VECTOR128-NUMBER",
    "DOTNET-MAXMAGNITUDE-VALUE",
    "DOTNET-MAXMAGNITUDE-NAN",
    "DOTNET-MAXMAGNITUDE-SIGN",
    "DOTNET-MAXMAGNITUDENUMBER-VALUE",
    "DOTNET-MAXMAGNITUDENUMBER-NAN",
    "DOTNET-MAXMAGNITUDENUMBER-SIGN",
    "DOTNET-ENUMERABLE-VALUE",
    "DOTNET-ENUMERABLE-NAN",
    "DOTNET-ENUMERABLE-NANS",
    "C-FMAXIMUM-MAG-VALUE",
    "C-FMAXIMUM-MAG-NAN",
    "C-FMAXIMUM-MAG-SIGN",
    "C-FMAXIMUM-MAG-NUM-VALUE",
    "C-FMAXIMUM-MAG-NUM-NAN",
    "C-FMAXIMUM-MAG-NUM-SIGN",
    "IEEE-MAXNUM-VALUE",
    "IEEE-MAXNUM-NAN",
    "IEEE-MAXNUM-SNAN",
    "IEEE-MAXNUM-NANS",
    "ARM-FMAX-VALUE",
    "ARM-FMAX-NAN",
    "ARM-FMAX-NAN-BITS",
    "ARM-FMAX-ZERO",
    "ARM-FMAXNM-VALUE",
    "ARM-FMAXNM-NAN",
    "ARM-FMAXNM-SNAN",
    "ARM-FMAXNM-NANS",
    "ARM-FMAXNM-NAN-BITS",
    "ARM-FMAXNM-ZERO",
    "WEBNN-MAX-VALUE",
    "WEBNN-MAX-NUMBER",
    "TOSA-PROPAGATE-VALUE",
    "TOSA-PROPAGATE-NAN",
    "TOSA-IGNORE-VALUE",
    "TOSA-IGNORE-NAN",
    "TOSA-IGNORE-NANS",
];

/// The files of a folder of `src` that contain `mark`, as stem and text; not those of the folders in it.
fn files_with(folder: &str, mark: &str) -> BTreeMap<String, String> {
    let path = format!("{}/src/{folder}", env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(path).expect("a folder of the crate").map(|entry| entry.expect("an entry").path());
    entries
        .filter(|path| path.is_file())
        .map(|path| {
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (stem, fs::read_to_string(&path).expect("a source file"))
        })
        .filter(|(_, text)| text.contains(mark))
        .collect()
}

/// The text of a table, from its name to the end of the statement.
fn table(file: &str, name: &str) -> String {
    let path = format!("{}/src/{file}.rs", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("a source file");
    let start = text.find(name).expect("the table");
    text[start..].split(';').next().unwrap_or_default().to_owned()
}

#[test]
fn ids_are_unique_and_on_record() {
    let ids: Vec<_> = clauses().map(|clause| clause.id).collect();
    let unique: BTreeSet<_> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len());
    assert_eq!(IDS.iter().collect::<BTreeSet<_>>().len(), IDS.len());
    for id in &ids {
        assert!(IDS.contains(id), "{id} is new: put it on record");
        assert!(id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{id}");
        assert_eq!(Clause::named(id).expect("found by its id").id, *id);
    }
    assert!(Clause::named("SONNX-MAX-P3").is_none());
}

#[test]
fn every_clause_is_complete() {
    for clause in clauses() {
        let Clause { id, title, words, place, profiles, .. } = clause;
        for text in [title, words, place] {
            assert!(!text.trim().is_empty() && !text.contains("  "), "{id}: {text:?}");
        }
        assert!(!words.starts_with("...") && !words.contains('…'), "{id}: words are quoted in full");
        assert!(!profiles.is_empty() && !clause.operators.is_empty(), "{id}");
        for profile in *profiles {
            assert!(Profile::named(profile).is_some(), "{id}: no profile {profile}");
        }
        assert!(DType::ALL.into_iter().any(|dtype| clause.silence(dtype).is_none()), "{id} speaks of no type");
    }
}

#[test]
fn every_profile_is_complete_and_has_a_binding_clause() {
    let names: BTreeSet<_> = profiles().map(|profile| profile.name).collect();
    assert_eq!(names.len(), profiles().count());
    for profile in profiles() {
        assert!(!profile.source.is_empty(), "{}", profile.name);
        let mut own = clauses().filter(|clause| clause.profiles.contains(&profile.name));
        assert!(own.any(|clause| clause.level == Level::Must), "{}", profile.name);
    }
    assert!(Profile::named("numpy-2").is_none());
}

#[test]
fn only_clauses_of_no_source_are_asked_of_everyone() {
    let of_no_source = ["DET-", "REL-", "ROBUST-"];
    for clause in clauses() {
        let is_asked = of_no_source.iter().any(|start| clause.id.starts_with(start));
        assert_eq!(clause.family().is_none(), is_asked, "{}", clause.id);
    }
}

#[test]
fn every_file_of_clauses_is_registered() {
    let files = files_with("clause", "CLAUSES: &[Clause]");
    let table = table("clause", "CLAUSES: &[&[Clause]]");
    for stem in files.keys() {
        assert!(table.contains(&format!("{stem}::CLAUSES")), "src/clause/{stem}.rs is not in CLAUSES");
    }
    assert_eq!(files.len(), CLAUSES.len());
}

#[test]
fn every_file_of_profiles_is_registered() {
    let files = files_with("profile", "Profile =");
    let table = ["PROFILES: &[&Profile]", "MAXIMA: &[&Profile]"].map(|name| table("profile", name)).concat();
    for (stem, text) in &files {
        assert!(table.contains(&format!("&{stem}::")), "src/profile/{stem}.rs is in no table");
        let named = text.lines().filter_map(|line| line.split_once(" = \"").map(|(name, _)| name.trim()));
        for name in named.filter(|name| !name.contains(' ')) {
            assert!(table.contains(&format!("&{stem}::{name}")), "{name} of src/profile/{stem}.rs is in no table");
        }
    }
    assert_eq!(files.len(), files_with("profile", "").len(), "a file without a profile");
    for (stem, text) in &files_with("profile/maxima", "") {
        let named = text.lines().filter_map(|line| line.strip_prefix("pub(crate) const ")?.split_once(": Profile"));
        let names: Vec<&str> = named.map(|(name, _)| name).collect();
        assert!(!names.is_empty(), "src/profile/maxima/{stem}.rs is without a profile");
        for name in names {
            assert!(table.contains(&format!("&maxima::{name},")), "{name} of maxima/{stem}.rs is in no table");
        }
    }
}

#[test]
fn every_file_of_operators_is_registered() {
    let files = files_with("operator", "static ");
    let table = table("operator", "OPERATORS: &[&Operator]");
    let mut registered = 0;
    for (stem, text) in &files {
        let statics = text.lines().filter_map(|line| line.strip_prefix("pub(crate) static "));
        for name in statics.filter_map(|line| line.split(':').next()) {
            assert!(
                table.contains(&format!("&{stem}::{name},")),
                "{name} of src/operator/{stem}.rs is not in OPERATORS"
            );
            registered += 1;
        }
    }
    assert_eq!(registered, OPERATORS.len());
    assert_eq!(files.len(), files_with("operator", "").len(), "a file without an operator");
    let names: BTreeSet<_> = OPERATORS.iter().map(|operator| operator.qualified().to_lowercase()).collect();
    assert_eq!(names.len(), OPERATORS.len());
    for operator in OPERATORS {
        assert!(OPERATORS.iter().all(|other| other.is_named(&operator.qualified()) == (other == operator)));
        assert_eq!(Operator::named(&operator.qualified().to_uppercase()), Some(*operator));
        assert!(operator.versions.is_sorted() && !operator.versions.is_empty(), "{}", operator.name);
        assert_eq!(operator.version_at(u32::MAX), Some(operator.newest()));
        assert_eq!(operator.version_at(operator.versions[0] - 1), None);
    }
}

#[test]
fn a_twin_has_the_name_with_the_order_turned_over() {
    for operator in OPERATORS.iter().filter(|operator| operator.direction() == Some(Direction::Max)) {
        let name = operator.name.replace("max", "min").replace("Max", "Min");
        let twin = operator.twin().expect("a minimum");
        assert_eq!((twin.domain, twin.name), (operator.domain, name.as_str()));
        for &version in operator.versions {
            assert_eq!((twin.types)(version), (operator.types)(version), "{}", operator.name);
        }
    }
}

/// Where the names of operators are read or written for others: files, models, the protocol, and what is shown.
const NAMES_ARE_TEXT: [&str; 3] = ["protocol/src/serve.rs", "onnx/src/node_tests/node.rs", "cli/src/command/cases.rs"];

/// What tells operators apart, in a line that has the name of one or of its domain.
const TELLS_APART: [&str; 7] = ["==", "!=", "match ", "matches!", ".contains(", ".starts_with(", ".is_empty()"];

#[test]
fn no_code_tells_operators_apart_by_their_names() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the crates");
    let (mut folders, mut allowed, mut found) = (vec![crates.to_owned()], BTreeSet::new(), Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            let place = entry.strip_prefix(crates).expect("a path below").to_string_lossy().replace('\\', "/");
            let is_product = place.split('/').nth(1).is_none_or(|second| second == "src");
            if entry.is_dir() && is_product {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&entry).expect("a source file");
                let is_named = |line: &&str| line.contains("operator.name") || line.contains("operator.domain");
                let tells = |line: &&str| TELLS_APART.iter().any(|word| line.contains(word));
                let mut telling = text.lines().filter(is_named).filter(tells).peekable();
                match NAMES_ARE_TEXT.iter().find(|allowed| **allowed == place) {
                    Some(place) if telling.peek().is_some() => drop(allowed.insert(*place)),
                    Some(_) => {}
                    None => found.extend(telling.map(|line| format!("{place}: {line}"))),
                }
            }
        }
    }
    assert_eq!(found, [""; 0]);
    assert_eq!(allowed, NAMES_ARE_TEXT.into(), "an allowance that is no longer needed");
}

#[test]
fn types_by_version() {
    let of = |name| Operator::named(name).expect("an operator");
    let counts = |name| {
        let operator = of(name);
        operator.versions.iter().map(|&version| (operator.types)(version).len()).collect::<Vec<_>>()
    };
    assert_eq!(counts("max"), [3, 3, 3, 11, 12]);
    assert_eq!(counts("reducemax"), [7, 7, 9, 10, 10, 11]);
    assert_eq!(
        [0, 1, 5, 6, 7, 8, 11, 12, 13, 24].map(|opset| of("max").version_at(opset)),
        [None, Some(1), Some(1), Some(6), Some(6), Some(8), Some(8), Some(12), Some(13), Some(13)]
    );
    for operator in OPERATORS.iter().filter(|operator| operator.form == Form::OnnxReduction) {
        for &version in operator.versions {
            let types = (operator.types)(version);
            assert!(!types.contains(&DType::I16) && !types.contains(&DType::U16), "{} {version}", operator.name);
            assert_eq!(types.contains(&DType::Bool), version == 20, "{} {version}", operator.name);
        }
    }
}
