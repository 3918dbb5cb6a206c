#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["apache-tvm==0.27.0.post1", "numpy==2.4.6", "ml_dtypes==0.6.0"]
# ///
"""An adapter of TVM, run with apache-tvm 0.27.0.post1: relax's maximum and minimum, max and min, compiled by its LLVM for
each shape and type, for its target `llvm`.

Its documentation names neither NaN nor zeros: it claims nothing.
"""

import functools

import opconform
import tvm
from tvm import relax


@functools.lru_cache(512)
def program(operator, operands, options):
    """One operator on operands of these types and shapes."""
    builder = relax.BlockBuilder()
    given = [relax.Var(f"x{index}", relax.TensorType(shape, kind)) for index, (kind, shape) in enumerate(operands)]
    with builder.function("main", given):
        with builder.dataflow():
            result = builder.emit_output(getattr(relax.op, operator)(*given, **dict(options)))
        builder.emit_func_output(result)
    return relax.VirtualMachine(tvm.compile(builder.get(), target="llvm"), tvm.cpu())


def run(operator, arrays, **options):
    made = program(operator, tuple((array.dtype.name, array.shape) for array in arrays), tuple(options.items()))
    return made["main"](*map(tvm.runtime.tensor, arrays)).numpy()


def called(operator, function):
    """The function, by the name of the operator and of the package whose version is told."""
    function.__module__, function.__qualname__ = relax.op.__name__, operator
    return function


def pair(operator):
    return called(operator, lambda x, y: run(operator, [x, y]))


def reduction(operator):
    return called(operator, lambda x, axis, keepdims: run(operator, [x], axis=axis, keepdims=keepdims))


opconform.serve(
    max=pair("maximum"), min=pair("minimum"), reduce_max=reduction("max"), reduce_min=reduction("min"), name="tvm",
)
