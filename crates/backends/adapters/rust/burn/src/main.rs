//! An adapter of burn: `max_pair` and `min_pair`, `max` and `min`, `max_dims` and `min_dims` of its tensors, on the CPU.
//!
//! ```text
//! cargo build --release --locked --manifest-path crates/backends/adapters/rust/burn/Cargo.toml
//! opconform run --adapter 'burn=crates/backends/adapters/rust/burn/target/release/opconform-burn'
//! ```
//!
//! burn's pages say of a reduction that a NaN makes it a NaN, of `max_pair` nothing, and of zeros nothing: it claims nothing.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use burn_tensor::kind::Ordered;
use burn_tensor::{DType as Kind, Device, Float, Int, Tensor as Burn, TensorData};
use opconform_protocol::serve::serve;
use opconform_protocol::{Introduction, OperatorName, Started, VERSION};
use opconform_spec::{Attribute, Case, Facts, Form, Outcome};
use opconform_tensor::{DType, Tensor};

/// What is linked, by the lock: the crate tells its version to nobody.
const LOCK: &str = include_str!("../Cargo.lock");

/// The first operator set at which `Max` broadcasts, as burn always does.
const FIRST_OPSET: u32 = 8;

/// The element types, each with burn's name for it.
const TYPES: [(DType, Kind); 12] = [
    (DType::F16, Kind::F16),
    (DType::Bf16, Kind::BF16),
    (DType::F32, Kind::F32),
    (DType::F64, Kind::F64),
    (DType::I8, Kind::I8),
    (DType::I16, Kind::I16),
    (DType::I32, Kind::I32),
    (DType::I64, Kind::I64),
    (DType::U8, Kind::U8),
    (DType::U16, Kind::U16),
    (DType::U32, Kind::U32),
    (DType::U64, Kind::U64),
];

fn main() -> ExitCode {
    // What panics is told as the outcome of its case.
    panic::set_hook(Box::new(|_| ()));
    let about = Introduction::Started(started());
    match serve(&mut io::stdin().lock(), &mut io::stdout().lock(), &about, |cases| cases.iter().map(outcome).collect())
    {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("opconform-burn: {error}");
            ExitCode::from(2)
        }
    }
}

fn started() -> Started {
    let operator = |name: &str| OperatorName { domain: String::new(), name: name.to_owned() };
    Started {
        protocol: VERSION,
        name: "burn".to_owned(),
        version: version().to_owned(),
        language: "Rust".to_owned(),
        os: std::env::consts::OS.to_owned(),
        cpu_features: Vec::new(),
        dtypes: TYPES.iter().map(|(dtype, _)| dtype.name().to_owned()).collect(),
        operators: ["Max", "Min", "ReduceMax", "ReduceMin"].map(operator).into(),
        models: false,
        huge: false,
        layouts: Vec::new(),
        claims: Vec::new(),
        configuration: vec![
            "its backend flex; left folds of max_pair or min_pair; max_dims or min_dims of axes, max or min of all"
                .to_owned(),
            "operands of fewer axes get axes of length 1 before theirs; what ONNX calls ill-formed is not asked"
                .to_owned(),
        ],
    }
}

/// The version of the crate that the lock has.
fn version() -> &'static str {
    let (_, after) = LOCK.split_once("name = \"burn-tensor\"\nversion = \"").unwrap_or_default();
    after.split('"').next().unwrap_or_default()
}

/// A panic is the outcome of its case.
fn outcome(case: &Case) -> Outcome {
    panic::catch_unwind(AssertUnwindSafe(|| answer(case))).unwrap_or_else(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        // Some are boxes of several lines.
        let words: Vec<&str> = text.unwrap_or("a panic without words").split_whitespace().collect();
        Outcome::Crashed(words.join(" ").into())
    })
}

fn answer(case: &Case) -> Outcome {
    if case.operator.form == Form::OnnxVariadic && case.opset < FIRST_OPSET {
        return Outcome::Unsupported(format!("before operator set {FIRST_OPSET} it does not broadcast, burn does"));
    }
    let facts = Facts::new(case);
    if let Some(rule) = facts.invalid() {
        // Whether that is refused would be the adapter's doing: burn is not told of a result's shape.
        return Outcome::Unsupported(format!("this adapter does not ask for what is ill-formed: {rule}"));
    }
    let (Some(shape), Some(rank)) = (facts.shape(), case.operands().iter().map(|it| it.shape().len()).max()) else {
        return Outcome::Unsupported("burn has no maximum of operands of several types".to_owned());
    };
    // The rank is a part of a tensor's type. There is none of rank 0: one element has an axis.
    match rank {
        0 | 1 => of_rank::<1>(case, shape),
        2 => of_rank::<2>(case, shape),
        3 => of_rank::<3>(case, shape),
        4 => of_rank::<4>(case, shape),
        5 => of_rank::<5>(case, shape),
        6 => of_rank::<6>(case, shape),
        7 => of_rank::<7>(case, shape),
        8 => of_rank::<8>(case, shape),
        _ => Outcome::Unsupported("this adapter has burn's tensors of eight axes at most".to_owned()),
    }
}

fn of_rank<const D: usize>(case: &Case, shape: &[usize]) -> Outcome {
    let dtype = case.operands()[0].dtype();
    let Some(&(_, kind)) = TYPES.iter().find(|(it, _)| *it == dtype) else {
        return Outcome::Unsupported(format!("burn has no maximum of {dtype}"));
    };
    let result = if kind.is_float() { computed::<D, Float>(case, kind) } else { computed::<D, Int>(case, kind) };
    match Tensor::from_le_bytes(dtype, shape, result.bytes()) {
        Ok(result) => Outcome::Output(vec![result]),
        Err(error) => Outcome::Malformed(error.to_string()),
    }
}

/// What burn computes, in whatever shape: elements are counted alike in that with axes of length 1 and without them.
fn computed<const D: usize, K: Ordered>(case: &Case, kind: Kind) -> TensorData {
    let device = Device::flex();
    let mut operands = case.operands().iter().map(|operand| {
        let missing = D - operand.shape().len();
        let shape: Vec<usize> = std::iter::repeat_n(1, missing).chain(operand.shape().iter().copied()).collect();
        let data = TensorData::from_bytes_vec(operand.to_le_bytes(), shape, kind);
        Burn::<D, K>::from_data(data, (&device, kind))
    });
    let first = operands.next().expect("an operand: what has none is ill-formed");
    let axes = axes(case);
    match (case.operator.form, case.operator.is_minimum(), axes) {
        (Form::OnnxVariadic, false, _) => operands.fold(first, Burn::max_pair),
        (Form::OnnxVariadic, true, _) => operands.fold(first, Burn::min_pair),
        (_, false, Some(axes)) => first.max_dims(&axes),
        (_, false, None) => return first.max().into_data(),
        (_, true, Some(axes)) => first.min_dims(&axes),
        (_, true, None) => return first.min().into_data(),
    }
    .into_data()
}

/// The axes of a reduction, or `None` of all.
fn axes(case: &Case) -> Option<Vec<isize>> {
    let given = match (case.attributes.get("axes"), case.inputs.get(1)) {
        (Some(Attribute::Ints(axes)), None) => axes.as_slice(),
        (None, Some(axes)) => axes.elements::<i64>()?,
        _ => &[],
    };
    let reduces_none = matches!(case.attributes.get("noop_with_empty_axes"), Some(Attribute::Int(1)));
    // An element alone has an axis here that it does not have in the case.
    if given.is_empty() && !reduces_none || case.operands()[0].shape().is_empty() {
        return None;
    }
    Some(given.iter().map(|&axis| axis as isize).collect())
}
