//! What follows the table of element types, and would go on without a type that it lacks: the samples of the kernels' tests, the function
//! that tries the C kit, and the Python adapter.

use std::collections::BTreeSet;

use opconform_tensor::{DType, Numpy};

const SAMPLES: &str = include_str!("../../kernels/tests/suite/sample.rs");
const IN_C: &str = include_str!("../../protocol/kits/c/tests/conforming.c");
const IN_PYTHON: &str = include_str!("../../backends/adapters/python/opconform_adapter.py");

/// What stands in a text after one that occurs once, and before the next of another.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("{from} is not there"));
    rest.split_once(to).unwrap_or_else(|| panic!("{to} does not follow")).0
}

fn names() -> BTreeSet<&'static str> {
    DType::ALL.into_iter().map(DType::name).collect()
}

/// What a Rust type is called where it is imported.
fn rust_name(dtype: DType) -> &'static str {
    dtype.rust().rsplit("::").next().unwrap_or_default().trim()
}

#[test]
fn the_kernels_are_tried_on_samples_of_every_type() {
    let rows = ["\nfloat! {", "\nfloat8! {"].map(|from| between(SAMPLES, from, "\n}"));
    let floats =
        rows.iter().flat_map(|rows| rows.lines()).filter_map(|line| line.trim().split_once(',')).map(|it| it.0);
    let sampled: BTreeSet<&str> = floats.chain(between(SAMPLES, "\ninteger!(", ")").split_whitespace()).collect();
    // A truth value is compared as the byte that it is.
    let held: BTreeSet<&str> = DType::ALL.into_iter().filter(|&it| it != DType::Bool).map(rust_name).collect();
    assert_eq!(sampled, held);
}

#[test]
fn the_c_kit_is_tried_on_every_type() {
    let defined = ["\nOF_FLOATS(", "\nOF_INTEGERS("].into_iter().flat_map(|from| IN_C.split(from).skip(1));
    let defined: BTreeSet<&str> = defined.filter_map(|row| row.split_once(',')).map(|row| row.0).collect();
    assert_eq!(defined, names());
    let offered = between(IN_C, "\nOPCONFORM_MAIN(", "it.claims");
    for name in names() {
        let is_offered = [format!("ARRAYS({name})"), format!("NUMBERS({name})"), format!("scalar_max_{name}")];
        assert!(is_offered.iter().any(|words| offered.contains(words)), "{name}");
    }
}

#[test]
fn the_python_adapter_has_every_type_and_knows_who_brings_it() {
    let rows = between(IN_PYTHON, "\nDTYPES = {\n", "\n}");
    let code = |row: &str| -> Option<(String, i32)> {
        let (name, rest) = row.trim().strip_prefix('"')?.split_once('"')?;
        let (_, code) = rest.strip_suffix("),")?.rsplit_once(", ")?;
        Some((name.to_owned(), code.parse().ok()?))
    };
    let known: BTreeSet<(String, i32)> = rows.lines().filter_map(code).collect();
    assert_eq!(known, DType::ALL.into_iter().map(|dtype| (dtype.name().to_owned(), dtype.onnx())).collect());
    let added = between(IN_PYTHON, "\nADDED = {", "}");
    let brought = |dtype: DType| match dtype.numpy() {
        Numpy::Added(name) => Some(format!("\"{}\": \"{name}\"", dtype.name())),
        Numpy::Own(_) => None,
    };
    assert_eq!(added.split(", ").collect::<Vec<_>>(), DType::ALL.into_iter().filter_map(brought).collect::<Vec<_>>());
}
