//! The Python libraries that are given an ONNX model.

use opconform_tensor::DType;

use super::Call;
use crate::About;
use crate::template::fill;
use crate::why::Why;

/// onnxruntime on a number of threads, which is an expression.
pub(super) fn onnxruntime(about: &About, threads: &str) -> Result<Call, Why> {
    let has_bf16 = about.case.operands().iter().any(|operand| operand.dtype() == DType::Bf16);
    let (imports, run): (&[&str], _) = if has_bf16 {
        (&["import ctypes", "import onnxruntime"], include_str!("../../templates/python/onnxruntime_bfloat16.py"))
    } else {
        (&["import onnxruntime"], include_str!("../../templates/python/onnxruntime.py"))
    };
    call(about, "onnxruntime", imports, &fill(run, &[("@THREADS@", threads)]))
}

/// onnx's reference evaluator.
pub(super) fn onnx_reference(about: &About) -> Result<Call, Why> {
    call(about, "onnx", &["import onnx.reference"], include_str!("../../templates/python/onnx_reference.py"))
}

/// openvino on the CPU.
pub(super) fn openvino(about: &About) -> Result<Call, Why> {
    call(about, "openvino", &["import openvino"], include_str!("../../templates/python/openvino.py"))
}

fn call(about: &About, package: &'static str, imports: &'static [&'static str], run: &str) -> Result<Call, Why> {
    if !about.case.operator.form.is_onnx() {
        return Err(about.no_operator(package));
    }
    Ok(Call { package, environment: &[], imports, model: true, run: run.trim_end().to_owned() })
}
