//! Faults of the whole family: reductions, spans and Paddle's maxima. Each has a case of its own, with the right
//! outcome written out next to the faulty one.

use opconform_spec::{Attribute, Attributes, Case, Operator, Origin, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::common::{bits, tensor};

/// A case, what is right, a fault, and the clauses that the fault violates.
pub(crate) struct Sown {
    pub(crate) name: String,
    pub(crate) dtype: DType,
    pub(crate) case: Case,
    pub(crate) right: Outcome,
    pub(crate) fault: Outcome,
    pub(crate) violates: Vec<&'static str>,
}

/// The types of an operator's newest version.
pub(super) fn types(operator: &str) -> &'static [DType] {
    let operator = Operator::named(operator).expect("an operator");
    (operator.types)(operator.newest())
}

pub(super) fn floats(operator: &str) -> Vec<DType> {
    types(operator).iter().copied().filter(|dtype| dtype.is_float()).collect()
}

/// A value by its name; of bool, 1 is false, and 2 and 3 are true.
fn value(dtype: DType, name: &str) -> u64 {
    match (dtype, name) {
        (DType::Bool, "1") => 0,
        (DType::Bool, _) => 1,
        _ => bits(dtype, name),
    }
}

pub(super) fn of(dtype: DType, shape: &[usize], names: &[&str]) -> Tensor {
    tensor(dtype, shape, &names.iter().map(|name| value(dtype, name)).collect::<Vec<_>>())
}

pub(super) fn gives(dtype: DType, shape: &[usize], names: &[&str]) -> Outcome {
    Outcome::Output(vec![of(dtype, shape, names)])
}

pub(super) fn refused() -> Outcome {
    Outcome::Rejected("not today".to_owned())
}

pub(super) fn another_type(dtype: DType, shape: &[usize]) -> Outcome {
    let other = if dtype == DType::F64 { DType::F32 } else { DType::F64 };
    Outcome::Output(vec![tensor(other, shape, &vec![0; shape.iter().product()])])
}

pub(super) fn case(operator: &str, opset: u32, inputs: Vec<Tensor>, attributes: &[(&str, Attribute)]) -> Case {
    let operator = Operator::named(operator).expect("an operator");
    let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    Case::new(operator, opset, inputs, "family", Origin { source: "test".into(), seed: None })
        .with_attributes(attributes.collect::<Attributes>())
}

fn axes(axes: &[i64]) -> Tensor {
    tensor(DType::I64, &[axes.len()], &axes.iter().map(|axis| axis.cast_unsigned()).collect::<Vec<_>>())
}

const KEEP: (&str, Attribute) = ("keepdims", Attribute::Int(1));
const PRUNE: (&str, Attribute) = ("keepdims", Attribute::Int(0));
const NOOP: (&str, Attribute) = ("noop_with_empty_axes", Attribute::Int(1));

/// All of them.
pub(crate) fn sown() -> Vec<Sown> {
    let mut all = Vec::new();
    reduce_max(&mut all);
    reduce_max_floats(&mut all);
    spans(&mut all);
    spans_refused(&mut all);
    span_reductions(&mut all);
    paddle(&mut all);
    super::numpy::of_two(&mut all);
    super::numpy::reductions(&mut all);
    super::clip::limits(&mut all);
    all
}

/// Adds one fault of a case.
pub(super) fn sow(
    all: &mut Vec<Sown>,
    name: &str,
    (dtype, case): (DType, &Case),
    right: &Outcome,
    fault: Outcome,
    violates: &[&'static str],
) {
    let (name, case, right) = (format!("{name}, {dtype}"), case.clone(), right.clone());
    all.push(Sown { name, dtype, case, right, fault, violates: violates.to_vec() });
}

fn reduce_max(all: &mut Vec<Sown>) {
    for &dtype in types("ReduceMax") {
        let data = of(dtype, &[2, 2], &["1", "2", "2", "1"]);
        let rows = case("ReduceMax", 20, vec![data.clone(), axes(&[1])], &[PRUNE]);
        let right = gives(dtype, &[2], &["2", "2"]);
        let mut first = vec!["ONNX-RMAX-VALUE"];
        let is_bool = dtype == DType::Bool;
        first.extend(is_bool.then_some("ONNX-RMAX-BOOL"));
        let (case_of, outcome) = ((dtype, &rows), gives(dtype, &[2], &["1", "2"]));
        sow(all, "the first element of each row", case_of, &right, outcome, &first);
        sow(all, "a dimension is kept", case_of, &right, gives(dtype, &[2, 1], &["2", "2"]), &["ONNX-RMAX-KEEPDIMS"]);
        sow(all, "another type", case_of, &right, another_type(dtype, &[2]), &["ONNX-RMAX-TYPE"]);
        sow(all, "refused", case_of, &right, refused(), &["ONNX-RMAX-KEEPDIMS", "ONNX-RMAX-TYPES"]);

        let whole = case("ReduceMax", 20, vec![data.clone()], &[KEEP]);
        let right = gives(dtype, &[1, 1], &["2"]);
        let fault = gives(dtype, &[2, 1], &["2", "2"]);
        sow(all, "one axis of all", (dtype, &whole), &right, fault, &["ONNX-RMAX-KEEPDIMS", "ONNX-RMAX-ALL-AXES"]);

        let noop = case("ReduceMax", 20, vec![data.clone(), axes(&[])], &[NOOP]);
        let (right, fault) = (gives(dtype, &[2, 2], &["1", "2", "2", "1"]), gives(dtype, &[2, 2], &["2"; 4]));
        let mut changed = first.clone();
        changed.push("ONNX-RMAX-NOOP");
        sow(all, "no axis at all changes elements", (dtype, &noop), &right, fault, &changed);
        let (kept, pruned) = (gives(dtype, &[1, 1], &["2"]), case("ReduceMax", 20, vec![data.clone()], &[NOOP, PRUNE]));
        sow(all, "no axis at all reduces all", (dtype, &noop), &right, kept, &["ONNX-RMAX-NOOP"]);
        sow(all, "no axis at all prunes", (dtype, &pruned), &right, gives(dtype, &[], &["2"]), &["ONNX-RMAX-NOOP"]);
        sow(all, "no axis at all is refused", (dtype, &noop), &right, refused(), &["ONNX-RMAX-NOOP"]);

        let negative = case("ReduceMax", 20, vec![data.clone(), axes(&[-1])], &[PRUNE]);
        let expected = ["ONNX-RMAX-KEEPDIMS", "ONNX-RMAX-TYPES", "ONNX-RMAX-NEGATIVE-AXES"];
        sow(all, "−1 is refused", (dtype, &negative), &gives(dtype, &[2], &["2", "2"]), refused(), &expected);

        if !is_bool {
            let none = case("ReduceMax", 13, vec![data.clone()], &[("axes", Attribute::Ints(Vec::new()))]);
            let (right, fault) = (gives(dtype, &[1, 1], &["2"]), gives(dtype, &[2, 2], &["1", "2", "2", "1"]));
            sow(all, "an empty list is no axis", (dtype, &none), &right, fault, &["ONNX-RMAX-EMPTY-AXES"]);
        }
        let range = case("ReduceMax", 20, vec![data.clone(), axes(&[2])], &[]);
        sow(all, "axis 2 of 2", (dtype, &range), &refused(), gives(dtype, &[2], &["2", "2"]), &["ONNX-RMAX-RANGE"]);
        let twice = case("ReduceMax", 20, vec![data, axes(&[1, -1])], &[]);
        let fault = gives(dtype, &[2, 1], &["2", "2"]);
        sow(all, "an axis twice", (dtype, &twice), &refused(), fault, &["ONNX-RMAX-DUPLICATE"]);

        let scalar = case("ReduceMax", 20, vec![of(dtype, &[], &["2"])], &[]);
        let right = gives(dtype, &[], &["2"]);
        sow(all, "rank 0 is refused", (dtype, &scalar), &right, refused(), &["ONNX-RMAX-RANK-0"]);

        let nothing = case("ReduceMax", 20, vec![tensor(dtype, &[2, 0], &[]), axes(&[1])], &[PRUNE]);
        let least = match dtype {
            DType::Bool | DType::U8 | DType::U32 | DType::U64 => 0,
            _ if dtype.is_float() => bits(dtype, "-inf"),
            _ => bits(dtype, "min"),
        };
        let right = Outcome::Output(vec![tensor(dtype, &[2], &[least; 2])]);
        let fault = gives(dtype, &[2], &["2", "2"]);
        sow(all, "the maximum of nothing is 2", (dtype, &nothing), &right, fault, &["ONNX-RMAX-EMPTY"]);
        sow(all, "nothing to reduce is refused", (dtype, &nothing), &right, refused(), &["ONNX-RMAX-EMPTY"]);
    }
}

fn reduce_max_floats(all: &mut Vec<Sown>) {
    for dtype in floats("ReduceMax") {
        let row = |names: &[&str]| case("ReduceMax", 13, vec![of(dtype, &[1, names.len()], names)], &[PRUNE]);
        let scalar = |name| gives(dtype, &[], &[name]);
        let late = row(&["1.0", "nan1", "2.0"]);
        sow(all, "a NaN beyond index 0", (dtype, &late), &scalar("nan1"), scalar("2.0"), &["ONNX-RMAX-NAN"]);
        let low = row(&["-inf", "-inf"]);
        let fault = scalar("-max_finite");
        sow(all, "the fold starts at the lowest finite", (dtype, &low), &scalar("-inf"), fault, &["ONNX-RMAX-VALUE"]);
        let tiles = row(&["1.0", "2.0", "nan1", "1.0"]);
        let fault = scalar("1.0");
        let expected = ["ONNX-RMAX-NUMBER", "ONNX-RMAX-NAN"];
        sow(all, "the maximum before a NaN is lost", (dtype, &tiles), &scalar("nan1"), fault, &expected);
    }
    for dtype in [DType::F32, DType::Bool] {
        let data = of(dtype, &[2], &["1", "2"]);
        let example = case("ReduceMax", 20, vec![data], &[PRUNE]).with_published(of(dtype, &[], &["2"]));
        let mut expected = vec!["ONNX-RMAX-VALUE", "ONNX-RMAX-EXAMPLE"];
        expected.extend((dtype == DType::Bool).then_some("ONNX-RMAX-BOOL"));
        let (right, fault) = (gives(dtype, &[], &["2"]), gives(dtype, &[], &["1"]));
        sow(all, "not what is printed", (dtype, &example), &right, fault, &expected);
    }
}

fn span(start: i64, length: i64) -> Attribute {
    Attribute::Ints(vec![start, length])
}

const MEMORY: &[&str] = &["1", "2", "3", "1", "0", "0", "0"];
const AFTER: &[&str] = &["1", "2", "3", "1", "3", "2", "0"];

fn spans(all: &mut Vec<Sown>) {
    for &dtype in types("dotnet.SpanMax") {
        let memory = || of(dtype, &[7], MEMORY);
        let call = case(
            "dotnet.SpanMax",
            1,
            vec![memory()],
            &[("x", span(0, 2)), ("y", span(2, 2)), ("destination", span(4, 3))],
        );
        let (at, right) = ((dtype, &call), gives(dtype, &[7], AFTER));
        let lesser = gives(dtype, &[7], &["1", "2", "3", "1", "1", "1", "0"]);
        sow(all, "the lesser of two spans", at, &right, lesser, &["NET-MAX-VALUE"]);
        let more = gives(dtype, &[7], &["1", "2", "3", "1", "3", "2", "1"]);
        sow(all, "one more element is written", at, &right, more, &["NET-CALL-UNTOUCHED"]);
        sow(all, "another type of memory", at, &right, another_type(dtype, &[7]), &["NET-MAX-TYPE"]);
        sow(all, "spans that fit are refused", at, &right, refused(), &["NET-MAX-SHAPE"]);
        let in_place = case(
            "dotnet.SpanMaxScalar",
            1,
            vec![memory(), of(dtype, &[], &["2"])],
            &[("x", span(1, 3)), ("destination", span(1, 3))],
        );
        let right = gives(dtype, &[7], &["1", "2", "3", "2", "0", "0", "0"]);
        sow(all, "in place is refused", (dtype, &in_place), &right, refused(), &["NET-MAX-SHAPE"]);
    }
    for dtype in floats("dotnet.SpanMax") {
        for (names, right, fault, expected) in [
            (["nan1", "1.0"], "nan1", "1.0", &["NET-MAX-NAN"]),
            (["0.0", "-0.0"], "0.0", "-0.0", &["NET-MAX-ZERO"]),
            (["nan1", "1.0"], "nan1", "nan2", &["NET-MAX-NAN-BITS"]),
        ] {
            let call = case(
                "dotnet.SpanMaxScalar",
                1,
                vec![of(dtype, &[1], &names[..1]), of(dtype, &[], &names[1..])],
                &[("x", span(0, 1)), ("destination", span(0, 1))],
            );
            let (right, fault) = (gives(dtype, &[1], &[right]), gives(dtype, &[1], &[fault]));
            sow(all, "one element in place", (dtype, &call), &right, fault, expected);
        }
    }
}

fn spans_refused(all: &mut Vec<Sown>) {
    for &dtype in types("dotnet.SpanMin") {
        for (name, x, y, destination, expected) in [
            ("lengths 2 and 1", span(0, 2), span(2, 1), span(4, 3), "NET-CALL-LENGTH"),
            ("a short destination", span(0, 3), span(3, 3), span(6, 1), "NET-CALL-DESTINATION"),
            ("an overlap one further", span(0, 3), span(3, 3), span(1, 3), "NET-CALL-OVERLAP-FIRST"),
            ("an overlap of y alone", span(0, 2), span(3, 2), span(4, 2), "NET-CALL-OVERLAP"),
        ] {
            let call = [("x", x), ("y", y), ("destination", destination)];
            let call = case("dotnet.SpanMin", 1, vec![of(dtype, &[7], MEMORY)], &call);
            sow(all, name, (dtype, &call), &refused(), gives(dtype, &[7], MEMORY), &[expected]);
        }
        let operands = vec![of(dtype, &[7], MEMORY), of(dtype, &[], &MEMORY[..1])];
        let call = case("dotnet.SpanMaxScalar", 1, operands, &[("x", span(0, 3)), ("destination", span(1, 3))]);
        let expected = &["NET-CALL-OVERLAP-X"];
        sow(all, "an overlap beside a scalar", (dtype, &call), &refused(), gives(dtype, &[7], MEMORY), expected);
    }
}

fn span_reductions(all: &mut Vec<Sown>) {
    for &dtype in types("dotnet.SpanMaxReduce") {
        let call = case("dotnet.SpanMaxReduce", 1, vec![of(dtype, &[7], MEMORY)], &[("x", span(1, 3))]);
        let (at, right) = ((dtype, &call), gives(dtype, &[], &["3"]));
        sow(all, "the first element of a span", at, &right, gives(dtype, &[], &["2"]), &["NET-RED-VALUE"]);
        sow(all, "a row instead of a scalar", at, &right, gives(dtype, &[1], &["3"]), &["NET-RED-RETURN"]);
        sow(all, "a span is refused", at, &right, refused(), &["NET-RED-RETURN"]);
        sow(all, "another type of scalar", at, &right, another_type(dtype, &[]), &["NET-MAX-TYPE"]);
        let empty = case("dotnet.SpanMinReduce", 1, vec![of(dtype, &[7], MEMORY)], &[("x", span(3, 0))]);
        sow(all, "a minimum of nothing", (dtype, &empty), &refused(), gives(dtype, &[], &["1"]), &["NET-RED-EMPTY"]);
    }
    for dtype in floats("dotnet.SpanMaxReduce") {
        for (names, right, fault, expected) in [
            (["1.0", "nan1", "nan2"], "nan1", "1.0", &["NET-RED-NAN"]),
            (["1.0", "nan1", "nan2"], "nan1", "nan2", &["NET-RED-FIRST-NAN"]),
            (["-0.0", "0.0", "-1.0"], "0.0", "-0.0", &["NET-MAX-ZERO"]),
        ] {
            let call = case("dotnet.SpanMaxReduce", 1, vec![of(dtype, &[3], &names)], &[("x", span(0, 3))]);
            let (right, fault) = (gives(dtype, &[], &[right]), gives(dtype, &[], &[fault]));
            sow(all, "three elements", (dtype, &call), &right, fault, expected);
        }
    }
}

fn paddle(all: &mut Vec<Sown>) {
    for &dtype in types("paddle.maximum") {
        let call = |x: &[usize], y: &[usize], axis: Option<i64>| {
            let ones = |shape: &[usize]| tensor(dtype, shape, &vec![value(dtype, "1"); shape.iter().product()]);
            let mut rising = ones(y);
            if let [count] = y {
                rising = of(dtype, y, &["0", "2", "3"][..*count]);
            }
            let attributes: Vec<_> = axis.map(|axis| ("axis", Attribute::Int(axis))).into_iter().collect();
            case("paddle.maximum", 1, vec![ones(x), rising], &attributes)
        };
        let first = call(&[2, 2], &[2], Some(0));
        let right = gives(dtype, &[2, 2], &["1", "1", "2", "2"]);
        let fault = gives(dtype, &[2, 2], &["1", "2", "1", "2"]);
        sow(all, "right-aligned in spite of axis 0", (dtype, &first), &right, fault, &["PADDLE-VALUE", "PADDLE-AXIS"]);
        let last = call(&[2, 2], &[2], None);
        let right = gives(dtype, &[2, 2], &["1", "2", "1", "2"]);
        let fault = gives(dtype, &[2, 2], &["1", "1", "2", "2"]);
        let expected = ["PADDLE-VALUE", "PADDLE-AXIS-DEFAULT"];
        sow(all, "left-aligned by default", (dtype, &last), &right, fault, &expected);
        sow(all, "another type of tensor", (dtype, &last), &right, another_type(dtype, &[2, 2]), &["PADDLE-TYPE"]);
        sow(all, "a row is refused", (dtype, &last), &right, refused(), &["PADDLE-RESULT", "PADDLE-CASE-2"]);
        let same = call(&[2], &[2], None);
        let right = gives(dtype, &[2], &["1", "2"]);
        sow(all, "one shape is refused", (dtype, &same), &right, refused(), &["PADDLE-RESULT", "PADDLE-CASE-1"]);
        let ones = call(&[2, 2], &[2, 1], Some(0));
        let right = gives(dtype, &[2, 2], &["1"; 4]);
        let expected = ["PADDLE-RESULT", "PADDLE-CASE-2", "PADDLE-TRAILING-ONES"];
        sow(all, "a trailing 1 is refused", (dtype, &ones), &right, refused(), &expected);
        let other = if dtype == DType::F64 { DType::I64 } else { DType::F64 };
        let mixed = case("paddle.maximum", 1, vec![of(dtype, &[1], &["1"]), of(other, &[1], &["2"])], &[]);
        let (right, fault) = (gives(dtype, &[1], &["2"]), gives(other, &[1], &["2"]));
        sow(all, "two types give the second", (dtype, &mixed), &right, fault, &["PADDLE-TYPE"]);
        if dtype.is_float() {
            let inputs = vec![of(dtype, &[1], &["1.0"]), of(dtype, &[1], &["nan1"])];
            let nan = case("paddle.maximum", 1, inputs, &[]);
            let (right, fault) = (gives(dtype, &[1], &["nan1"]), gives(dtype, &[1], &["1.0"]));
            sow(all, "a NaN of y is lost", (dtype, &nan), &right, fault, &["PADDLE-NAN"]);
            let fault = gives(dtype, &[1], &["0.0"]);
            sow(all, "neither NaN nor number", (dtype, &nan), &right, fault, &["PADDLE-NUMBER", "PADDLE-NAN"]);
            let inputs = vec![of(dtype, &[1], &["nan1"]), of(dtype, &[1], &["nan2"])];
            let nans = case("paddle.maximum", 1, inputs, &[]);
            let fault = gives(dtype, &[1], &["-inf"]);
            sow(all, "of NaNs alone nothing is left", (dtype, &nans), &right, fault, &["PADDLE-NUMBER"]);
        }
        if matches!(dtype, DType::F32 | DType::I64) {
            let example = last.with_published(of(dtype, &[2, 2], &["1", "2", "1", "2"]));
            let (right, fault) = (gives(dtype, &[2, 2], &["1", "2", "1", "2"]), gives(dtype, &[2, 2], &["1"; 4]));
            let expected = ["PADDLE-VALUE", "PADDLE-AXIS-DEFAULT", "PADDLE-EXAMPLE"];
            sow(all, "not what Paddle prints", (dtype, &example), &right, fault, &expected);
        }
    }
}
