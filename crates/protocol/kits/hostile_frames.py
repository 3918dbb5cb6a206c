#!/usr/bin/env python3
"""Feeds an adapter frames that no suite sends: `hostile_frames.py MIB COMMAND...`, an adapter of Max and ReduceMax of f32.

It may hold so much data; 0 is no limit, as sanitizers need it. What is no request ends the adapter with exit code 2 and a word about
it; what is one, however strange, is answered. Nothing crashes it, hangs it, or makes it take much memory.
"""

import fcntl
import json
import os
import resource
import struct
import subprocess
import sys

F32 = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}


def frame(header, data=b"", length=None):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<QQ", 8 + len(text) + len(data) if length is None else length, len(text)) + text + data


def message(value, tensors=(), data=b""):
    text = value if isinstance(value, str) else json.dumps(value)
    return frame({"__metadata__": {"opconform": text}, **dict(tensors)}, data)


def batch(case, tensors=None, data=b"\0\0\x80\x3f", **more):
    given = {"operator": {"domain": "", "name": "Max"}, "opset": 13, "attributes": {}, "inputs": ["0.0", "0.0"], **case}
    return message({"type": "run", "seq": 1, "cases": [given], **more}, tensors or {"0.0": F32}, data)


def shared(begin, end):
    """An operand that is said to lie in shared memory: to who does not share it, there is no such operand."""
    return batch({"inputs": ["0.0", "s"]}, shared={"s": {**F32, "data_offsets": [begin, end]}})


def shaped(*shape, begin=0, end=4):
    return {"0.0": {"dtype": "F32", "shape": shape, "data_offsets": [begin, end]}}


def column_and_row(length):
    """Two operands whose result is far larger than they are."""
    size = 4 * length
    tensors = {"0.0": {"dtype": "F32", "shape": [length, 1], "data_offsets": [0, size]},
               "0.1": {"dtype": "F32", "shape": [1, length], "data_offsets": [size, 2 * size]}}
    return batch({"inputs": ["0.0", "0.1"]}, tensors, bytes(2 * size))


REDUCTION = {"operator": {"domain": "", "name": "ReduceMax"}, "inputs": ["0.0"]}
AXES = {"0.0": F32, "0.1": {"dtype": "I64", "shape": [1], "data_offsets": [4, 12]}}

# Bytes of the memory that is offered.
SHARED = 1 << 20

# What is no request.
REFUSED = {
    "an operand beyond shared memory": shared(SHARED - 2, SHARED + 2),
    "an operand far beyond shared memory": shared((1 << 63) - 5, (1 << 63) - 1),
    "an operand before shared memory": shared(-4, 0),
    "an operand of shared memory that ends before it begins": shared(8, 4),
    "an operand of shared memory of another size": shared(0, 8),
    "a frame of 2^63 bytes": struct.pack("<Q", 1 << 63),
    "a frame of 7 bytes": struct.pack("<Q", 7) + bytes(7),
    "half a length": b"\x10\0\0",
    "half a frame": frame({}, length=1000),
    "a header longer than its frame": struct.pack("<QQ", 16, 1 << 40) + bytes(8),
    "a header that is no JSON": frame(b"{"),
    "a header of brackets": frame(b"[" * 200_000),
    "a header that is a list": frame([]),
    "a frame without a message": frame({}),
    "a message that is a number": frame({"__metadata__": {"opconform": 1}}),
    "a message that is no JSON": message("{"),
    "a message of brackets": message("[" * 200_000),
    "a request of no type": message({}),
    "a request of another type": message({"type": "dance"}),
    "a batch without cases": message({"type": "run", "seq": 1}),
    "an element type of nobody": batch({}, {"0.0": {**F32, "dtype": "F128"}}),
    "a negative dimension": batch({}, shaped(-1)),
    "a dimension that is a text": batch({}, shaped("1")),
    "dimensions whose product overflows": batch({}, shaped(1 << 32, 1 << 32, 1 << 2)),
    "more bytes than elements": batch({}, shaped(2)),
    "a tensor beyond its frame": batch({}, shaped(1, begin=4, end=8)),
    "a tensor that ends before it begins": batch({}, shaped(1, begin=4, end=0)),
    "a tensor of nothing": batch({}, {"0.0": None}),
    "an input that there is not": batch({"inputs": ["0.0", "1.0"]}),
    "an input that is a number": batch({"inputs": ["0.0", 0]}),
}

# What is one: the outcome that it has, or one of several.
ANSWERED = {
    "a result of 16 GiB": ("unsupported", column_and_row(1 << 16)),
    "5000 operands": ("unsupported|output", batch({"inputs": ["0.0"] * 5000})),
    "an operator of nobody": ("unsupported", batch({"operator": {"domain": "__proto__", "name": "constructor"}})),
    "a place that there is not": ("output", batch({"offsets": [-(1 << 60), "x"]})),
    "an axis far away": ("rejected", batch({**REDUCTION, "attributes": {"axes": [-(1 << 63)]}})),
    "axes far away": ("rejected", batch({**REDUCTION, "opset": 18, "inputs": ["0.0", "0.1"]}, AXES, bytes(11) + b"\x80")),
    "axes that are a number": ("rejected", batch({**REDUCTION, "attributes": {"axes": 0}})),
    "a flag that is a text": ("rejected", batch({**REDUCTION, "attributes": {"keepdims": "1"}})),
    "nothing, of many dimensions": ("output", batch(REDUCTION | {"attributes": {"axes": [1, 2]}}, shaped(0, 1 << 24, 1 << 24, end=0), b"")),
    "a zero byte in a name": ("output", batch({"inputs": ["0\0.", "0\0."]}, {"0\0.": F32})),
}  # fmt: skip


def main():
    limit, command = int(sys.argv[1]) << 20, sys.argv[2:]
    bounded = limit and (lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)))
    # As the suite offers it: whoever agrees has it, too.
    memory = os.memfd_create("hostile", os.MFD_ALLOW_SEALING)
    os.truncate(memory, SHARED)
    fcntl.fcntl(memory, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SEAL)
    offer = {"shared": {"descriptor": memory, "bytes": SHARED}}
    complaints = []
    for name, (outcome, request) in {**{name: (None, request) for name, request in REFUSED.items()}, **ANSWERED}.items():
        start = message({"type": "start", "protocol": 1, "suite": "0", **offer})
        ended = subprocess.run(
            command, input=start + request, capture_output=True, timeout=60, preexec_fn=bounded or None, pass_fds=[memory]
        )
        (first,) = struct.unpack_from("<Q", ended.stdout)
        said = ended.stdout[8 + first :].decode(errors="replace")
        if ended.returncode != (2 if outcome is None else 0) or (outcome is None) == bool(said):
            why = ended.stderr[-500:].decode(errors="replace")
            complaints.append(f"{name}: it ended with {ended.returncode}: {said[:300]} {why}")
        elif outcome is None and not ended.stderr.strip():
            complaints.append(f"{name}: it ended without a word")
        elif outcome is not None and not any(f'\\"outcome\\":\\"{it}\\"' in said for it in outcome.split("|")):
            complaints.append(f"{name}: expected {outcome}, found {said[:300]}")
    print("\n".join(complaints) or f"ok    {len(REFUSED) + len(ANSWERED)} hostile frames: {' '.join(command)}")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
