#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["ai-edge-litert==2.3.0", "flatbuffers==25.12.19", "numpy==2.4.6", "ml_dtypes==0.6.0"]
# ///
"""An adapter of LiteRT, run with ai-edge-litert 2.3.0: a model of one operation for each shape and type, in its interpreter
with the delegate that it takes by itself, one thread.

The dialect of its operations names neither NaN nor zeros: it claims nothing.
"""

import functools

import ai_edge_litert
import flatbuffers
import numpy as np
import opconform
from ai_edge_litert import schema_py_generated as schema
from ai_edge_litert.interpreter import Interpreter

# numpy's names of types are those of the schema, but for the case of letters.
TYPES = {name.lower(): code for name, code in vars(schema.TensorType).items() if name[0] != "_"}


@functools.lru_cache(1024)
def interpreter(operation, options, operands, constant=None):
    """A model of one operation on operands of these types and shapes, and of a constant list of axes."""
    tensors, buffers = [], [schema.BufferT()]
    axes = [] if constant is None else [("int32", (len(constant),))]
    for kind, shape in [*operands, *axes, (operands[0][0], ())]:
        tensor = schema.TensorT()
        tensor.type, tensor.shape, tensor.buffer = TYPES[kind], list(shape), 0
        tensors.append(tensor)
    if constant is not None:
        buffers.append(schema.BufferT())
        buffers[1].data = list(np.array(constant, "<i4").tobytes())
        tensors[len(operands)].buffer = 1
    code, operator, graph, model = schema.OperatorCodeT(), schema.OperatorT(), schema.SubGraphT(), schema.ModelT()
    code.builtinCode = getattr(schema.BuiltinOperator, operation)
    code.deprecatedBuiltinCode = code.builtinCode
    name, keepdims = options
    operator.builtinOptionsType = getattr(schema.BuiltinOptions, name)
    operator.builtinOptions = getattr(schema, f"{name}T")()
    operator.builtinOptions.keepDims = keepdims
    operator.opcodeIndex, operator.inputs, operator.outputs = 0, list(range(len(tensors) - 1)), [len(tensors) - 1]
    graph.tensors, graph.operators = tensors, [operator]
    graph.inputs, graph.outputs = list(range(len(operands))), operator.outputs
    model.version, model.operatorCodes, model.subgraphs, model.buffers = 3, [code], [graph], buffers
    builder = flatbuffers.Builder(1024)
    builder.Finish(model.Pack(builder), b"TFL3")
    made = Interpreter(model_content=bytes(builder.Output()), num_threads=1)
    made.allocate_tensors()
    return made


def run(operation, options, arrays, constant=None):
    made = interpreter(operation, options, tuple((array.dtype.name, array.shape) for array in arrays), constant)
    for given, array in zip(made.get_input_details(), arrays):
        made.set_tensor(given["index"], array)
    made.invoke()
    return made.get_tensor(made.get_output_details()[0]["index"])


def called(operation, function):
    """The function, by the name of the operation and of the package whose version is told."""
    function.__module__, function.__qualname__ = ai_edge_litert.__name__, operation
    return function


def pair(operation):
    return called(operation, lambda x, y: run(operation, ("MaximumMinimumOptions", False), [x, y]))


def reduction(operation):
    def reduce(x, axis, keepdims):
        return run(operation, ("ReducerOptions", keepdims), [x], tuple(range(x.ndim)) if axis is None else axis)

    return called(operation, reduce)


opconform.serve(
    max=pair("MAXIMUM"), min=pair("MINIMUM"),
    reduce_max=reduction("REDUCE_MAX"), reduce_min=reduction("REDUCE_MIN"), name="litert",
)
