"""Frames of the adapter protocol: a message, and tensors as their bits. Nothing here knows what an array is."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from typing import Any, BinaryIO, NamedTuple

from .element import ELEMENTS
from .shared import around, put

PROTOCOL = 1
# The longest frame, in bytes.
FRAME_LIMIT = 1 << 26

# The names in a frame, by the protocol's in capitals, and the other way.
IN_FRAMES = {name.upper(): it.frame for name, it in ELEMENTS.items()}
FROM_FRAMES = {theirs: ours for ours, theirs in IN_FRAMES.items()}

Message = dict[str, Any]


class Tensor(NamedTuple):
    """A tensor as it stands in a frame: the name of its type in capitals, its shape, and its bits."""

    dtype: str
    shape: tuple[int, ...]
    bits: bytes | memoryview
    # The bits with what lies around them, where they lie in shared memory.
    room: memoryview | None = None


def read_frame(stream: BinaryIO, memory: memoryview | None = None) -> tuple[Message, dict[str, Tensor]] | None:
    """Reads a message and its tensors by name, those in shared memory with the others; `None` at the end of the stream."""
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
    tensors = {name: read_tensor(entry, frame[size:]) for name, entry in header.items()}
    if memory is not None:
        for name, entry in message.get("shared", {}).items():
            tensors[name] = read_tensor(entry, memory)._replace(room=around(memory, *entry["data_offsets"]))
    return message, tensors


def read_tensor(entry: Message, data: memoryview) -> Tensor:
    """Takes a tensor out of the bytes of its frame."""
    begin, end = entry["data_offsets"]
    if not 0 <= begin <= end <= len(data):
        raise ValueError(f"a tensor at bytes {begin} to {end} of {len(data)}")
    return Tensor(FROM_FRAMES.get(entry["dtype"], entry["dtype"]), tuple(entry["shape"]), data[begin:end])


def write_frame(
    stream: BinaryIO, message: Message, tensors: Mapping[str, Tensor] = {}, memory: memoryview | None = None
) -> None:
    """Writes a message and its tensors, long ones to shared memory where there is any, and keeps nothing back in a buffer."""
    places = put(memory, {name: tensor.bits for name, tensor in tensors.items()}) if memory is not None else {}
    if places:
        message = {**message, "shared": {name: entry_of(tensors[name], *place) for name, place in places.items()}}
    header: Message = {"__metadata__": {"opconform": json.dumps(message)}}
    position = 0
    left = {name: tensor for name, tensor in tensors.items() if name not in places}
    for name, tensor in left.items():
        header[name] = entry_of(tensor, position, position + len(tensor.bits))
        position += len(tensor.bits)
    text = json.dumps(header).encode()
    stream.write(struct.pack("<QQ", 8 + len(text) + position, len(text)) + text)
    for tensor in left.values():
        stream.write(tensor.bits)
    stream.flush()


def entry_of(tensor: Tensor, begin: int, end: int) -> Message:
    """Says of a tensor what it is, and where it lies."""
    dtype = IN_FRAMES.get(tensor.dtype, tensor.dtype)
    return {"dtype": dtype, "shape": tensor.shape, "data_offsets": [begin, end]}
