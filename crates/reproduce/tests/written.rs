//! What the reproducers hold, and that those which need nothing but a compiler do what they say.

use std::process::Command;

use opconform_reproduce::{Answer, Content, Expected, Reproducer, reproducers};
use opconform_spec::{Attribute, Case, ElementSet, Facts, Operator, Origin, Profile};
use opconform_tensor::{DType, Tensor, Value};

fn tensor(dtype: DType, shape: &[usize], names: &[&str]) -> Tensor {
    let parse = |name: &str| Value::parse(dtype, name).expect("a value").bits();
    let nan = || parse("inf") | (parse("inf") & parse("inf").wrapping_neg()) >> 1;
    let bits: Vec<u64> = names.iter().map(|&name| if name == "nan" { nan() } else { parse(name) }).collect();
    Tensor::from_bits(dtype, shape, &bits).expect("a tensor")
}

fn case(inputs: Vec<Tensor>) -> Case {
    let max = Operator::named("Max").expect("Max");
    Case::new(max, 13, inputs, "test", Origin { source: "test".into(), seed: None })
}

fn under(profile: &str, case: &Case) -> Expected {
    let profile = Profile::named(profile).expect("a profile");
    Expected::under(profile, &Facts::new(case)).expect("it speaks of the case")
}

fn text<'r>(reproducers: &'r [Reproducer], language: &str) -> &'r str {
    let reproducer = reproducers.iter().find(|reproducer| reproducer.language == language);
    reproducer.expect(language).as_text().expect("a text")
}

/// Compiles a Rust reproducer that needs no package, and runs it: whether it passes, and what it prints.
fn run(test: &str) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let source = folder.path().join("reproduce.rs");
    std::fs::write(&source, test).expect("a file");
    let program = folder.path().join("reproduce");
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(compiler)
        .args(["--test", "--edition", "2021", "-D", "warnings", "-o"])
        .args([&program, &source])
        .output()
        .expect("the compiler that built this test");
    assert!(compiled.status.success(), "{}\n{test}", String::from_utf8_lossy(&compiled.stderr));
    let done = Command::new(&program).env_remove("RUST_BACKTRACE").output().expect("the test runs");
    (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
fn the_rust_test_fails_where_the_maximum_ignores_a_nan_and_nowhere_else() {
    let row = tensor(DType::F32, &[2, 1], &["nan:0x7fc00001", "-0.0"]);
    let column = tensor(DType::F32, &[3], &["1.0", "-1.0", "inf"]);
    let broadcast = case(vec![row, column]);
    let sonnx = reproducers(&broadcast, "unknown", &under("sonnx", &broadcast));
    let (passes, printed) = run(text(&sonnx, "Rust"));
    assert!(!passes && printed.contains("element 0: 0x3f800000, expected [None]"), "{printed}");
    assert!(!printed.contains("element 3"), "{printed}");

    let gap = reproducers(&broadcast, "unknown", &under("sonnx-seed", &broadcast));
    assert!(run(text(&gap, "Rust")).0);
    assert!(text(&gap, "Rust").contains("&[None, Some(0x3f800000)]"), "{}", text(&gap, "Rust"));
    assert!(text(&gap, "Python").contains("{NAN, 0x3f800000}"), "{}", text(&gap, "Python"));
    assert!(text(&gap, "C#").contains("[null, 0x3f800000]"), "{}", text(&gap, "C#"));

    let integers = case(vec![tensor(DType::U8, &[2], &["255", "1"]), tensor(DType::U8, &[], &["127"])]);
    let integers = reproducers(&integers, "unknown", &under("onnx-13", &integers));
    assert!(run(text(&integers, "Rust")).0);
}

#[test]
fn the_rust_test_passes_where_a_refusal_is_due_and_comes() {
    let clash = case(vec![tensor(DType::I32, &[2], &["1", "2"]), tensor(DType::I32, &[3], &["1", "2", "3"])]);
    let expected = under("sonnx", &clash);
    assert!(matches!(expected.answer, Answer::Refusal(_)));
    assert!(run(text(&reproducers(&clash, "unknown", &expected), "Rust")).0);
}

#[test]
fn a_single_element_of_a_clause_that_compares_cases() {
    let case = case(vec![tensor(DType::F64, &[3], &["nan", "nan", "nan"]), tensor(DType::F64, &[3], &["1.0"; 3])]);
    let facts = Facts::new(&case);
    let one = Value::parse(DType::F64, "1.0").expect("a value").bits();
    let expected = Expected::element("DET-LANE", &facts, 1, one).expect("an element");
    let Answer::Tensor { elements, .. } = &expected.answer else { panic!("{expected:?}") };
    assert_eq!(elements[1], ElementSet::Only(one));
    assert!(matches!(elements[0], ElementSet::Anything(_)));
    assert!(run(text(&reproducers(&case, "unknown", &expected), "Rust")).0);
    assert!(Expected::element("DET-LANE", &facts, 3, one).is_none());
}

#[test]
fn every_language_has_what_it_can_express() {
    for (dtype, languages) in
        [(DType::F32, vec!["Rust", "Python", "C#", "ONNX"]), (DType::Bf16, vec!["Rust", "Python", "ONNX"])]
    {
        let case = case(vec![tensor(dtype, &[1], &["nan"]), tensor(dtype, &[], &["1.0"])]);
        let reproducers = reproducers(&case, "tract", &under("onnx-13", &case));
        let mut found: Vec<&str> = reproducers.iter().map(|reproducer| reproducer.language).collect();
        found.dedup();
        assert_eq!(found, languages);
        for reproducer in &reproducers {
            let left = reproducer.as_text().is_some_and(|text| text.contains('@'));
            assert!(!left && !reproducer.as_bytes().is_empty(), "{}", reproducer.name);
        }
        let names: Vec<&str> = reproducers.iter().map(|reproducer| reproducer.name.as_str()).collect();
        for name in ["model.onnx", "test_data_set_0/input_0.pb", "test_data_set_0/output_0.pb"] {
            assert!(names.contains(&format!("onnx/{name}").as_str()), "{names:?}");
        }
    }
}

#[test]
fn a_hostile_name_stays_in_its_comment() {
    let case = case(vec![tensor(DType::F32, &[], &["nan"])]);
    let name = "x\"\"\"\nimport os\n*/ \\ @INPUTS@";
    for reproducer in reproducers(&case, name, &under("sonnx", &case)) {
        if let Content::Text(text) = &reproducer.content {
            assert!(!text.contains("\nimport os"), "{text}");
            assert!(text.contains("x????import os?*/ ? ?INPUTS?"), "{text}");
        }
    }
}

fn of(operator: &str, inputs: Vec<Tensor>, attributes: &[(&str, Attribute)]) -> Case {
    let operator = Operator::named(operator).expect("an operator");
    let origin = Origin { source: "test".into(), seed: None };
    let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    Case::new(operator, operator.newest(), inputs, "test", origin).with_attributes(attributes)
}

#[test]
fn every_operator_is_called_in_its_own_language() {
    let memory = || tensor(DType::F32, &[6], &["nan", "1.0", "2.0", "-0.0", "0.0", "0.0"]);
    let span = |start, length| Attribute::Ints(vec![start, length]);
    let spans =
        of("dotnet.SpanMin", vec![memory()], &[("x", span(0, 2)), ("y", span(2, 2)), ("destination", span(4, 2))]);
    let spans = reproducers(&spans, "dotnet", &under("ieee754-2019", &spans));
    let call = "TensorPrimitives.Min<float>(result.AsSpan(0, 2), result.AsSpan(2, 2), result.AsSpan(4, 2));";
    assert!(text(&spans, "C#").contains(call), "{}", text(&spans, "C#"));
    assert_eq!(spans.len(), 1);

    let reduction = of("dotnet.SpanMaxReduce", vec![memory()], &[("x", span(1, 3))]);
    let reduction = reproducers(&reduction, "dotnet", &under("ieee754-2019", &reduction));
    assert!(text(&reduction, "C#").contains("[TensorPrimitives.Max<float>(inputs[0].AsSpan(1, 3))]"));

    let scalar = tensor(DType::F32, &[], &["1.0"]);
    let attributes =
        [("axis", Attribute::Ints(vec![-1])), ("initial", Attribute::Int(1)), ("keepdims", Attribute::Int(1))];
    let amax = of("numpy.nanmax", vec![memory(), scalar], &attributes);
    let amax = reproducers(&amax, "numpy", &under("numpy", &amax));
    let call = "return np.nanmax(inputs[0], axis=(-1,), initial=inputs[1], keepdims=1)";
    assert!(text(&amax, "Python").contains(call), "{}", text(&amax, "Python"));

    let fold = of("Min", vec![memory(), memory()], &[]);
    let fold = reproducers(&fold, "numpy", &under("onnx-13", &fold));
    assert!(text(&fold, "Python").contains("np.minimum(result, operand)"));
    assert!(text(&fold, "C#").contains("TensorPrimitives.Min<float>(result, operand, result)"));
}
