"""Adapters from callables: bits, refusals, and the golden conversations that every adapter of the suite is held to."""

import pathlib
import random
import shlex
import subprocess
import sys
import time

import numpy as np
import pytest

from opconform.adapter import TYPES, Adapter
from opconform.element import ADDED
from opconform.layout import LAYOUTS, MISALIGNED, OVER_OPERANDS, READ, READ_ONLY, SWAPPED, VIEWS, Content, laid_out, memory, over, placed
from opconform.suite import program
from opconform.wire import Tensor

ADAPTERS = pathlib.Path(__file__).resolve().parents[4] / "backends" / "adapters"
NUMPY = """
import numpy as np, opconform
opconform.serve(max=np.maximum, min=np.minimum, fmax=np.fmax, fmin=np.fmin, nanmax=np.nanmax, nanmin=np.nanmin,
                reduce_max=np.max, reduce_min=np.min, folds=True)
"""
PADDLE = """
import numpy as np, opconform
def maximum(x, y, axis):
    axis = x.ndim - y.ndim if axis == -1 else axis
    return np.maximum(x, y.reshape(y.shape + (1,) * (x.ndim - axis - y.ndim)))
opconform.serve(paddle_maximum=maximum)
"""
NOISY = """
import os, sys, numpy as np, opconform
def maximum(x, y):
    print("noise", flush=True)
    os.write(1, b"noise")
    os.system("echo noise")
    assert os.read(0, 8) == b""
    return np.maximum(x, y)
opconform.serve(max=maximum, min=np.minimum, folds=True)
"""


def adapter(folder, text):
    """Writes an adapter, and the words of its command."""
    file = folder / "adapter.py"
    file.write_text(text)
    return [sys.executable, str(file)]


@pytest.mark.parametrize(
    ("text", "names", "unsupported"),
    [
        (NUMPY, ["max", "broadcast", "bits", "reduce", "numpy"], 0),
        (PADDLE, ["paddle"], 0),
        (NOISY, ["max", "broadcast", "bits"], 0),
        (NUMPY, ["span"], 12),
    ],
)
def test_the_golden_conversations(tmp_path, text, names, unsupported):
    command = [
        sys.executable,
        ADAPTERS / "test_adapters.py",
        "--unsupported",
        str(unsupported),
        *names,
        "--",
        *adapter(tmp_path, text),
    ]
    held = subprocess.run(command, capture_output=True, text=True)
    assert held.returncode == 0, held.stdout + held.stderr


@pytest.mark.parametrize("text", [NUMPY, NOISY])
def test_the_suite_finds_nothing_wrong_with_the_conversation(tmp_path, text):
    checked = subprocess.run(
        [program(), "backends", "check", shlex.join(adapter(tmp_path, text))], capture_output=True, text=True
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert ("agrees to share memory" in checked.stdout) == sys.platform.startswith("linux"), checked.stdout


def asked(
    answering, operator="Max", dtype="F32", bits=(bytes(8), bytes(8)), opset=13, attributes={}, shape=(2,), domain="", **given
):
    """Asks an adapter one case."""
    tensors = {f"0.{index}": Tensor(dtype, shape, each) for index, each in enumerate(bits)}
    case = {
        "operator": {"domain": domain, "name": operator},
        "opset": opset,
        "attributes": attributes,
        "inputs": list(tensors),
        **given,
    }
    message, results = answering.ran({"type": "run", "seq": 3, "cases": [case]}, tensors)
    assert message["seq"] == 3
    (outcome,) = message["outcomes"]
    return (
        (outcome["outcome"], results[outcome["tensors"][0]])
        if outcome["outcome"] == "output"
        else (outcome["outcome"], outcome)
    )


@pytest.mark.parametrize("dtype", TYPES)
def test_bits_pass_untouched(dtype):
    # Of 65,536 random bits and more, some are signalling NaNs with a payload in each floating-point type.
    bits = bytes([0, 1] * 8192) if dtype == "BOOL" else random.Random(0).randbytes(16384)
    for second in (lambda x, y: y, lambda x, y: y[::-1][::-1], lambda x, y: np.stack([x, y], axis=1)[:, 1]):
        shape = (len(bits) // TYPES[dtype].itemsize,)
        kind, tensor = asked(Adapter(max=second), dtype=dtype, bits=(bytes(len(bits)), bits), shape=shape)
        assert (kind, tensor.dtype, tensor.shape, bytes(tensor.bits)) == ("output", dtype, shape, bits)


@pytest.mark.parametrize("dtype", TYPES)
def test_a_result_in_another_order_of_bytes_has_the_same_values(dtype):
    bits = bytes([0, 1] * 64) if dtype == "BOOL" else random.Random(0).randbytes(128)
    shape = (128 // TYPES[dtype].itemsize,)
    for order in "<>":
        answering = Adapter(max=lambda x, y: y.astype(y.dtype.newbyteorder(order)))
        kind, tensor = asked(answering, dtype=dtype, bits=(bytes(128), bits), shape=shape)
        assert (kind, tensor.dtype, tensor.shape, bytes(tensor.bits)) == ("output", dtype, shape, bits)


@pytest.mark.parametrize("dtype", sorted({name.upper() for name in ADDED} & set(TYPES)))
@pytest.mark.parametrize("order", "<>")
def test_a_result_that_has_lost_its_type_is_malformed(dtype, order):
    answering = Adapter(max=lambda x, y: np.maximum(x, y).view(f"{order}V{x.itemsize}"))
    kind, outcome = asked(answering, dtype=dtype, bits=(bytes(4), bytes(4)), shape=(4 // TYPES[dtype].itemsize,))
    assert kind == "malformed" and "lost their element type" in outcome["message"]


def huge(answering, elements, length, places, dtype="U8", **given):
    """Asks an adapter for an operand that is made of a few elements."""
    numbers = np.array([length, *places], "<i8")
    few, zero = np.array(elements, TYPES[dtype]), np.zeros(1, TYPES[dtype])
    tensors = {
        "0.0": Tensor(dtype, few.shape, few.tobytes()),
        "0.1": Tensor(dtype, (), zero.tobytes()),
        "0.huge": Tensor("I64", numbers.shape, numbers.tobytes()),
    }
    case = {"operator": {"domain": "", "name": "Max"}, "opset": 13, "inputs": ["0.0", "0.1"], "huge": "0.huge", **given}
    message, results = answering.ran({"type": "run", "seq": 3, "cases": [case]}, tensors)
    return message["outcomes"][0], [np.frombuffer(it.bits, TYPES[it.dtype]).tolist() for it in results.values()]


@pytest.mark.parametrize("dtype", ["U8", "F16"])
def test_an_operand_is_made_of_a_few_elements_and_its_result_told_by_a_few(monkeypatch, dtype):
    monkeypatch.setattr("opconform.huge.CHUNK", 1000)

    def planted(x, y):
        assert x.shape == (5003,) and (x[[999, 5002]] == (8, 9)).all() and (np.delete(x, [999, 5002]) == 3).all()
        result = np.maximum(x, y)
        result[[998, 1500, 4000, 4001]] = 9, 5, 5, 6
        return result

    outcome, (elements, places) = huge(Adapter(max=planted), [3, 8, 9], 5003, [999, 5002], dtype)
    assert outcome == {"outcome": "output", "tensors": ["0.0", "0.1"]}
    assert (elements, places) == ([3, 9, 8, 5, 6, 9], [5003, 0, 998, 999, 1500, 4001, 5002])


def test_a_result_of_another_length_is_given_as_it_is():
    outcome, (elements,) = huge(Adapter(max=lambda x, y: x[4000:4003]), [3, 8, 9], 5003, [4001, 5002])
    assert outcome == {"outcome": "output", "tensors": ["0.0"]} and elements == [3, 8, 3]
    reduced = {"operator": {"domain": "numpy", "name": "amax"}, "opset": 1, "inputs": ["0.0"]}
    assert huge(Adapter(reduce_max=np.max), [3, 8, 9], 5003, [4001, 5002], **reduced)[1] == [[9]]


@pytest.mark.parametrize(("length", "places"), [(1 << 62, [1, 2]), (-1, [1, 2]), (5, [1, 7]), (5, [1])])
def test_an_operand_that_cannot_be_made_is_an_error_of_its_case(length, places):
    outcome, results = huge(Adapter(max=np.maximum), [3, 8, 9], length, places)
    assert outcome["outcome"] in ("error", "exhausted") and not results


def test_an_operand_lies_where_the_case_asks_for_it_and_may_be_written_to():
    for offset in (0, 1, 7):
        array = placed(Content(bytes(24), np.dtype("f8"), (3,), offset))
        assert array.__array_interface__["data"][0] % 64 == 8 * offset and array.flags.writeable


@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 5), (7,), (1,), (0,), (2, 0), ()])
@pytest.mark.parametrize("dtype", ["?", "<u1", "<f2", "<f4", "<i8"])
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_has_the_elements_and_lies_as_its_name_says(view, dtype, shape):
    elements = (np.arange(np.prod(shape)) % 2).astype(dtype).reshape(shape)
    contents = [Content(elements.tobytes(), elements.dtype, shape, offset) for offset in (0, 3)]
    second, first = laid_out(view, contents) if view == "repeated" else laid_out(f"{view}-rest", contents)[::-1]
    assert first.flags.c_contiguous and first.base is not None
    for array in (first, second):
        assert array.dtype == elements.dtype and np.array_equal(array, elements)
    if 1 in shape or not elements.size or shape == ():
        return
    expected = {
        "strided": lambda strides: strides[-1] == 2 * elements.itemsize,
        "reversed": lambda strides: strides[-1] == -elements.itemsize,
        "transposed": lambda strides: strides == elements.T.copy().T.strides,
        "broadcast": lambda strides: strides == elements.strides,
        "stepped": lambda strides: strides[-1] == 5 * elements.itemsize,
        "turned": lambda strides: len(shape) == 1 or strides[0] == -elements.strides[0],
        "repeated": lambda strides: np.array_equal([stride == 0 for stride in strides], repeated_axes(elements)),
    }
    assert expected[view](second.strides)


def repeated_axes(elements):
    """Whether the slices along each axis are all equal."""
    return [all(np.array_equal(it, elements.take(0, axis)) for it in np.moveaxis(elements, axis, 0)) for axis in range(elements.ndim)]


def test_what_lies_between_the_elements_of_a_view_is_not_theirs():
    elements = np.arange(1, 5, dtype="<u4")
    for view, step in {"strided": 2, "stepped": 5}.items():
        (array,) = laid_out(f"{view}-all", [Content(elements.tobytes(), elements.dtype, (4,))])
        room = np.ndarray(4 * step, "<u4", memory(array), array.__array_interface__["data"][0] - memory(array).__array_interface__["data"][0])
        assert (room[::step] == elements).all() and (room.reshape(4, step)[:, 1:] == elements[::-1, None]).all()


@pytest.mark.parametrize(("shape", "bits", "strides"), [
    ((3, 4), [1, 2, 3, 4] * 3, (0, 4)), ((4, 3), [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3, (4, 0)), ((2, 2), [7] * 4, (0, 0)),
    ((2, 2, 2), [1, 2, 1, 2, 3, 4, 3, 4], (8, 0, 4)), ((2,), [0x80000000, 0], (4,)),
])  # fmt: skip
def test_what_is_repeated_is_there_once(shape, bits, strides):
    array = laid_out("repeated", [Content(np.array(bits, "<u4").tobytes(), np.dtype("<f4"), shape)])[0]
    assert array.strides == strides and array.view("<u4").ravel().tolist() == bits


@pytest.mark.parametrize("dtype", ["<f2", "<f4", "<f8", "<i8", "<u2", "?", "<u1"])
def test_what_is_swapped_has_the_elements_in_the_other_order_of_bytes(dtype):
    bits = bytes(range(1, 17)) if dtype != "?" else bytes([0, 1] * 8)
    shape = (16 // np.dtype(dtype).itemsize,)
    plain, swapped = laid_out("swapped-rest", [Content(bits, np.dtype(dtype), shape)] * 2)
    assert plain.tobytes() == bits and swapped.byteswap().tobytes() == bits
    assert swapped.dtype == np.dtype(dtype).newbyteorder() and np.array_equal(swapped, plain, equal_nan=True)


def test_a_result_of_swapped_arrays_comes_in_the_order_of_a_frame():
    kind, tensor = laid(lambda x, y: np.maximum(x, y).astype(">f4"), "swapped-all")
    assert (kind, np.frombuffer(tensor.bits, "<f4").tolist()) == ("output", [4, 7, 4, 5])


def test_whoever_has_no_other_order_of_bytes_refuses_it():
    def of_own_order(x, y):
        if not (x.dtype.isnative and y.dtype.isnative):
            raise ValueError("Big-endian buffer not supported")
        return np.maximum(x, y)

    kind, outcome = laid(of_own_order, "swapped-rest")
    assert kind == "rejected" and "Big-endian" in outcome["message"]


def test_what_is_read_alone_is_read_only_and_a_destination_is_not():
    given = []

    def note(x, y, out=None):
        given.append([array.flags.writeable for array in (x, y)] + ([] if out is None else [out.flags.writeable]))
        return np.maximum(x, y, out=out)

    assert laid(note, READ_ONLY)[0] == "output" and laid(note, "")[0] == "output"
    arrays = np.array([1, 7, 3, 5], "<f4").tobytes(), np.array([4, 4, 4, 4], "<f4").tobytes(), bytes(16)
    assert asked(Adapter(max=note), "maximum", domain="numpy", bits=arrays, shape=(2, 2), way=READ_ONLY, attributes={"out": 2})[0] == "output"
    assert given == [[False, False], [True, True], [False, False, True]]


def test_whoever_asks_for_a_buffer_to_write_to_refuses_what_is_read_only():
    def overwriting(x, y):
        np.maximum(x, y, out=x)
        return x

    kind, outcome = laid(overwriting, READ_ONLY)
    assert kind == "rejected" and "read-only" in outcome["message"]


def test_operands_are_spread_out_by_strides_of_zero():
    column, row = (Content(np.arange(size, dtype="<f4").tobytes(), np.dtype("<f4"), shape) for size, shape in ((2, (2, 1)), (3, (3,))))
    first, second = laid_out("broadcast-all", [column, row])
    assert first.shape == second.shape == (2, 3) and first.strides[1] == second.strides[0] == 0


@pytest.mark.parametrize("dtype", ["<f2", "<u2", "<f4", "<i8"])
def test_what_is_misaligned_reaches_the_callable_so_and_whole(dtype):
    elements = np.arange(6, dtype=dtype).reshape(2, 3)
    contents = [Content(elements.tobytes(), elements.dtype, (2, 3), offset) for offset in (0, 3)]
    for which, expected in {"first": [True, False], "rest": [False, True], "all": [True, True]}.items():
        arrays = laid_out(f"misaligned-{which}", contents)
        assert [array.__array_interface__["data"][0] % array.itemsize != 0 for array in arrays] == expected
        assert all(np.array_equal(array, elements) and array.flags.c_contiguous for array in arrays)


def test_a_callable_is_given_what_is_misaligned():
    given = []
    laid(lambda x, y: given.append((x.flags.aligned, y.flags.aligned)) or np.maximum(x, y), "misaligned-rest")
    assert given == [(True, False)]


def test_a_result_may_lie_where_an_operand_does():
    first, second = (placed(Content(bytes(range(start, start + 12)), np.dtype("<u4"), (3,))) for start in (0, 12))
    assert over("in-place", [first, second]) is first and over("in-place-second", [first, second]) is second
    assert np.array_equal(over("overlapping", [first, second])[:2], first[1:])
    assert np.array_equal(over("overlapping-before", [first, second])[1:], first[:2])


def laid(function, way, operator="maximum", **given):
    """What becomes of a call that is put in a way."""
    bits = np.array([1, 7, 3, 5], "<f4").tobytes(), np.array([4, 4, 4, 4], "<f4").tobytes()
    return asked(Adapter(max=function, layouts=LAYOUTS), operator, domain="numpy", bits=bits, shape=(2, 2), way=way, **given)


@pytest.mark.parametrize("way", [
    *(f"{view}-{which}" for view in (*VIEWS, MISALIGNED, SWAPPED) if view != "repeated" for which in ("first", "rest", "all")),
    *OVER_OPERANDS, READ_ONLY,
])  # fmt: skip
def test_numpy_gives_the_same_in_every_way(way):
    kind, tensor = laid(np.maximum, way)
    assert (kind, np.frombuffer(tensor.bits, "<f4").tolist()) == ("output", [4, 7, 4, 5])


def test_whoever_reads_a_view_as_contiguous_is_seen_to():
    def contiguous(x, y):
        return np.maximum(np.frombuffer(memory(x)[-x.nbytes :], x.dtype).reshape(x.shape), y)

    assert bytes(laid(contiguous, "strided-first")[1].bits) != bytes(laid(np.maximum, "strided-first")[1].bits)


def test_a_call_that_changes_what_it_reads_is_malformed():
    def overwriting(x, y):
        result = np.maximum(x, y)
        x[0, 0] = 9
        return result

    def between(x, y):
        result = np.maximum(x, y)
        memory(x)[-1] ^= 1
        return result

    for function, way in ((overwriting, "strided-first"), (overwriting, ""), (between, "strided-first")):
        kind, outcome = laid(function, way)
        assert kind == "malformed" and "changed operand 0" in outcome["message"], way


def test_layouts_are_those_that_are_known_and_of_arrays_of_numpy():
    assert Adapter(max=np.maximum).started()["layouts"] == list(READ)
    assert Adapter(max=np.maximum, to=list).started()["layouts"] == []
    with pytest.raises(TypeError, match="layouts are strided"):
        Adapter(max=np.maximum, layouts=["sideways"])


class Exporting:
    """An array of another library, which shows its memory by DLPack alone."""

    def __init__(self, array):
        self.array = np.asarray(array)

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def test_results_of_other_libraries_are_taken():
    bits = np.array([1.0, np.nan], np.float32).tobytes()
    by_dlpack = Adapter(max=lambda x, y: Exporting(x.array), to=Exporting)
    as_a_buffer = Adapter(max=lambda x, y: memoryview(x))
    for answering in (by_dlpack, as_a_buffer):
        assert asked(answering, bits=(bits, bytes(8)))[1].bits == bits


def raising(error, only=lambda *arrays: True):
    """Makes a maximum that raises where it is told to."""

    def maximum(*arrays, **keywords):
        if only(*arrays):
            raise error
        return np.maximum(*arrays, **keywords)

    return maximum


def of_two(*arrays):
    return arrays[0].size == 2


def test_the_time_of_the_calls_alone_is_told_of_each_batch():
    def slow(x, y):
        time.sleep(0.02)
        return np.maximum(x, y)

    def told(operator):
        case = {"operator": {"domain": "", "name": operator}, "opset": 13, "attributes": {}, "inputs": ["x", "y"]}
        zero = Tensor("F32", (1,), bytes(4))
        return implementation.ran({"seq": 1, "cases": [case]}, {"x": zero, "y": zero})[0].get("own_nanoseconds")

    implementation = Adapter(max=slow)
    assert 20_000_000 <= told("Max") < 2_000_000_000
    assert told("Min") is None


def test_an_exception_is_a_refusal_with_its_words():
    kind, outcome = asked(Adapter(max=raising(ValueError("not\nthese"), of_two)))
    assert (kind, outcome["message"]) == ("rejected", "ValueError: not these")


def test_a_type_that_is_never_taken_is_not_supported():
    answering = Adapter(max=raising(TypeError("f32 only"), lambda x, y: x.dtype != np.float32 or y.dtype != np.float32))
    kind, outcome = asked(answering, dtype="F64", shape=(1,))
    assert (kind, outcome["reason"]) == ("unsupported", "f64: TypeError: f32 only")
    assert asked(answering)[0] == "output"
    # One operand, of which nothing is asked.
    assert asked(answering, dtype="F64", shape=(1,), bits=(bytes(8),))[0] == "unsupported"


def test_what_is_not_offered_is_not_supported_whatever_else_is_wrong():
    answering = Adapter(max=np.maximum, dtypes=["f32"])
    assert answering.started()["dtypes"] == ["f32"]
    assert asked(answering, dtype="F64", shape=(1,))[0] == "unsupported"
    assert asked(answering, operator="ReduceMax")[0] == "unsupported"
    assert asked(answering, opset=1)[0] == "unsupported"


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (MemoryError(), "exhausted"),
        (OSError("Cannot allocate memory"), "exhausted"),
        (RecursionError(), "error"),
        (SystemError(), "error"),
    ],
)
def test_what_the_machine_refuses_and_what_fails_is_no_refusal(error, expected):
    assert asked(Adapter(max=raising(error, of_two)))[0] == expected


@pytest.mark.parametrize("result", [1.0, None, [1.0, 2.0], "text", np.array([1, 2], object), np.array([1, 2], np.complex64)])
def test_what_is_no_answer_is_malformed(result):
    assert asked(Adapter(max=lambda x, y: result))[0] == "malformed"


def test_a_refusal_that_has_written_is_malformed():
    def maximum(x, y, out):
        out[0] = 7
        raise ValueError("no")

    def plain(x, y, out=None):
        return np.maximum(x, y) if out is None else maximum(x, y, out)

    kind, outcome = asked(Adapter(max=plain), "maximum", domain="numpy", attributes={"out": 2}, bits=(bytes(8),) * 3)
    assert kind == "malformed" and "after writing" in outcome["message"]


def test_a_keyword_that_a_callable_has_not_is_not_supported():
    kind, outcome = asked(Adapter(max=lambda x, y: x), "maximum", domain="numpy", attributes={"out": 2}, bits=(bytes(8),) * 3)
    assert kind == "unsupported" and "takes no `out`" in outcome["reason"]


def test_axes_come_as_they_do_to_numpy():
    seen = []

    def reduction(array, axis, keepdims):
        seen.append((axis, keepdims))
        return np.max(array, axis=axis, keepdims=keepdims)

    answering = Adapter(reduce_max=reduction)
    asked(answering, "ReduceMax", shape=(1, 2), bits=(bytes(8),), attributes={"axes": [-1], "keepdims": 0})
    asked(answering, "ReduceMax", shape=(1, 2), bits=(bytes(8),))
    asked(answering, "amax", shape=(1, 2), bits=(bytes(8),), attributes={"axis": [0, 1]}, domain="numpy")
    assert seen == [((-1,), False), (None, True), ((0, 1), False)]


def test_names_that_are_not_known_are_an_error():
    for given in ({"maxx": np.maximum}, {}, {"max": np.maximum, "dtypes": ["float32"]}):
        with pytest.raises(TypeError, match="given as max|element types are f16"):
            Adapter(**given)
    with pytest.raises(TypeError, match="there is no dtype: did you mean dtypes\\? callables are .*, options as profile, .*, dtypes,"):
        Adapter(max=np.maximum, dtype=["f32"])


def test_a_callable_of_two_arrays_is_asked_for_more_where_it_folds():
    def of(count, **given):
        kind, outcome = asked(Adapter(max=np.maximum, **given), bits=(bytes(4),) * count, shape=(1,))
        return kind, getattr(outcome, "bits", None) or outcome["reason"]

    assert of(2) == of(3, folds=True) == of(1, folds=True) == ("output", bytes(4))
    for count in (1, 3):
        kind, reason = of(count)
        assert kind == "unsupported" and "takes two operands" in reason and "folds=True" in reason


def test_what_onnx_calls_ill_formed_is_refused_before_a_callable_is_asked():
    answering = Adapter(max=np.maximum, reduce_max=np.max)
    two = {"x0": ("F32", bytes(4)), "x1": ("F16", bytes(2))}
    tensors = {name: Tensor(dtype, (1,), bits) for name, (dtype, bits) in two.items()}
    mixed = {"operator": {"domain": "", "name": "Max"}, "opset": 13, "inputs": list(two)}
    assert answering.outcome(mixed, tensors) == {"outcome": "rejected", "message": "operands of two types: a callable takes one"}
    for attributes in ({"axes": [2]}, {"axes": [0, 0]}, {"axes": [0, -2]}, {"keepdims": 2}, {"axis": [0]}, {"axes": 0}):
        kind, outcome = asked(answering, "ReduceMax", shape=(1, 2), bits=(bytes(8),), attributes=attributes)
        assert kind == "rejected", (attributes, outcome)


def test_a_reduction_that_is_never_empty_is_asked_for_elements_alone():
    for empty, shape, axes in ((True, (0,), [0]), (True, (2, 0), [1]), (True, (0,), None), (False, (2, 0), [0]), (False, (1, 2), None)):
        attributes = {} if axes is None else {"axes": axes}
        bits = (bytes(4 * int(np.prod(shape))),)
        kind, _ = asked(Adapter(reduce_max=np.max, never_empty=True), "ReduceMax", shape=shape, bits=bits, attributes=attributes)
        assert kind == ("unsupported" if empty else "output"), (shape, axes)
