#!/usr/bin/env python3
"""Adapters of opconform for Python libraries: `python3 opconform_adapter.py BACKEND`; and for a callable of somebody's:
`python3 opconform_adapter.py python FILE|MODULE CALLABLE`.

A child of opconform, which is written with its kit for Python: the conversation is that of `opconform.conversation`, which lies
beside this file when it is run. Nothing else is needed than numpy and the library that is judged. A bfloat16 is held as the 16 bits
that it is wherever numpy has no name for it.
"""

import collections
import fcntl
import functools
import hashlib
import importlib
import importlib.util
import inspect
import logging
import os
import re
import sys
import tempfile

# One thread wherever a library asks the environment; it must be said before the library is loaded.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import numpy as np

from opconform import wire
from opconform.conversation import Exhausted, Implementation, Malformed, Unsupported
from opconform.conversation import converse_with_parent, is_exhausted, said
from opconform.element import ADDED, ELEMENTS
from opconform.layout import LAYOUTS, READ, VIEWS, memory, native, place_in_memory
from opconform.onnx_model import CODES, OPERATORS, graph_inputs, plainest_model, plainest_shapes
from opconform.own import timed

# Bytes that a pipe is asked to hold: fewer switches between the two processes.
PIPE_BYTES = 1 << 20
# Programs that a library which compiles for each shape keeps: each holds over a megabyte.
PROGRAMS = 512

# The numpy types that hold the bits of the element types, by their names in the protocol.
DTYPES = {name: it.storage for name, it in ELEMENTS.items()}
# Those that most libraries have no tensors of, or compute nothing of.
FLOATS8 = tuple(name for name in ADDED if name.startswith("f8"))
BY_NUMPY = {np.dtype(storage): name for name, storage in DTYPES.items() if name not in ADDED}
# The names that numpy and its kin spell out.
SPELLED = {"bf16": "bfloat16", **{name: dtype.name for dtype, name in BY_NUMPY.items()}}

# What a switch of a library is told by a variable.
SWITCH = {"on": True, "off": False}


def told(variable, known, otherwise):
    """What a variable of the suite's says, of what is known; what it says otherwise, where it is not there."""
    word = os.environ.get(variable, otherwise)
    if word not in known:
        raise ValueError(f"{variable} is {word!r}, expected one of {', '.join(known)}")
    return known[word]


# The bits of a tensor in a numpy array of the storage type of `dtype`.
Tensor = collections.namedtuple("Tensor", "dtype array")


# ---- libraries that are given the model ----------------------------------------------------------------------------------


class Models:
    """A library that runs ONNX models: what to run is in the model, and no operator is known here."""

    profile = "onnx"
    operators = OPERATORS
    # Types that the library has no tensors of.
    lacking = FLOATS8
    # How many loaded models are kept.
    models = 1024

    def __init__(self):
        self.loaded = collections.OrderedDict()

    def run(self, case):
        operands = case.inputs[: graph_inputs(case.model)]
        return self.call(self.session(case.model), operands)

    def session(self, model):
        """The loaded model, or the error that loading gave."""
        if model in self.loaded:
            self.loaded.move_to_end(model)
        else:
            try:
                self.loaded[model] = self.load(model)
            except Exception as error:
                # Where the machine refuses, it may not do so again.
                if is_exhausted(error):
                    raise
                self.loaded[model] = error
            if len(self.loaded) > self.models:
                self.loaded.popitem(last=False)
        session = self.loaded[model]
        if isinstance(session, Exception):
            raise session.with_traceback(None)
        return session

    def plainest(self, case, dtype):
        shapes = plainest_shapes(case.operator, len(case.inputs))
        model = plainest_model(case.operator, case.opset, dtype, shapes, case.model)
        return case._replace(attributes={}, inputs=[zeros(dtype, shape) for shape in shapes], model=model)


class OnnxReference(Models):
    library = "onnx"
    configuration = ["onnx.reference.ReferenceEvaluator, on an ONNX model for each case: one node, or the way that the case names"]

    def __init__(self):
        super().__init__()
        from onnx.reference import ReferenceEvaluator

        self.load = ReferenceEvaluator

    def call(self, session, operands):
        feeds = dict(zip(session.input_names, map(named_array, operands)))
        return [from_numpy(output) for output in timed(session.run, None, feeds)]


class OnnxRuntime(Models):
    library = "onnxruntime"
    # The level by the name that the suite asks for it by, and what is said of it.
    levels = {
        "all": ("ORT_ENABLE_ALL", "all graph optimisations"),
        "extended": ("ORT_ENABLE_EXTENDED", "the basic and the extended graph optimisations"),
        "basic": ("ORT_ENABLE_BASIC", "the basic graph optimisations"),
        "disabled": ("ORT_DISABLE_ALL", "no graph optimisation"),
    }

    def __init__(self):
        super().__init__()
        import onnxruntime

        self.create = onnxruntime.InferenceSession
        # Releases before 1.20 cannot be given a bfloat16 from Python.
        self.value = getattr(onnxruntime.OrtValue, "ortvalue_from_numpy_with_onnx_type", None)
        if not self.value:
            self.lacking = ("bf16", *self.lacking)
        level, optimised = told("OPCONFORM_GRAPH_OPTIMIZATION", self.levels, "all")
        threads = told("OPCONFORM_THREADS", {"one": 1, "many": max(2, os.cpu_count() or 1)}, "one")
        is_parallel = told("OPCONFORM_EXECUTION", {"sequential": False, "parallel": True}, "sequential")
        self.options = onnxruntime.SessionOptions()
        self.options.intra_op_num_threads = threads
        self.options.inter_op_num_threads = 2 if is_parallel else 1
        if is_parallel:
            self.options.execution_mode = onnxruntime.ExecutionMode.ORT_PARALLEL
        self.options.enable_cpu_mem_arena = told("OPCONFORM_MEMORY_ARENA", SWITCH, "on")
        self.options.enable_mem_pattern = told("OPCONFORM_MEMORY_PATTERN", SWITCH, "on")
        self.options.log_severity_level = 4
        self.options.graph_optimization_level = getattr(onnxruntime.GraphOptimizationLevel, level)
        named = "one thread" if threads == 1 else f"{threads} threads"
        self.configuration = [
            f"CPUExecutionProvider, {named}, {optimised}, on an ONNX model for each case: one node, or the way that the case names"
        ]

    def load(self, model):
        return self.create(model, self.options, providers=["CPUExecutionProvider"])

    def call(self, session, operands):
        names = [given.name for given in session.get_inputs()]
        if all(operand.dtype != "bf16" for operand in operands):
            feeds = dict(zip(names, (x.array for x in operands)))
            return [from_numpy(output) for output in timed(session.run, None, feeds)]
        # numpy has no bfloat16: the bits go in and come out under onnxruntime's own name of the type.
        feeds = {name: self.value(x.array, CODES[x.dtype]) for name, x in zip(names, operands)}
        return [self.bits(output) for output in timed(session.run_with_ort_values, None, feeds)]

    @staticmethod
    def bits(output):
        import ctypes

        codes = {code: name for name, code in CODES.items()}
        dtype = codes[output.element_type()]
        storage = np.dtype(DTYPES[dtype])
        shape = output.shape()
        room = ctypes.string_at(output.data_ptr(), int(np.prod(shape)) * storage.itemsize)
        return Tensor(dtype, np.frombuffer(room, storage).reshape(shape))


class OpenVino(Models):
    library = "openvino"
    # Each has two threads and holds 17 MB.
    models = 32
    configuration = ["CPU, one thread, one stream, INFERENCE_PRECISION_HINT=f32, on an ONNX model for each case: one node, or the way that the case names"]

    def __init__(self):
        super().__init__()
        import openvino

        self.tensor_of = openvino.Tensor
        self.bfloat16 = openvino.Type.bf16
        self.core = openvino.Core()
        self.settings = {"INFERENCE_PRECISION_HINT": "f32", "INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1}

    def load(self, model):
        compiled = self.core.compile_model(self.core.read_model(model), "CPU", self.settings)
        return compiled.create_infer_request()

    def call(self, request, operands):
        tensors = [self.tensor(operand) for operand in operands]
        timed(request.infer, tensors, share_inputs=True)
        return [self.bits(output) for output in request.output_tensors]

    def tensor(self, operand):
        """An operand in openvino's own array, which some releases cannot make of some: the model is not asked then."""
        try:
            if operand.dtype == "bf16":
                return self.tensor_of(operand.array, operand.array.shape, self.bfloat16)
            return self.tensor_of(operand.array, shared_memory=True)
        except Exception as error:
            if is_exhausted(error):
                raise
            raise Unsupported(f"openvino.Tensor takes no {operand.dtype} of shape {operand.array.shape}: {said(error)}") from error

    def bits(self, output):
        if output.element_type == self.bfloat16:
            return Tensor("bf16", output.data.view("<u2").copy())
        # The tensor is the request's own, and written again by its next inference.
        return from_numpy(output.data.copy())


# ---- libraries that are given arrays --------------------------------------------------------------------------------------

# The operators of ONNX and of numpy by the function that stands for them: element-wise, over any number of operands, and
# reductions.
FOLDS = {("", "Max"): "maximum", ("", "Min"): "minimum"}
PAIRS = {("numpy", name): name for name in ("maximum", "minimum", "fmax", "fmin")}
ONNX_REDUCTIONS = {("", "ReduceMax"): "amax", ("", "ReduceMin"): "amin"}
REDUCTIONS = {("numpy", name): name for name in ("amax", "amin", "nanmax", "nanmin")}


class Arrays:
    """A library of array functions, called by the name of the operator.

    `functions` has those that it offers: `maximum(a, b)` and its like, and `amax(a, axis, keepdims)` and its like, where
    `axis` is a tuple or `None`. `pair_keywords` and `reduction_keywords` are the keywords of numpy that they take besides.
    """

    # What its one function is called, where it is not as its operators are.
    name = None
    functions = {}
    pair_keywords = ()
    reduction_keywords = ()
    # Types that the library has no tensors of, or computes nothing of.
    lacking = FLOATS8
    # Whether its function of two operands answers for ONNX's Max of one or of many.
    folds = True
    # How arrays may lie that it is given; of most libraries a tensor is a copy of ours, which lies as any other.
    layouts = ()
    # Whether its functions are the library's alone, and have ended when they return: then it is told how long they take.
    is_timed = False

    @functools.cached_property
    def operators(self):
        tables = (FOLDS, PAIRS, ONNX_REDUCTIONS, REDUCTIONS)
        return [operator for table in tables for operator, name in table.items() if name in self.functions]

    def run(self, case):
        return self.back(self.apply(case))

    def apply(self, case):
        if case.operator in FOLDS:
            # The library knows no operator sets, and broadcasts always.
            if case.opset < 8:
                raise Unsupported(f"{case.operator[1]} before operator set 8 does not broadcast, {self.library} does")
            if len(case.inputs) != 2 and not self.folds:
                raise Unsupported(f"{self.library}'s {self.name or case.operator[1].lower() + 'imum'} takes two operands")
            return functools.reduce(self.function_of(FOLDS[case.operator]), map(self.to, case.inputs))
        if case.operator in PAIRS:
            keywords = self.keywords(case, ("out", "where"), self.pair_keywords)
            first, second = map(self.to, case.inputs[:2])
            result = self.function_of(PAIRS[case.operator])(first, second, **keywords)
            # The result is stored there: what the call returns beside it is nobody's.
            return keywords.get("out", result)
        if case.operator in REDUCTIONS:
            keywords = self.keywords(case, ("out", "initial", "where"), self.reduction_keywords)
            axis = case.attributes.get("axis")
            keepdims = bool(case.attributes.get("keepdims", 0))
            reduce = self.function_of(REDUCTIONS[case.operator])
            result = reduce(self.to(case.inputs[0]), axis if axis is None else tuple(axis), keepdims, **keywords)
            return keywords.get("out", result)
        return self.onnx_reduction(case)

    def function_of(self, name):
        function = self.functions[name]
        return functools.partial(timed, function) if self.is_timed else function

    def keywords(self, case, names, known):
        """Keyword arguments whose attribute is the index of the operand that holds them."""
        given = [name for name in names if name in case.attributes]
        for name in given:
            if name not in known:
                raise Unsupported(f"{self.library}'s {self.name or case.operator[1]} takes no `{name}`")
        return {name: self.to(case.inputs[case.attributes[name]]) for name in given}

    def onnx_reduction(self, case):
        """ONNX's axes, by attribute until operator set 17 and by operand from 18, as numpy's."""
        operand = self.to(case.inputs[0])
        axes = case.inputs[1].array.tolist() if len(case.inputs) > 1 else case.attributes.get("axes")
        if not axes and case.attributes.get("noop_with_empty_axes", 0):
            return operand
        reduce = self.function_of(ONNX_REDUCTIONS[case.operator])
        return reduce(operand, tuple(axes) if axes else None, bool(case.attributes.get("keepdims", 1)))

    def plainest(self, case, dtype):
        count = 2 if case.operator in FOLDS or case.operator in PAIRS else 1
        return case._replace(attributes={}, inputs=[zeros(dtype)] * count)

    def to(self, tensor):
        """The library's tensor of the same bits."""
        return named_array(tensor)

    def back(self, result):
        """Its result, as tensors of ours."""
        return [from_numpy(np.asarray(result))]


class Numpy(Arrays):
    library = "numpy"
    profile = "numpy"
    configuration = ["numpy's functions of the operator's name; Max and Min are left folds of maximum and minimum"]
    pair_keywords = ("out", "where")
    reduction_keywords = ("out", "initial", "where")
    layouts = LAYOUTS
    is_timed = True
    # ml_dtypes' types have a maximum of their own: it would not be numpy that is judged.
    lacking = tuple(ADDED)

    def __init__(self):
        names = ("maximum", "minimum", "fmax", "fmin", "amax", "amin", "nanmax", "nanmin")
        self.functions = {name: getattr(np, name) for name in names}
        for name in ("amax", "amin", "nanmax", "nanmin"):
            self.functions[name] = numpy_reduction(getattr(np, name))
        self.configuration = [*self.configuration, *self.machine_code()]

    @staticmethod
    def machine_code():
        """The instruction sets that numpy says its maxima of floats are compiled for; before 2.0 it says those of all functions."""
        try:
            from numpy.lib.introspect import opt_func_info
        except ImportError:
            known = sys.modules["numpy.core._multiarray_umath"]
            found = [name for name in getattr(known, "__cpu_dispatch__", []) if known.__cpu_features__.get(name)]
            return [f"machine code, as numpy says: up to {found[-1] if found else 'the baseline'}"]
        loops = opt_func_info(func_name="^(maximum|fmax)$", signature="float32|float64")
        chosen = {loop["current"] for of_function in loops.values() for loop in of_function.values()}
        return [f"machine code, as numpy says: {', '.join(sorted(chosen))}"] if chosen else []


def numpy_reduction(function):
    return lambda array, axis, keepdims, **keywords: function(array, axis=axis, keepdims=keepdims, **keywords)


class Compiled(Arrays):
    """A library that compiles a program for each shape and type, and forgets none by itself, but by `forget`."""

    @functools.cached_property
    def compiled(self):
        return set()

    def apply(self, case):
        shapes = tuple((operand.dtype, operand.array.shape) for operand in case.inputs)
        self.compiled.add((case.operator, str(case.attributes), shapes))
        if len(self.compiled) > PROGRAMS:
            self.compiled.clear()
            self.forget()
        return super().apply(case)


# By the word of a call, whether an operand is a constant of what is compiled, by its place.
CONSTANTS = {"constants": lambda place: True, "constant-rest": lambda place: place > 0}


def unchanged(it):
    return it


def with_constants(compiled, constant, is_constant, function):
    """A function of which some operands are constants of what is compiled: it is compiled anew for each call."""

    def call(*arguments, **keywords):
        fed = [argument for place, argument in enumerate(arguments) if not is_constant(place)]

        def closed(*given):
            given = iter(given)
            whole = [constant(argument) if is_constant(place) else next(given) for place, argument in enumerate(arguments)]
            return function(*whole, **keywords)

        return compiled(closed)(*fed)

    return call


class Jax(Compiled):
    library = "jax"
    profile = "stablehlo"
    lacking = ()
    reduction_keywords = ("initial", "where")

    def __init__(self):
        os.environ["JAX_PLATFORMS"] = "cpu"
        import jax
        import jax.numpy as jnp

        jax.config.update("jax_enable_x64", True)
        how = "each of their operations compiled by itself" if jax.config.jax_disable_jit else "compiled"
        is_constant = told("OPCONFORM_CALL", {"jit": None, **CONSTANTS}, "jit")
        self.configuration = [f"CPU, jax_enable_x64; jax.numpy's functions, {how} for each shape and type"]
        # Not `asarray`, which compiles a copy for each shape.
        self.to_device = jax.device_put
        self.forget = jax.clear_caches
        called = functools.partial(with_constants, jax.jit, unchanged, is_constant) if is_constant else unchanged
        self.functions = {name: called(getattr(jnp, name)) for name in ("maximum", "minimum", "fmax", "fmin")}
        for name, function in {"amax": jnp.max, "amin": jnp.min, "nanmax": jnp.nanmax, "nanmin": jnp.nanmin}.items():
            self.functions[name] = numpy_reduction(called(function))

    def to(self, tensor):
        return self.to_device(named_array(tensor))


class StableHlo(Arrays):
    library = "jaxlib"
    profile = "stablehlo"
    lacking = ()

    def __init__(self):
        from jax.interpreters.mlir import make_ir_context
        from jaxlib.mlir import ir
        from jaxlib.mlir.dialects import stablehlo

        self.context = make_ir_context
        self.ir = ir
        self.stablehlo = stablehlo
        self.configuration = [
            f"the reference interpreter of StableHLO {stablehlo.get_current_version()}: stablehlo.eval_module",
            "maximum and minimum of what broadcast_in_dim makes of the operands; reduce, from the least or the greatest value",
        ]
        self.functions = {name: functools.partial(self.pair, name) for name in ("maximum", "minimum")}
        for name, pair in {"amax": "maximum", "amin": "minimum"}.items():
            self.functions[name] = functools.partial(self.reduction, pair)

    def pair(self, name, *operands):
        rank = max(operand.ndim for operand in operands)
        shapes = [(1,) * (rank - operand.ndim) + operand.shape for operand in operands]
        # Where two sizes exclude each other, StableHLO is to say so.
        shape = [first if second == 1 else second for first, second in zip(*shapes)]
        result = self.type(operands[0].dtype, shape)
        lines = [
            f"%b{index} = stablehlo.broadcast_in_dim %a{index}, dims = {list(range(rank - operand.ndim, rank))}"
            f" : ({self.type(operand.dtype, operand.shape)}) -> {result}"
            for index, operand in enumerate(operands)
        ]
        return self.evaluated(operands, [*lines, f"%r = stablehlo.{name} %b0, %b1 : {result}"], shape)

    def reduction(self, name, operand, axis, keepdims):
        dtype, shape = operand.dtype, operand.shape
        axes = [at + len(shape) if at < 0 else at for at in (range(len(shape)) if axis is None else axis)]
        rest = [size for at, size in enumerate(shape) if at not in axes]
        kept = [1 if at in axes else size for at, size in enumerate(shape)] if keepdims else rest
        given, scalar, reduced = (self.type(dtype, sizes) for sizes in (shape, (), rest))
        lines = [
            f"%i = stablehlo.constant dense<{self.identity(name, dtype)}> : {scalar}",
            f"%b = stablehlo.reduce(%a0 init: %i) applies stablehlo.{name} across dimensions = {axes}"
            f" : ({given}, {scalar}) -> {reduced}",
            f"%r = stablehlo.reshape %b : ({reduced}) -> {self.type(dtype, kept)}",
        ]
        return self.evaluated([operand], lines, kept)

    @staticmethod
    def identity(name, dtype):
        """The least value of a type for a maximum, and the greatest for a minimum, as text."""
        least = name == "maximum"
        if dtype.kind == "b":
            return "false" if least else "true"
        if dtype.kind in "iu":
            return np.iinfo(dtype).min if least else np.iinfo(dtype).max
        # The one float without infinities ends with 448.
        greatest = 448 if dtype.name == ADDED["f8e4m3fn"] else np.inf
        return "0x" + np.array(-greatest if least else greatest, dtype).tobytes()[::-1].hex()

    @staticmethod
    def element(dtype):
        """MLIR's name of a type."""
        kind, _, variant = dtype.name.partition("_")
        return kind.replace("float", "f").replace("int", "i").replace("bool", "i1") + variant.upper()

    @staticmethod
    def bits(dtype):
        """The type whose arrays Python is given and gives for those of a type."""
        return np.dtype(f"<u{dtype.itemsize}") if dtype.name in ADDED.values() else dtype

    def type(self, dtype, shape):
        return f"tensor<{''.join(f'{size}x' for size in shape)}{self.element(dtype)}>"

    def evaluated(self, operands, lines, shape):
        """The result `%r` of these lines, in which the operands are `%a0` and so on."""
        dtype = operands[0].dtype
        # Of a type that is not numpy's own, Python is given and gives the bits.
        bits = self.bits(dtype)
        given, result = self.type(dtype, shape), self.type(bits, shape)
        parameters = [f"%a{index}: {self.type(operand.dtype, operand.shape)}" for index, operand in enumerate(operands)]
        lines = [f"func.func @main({', '.join(parameters)}) -> {result} {{", *lines]
        lines.append(f"%w = stablehlo.bitcast_convert %r : ({given}) -> {result}\nreturn %w : {result}\n}}")
        # A context forgets nothing.
        with self.context():
            module = self.ir.Module.parse("\n".join(lines))
            values = []
            for operand in operands:
                array = operand.view(self.bits(operand.dtype))
                element = self.ir.Type.parse(self.element(operand.dtype))
                values.append(self.ir.DenseElementsAttr.get(array, type=element, shape=operand.shape))
            return np.array(timed(self.stablehlo.eval_module, module, values)[0], order="C").view(dtype)


class Torch(Arrays):
    library = "torch"
    profile = "torch"
    # It has no negative strides.
    layouts = tuple(view for view in VIEWS if view not in ("reversed", "turned"))
    is_timed = True
    configuration = ["CPU, one thread, eager; torch.maximum and its like, torch.amax"]

    def __init__(self):
        import torch

        torch.set_num_threads(1)
        self.torch = torch
        # Older releases do not say.
        capability = getattr(getattr(torch.backends, "cpu", None), "get_cpu_capability", None)
        if capability:
            self.configuration = [*self.configuration, f"machine code, as PyTorch says: {capability()}"]
        self.functions = {name: self.function(name) for name in ("maximum", "minimum", "fmax", "fmin")}
        for name in ("amax", "amin"):
            self.functions[name] = functools.partial(self.reduction, self.function(name))
        # Older releases lack the wider unsigned types.
        self.types = {ours: getattr(torch, theirs) for ours, theirs in SPELLED.items() if hasattr(torch, theirs)}
        self.lacking = [name for name in DTYPES if name not in self.types]

    def function(self, name):
        return getattr(self.torch, name)

    @staticmethod
    def reduction(function, tensor, axis, keepdims):
        # No `dim` is not torch's spelling of "all".
        return function(tensor, dim=tuple(range(tensor.ndim)) if axis is None else axis, keepdim=keepdims)

    def to(self, tensor):
        array, room = tensor.array, memory(tensor.array)
        # A view of the memory that the array is a view of.
        whole = room[: len(room) // array.itemsize * array.itemsize]
        elements = self.torch.from_numpy(whole).view(self.types[tensor.dtype])
        strides = [stride // array.itemsize for stride in array.strides]
        return elements.as_strided(array.shape, strides, place_in_memory(array) // array.itemsize)

    def back(self, result):
        dtype = next((ours for ours, theirs in self.types.items() if theirs == result.dtype), None)
        if dtype is None:
            raise Malformed(f"gave a tensor of {result.dtype}")
        bytes_ = result.contiguous().reshape(-1).view(self.torch.uint8).numpy()
        return [Tensor(dtype, bytes_.view(DTYPES[dtype]).reshape(tuple(result.shape)))]


class TorchCompiled(Compiled, Torch):
    configuration = [
        "CPU, one thread; torch.maximum and its like, torch.amax, each by itself through torch.compile",
        "inductor, fullgraph=True, dynamic=False: compiled for each shape and type",
    ]
    remedy = "install a C++ compiler and the header files of this Python"

    def __init__(self):
        # No pool of processes beside this one, and no programs of another: neither of one that runs now, nor of an earlier release.
        os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
        self.programs = tempfile.TemporaryDirectory(prefix="opconform-inductor-")
        os.environ["TORCHINDUCTOR_CACHE_DIR"] = self.programs.name
        super().__init__()
        import torch._dynamo as dynamo

        # Where there are more programs than this, it calls no compiled one; `fullgraph` makes that an error.
        dynamo.config.cache_size_limit = dynamo.config.accumulated_cache_size_limit = sys.maxsize
        self.forget = dynamo.reset
        # Its first program takes many times as long as the next: it compiles the header files of all.
        self.functions["maximum"](*[self.to(zeros("f32"))] * 2)

    def function(self, name):
        compiled = self.torch.compile(super().function(name), dynamic=False, fullgraph=True)

        def loaded(*arguments, **options):
            try:
                return compiled(*arguments, **options)
            except Exception as error:
                # A program that was compiled and cannot be loaded is not what PyTorch says of the operands.
                if "ImportError" in str(error):
                    raise Exhausted(str(error)) from error
                raise

        return loaded


class TensorFlow(Arrays):
    library = "tensorflow"
    profile = "tensorflow"
    is_timed = True

    def __init__(self):
        os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
        os.environ["CUDA_VISIBLE_DEVICES"] = ""
        import tensorflow as tf

        tf.config.threading.set_intra_op_parallelism_threads(1)
        tf.config.threading.set_inter_op_parallelism_threads(1)
        self.bfloat16 = tf.bfloat16.as_numpy_dtype
        self.to_tensor = tf.convert_to_tensor
        traced = functools.partial(tf.function, autograph=False)
        compiled = functools.partial(traced, jit_compile=True)

        def constant(argument):
            # A tensor of more than a few elements that a function closes over is one more operand of its graph.
            return tf.constant(argument.numpy()) if tf.is_tensor(argument) else argument

        calls = {
            "eager": ("eager", unchanged),
            "function": ("by tf.function", traced),
            "xla": ("by tf.function and XLA", compiled),
            **{
                word: ("by tf.function", functools.partial(with_constants, traced, constant, of))
                for word, of in CONSTANTS.items()
            },
        }
        how, called = told("OPCONFORM_CALL", calls, "eager")
        self.configuration = [
            f"CPU, one thread, {how}; tf.math.maximum and minimum, tf.math.reduce_max and reduce_min"
        ]
        self.functions = {
            "maximum": called(tf.math.maximum),
            "minimum": called(tf.math.minimum),
            "amax": called(tf.math.reduce_max),
            "amin": called(tf.math.reduce_min),
        }

    def to(self, tensor):
        return self.to_tensor(tensor.array.view(self.bfloat16) if tensor.dtype == "bf16" else tensor.array)

    def back(self, result):
        return [from_numpy(np.asarray(result.numpy()))]


class Paddle(Arrays):
    library = "paddle"
    profile = "paddle"
    configuration = [
        "CPU, eager; paddle.maximum and its like, paddle.amax",
        "the legacy maximum with `axis` is _legacy_C_ops.elementwise_max",
    ]
    # Its conversion takes numpy's uint16 for bfloat16.
    lacking = ("u16", "u32", "u64", *FLOATS8)
    legacy = {("paddle", "maximum"): "elementwise_max", ("paddle", "minimum"): "elementwise_min"}

    def __init__(self):
        import paddle

        paddle.set_device("cpu")
        self.paddle = paddle
        self.functions = {name: getattr(paddle, name) for name in ("maximum", "minimum", "fmax", "fmin")}
        for name in ("amax", "amin"):
            self.functions[name] = functools.partial(self.reduction, getattr(paddle, name))
        self.legacy_functions = getattr(paddle, "_legacy_C_ops", None)
        self.types = {getattr(paddle, theirs): ours for ours, theirs in SPELLED.items() if hasattr(paddle, theirs)}

    @staticmethod
    def reduction(function, tensor, axis, keepdims):
        return function(tensor, axis=axis if axis is None else list(axis), keepdim=keepdims)

    @functools.cached_property
    def operators(self):
        offered = [key for key, name in self.legacy.items() if hasattr(self.legacy_functions, name)]
        return super().operators + offered

    def apply(self, case):
        name = self.legacy.get(case.operator)
        if name is None:
            return super().apply(case)
        first, second = map(self.to, case.inputs)
        return getattr(self.legacy_functions, name)(first, second, "axis", case.attributes.get("axis", -1))

    def plainest(self, case, dtype):
        plain = super().plainest(case, dtype)
        return plain._replace(inputs=[zeros(dtype)] * 2) if case.operator in self.legacy else plain

    def to(self, tensor):
        return self.paddle.to_tensor(tensor.array)

    def back(self, result):
        dtype = self.types.get(result.dtype)
        if dtype is None:
            raise Malformed(f"gave a tensor of {result.dtype}")
        return [Tensor(dtype, result.numpy().view(DTYPES[dtype]).reshape(result.shape))]


class Tosa(Arrays):
    library = "tosa_reference_model"
    types = {"bf16": "BF16", "f16": "FP16", "f32": "FP32", "bool": "BOOL", **{f"i{n}": f"INT{n}" for n in (8, 16, 32, 64)}}
    lacking = ("f64", "u8", "u16", "u32", "u64", *FLOATS8)

    def __init__(self, mode):
        self.profile = f"tosa-{mode.lower()}"
        self.configuration = [
            "a graph of one operator of a rank for both operands; MAXIMUM and MINIMUM, REDUCE_MAX and REDUCE_MIN axis by axis",
            f"nan_mode {mode}; of fmax, fmin, nanmax and nanmin IGNORE",
        ]
        # It has a debugger print each refusal.
        os.environ["PATH"] = ""
        import importlib.metadata

        import tosa_reference_model
        from serializer import tosa_serializer
        from tosa import DType, NanPropagationMode, Op

        self.version = importlib.metadata.version("tosa-tools")
        self.model = tosa_reference_model
        self.serializer = tosa_serializer
        self.codes, self.modes, self.ops = DType.DType, NanPropagationMode.NanPropagationMode, Op.Op
        self.functions = {}
        for short, operator in {"max": "Max", "min": "Min"}.items():
            for name, own in {f"{operator.lower()}imum": mode, f"f{short}": "IGNORE"}.items():
                self.functions[name] = functools.partial(self.pair, f"{operator}imum", own)
            for name, own in {f"a{short}": mode, f"nan{short}": "IGNORE"}.items():
                self.functions[name] = functools.partial(self.reduction, f"Reduce{operator}", own)

    def pair(self, operator, mode, *operands):
        rank = max(operand.array.ndim for operand in operands)
        shapes = [(1,) * (rank - operand.array.ndim) + operand.array.shape for operand in operands]
        operands = [Tensor(operand.dtype, operand.array.reshape(shape)) for operand, shape in zip(operands, shapes)]
        # Where two sizes exclude each other, TOSA is to say so.
        shape = [first if second == 1 else second for first, second in zip(*shapes)]
        return self.evaluated(operator, (self.mode(mode),), operands, shape)

    def reduction(self, operator, mode, operand, axis, keepdims):
        shape = list(operand.array.shape)
        axes = [at + len(shape) if at < 0 else at for at in (range(len(shape)) if axis is None else axis)]
        if len(set(axes)) < len(axes):
            raise Unsupported("TOSA reduces along one axis at a time: what an axis is that is named twice is not said")
        for at in axes:
            reduced = [1 if other == at else size for other, size in enumerate(operand.array.shape)]
            operand = self.evaluated(operator, (at, self.mode(mode)), [operand], reduced)
        rest = [size for at, size in enumerate(shape) if at not in axes]
        return operand if keepdims else Tensor(operand.dtype, operand.array.reshape(rest))

    def mode(self, name):
        return getattr(self.modes, name)

    def evaluated(self, operator, attributes, operands, shape):
        """The result of this shape of a graph of one operator."""
        graph = self.serializer.TosaSerializer(None)
        block = graph.currRegion.currBasicBlock
        names = [f"x{index}" for index in range(len(operands))]
        for name, operand in zip(names, operands):
            block.addTensor(name, list(operand.array.shape), self.code(operand))
            graph.addInputTensor(block.tensors[name])
        attribute = self.serializer.TosaSerializerAttribute()
        getattr(attribute, f"{operator}Attribute")(*attributes)
        code = getattr(self.ops, operator.upper().replace("REDUCE", "REDUCE_"))
        graph.addOperator(code, names, [graph.addOutput(list(shape), self.code(operands[0])).name], attribute)
        results, status = timed(self.model.run, bytes(graph.serialize()), [operand.array for operand in operands])
        if status != self.model.GraphStatus.TOSA_VALID:
            raise ValueError(str(status))
        # A bfloat16 comes as two bytes without a name.
        return Tensor("bf16", results[0].view("<u2")) if operands[0].dtype == "bf16" else from_numpy(results[0])

    def code(self, operand):
        return getattr(self.codes, self.types[operand.dtype])

    def to(self, tensor):
        return tensor

    def back(self, result):
        return [result]


class Mars(Arrays):
    library = "mars"
    profile = "numpy"
    configuration = ["a local session; mars.tensor's functions of the operator's name, executed case by case"]
    pair_keywords = ("out", "where")
    reduction_keywords = ("out",)
    lacking = ("bf16",)

    def __init__(self):
        import mars
        import mars.tensor as mt

        logging.disable(logging.CRITICAL)
        # No web service: it would listen on every address of the machine.
        mars.new_session(web=False)
        self.to_tensor = mt.tensor
        self.expand_dims = mt.expand_dims
        self.functions = {name: getattr(mt, name) for name in ("maximum", "minimum", "fmax", "fmin")}
        for name in ("amax", "amin", "nanmax", "nanmin"):
            self.functions[name] = numpy_reduction(getattr(mt, name))

    def to(self, tensor):
        # It takes an array of rank 0 for a Python number, and changes its type.
        return self.to_tensor(tensor.array.reshape(1)).reshape(()) if tensor.array.ndim == 0 else self.to_tensor(tensor.array)

    def back(self, result):
        if result.ndim:
            return super().back(self.fetched(result))
        # It gives a result of rank 0 as a Python number, which has neither its type nor its bits.
        return [from_numpy(self.fetched(self.expand_dims(result, 0)).reshape(()))]

    @staticmethod
    def fetched(tensor):
        return tensor.execute(show_progress=False).fetch()


class Llvm(Arrays):
    """An intrinsic of LLVM's, over two arrays: in a loop that is compiled, and made of vectors, for this machine."""

    library = "llvmlite"
    types = {"f16": "half", "f32": "float", "f64": "double"}
    lacking = tuple(sorted(set(DTYPES) - {"f16", "f32", "f64"}))
    operators = [("", "Max"), ("", "Min")]
    loop = """
define void @{name}_{suffix}(ptr %a, ptr %b, ptr %c, i64 %count) {{
  %none = icmp eq i64 %count, 0
  br i1 %none, label %done, label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %pa = getelementptr {type}, ptr %a, i64 %i
  %pb = getelementptr {type}, ptr %b, i64 %i
  %pc = getelementptr {type}, ptr %c, i64 %i
  %x = load {type}, ptr %pa
  %y = load {type}, ptr %pb
  %z = call {type} @llvm.{name}.{suffix}({type} %x, {type} %y)
  store {type} %z, ptr %pc
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %count
  br i1 %more, label %loop, label %done
done:
  ret void
}}
declare {type} @llvm.{name}.{suffix}({type}, {type})
"""

    def __init__(self, maximum, minimum):
        import ctypes

        import llvmlite.binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        features = llvm.get_host_cpu_features()
        if not (features.get("f16c") or features.get("fullfp16")):
            # Of these, LLVM makes calls of a library that is not there.
            self.lacking = ("f16", *self.lacking)
        self.version = ".".join(map(str, llvm.llvm_version_info))
        self.profile = f"llvm-{maximum}"
        self.configuration = [f"llvm.{maximum} and llvm.{minimum} in a loop, -O3 for {llvm.get_host_cpu_name()}"]
        machine = llvm.Target.from_default_triple().create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=features.flatten(), opt=3
        )
        loops = [
            self.loop.format(name=name, suffix=suffix, type=self.types[suffix])
            for name in (maximum, minimum)
            for suffix in self.types
            if suffix not in self.lacking
        ]
        module = llvm.parse_assembly("".join(loops))
        builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
        builder.getModulePassManager().run(module, builder)
        # It holds the code.
        self.engine = llvm.create_mcjit_compiler(module, machine)
        self.engine.finalize_object()
        self.prototype = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_int64)
        self.functions = {
            "maximum": functools.partial(self.pair, maximum),
            "minimum": functools.partial(self.pair, minimum),
        }

    def pair(self, name, *operands):
        if operands[0].dtype != operands[1].dtype:
            raise TypeError("operands of two types: an intrinsic takes one")
        operands = [np.array(operand, order="C") for operand in np.broadcast_arrays(*operands)]
        result = np.empty_like(operands[0])
        function = self.engine.get_function_address(f"{name}_{BY_NUMPY[result.dtype]}")
        timed(self.prototype(function), *(array.ctypes.data for array in (*operands, result)), result.size)
        return result


class Own(Arrays):
    """A callable of a file or a module: of two arrays a maximum, of one, with `axis` and `keepdims`, a reduction.

    Where its name has `max` in it, the same with `min` is the minimum, if there is one. Who is named as numpy names those that
    ignore NaNs, `fmax` and `nanmax`, is asked as such.
    """

    # A callable of two operands says nothing of three.
    folds = False
    layouts = READ
    is_timed = True
    remedy = "see that this Python can import it (OPCONFORM_PYTHON names another), and that the callable has this name"

    def __init__(self, place, name):
        module = imported(place)
        self.library = module.__name__
        self.version = getattr(module, "__version__", None) or hashed(module.__file__)
        self.configuration = [f"{name} of {os.path.basename(place)}"]
        self.lacking = () if importlib.util.find_spec("ml_dtypes") else tuple(ADDED)
        own, mirrored = getattr(module, name), getattr(module, name.replace("max", "min", 1), None)
        # What has no `max` in its name has no twin by another name.
        found = {"max": own, "min": mirrored if "max" in name else None}
        functions = {wanted: function for wanted, function in found.items() if function is not None}
        # What one of the two lacks is not asked of either.
        taken = [parameters(function) for function in functions.values()]
        keywords = tuple(it for it in ("out", "initial", "where") if all(it in names for names in taken))
        ignores = re.search(r"(^|_)(f|nan)(max|min)($|_)", name) is not None
        if takes_one(own):
            prefix = "nan" if ignores else "a"
            self.functions = {prefix + wanted: numpy_reduction(function) for wanted, function in functions.items()}
            self.reduction_keywords = keywords
        else:
            named = "f{}" if ignores else "{}imum"
            self.functions = {named.format(wanted): function for wanted, function in functions.items()}
            self.pair_keywords = keywords
        self.name = name

    def apply(self, case):
        if case.operator in FOLDS and len({operand.dtype for operand in case.inputs}) > 1:
            raise TypeError("operands of two types: a callable takes one")
        return super().apply(case)


def imported(place):
    """The module of a file's path, or of a name."""
    if not place.endswith(".py"):
        sys.path.insert(0, os.getcwd())
        return importlib.import_module(place)
    sys.path.insert(0, os.path.dirname(place))
    spec = importlib.util.spec_from_file_location(os.path.basename(place)[:-3], place)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hashed(path):
    with open(path, "rb") as file:
        return f"sha256 {hashlib.sha256(file.read()).hexdigest()[:12]}"


def parameters(function):
    """The parameters of a callable, by name."""
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        # numpy's functions of two arrays did not tell before its version 2.4.
        return dict.fromkeys(("out", "where")) if isinstance(function, np.ufunc) else {}


def takes_one(function):
    """Whether a callable takes one array: whether it has one parameter that must be given."""
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    given = [it for it in parameters(function).values() if it is not None]
    return sum(it.kind in positional and it.default is it.empty for it in given) == 1


BACKENDS = {
    "numpy": Numpy,
    "onnx-reference": OnnxReference,
    "onnxruntime-python": OnnxRuntime,
    "openvino": OpenVino,
    "jax": Jax,
    "stablehlo": StableHlo,
    "torch": Torch,
    "torch-compiled": TorchCompiled,
    "tensorflow": TensorFlow,
    "paddle": Paddle,
    "mars": Mars,
    "tosa": functools.partial(Tosa, "PROPAGATE"),
    "tosa-ignore": functools.partial(Tosa, "IGNORE"),
    "llvm-maximum": functools.partial(Llvm, "maximum", "minimum"),
    "llvm-maximumnum": functools.partial(Llvm, "maximumnum", "minimumnum"),
    "llvm-maxnum": functools.partial(Llvm, "maxnum", "minnum"),
}

# ---- tensors, and numpy's names ---------------------------------------------------------------------------------------------


def zeros(dtype, shape=(1,)):
    """Elements of zero bits: +0, or false."""
    return Tensor(dtype, np.zeros(shape, DTYPES[dtype]))


def named_array(tensor):
    """The array under numpy's name of the type; those added come from ml_dtypes, which the libraries bring along."""
    if tensor.dtype not in ADDED:
        return tensor.array
    import ml_dtypes

    return tensor.array.view(getattr(ml_dtypes, ADDED[tensor.dtype]))


def from_numpy(array):
    """The tensor that a library gave as an array."""
    if not isinstance(array, (np.ndarray, np.generic)):
        raise Malformed(f"gave a {type(array).__name__}, not an array")
    array = native(np.asarray(array, order="C"))
    dtype = BY_NUMPY.get(array.dtype)
    if dtype is not None:
        return Tensor(dtype, array)
    for ours, theirs in ADDED.items():
        if array.dtype.name == theirs:
            return Tensor(ours, array.view(DTYPES[ours]))
    raise Malformed(f"gave a tensor of {array.dtype}")


# ---- the conversation ---------------------------------------------------------------------------------------------------------


class Library(Implementation):
    """One library, and what has been tried of it."""

    def __init__(self, name):
        super().__init__()
        self.name = name
        self.backend = None

    def started(self):
        try:
            self.backend = BACKENDS[self.name]()
            return self.introduction()
        except Exception as error:
            # Whatever it is, it is not this adapter's user who can mend it.
            again = "install it again, or another version of it, in the Python that runs this adapter"
            remedy = getattr(getattr(BACKENDS[self.name], "func", BACKENDS[self.name]), "remedy", again)
            reason = f"{self.name} cannot be used in {sys.executable}: {said(error)}"
            return {"type": "unavailable", "reason": reason, "remedy": remedy}

    def introduction(self):
        library = sys.modules[self.backend.library]
        folder = os.path.dirname(library.__file__)
        # Where the environment is, is nobody's business but its own; what else there is, is told whole.
        beneath = os.path.relpath(folder, sys.prefix)
        place = folder if beneath.startswith(os.pardir) else beneath
        return {
            "type": "started",
            "protocol": wire.PROTOCOL,
            "name": self.name,
            "version": getattr(self.backend, "version", None) or library.__version__,
            "language": f"Python {sys.version.split()[0]}, numpy {np.__version__}",
            "os": f"{os.uname().sysname} {os.uname().machine}",
            "cpu_features": cpu_features(),
            "dtypes": [name for name in DTYPES if name not in self.backend.lacking],
            "operators": [{"domain": domain, "name": name} for domain, name in self.backend.operators],
            "models": isinstance(self.backend, Models),
            "huge": True,
            "layouts": [] if isinstance(self.backend, Models) else list(self.backend.layouts),
            "profile": getattr(self.backend, "profile", None),
            "configuration": [*self.backend.configuration, f"from {place}"],
        }

    def offers(self, operator, dtypes):
        library = self.backend.library
        if operator not in self.backend.operators:
            raise Unsupported(f"{library} has no {'.'.join(filter(None, operator))} that this adapter calls")
        for dtype in dtypes:
            if dtype in self.backend.lacking:
                raise Unsupported(f"{library} has no {dtype}")

    def storage(self, dtype):
        return np.dtype(DTYPES[dtype.lower()])

    def operand(self, dtype, array):
        return Tensor(dtype.lower(), array)

    def run(self, case):
        return [wire.Tensor(dtype.upper(), array.shape, array.tobytes()) for dtype, array in self.backend.run(case)]

    def probed(self, case):
        return list(dict.fromkeys(operand.dtype for operand in case.inputs))

    def asked(self, case, dtype):
        return case.operator, case.opset, dtype, len(case.inputs) > 1

    def plainest(self, case, dtype):
        return self.backend.plainest(case, dtype)


def cpu_features():
    """The CPU features of this machine that change how a maximum is computed."""
    names = {
        "sse4_1": "sse4.1", "avx": "avx", "avx2": "avx2", "fma": "fma", "f16c": "f16c", "avx512f": "avx512f",
        "avx512bw": "avx512bw", "avx512_fp16": "avx512fp16", "asimd": "neon", "fphp": "fp16", "sve": "sve",
    }  # fmt: skip
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            lines = [line for line in file if line.startswith(("flags", "Features"))]
    except OSError:
        return []
    flags = lines[0].split() if lines else []
    return [name for flag, name in names.items() if flag in flags]


def widen(descriptor):
    """Asks for a larger pipe; a smaller one works too."""
    try:
        fcntl.fcntl(descriptor, getattr(fcntl, "F_SETPIPE_SZ", 1031), PIPE_BYTES)
    except OSError:
        pass


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "python":
        BACKENDS["python"] = functools.partial(Own, *sys.argv[2:])
    elif len(sys.argv) != 2 or sys.argv[1] not in BACKENDS:
        sys.exit(f"usage: {sys.argv[0]} BACKEND, one of {' '.join(BACKENDS)}; or {sys.argv[0]} python FILE|MODULE CALLABLE")
    for stream in (sys.stdin, sys.stdout):
        widen(stream.fileno())
    try:
        converse_with_parent(Library(sys.argv[1]))
    except (ValueError, KeyError, TypeError) as error:
        sys.exit(f"a request that is none: {said(error)}")
    # Everything has been answered. Some libraries take seconds to take themselves down, or hang.
    os._exit(0)


if __name__ == "__main__":
    main()
