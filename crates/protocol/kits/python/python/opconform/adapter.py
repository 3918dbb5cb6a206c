"""Adapters from callables on arrays: how a callable is asked what the suite asks, and what is made of its answer."""

import contextlib
import difflib
import functools
import hashlib
import inspect
import platform
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from .conversation import Case, Implementation, Malformed, Refused, Unsupported, converse_with_parent
from .element import ADDED, ELEMENTS
from .layout import LAYOUTS, READ, native, native_type
from .own import timed
from .wire import PROTOCOL, Message, Tensor

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
CALLABLES = tuple(dict.fromkeys(OPERATORS.values()))
# Keywords of numpy's functions whose attribute is the index of the operand that holds them.
KEYWORDS = ("out", "where", "initial")

TYPES = {name.upper(): np.dtype(it.storage) for name, it in ELEMENTS.items() if not it.added}
try:
    import ml_dtypes

    TYPES.update((name.upper(), np.dtype(getattr(ml_dtypes, theirs))) for name, theirs in ADDED.items())
except ImportError:
    # numpy has none of its own: they are not offered.
    pass
NAMES = {dtype: name for name, dtype in TYPES.items()}


class Adapter(Implementation):
    """Callables by their names, as the suite sees them: what it may ask of them, and what they answer."""

    def __init__(
        self, *, profile: str | list[str] | None = None, to: Callable[[np.ndarray], Any] | None = None,
        dtypes: Iterable[str] = tuple(TYPES), name: str | None = None, never_empty: bool = False,
        layouts: Iterable[str] | None = None, folds: bool = False, **callables: Callable[..., Any],
    ):  # fmt: skip
        self.dtypes = [dtype.lower() for dtype in dtypes]
        check_names(callables, Adapter)
        if not callables:
            raise TypeError(f"callables are given as {', '.join(CALLABLES)}: there is none")
        if not {dtype.upper() for dtype in self.dtypes} <= TYPES.keys():
            raise TypeError(f"element types are {' '.join(TYPES).lower()}: there is {' '.join(self.dtypes)}")
        # How another library's arrays may lie is not known here.
        self.layouts = list(READ if to is None else ()) if layouts is None else list(layouts)
        if not set(self.layouts) <= set(LAYOUTS):
            raise TypeError(f"layouts are {' '.join(LAYOUTS)}: there is {' '.join(self.layouts)}")
        self.callables, self.profile, self.to, self.never_empty = callables, profile, to or unchanged, never_empty
        self.folds = folds
        self.titles = {key: title_of(function) for key, function in callables.items()}
        self.name = name or next(iter(self.titles.values()))
        super().__init__()

    def arguments(self) -> str:
        """Writes the callables as the arguments of a call."""
        return ", ".join(f"{key}={title}" for key, title in self.titles.items()).removeprefix("max=")

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
            "huge": True,
            "layouts": self.layouts,
            "profile": self.profile,
            "configuration": [
                self.arguments(),
                *(["Max and Min are left folds of max and min"] if self.folds else []),
                "the kit refuses what ONNX calls ill-formed",
            ],
        }

    def offers(self, operator: tuple[str, str], dtypes: list[str]) -> None:
        """Fails where there is no callable for an operator, or none is asked for a type."""
        lacking = [dtype for dtype in dtypes if dtype not in self.dtypes]
        if OPERATORS.get(operator) not in self.callables or lacking:
            raise Unsupported(f"there is no {' '.join((*operator, *lacking)).strip()} here")

    def storage(self, dtype: str) -> np.dtype:
        """Names the type of the arrays that callables are given."""
        return TYPES[dtype]

    def operand(self, dtype: str, array: np.ndarray) -> np.ndarray:
        """Hands an array on as it lies."""
        return array

    def run(self, case: Case) -> list[Tensor]:
        """Calls what is given for a case's operator."""
        if case.operator in FOLDS and len(case.inputs) != 2 and not self.folds:
            raise Unsupported("the callable takes two operands: `folds=True` says that it stands for a Max of many, from the left")
        if case.operator in FOLDS and len(case.inputs) == 1:
            # One operand is its own fold, whatever a callable makes of two: it is asked for two.
            self.try_plainest(case, NAMES[case.inputs[0].dtype].lower())
        return [tensor_of(self.call(*case[:4]))]

    def probed(self, case: Case) -> list[str]:
        """Names the types that a callable may lack: the axes of a reduction are never its operand."""
        arrays = case.inputs[:1] if case.operator in REDUCTIONS else case.inputs
        return list(dict.fromkeys(NAMES[native_type(array.dtype)].lower() for array in arrays))

    def asked(self, case: Case, dtype: str) -> tuple[tuple[str, str], str]:
        """Says what is learnt of the plainest case: what the callable makes of a type."""
        return case.operator, dtype

    def plainest(self, case: Case, dtype: str) -> Case:
        """Makes the plainest case of an operator."""
        operands = [np.zeros(1, TYPES[dtype.upper()])] * (1 if case.operator in REDUCTIONS else 2)
        return Case(case.operator, 13, {}, operands, None)

    def call(self, operator: tuple[str, str], opset: int, attributes: Message, arrays: list[np.ndarray]) -> Any:
        """Calls what is given for an operator."""
        function = self.callables[OPERATORS[operator]]
        if operator in FOLDS:
            if opset < 8:
                raise Unsupported(f"{operator[1]} before operator set 8 does not broadcast, a callable for arrays does")
            if len({array.dtype for array in arrays}) > 1:
                raise Refused("operands of two types: a callable takes one")
            return functools.reduce(functools.partial(timed, function), map(self.to, arrays))
        if operator[0] == "paddle":
            return timed(function, *map(self.to, arrays), axis=attributes.get("axis", -1))
        keywords = {name: self.to(arrays[attributes[name]]) for name in KEYWORDS if name in attributes}
        for name in keywords:
            if name not in parameters(function):
                raise Unsupported(f"{title_of(function)} takes no `{name}`")
        if operator in PAIRS:
            return timed(function, *map(self.to, arrays[:2]), **keywords)
        if operator[0] == "numpy":
            axis, keepdims = attributes.get("axis"), attributes.get("keepdims", 0)
        else:
            axis, keepdims = axes_of(opset, attributes, arrays)
            if axis is None and attributes.get("noop_with_empty_axes", 0):
                return arrays[0]
        axis = None if axis is None else tuple(axis)
        if self.never_empty and reduces_nothing(arrays[0].shape, axis):
            raise Unsupported("the reductions take one element at least")
        return timed(function, self.to(arrays[0]), axis=axis, keepdims=bool(keepdims), **keywords)


def check_names(given: Iterable[str], *takers: Callable[..., Any]) -> None:
    """Fails where something is given by a name that is none of a callable, nor of an option of those who take it."""
    taken = [it for taker in takers for it in inspect.signature(taker).parameters.values()]
    options = [it.name for it in taken if it.kind is inspect.Parameter.KEYWORD_ONLY]
    for name in given:
        if name not in CALLABLES and name not in options:
            near = difflib.get_close_matches(name, [*CALLABLES, *options], 1)
            hint = f" did you mean {near[0]}?" if near else ""
            known = f"callables are given as {', '.join(CALLABLES)}, options as {', '.join(options)}"
            raise TypeError(f"there is no {name}:{hint} {known}")


def unchanged(array: np.ndarray) -> np.ndarray:
    """Gives an array as it is to a callable that takes arrays of numpy."""
    return array


def axes_of(opset: int, attributes: Message, arrays: list[np.ndarray]) -> tuple[list[int] | None, int]:
    """Finds the axes of an ONNX reduction, `None` for all of them, and `keepdims`; refuses what its definition does not have."""
    # They are an attribute until operator set 17, an operand from 18.
    operand, *more = arrays
    known = ("keepdims", "noop_with_empty_axes" if opset >= 18 else "axes")
    if strange := [name for name in attributes if name not in known]:
        raise Refused(f"the operator has no attribute {strange[0]}")
    if any(attributes.get(name, 0) not in (0, 1) for name in ("keepdims", "noop_with_empty_axes")):
        raise Refused("an attribute that is neither 0 nor 1")
    if len(more) > (opset >= 18):
        raise Refused("more inputs than the operator has")
    if more and (more[0].dtype != np.int64 or more[0].ndim != 1):
        raise Refused("axes that are no list of i64")
    axes = more[0].tolist() if more else attributes.get("axes", [])
    if not isinstance(axes, list):
        raise Refused("axes that are no list of i64")
    if "axes" in attributes and not axes:
        raise Unsupported("before operator set 18 an empty list of axes has no meaning")
    rank = operand.ndim
    counted = [axis + rank if axis < 0 and opset >= 11 else axis for axis in axes]
    if len(set(counted)) < len(counted) or not all(0 <= axis < rank for axis in counted):
        raise Refused(f"axes {axes} of a tensor of rank {rank}: one is out of range, or is named twice")
    return axes or None, attributes.get("keepdims", 1)


def reduces_nothing(shape: tuple[int, ...], axes: tuple[int, ...] | None) -> bool:
    """Tells whether an element of a result is made of no elements."""
    reduced = {axis % len(shape) for axis in axes} if axes and shape else set(range(len(shape)))
    return any(shape[axis] == 0 for axis in reduced) and all(size for axis, size in enumerate(shape) if axis not in reduced)


def tensor_of(result: Any, names: Mapping[np.dtype, str] = NAMES) -> Tensor:
    """Takes the bits of a result: of an array, or of whatever shows its memory by DLPack or as a buffer; types by their `names`."""
    if hasattr(result, "__array__"):
        array = np.asarray(result)
    elif hasattr(result, "__dlpack__"):
        array = np.from_dlpack(result)
    else:
        try:
            array = np.asarray(memoryview(result))
        except TypeError:
            raise Malformed(f"gave a {type(result).__name__}, not an array") from None
    array = native(array)
    if array.dtype not in names:
        # An array that is read by the format of its memory loses a type of ml_dtypes: what its bits are is not guessed.
        lost = ": bytes that have lost their element type" if array.dtype.type is np.void else ""
        raise Malformed(f"gave an array of {array.dtype}{lost}")
    return Tensor(names[array.dtype], array.shape, array.tobytes())


def parameters(function: Callable[..., Any]) -> Iterable[str]:
    """Names the parameters of a callable, where it tells."""
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        # numpy's functions of two arrays did not tell before its version 2.4.
        return KEYWORDS[:2] if isinstance(function, np.ufunc) else ()


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


def serve(**given: Any) -> None:
    """Makes this program an adapter: answers the suite on standard input and output until it says stop.

    `max`, `min`, `fmax`, `fmin` are called with two arrays; `reduce_max`, `reduce_min`, `nanmax`, `nanmin` with one, and
    with `axis` (a tuple, or `None` for all) and `keepdims`; `paddle_maximum`, `paddle_minimum` with two, and `axis`.
    Options are `profile`, what they claim to follow; `to`, which makes of an array what they are given; `dtypes`, the element
    types that they are asked for, such as `f32`; `never_empty`, which says that reductions take one element at least; `layouts`, how
    arrays that they are given may lie in memory; and a `name`.
    """
    converse_with_parent(Adapter(**given))
