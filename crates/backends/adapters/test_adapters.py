#!/usr/bin/env python3
"""Holds an adapter to the golden conversations: `test_adapters.py [--unsupported N] NAME... -- COMMAND...`.

Each NAME is one of `transcripts/`: its frames are the adapter's standard input, its outcomes are what must come back, bit
for bit. Messages are the adapter's own. An adapter that says `unsupported` fails, unless it is expected N times in all.

Written apart from the adapters, and without anything but the standard library: it shares no code with what it tests.
"""

import argparse
import json
import pathlib
import re
import struct
import subprocess
import sys

TRANSCRIPTS = pathlib.Path(__file__).parent / "transcripts"


def frames(stream):
    """The message and the tensors of each frame; a tensor is its type, shape and bits in hexadecimal."""
    while stream:
        (length,) = struct.unpack_from("<Q", stream)
        frame, stream = stream[8 : 8 + length], stream[8 + length :]
        assert len(frame) == length, f"a frame of {length} bytes breaks off after {len(frame)}"
        (header_length,) = struct.unpack_from("<Q", frame)
        header = json.loads(frame[8 : 8 + header_length])
        message = json.loads(header.pop("__metadata__")["opconform"])
        data = frame[8 + header_length :]
        covered = sorted(tuple(entry["data_offsets"]) for entry in header.values())
        ends = [0, *(end for _, end in covered)]
        assert [begin for begin, _ in covered] == ends[:-1] and ends[-1] == len(data), "tensors with holes between them"
        yield message, {name: tensor(entry, data) for name, entry in header.items()}


def tensor(entry, data):
    begin, end = entry["data_offsets"]
    bits = re.search(r"\d+", entry["dtype"])
    size = int(bits.group()) // 8 if bits else 1
    bits = [f"0x{data[at : at + size][::-1].hex()}" for at in range(begin, end, size)]
    return {"dtype": entry["dtype"].lower(), "shape": entry["shape"], "bits": bits}


def difference(expected, outcome, tensors):
    """What an outcome has that is not expected; `None` if there is nothing."""
    if outcome["outcome"] != expected["outcome"]:
        return f"expected {expected['outcome']}, found {outcome}"
    if expected["outcome"] == "output":
        found = [tensors[name] for name in outcome["tensors"]]
        if found != [expected["tensor"]]:
            return f"expected {expected['tensor']}, found {found}"
    elif not outcome.get("message"):
        return "a refusal without a word"
    return None


def opposite(expected):
    """An expectation that what meets `expected` must not meet."""
    if expected["outcome"] != "output":
        return {"outcome": "output", "tensor": {}}
    tensor = expected["tensor"]
    if not tensor["bits"]:
        return {**expected, "tensor": {**tensor, "shape": [*tensor["shape"], 1]}}
    flipped = f"{int(tensor['bits'][-1], 16) ^ 1:#0{len(tensor['bits'][-1])}x}"
    return {**expected, "tensor": {**tensor, "bits": [*tensor["bits"][:-1], flipped]}}


def converse(command, name):
    """What there is to say against an adapter after one conversation, and how often it said `unsupported`."""
    requests = (TRANSCRIPTS / f"{name}.bin").read_bytes()
    cases = json.loads((TRANSCRIPTS / f"{name}.json").read_text())["cases"]
    ended = subprocess.run(command, input=requests, capture_output=True, timeout=120)
    if ended.returncode != 0:
        return [f"{name}: it ended with {ended.returncode}: {ended.stderr.decode(errors='replace')[-800:]}"], 0
    (started, _), (ran, tensors) = frames(ended.stdout)
    complaints = []
    if (started["type"], started["protocol"], ran["type"], ran["seq"]) != ("started", 1, "ran", 1):
        complaints.append(f"{name}: the wrong answers: {started['type']}, {ran['type']} {ran['seq']}")
    if len(ran["outcomes"]) != len(cases):
        complaints.append(f"{name}: {len(ran['outcomes'])} outcomes for {len(cases)} cases")
    unsupported = 0
    for index, (case, outcome) in enumerate(zip(cases, ran["outcomes"])):
        if outcome["outcome"] == "unsupported" and outcome.get("reason"):
            unsupported += 1
            continue
        found = difference(case["outcome"], outcome, tensors)
        if found is not None:
            complaints.append(f"{name} {index}, {case['operator']['name']}: {found}")
        elif difference(opposite(case["outcome"]), outcome, tensors) is None:
            complaints.append(f"{name} {index}: the opposite of what is expected would do as well")
    return complaints, unsupported


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--unsupported", type=int, default=0, metavar="N")
    parser.add_argument("names", nargs="+", metavar="NAME")
    own, command = sys.argv[1:], []
    if "--" in own:
        own, command = own[: own.index("--")], own[own.index("--") + 1 :]
    arguments = parser.parse_args(own)
    if not command:
        parser.error("a command is missing after --")
    answers = [converse(command, name) for name in arguments.names]
    complaints = [complaint for complaints, _ in answers for complaint in complaints]
    unsupported = sum(count for _, count in answers)
    if unsupported != arguments.unsupported:
        complaints.append(f"{unsupported} cases are unsupported, expected {arguments.unsupported}")
    print("\n".join(complaints) or f"ok    {' '.join(arguments.names)}: {' '.join(command)}")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
