//! What follows the table of element types, and would go on without a type that it lacks: the samples of the kernels' tests, the function
//! that tries the C kit, the Python adapter, and what the kit for Python knows of models.

use std::collections::BTreeSet;

use opconform_tensor::{DType, Numpy};

const SAMPLES: &str = include_str!("../../kernels/tests/suite/sample.rs");
const IN_C: &str = include_str!("../../protocol/kits/c/tests/conforming.c");
const IN_PYTHON: &str = include_str!("../../backends/adapters/python/opconform_adapter.py");

const IN_MODELS: &str = include_str!("../../protocol/kits/python/python/opconform/onnx_model.py");

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

/// The entries of a table of Python's by the names of types, one to a line.
fn table<'t>(text: &'t str, name: &str) -> Vec<(&'t str, &'t str)> {
    let rows = between(text, &format!("\n{name} = {{\n"), "\n}").lines();
    rows.filter_map(|row| row.trim().strip_prefix('"')?.strip_suffix(',')?.split_once("\": ")).collect()
}

#[test]
fn the_kit_for_python_knows_the_code_of_every_type_in_a_model() {
    let known: BTreeSet<(String, String)> =
        table(IN_MODELS, "CODES").into_iter().map(|(name, code)| (name.to_owned(), code.to_owned())).collect();
    assert_eq!(known, DType::ALL.into_iter().map(|it| (it.name().to_owned(), it.onnx().to_string())).collect());
}

#[test]
fn the_python_adapter_has_every_type_and_knows_who_brings_it() {
    let known: BTreeSet<&str> = table(IN_PYTHON, "DTYPES").into_iter().map(|(name, _)| name).collect();
    assert_eq!(known, names());
    let added = between(IN_PYTHON, "\nADDED = {", "}");
    let brought = |dtype: DType| match dtype.numpy() {
        Numpy::Added(name) => Some(format!("\"{}\": \"{name}\"", dtype.name())),
        Numpy::Own(_) => None,
    };
    assert_eq!(added.split(", ").collect::<Vec<_>>(), DType::ALL.into_iter().filter_map(brought).collect::<Vec<_>>());
}
