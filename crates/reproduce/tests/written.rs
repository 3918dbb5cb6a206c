//! What the programs hold, and that those which need nothing but a compiler or node do what they say.

use std::process::Command;

use opconform_reproduce::{
    Allowed, Answer, Content, Crate, Expected, Function, Implementation, Library, Module, Reproduction, Subject, Why,
    reproduce,
};
use opconform_spec::{Attribute, Case, Clause, Facts, Operator, Origin, Outcome, Profile, Trial, Way};
use opconform_tensor::{DType, Tensor, Value};

/// Every implementation.
const ALL: [Implementation; 30] = [
    Implementation::Python(Library::Numpy),
    Implementation::Python(Library::Jax),
    Implementation::Python(Library::Torch),
    Implementation::Python(Library::TorchCompiled),
    Implementation::Python(Library::Tensorflow),
    Implementation::Python(Library::Paddle),
    Implementation::Python(Library::Mars),
    Implementation::Python(Library::OnnxReference),
    Implementation::Python(Library::Onnxruntime),
    Implementation::Python(Library::OnnxruntimeThreads),
    Implementation::Python(Library::Openvino),
    Implementation::Rust(Crate::TractTyped),
    Implementation::Rust(Crate::TractOptimized),
    Implementation::Rust(Crate::Rten),
    Implementation::Rust(Crate::Candle),
    Implementation::Rust(Crate::NdarrayMethod),
    Implementation::Rust(Crate::NdarrayCompare),
    Implementation::Rust(Crate::KernelsPortable),
    Implementation::Rust(Crate::KernelsAvx2),
    Implementation::Rust(Crate::KernelsAvx512),
    Implementation::Rust(Crate::KernelsNeon),
    Implementation::C(Function::Fmaximum),
    Implementation::C(Function::FmaximumNum),
    Implementation::C(Function::FmaximumMag),
    Implementation::C(Function::FmaximumMagNum),
    Implementation::C(Function::Fmax),
    Implementation::JavaScript(Module::Math),
    Implementation::JavaScript(Module::OnnxruntimeNode),
    Implementation::JavaScript(Module::OnnxruntimeWeb),
    Implementation::CSharp,
];

fn tensor(dtype: DType, shape: &[usize], names: &[&str]) -> Tensor {
    let parse = |name: &str| Value::parse(dtype, name).expect("a value").bits();
    let nan = || parse("inf") | (parse("inf") & parse("inf").wrapping_neg()) >> 1;
    let bits: Vec<u64> = names.iter().map(|&name| if name == "nan" { nan() } else { parse(name) }).collect();
    Tensor::from_bits(dtype, shape, &bits).expect("a tensor")
}

fn of(operator: &str, inputs: Vec<Tensor>, attributes: &[(&str, Attribute)]) -> Case {
    let operator = Operator::named(operator).expect("an operator");
    let origin = Origin { source: "test".into(), seed: None };
    let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    Case::new(operator, operator.newest(), inputs, "test", origin).with_attributes(attributes)
}

fn max(inputs: Vec<Tensor>) -> Case {
    of("Max", inputs, &[])
}

fn under(profile: &str, case: &Case) -> Expected {
    let profile = Profile::named(profile).expect("a profile");
    Expected::under(profile, &Facts::new(case)).expect("it speaks of the case")
}

fn reproduction(case: &Case, implementation: Option<Implementation>, expected: &Expected) -> Reproduction {
    reproduce(case, &Subject { name: "subject", version: "1.2.3", implementation }, Ok(expected))
}

fn text(case: &Case, implementation: Implementation, expected: &Expected) -> String {
    let program = reproduction(case, Some(implementation), expected).program.expect("a program");
    program.as_text().expect("a text").to_owned()
}

/// Compiles a C program as it says itself, and runs it: whether it finds nothing wrong, and what it prints.
fn compiled(program: &str) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let (source, built) = (folder.path().join("reproduce.c"), folder.path().join("reproduce"));
    std::fs::write(&source, program).expect("a file");
    let strict = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];
    let done = Command::new("cc").args(strict).arg(&source).args(["-lm", "-o"]).arg(&built).output();
    let done = done.expect("the compiler that links this test");
    assert!(done.status.success(), "{}\n{program}", String::from_utf8_lossy(&done.stderr));
    let done = Command::new(&built).output().expect("it runs");
    (done.status.success(), String::from_utf8_lossy(&done.stdout).into_owned())
}

#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn a_c_program_departs_where_the_maximum_ignores_a_nan_and_nowhere_else() {
    let row = tensor(DType::F32, &[2, 1], &["nan:0x7fc00001", "-0.0"]);
    let column = tensor(DType::F32, &[3], &["1.0", "-1.0", "inf"]);
    let case = max(vec![row, column]);
    let fmax = Implementation::C(Function::Fmax);
    let (conforms, said) = compiled(&text(&case, fmax, &under("sonnx", &case)));
    assert!(
        !conforms && said.starts_with("departs from sonnx:\nelement 0: 0x3f800000 (1), expected any NaN\n"),
        "{said}"
    );
    assert!(!said.contains("element 3"), "{said}");
    let (conforms, said) = compiled(&text(&case, fmax, &under("sonnx-seed", &case)));
    assert_eq!((conforms, said.as_str()), (true, "conforms to sonnx-seed\n"));
    let empty = max(vec![tensor(DType::F64, &[0], &[])]);
    assert!(compiled(&text(&empty, fmax, &under("sonnx", &empty))).0);
}

#[test]
fn what_only_a_clause_asks_for_is_what_the_clause_accepts() {
    // No version of ONNX names a NaN: a NaN that is lost breaks a clause that no profile's set knows of.
    let data = tensor(DType::F32, &[2], &["1.0", "nan"]);
    let case = of("ReduceMax", vec![data], &[]);
    let facts = Facts::new(&case);
    let one = Tensor::from_bits(DType::F32, &[1], &[0x3f80_0000]).expect("a tensor");
    let lost = Outcome::Output(vec![one]);
    let trial = Trial::new(&facts, &lost);
    let clause = Clause::named("ONNX-RMAX-NAN").expect("a clause");
    let expected = Expected::by_clause(clause, &trial, Some(0)).expect("it asks for something");
    let answer = Answer::Tensor { dtype: DType::F32, shape: vec![1], elements: vec![Allowed::AnyNan] };
    assert_eq!(expected, Expected { under: "ONNX-RMAX-NAN".to_owned(), answer });
    assert_eq!(expected.describe(Some(0)), "any NaN");
    let script = text(&case, Implementation::Python(Library::Onnxruntime), &expected);
    assert!(script.contains("EXPECTED = (\"float32\", [1], [{NAN}])") && script.contains("onnxruntime==1.2.3"));

    // What a NaN's bits are is no objection to a number, which another clause forbids.
    let case = max(vec![tensor(DType::F32, &[1], &["nan"]), tensor(DType::F32, &[1], &["1.0"])]);
    let facts = Facts::new(&case);
    let another = Outcome::Output(vec![tensor(DType::F32, &[1], &["0xffc00000"])]);
    let clause = Clause::named("NET-MAX-NAN-BITS").expect("a clause");
    let expected = Expected::by_clause(clause, &Trial::new(&facts, &another), Some(0)).expect("it asks for something");
    assert_eq!(expected.describe(Some(0)), "0x7fc00000 (nan)");

    let twice = Tensor::from_bits(DType::I64, &[2], &[0, 0]).expect("axes");
    let case = of("ReduceMax", vec![tensor(DType::F32, &[1], &["1.0"]), twice], &[]);
    let (facts, clause) = (Facts::new(&case), Clause::named("ONNX-RMAX-DUPLICATE").expect("a clause"));
    let expected = Expected::by_clause(clause, &Trial::new(&facts, &lost), None).expect("it asks for a refusal");
    assert!(matches!(expected.answer, Answer::Refusal(_)), "{expected:?}");
}

#[test]
fn a_single_element_of_a_clause_that_compares_cases() {
    let case = max(vec![tensor(DType::F64, &[3], &["nan", "nan", "nan"]), tensor(DType::F64, &[3], &["1.0"; 3])]);
    let (facts, clause) = (Facts::new(&case), Clause::named("DET-LANE").expect("a clause"));
    let one = Value::parse(DType::F64, "1.0").expect("a value").bits();
    let expected = Expected::element(clause, &facts, 1, one).expect("an element");
    let Answer::Tensor { elements, .. } = &expected.answer else { panic!("{expected:?}") };
    assert_eq!(elements[..2], [Allowed::Anything, Allowed::Bits(vec![one])]);
    assert!(Expected::element(clause, &facts, 3, one).is_none());
}

#[test]
fn every_implementation_has_a_program_without_a_marker_in_it() {
    let case = max(vec![tensor(DType::F32, &[1], &["nan"]), tensor(DType::F32, &[1], &["1.0"])]);
    for implementation in ALL {
        let program = text(&case, implementation, &under("onnx-13", &case));
        let marker = program.split('@').nth(1).filter(|marker| marker.chars().all(|c| c.is_uppercase() || c == '_'));
        assert_eq!(marker, None, "{implementation:?}\n{program}");
        assert!(program.contains("conforms to onnx-13"), "{implementation:?}");
    }
}

#[test]
fn a_runtime_of_models_has_the_model_and_another_has_not() {
    let case = max(vec![tensor(DType::F32, &[1], &["nan"]), tensor(DType::F32, &[], &["1.0"])]);
    for implementation in ALL {
        let data = reproduction(&case, Some(implementation), &under("onnx-13", &case)).data;
        let names: Vec<&str> = data.iter().map(|file| file.name.as_str()).collect();
        let expected: &[&str] = if implementation.runs_models() {
            &["model.onnx", "test_data_set_0/input_0.pb", "test_data_set_0/input_1.pb", "test_data_set_0/output_0.pb"]
        } else {
            &[]
        };
        let expected: Vec<String> = expected.iter().map(|name| format!("onnx/{name}")).collect();
        assert_eq!(names, expected, "{implementation:?}");
    }
}

#[test]
fn of_an_adapter_that_somebody_wrote_there_is_data_and_no_program() {
    let case = max(vec![tensor(DType::F32, &[], &["nan"])]);
    let Reproduction { program, data } = reproduction(&case, None, &under("sonnx", &case));
    assert_eq!(program, Err(Why::Unknown("subject".to_owned())));
    let names: Vec<&str> = data.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names.first().zip(names.last()), Some((&"onnx/model.onnx", &"vectors.json")));
    let vectors = data.last().and_then(|file| file.as_text()).expect("a text");
    assert!(vectors.contains("\"7fc00000\"") && vectors.contains(case.id()), "{vectors}");
}

#[test]
fn what_cannot_be_written_says_why() {
    let fmax = Some(Implementation::C(Function::Fmax));
    let halves = max(vec![tensor(DType::F16, &[], &["1.0"])]);
    let why = |case: &Case, implementation| reproduction(case, implementation, &under("onnx-13", case)).program.err();
    assert_eq!(why(&halves, fmax), Some(Why::Type { language: "libm", dtype: DType::F16 }));
    let clash = max(vec![tensor(DType::F32, &[2], &["1.0"; 2]), tensor(DType::F32, &[3], &["1.0"; 3])]);
    let clashed = reproduction(&clash, fmax, &under("sonnx", &clash)).program.err();
    assert_eq!(clashed, Some(Why::Shapes("a function of libm")));
    let moved = max(vec![tensor(DType::F32, &[1], &["1.0"]).with_offset(1)]);
    assert_eq!(why(&moved, Some(Implementation::Rust(Crate::TractTyped))), Some(Why::Placed("Rust")));
    let reduce = of("ReduceMax", vec![tensor(DType::F32, &[2], &["1.0"; 2])], &[]);
    let found = reproduction(&reduce, Some(Implementation::Rust(Crate::NdarrayMethod)), &under("onnx-20", &reduce));
    assert_eq!(found.program.err().map(|why| why.to_string()).as_deref(), Some("ndarray is not called for ReduceMax"));
    let clause = Why::Compared("REL-FOLD");
    let subject = Subject { name: "numpy", version: "2", implementation: Some(Implementation::Python(Library::Numpy)) };
    assert_eq!(reproduce(&reduce, &subject, Err(&clause)).program, Err(clause));
}

#[test]
fn a_script_has_arrays_lie_as_the_way_of_the_case_says() {
    let pair = || vec![tensor(DType::F32, &[2, 1], &["1.0", "2.0"]), tensor(DType::F32, &[2, 1], &["0.0", "3.0"])];
    let [numpy, torch, jax] = [Library::Numpy, Library::Torch, Library::Jax].map(Implementation::Python);
    let script = |way: &str, library: Implementation| {
        let way = Way::named(way).expect("a way");
        let case = of("numpy.maximum", pair(), &[]).with_way(way);
        assert!(way.suits(&case));
        reproduction(&case, Some(library), &under("numpy", &case)).program
    };
    for (way, statement, call) in [
        ("strided-first", "return room[..., :-1:2]", "np.maximum(laid(to(inputs[0])), to(inputs[1]))"),
        ("reversed-rest", ".copy()[..., ::-1]", "np.maximum(to(inputs[0]), laid(to(inputs[1])))"),
        ("transposed-all", "array.T.copy().T", "np.maximum(laid(to(inputs[0])), laid(to(inputs[1])))"),
        ("broadcast-all", "np.broadcast_to(array, [2, 1])", "np.maximum(laid(to(inputs[0])), laid(to(inputs[1])))"),
        ("misaligned-first", "np.uint8)[1:].view(", "np.maximum(laid(to(inputs[0])), to(inputs[1]))"),
        ("in-place", "[*inputs, inputs[0]]", "np.maximum(to(inputs[0]), to(inputs[1]), out=to(inputs[2]))"),
        ("overlapping", "out = room[:-1].reshape(inputs[0].shape), room[1:]", "to(inputs[1]), out=to(inputs[2]))"),
        ("in-place-second", "[*inputs, inputs[1]]", "np.maximum(to(inputs[0]), to(inputs[1]), out=to(inputs[2]))"),
        (
            "overlapping-before",
            "out = room[1:].reshape(inputs[0].shape), room[:-1]",
            "to(inputs[1]), out=to(inputs[2]))",
        ),
        ("stepped-first", "return room[..., ::5]", "np.maximum(laid(to(inputs[0])), to(inputs[1]))"),
        ("turned-rest", "array[::-1].copy()[::-1]", "np.maximum(to(inputs[0]), laid(to(inputs[1])))"),
        ("read-only", "writeable = False", "np.maximum(laid(to(inputs[0])), laid(to(inputs[1])))"),
        ("swapped-all", "result.dtype.newbyteorder(\"=\")", "np.maximum(laid(to(inputs[0])), laid(to(inputs[1])))"),
    ] {
        let script = script(way, numpy).expect("a script");
        let script = script.as_text().expect("a text");
        assert!(script.contains(statement) && script.contains(call), "{script}");
    }
    assert!(["transposed-all", "stepped-rest"].iter().all(|way| script(way, torch).is_ok()));
    // What the call writes to is no operand that it reads alone; what is equal along an axis is there once.
    let text = |case: &Case| {
        let program = reproduction(case, Some(numpy), &under("numpy", case)).program.expect("a script");
        program.as_text().expect("a text").to_owned()
    };
    let named = |name: &str| Way::named(name).expect("a way");
    let written = of("numpy.maximum", [pair(), pair()[..1].to_vec()].concat(), &[("out", Attribute::Int(2))]);
    assert!(text(&written.with_way(named("read-only"))).contains("laid(to(inputs[1])), out=to(inputs[2]))"));
    let rows = tensor(DType::F32, &[2, 2], &["1.0", "2.0", "1.0", "2.0"]);
    let repeated = text(&of("numpy.amax", vec![rows], &[]).with_way(named("repeated")));
    assert!(repeated.contains("np.broadcast_to(array[:1, :].copy(), [2, 2])"), "{repeated}");
    assert!(repeated.contains("np.amax(laid(to(inputs[0])), axis=None"), "{repeated}");
    for (way, library, package) in [
        ("reversed-all", torch, "torch"),
        ("misaligned-all", torch, "torch"),
        ("in-place", torch, "torch"),
        ("turned-first", torch, "torch"),
        ("read-only", torch, "torch"),
        ("swapped-rest", torch, "torch"),
        ("overlapping-before", torch, "torch"),
        ("strided-all", jax, "jax"),
    ] {
        assert_eq!(script(way, library).expect_err("no script"), Why::Laid(package));
    }
}

#[test]
fn a_hostile_name_and_version_stay_in_their_comments() {
    let case = max(vec![tensor(DType::F32, &[], &["nan"])]);
    let name = "x\"\"\"\nimport os\n*/ \\ @INPUTS@";
    for implementation in ALL {
        let subject = Subject { name, version: name, implementation: Some(implementation) };
        let program = reproduce(&case, &subject, Ok(&under("sonnx", &case))).program.expect("a program");
        let Content::Text(text) = &program.content else { panic!("{program:?}") };
        assert!(!text.contains("\nimport os\n*"), "{text}");
        assert!(text.contains("x?import os?*/ ? ?INPUTS?"), "{text}");
    }
}

#[test]
fn every_operator_is_called_as_the_library_calls_it() {
    let numpy = Implementation::Python(Library::Numpy);
    let memory = || tensor(DType::F32, &[6], &["nan", "1.0", "2.0", "-0.0", "0.0", "0.0"]);
    let span = |start, length| Attribute::Ints(vec![start, length]);
    let spans =
        of("dotnet.SpanMin", vec![memory()], &[("x", span(0, 2)), ("y", span(2, 2)), ("destination", span(4, 2))]);
    let program = text(&spans, Implementation::CSharp, &under("ieee754-2019", &spans));
    let call = "TensorPrimitives.Min<float>(result.AsSpan(0, 2), result.AsSpan(2, 2), result.AsSpan(4, 2));";
    assert!(program.contains(call), "{program}");
    let reduction = of("dotnet.SpanMaxReduce", vec![memory()], &[("x", span(1, 3))]);
    let program = text(&reduction, Implementation::CSharp, &under("ieee754-2019", &reduction));
    assert!(program.contains("[TensorPrimitives.Max<float>(inputs[0].AsSpan(1, 3))]"), "{program}");

    let scalar = tensor(DType::F32, &[], &["1.0"]);
    let attributes =
        [("axis", Attribute::Ints(vec![-1])), ("initial", Attribute::Int(1)), ("keepdims", Attribute::Int(1))];
    let amax = of("numpy.nanmax", vec![memory(), scalar], &attributes);
    let program = text(&amax, numpy, &under("numpy", &amax));
    let call = "return back(np.nanmax(to(inputs[0]), axis=(-1,), keepdims=True, initial=to(inputs[1])))";
    assert!(program.contains(call), "{program}");

    let fold = of("Min", vec![memory(), memory()], &[]);
    assert!(text(&fold, numpy, &under("onnx-13", &fold)).contains("result = np.minimum(result, to(operand))"));

    let axes = Tensor::from_bits(DType::I64, &[1], &[1]).expect("axes");
    let square = || tensor(DType::F32, &[2, 2], &["nan", "1.0", "2.0", "-0.0"]);
    let reduce = of("ReduceMax", vec![square(), axes], &[]);
    let allowed = under("onnx-20", &reduce);
    let torch = text(&reduce, Implementation::Python(Library::Torch), &allowed);
    assert!(torch.contains("return back(torch.amax(to(inputs[0]), dim=(1,), keepdim=True))"), "{torch}");
    let candle = text(&reduce, Implementation::Rust(Crate::Candle), &allowed);
    assert!(candle.contains("result = result.max_keepdim(1usize)?;"), "{candle}");
    let all = of("ReduceMax", vec![square()], &[("keepdims", Attribute::Int(0))]);
    let torch = text(&all, Implementation::Python(Library::Torch), &under("onnx-20", &all));
    assert!(torch.contains("dim=(0, 1), keepdim=False"), "{torch}");
    let compiled = text(&all, Implementation::Python(Library::TorchCompiled), &under("onnx-20", &all));
    assert!(compiled.contains("torch.compile(getattr(torch, name), dynamic=False, fullgraph=True)"), "{compiled}");
    assert!(compiled.contains("return back(compiled.amax(to(inputs[0]), dim=(0, 1), keepdim=False))"), "{compiled}");
}
