//! The settings of the backends: the switches that each library has, and where it documents them.
//!
//! What is none of a library's own documentation is the file of its source that reads the switch.

use crate::setting::{Heard, Setting, Switch};

const NUMPY_PLACE: &str = "https://numpy.org/doc/stable/reference/global_state.html#simd-feature-selection";

/// Releases before 2.4 name the instruction sets, later ones the levels of x86-64: a name that a release does not know is passed over.
pub(crate) const NUMPY: &[Setting] = &[
    by_its_word(
        "baseline",
        "the code that every CPU of the architecture runs",
        Switch::Environment(&[(
            "NPY_DISABLE_CPU_FEATURES",
            "X86_V3 X86_V4 AVX F16C FMA3 AVX2 AVX512F AVX512CD AVX512_SKX AVX512_CLX AVX512_CNL AVX512_ICL AVX512_SPR",
        )]),
        NUMPY_PLACE,
    ),
    by_its_word(
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
    by_its_word(
        "default",
        "the code that every CPU of the architecture runs",
        Switch::Environment(&[("ATEN_CPU_CAPABILITY", "default")]),
        TORCH_PLACE,
    ),
    by_its_word(
        "avx2",
        "the code for AVX2, and none for AVX-512",
        Switch::Environment(&[("ATEN_CPU_CAPABILITY", "avx2")]),
        TORCH_PLACE,
    ),
];

const GRAPH_PLACE: &str = "https://onnxruntime.ai/docs/performance/model-optimizations/graph-optimizations.html";
const THREADS_PLACE: &str = "https://onnxruntime.ai/docs/performance/tune-performance/threading.html";
const SESSION_PLACE: &str =
    "https://github.com/microsoft/onnxruntime/blob/main/include/onnxruntime/core/session/onnxruntime_c_api.h";
const DESIGN_PLACE: &str = "https://onnxruntime.ai/docs/reference/high-level-design.html";

// ONNX Runtime is told by who makes a session: these variables tell the suite's own adapters.
const UNOPTIMIZED: Setting = untold(
    "unoptimized",
    "no graph optimisation",
    Switch::Environment(&[("OPCONFORM_GRAPH_OPTIMIZATION", "disabled")]),
    GRAPH_PLACE,
);
const BASIC: Setting = untold(
    "basic",
    "the basic graph optimisations alone",
    Switch::Environment(&[("OPCONFORM_GRAPH_OPTIMIZATION", "basic")]),
    GRAPH_PLACE,
);
const EXTENDED: Setting = untold(
    "extended",
    "all graph optimisations but those of layout",
    Switch::Environment(&[("OPCONFORM_GRAPH_OPTIMIZATION", "extended")]),
    GRAPH_PLACE,
);
const THREADS: Setting = untold(
    "threads",
    "two threads and more for an operator",
    Switch::Environment(&[("OPCONFORM_THREADS", "many")]),
    THREADS_PLACE,
);
const PARALLEL: Setting = untold(
    "parallel",
    "operators that do not wait for each other at once",
    Switch::Environment(&[("OPCONFORM_EXECUTION", "parallel")]),
    THREADS_PLACE,
);
const NO_ARENA: Setting = untold(
    "no-arena",
    "memory from the system, and none from an arena",
    Switch::Environment(&[("OPCONFORM_MEMORY_ARENA", "off")]),
    SESSION_PLACE,
);
const NO_PATTERN: Setting = untold(
    "no-pattern",
    "no plan of the memory of a call made beforehand",
    Switch::Environment(&[("OPCONFORM_MEMORY_PATTERN", "off")]),
    SESSION_PLACE,
);
const OPEN_SHAPES: Setting = untold(
    "open-shapes",
    "models that leave shapes open, so that one session is called with operands of every shape",
    Switch::Environment(&[("OPCONFORM_SHAPES", "open")]),
    DESIGN_PLACE,
);
const AT_ONCE: Setting = untold(
    "at-once",
    "two sessions are called at once",
    Switch::Environment(&[("OPCONFORM_SESSIONS", "at-once")]),
    DESIGN_PLACE,
);

const QEMU_PLACE: &str = "https://www.qemu.org/docs/master/user/main.html";
// This program says what the CPU has that it finds itself on.
const SSE4_2: Setting = by_its_word(
    "sse4.2",
    "on a CPU that is emulated, and has SSE4.2 and no AVX",
    Switch::Emulated("Nehalem"),
    QEMU_PLACE,
);
const AVX2: Setting = by_its_word(
    "avx2",
    "on a CPU that is emulated, and has AVX2 and FMA and no AVX-512",
    Switch::Emulated("Haswell"),
    QEMU_PLACE,
);

/// Of libraries that choose their code by the CPU, and have no switch.
pub(crate) const EMULATED: &[Setting] = &[SSE4_2, AVX2];

pub(crate) const ONNX_RUNTIME: &[Setting] =
    &[UNOPTIMIZED, BASIC, EXTENDED, NO_ARENA, NO_PATTERN, OPEN_SHAPES, AT_ONCE, SSE4_2, AVX2];
pub(crate) const ONNX_RUNTIME_PYTHON: &[Setting] =
    &[UNOPTIMIZED, BASIC, EXTENDED, THREADS, PARALLEL, NO_ARENA, NO_PATTERN];
pub(crate) const ONNX_RUNTIME_NODE: &[Setting] =
    &[UNOPTIMIZED, BASIC, EXTENDED, THREADS, PARALLEL, NO_ARENA, NO_PATTERN];
/// Its threads are those of a page.
pub(crate) const ONNX_RUNTIME_WEB: &[Setting] = &[UNOPTIMIZED, BASIC, EXTENDED, NO_ARENA, NO_PATTERN];

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
/// The variable by which the suite's own adapter is told what it calls a function of, and how.
const CALL: &str = "OPCONFORM_CALL";

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
    by_its_word(
        "eager",
        "not compiled as a function: each of its operations by itself",
        Switch::Environment(&[("JAX_DISABLE_JIT", "1")]),
        "https://docs.jax.dev/en/latest/_autosummary/jax.disable_jit.html",
    ),
    untold(
        "constant-rest",
        "all operands but the first are constants of what is compiled",
        Switch::Environment(&[(CALL, "constant-rest")]),
        JIT_PLACE,
    ),
    untold(
        "constants",
        "every operand is a constant of what is compiled",
        Switch::Environment(&[(CALL, "constants")]),
        JIT_PLACE,
    ),
];

const JIT_PLACE: &str = "https://docs.jax.dev/en/latest/jit-compilation.html";

const FUNCTION_PLACE: &str = "https://www.tensorflow.org/guide/function";

pub(crate) const TENSORFLOW: &[Setting] = &[
    untold("function", "as a graph, of tf.function", Switch::Environment(&[(CALL, "function")]), FUNCTION_PLACE),
    untold(
        "constant-rest",
        "as a graph, in which all operands but the first are constants",
        Switch::Environment(&[(CALL, "constant-rest")]),
        FUNCTION_PLACE,
    ),
    untold(
        "constants",
        "as a graph, in which every operand is a constant",
        Switch::Environment(&[(CALL, "constants")]),
        FUNCTION_PLACE,
    ),
    untold(
        "xla",
        "compiled by XLA, by tf.function's jit_compile",
        Switch::Environment(&[(CALL, "xla")]),
        "https://openxla.org/xla/tf2xla",
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
    by_its_word(
        "no-avx512",
        "no code for AVX-512",
        // The second is its name before .NET 10.
        Switch::Environment(&[("DOTNET_EnableAVX512", "0"), ("DOTNET_EnableAVX512F", "0")]),
        CORECLR_PLACE,
    ),
    by_its_word("no-avx2", "no code for AVX2", Switch::Environment(&[("DOTNET_EnableAVX2", "0")]), CORECLR_PLACE),
    by_its_word(
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
const fn by_its_word(name: &'static str, summary: &'static str, switch: Switch, place: &'static str) -> Setting {
    Setting { name, summary, switch, heard: Heard::ByItsWord, place }
}

/// A setting of a library that says nothing of it.
const fn untold(name: &'static str, summary: &'static str, switch: Switch, place: &'static str) -> Setting {
    Setting { name, summary, switch, heard: Heard::ByItsAnswers, place }
}
