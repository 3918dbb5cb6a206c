#!/usr/bin/env python3
"""@TITLE@

Ends with 0 where the departure does not show, with 2 where it cannot be tried, and otherwise with 1.
To run it: python3 -m pip install @NEEDS@
"""
import os
import sys

@ENVIRONMENT@try:
    import numpy as np
@IMPORTS@except ImportError as error:
    print(f"cannot be tried: {error}")
    sys.exit(2)

# Each operand: element type, shape, elements as bits, and how many elements past a boundary of 64 bytes the first one lies.
INPUTS = [
@INPUTS@
]
@MODEL@
# What is allowed: element type, shape, and at each element a set of bits, @NAN@ among them, or anything. None: it must be refused.
NAN, ANY = "@NAN@", "anything"
MAGNITUDE, INFINITY = @MAGNITUDE@, @INFINITY@
EXPECTED = @EXPECTED@


@RUN@


def words(dtype):
    return np.dtype(f"u{np.dtype(dtype).itemsize}")


def array(dtype, shape, bits, offset):
    bits = np.array(bits, words(dtype))
    room = np.empty(bits.nbytes + 64 + offset * bits.itemsize, np.uint8)
    start = -room.ctypes.data % 64 + offset * bits.itemsize
    placed = room[start : start + bits.nbytes].view(bits.dtype)
    placed[...] = bits
    return placed.view(dtype).reshape(shape)


def departures():
    """What is not as it should be, in lines."""
    try:
        result = np.asarray(run([array(*operand) for operand in INPUTS]))
    except Exception as error:  # whatever the library raises
        return [] if EXPECTED is None else [f"refused: {type(error).__name__}: {error}"]
    if EXPECTED is None:
        return [f"answered {result.dtype} of shape {list(result.shape)}, where @REFUSAL@"]
    dtype, shape, allowed = EXPECTED
    if result.dtype != np.dtype(dtype) or list(result.shape) != shape:
        return [f"gave {result.dtype} of shape {list(result.shape)}, expected {dtype} of shape {shape}"]
    lines = []
    found = np.ascontiguousarray(result).reshape(-1)
    for position, (bits, wanted) in enumerate(zip(found.view(words(dtype)).tolist(), allowed)):
        if wanted == ANY or bits in wanted or (NAN in wanted and bits & MAGNITUDE > INFINITY):
            continue
        named = " or ".join(one if one == NAN else f"{one:#x}" for one in wanted)
        lines.append(f"element {position}: {bits:#x} ({found[position]}), expected {named}")
    return lines


if __name__ == "__main__":
    lines = departures()
    print("\n".join(["departs from @UNDER@:", *lines]) if lines else "conforms to @UNDER@")
    sys.exit(1 if lines else 0)
