"""Memory that the suite shares with an adapter: operands lie in the first half of it, and long results are put into the second."""

from __future__ import annotations

import mmap
import os
from collections.abc import Mapping
from typing import Any

# Tensors of fewer bytes stay in their frame.
LEAST = 1 << 12
# A tensor begins at a multiple of so many bytes, or some elements behind one, between as many bytes that are nobody's.
ALIGNMENT = 64


def opened(offer: Mapping[str, Any] | None) -> memoryview | None:
    """Maps the memory that is offered; `None` where there is none, or it has not come to this process."""
    if offer is None or not hasattr(os, "memfd_create"):
        return None
    # Systems without the file have no such memory, either.
    import fcntl

    descriptor, length = offer["descriptor"], offer["bytes"]
    sealed = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL
    try:
        # A program in between may have closed the descriptor, and opened something else.
        if fcntl.fcntl(descriptor, fcntl.F_GET_SEALS) & sealed != sealed or os.fstat(descriptor).st_size != length:
            return None
        memory = memoryview(mmap.mmap(descriptor, length))
    except OSError:
        return None
    # Nothing that this process starts is to have it.
    os.close(descriptor)
    return memory


def around(memory: memoryview, begin: int, end: int) -> memoryview:
    """Gives the bytes of an operand, with those around it that are nobody's."""
    return memory[max(begin - ALIGNMENT, 0) : end + ALIGNMENT]


def put(memory: memoryview, results: Mapping[str, bytes | memoryview]) -> dict[str, tuple[int, int]]:
    """Copies long results into the second half, while there is room; says where each lies that is there."""
    places: dict[str, tuple[int, int]] = {}
    position = len(memory) // 2
    for name, bits in results.items():
        begin = -(-position // ALIGNMENT) * ALIGNMENT
        end = begin + len(bits)
        if LEAST <= len(bits) and end <= len(memory):
            memory[begin:end] = bits
            places[name] = (begin, end)
            position = end
    return places
