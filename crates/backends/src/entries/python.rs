//! Python's libraries, each in a Python of its own.

use opconform_reproduce::{Implementation, Library};

use crate::bundled::Program;
use crate::bundled::environment::Environment;
use crate::bundled::python::{self, Releases};
use crate::entry::{Entry, Open, Wait};
use crate::{claims, settings};

pub(super) const ENTRIES: &[Entry] = &[
    library(
        "numpy",
        "NumPy, in a Python of its own",
        "numpy",
        Environment::Python,
        Some(Releases { name: "numpy", numpy_2: None }),
    )
    .reproduced_by(Implementation::Python(Library::Numpy))
    .claiming(claims::NUMPY)
    .compiled()
    .set_by(settings::NUMPY),
    library(
        "onnx-reference",
        "the reference evaluator of ONNX, in a Python of its own",
        "onnx",
        Environment::Python,
        Some(Releases { name: "onnx", numpy_2: Some(&[1, 17]) }),
    )
    .reproduced_by(Implementation::Python(Library::OnnxReference))
    .claiming(claims::ONNX_REFERENCE)
    .compiled(),
    library(
        "onnxruntime-python",
        "ONNX Runtime's Python package, in a Python of its own",
        "onnxruntime",
        Environment::Python,
        Some(Releases { name: "onnxruntime", numpy_2: Some(&[1, 19]) }),
    )
    .reproduced_by(Implementation::Python(Library::Onnxruntime))
    .claiming(claims::ONNX_RUNTIME)
    .compiled()
    .set_by(settings::ONNX_RUNTIME_PYTHON),
    library(
        "openvino",
        "OpenVINO on the CPU, in a Python of its own",
        "openvino",
        Environment::Python,
        Some(Releases { name: "openvino", numpy_2: None }),
    )
    .reproduced_by(Implementation::Python(Library::Openvino))
    .claiming(claims::OPENVINO)
    .set_by(settings::OPENVINO),
    library(
        "jax",
        "JAX on the CPU, in a Python of its own",
        "jax",
        Environment::Python,
        Some(Releases { name: "jax", numpy_2: Some(&[0, 4, 26]) }),
    )
    .reproduced_by(Implementation::Python(Library::Jax))
    .claiming(claims::JAX)
    .set_by(settings::JAX),
    library(
        "stablehlo",
        "the reference interpreter of StableHLO, in a Python of its own",
        "jax",
        Environment::Python,
        Some(Releases { name: "jax", numpy_2: Some(&[0, 4, 26]) }),
    )
    .claiming(claims::STABLEHLO),
    library(
        "torch",
        "PyTorch on the CPU, in a Python of its own",
        "torch",
        Environment::Torch,
        Some(Releases { name: "torch", numpy_2: Some(&[2, 3]) }),
    )
    .reproduced_by(Implementation::Python(Library::Torch))
    .claiming(claims::TORCH)
    .compiled()
    .set_by(settings::TORCH),
    library(
        "torch-compiled",
        "PyTorch through torch.compile on the CPU, in a Python of its own; a second for each shape and type",
        "torch",
        Environment::Torch,
        Some(Releases { name: "torch", numpy_2: Some(&[2, 3]) }),
    )
    .reproduced_by(Implementation::Python(Library::TorchCompiled))
    .claiming(claims::TORCH)
    .set_by(settings::TORCH)
    .waiting(Wait::Compiler),
    library(
        "tensorflow",
        "TensorFlow on the CPU, in a Python of its own",
        "tensorflow",
        Environment::Tensorflow,
        Some(Releases { name: "tensorflow-cpu", numpy_2: None }),
    )
    .reproduced_by(Implementation::Python(Library::Tensorflow))
    .claiming(claims::TENSORFLOW)
    .set_by(settings::TENSORFLOW),
    library(
        "paddle",
        "Paddle on the CPU, in a Python of its own",
        "paddle",
        Environment::Paddle,
        Some(Releases { name: "paddlepaddle", numpy_2: Some(&[3]) }),
    )
    .reproduced_by(Implementation::Python(Library::Paddle))
    .claiming(claims::PADDLE),
    library("mars", "Mars, a local session, in a Python of its own", "mars", Environment::Mars, None)
        .reproduced_by(Implementation::Python(Library::Mars))
        .claiming(claims::MARS),
    library(
        "tosa",
        "the reference model of TOSA in both NaN modes, in a Python of its own",
        "tosa_reference_model",
        Environment::Tosa,
        Some(Releases { name: "tosa-tools", numpy_2: None }),
    )
    .claiming(claims::TOSA),
    library(
        "tosa-ignore",
        "the reference model of TOSA, in the NaN mode IGNORE alone",
        "tosa_reference_model",
        Environment::Tosa,
        Some(Releases { name: "tosa-tools", numpy_2: None }),
    )
    .waiting(Wait::Part)
    .claiming(claims::TOSA_IGNORE),
    library(
        "llvm-maximum",
        "LLVM's intrinsics llvm.maximum and llvm.minimum, compiled for this machine",
        "llvmlite",
        Environment::Llvm,
        Some(Releases { name: "llvmlite", numpy_2: None }),
    )
    .claiming(claims::LLVM_MAXIMUM),
    library(
        "llvm-maximumnum",
        "LLVM's intrinsics llvm.maximumnum and llvm.minimumnum, compiled for this machine",
        "llvmlite",
        Environment::Llvm,
        Some(Releases { name: "llvmlite", numpy_2: None }),
    )
    .claiming(claims::LLVM_MAXIMUMNUM),
    library(
        "llvm-maxnum",
        "LLVM's intrinsics llvm.maxnum and llvm.minnum, compiled for this machine",
        "llvmlite",
        Environment::Llvm,
        Some(Releases { name: "llvmlite", numpy_2: None }),
    )
    .claiming(claims::LLVM_MAXNUM),
];

/// The entry of a backend that is a Python package, the environment that it is installed into, and its releases.
const fn library(
    backend: &'static str,
    summary: &'static str,
    package: &'static str,
    environment: Environment,
    releases: Option<Releases>,
) -> Entry {
    let library = python::Library { backend, package, environment, releases };
    Entry::new(backend, summary, Open::Program(Program::Python(library)))
}
