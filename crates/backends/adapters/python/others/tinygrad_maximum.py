#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["tinygrad==0.14.0", "numpy==2.4.6"]
# ///
"""An adapter of tinygrad, run with tinygrad 0.14.0 and clang 14: Tensor's maximum and minimum, max and min, on the CPU.

It compiles a program for each shape and type, by the clang that CC names. Its documentation names neither NaN nor zeros: it
claims nothing. clang 14 has no bfloat16, so it is not offered.
"""

import functools
import importlib.metadata
import os

os.environ["DEV"] = "CPU"

import opconform
import tinygrad
from tinygrad import Tensor, dtypes

# Where the kit looks for a version.
tinygrad.__version__ = importlib.metadata.version("tinygrad")


def to(array):
    return Tensor(array.tobytes(), dtype=getattr(dtypes, array.dtype.name)).reshape(array.shape)


def pair(function):
    return functools.wraps(function)(lambda x, y: function(to(x), to(y)).numpy())


def reduction(function):
    return functools.wraps(function)(lambda x, axis, keepdims: function(to(x), axis=axis, keepdim=keepdims).numpy())


opconform.serve(
    max=pair(Tensor.maximum), min=pair(Tensor.minimum),
    reduce_max=reduction(Tensor.max), reduce_min=reduction(Tensor.min), name="tinygrad",
    # All but bfloat16.
    dtypes=("f16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "bool"),
)
