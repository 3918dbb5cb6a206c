#!/usr/bin/env python3
"""@TITLE@

Ends with 1 where the departure shows, with 0 where it does not, and with 2 where it cannot be tried.
Needs: @NEEDS@
"""
import sys

import numpy as np
@IMPORTS@
# Each operand: element type, shape, elements as bits.
INPUTS = [
@INPUTS@
]
@ATTRIBUTES@
# What is allowed: element type, shape, and at each element a set of bits and of any NaN, or anything. None: it must be refused.
NAN, ANY = "any NaN", "anything"
MAGNITUDE, INFINITY = @MAGNITUDE@, @INFINITY@
EXPECTED = @EXPECTED@


def run(inputs):
    """The implementation under test."""
@RUN@


def words(dtype):
    return np.dtype(f"u{np.dtype(dtype).itemsize}")


def array(dtype, shape, bits):
    return np.array(bits, words(dtype)).view(dtype).reshape(shape)


def main():
    inputs = [array(*operand) for operand in INPUTS]
    try:
        result = np.asarray(run(inputs))
    except Exception as error:  # whatever the library raises
        print(f"refused: {type(error).__name__}: {error}")
        return 0 if EXPECTED is None else 1
    if EXPECTED is None:
        print(f"answered {result.dtype} of shape {list(result.shape)}, where @REFUSAL@")
        return 1
    dtype, shape, allowed = EXPECTED
    if result.dtype != np.dtype(dtype) or list(result.shape) != shape:
        print(f"gave {result.dtype} of shape {list(result.shape)}, expected {dtype} of shape {shape}")
        return 1
    departures = 0
    for position, (bits, wanted) in enumerate(zip(result.reshape(-1).view(words(dtype)).tolist(), allowed)):
        if wanted == ANY or bits in wanted or bits & MAGNITUDE > INFINITY and NAN in wanted:
            continue
        departures += 1
        named = " or ".join(one if one == NAN else f"{one:#x}" for one in wanted)
        print(f"element {position}: {bits:#x} ({result.reshape(-1)[position]}), expected {named}")
    print(f"{departures} of {len(allowed)} elements depart from @UNDER@")
    return 1 if departures else 0


if __name__ == "__main__":
    sys.exit(main())
