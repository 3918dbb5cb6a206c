//! The maximum as a Rust programmer writes it with candle: a fold of `broadcast_maximum`, and `max` along one axis.
//!
//! candle has no operator sets: it always broadcasts, and stands for the versions of ONNX's operators that do. Its reductions
//! take one axis, counted from the front.

use candle_core::{Device, Tensor as CandleTensor, WithDType};
use opconform_spec::{Attribute, Case, Direction, Form, Outcome};
use opconform_tensor::{DType, Element, Tensor};

use crate::describe::{Description, cpu_features};
use crate::entry::Entry;
use crate::guard::run_each;
use crate::in_process::InProcess;
use crate::own::timed;

/// The version of candle that is linked.
const VERSION: &str = "0.11.1";

/// The first operator set at which `Max` broadcasts.
const FIRST_OPSET: u32 = 8;

/// The element types that candle and the suite have in common.
const TYPES: [DType; 9] =
    [DType::Bf16, DType::F16, DType::F32, DType::F64, DType::I16, DType::I32, DType::I64, DType::U8, DType::U32];

/// candle on the CPU.
pub(crate) struct Candle(Description);

impl Candle {
    /// The backend of an entry.
    pub(crate) fn new(entry: &Entry) -> Self {
        Self(Description {
            name: entry.name.to_owned(),
            version: VERSION.to_owned(),
            implementation: entry.implementation,
            claims: entry.claims.to_vec(),
            language: "Rust".to_owned(),
            configuration: vec![
                "a left fold of broadcast_maximum or broadcast_minimum; max, min, max_keepdim, min_keepdim of one axis"
                    .to_owned(),
                "the same functions at every operator set that broadcasts; operands are copied".to_owned(),
            ],
            cpu_features: cpu_features(),
            dtypes: TYPES.to_vec(),
            operators: ["Max", "Min", "ReduceMax", "ReduceMin"].map(str::to_owned).into(),
            models: false,
            layouts: Vec::new(),
        })
    }
}

impl InProcess for Candle {
    fn describe(&self) -> &Description {
        &self.0
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, run)
    }
}

fn run(case: &Case) -> Outcome {
    let operands = match case.operands().iter().map(input).collect::<Result<Vec<_>, Outcome>>() {
        Ok(operands) => operands,
        Err(outcome) => return outcome,
    };
    let result = match (case.operator.form, case.operator.direction()) {
        (Form::OnnxVariadic, _) if case.opset < FIRST_OPSET => {
            return Outcome::Unsupported(format!(
                "before operator set {FIRST_OPSET} it does not broadcast, candle does"
            ));
        }
        (Form::OnnxVariadic, Some(Direction::Max)) => folded(&operands, CandleTensor::broadcast_maximum),
        (Form::OnnxVariadic, Some(Direction::Min)) => folded(&operands, CandleTensor::broadcast_minimum),
        (Form::OnnxReduction, Some(direction)) => match (operands.as_slice(), single_axis(case)) {
            ([data], Some(axis)) => timed(|| match (direction, case.attributes.get("keepdims")) {
                (Direction::Max, Some(Attribute::Int(0))) => data.max(axis),
                (Direction::Max, _) => data.max_keepdim(axis),
                (Direction::Min, Some(Attribute::Int(0))) => data.min(axis),
                (Direction::Min, _) => data.min_keepdim(axis),
            }),
            _ => return Outcome::Unsupported("candle reduces one axis, counted from the front".to_owned()),
        },
        _ => return Outcome::Unsupported(format!("{} is not candle's", case.operator.qualified())),
    };
    match result.map_err(|error| error.to_string()).and_then(|result| output(&result)) {
        Ok(output) => Outcome::Output(vec![output]),
        Err(message) => Outcome::Rejected(message),
    }
}

fn folded(
    operands: &[CandleTensor],
    maximum: fn(&CandleTensor, &CandleTensor) -> candle_core::Result<CandleTensor>,
) -> candle_core::Result<CandleTensor> {
    let Some((first, rest)) = operands.split_first() else { candle_core::bail!("no operand: a fold starts with one") };
    rest.iter().try_fold(first.clone(), |folded, operand| timed(|| maximum(&folded, operand)))
}

/// The axis, where one is named and not counted from the back.
fn single_axis(case: &Case) -> Option<usize> {
    let given = match (case.attributes.get("axes"), case.inputs.get(1)) {
        (Some(Attribute::Ints(axes)), None) => axes.as_slice(),
        (None, Some(axes)) => axes.elements::<i64>()?,
        _ => return None,
    };
    let &[axis] = given else { return None };
    usize::try_from(axis).ok()
}

/// A tensor as candle takes it: a copy.
fn input(tensor: &Tensor) -> Result<CandleTensor, Outcome> {
    fn copied<T: Element + WithDType>(tensor: &Tensor) -> candle_core::Result<CandleTensor> {
        CandleTensor::from_slice(tensor.elements::<T>().unwrap_or_default(), tensor.shape(), &Device::Cpu)
    }
    let copied = match tensor.dtype() {
        DType::Bf16 => copied::<half::bf16>(tensor),
        DType::F16 => copied::<half::f16>(tensor),
        DType::F32 => copied::<f32>(tensor),
        DType::F64 => copied::<f64>(tensor),
        DType::I16 => copied::<i16>(tensor),
        DType::I32 => copied::<i32>(tensor),
        DType::I64 => copied::<i64>(tensor),
        DType::U8 => copied::<u8>(tensor),
        DType::U32 => copied::<u32>(tensor),
        other => return Err(Outcome::Unsupported(format!("candle has no tensors of {other}"))),
    };
    copied.map_err(|error| Outcome::Rejected(error.to_string()))
}

/// A tensor that candle gave.
fn output(tensor: &CandleTensor) -> Result<Tensor, String> {
    fn copied<T: Element + WithDType>(tensor: &CandleTensor) -> Result<Tensor, String> {
        let elements = tensor.flatten_all().and_then(|flat| flat.to_vec1::<T>()).map_err(|error| error.to_string())?;
        Tensor::from_elements(tensor.dims(), &elements).map_err(|error| error.to_string())
    }
    match tensor.dtype() {
        candle_core::DType::BF16 => copied::<half::bf16>(tensor),
        candle_core::DType::F16 => copied::<half::f16>(tensor),
        candle_core::DType::F32 => copied::<f32>(tensor),
        candle_core::DType::F64 => copied::<f64>(tensor),
        candle_core::DType::I16 => copied::<i16>(tensor),
        candle_core::DType::I32 => copied::<i32>(tensor),
        candle_core::DType::I64 => copied::<i64>(tensor),
        candle_core::DType::U8 => copied::<u8>(tensor),
        candle_core::DType::U32 => copied::<u32>(tensor),
        other => Err(format!("candle gave a tensor of {other:?}, which no operator of the suite has")),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_version_said_is_the_version_linked() {
        assert!(crate::lockfile::has("candle-core", super::VERSION));
    }
}
