//! The JavaScript program of a case.

use opconform_onnx::encode_model;
use opconform_spec::Direction;
use opconform_tensor::{DType, Tensor};

use crate::allowed::Allowed;
use crate::expected::Answer;
use crate::implementation::Module;
use crate::rows::{Row, rows};
use crate::template::{base64, fill, hex, is_placed, plain, refusal};
use crate::why::Why;
use crate::{About, Reproducer};

/// The program that calls a module.
pub(crate) fn script(about: &About, module: Module) -> Result<Reproducer, Why> {
    let text = match module {
        Module::Math => math(about),
        Module::OnnxruntimeNode => onnxruntime(about, "onnxruntime-node", "", ""),
        Module::OnnxruntimeWeb => onnxruntime(
            about,
            "onnxruntime-web",
            "  ort.env.wasm.numThreads = 1;\n",
            ", executionProviders: [\"wasm\"]",
        ),
    }?;
    Ok(Reproducer::text("JavaScript", "reproduce.js", text))
}

fn math(about: &About) -> Result<String, Why> {
    let (dtype, rows) = rows(about.case, about.expected, "Math.max")?;
    let (elements, words) = match dtype {
        DType::F16 => ("Float16Array", "Uint16Array"),
        DType::F32 => ("Float32Array", "Uint32Array"),
        DType::F64 => ("Float64Array", "BigUint64Array"),
        DType::I8 => ("Int8Array", "Uint8Array"),
        DType::I16 => ("Int16Array", "Uint16Array"),
        DType::I32 => ("Int32Array", "Uint32Array"),
        DType::U8 => ("Uint8Array", "Uint8Array"),
        DType::U16 => ("Uint16Array", "Uint16Array"),
        DType::U32 => ("Uint32Array", "Uint32Array"),
        dtype => return Err(Why::Type { language: "Math.max", dtype }),
    };
    let row = |row: &Row| format!("  [[{}], {}],", hex(&row.operands, "n"), allowed(row.allowed));
    let (floor, nan) = about.expected.nan(dtype);
    let function = if about.case.operator.direction() == Some(Direction::Max) { "max" } else { "min" };
    Ok(fill(
        include_str!("../templates/javascript/math.js"),
        &[
            ("@TITLE@", &about.title()),
            ("@ROWS@", &rows.iter().map(row).collect::<Vec<_>>().join("\n")),
            ("@WORDS@", words),
            ("@ELEMENTS@", elements),
            ("@CONVERTED@", if dtype == DType::F64 { "" } else { ", Number" }),
            ("@FUNCTION@", function),
            ("@MAGNITUDE@", &format!("{:#x}", dtype.mask() >> 1)),
            ("@INFINITY@", &format!("{floor:#x}")),
            ("@NAN@", nan),
            ("@UNDER@", &plain(&about.expected.under)),
        ],
    ))
}

/// A package of ONNX Runtime; `threads` is a statement, `providers` more of the session's options.
fn onnxruntime(about: &About, package: &'static str, threads: &str, providers: &str) -> Result<String, Why> {
    if !about.case.operator.form.is_onnx() {
        return Err(about.no_operator(package));
    }
    if about.case.inputs.iter().any(is_placed) {
        return Err(Why::Placed("JavaScript"));
    }
    let operand = |tensor: &Tensor| {
        let bits = hex(&tensor.to_bits(), "n");
        Ok(format!("  [\"{}\", {:?}, [{bits}]],", name(tensor.dtype())?, tensor.shape()))
    };
    let inputs: Vec<String> = about.case.fed().map(|(_, input)| operand(input)).collect::<Result<_, Why>>()?;
    let (expected, refusal, (infinity, nan), magnitude) = match &about.expected.answer {
        Answer::Refusal(rule) => ("null".to_owned(), refusal(rule), (0, "any NaN"), 0),
        Answer::Tensor { dtype, shape, elements } => {
            let elements: Vec<String> = elements.iter().map(allowed).collect();
            let text = format!("[\"{}\", {shape:?}, [{}]]", name(*dtype)?, elements.join(", "));
            (text, String::new(), about.expected.nan(*dtype), dtype.mask() >> 1)
        }
    };
    Ok(fill(
        include_str!("../templates/javascript/onnxruntime.js"),
        &[
            ("@TITLE@", &about.title()),
            ("@PACKAGE@@@VERSION@", &format!("{package}@{}", about.version())),
            ("@PACKAGE@", package),
            ("@NODE@", &about.node()),
            ("@MODEL@", &base64(&encode_model(about.case))),
            ("@INPUTS@", &inputs.join("\n")),
            ("@EXPECTED@", &expected),
            ("@REFUSAL@", &plain(&refusal)),
            ("@THREADS@", threads),
            ("@PROVIDERS@", providers),
            ("@MAGNITUDE@", &format!("{magnitude:#x}")),
            ("@INFINITY@", &format!("{infinity:#x}")),
            ("@NAN@", nan),
            ("@UNDER@", &plain(&about.expected.under)),
        ],
    ))
}

fn allowed(allowed: &Allowed) -> String {
    match allowed {
        Allowed::Bits(bits) => format!("[{}]", hex(bits, "n")),
        Allowed::AnyNan => "[null]".to_owned(),
        Allowed::QuietNanOr(bits) if bits.is_empty() => "[null]".to_owned(),
        Allowed::NanOr(bits) | Allowed::QuietNanOr(bits) => format!("[null, {}]", hex(bits, "n")),
        Allowed::Anything => "[]".to_owned(),
    }
}

/// ONNX Runtime's name of an element type.
fn name(dtype: DType) -> Result<&'static str, Why> {
    Ok(match dtype {
        DType::F16 => "float16",
        DType::F32 => "float32",
        DType::F64 => "float64",
        DType::I8 => "int8",
        DType::I16 => "int16",
        DType::I32 => "int32",
        DType::I64 => "int64",
        DType::U8 => "uint8",
        DType::U16 => "uint16",
        DType::U32 => "uint32",
        DType::U64 => "uint64",
        DType::Bool => "bool",
        _ => return Err(Why::Type { language: "JavaScript", dtype }),
    })
}
