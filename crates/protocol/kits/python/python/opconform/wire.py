"""Frames of the adapter protocol: a message, and tensors as their bits. Nothing here knows what an array is."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any, BinaryIO, NamedTuple

PROTOCOL = 1
# The longest frame, in bytes.
FRAME_LIMIT = 1 << 26

# The floats of 8 bits, whose names in a frame are not the protocol's in capitals.
IN_FRAMES = {"F8E4M3FN": "F8_E4M3"}
FROM_FRAMES = {theirs: ours for ours, theirs in IN_FRAMES.items()}

Message = dict[str, Any]


class Tensor(NamedTuple):
    """A tensor as it stands in a frame: the name of its type in capitals, its shape, and its bits."""

    dtype: str
    shape: tuple[int, ...]
    bits: bytes | memoryview


def read_frame(stream: BinaryIO) -> tuple[Message, dict[str, Tensor]] | None:
    """Reads a message and its tensors by name; `None` at the end of the stream."""
    lengths = stream.read(16)
    if not lengths:
        return None
    length, size = struct.unpack("<QQ", lengths) if len(lengths) == 16 else (0, 0)
    if not 8 <= length <= FRAME_LIMIT or size > length - 8:
        raise ValueError(f"a frame of {length} bytes with a header of {size}, {len(lengths)} bytes of 16 read")
    frame = memoryview(stream.read(length - 8))
    if len(frame) < length - 8:
        raise ValueError("the stream ended within a frame")
    header = json.loads(bytes(frame[:size]))
    message = json.loads(header.pop("__metadata__")["opconform"])
    return message, {name: read_tensor(entry, frame[size:]) for name, entry in header.items()}


def read_tensor(entry: Message, data: memoryview) -> Tensor:
    """Takes a tensor out of the bytes of its frame."""
    begin, end = entry["data_offsets"]
    if not 0 <= begin <= end <= len(data):
        raise ValueError(f"a tensor at bytes {begin} to {end} of {len(data)}")
    return Tensor(FROM_FRAMES.get(entry["dtype"], entry["dtype"]), tuple(entry["shape"]), data[begin:end])


def write_frame(stream: BinaryIO, message: Message, tensors: Mapping[str, Tensor] = {}) -> None:
    """Writes a message and its tensors, and keeps nothing back in a buffer."""
    header: Message = {"__metadata__": {"opconform": json.dumps(message)}}
    position = 0
    for name, (dtype, shape, bits) in tensors.items():
        header[name] = {"dtype": IN_FRAMES.get(dtype, dtype), "shape": shape, "data_offsets": [position, position + len(bits)]}
        position += len(bits)
    text = json.dumps(header).encode()
    stream.write(struct.pack("<QQ", 8 + len(text) + position, len(text)) + text)
    for tensor in tensors.values():
        stream.write(tensor.bits)
    stream.flush()
