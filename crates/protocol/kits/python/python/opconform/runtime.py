"""Adapters from runtimes of ONNX models: a runtime is given the model of a case and its operands, and no operator is known here."""

import platform
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from .adapter import TYPES, tensor_of
from .conversation import Case, Implementation, Malformed, Unsupported, converse_with_parent
from .element import ADDED, ELEMENTS
from .onnx_model import OPERATORS, REDUCTIONS, graph_inputs, plainest_model, plainest_shapes
from .own import timed
from .wire import PROTOCOL, Message, Tensor

# What holds the bits of a type that numpy lacks where ml_dtypes is not installed: bytes, which are no number's.
RAW = {name.upper(): np.dtype(f"V{np.dtype(ELEMENTS[name].storage).itemsize}") for name in ADDED}
STORAGE = {**RAW, **TYPES}
NAMES = {storage: name for name, storage in STORAGE.items()}

Runner = Callable[[bytes, Sequence[np.ndarray]], Sequence[Any]]


class Runtime(Implementation):
    """A runtime of ONNX models, as the suite sees it."""

    def __init__(
        self, run: Runner, *, name: str, version: str, dtypes: Iterable[str], profile: str | list[str] | None = "onnx",
        configuration: Iterable[str] = (),
    ):  # fmt: skip
        self.runner, self.name, self.version, self.profile = run, name, version, profile
        self.dtypes = list(dtypes)
        if not {dtype.upper() for dtype in self.dtypes} <= STORAGE.keys():
            raise TypeError(f"element types are {' '.join(STORAGE).lower()}: there is {' '.join(self.dtypes)}")
        self.configuration = [*configuration, "an ONNX model for each case: one node, or the way that the case names"]
        super().__init__()

    def started(self) -> Message:
        """Says what can be asked of the runtime."""
        return {
            "type": "started",
            "protocol": PROTOCOL,
            "name": self.name,
            "version": self.version,
            "language": f"Python {platform.python_version()}, numpy {np.__version__}",
            "os": f"{platform.system()} {platform.machine()}",
            "cpu_features": [],
            "dtypes": self.dtypes,
            "operators": [{"domain": domain, "name": name} for domain, name in OPERATORS],
            "models": True,
            "huge": True,
            "profile": self.profile,
            "configuration": self.configuration,
        }

    def offers(self, operator: tuple[str, str], dtypes: list[str]) -> None:
        """Fails for an operator that is not in models, and for types that the runtime is not asked for."""
        lacking = [dtype for dtype in dtypes if dtype not in self.dtypes]
        if operator not in OPERATORS or lacking:
            raise Unsupported(f"there is no {' '.join((*operator, *lacking)).strip()} here")

    def storage(self, dtype: str) -> np.dtype:
        """Names the type of the arrays that the runtime is given."""
        return STORAGE[dtype]

    def operand(self, dtype: str, array: np.ndarray) -> np.ndarray:
        """Hands an array on as it lies."""
        return array

    def run(self, case: Case) -> list[Tensor]:
        """Has the model of a case run, on those of its operands that are not in the model already."""
        assert case.model is not None, "a case of an operator of ONNX without a model"
        results = timed(self.runner, case.model, case.inputs[: graph_inputs(case.model)])
        if not isinstance(results, (list, tuple)):
            raise Malformed(f"gave a {type(results).__name__}, not a list of arrays, one for each output of the model")
        return [tensor_of(result, NAMES) for result in results]

    def probed(self, case: Case) -> list[str]:
        """Names the types that the runtime may lack: axes are never what is reduced."""
        operands = case.inputs[:1] if case.operator in REDUCTIONS else case.inputs
        return list(dict.fromkeys(NAMES[operand.dtype].lower() for operand in operands))

    def asked(self, case: Case, dtype: str) -> Hashable:
        """Says what is learnt of the plainest case: what the runtime makes of a type, in a version of an operator."""
        return case.operator, case.opset, dtype, len(case.inputs) > 1

    def plainest(self, case: Case, dtype: str) -> Case:
        """Makes the plainest case of an operator."""
        assert case.model is not None
        shapes = plainest_shapes(case.operator, len(case.inputs))
        model = plainest_model(case.operator, case.opset, dtype, shapes, case.model)
        return case._replace(attributes={}, inputs=[np.zeros(shape, STORAGE[dtype.upper()]) for shape in shapes], model=model)


def serve_models(
    run: Runner, *, name: str, version: str, dtypes: Iterable[str], profile: str | list[str] | None = "onnx",
    configuration: Iterable[str] = (),
) -> None:  # fmt: skip
    """Makes this program an adapter of a runtime of ONNX models: answers the suite on standard input and output until it says stop.

    `run` is called with a model, as the bytes of its file, and an array for each input of its graph, in their order; it returns a list of
    arrays, one for each output. An exception is a refusal, in its words, and `opconform.Unsupported` says that the runtime lacks what the
    model asks for. `name` and `version` are those of the runtime, `dtypes` the element types that it has tensors of, such as `f32`;
    `profile` is what it claims to follow, and `configuration` says in a sentence each how it is called.
    """
    converse_with_parent(Runtime(run, name=name, version=version, dtypes=dtypes, profile=profile, configuration=configuration))
