"""The conversation of an adapter, whatever implementation is behind it: cases in, outcomes out.

The bits of operands and results pass untouched, and nothing is repaired. Whether an error is a refusal or a "not
implemented" is not read from its text, but tried: an implementation lacks an element type if it also fails at the plainest
well-formed case of that type.
"""

from __future__ import annotations

import abc
import contextlib
import errno
import os
import warnings
from collections.abc import Hashable
from typing import Any, BinaryIO, ContextManager, NamedTuple

import numpy as np

from .huge import condensed, expanded
from .layout import OVER_OPERANDS, READ_ONLY, Content, changed, laid_out, memory, over, read_only
from .own import WATCH
from .shared import opened
from .wire import Message, Tensor, read_frame, write_frame

# How it is worded that the machine has no memory, thread or file left: as the C library does, or C++ or Python.
REFUSALS_OF_THE_MACHINE = (
    *(os.strerror(code) for code in (errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE)),
    *("bad_alloc", "can't start new thread"),
)


class Unsupported(Exception):
    """The implementation has nothing for what the case asks for."""


class Refused(Exception):
    """The implementation has refused what it takes otherwise."""


class Malformed(Exception):
    """The implementation gave what is no answer."""


class Exhausted(Exception):
    """The machine has nothing left for the implementation."""


class Case(NamedTuple):
    """A case, with operands as the implementation is given them."""

    operator: tuple[str, str]
    opset: int
    attributes: Message
    inputs: list[Any]
    model: bytes | None


class Implementation(abc.ABC):
    """What is behind an adapter: it says what it is, and runs cases."""

    def __init__(self) -> None:
        self.lacks: dict[Hashable, str | None] = {}

    @abc.abstractmethod
    def started(self) -> Message:
        """Says what it is, and what can be asked of it; or why it cannot run here."""

    @abc.abstractmethod
    def offers(self, operator: tuple[str, str], dtypes: list[str]) -> None:
        """Fails as not supported for an operator or for element types that are not to be asked for."""

    @abc.abstractmethod
    def storage(self, dtype: str) -> np.dtype:
        """Names the type of the arrays that hold elements of a type, by its name in capitals."""

    @abc.abstractmethod
    def operand(self, dtype: str, array: np.ndarray) -> Any:
        """Makes an operand of an array of a type, which lies where the case asks for it."""

    @abc.abstractmethod
    def run(self, case: Case) -> list[Tensor]:
        """Gives the results of a case, or fails."""

    @abc.abstractmethod
    def probed(self, case: Case) -> list[str]:
        """Names the element types that may be why a case failed."""

    @abc.abstractmethod
    def asked(self, case: Case, dtype: str) -> Hashable:
        """Says what the plainest case of a type is an answer to: it is asked for once."""

    @abc.abstractmethod
    def plainest(self, case: Case, dtype: str) -> Case:
        """Makes the plainest well-formed case of a case's operator and a type."""

    def ran(self, request: Message, tensors: dict[str, Tensor]) -> tuple[Message, dict[str, Tensor]]:
        """Answers a batch."""
        outcomes: list[Message] = []
        results: dict[str, Tensor] = {}
        WATCH.taken()
        for index, case in enumerate(request["cases"]):
            outcome = self.outcome(case, tensors)
            if isinstance(outcome, list):
                outcome = condensed(outcome, tensors[case["huge"]]) if "huge" in case else outcome
                names = [f"{index}.{number}" for number in range(len(outcome))]
                results.update(zip(names, outcome))
                outcome = {"outcome": "output", "tensors": names}
            outcomes.append(outcome)
        told = {"own_nanoseconds": own} if (own := WATCH.taken()) else {}
        return {"type": "ran", "seq": request["seq"], "outcomes": outcomes, **told}, results

    def outcome(self, message: Message, tensors: dict[str, Tensor]) -> list[Tensor] | Message:
        """Runs a case: its results, or the outcome that there is instead."""
        inputs = [tensors[name] for name in message["inputs"]]
        model = bytes(tensors[message["model"]].bits) if "model" in message else None
        operator = (message["operator"]["domain"], message["operator"]["name"])
        try:
            self.offers(operator, [tensor.dtype.lower() for tensor in inputs])
            way, attributes = message.get("way", ""), message.get("attributes", {})
            offsets = message.get("offsets") or [0] * len(inputs)
            contents = [
                Content(it.bits, self.storage(it.dtype), it.shape, offset, it.room) for it, offset in zip(inputs, offsets)
            ]
            arrays, dtypes = laid_out(way, contents), [tensor.dtype for tensor in inputs]
            if "huge" in message:
                arrays[0] = expanded(arrays[0], tensors[message["huge"]])
            if way in OVER_OPERANDS:
                attributes = {**attributes, "out": len(arrays)}
                arrays, dtypes = [*arrays, over(way, arrays)], [*dtypes, dtypes[0]]
            if way == READ_ONLY:
                read_only(arrays, attributes.get("out"))
            operands = list(map(self.operand, dtypes, arrays))
            return self.result(Case(operator, message["opset"], attributes, operands, model), arrays)
        except Unsupported as error:
            return {"outcome": "unsupported", "reason": str(error)}
        except Malformed as error:
            return {"outcome": "malformed", "message": str(error)}
        except Refused as error:
            return {"outcome": "rejected", "message": str(error)}
        except Exception as error:
            return {"outcome": "exhausted" if is_exhausted(error) else "error", "message": said(error)}

    def result(self, case: Case, arrays: list[np.ndarray]) -> list[Tensor]:
        """Runs a case on operands that these arrays hold: its results, or an error that says whose it is."""
        before = [memory(array).tobytes() for array in arrays]
        out = case.attributes.get("out")
        out = out if isinstance(out, int) and 0 <= out < len(arrays) else None
        try:
            results = self.run(case)
            if (place := changed(before, arrays, out)) is not None:
                raise Malformed(f"changed operand {place}, which the call is to read alone")
            return results
        except (Unsupported, Refused, Malformed, SystemError, RecursionError):
            raise
        except Exception as error:
            if is_exhausted(error):
                raise
            for dtype in self.probed(case):
                self.try_plainest(case, dtype)
            if out is not None and changed(before[out:], arrays[out:], None) == 0:
                raise Malformed(f"refused after writing to the destination: {said(error)}") from error
            raise Refused(said(error)) from error

    def try_plainest(self, case: Case, dtype: str) -> None:
        """Fails as not supported if the implementation fails at the plainest case of a type."""
        key = self.asked(case, dtype)
        if key not in self.lacks:
            try:
                self.run(self.plainest(case, dtype))
                self.lacks[key] = None
            except Exception as error:
                if is_exhausted(error):
                    raise
                self.lacks[key] = f"{dtype}: {said(error)}"
        if self.lacks[key] is not None:
            raise Unsupported(self.lacks[key])


def is_exhausted(error: Exception) -> bool:
    """Tells whether the machine refuses, and not the implementation."""
    return isinstance(error, (MemoryError, Exhausted)) or any(words in str(error) for words in REFUSALS_OF_THE_MACHINE)


def said(error: Exception) -> str:
    """Puts an error into a line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def converse(
    adapter: Implementation, requests: BinaryIO, answers: BinaryIO, turn: ContextManager[Any] = contextlib.nullcontext()
) -> None:
    """Answers requests until the last of them, or the end of the stream; `turn` is held while callables are called."""
    memory = None
    while (frame := read_frame(requests, memory)) is not None and frame[0]["type"] != "stop":
        message, tensors = frame
        with turn, np.errstate(all="ignore"):
            if message["type"] not in ("start", "run"):
                raise ValueError(f"a request of type {message['type']!r}, expected start, run or stop")
            if message["type"] == "start":
                started, memory = adapter.started(), opened(message.get("shared"))
                answer = {**started, **({} if memory is None else {"shared": True})}, {}
            else:
                answer = adapter.ran(message, tensors)
        write_frame(answers, *answer, memory)


def converse_with_parent(adapter: Implementation) -> None:
    """Answers on standard input and output; from then on a callable that reads finds nothing, and what it prints is no answer."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    converse(adapter, requests, answers)
