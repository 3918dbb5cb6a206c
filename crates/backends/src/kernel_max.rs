//! ONNX `Max` by our own kernels, on one instruction set: the rules of each operator set, and then the kernel.
//!
//! The rules are written here from the operator's definitions, and share nothing with those that the judgement goes by.
//! Operands are read where they lie, however they are aligned.

use opconform_kernels::{Error, Isa, Kernel, Maximum, View, broadcast_shape};
use opconform_spec::{Case, Outcome};
use opconform_tensor::{DType, Element, Tensor, element_count, shape_text};

use crate::backend::{Backend, Unavailable};
use crate::describe::{Description, cpu_features};
use crate::guard::run_each;
use crate::number::{match_number, numbers};

const NOT_BOOL: &str = "Max is not defined for bool";

/// Opens the backend of an instruction set; `remedy` says where it is found.
pub(crate) fn open(isa: Isa, remedy: &str) -> Result<Box<dyn Backend>, Unavailable> {
    let kernel = Kernel::<Maximum>::on(isa)
        .map_err(|error| Unavailable { reason: error.to_string(), remedy: remedy.to_owned() })?;
    let description = Description {
        name: isa.name().to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        language: "Rust".to_owned(),
        configuration: vec![format!("opconform-kernels, forced onto {}; one thread", isa.name())],
        cpu_features: cpu_features(),
        dtypes: numbers(),
        operators: vec!["Max".to_owned()],
    };
    Ok(Box::new(KernelMax { kernel, description }))
}

struct KernelMax {
    kernel: Kernel<Maximum>,
    description: Description,
}

impl Backend for KernelMax {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        run_each(cases, |case| run(self.kernel, case))
    }
}

fn run(kernel: Kernel<Maximum>, case: &Case) -> Outcome {
    if case.operator.name != "Max" {
        return Outcome::Unsupported(format!("{} is not implemented here: this is Max alone", case.operator.name));
    }
    let result = rules(case)
        .and_then(|dtype| match_number!(dtype, T => max::<T>(kernel, &case.inputs), bool => Err(NOT_BOOL.to_owned())));
    match result {
        Ok(output) => Outcome::Output(vec![output]),
        Err(message) => Outcome::Rejected(message),
    }
}

/// The element type of a case that its operator set allows, up to the broadcast of shapes from operator set 8 on.
fn rules(case: &Case) -> Result<DType, String> {
    let opset = case.opset;
    if opset == 0 {
        return Err("Max begins with operator set 1".to_owned());
    }
    if let Some(name) = case.attributes.keys().find(|&name| !(name == "consumed_inputs" && opset < 6)) {
        return Err(format!("Max of operator set {opset} has no attribute `{name}`"));
    }
    let Some((first, rest)) = case.inputs.split_first() else {
        return Err("Max takes at least one operand".to_owned());
    };
    let dtype = first.dtype();
    if let Some(other) = rest.iter().find(|input| input.dtype() != dtype) {
        return Err(format!("Max takes operands of one element type, found {dtype} and {}", other.dtype()));
    }
    let since = match dtype {
        DType::Bool => return Err(NOT_BOOL.to_owned()),
        DType::F16 | DType::F32 | DType::F64 => 1,
        DType::Bf16 => 13,
        _ => 12,
    };
    if opset < since {
        return Err(format!("Max takes {dtype} from operator set {since} on, found {opset}"));
    }
    if let Some(other) = rest.iter().find(|input| opset < 8 && input.shape() != first.shape()) {
        let shapes = [first.shape(), other.shape()].map(shape_text);
        return Err(format!(
            "Max broadcasts from operator set 8 on, found {opset} with shapes {}",
            shapes.join(" and ")
        ));
    }
    Ok(dtype)
}

fn max<T>(kernel: Kernel<Maximum>, inputs: &[Tensor]) -> Result<Tensor, String>
where
    T: Element + opconform_kernels::Element,
{
    let text = |error: Error| error.to_string();
    let views = inputs.iter().map(|input| View::new(input.elements::<T>().unwrap_or_default(), input.shape()));
    let views: Vec<View<'_, T>> = views.collect::<Result<_, _>>().map_err(text)?;
    let shape = broadcast_shape(inputs.iter().map(Tensor::shape)).map_err(text)?;
    let mut out: Vec<T> = Vec::new();
    let count = element_count(&shape).filter(|&count| out.try_reserve_exact(count).is_ok());
    let count = count.ok_or_else(|| format!("no memory for a result of shape {}", shape_text(&shape)))?;
    out.resize(count, <T as Element>::from_bits(0));
    kernel.broadcast(&views, &mut out).map_err(text)?;
    Tensor::from_elements(&shape, &out).map_err(|error| error.to_string())
}
