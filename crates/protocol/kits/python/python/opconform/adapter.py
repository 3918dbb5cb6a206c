"""Adapters from callables on arrays: what the suite asks, how a callable is asked it, and what is made of its answer.

The bits of operands and results pass untouched, and nothing is repaired. Whether an error is a refusal or a "not
implemented" is not read from its text, but tried: a callable lacks an element type if it also fails at the plainest
well-formed case of that type.
"""

import contextlib
import errno
import functools
import hashlib
import inspect
import os
import platform
import sys
import warnings
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO, ContextManager

import numpy as np

from .wire import PROTOCOL, Message, Tensor, read_frame, write_frame

# The operators by the name under which a callable for them is given. Those of the first two tables are called with arrays, the
# folds with two of them at a time; those of the third with an array, `axis` and `keepdims`.
FOLDS = {("", "Max"): "max", ("", "Min"): "min"}
PAIRS = {
    **{("numpy", "maximum"): "max", ("numpy", "minimum"): "min", ("numpy", "fmax"): "fmax", ("numpy", "fmin"): "fmin"},
    **{("paddle", name): f"paddle_{name}" for name in ("maximum", "minimum")},
}
REDUCTIONS = {
    **{("", "ReduceMax"): "reduce_max", ("", "ReduceMin"): "reduce_min"},
    **{("numpy", "amax"): "reduce_max", ("numpy", "amin"): "reduce_min"},
    **{("numpy", "nanmax"): "nanmax", ("numpy", "nanmin"): "nanmin"},
}
OPERATORS = {**FOLDS, **PAIRS, **REDUCTIONS}
# Keywords of numpy's functions whose attribute is the index of the operand that holds them.
KEYWORDS = ("out", "where", "initial")
# Operands begin at a multiple of this many bytes, or as many elements behind one as the case asks for.
ALIGNMENT = 64
# How it is worded that the machine has no memory, thread or file left.
REFUSALS_OF_THE_MACHINE = (
    *(os.strerror(code) for code in (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)),
    *("bad_alloc", "can't start new thread"),
)

TYPES = {
    **{f"F{8 * size}": np.dtype(f"<f{size}") for size in (2, 4, 8)},
    **{f"{kind.upper()}{8 * size}": np.dtype(f"<{kind}{size}") for kind in "iu" for size in (1, 2, 4, 8)},
    "BOOL": np.dtype("?"),
}
try:
    import ml_dtypes

    TYPES["BF16"] = np.dtype(ml_dtypes.bfloat16)
except ImportError:
    # numpy has no bfloat16 of its own: it is not offered.
    pass
NAMES = {dtype: name for name, dtype in TYPES.items()}


class Unsupported(Exception):
    """The callables have nothing for what the case asks for."""


class Refused(Exception):
    """A callable has refused what it takes otherwise."""


class Malformed(Exception):
    """A callable gave what is no answer."""


class Adapter:
    """Callables by their names, as the suite sees them: what it may ask of them, and what they answer."""

    def __init__(
        self, *, profile: str | list[str] | None = None, to: Callable[[np.ndarray], Any] = lambda array: array,
        dtypes: Iterable[str] = tuple(TYPES), name: str | None = None, **callables: Callable[..., Any],
    ):  # fmt: skip
        known, self.dtypes = dict.fromkeys(OPERATORS.values()), [dtype.lower() for dtype in dtypes]
        if not callables or not callables.keys() <= known.keys():
            raise TypeError(f"callables are given as {', '.join(known)}: there is {', '.join(callables) or 'none'}")
        if not {dtype.upper() for dtype in self.dtypes} <= TYPES.keys():
            raise TypeError(f"element types are {' '.join(TYPES).lower()}: there is {' '.join(self.dtypes)}")
        self.callables, self.profile, self.to = callables, profile, to
        self.name = name or title_of(next(iter(callables.values())))
        self.lacking: dict[Any, str | None] = {}

    def arguments(self) -> str:
        """Writes the callables as the arguments of a call."""
        return ", ".join(f"{key}={title_of(function)}" for key, function in self.callables.items()).removeprefix("max=")

    def started(self) -> Message:
        """Says what can be asked of the callables."""
        offered = [operator for operator, name in OPERATORS.items() if name in self.callables]
        return {
            "type": "started",
            "protocol": PROTOCOL,
            "name": self.name,
            "version": version_of(next(iter(self.callables.values()))),
            "language": f"Python {platform.python_version()}, numpy {np.__version__}",
            "os": f"{platform.system()} {platform.machine()}",
            "cpu_features": [],
            "dtypes": self.dtypes,
            "operators": [{"domain": domain, "name": name} for domain, name in offered],
            "profile": self.profile,
            "configuration": [self.arguments(), "Max and Min are left folds of max and min"],
        }

    def ran(self, request: Message, tensors: dict[str, Tensor]) -> tuple[Message, dict[str, Tensor]]:
        """Answers a batch."""
        outcomes, results = [], {}
        for index, case in enumerate(request["cases"]):
            outcome = self.outcome(case, [tensors[name] for name in case["inputs"]])
            if isinstance(outcome, Tensor):
                results[str(index)] = outcome
                outcome = {"outcome": "output", "tensors": [str(index)]}
            outcomes.append(outcome)
        return {"type": "ran", "seq": request["seq"], "outcomes": outcomes}, results

    def outcome(self, case: Message, inputs: list[Tensor]) -> Tensor | Message:
        """Runs a case: the result, or the outcome that there is instead."""
        try:
            return self.result(case, inputs)
        except Unsupported as error:
            return {"outcome": "unsupported", "reason": str(error)}
        except Malformed as error:
            return {"outcome": "malformed", "message": str(error)}
        except Refused as error:
            return {"outcome": "rejected", "message": str(error)}
        except Exception as error:
            return {"outcome": "exhausted" if is_exhausted(error) else "error", "message": said(error)}

    def result(self, case: Message, inputs: list[Tensor]) -> Tensor:
        """Runs a case: the result, or an error that says whose it is."""
        operator = (case["operator"]["domain"], case["operator"]["name"])
        attributes = case.get("attributes", {})
        lacking = [tensor.dtype.lower() for tensor in inputs if tensor.dtype.lower() not in self.dtypes]
        if OPERATORS.get(operator) not in self.callables or lacking:
            raise Unsupported(f"there is no {' '.join((*operator, *lacking)).strip()} here")
        arrays = [placed(tensor, offset) for tensor, offset in zip(inputs, case.get("offsets") or [0] * len(inputs))]
        if operator in FOLDS and len(arrays) == 1:
            # One operand is its own fold, whatever a callable makes of two: it is asked for two.
            self.try_plainest(operator, arrays[0].dtype)
        try:
            return tensor_of(self.call(operator, case["opset"], attributes, arrays))
        except (Unsupported, Malformed, SystemError, RecursionError):
            raise
        except Exception as error:
            if is_exhausted(error):
                raise
            for dtype in dict.fromkeys(array.dtype for array in (arrays[:1] if operator in REDUCTIONS else arrays)):
                self.try_plainest(operator, dtype)
            out = attributes.get("out")
            if isinstance(out, int) and arrays[out].tobytes() != bytes(inputs[out].bits):
                raise Malformed(f"refused after writing to the destination: {said(error)}") from error
            raise Refused(said(error)) from error

    def call(self, operator: tuple[str, str], opset: int, attributes: Message, arrays: list[np.ndarray]) -> Any:
        """Calls what is given for an operator."""
        function = self.callables[OPERATORS[operator]]
        if operator in FOLDS:
            if opset < 8:
                raise Unsupported(f"{operator[1]} before operator set 8 does not broadcast, a callable for arrays does")
            return functools.reduce(function, map(self.to, arrays))
        if operator[0] == "paddle":
            return function(*map(self.to, arrays), axis=attributes.get("axis", -1))
        keywords = {name: self.to(arrays[attributes[name]]) for name in KEYWORDS if name in attributes}
        for name in keywords:
            if name not in parameters(function):
                raise Unsupported(f"{title_of(function)} takes no `{name}`")
        if operator in PAIRS:
            return function(*map(self.to, arrays[:2]), **keywords)
        if operator[0] == "numpy":
            axis, keepdims = attributes.get("axis"), attributes.get("keepdims", 0)
        else:
            # ONNX's axes: an attribute until operator set 17, an operand from 18.
            axis = arrays[1].tolist() if len(arrays) > 1 else attributes.get("axes")
            axis, keepdims = axis or None, attributes.get("keepdims", 1)
            if axis is None and attributes.get("noop_with_empty_axes", 0):
                return arrays[0]
        axis = None if axis is None else tuple(axis)
        return function(self.to(arrays[0]), axis=axis, keepdims=bool(keepdims), **keywords)

    def try_plainest(self, operator: tuple[str, str], dtype: np.dtype) -> None:
        """Fails as not supported if a callable fails at the plainest case of a type."""
        key = (operator, dtype)
        if key not in self.lacking:
            plainest = [np.zeros(1, dtype)] * (1 if operator in REDUCTIONS else 2)
            try:
                tensor_of(self.call(operator, 13, {}, plainest))
                self.lacking[key] = None
            except Exception as error:
                if is_exhausted(error):
                    raise
                self.lacking[key] = f"{NAMES[dtype].lower()}: {said(error)}"
        if self.lacking[key] is not None:
            raise Unsupported(self.lacking[key])


def placed(tensor: Tensor, offset: int) -> np.ndarray:
    """Makes an array whose first element lies `offset` elements behind a boundary; whoever is given it may write to it."""
    dtype = TYPES[tensor.dtype]
    skip = offset * dtype.itemsize
    room = np.empty(len(tensor.bits) + skip + ALIGNMENT, np.uint8)
    start = -room.__array_interface__["data"][0] % ALIGNMENT + skip
    room = room[start : start + len(tensor.bits)]
    room[...] = np.frombuffer(tensor.bits, np.uint8) if tensor.bits else ()
    return room.view(dtype).reshape(tensor.shape)


def tensor_of(result: Any) -> Tensor:
    """Takes the bits of a result: of an array, or of whatever shows its memory by DLPack or as a buffer."""
    if hasattr(result, "__array__"):
        array = np.asarray(result)
    elif hasattr(result, "__dlpack__"):
        array = np.from_dlpack(result)
    else:
        try:
            array = np.asarray(memoryview(result))
        except TypeError:
            raise Malformed(f"gave a {type(result).__name__}, not an array") from None
    if array.dtype not in NAMES:
        raise Malformed(f"gave an array of {array.dtype}")
    return Tensor(NAMES[array.dtype], array.shape, array.tobytes())


def parameters(function: Callable[..., Any]) -> Iterable[str]:
    """Names the parameters of a callable, where it tells."""
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        # numpy's functions of two arrays did not tell before its version 2.4.
        return KEYWORDS[:2] if isinstance(function, np.ufunc) else ()


def is_exhausted(error: Exception) -> bool:
    """Tells whether the machine refuses, and not the callable."""
    return isinstance(error, MemoryError) or any(words in str(error) for words in REFUSALS_OF_THE_MACHINE)


def said(error: Exception) -> str:
    """Puts an error into a line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def title_of(function: Callable[..., Any]) -> str:
    """Names a callable, by its module where that is not the program itself."""
    name = str(getattr(function, "__qualname__", None) or getattr(function, "__name__", type(function).__name__))
    module = getattr(function, "__module__", None) or ("numpy" if isinstance(function, np.ufunc) else "__main__")
    return name if module == "__main__" else f"{module}.{name}"


def version_of(function: Callable[..., Any]) -> str:
    """Says which version of a callable this is: its package's, or the hash of its source."""
    package = sys.modules.get(title_of(function).partition(".")[0])
    version = getattr(package, "__version__", None)
    if version is None:
        with contextlib.suppress(OSError, TypeError):
            return f"sha256 {hashlib.sha256(inspect.getsource(function).encode()).hexdigest()[:12]}"
    return str(version or "not known")


def converse(
    adapter: Adapter, requests: BinaryIO, answers: BinaryIO, turn: ContextManager[Any] = contextlib.nullcontext()
) -> None:
    """Answers requests until the last of them, or the end of the stream; `turn` is held while callables are called."""
    while (frame := read_frame(requests)) is not None and frame[0]["type"] != "stop":
        message, tensors = frame
        with turn, np.errstate(all="ignore"):
            answer = (adapter.started(), {}) if message["type"] == "start" else adapter.ran(message, tensors)
        write_frame(answers, *answer)


def converse_with_parent(adapter: Adapter) -> None:
    """Answers on standard input and output; from then on a callable that reads finds nothing, and what it prints is no answer."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    converse(adapter, requests, answers)


def serve(**given: Any) -> None:
    """Makes this program an adapter: answers the suite on standard input and output until it says stop.

    `max`, `min`, `fmax`, `fmin` are called with two arrays; `reduce_max`, `reduce_min`, `nanmax`, `nanmin` with one, and
    with `axis` (a tuple, or `None` for all) and `keepdims`; `paddle_maximum`, `paddle_minimum` with two, and `axis`.
    Options are `profile`, what they claim to follow; `to`, which makes of an array what they are given; `dtypes`, the element
    types that they are asked for, such as `f32`; and a `name`.
    """
    converse_with_parent(Adapter(**given))
