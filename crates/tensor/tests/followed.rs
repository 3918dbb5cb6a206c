//! What follows the table of element types, and would go on without a type that it lacks: the kernels and the samples of their tests, the
//! function that tries the C kit, and the kit for Python.

use std::collections::BTreeSet;

use opconform_tensor::{DType, Numpy};

const SAMPLES: &str = include_str!("../../kernels/tests/suite/sample.rs");
const IN_C: &str = include_str!("../../protocol/kits/c/tests/conforming.c");
const KERNELS: &str = include_str!("../../kernels/src/element.rs");
const IN_PYTHON: &str = include_str!("../../protocol/kits/python/python/opconform/element.py");

/// What stands in a text after one that occurs once, and before the next of another.
fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("{from} is not there"));
    rest.split_once(to).unwrap_or_else(|| panic!("{to} does not follow")).0
}

/// What a Rust type is called where it is imported.
fn rust_name(dtype: DType) -> &'static str {
    dtype.rust().rsplit("::").next().unwrap_or_default().trim()
}

#[test]
fn the_kernels_are_tried_on_samples_of_every_type() {
    let tables = [between(SAMPLES, "\nfloat! {", "\n}"), between(KERNELS, "macro_rules! floats_of_8_bits {", "\n}")];
    let rows = tables.iter().flat_map(|rows| rows.lines()).filter_map(|line| line.trim().split_once(','));
    let floats = rows.map(|(path, _)| path.rsplit("::").next().unwrap_or_default());
    let sampled: BTreeSet<&str> = floats.chain(between(SAMPLES, "\ninteger!(", ")").split_whitespace()).collect();
    // A truth value is compared as the byte that it is.
    let held: BTreeSet<&str> = DType::ALL.into_iter().filter(|&it| it != DType::Bool).map(rust_name).collect();
    assert_eq!(sampled, held);
}

#[test]
fn the_c_kit_is_tried_on_every_type() {
    // Floats are those of the header, which lists every type.
    assert!(IN_C.contains("\nOPCONFORM_FLOATS(OF_FLOATS)\nOPCONFORM_FLOATS8(OF_FLOATS)\n"));
    let integers = || DType::ALL.into_iter().filter(|dtype| !dtype.is_float()).map(DType::name);
    let defined = IN_C.split("\nOF_INTEGERS(").skip(1).filter_map(|row| row.split_once(',')).map(|row| row.0);
    assert_eq!(defined.collect::<BTreeSet<_>>(), integers().collect());
    let offered = between(IN_C, "\nOPCONFORM_MAIN(", "it.claims");
    for words in integers().map(|name| [format!("NUMBERS({name})"), format!("scalar_max_{name}")]) {
        assert!(words.iter().any(|words| offered.contains(words)), "{words:?}");
    }
    assert!(offered.contains("OPCONFORM_FLOATS(ARRAYS) OPCONFORM_FLOATS8(ARRAYS)"));
}

#[test]
fn the_kit_for_python_knows_what_every_type_is_called() {
    let rows = between(IN_PYTHON, "\nELEMENTS = {\n", "\n}").lines();
    let known = rows.filter_map(|row| row.trim().strip_prefix('"')?.strip_suffix("),")?.split_once("\": Element("));
    let told = DType::ALL.map(|dtype| {
        let (storage, added) = match dtype.numpy() {
            Numpy::Added(name) => (format!("<u{}", dtype.size()), format!(", \"{name}\"")),
            Numpy::Own(_) if dtype == DType::Bool => ("?".to_owned(), String::new()),
            Numpy::Own(_) => (format!("<{}{}", &dtype.name()[..1], dtype.size()), String::new()),
        };
        (dtype.name(), format!("\"{}\", {}, \"{storage}\"{added}", dtype.frame(), dtype.onnx()))
    });
    assert_eq!(known.map(|(name, told)| (name, told.to_owned())).collect::<Vec<_>>(), told);
}
