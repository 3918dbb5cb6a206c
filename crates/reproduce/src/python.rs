//! The Python script of a case.

use opconform_onnx::encode_model;
use opconform_spec::{Attribute, Case, Direction};
use opconform_tensor::{DType, Tensor};

use crate::expected::{Allowed, Answer, infinity};
use crate::{About, Reproducer, fill};

const TEMPLATE: &str = include_str!("../templates/reproduce.py");

/// How an implementation is called from Python.
struct Call {
    /// The backends that it is, by the beginnings of their names.
    backends: &'static [&'static str],
    /// The packages that it takes, as pip calls them.
    needs: &'static str,
    imports: &'static [&'static str],
    /// The body of `run`. A model is in `MODEL`.
    body: &'static str,
    takes: Takes,
}

/// What a call takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// A model in `MODEL`: any operator of ONNX.
    Model,
    /// Arrays, to which `Max` is applied.
    Arrays,
}

/// More particular names come first.
const CALLS: &[Call] = &[
    Call {
        backends: &["onnxruntime"],
        needs: "onnxruntime",
        imports: &["import onnxruntime"],
        body: "    session = onnxruntime.InferenceSession(MODEL, providers=[\"CPUExecutionProvider\"])
    return session.run(None, {node.name: array for node, array in zip(session.get_inputs(), inputs)})[0]",
        takes: Takes::Model,
    },
    Call {
        backends: &["onnx"],
        needs: "onnx",
        imports: &["import onnx.reference"],
        body: "    model = onnx.load_model_from_string(MODEL)
    names = [node.name for node in model.graph.input]
    return onnx.reference.ReferenceEvaluator(model).run(None, dict(zip(names, inputs)))[0]",
        takes: Takes::Model,
    },
    Call {
        backends: &["openvino"],
        needs: "openvino",
        imports: &["import openvino"],
        body: "    precision = {\"INFERENCE_PRECISION_HINT\": \"f32\"}
    return openvino.Core().compile_model(MODEL, \"CPU\", precision)(inputs)[0]",
        takes: Takes::Model,
    },
    Call {
        backends: &["torch"],
        needs: "torch",
        imports: &["import functools", "import torch"],
        body: "    return functools.reduce(torch.maximum, [torch.from_numpy(array) for array in inputs]).numpy()",
        takes: Takes::Arrays,
    },
    Call {
        backends: &["jax"],
        needs: "jax",
        imports: &["import functools", "import jax"],
        body: "    jax.config.update(\"jax_enable_x64\", True)
    return functools.reduce(jax.numpy.maximum, inputs)",
        takes: Takes::Arrays,
    },
    Call {
        backends: &["tensorflow"],
        needs: "tensorflow",
        imports: &["import functools", "import tensorflow"],
        body: "    return functools.reduce(tensorflow.maximum, inputs).numpy()",
        takes: Takes::Arrays,
    },
];

/// How numpy is called: what is called where the backend is none of [`CALLS`]. `None` where numpy has no such operator.
fn numpy(case: &Case) -> Option<String> {
    let operator = case.operator;
    let direction = if operator.direction == Direction::Max { "max" } else { "min" };
    let call = match (operator.domain, operator.name) {
        ("", "Max" | "Min") => {
            let rest = format!("for operand in inputs[1:]:\n        result = np.{direction}imum(result, operand)");
            return Some(format!("    result = inputs[0]\n    {rest}\n    return result"));
        }
        ("numpy", "amax" | "amin" | "nanmax" | "nanmin") => "inputs[0]",
        ("numpy", _) => "inputs[0], inputs[1]",
        _ => return None,
    };
    let keyword = |(name, value): (&String, &Attribute)| match (name.as_str(), value) {
        ("axis", Attribute::Ints(axes)) => {
            let axes: Vec<String> = axes.iter().map(|axis| format!("{axis},")).collect();
            Some(format!(", axis=({})", axes.join(" ")))
        }
        ("keepdims", Attribute::Int(keep)) => Some(format!(", keepdims={keep}")),
        ("out" | "where" | "initial", Attribute::Int(place)) => Some(format!(", {name}=inputs[{place}]")),
        _ => None,
    };
    let keywords = case.attributes.iter().map(keyword).collect::<Option<String>>()?;
    Some(format!("    return np.{}({call}{keywords})", operator.name))
}

/// The script; `None` where Python's libraries have no such operator.
pub(crate) fn script(about: &About) -> Option<Reproducer> {
    let is_onnx = about.case.operator.domain.is_empty();
    let is_max = about.operator() == ("", "Max");
    let named = |call: &&Call| call.backends.iter().any(|name| about.backend.starts_with(name));
    let call = CALLS.iter().find(named).filter(|call| is_onnx && (is_max || call.takes == Takes::Model));
    let body = call.map_or_else(|| numpy(about.case), |call| Some(call.body.to_owned()))?;
    let inputs = &about.case.inputs;
    let has_bf16 = inputs.iter().any(|input| input.dtype() == DType::Bf16);
    let mut imports = call.map(|call| call.imports.to_vec()).unwrap_or_default();
    let mut needs = vec!["numpy"];
    needs.extend(call.map(|call| call.needs));
    if has_bf16 {
        imports.push("import ml_dtypes  # gives numpy a bfloat16");
        needs.push("ml_dtypes");
    }
    let mut attributes = String::new();
    if call.is_some_and(|call| call.takes == Takes::Model) {
        imports.insert(0, "import base64");
        attributes = format!("\nMODEL = base64.b64decode(\"{}\")\n", base64(&encode_model(about.case)));
    }
    imports.sort_unstable();
    let imports = imports.iter().flat_map(|&line| [line, "\n"]).collect::<String>();
    let (expected, refusal, infinity, magnitude) = expected(&about.expected.answer);
    let lines: Vec<String> = inputs.iter().map(|input| format!("    {},", operand(input))).collect();
    let text = fill(
        TEMPLATE,
        &[
            ("@TITLE@", &about.title()),
            ("@NEEDS@", &needs.join(" ")),
            ("@IMPORTS@", &imports),
            ("@INPUTS@", &lines.join("\n")),
            ("@ATTRIBUTES@", &attributes),
            ("@EXPECTED@", &expected),
            ("@REFUSAL@", &refusal.replace('"', "'")),
            ("@INFINITY@", &format!("{infinity:#x}")),
            ("@MAGNITUDE@", &format!("{magnitude:#x}")),
            ("@RUN@", &body),
            ("@UNDER@", &about.expected.under),
        ],
    );
    Some(Reproducer::text("Python", "reproduce.py", text))
}

/// An operand: element type, shape, bits.
fn operand(tensor: &Tensor) -> String {
    let bits: Vec<String> = tensor.to_bits().iter().map(|bits| format!("{bits:#x}")).collect();
    format!("(\"{}\", {:?}, [{}])", name(tensor.dtype()), tensor.shape(), bits.join(", "))
}

/// What is allowed, as an expression; the words of a refusal; the bits of infinity, and those of a magnitude.
fn expected(answer: &Answer) -> (String, &str, u64, u64) {
    match answer {
        Answer::Refusal(breach) => ("None".to_owned(), breach, 0, 0),
        Answer::Tensor { dtype, shape, elements } => {
            let allowed = |one: &Allowed| match one {
                Allowed::Bits(bits) => format!("{bits:#x}"),
                Allowed::AnyNan => "NAN".to_owned(),
            };
            let element = |&set| match Allowed::of(set, *dtype).iter().map(allowed).collect::<Vec<_>>() {
                anything if anything.is_empty() => "ANY".to_owned(),
                allowed => format!("{{{}}}", allowed.join(", ")),
            };
            let elements: Vec<String> = elements.iter().map(element).collect();
            let text = format!("(\"{}\", {shape:?}, [{}])", name(*dtype), elements.join(", "));
            (text, "", infinity(*dtype).unwrap_or_default(), dtype.mask() >> 1)
        }
    }
}

/// numpy's name of an element type.
fn name(dtype: DType) -> &'static str {
    match dtype {
        DType::Bf16 => "bfloat16",
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
    }
}

/// The base64 text of bytes (RFC 4648, with padding).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let quad = |chunk: &[u8]| -> [char; 4] {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or_default());
        let word = byte(0) << 16 | byte(1) << 8 | byte(2);
        [0, 1, 2, 3].map(|digit| match digit {
            digit if digit > chunk.len() => '=',
            digit => char::from(DIGITS[(word >> (18 - 6 * digit) & 63) as usize]),
        })
    };
    bytes.chunks(3).flat_map(quad).collect()
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_the_rfc() {
        let vectors = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, encoded) in vectors {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
    }
}
