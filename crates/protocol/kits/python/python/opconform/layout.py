"""Arrays as programs have them: fresh ones, views of larger ones, and results that lie where operands do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

# The views that an array can be, and where a result can lie, by their names in the protocol.
VIEWS = ("strided", "reversed", "transposed", "broadcast")
OVER_OPERANDS = ("in-place", "overlapping")
# Not everybody who reads a view promises to read an array that begins between its elements' places.
MISALIGNED = "misaligned"
LAYOUTS = (*VIEWS, *OVER_OPERANDS, MISALIGNED)
# The arrays that a view is of, where not every array is one.
WHICH = {"first": slice(0, 1), "rest": slice(1, None), "all": slice(None)}
# The operands that broadcast: what else there is says how.
OPERANDS = 2

# Arrays begin at a multiple of this many bytes, or as many elements behind one as the case asks for.
ALIGNMENT = 64


class Content(NamedTuple):
    """What is in an array: its elements as bits, their type, its shape, and how many elements behind a boundary it begins."""

    bits: bytes | memoryview
    dtype: np.dtype
    shape: tuple[int, ...]
    offset: int = 0


def laid_out(way: str, contents: Sequence[Content]) -> list[np.ndarray]:
    """Makes the arrays of a call that is put in this way; of any other than those of arrays, fresh ones."""
    view, _, which = way.rpartition("-")
    chosen = range(len(contents))[WHICH[which]] if view in (*VIEWS, MISALIGNED) else ()
    arrays = [placed(content, view if place in chosen else None) for place, content in enumerate(contents)]
    if view == "broadcast":
        shape = np.broadcast_shapes(*(content.shape for content in contents[:OPERANDS]))
        arrays[:OPERANDS] = [
            np.broadcast_to(array, shape) if place in chosen else array for place, array in enumerate(arrays[:OPERANDS])
        ]
    return arrays


def placed(content: Content, view: str | None = None) -> np.ndarray:
    """Makes an array in memory of its own, as this view of it; whoever is given the array may write to it."""
    bits, dtype, shape, offset = content
    words = np.dtype(f"u{dtype.itemsize}")
    # A row has an element of another's after each of its own.
    room = (*shape[:-1], 2 * shape[-1] + 1) if view == "strided" and shape else shape
    # A result may begin an element behind it, and what is misaligned a byte.
    memory = np.zeros((math.prod(room) + offset + 1) * words.itemsize + ALIGNMENT, np.uint8)
    start = -memory.__array_interface__["data"][0] % ALIGNMENT + offset * words.itemsize + (view == MISALIGNED)
    array = np.ndarray(room, words, memory, start, order="F" if view == "transposed" else "C")
    elements = np.frombuffer(bits, words).reshape(shape) if math.prod(shape) else np.empty(shape, words)
    if room != shape:
        array[..., 1::2] = elements[..., ::-1]
        array = array[..., :-1:2]
    if view == "reversed" and shape:
        array = array[..., ::-1]
    array[...] = elements
    return array.view(dtype)


def shifted(array: np.ndarray) -> np.ndarray:
    """Makes the array that lies where another does, but one element further; its elements are one behind the other."""
    return np.ndarray(array.shape, array.dtype, memory(array), place_in_memory(array) + array.itemsize)


def memory(array: np.ndarray) -> np.ndarray:
    """Finds the bytes that an array, or what it is a view of, was given."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array.reshape(-1).view(np.uint8)


def place_in_memory(array: np.ndarray) -> int:
    """Says at which of its bytes the first element of an array lies."""
    first, begin = (it.__array_interface__["data"][0] for it in (array, memory(array)))
    return first - begin


def native(array: np.ndarray) -> np.ndarray:
    """Gives an array of the same values in this machine's order of bytes: in a frame there is no other."""
    # The types of ml_dtypes have an order, too, which their names do not tell. No bit of a NaN is lost by the change.
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def changed(before: Sequence[bytes], arrays: Sequence[np.ndarray], out: int | None) -> int | None:
    """Finds the first array whose memory is not what it was, between its elements too; but for what is written to `out`."""
    for place, (was, array) in enumerate(zip(before, arrays)):
        now = memory(array)
        if out is not None and np.may_share_memory(now, arrays[out]):
            written = arrays[out]
            room = bytearray(was)
            np.ndarray(written.shape, written.dtype, room, place_in_memory(written), written.strides)[...] = written
            was = bytes(room)
        # Bytes are compared many at a time, where arrays would be element by element.
        if was != now.tobytes():
            return place
    return None
