"""Arrays as programs have them: fresh ones, views of larger ones, and results that lie where operands do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

# The views that an array can be, and where a result can lie, by their names in the protocol.
VIEWS = ("strided", "reversed", "transposed", "broadcast", "stepped", "turned", "repeated")
# Of each the operand that the result is written over, and how many elements behind its own place.
OVER_OPERANDS = {"in-place": (0, 0), "in-place-second": (1, 0), "overlapping": (0, 1), "overlapping-before": (0, -1)}
# Not everybody who reads a view promises to read an array that begins between its elements' places, or in the other order of bytes.
MISALIGNED, SWAPPED = "misaligned", "swapped"
READ_ONLY = "read-only"
# How arrays lie that whoever reads those of numpy is given.
READ = (*VIEWS, READ_ONLY)
LAYOUTS = (*READ, *OVER_OPERANDS, MISALIGNED, SWAPPED)
# The arrays that a view is of, where not every array is one.
WHICH = {"first": slice(0, 1), "rest": slice(1, None), "all": slice(None)}
# How many elements of a larger array there are to each of a view of it.
STEPS = {"strided": 2, "stepped": 5}
# The operands that broadcast: what else there is says how.
OPERANDS = 2

# Arrays begin at a multiple of this many bytes, or as many elements behind one as the case asks for, and behind as many that nobody asks for.
ALIGNMENT = 64


class Content(NamedTuple):
    """What is in an array: its elements as bits, their type, its shape, how many elements behind a boundary it begins, and, where it lies so
    already, the bits with what is around them."""

    bits: bytes | memoryview
    dtype: np.dtype
    shape: tuple[int, ...]
    offset: int = 0
    room: memoryview | None = None


def laid_out(way: str, contents: Sequence[Content]) -> list[np.ndarray]:
    """Makes the arrays of a call that is put in this way; of any other than those of arrays, fresh ones."""
    # What is reduced comes first, and nothing else is repeated.
    view, _, which = (way, "", "first") if way == "repeated" else way.rpartition("-")
    chosen = range(len(contents))[WHICH[which]] if view in (*VIEWS, MISALIGNED, SWAPPED) else ()
    arrays = [placed(content, view if place in chosen else None) for place, content in enumerate(contents)]
    if view == "broadcast":
        shape = np.broadcast_shapes(*(content.shape for content in contents[:OPERANDS]))
        arrays[:OPERANDS] = [
            np.broadcast_to(array, shape) if place in chosen else array for place, array in enumerate(arrays[:OPERANDS])
        ]
    return arrays


def placed(content: Content, view: str | None = None) -> np.ndarray:
    """Makes an array in memory of its own, as this view of it; whoever is given the array may write to it, but for what is spread out."""
    bits, dtype, shape, offset, room = content
    words = np.dtype(f"u{dtype.itemsize}")
    if room is not None and view is None:
        # The memory is the adapter's until it answers, and lies as asked.
        return np.ndarray(shape, words, np.frombuffer(room, np.uint8), ALIGNMENT).view(dtype)
    elements = np.frombuffer(bits, words).reshape(shape) if math.prod(shape) else np.empty(shape, words)
    if view == "repeated":
        single = once(elements)
        return np.broadcast_to(placed(Content(single.tobytes(), dtype, single.shape, offset)), shape)
    if view == SWAPPED:
        words, dtype = words.newbyteorder(), dtype.newbyteorder()
    step = STEPS.get(view, 1) if shape else 1
    # A row has elements of others after each of its own.
    rows = (*shape[:-1], step * shape[-1] + 1) if step > 1 else shape
    # A result may begin an element before it or behind it, and what is misaligned a byte.
    memory = np.zeros((math.prod(rows) + offset + 1) * words.itemsize + 2 * ALIGNMENT, np.uint8)
    start = -memory.__array_interface__["data"][0] % ALIGNMENT + ALIGNMENT + offset * words.itemsize + (view == MISALIGNED)
    array = np.ndarray(rows, words, memory, start, order="F" if view == "transposed" else "C")
    if step > 1:
        for behind in range(1, step):
            array[..., behind::step] = elements[..., ::-1]
        array = array[..., :-1:step]
    if view == "reversed" and shape:
        array = array[..., ::-1]
    if view == "turned" and len(shape) > 1:
        array = array[::-1]
    array[...] = elements
    return array.view(dtype)


def once(elements: np.ndarray) -> np.ndarray:
    """Leaves of each axis along which all slices are equal the first one."""
    for axis in range(elements.ndim):
        first = elements.take([0], axis) if elements.shape[axis] > 1 else elements
        elements = first if np.array_equal(np.broadcast_to(first, elements.shape), elements) else elements
    return elements


def read_only(arrays: Sequence[np.ndarray], out: int | None) -> None:
    """Lets nobody write to arrays, but to that of a place."""
    for place, array in enumerate(arrays):
        array.flags.writeable = place == out


def over(way: str, arrays: Sequence[np.ndarray]) -> np.ndarray:
    """Makes the array that a result is written to, where an operand lies or some elements behind it; its elements are one behind the other."""
    operand, elements = OVER_OPERANDS[way]
    array = arrays[operand]
    place = place_in_memory(array) + elements * array.itemsize
    return np.ndarray(array.shape, array.dtype, memory(array), place) if elements else array


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
    # No bit of a NaN is lost by the change.
    return array if array.dtype.isnative else array.astype(native_type(array.dtype))


def native_type(dtype: np.dtype) -> np.dtype:
    """Gives a type in this machine's order of bytes."""
    # The types of ml_dtypes have an order, too, which their names do not tell.
    return dtype if dtype.isnative else dtype.newbyteorder("=")


def changed(before: Sequence[bytes], arrays: Sequence[np.ndarray], out: int | None) -> int | None:
    """Finds the first array whose memory is not what it was, between its elements too; but for what is written to `out`."""
    for place, (was, array) in enumerate(zip(before, arrays)):
        now = memory(array)
        if out is not None and np.may_share_memory(now, arrays[out]):
            written = arrays[out]
            room = bytearray(was)
            np.ndarray(written.shape, written.dtype, room, place_in_memory(written), written.strides)[...] = written
            was = bytes(room)
        # Bytes are compared many at a time, where arrays would be element by element, and these are as many.
        if not was.startswith(memoryview(now)):
            return place
    return None
