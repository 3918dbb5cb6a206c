"""Operands of more elements than a frame holds, made of a few of them, and what is told of results as large."""

from __future__ import annotations

import numpy as np

from .wire import Tensor

# Elements that are looked at together.
CHUNK = 1 << 24


def numbers(huge: Tensor) -> tuple[int, np.ndarray]:
    """Reads how many elements an operand has, and the places of those that stand out."""
    length, *places = np.frombuffer(huge.bits, "<i8").tolist()
    return length, np.array(places, np.int64)


def expanded(elements: np.ndarray, huge: Tensor) -> np.ndarray:
    """Makes an operand: the first element stands everywhere but at the places, and the others there."""
    length, places = numbers(huge)
    whole = np.full(length, elements[0])
    whole[places] = elements[1:]
    return whole


def condensed(results: list[Tensor], huge: Tensor) -> list[Tensor]:
    """Takes the elements of a result that stand at the places, and the first of every other, with where they stand; a small one as it is."""
    length, places = numbers(huge)
    if [result.shape for result in results] != [(length,)]:
        return results
    (result,) = results
    # Elements are of one byte or two.
    elements = np.frombuffer(result.bits, "<u2" if memoryview(result.bits).nbytes > length else np.uint8)
    found = {int(place) for place in places}
    known: set[int] = set()
    for begin in range(0, length, CHUNK):
        chunk = elements[begin : begin + CHUNK]
        if int(chunk[0]) in known and (chunk == chunk[0]).all():
            continue
        others = np.delete(chunk, places[(places >= begin) & (places < begin + CHUNK)] - begin)
        for element in set(np.flatnonzero(np.bincount(others)).tolist()) - known:
            known.add(element)
            found.update(first_of(element, chunk, begin, places))
    ascending = sorted(found)
    told = np.array([length, *ascending], "<i8")
    return [
        Tensor(result.dtype, (len(ascending),), elements[ascending].tobytes()),
        Tensor("I64", told.shape, told.tobytes()),
    ]


def first_of(element: int, chunk: np.ndarray, begin: int, places: np.ndarray) -> list[int]:
    """Finds where an element first stands in a chunk, apart from the places."""
    at = np.flatnonzero(chunk == element) + begin
    return at[~np.isin(at, places)][:1].tolist()
