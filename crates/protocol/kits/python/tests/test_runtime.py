"""Adapters from runtimes of ONNX models: what a runtime is given, what is made of its answer, and the suite on a faulty and on a sound one."""

import shlex
import subprocess
import sys

import numpy as np
import onnx
import pytest

from opconform.conversation import Unsupported
from opconform.onnx_model import CODES, graph_inputs, plainest_model, plainest_shapes
from opconform.report import Report
from opconform.runtime import STORAGE, Runtime
from opconform.suite import program
from opconform.wire import Tensor

REFERENCE = """
import functools, numpy as np, onnx, opconform
from onnx.reference import ReferenceEvaluator

session = functools.lru_cache(1024)(ReferenceEvaluator)

def run(model, inputs):
    return session(model).run(None, dict(zip(session(model).input_names, inputs)))
"""
DTYPES = 'dtypes=["f32", "f64", "i32", "i64", "bool"]'
SOUND = f"{REFERENCE}\nopconform.serve_models(run, name='onnx', version=onnx.__version__, {DTYPES})\n"
FAULTY = f"""{REFERENCE}
def numbers(model, inputs):
    return run(model, [np.where(np.isnan(it), it.dtype.type(-np.inf), it) for it in inputs])

opconform.serve_models(numbers, name="numbers", version="1", {DTYPES})
"""


def model_of(operator="Max", opset=13, dtype="f32", inputs=2):
    """Makes a model of an operator."""
    return plainest_model(("", operator), opset, dtype, plainest_shapes(("", operator), inputs), b"")


def runtime(run, dtypes=tuple(CODES), **given):
    """Makes an adapter of a runtime."""
    return Runtime(run, name="mine", version="1", dtypes=dtypes, **given)


def asked(answering, model=None, operator="Max", dtype="F32", bits=(bytes(4), bytes(4)), shape=(1,), opset=13):
    """Asks a runtime one case: its outcome, and the results."""
    tensors = {f"0.{index}": Tensor(dtype, shape, each) for index, each in enumerate(bits)}
    case = {"operator": {"domain": "", "name": operator}, "opset": opset, "inputs": list(tensors), "model": "0.model"}
    model = model_of(operator, opset, dtype.lower(), len(bits)) if model is None else model
    held = {**tensors, "0.model": Tensor("U8", (len(model),), model)}
    message, results = answering.ran({"type": "run", "seq": 3, "cases": [case]}, held)
    (outcome,) = message["outcomes"]
    return outcome, list(results.values())


def run_here(tmp_path, text, *words):
    """Has the suite judge an adapter: its exit code, and the titles of its departures."""
    file = tmp_path / "adapter.py"
    file.write_text(text)
    command = [program(), "run", "--quiet", "--adapter", f"it={shlex.join([sys.executable, str(file)])}", "--output", str(tmp_path / "report")]
    ended = subprocess.run([*command, *words], capture_output=True, text=True)
    assert ended.returncode in (0, 1), ended.stdout + ended.stderr
    return ended.returncode, [departure.title for departure in Report(tmp_path / "report", "it", "").departures]


def test_a_runtime_is_given_the_model_and_the_operands_of_its_graph():
    given = []

    def run(model, inputs):
        given.append((model, [array.tobytes() for array in inputs]))
        return [inputs[0]]

    outcome, (result,) = asked(runtime(run), bits=(b"abcd", b"efgh", b"ijkl"))
    assert outcome["outcome"] == "output" and (result.dtype, result.shape, result.bits) == ("F32", (1,), b"abcd")
    assert given == [(model_of(), [b"abcd", b"efgh"])]


def test_constants_of_a_graph_are_none_of_its_operands():
    names, of = ["x0", "x1", "c0"], onnx.helper
    values = [of.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1]) for name in names]
    node = of.make_node("Max", names, ["y"])
    constant = of.make_tensor("c0", onnx.TensorProto.FLOAT, [1], [0])
    model = of.make_model(of.make_graph([node], "g", values, values[:1], initializer=[constant]))
    assert graph_inputs(model.SerializeToString()) == 2


@pytest.mark.parametrize("dtype", CODES)
@pytest.mark.parametrize(("operator", "inputs"), [("Max", 1), ("Max", 3), ("ReduceMax", 1), ("ReduceMin", 2), ("Clip", 1), ("Clip", 3)])
def test_the_plainest_model_is_one(operator, inputs, dtype):
    model = onnx.load_model_from_string(model_of(operator, 13, dtype, inputs))
    onnx.checker.check_model(model)
    operands = 2 if inputs > 1 and operator in ("Max", "Clip") else 1
    assert [it.name for it in model.graph.input] == ["x0", "x1"][:operands] == list(model.graph.node[0].input)
    assert {it.type.tensor_type.elem_type for it in (*model.graph.input, *model.graph.output)} == {CODES[dtype]}
    assert (model.graph.node[0].op_type, model.opset_import[0].version) == (operator, 13)


@pytest.mark.parametrize("dtype", CODES)
def test_bits_pass_untouched(dtype):
    storage = STORAGE[dtype.upper()]
    bits = bytes([1, 0] * 128) if dtype == "bool" else bytes(range(256))
    shape = (256 // storage.itemsize,)
    outcome, (result,) = asked(runtime(lambda model, inputs: [inputs[1]]), dtype=dtype.upper(), bits=(bytes(256), bits), shape=shape)
    assert outcome["outcome"] == "output" and result == Tensor(dtype.upper(), shape, bits)


WITHOUT_ML_DTYPES = """
import sys
sys.modules["ml_dtypes"] = None
import numpy as np
from opconform.onnx_model import plainest_model
from opconform.runtime import Runtime
from opconform.wire import Tensor

def run(model, inputs):
    assert [str(it.dtype) for it in inputs] == ["|V2"] * 2
    return [inputs[1].view(np.uint16).view(inputs[1].dtype)]

model = plainest_model(("", "Max"), 13, "bf16", [(1,), (1,)], b"")
tensors = {"0.0": Tensor("BF16", (1,), bytes(2)), "0.1": Tensor("BF16", (1,), b"ab"), "0.model": Tensor("U8", (len(model),), model)}
case = {"operator": {"domain": "", "name": "Max"}, "opset": 13, "inputs": ["0.0", "0.1"], "model": "0.model"}
found = Runtime(run, name="mine", version="1", dtypes=["bf16"]).outcome(case, tensors)
assert found == [Tensor("BF16", (1,), b"ab")], found
"""


def test_a_type_that_numpy_lacks_comes_as_bytes_without_ml_dtypes():
    ended = subprocess.run([sys.executable, "-c", WITHOUT_ML_DTYPES], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr


def test_an_exception_is_a_refusal_but_of_a_type_that_is_refused_in_the_plainest_model():
    plainest, seen = [], []

    def run(model, inputs):
        (plainest if b"plainest" in model else seen).append(inputs)
        if inputs[0].dtype == np.float64 or b"plainest" not in model:
            raise ValueError("not this")
        return inputs[:1]

    other = model_of().replace(b"plainest", b"anything")
    answering = runtime(run)
    assert asked(answering, other)[0] == {"outcome": "rejected", "message": "ValueError: not this"}
    assert asked(answering, other)[0]["outcome"] == "rejected" and (len(plainest), len(seen)) == (1, 2)
    of_f64 = model_of(dtype="f64").replace(b"plainest", b"anything")
    outcome, _ = asked(answering, of_f64, dtype="F64", bits=(bytes(8),) * 2)
    assert outcome == {"outcome": "unsupported", "reason": "f64: ValueError: not this"}


def test_axes_are_not_what_a_type_is_asked_for_by_and_leave_the_plainest_model():
    def reduces_f32(model, inputs):
        if len(inputs) > 1 or inputs[0].dtype != np.float32:
            raise ValueError("axis 9 of a tensor of rank 1")
        return inputs

    model = model_of("Max", 20).replace(b"plainest", b"anything")
    tensors = {"x": Tensor("F32", (1,), bytes(4)), "axes": Tensor("I64", (1,), bytes(8)), "model": Tensor("U8", (len(model),), model)}
    case = {"operator": {"domain": "", "name": "ReduceMax"}, "opset": 20, "inputs": ["x", "axes"], "model": "model"}
    assert runtime(reduces_f32).outcome(case, tensors) == {"outcome": "rejected", "message": "ValueError: axis 9 of a tensor of rank 1"}


def test_a_runtime_says_itself_what_it_lacks():
    def run(model, inputs):
        raise Unsupported("no Loop")

    assert asked(runtime(run))[0] == {"outcome": "unsupported", "reason": "no Loop"}


def test_what_is_not_offered_is_not_asked_for():
    answering = runtime(lambda model, inputs: inputs[:1], dtypes=["f32"])
    assert asked(answering, dtype="F64", bits=(bytes(8),) * 2)[0]["outcome"] == "unsupported"
    assert asked(answering, model_of(), "ArgMax")[0]["outcome"] == "unsupported"
    started = answering.started()
    assert (started["dtypes"], started["models"], started["profile"]) == (["f32"], True, "onnx")


@pytest.mark.parametrize("results", [np.zeros(1, "f4"), None, 1.0, {"y": np.zeros(1, "f4")}, [1.0], [np.zeros(1, np.complex64)]])
def test_what_is_no_list_of_arrays_is_malformed(results):
    assert asked(runtime(lambda model, inputs: results))[0]["outcome"] == "malformed"


def test_a_runtime_that_writes_over_what_it_reads_is_malformed():
    def run(model, inputs):
        inputs[0][:] = 7
        return [inputs[1]]

    assert asked(runtime(run))[0]["outcome"] == "malformed"


def test_element_types_that_are_not_known_are_an_error():
    with pytest.raises(TypeError, match="element types are bf16 .*: there is float32"):
        runtime(None, dtypes=["float32"])


def test_a_faulty_runtime_is_found_by_the_suite(tmp_path):
    code, titles = run_here(tmp_path, FAULTY, "--only", "max/f32/nan")
    assert code == 1 and titles == ["the bits of the result are no operand's: NaN → -inf"]


def test_a_sound_runtime_is_left_in_peace(tmp_path):
    assert run_here(tmp_path, SOUND, "--only", "max/f32", "--ways", "all") == (0, [])


def test_the_suite_finds_nothing_wrong_with_the_conversation(tmp_path):
    (tmp_path / "adapter.py").write_text(SOUND)
    checked = subprocess.run([program(), "backends", "check", shlex.join([sys.executable, str(tmp_path / "adapter.py")])], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
