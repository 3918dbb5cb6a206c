//! The Rust program of a case.

use opconform_onnx::encode_model;
use opconform_spec::{Attribute, Case, Direction, Form};
use opconform_tensor::{DType, Tensor, broadcast};

use crate::allowed::Allowed;
use crate::expected::Answer;
use crate::implementation::Crate;
use crate::template::{fill, hex, is_placed, plain, refusal};
use crate::why::Why;
use crate::{About, Reproducer};

const TEMPLATE: &str = include_str!("../templates/rust/reproduce.rs");

/// How a crate is called.
struct Call {
    /// The lines of the manifest.
    dependencies: Vec<String>,
    uses: &'static str,
    /// The path of `f16` and `bf16`, where the crate brings them: another copy of half is another type.
    halves: Option<&'static str>,
    /// Whether the ONNX model is in `MODEL`.
    model: bool,
    /// The body of `run`.
    body: String,
}

/// The program that calls a crate.
pub(crate) fn program(about: &About, library: Crate) -> Result<Reproducer, Why> {
    let operands = about.case.operands();
    let dtype = match operands.split_first() {
        Some((first, rest)) if rest.iter().all(|input| input.dtype() == first.dtype()) => first.dtype(),
        _ => return Err(Why::MixedTypes("Rust")),
    };
    if operands.iter().any(is_placed) {
        return Err(Why::Placed("Rust"));
    }
    if matches!(about.expected.answer, Answer::Tensor { dtype: due, .. } if due != dtype) {
        return Err(Why::OtherType("Rust"));
    }
    let mut call = match library {
        Crate::TractTyped => tract(about, "into_typed"),
        Crate::TractOptimized => tract(about, "into_optimized"),
        Crate::Rten => rten(about, dtype),
        Crate::Candle => candle(about),
        Crate::NdarrayMethod => ndarray(about, |direction| match direction {
            Direction::Max => "(*a).max(b)",
            Direction::Min => "(*a).min(b)",
        }),
        Crate::NdarrayCompare => ndarray(about, |direction| match direction {
            Direction::Max => "if *a > b { *a } else { b }",
            Direction::Min => "if *a < b { *a } else { b }",
        }),
        Crate::KernelsPortable => kernels(about, "Portable"),
        Crate::KernelsAvx2 => kernels(about, "Avx2"),
        Crate::KernelsAvx512 => kernels(about, "Avx512"),
        Crate::KernelsNeon => kernels(about, "Neon"),
    }?;
    if call.halves.is_none() && matches!(dtype, DType::Bf16 | DType::F16) {
        call.dependencies.push("half = \"2.7\"".to_owned());
    }
    if dtype.is_float8() {
        call.dependencies.push("float8 = \"0.7\"".to_owned());
    }
    let dependencies: Vec<String> = call.dependencies.iter().map(|line| format!("//! {line}")).collect();
    let model = if call.model {
        let node = about.node();
        format!(
            "\n/// The ONNX model: a node, {node}.\nconst MODEL: &[u8] = b\"{}\";\n",
            encode_model(about.case).escape_ascii()
        )
    } else {
        String::new()
    };
    let (from_bits, to_bits) = match dtype {
        DType::Bool => ("bits != 0", "element as Word"),
        _ if dtype.is_float() => ("Element::from_bits(bits)", "element.to_bits()"),
        _ => ("bits as Element", "element as Word"),
    };
    let (floor, nan) = about.expected.nan(dtype);
    let text = fill(
        TEMPLATE,
        &[
            ("@TITLE@", &about.title()),
            ("@DEPENDENCIES@", &dependencies.join("\n")),
            ("@USES@", call.uses),
            ("@ELEMENT@", &element(dtype, call.halves)),
            ("@WORD@", &format!("u{}", dtype.bits().max(8))),
            ("@INPUTS@", &about.case.fed().map(|(_, input)| operand(input)).collect::<Vec<_>>().join("\n")),
            ("@MODEL@", &model),
            ("@EXPECTED@", &expected(&about.expected.answer)),
            ("@MAGNITUDE@", &format!("{:#x}", dtype.mask() >> 1)),
            ("@INFINITY@", &format!("{floor:#x}")),
            ("@NAN@", nan),
            ("@RUN@", call.body.trim_end()),
            ("@FROM_BITS@", from_bits),
            ("@TO_BITS@", to_bits),
            ("@UNDER@", &plain(&about.expected.under)),
        ],
    );
    Ok(Reproducer::text("Rust", "reproduce.rs", text))
}

/// tract, with the method that makes a plan of a model.
fn tract(about: &About, into: &str) -> Result<Call, Why> {
    let version = about.version();
    of_onnx(about, "tract").map(|()| Call {
        dependencies: vec![format!("tract-onnx = {{ version = \"={version}\", default-features = false }}")],
        uses: "use tract_onnx::prelude::*;\n\n",
        halves: Some("tract_onnx::prelude"),
        model: true,
        body: fill(include_str!("../templates/rust/tract.rs"), &[("@INTO@", into)]),
    })
}

fn rten(about: &About, dtype: DType) -> Result<Call, Why> {
    let variant = match dtype {
        DType::F32 => "FloatTensor",
        DType::I8 => "Int8Tensor",
        DType::I32 => "Int32Tensor",
        DType::U8 => "UInt8Tensor",
        dtype => return Err(Why::Type { language: "rten", dtype }),
    };
    let version = about.version();
    of_onnx(about, "rten").map(|()| Call {
        dependencies: vec![
            format!("rten = {{ version = \"={version}\", default-features = false, features = [\"onnx_format\"] }}"),
            format!("rten-tensor = \"={version}\""),
        ],
        uses: "use rten::{Model, RunOptions, ThreadPool, Value, ValueOrView, ValueView};\n\
               use rten_tensor::{AsView, Layout};\n\n",
        halves: None,
        model: true,
        body: fill(include_str!("../templates/rust/rten.rs"), &[("@VARIANT@", variant)]),
    })
}

fn candle(about: &About) -> Result<Call, Why> {
    let case = about.case;
    let max = case.operator.direction() == Some(Direction::Max);
    let reduce = match case.operator.form {
        Form::OnnxVariadic => String::new(),
        Form::OnnxReduction => {
            let axis = candle_axis(case).ok_or_else(|| about.no_operator("candle"))?;
            let method = match (case.attributes.get("keepdims"), max) {
                (Some(Attribute::Int(0)), true) => "max",
                (Some(Attribute::Int(0)), false) => "min",
                (_, true) => "max_keepdim",
                (_, false) => "min_keepdim",
            };
            format!("\n    result = result.{method}({axis}usize)?;")
        }
        _ => return Err(about.no_operator("candle")),
    };
    let broadcast = if max { "broadcast_maximum" } else { "broadcast_minimum" };
    let version = about.version();
    Ok(Call {
        dependencies: vec![format!("candle-core = {{ version = \"={version}\", default-features = false }}")],
        uses: "use candle_core::{Device, Tensor};\n\n",
        halves: None,
        model: false,
        body: fill(include_str!("../templates/rust/candle.rs"), &[("@BROADCAST@", broadcast), ("@REDUCE@", &reduce)]),
    })
}

/// The one axis that candle reduces, counted from the front.
fn candle_axis(case: &Case) -> Option<i64> {
    let axes = match (case.inputs.get(1), case.attributes.get("axes")) {
        (Some(axes), None) => axes.elements::<i64>()?,
        (None, Some(Attribute::Ints(axes))) => axes,
        _ => return None,
    };
    axes.first().copied()
}

fn ndarray(about: &About, pick: fn(Direction) -> &'static str) -> Result<Call, Why> {
    let direction = of_fold(about).ok_or_else(|| about.no_operator("ndarray"))?;
    let shape = broadcast(about.case.inputs.iter().map(Tensor::shape)).map_err(|_| Why::Shapes("the fold"))?;
    let version = about.version();
    Ok(Call {
        dependencies: vec![format!(
            "ndarray = {{ version = \"={version}\", default-features = false, features = [\"std\"] }}"
        )],
        uses: "use ndarray::{ArrayD, IxDyn, Zip};\n\n",
        halves: None,
        model: false,
        body: fill(
            include_str!("../templates/rust/ndarray.rs"),
            &[("@SHAPE@", &format!("{shape:?}")), ("@PICK@", pick(direction))],
        ),
    })
}

/// The kernels of this workspace, forced onto a variant of `Isa`.
fn kernels(about: &About, isa: &str) -> Result<Call, Why> {
    let direction = of_fold(about).ok_or_else(|| about.no_operator("the crate opconform-kernels"))?;
    let (uses, operator) = match direction {
        Direction::Max => ("use opconform_kernels::{Isa, Kernel, Maximum, View, broadcast_shape};\n\n", "Maximum"),
        Direction::Min => ("use opconform_kernels::{Isa, Kernel, Minimum, View, broadcast_shape};\n\n", "Minimum"),
    };
    Ok(Call {
        dependencies: vec!["opconform-kernels = { path = \"opconform/crates/kernels\" }".to_owned()],
        uses,
        halves: None,
        model: false,
        body: fill(include_str!("../templates/rust/kernels.rs"), &[("@OPERATOR@", operator), ("@ISA@", isa)]),
    })
}

/// Which end of the order the operator takes, where it is the element-wise one of ONNX.
fn of_fold(about: &About) -> Option<Direction> {
    about.case.operator.direction().filter(|_| about.case.operator.form == Form::OnnxVariadic)
}

fn of_onnx(about: &About, callee: &'static str) -> Result<(), Why> {
    if about.case.operator.form.is_onnx() { Ok(()) } else { Err(about.no_operator(callee)) }
}

/// An operand: shape, bits.
fn operand(tensor: &Tensor) -> String {
    format!("    (&{:?}, &[{}]),", tensor.shape(), hex(&tensor.to_bits(), ""))
}

/// What is allowed, as an expression.
fn expected(answer: &Answer) -> String {
    match answer {
        Answer::Refusal(rule) => format!("Err({:?})", plain(&refusal(rule))),
        Answer::Tensor { shape, elements, .. } => {
            let element = |allowed: &Allowed| match allowed {
                Allowed::Bits(bits) => format!("(&[{}], false)", hex(bits, "")),
                Allowed::AnyNan => "(&[], true)".to_owned(),
                Allowed::NanOr(bits) | Allowed::QuietNanOr(bits) => format!("(&[{}], true)", hex(bits, "")),
                Allowed::Anything => "(&[], false)".to_owned(),
            };
            let elements: Vec<String> = elements.iter().map(element).collect();
            format!("Ok((&{shape:?}, &[{}]))", elements.join(", "))
        }
    }
}

/// The Rust type of an element type; the halves are those of this path, or of half.
fn element(dtype: DType, halves: Option<&str>) -> String {
    match (dtype.rust().strip_prefix("half::"), halves) {
        _ if dtype == DType::Bool => dtype.name().to_owned(),
        (Some(name), Some(path)) => format!("{path}::{name}"),
        _ => dtype.rust().to_owned(),
    }
}
