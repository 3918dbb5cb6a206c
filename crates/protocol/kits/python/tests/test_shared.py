"""Memory that the suite shares: operands are given where they lie, long results come back there, and nothing is taken for it that is not."""

import fcntl
import io
import os
import shlex
import subprocess
import sys

import numpy as np
import pytest

from opconform.adapter import Adapter
from opconform.conversation import converse
from opconform.layout import Content, laid_out, memory, over
from opconform.shared import around, opened, put
from opconform.suite import program
from opconform.wire import read_frame, write_frame

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no other system seals the size of a file")

HALF = 1 << 20
SEALS = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL if sys.platform.startswith("linux") else 0


def offered(seals=SEALS):
    """Makes memory as the suite does: a descriptor of it, and what is said of it."""
    descriptor = os.memfd_create("test", os.MFD_ALLOW_SEALING)
    os.truncate(descriptor, 2 * HALF)
    fcntl.fcntl(descriptor, fcntl.F_ADD_SEALS, seals)
    return descriptor, {"descriptor": os.dup(descriptor), "bytes": 2 * HALF}


def batch(descriptor, operands, way=None):
    """Writes operands where the suite does, and the frames that ask for their maximum."""
    entries, begin = {}, 64
    for index, operand in enumerate(operands):
        os.pwrite(descriptor, operand.tobytes(), begin)
        end = begin + operand.nbytes
        entries[f"0.{index}"] = {"dtype": "F32", "shape": operand.shape, "data_offsets": [begin, end]}
        begin = -(-(end + 64) // 64) * 64 + 64
    case = {"operator": {"domain": "numpy", "name": "maximum"}, "opset": 1, "attributes": {}, "inputs": list(entries)}
    if way:
        case["way"] = way
    return {"type": "run", "seq": 1, "cases": [case], "shared": entries}


@pytest.mark.parametrize("way", [None, "in-place", "overlapping", "overlapping-before", "read-only", "strided-all", "misaligned-rest"])
def test_what_comes_of_a_case_is_the_same(way):
    first, second = (np.random.default_rng(seed).random(3000, np.float32) for seed in (1, 2))
    descriptor, offer = offered()
    requests, answers = io.BytesIO(), io.BytesIO()
    write_frame(requests, {"type": "start", "protocol": 1, "suite": "0", "shared": offer})
    write_frame(requests, batch(descriptor, [first, second], way))
    requests.seek(0)
    converse(Adapter(max=np.maximum, layouts=("in-place",)), requests, answers)
    answers.seek(0)
    started, _ = read_frame(answers)
    assert started["shared"] is True
    ran, left = read_frame(answers)
    (outcome,) = ran["outcomes"]
    assert outcome == {"outcome": "output", "tensors": ["0.0"]} and not left
    place = ran["shared"]["0.0"]
    begin, end = place["data_offsets"]
    assert HALF <= begin and end <= 2 * HALF and (place["dtype"], place["shape"]) == ("F32", [3000])
    assert os.pread(descriptor, end - begin, begin) == np.maximum(first, second).tobytes()
    # Its descriptor is closed, so that nothing that the adapter starts has it.
    with pytest.raises(OSError):
        os.fstat(offer["descriptor"])


def test_an_operand_is_given_where_it_lies():
    whole = memoryview(bytearray(8192))
    elements = np.arange(1000, dtype="<f4")
    begin = 128 + 3 * 4
    whole[begin : begin + 4000] = elements.tobytes()
    room = around(whole, begin, begin + 4000)
    (array,) = laid_out("", [Content(whole[begin : begin + 4000], np.dtype("<f4"), (1000,), 3, room)])
    assert np.array_equal(array, elements) and array.flags.writeable and len(memory(array)) == 4000 + 2 * 64
    array[0] = 7
    assert np.frombuffer(whole, "<f4", 1, begin)[0] == 7
    assert np.array_equal(over("overlapping", [array, array])[:-1], array[1:])


def test_long_results_are_put_into_the_second_half_while_there_is_room():
    whole = memoryview(bytearray(6 << 12))
    places = put(whole, {"a": b"a" * 4095, "b": b"b" * 4097, "c": b"c" * 8192, "d": b"d" * 4096, "e": b""})
    assert places == {"b": (12288, 16385), "d": (16448, 20544)}
    assert bytes(whole[12288:]) == b"b" * 4097 + bytes(63) + b"d" * 4096 + bytes(4032) and not any(whole[:12288])


def test_what_is_not_the_memory_that_was_offered_is_not_taken(tmp_path):
    descriptor, offer = offered()
    assert opened(None) is None
    assert opened({**offer, "bytes": HALF}) is None
    assert opened({**offer, "descriptor": 1000}) is None
    _, unsealed = offered(fcntl.F_SEAL_GROW)
    assert opened(unsealed) is None
    file = (tmp_path / "file").open("w+b")
    file.truncate(2 * HALF)
    assert opened({"descriptor": file.fileno(), "bytes": 2 * HALF}) is None
    assert len(opened(offer)) == 2 * HALF


def test_an_adapter_whose_descriptors_are_closed_goes_on_with_pipes(tmp_path):
    file = tmp_path / "adapter.py"
    file.write_text("import numpy as np, opconform\nopconform.serve(max=np.maximum)\n")
    closing = f"import os; os.closerange(3, 1024); os.execl({sys.executable!r}, {sys.executable!r}, {str(file)!r})"
    command = shlex.join([sys.executable, "-c", closing])
    checked = subprocess.run([program(), "backends", "check", command], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "agrees to share memory" not in checked.stdout
    assert "a batch of sixteen cases of 65536 elements" in checked.stdout
