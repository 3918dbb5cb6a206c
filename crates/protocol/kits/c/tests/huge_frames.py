#!/usr/bin/env python3
"""Asks an adapter of all types for operands that are longer than what stands for them: `huge_frames.py COMMAND...`."""

import pathlib
import re
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
from hostile_frames import batch, message

REDUCTION = {"operator": {"domain": "", "name": "ReduceMax"}, "inputs": ["0.0"]}


def elements(few, dtype):
    size = int(dtype[1:]) // 8
    return b"".join(element.to_bytes(size, "little") for element in few)


def asking(numbers, few=(3, 8, 9), scalar=(0,), shape=(), case=None, dtype="U8"):
    """A maximum of two operands: of the first there are a few elements, and these numbers for its length and their places."""
    parts = [("0.0", dtype, [len(few)], elements(few, dtype)), ("0.1", dtype, shape, elements(scalar, dtype))]
    parts.append(("0.huge", "I64", [len(numbers)], struct.pack(f"<{len(numbers)}q", *numbers)))
    tensors, data = {}, b""
    for name, dtype, dims, content in parts:
        tensors[name] = {"dtype": dtype, "shape": dims, "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    return batch({"inputs": ["0.0", "0.1"], "huge": "0.huge", **(case or {})}, tensors, data)


# The outcome, or a word of what ends the adapter; of an output, its bytes.
ASKED = {
    "a pair": ("output", asking([5003, 999, 5002]), bytes([3, 8, 9]) + struct.pack("<4q", 5003, 0, 999, 5002)),
    "a pair of arrays": ("output", asking([4, 1, 3], scalar=(4, 4, 2, 2), shape=[4]), bytes([4, 8, 3, 9]) + struct.pack("<5q", 4, 0, 1, 2, 3)),
    "a pair of two bytes": (
        "output",
        asking([5003, 999, 5002], few=[0x3C00, 0x7D08, 0x7C00], dtype="F16"),
        elements([0x3C00, 0x7D08, 0x7C00], "F16") + struct.pack("<4q", 5003, 0, 999, 5002),
    ),
    "a reduction of two bytes": ("output", asking([5003, 999, 5002], few=[3, 0x8100, 0x108], case=REDUCTION, dtype="U16"), elements([0x8100], "U16")),
    "a pair of four bytes": ("unsupported", asking([5003, 999, 5002], dtype="F32"), None),
    "one element": ("output", asking([1], few=[3]), bytes([3]) + struct.pack("<2q", 1, 0)),
    "a reduction": ("output", asking([5003, 999, 5002], case=REDUCTION), bytes([9])),
    "a reduction of nothing": ("unsupported", asking([9, 1, 2], case=REDUCTION | {"opset": 18, "attributes": {"noop_with_empty_axes": 1}}), None),
    "more than memory has": ("exhausted", asking([1 << 62, 1, 2]), None),
    "more than a process can address": ("exhausted", asking([1 << 60, 1, 2]), None),
    "a negative length": ("unsupported", asking([-1, 1, 2]), None),
    "a place twice": ("unsupported", asking([100, 5, 5]), None),
    "a place beyond": ("unsupported", asking([100, 5, 100]), None),
    "a second operand that is longer": ("rejected", asking([100, 5, 6], scalar=bytes(101), shape=[101]), None),
    "a second operand of rank 2": ("unsupported", asking([100, 5, 6], scalar=bytes(2), shape=[2, 1]), None),
    "a second operand of nothing": ("unsupported", asking([1], few=[3], scalar=(), shape=[0]), None),
    "fewer places than elements": ("a length that is not that", asking([100, 5]), None),
    "a length that is a number": ("no name", batch({"huge": 5}), None),
    "a length that there is not": ("names no tensor", batch({"huge": "x"}), None),
}  # fmt: skip


def main():
    complaints = []
    for name, (outcome, request, told) in ASKED.items():
        start = message({"type": "start", "protocol": 1, "suite": "0"})
        ended = subprocess.run(sys.argv[1:], input=start + request, capture_output=True, timeout=60)
        (first,) = struct.unpack_from("<Q", ended.stdout)
        said = ended.stdout[8 + first :]
        found = re.search(rb'outcome\\":\\"(\w+)', said)
        found = found.group(1).decode() if found else ended.stderr.decode(errors="replace")
        is_due = outcome == found if said else ended.returncode == 2 and outcome in found
        if not is_due or (told is not None and not said.endswith(told)):
            complaints.append(f"{name}: expected {outcome}, found {found} {said[-80:]!r}")
    print("\n".join(complaints) or f"ok    {len(ASKED)} operands longer than what stands for them: {' '.join(sys.argv[1:])}")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
