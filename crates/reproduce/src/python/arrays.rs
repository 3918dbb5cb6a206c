//! The Python libraries that are given arrays: numpy and those that took its functions over.

use opconform_spec::{Attribute, Case, Direction, Form, NanRule};

use super::Call;
use super::layout::{self, Laid, Views};
use crate::About;
use crate::template::{fill, indented};
use crate::why::Why;

const TEMPLATE: &str = include_str!("../../templates/python/arrays.py");

/// How a library is called.
pub(super) struct Arrays {
    package: &'static str,
    environment: &'static [(&'static str, &'static str)],
    imports: &'static [&'static str],
    /// Statements before the first call.
    prepare: &'static [&'static str],
    /// The body of the function that makes an array one of the library's.
    to: &'static [&'static str],
    /// The body of the function that makes an array of one of the library's.
    back: &'static [&'static str],
    /// What comes before the name of a function of two operands.
    pair: &'static str,
    /// The greatest along axes, and its twin.
    reduce: [&'static str; 2],
    /// The greatest along axes but for NaNs, and its twin.
    reduce_numbers: Option<[&'static str; 2]>,
    /// The keywords of a reduction: the axes, and whether they are kept.
    keywords: [&'static str; 2],
    /// Whether all axes are spelled out.
    spells_axes: bool,
    /// Paddle's legacy maximum and its twin.
    legacy: Option<[&'static str; 2]>,
    /// Its views, where arrays of it can be such.
    views: Option<Views>,
}

pub(super) const NUMPY: Arrays = Arrays {
    package: "numpy",
    environment: &[],
    imports: &[],
    prepare: &[],
    to: &["return array"],
    back: &["return result"],
    pair: "np.",
    reduce: ["np.amax", "np.amin"],
    reduce_numbers: Some(["np.nanmax", "np.nanmin"]),
    keywords: ["axis", "keepdims"],
    spells_axes: false,
    legacy: None,
    views: Some(layout::NUMPY),
};

pub(super) const JAX: Arrays = Arrays {
    package: "jax",
    environment: &[("JAX_PLATFORMS", "cpu")],
    imports: &["import jax"],
    prepare: &["jax.config.update(\"jax_enable_x64\", True)"],
    to: &["return jax.device_put(array)"],
    back: &["return np.asarray(result)"],
    pair: "jax.numpy.",
    reduce: ["jax.numpy.max", "jax.numpy.min"],
    reduce_numbers: Some(["jax.numpy.nanmax", "jax.numpy.nanmin"]),
    views: None,
    ..NUMPY
};

pub(super) const TORCH: Arrays = Arrays {
    package: "torch",
    imports: &["import torch"],
    prepare: &["torch.set_num_threads(1)"],
    to: &[
        "octets = torch.from_numpy(array.reshape(-1).view(np.uint8))",
        "return octets.view(getattr(torch, array.dtype.name)).reshape(array.shape)",
    ],
    back: &[
        "octets = result.contiguous().reshape(-1).view(torch.uint8).numpy()",
        "return octets.view(str(result.dtype).removeprefix(\"torch.\")).reshape(tuple(result.shape))",
    ],
    pair: "torch.",
    reduce: ["torch.amax", "torch.amin"],
    reduce_numbers: None,
    keywords: ["dim", "keepdim"],
    spells_axes: true,
    views: Some(layout::TORCH),
    ..NUMPY
};

pub(super) const TORCH_COMPILED: Arrays = Arrays {
    imports: &["import torch", "import types"],
    prepare: &[
        "torch.set_num_threads(1)",
        "names = (\"maximum\", \"minimum\", \"fmax\", \"fmin\", \"amax\", \"amin\")",
        "functions = {name: torch.compile(getattr(torch, name), dynamic=False, fullgraph=True) for name in names}",
        "compiled = types.SimpleNamespace(**functions)",
    ],
    pair: "compiled.",
    reduce: ["compiled.amax", "compiled.amin"],
    ..TORCH
};

pub(super) const TENSORFLOW: Arrays = Arrays {
    package: "tensorflow-cpu",
    environment: &[("TF_CPP_MIN_LOG_LEVEL", "3"), ("CUDA_VISIBLE_DEVICES", "")],
    imports: &["import tensorflow"],
    prepare: &[
        "tensorflow.config.threading.set_intra_op_parallelism_threads(1)",
        "tensorflow.config.threading.set_inter_op_parallelism_threads(1)",
    ],
    to: &["return tensorflow.convert_to_tensor(array)"],
    back: &["return np.asarray(result.numpy())"],
    pair: "tensorflow.math.",
    reduce: ["tensorflow.math.reduce_max", "tensorflow.math.reduce_min"],
    reduce_numbers: None,
    views: None,
    ..NUMPY
};

pub(super) const PADDLE: Arrays = Arrays {
    package: "paddlepaddle",
    imports: &["import paddle"],
    prepare: &["paddle.set_device(\"cpu\")"],
    to: &[
        "# It takes numpy's uint16 for a bfloat16.",
        "return paddle.to_tensor(array.view(np.uint16) if array.dtype.name == \"bfloat16\" else array)",
    ],
    back: &[
        "bits = result.numpy().reshape(result.shape)",
        "return bits.view(\"bfloat16\") if result.dtype == paddle.bfloat16 else bits",
    ],
    pair: "paddle.",
    reduce: ["paddle.amax", "paddle.amin"],
    reduce_numbers: None,
    keywords: ["axis", "keepdim"],
    legacy: Some(["paddle._legacy_C_ops.elementwise_max", "paddle._legacy_C_ops.elementwise_min"]),
    views: None,
    ..NUMPY
};

pub(super) const MARS: Arrays = Arrays {
    package: "pymars",
    imports: &["import mars", "import mars.tensor"],
    prepare: &["mars.new_session(web=False)"],
    to: &[
        "# It takes an array of rank 0 for a Python number, and changes its type.",
        "return mars.tensor.tensor(array) if array.ndim else mars.tensor.tensor(array.reshape(1)).reshape(())",
    ],
    back: &[
        "# It gives a result of rank 0 as a Python number, which has neither its type nor its bits.",
        "given = result if result.ndim else mars.tensor.expand_dims(result, 0)",
        "return given.execute(show_progress=False).fetch().reshape(result.shape)",
    ],
    pair: "mars.tensor.",
    reduce: ["mars.tensor.amax", "mars.tensor.amin"],
    reduce_numbers: Some(["mars.tensor.nanmax", "mars.tensor.nanmin"]),
    views: None,
    ..NUMPY
};

/// The call of a library for a case.
pub(super) fn call(about: &About, library: &Arrays) -> Result<Call, Why> {
    let laid = Laid::of(about.case, library.views.as_ref()).ok_or(Why::Laid(library.package))?;
    let statements = statements(about.case, library, &laid).ok_or_else(|| about.no_operator(library.package))?;
    let before = library.prepare.iter().copied().chain(laid.prepare.iter().map(String::as_str));
    let view = match laid.body.as_slice() {
        [] => String::new(),
        body => format!("def laid(array):\n{}\n\n\n", indented(body.iter().map(String::as_str))),
    };
    let run = fill(
        TEMPLATE.trim_end(),
        &[
            ("@LAID@", &view),
            ("@STATEMENTS@", &indented(before.chain(statements.lines()))),
            ("@TO@", &indented(library.to.iter().copied())),
            ("@BACK@", &indented(laid.back.unwrap_or(library.back).iter().copied())),
        ],
    );
    let Arrays { package, environment, imports, .. } = *library;
    Ok(Call { package, environment, imports, model: false, run })
}

/// The statements that give the result; `None` where the library has no such operator.
fn statements(case: &Case, library: &Arrays, laid: &Laid) -> Option<String> {
    let operator = case.operator;
    let of_direction =
        |[max, min]: [&'static str; 2]| if operator.direction() == Some(Direction::Max) { max } else { min };
    let (axis, keepdims) = (library.keywords[0], library.keywords[1]);
    let reduction = |function: &str, axes: Option<&[i64]>, keep: bool, more: &str| {
        let rank = case.inputs.first().map_or(0, |input| input.shape().len() as i64);
        let all: Vec<i64> = (0..rank).collect();
        let axes = axes.or(library.spells_axes.then_some(all.as_slice()));
        let axes = axes.map_or_else(|| "None".to_owned(), tuple);
        let keep = if keep { "True" } else { "False" };
        format!("return back({function}({}, {axis}={axes}, {keepdims}={keep}{more}))", laid.given(0))
    };
    let flag = |name: &str, default: i64| match case.attributes.get(name) {
        Some(Attribute::Int(value)) => *value != 0,
        _ => default != 0,
    };
    match operator.form {
        Form::OnnxVariadic => {
            let function = of_direction(["maximum", "minimum"]);
            let fold = format!("    result = {}{function}(result, to(operand))", library.pair);
            Some(format!("result = to(inputs[0])\nfor operand in inputs[1:]:\n{fold}\nreturn back(result)"))
        }
        Form::OnnxReduction => {
            let axes = onnx_axes(case);
            if axes.is_empty() && flag("noop_with_empty_axes", 0) {
                return Some("return back(to(inputs[0]))".to_owned());
            }
            let axes = (!axes.is_empty()).then_some(axes.as_slice());
            Some(reduction(of_direction(library.reduce), axes, flag("keepdims", 1), ""))
        }
        Form::Ufunc => {
            let more = operands_by_name(case, &["out", "where"], laid);
            let (pair, name) = (library.pair, operator.name);
            Some(format!("return back({pair}{name}({}, {}{more}))", laid.given(0), laid.given(1)))
        }
        Form::UfuncReduction => {
            let function = match operator.nan {
                NanRule::Ignored => library.reduce_numbers?,
                NanRule::Propagates => library.reduce,
            };
            let axes = match case.attributes.get("axis") {
                Some(Attribute::Ints(axes)) => Some(axes.as_slice()),
                _ => None,
            };
            let more = operands_by_name(case, &["out", "initial", "where"], laid);
            Some(reduction(of_direction(function), axes, flag("keepdims", 0), &more))
        }
        Form::Subsequence => {
            let axis = match case.attributes.get("axis") {
                Some(Attribute::Int(axis)) => *axis,
                _ => -1,
            };
            let function = of_direction(library.legacy?);
            Some(format!("return back({function}({}, {}, \"axis\", {axis}))", laid.given(0), laid.given(1)))
        }
        _ => None,
    }
}

/// The axes of ONNX's reductions: an attribute until operator set 17, and an input from 18 on.
fn onnx_axes(case: &Case) -> Vec<i64> {
    match (case.inputs.get(1), case.attributes.get("axes")) {
        (Some(axes), _) => axes.elements::<i64>().map(<[i64]>::to_vec).unwrap_or_default(),
        (None, Some(Attribute::Ints(axes))) => axes.clone(),
        _ => Vec::new(),
    }
}

/// The keyword arguments whose attribute is the place of the input that holds them.
fn operands_by_name(case: &Case, names: &[&str], laid: &Laid) -> String {
    let keyword = |name: &&str| laid.keyword(case, name).map(|place| format!(", {name}={}", laid.given(place)));
    names.iter().filter_map(keyword).collect()
}

/// A tuple of integers.
fn tuple(axes: &[i64]) -> String {
    match axes {
        [one] => format!("({one},)"),
        axes => format!("({})", axes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}
