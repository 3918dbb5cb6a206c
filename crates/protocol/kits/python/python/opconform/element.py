"""The element types: one table, of which everything is made that goes through all of them."""

from __future__ import annotations

from typing import NamedTuple


class Element(NamedTuple):
    """What is told of an element type: its name in a frame, ONNX's code of it, the type of numpy that holds its bits, and what
    ml_dtypes calls it where numpy has it from there."""

    frame: str
    code: int
    storage: str
    added: str | None = None


# The element types by their names in the protocol.
ELEMENTS = {
    "bf16": Element("BF16", 16, "<u2", "bfloat16"),
    "f16": Element("F16", 10, "<f2"),
    "f32": Element("F32", 1, "<f4"),
    "f64": Element("F64", 11, "<f8"),
    "i8": Element("I8", 3, "<i1"),
    "i16": Element("I16", 5, "<i2"),
    "i32": Element("I32", 6, "<i4"),
    "i64": Element("I64", 7, "<i8"),
    "u8": Element("U8", 2, "<u1"),
    "u16": Element("U16", 4, "<u2"),
    "u32": Element("U32", 12, "<u4"),
    "u64": Element("U64", 13, "<u8"),
    "bool": Element("BOOL", 9, "?"),
    "f8e4m3fn": Element("F8_E4M3", 17, "<u1", "float8_e4m3fn"),
}
# Those that numpy has from ml_dtypes.
ADDED = {name: it.added for name, it in ELEMENTS.items() if it.added}
