//! The settings of the backends: the switches that each library has, and where it documents them.
//!
//! What is none of a library's own documentation is the file of its source that reads the switch.

use crate::setting::{Heard, Setting, Switch};

const NUMPY_PLACE: &str = "https://numpy.org/doc/stable/reference/global_state.html#simd-feature-selection";

/// Releases before 2.4 name the instruction sets, later ones the levels of x86-64: a name that a release does not know is passed over.
pub(crate) const NUMPY: &[Setting] = &[
    told(
        "baseline",
        "the code that every CPU of the architecture runs",
        Switch::Environment(&[(
            "NPY_DISABLE_CPU_FEATURES",
            "X86_V3 X86_V4 AVX F16C FMA3 AVX2 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR",
        )]),
        NUMPY_PLACE,
    ),
    told(
        "no-avx512",
        "no code for AVX-512",
        Switch::Environment(&[(
            "NPY_DISABLE_CPU_FEATURES",
            "X86_V4 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR",
        )]),
        NUMPY_PLACE,
    ),
];

const TORCH_PLACE: &str = "https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/DispatchStub.cpp";

pub(crate) const TORCH: &[Setting] = &[
    told(
        "default",
        "the code that every CPU of the architecture runs",
        Switch::Environment(&[("ATEN_CPU_CAPABILITY", "default")]),
        TORCH_PLACE,
    ),
    told(
        "avx2",
        "the code for AVX2, and none for AVX-512",
        Switch::Environment(&[("ATEN_CPU_CAPABILITY", "avx2")]),
        TORCH_PLACE,
    ),
];

const ONNX_RUNTIME_PLACE: &str = "https://onnxruntime.ai/docs/performance/model-optimizations/graph-optimizations.html";
/// The variable by which the suite's own adapters are told: ONNX Runtime takes the level from who calls it.
const GRAPH: &str = "OPCONFORM_GRAPH_OPTIMIZATION";

pub(crate) const ONNX_RUNTIME: &[Setting] = &[
    told("unoptimized", "no graph optimisation", Switch::Environment(&[(GRAPH, "disabled")]), ONNX_RUNTIME_PLACE),
    told("basic", "the basic graph optimisations alone", Switch::Environment(&[(GRAPH, "basic")]), ONNX_RUNTIME_PLACE),
    told(
        "extended",
        "all graph optimisations but those of layout",
        Switch::Environment(&[(GRAPH, "extended")]),
        ONNX_RUNTIME_PLACE,
    ),
];

const ONEDNN_PLACE: &str = "https://uxlfoundation.github.io/oneDNN/dev_guide_cpu_dispatcher_control.html";

pub(crate) const OPENVINO: &[Setting] = &[
    untold(
        "sse4.1",
        "of what oneDNN compiles, no code beyond SSE4.1",
        Switch::Environment(&[("ONEDNN_MAX_CPU_ISA", "SSE41")]),
        ONEDNN_PLACE,
    ),
    untold(
        "avx2",
        "of what oneDNN compiles, no code beyond AVX2",
        Switch::Environment(&[("ONEDNN_MAX_CPU_ISA", "AVX2")]),
        ONEDNN_PLACE,
    ),
];

const XLA_PLACE: &str = "https://docs.jax.dev/en/latest/xla_flags.html";

pub(crate) const JAX: &[Setting] = &[
    untold(
        "sse4.2",
        "compiled for no more than SSE4.2",
        Switch::Environment(&[("XLA_FLAGS", "--xla_cpu_max_isa=SSE4_2")]),
        XLA_PLACE,
    ),
    untold(
        "avx2",
        "compiled for no more than AVX2",
        Switch::Environment(&[("XLA_FLAGS", "--xla_cpu_max_isa=AVX2")]),
        XLA_PLACE,
    ),
    untold(
        "o0",
        "compiled without optimisations of LLVM's",
        Switch::Environment(&[("XLA_FLAGS", "--xla_backend_optimization_level=0")]),
        XLA_PLACE,
    ),
];

const V8_PLACE: &str = "https://nodejs.org/docs/latest/api/cli.html#--v8-options";

/// `NODE_OPTIONS` takes few of V8's flags, so that they stand in the command.
pub(crate) const JAVASCRIPT: &[Setting] = &[
    untold("no-opt", "without the optimising compiler", Switch::Runtime(&["--no-opt"]), V8_PLACE),
    untold("always-turbofan", "all by the optimising compiler", Switch::Runtime(&["--always-turbofan"]), V8_PLACE),
    untold("jitless", "interpreted: nothing is compiled", Switch::Runtime(&["--jitless"]), V8_PLACE),
    untold("no-avx", "compiled for no more than SSE4.2", Switch::Runtime(&["--no-enable-avx"]), V8_PLACE),
];

pub(crate) const WEBASSEMBLY: &[Setting] = &[
    untold("liftoff", "by the baseline compiler alone", Switch::Runtime(&["--liftoff-only"]), V8_PLACE),
    untold("no-liftoff", "by the optimising compiler alone", Switch::Runtime(&["--no-liftoff"]), V8_PLACE),
    untold("no-avx", "compiled for no more than SSE4.2", Switch::Runtime(&["--no-enable-avx"]), V8_PLACE),
];

const CORECLR_PLACE: &str = "https://github.com/dotnet/runtime/blob/main/src/coreclr/inc/clrconfignames.h";
const COMPILATION_PLACE: &str = "https://learn.microsoft.com/dotnet/core/runtime-config/compilation";

pub(crate) const DOTNET: &[Setting] = &[
    told(
        "no-avx512",
        "no code for AVX-512",
        // The second is its name before .NET 10.
        Switch::Environment(&[("DOTNET_EnableAVX512", "0"), ("DOTNET_EnableAVX512F", "0")]),
        CORECLR_PLACE,
    ),
    told("no-avx2", "no code for AVX2", Switch::Environment(&[("DOTNET_EnableAVX2", "0")]), CORECLR_PLACE),
    told(
        "no-intrinsics",
        "no code for more than the least CPU",
        Switch::Environment(&[("DOTNET_EnableHWIntrinsic", "0")]),
        CORECLR_PLACE,
    ),
    untold(
        "no-tiering",
        "each method compiled once, optimised",
        Switch::Environment(&[("DOTNET_TieredCompilation", "0")]),
        COMPILATION_PLACE,
    ),
    untold(
        "no-readytorun",
        "nothing that was compiled before",
        Switch::Environment(&[("DOTNET_ReadyToRun", "0")]),
        COMPILATION_PLACE,
    ),
    untold(
        "min-opts",
        "all compiled, and nothing optimised",
        Switch::Environment(&[("DOTNET_JITMinOpts", "1")]),
        CORECLR_PLACE,
    ),
];

/// A virtual machine that a program of ours starts is told by this variable, and not by that of the launcher.
const JVM: &str = "JAVA_TOOL_OPTIONS";

pub(crate) const JAVA: &[Setting] = &[
    untold(
        "no-avx",
        "compiled for no more than SSE4.2",
        Switch::Environment(&[(JVM, "-XX:UseAVX=0")]),
        "https://github.com/openjdk/jdk/blob/master/src/hotspot/cpu/x86/globals_x86.hpp",
    ),
    untold(
        "interpreted",
        "interpreted: nothing is compiled",
        Switch::Environment(&[(JVM, "-Xint")]),
        "https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
    ),
];

pub(crate) const GLIBC: &[Setting] = &[untold(
    "no-avx2",
    "of what the C library chooses by the CPU, no code for AVX2 and FMA",
    Switch::Environment(&[("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-AVX2,-AVX512F,-FMA,-FMA4")]),
    "https://sourceware.org/glibc/manual/latest/html_node/Hardware-Capability-Tunables.html",
)];

/// A setting of a library that says of itself what machine code it runs.
const fn told(name: &'static str, summary: &'static str, switch: Switch, place: &'static str) -> Setting {
    Setting { name, summary, switch, heard: Heard::ByItsWord, place }
}

/// A setting of a library that says nothing of it.
const fn untold(name: &'static str, summary: &'static str, switch: Switch, place: &'static str) -> Setting {
    Setting { name, summary, switch, heard: Heard::ByItsAnswers, place }
}
