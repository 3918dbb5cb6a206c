"""Times numpy and onnxruntime on cells of the performance table, and prints them as the `ratios` bench does.

Arguments: an element type, then sizes and cases, or none for all.
"""

import itertools
import sys
import time

import numpy as np
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper

SECONDS = 0.04
SIZES = [16 << 20, 1 << 20, 64 << 10, 4 << 10]  # in the order of the bench
CASES = ["elementwise", "scalar", "3-ary", "row", "column", "reduce", "reduce-inner", "reduce-outer"]
NUMPY = {"f16": "float16", "f32": "float32", "f64": "float64"} | {
    f"{sign}{bits}": f"{name}{bits}" for sign, name in (("i", "int"), ("u", "uint")) for bits in (8, 16, 32, 64)
}
ONNX = {"bf16": TensorProto.BFLOAT16} | {
    dtype: helper.np_dtype_to_tensor_dtype(np.dtype(name)) for dtype, name in NUMPY.items()
}


def fastest(call):
    """Nanoseconds of the fastest of many calls."""
    call()
    best, spent, calls = float("inf"), 0.0, 1
    while spent < SECONDS:
        start = time.perf_counter()
        for _ in range(calls):
            call()
        elapsed = time.perf_counter() - start
        spent += elapsed
        best = min(best, elapsed * 1e9 / calls)
        if elapsed < 20e-6:
            calls *= 2
    return best


def aligned(array):
    """The array from the start of a cache line on, as in the bench."""
    room = np.empty(array.nbytes + 64, np.uint8)
    start = -room.ctypes.data % 64
    result = room[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    result[...] = array
    return result


def operands(dtype, size, case):
    """The inputs of a case, and the axes and shape of its result; bf16 as the bits that onnxruntime takes."""
    columns = 1 << -(-(size.bit_length() - 1) // 2)
    rows = size // columns
    shapes = {
        "elementwise": [(size,)] * 2,
        "scalar": [(size,), ()],
        "3-ary": [(size,)] * 3,
        "row": [(rows, columns), (columns,)],
        "column": [(rows, columns), (rows, 1)],
        "reduce": [(size,)],
        "reduce-inner": [(rows, columns)],
        "reduce-outer": [(rows, columns)],
    }[case]
    axes = {"reduce": 0, "reduce-inner": 1, "reduce-outer": 0}.get(case)
    random = np.random.default_rng(1)
    if dtype == "bf16":
        make = lambda shape: (random.normal(size=shape).astype("float32").view("uint32") >> 16).astype("uint16")
    elif dtype.startswith("f"):
        make = lambda shape: np.asarray(random.normal(size=shape)).astype(NUMPY[dtype])
    else:
        info = np.iinfo(NUMPY[dtype])
        make = lambda shape: np.asarray(random.integers(info.min, info.max, size=shape, dtype=NUMPY[dtype]))
    result = {"reduce": (), "reduce-inner": (rows,), "reduce-outer": (columns,)}.get(case, shapes[0])
    return [aligned(make(shape)) for shape in shapes], axes, result


def numpy_call(inputs, axes, result):
    if axes is not None:
        out = aligned(np.empty(result, inputs[0].dtype))
        return lambda: np.max(inputs[0], axis=axes, out=out)
    out = aligned(np.empty(result, inputs[0].dtype))
    if len(inputs) == 2:
        return lambda: np.maximum(inputs[0], inputs[1], out=out)
    return lambda: np.maximum(np.maximum(inputs[0], inputs[1], out=out), inputs[2], out=out)


def onnxruntime_call(dtype, inputs, axes, result):
    """A session of one node on bound buffers, or None if onnxruntime has no such kernel."""
    names = [f"x{at}" for at in range(len(inputs))]
    values = [helper.make_tensor_value_info(name, ONNX[dtype], x.shape) for name, x in zip(names, inputs)]
    y = helper.make_tensor_value_info("y", ONNX[dtype], result)
    if axes is None:
        node = helper.make_node("Max", names, ["y"])
    else:
        node = helper.make_node("ReduceMax", names, ["y"], axes=[axes], keepdims=0)
    graph = helper.make_graph([node], "cell", values, [y])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = ort.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        binding = session.io_binding()
        held = [ort.OrtValue.ortvalue_from_numpy_with_onnx_type(x, ONNX[dtype]) for x in inputs]
        for name, value in zip(names, held):
            binding.bind_ortvalue_input(name, value)
        out = aligned(np.empty(result, inputs[0].dtype))
        held.append(ort.OrtValue.ortvalue_from_numpy_with_onnx_type(out, ONNX[dtype]))
        binding.bind_ortvalue_output("y", held[-1])
        session.run_with_iobinding(binding)
    except Exception:
        return None
    # The values are kept alive along with the call.
    return lambda held=held: session.run_with_iobinding(binding)


def main():
    dtype, *words = sys.argv[1:]
    sizes = [int(word) for word in words if word.isdigit()] or SIZES
    named = [word for word in words if not word.isdigit()]
    print(f"numpy\t{np.__version__}")
    print(f"onnxruntime\t{ort.__version__}")
    for size, case in itertools.product(sizes, [case for case in CASES if not named or case in named]):
        inputs, axes, result = operands(dtype, size, case)
        calls = {
            "numpy": numpy_call(inputs, axes, result) if dtype != "bf16" else None,
            "onnxruntime": onnxruntime_call(dtype, inputs, axes, result),
        }
        for contender, call in calls.items():
            if call:
                print(dtype, size, case, contender, f"{fastest(call):.1f}", sep="\t")


main()
