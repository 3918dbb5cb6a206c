//! What each implementation says that it follows, and where it says so.
//!
//! A claim is what the implementation's own authors publish of it, and no reading of ours. Whose document has no profile here
//! claims it all the same, by its title.

use opconform_spec::{Claim, Family};

/// Our own kernels promise what every profile asks for.
pub(crate) const KERNELS: &[Claim] = &[
    Claim::family(Family::Sonnx, PROMISE),
    Claim::family(Family::Onnx, PROMISE),
    Claim::family(Family::Ieee754, PROMISE),
    Claim::family(Family::Numpy, PROMISE),
    Claim::family(Family::Paddle, PROMISE),
];
const PROMISE: &str = "crates/kernels/README.md";

pub(crate) const TRACT: &[Claim] = &[Claim::family(Family::Onnx, "https://github.com/sonos/tract#onnx")];
pub(crate) const RTEN: &[Claim] =
    &[Claim::family(Family::Onnx, "https://github.com/robertknight/rten/blob/main/README.md")];
pub(crate) const ONNX_RUNTIME: &[Claim] =
    &[Claim::family(Family::Onnx, "https://onnxruntime.ai/docs/reference/compatibility.html")];
pub(crate) const OPENVINO: &[Claim] = &[Claim::family(
    Family::Onnx,
    "https://docs.openvino.ai/2025/documentation/compatibility-and-support/supported-operations.html",
)];
pub(crate) const ONNX_REFERENCE: &[Claim] = &[Claim::family(Family::Onnx, "https://onnx.ai/onnx/api/reference.html")];

pub(crate) const NUMPY: &[Claim] =
    &[Claim::family(Family::Numpy, "https://numpy.org/doc/stable/reference/generated/numpy.maximum.html")];
pub(crate) const MARS: &[Claim] = &[Claim::family(
    Family::Numpy,
    "https://mars-project.readthedocs.io/en/latest/reference/tensor/generated/mars.tensor.maximum.html",
)];
pub(crate) const DOTNET: &[Claim] = &[Claim::family(
    Family::Ieee754,
    "https://learn.microsoft.com/dotnet/api/system.numerics.tensors.tensorprimitives.max",
)];
pub(crate) const DOTNET_MAXNUMBER: &[Claim] = &[Claim::profile(
    "dotnet-maxnumber",
    "https://learn.microsoft.com/dotnet/api/system.numerics.tensors.tensorprimitives.maxnumber",
)];
/// The function of numbers that `TensorPrimitives.MaxNumber` computes of each pair.
pub(crate) const DOTNET_T_MAXNUMBER: &[Claim] =
    &[Claim::profile("dotnet-maxnumber", "https://learn.microsoft.com/dotnet/api/system.numerics.inumber-1.maxnumber")];
/// The function of numbers that `TensorPrimitives.MaxMagnitude` computes of each pair.
pub(crate) const DOTNET_T_MAXMAGNITUDE: &[Claim] = &[Claim::profile(
    "dotnet-maxmagnitude",
    "https://learn.microsoft.com/dotnet/api/system.numerics.inumberbase-1.maxmagnitude",
)];
pub(crate) const DOTNET_MAXMAGNITUDE: &[Claim] = &[Claim::profile(
    "dotnet-maxmagnitude",
    "https://learn.microsoft.com/dotnet/api/system.numerics.tensors.tensorprimitives.maxmagnitude",
)];
pub(crate) const DOTNET_MAXMAGNITUDENUMBER: &[Claim] = &[Claim::profile(
    "dotnet-maxmagnitudenumber",
    "https://learn.microsoft.com/dotnet/api/system.numerics.tensors.tensorprimitives.maxmagnitudenumber",
)];
pub(crate) const DOTNET_ENUMERABLE: &[Claim] =
    &[Claim::profile("dotnet-enumerable-max", "https://learn.microsoft.com/dotnet/api/system.linq.enumerable.max")];
pub(crate) const DOTNET_VECTOR128: &[Claim] = &[Claim::profile(
    "dotnet-vector128-max",
    "https://learn.microsoft.com/dotnet/api/system.runtime.intrinsics.vector128.max",
)];
pub(crate) const DOTNET_MAXNATIVE: &[Claim] = &[Claim::profile(
    "dotnet-maxnative",
    "https://learn.microsoft.com/dotnet/api/system.runtime.intrinsics.vector128.maxnative",
)];
/// Of two tensors as `TensorPrimitives.Max`, which it calls; of one, what its own page says.
pub(crate) const DOTNET_TENSOR: &[Claim] = &[
    Claim::family(Family::Ieee754, "https://learn.microsoft.com/dotnet/api/system.numerics.tensors.tensor.max"),
    Claim::profile("dotnet-tensor-max", "https://learn.microsoft.com/dotnet/api/system.numerics.tensors.tensor.max"),
];
/// "For `IFloatingPoint<TSelf>` this method matches the IEEE 754:2019 maximum function."
pub(crate) const DOTNET_MATH: &[Claim] =
    &[Claim::family(Family::Ieee754, "https://learn.microsoft.com/dotnet/api/system.numerics.inumber-1.max")];
pub(crate) const PADDLE: &[Claim] = &[Claim::family(
    Family::Paddle,
    "https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/maximum_en.html",
)];

/// C has a maximum of each kind, so each function claims its own, by its name.
pub(crate) const FMAXIMUM: &[Claim] = &[Claim::profile("c-fmaximum", GLIBC)];
pub(crate) const FMAXIMUM_NUM: &[Claim] = &[Claim::profile("c-fmaximum-num", GLIBC)];
pub(crate) const FMAXIMUM_MAG: &[Claim] = &[Claim::profile("c-fmaximum-mag", GLIBC)];
pub(crate) const FMAXIMUM_MAG_NUM: &[Claim] = &[Claim::profile("c-fmaximum-mag-num", GLIBC)];
/// The manual of the GNU C Library.
const GLIBC: &str = "https://sourceware.org/glibc/manual/latest/html_node/Misc-FP-Arithmetic.html";
pub(crate) const FMAX: &[Claim] = &[Claim::profile("c-fmax", GLIBC)];

pub(crate) const ECMASCRIPT: &[Claim] = &[Claim::family(Family::EcmaScript, "https://tc39.es/ecma262/#sec-math.max")];
pub(crate) const RUST_MAX: &[Claim] =
    &[Claim::profile("rust", "https://doc.rust-lang.org/std/primitive.f32.html#method.max")];
pub(crate) const WASM_MAX: &[Claim] =
    &[Claim::profile("wasm-max", "https://webassembly.github.io/spec/core/exec/numerics.html#op-fmax")];
pub(crate) const WASM_PMAX: &[Claim] =
    &[Claim::profile("wasm-pmax", "https://webassembly.github.io/spec/core/exec/numerics.html#op-fpmax")];
pub(crate) const WGSL: &[Claim] =
    &[Claim::document("WebGPU Shading Language, max", "https://www.w3.org/TR/WGSL/#max-float-builtin")];
pub(crate) const WEBNN: &[Claim] =
    &[Claim::profile("webnn-max", "https://www.w3.org/TR/webnn/#api-mlgraphbuilder-binary")];
pub(crate) const X86_MAXPS: &[Claim] = &[Claim::profile("x86-maxps", "https://www.felixcloutier.com/x86/maxps")];
pub(crate) const X86_VRANGEPS: &[Claim] =
    &[Claim::profile("x86-vrangeps", "https://www.felixcloutier.com/x86/vrangeps")];
pub(crate) const ARM_FMAX: &[Claim] =
    &[Claim::profile("arm-fmax", "https://developer.arm.com/documentation/ddi0487/latest/")];
pub(crate) const ARM_FMAXNM: &[Claim] =
    &[Claim::profile("arm-fmaxnm", "https://developer.arm.com/documentation/ddi0487/latest/")];
pub(crate) const RISCV_FMAXM: &[Claim] =
    &[Claim::profile("riscv-fmaxm", "https://docs.riscv.org/reference/isa/unpriv/zfa.html")];
pub(crate) const RISCV_FMAX: &[Claim] =
    &[Claim::profile("riscv-fmax", "https://docs.riscv.org/reference/isa/unpriv/f-st-ext.html")];
pub(crate) const JAVA: &[Claim] = &[Claim::family(
    Family::Java,
    "https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/lang/Math.html#max(float,float)",
)];
pub(crate) const LLVM_MAXIMUM: &[Claim] =
    &[Claim::profile("llvm-maximum", "https://llvm.org/docs/LangRef.html#llvm-maximum-intrinsic")];
pub(crate) const LLVM_MAXIMUMNUM: &[Claim] =
    &[Claim::profile("llvm-maximumnum", "https://llvm.org/docs/LangRef.html#llvm-maximumnum-intrinsic")];
pub(crate) const LLVM_MAXNUM: &[Claim] =
    &[Claim::profile("llvm-maxnum", "https://llvm.org/docs/LangRef.html#llvm-maxnum-intrinsic")];
pub(crate) const STABLEHLO: &[Claim] =
    &[Claim::family(Family::StableHlo, "https://openxla.org/stablehlo/spec#maximum")];
/// "This function lowers directly to the `stablehlo.maximum` operation for non-complex inputs." What is asked, `jax.numpy.maximum`, is
/// on that page the "more flexibly NumPy-style maximum".
pub(crate) const JAX: &[Claim] =
    &[Claim::family(Family::StableHlo, "https://docs.jax.dev/en/latest/_autosummary/jax.lax.max.html")];
/// Of `fmax` the model is asked in its other mode, which claims nothing of `maximum`.
pub(crate) const TOSA: &[Claim] =
    &[Claim::profile("tosa-propagate", "https://www.mlplatform.org/tosa/tosa_spec.html#_maximum")];
pub(crate) const TOSA_IGNORE: &[Claim] =
    &[Claim::profile("tosa-ignore", "https://www.mlplatform.org/tosa/tosa_spec.html#_maximum")];
pub(crate) const TORCH: &[Claim] =
    &[Claim::family(Family::PyTorch, "https://docs.pytorch.org/docs/stable/generated/torch.maximum.html")];
pub(crate) const TENSORFLOW: &[Claim] =
    &[Claim::family(Family::TensorFlow, "https://www.tensorflow.org/api_docs/python/tf/math/maximum")];
pub(crate) const CANDLE: &[Claim] = &[Claim::document(
    "candle's Tensor::maximum",
    "https://docs.rs/candle-core/latest/candle_core/struct.Tensor.html#method.maximum",
)];
