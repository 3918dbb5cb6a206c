"""Models of the ONNX format, as far as an adapter must know them: how many operands one takes, and the plainest of an operator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .element import ELEMENTS

# The codes of the element types in a model, by their names in the protocol.
CODES = {name: it.code for name, it in ELEMENTS.items()}
# The operators that whoever runs models is asked for: of any number of operands, of one and its axes, and of one and its bounds.
FOLDS = [("", name) for name in ("Max", "Min")]
REDUCTIONS = [("", name) for name in ("ReduceMax", "ReduceMin")]
LIMITS = [("", "Clip")]
OPERATORS = [*FOLDS, *REDUCTIONS, *LIMITS]


def graph_inputs(model: bytes) -> int:
    """Counts the operands that a model takes: the inputs of its graph without those that are constants of the graph."""
    graph = list(fields(dict(fields(model))[7]))
    names = {dict(fields(value))[1] for number, value in graph if number == 11}
    constants = {dict(fields(value))[8] for number, value in graph if number == 5}
    return len(names - constants)


def plainest_shapes(operator: tuple[str, str], inputs: int) -> list[tuple[int, ...]]:
    """Gives the shapes of the operands of the plainest well-formed case like one of so many inputs: without axes, and with one bound."""
    # Two stand for any more. A runtime may lack a type beside a bound alone, which is a scalar.
    further = {**dict.fromkeys(FOLDS, (1,)), **dict.fromkeys(LIMITS, ())}
    return [(1,), further[operator]] if inputs > 1 and operator in further else [(1,)]


def plainest_model(operator: tuple[str, str], opset: int, dtype: str, shapes: list[tuple[int, ...]], like: bytes) -> bytes:
    """Makes the model of an operator on operands of these shapes, without attributes; of the version of the format that another has."""

    def value(name: str, shape: tuple[int, ...]) -> bytes:
        dimensions = b"".join(field(1, field(1, size)) for size in shape)
        return field(1, name) + field(2, field(1, field(1, CODES[dtype]) + field(2, dimensions)))

    domain, name = operator
    names = [f"x{index}" for index in range(len(shapes))]
    node = b"".join(field(1, name) for name in names) + field(2, "y") + field(4, name) + field(7, domain)
    graph = field(1, node) + field(2, "plainest") + b"".join(field(11, value(*it)) for it in zip(names, shapes))
    graph += field(12, value("y", shapes[0]))
    versions = field(1, domain) + field(2, opset)
    return field(1, dict(fields(like)).get(1, 3)) + field(7, graph) + field(8, versions)


def varint(number: int) -> bytes:
    """Writes an integer of protocol buffers."""
    text = bytearray()
    while number > 127:
        text.append(number & 127 | 128)
        number >>= 7
    text.append(number)
    return bytes(text)


def field(number: int, value: int | str | bytes) -> bytes:
    """Writes a field of protocol buffers: an integer, a text, or a message that is encoded already."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def fields(message: bytes) -> Iterator[tuple[int, Any]]:
    """Reads the integers and the length-delimited fields of a message, as pairs of number and value."""
    at = 0

    def integer() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        key = integer()
        if key & 7 == 0:
            yield key >> 3, integer()
        elif key & 7 == 2:
            size = integer()
            yield key >> 3, message[at : at + size]
            at += size
        else:
            at += {1: 8, 5: 4}[key & 7]
