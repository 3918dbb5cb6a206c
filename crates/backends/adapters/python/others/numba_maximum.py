#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["numba==0.68.1", "numpy==2.4.6"]
# ///
"""An adapter of Numba, run with numba 0.68.1: NumPy's maximum, fmax, max and nanmax and their minima, inside functions that Numba compiles.

Its documentation lists them as NumPy's, with an array as their only argument where they reduce:
https://numba.readthedocs.io/en/stable/reference/numpysupported.html. So along axes each row is reduced by a call of its own.
It compiles for each type, number of axes and layout, for a second or more: `--timeout 120` gives it the time.
"""

import math

import numba
import numpy as np

import opconform


def pair(function):
    @numba.njit
    def compiled(x, y):
        return function(x, y)

    # Of two arrays without dimensions, compiled code returns a number of Python's.
    return called(function, lambda x, y: np.asarray(compiled(x, y), np.result_type(x, y)))


def reduction(function):
    @numba.njit
    def of_rows(rows, results):
        for index in range(len(rows)):
            results[index] = function(rows[index])
        return results

    def reduce(x, axis, keepdims):
        axes = range(x.ndim) if axis is None else sorted(it % x.ndim for it in axis)
        kept = [it for it in range(x.ndim) if it not in axes]
        rows = x.transpose(*kept, *axes).reshape(math.prod(x.shape[it] for it in kept), math.prod(x.shape[it] for it in axes))
        shape = [1 if it in axes else x.shape[it] for it in range(x.ndim) if keepdims or it in kept]
        return of_rows(rows, np.empty(len(rows), x.dtype)).reshape(shape)

    return called(function, reduce)


def called(function, adapted):
    """Names the adapted function as Numba's, by whose version it is told."""
    adapted.__module__, adapted.__qualname__ = numba.__name__, f"njit({function.__name__})"
    return adapted


opconform.serve(
    max=pair(np.maximum), min=pair(np.minimum), fmax=pair(np.fmax), fmin=pair(np.fmin),
    reduce_max=reduction(np.max), reduce_min=reduction(np.min), nanmax=reduction(np.nanmax), nanmin=reduction(np.nanmin),
    name="numba", profile="numpy",
    # Its functions have neither half precision nor what ml_dtypes adds.
    dtypes=("f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool"),
)
