//! The Python script of a case.

use opconform_onnx::encode_model;
use opconform_spec::Case;
use opconform_tensor::{DType, Numpy, Tensor};

use crate::About;
use crate::Reproducer;
use crate::allowed::Allowed;
use crate::expected::{Answer, Expected};
use crate::implementation::Library;
use crate::template::{base64, fill, hex, plain, refusal};
use crate::why::Why;

mod arrays;
mod layout;
mod models;

const TEMPLATE: &str = include_str!("../templates/python/reproduce.py");

/// How a library is called.
struct Call {
    /// The package, as pip calls it.
    package: &'static str,
    /// What is to be in the environment before the library is loaded.
    environment: &'static [(&'static str, &'static str)],
    imports: &'static [&'static str],
    /// Whether the call is given the ONNX model in `MODEL`, and the operands of the case alone.
    model: bool,
    /// The function `run`, which takes the operands as arrays and gives the result as one, with what it needs.
    run: String,
}

/// The script that calls a library.
pub(crate) fn script(about: &About, library: Library) -> Result<Reproducer, Why> {
    let call = match library {
        Library::Onnxruntime => models::onnxruntime(about, "1"),
        Library::OnnxruntimeThreads => models::onnxruntime(about, "max(2, os.cpu_count() or 2)"),
        Library::OnnxReference => models::onnx_reference(about),
        Library::Openvino => models::openvino(about),
        Library::Numpy => arrays::call(about, &arrays::NUMPY),
        Library::Jax => arrays::call(about, &arrays::JAX),
        Library::Torch => arrays::call(about, &arrays::TORCH),
        Library::TorchCompiled => arrays::call(about, &arrays::TORCH_COMPILED),
        Library::Tensorflow => arrays::call(about, &arrays::TENSORFLOW),
        Library::Paddle => arrays::call(about, &arrays::PADDLE),
        Library::Mars => arrays::call(about, &arrays::MARS),
    }?;
    let inputs = inputs(about.case);
    let mut imports: Vec<&str> = call.imports.to_vec();
    let mut needs = vec![format!("{}=={}", call.package, about.version())];
    if call.package != "numpy" {
        needs.push("numpy".to_owned());
    }
    let types = DType::ALL.into_iter().filter(|&dtype| inputs.iter().any(|input| input.dtype() == dtype));
    let added = types.filter_map(|dtype| match dtype.numpy() {
        Numpy::Added(name) => Some(format!("import ml_dtypes  # gives numpy a {name}")),
        Numpy::Own(_) => None,
    });
    let added: Vec<String> = added.collect();
    if !added.is_empty() {
        needs.push("ml_dtypes".to_owned());
    }
    imports.extend(added.iter().map(String::as_str));
    let mut model = String::new();
    if call.model {
        imports.push("import base64");
        let (node, model_bytes) = (about.node(), base64(&encode_model(about.case)));
        model = format!("\n# A node, {node}.\nMODEL = base64.b64decode(\"{model_bytes}\")\n");
    }
    imports.sort_unstable();
    let lines = |lines: Vec<String>| lines.into_iter().map(|line| line + "\n").collect::<String>();
    let environment = call.environment.iter().map(|(name, value)| format!("os.environ[\"{name}\"] = \"{value}\""));
    let (expected, refusal, (infinity, nan), magnitude) = expected(about.expected);
    let text = fill(
        TEMPLATE,
        &[
            ("@TITLE@", &about.title()),
            ("@NEEDS@", &needs.join(" ")),
            ("@ENVIRONMENT@", &lines(environment.collect())),
            ("@IMPORTS@", &lines(imports.iter().map(|import| format!("    {import}")).collect())),
            ("@INPUTS@", &inputs.iter().copied().map(operand).collect::<Vec<_>>().join("\n")),
            ("@MODEL@", &model),
            ("@EXPECTED@", &expected),
            ("@REFUSAL@", &plain(&refusal)),
            ("@INFINITY@", &format!("{infinity:#x}")),
            ("@NAN@", nan),
            ("@MAGNITUDE@", &format!("{magnitude:#x}")),
            ("@RUN@", &call.run),
            ("@UNDER@", &plain(&about.expected.under)),
        ],
    );
    Ok(Reproducer::text("Python", "reproduce.py", text))
}

/// The inputs that a call is given: of ONNX's operators those that the model of the case asks for, the others being written into the call or the model.
fn inputs(case: &Case) -> Vec<&Tensor> {
    if case.operator.form.is_onnx() {
        case.fed().map(|(_, input)| input).collect()
    } else {
        case.inputs.iter().collect()
    }
}

/// An operand: element type, shape, bits, place.
fn operand(tensor: &Tensor) -> String {
    let bits = hex(&tensor.to_bits(), "");
    format!("    (\"{}\", {:?}, [{bits}], {}),", name(tensor.dtype()), tensor.shape(), tensor.offset())
}

/// What is allowed, as an expression; the words of a refusal; what [`Expected::nan`] says, and the bits of a magnitude.
fn expected(expected: &Expected) -> (String, String, (u64, &'static str), u64) {
    match &expected.answer {
        Answer::Refusal(rule) => ("None".to_owned(), refusal(rule), (0, "any NaN"), 0),
        Answer::Tensor { dtype, shape, elements } => {
            let element = |allowed: &Allowed| match allowed {
                Allowed::Bits(bits) => format!("{{{}}}", hex(bits, "")),
                Allowed::AnyNan => "{NAN}".to_owned(),
                Allowed::QuietNanOr(bits) if bits.is_empty() => "{NAN}".to_owned(),
                Allowed::NanOr(bits) | Allowed::QuietNanOr(bits) => format!("{{NAN, {}}}", hex(bits, "")),
                Allowed::Anything => "ANY".to_owned(),
            };
            let elements: Vec<String> = elements.iter().map(element).collect();
            let text = format!("(\"{}\", {shape:?}, [{}])", name(*dtype), elements.join(", "));
            (text, String::new(), expected.nan(*dtype), dtype.mask() >> 1)
        }
    }
}

/// numpy's name of an element type.
fn name(dtype: DType) -> &'static str {
    match dtype.numpy() {
        Numpy::Own(name) | Numpy::Added(name) => name,
    }
}
