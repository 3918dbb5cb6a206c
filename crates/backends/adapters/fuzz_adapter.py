#!/usr/bin/env python3
"""Feeds an adapter damaged frames: `fuzz_adapter.py COUNT -- COMMAND...`. Whatever it is fed, it ends with 0 or 2, in time.

Meant for an adapter built with sanitizers, which end it otherwise. The damage is the same on every machine.
"""

import collections
import pathlib
import random
import struct
import subprocess
import sys

# What JSON and numbers are made of, and what they are not.
CHARACTERS = b'0123456789{}[]",:\\u-e\x00\xff'


def damaged(frames, chance):
    """Frames with some bytes changed, taken out or put in; mostly with a length that fits."""
    frames = bytearray(frames)
    for _ in range(chance.choice((1, 1, 2, 4, 20))):
        at = chance.randrange(16, len(frames)) if chance.random() < 0.95 else chance.randrange(16)
        kind = chance.random()
        if kind < 0.5:
            frames[at] = chance.choice(CHARACTERS)
        elif kind < 0.7:
            frames[at] ^= 1 << chance.randrange(8)
        elif kind < 0.85:
            del frames[at : at + chance.randrange(1, 9)]
        else:
            frames[at:at] = bytes(chance.choice(CHARACTERS) for _ in range(chance.randrange(1, 9)))
    if chance.random() < 0.7:
        frames[:8] = struct.pack("<Q", len(frames) - 8)
    return bytes(frames)


def batch(conversation):
    """The second frame of a conversation: the batch of cases."""
    (start,) = struct.unpack_from("<Q", conversation)
    (length,) = struct.unpack_from("<Q", conversation, 8 + start)
    return conversation[8 + start : 16 + start + length]


def main():
    count, command = int(sys.argv[1]), sys.argv[3:]
    transcripts = pathlib.Path(__file__).parent / "transcripts"
    seeds = [batch(path.read_bytes()) for path in sorted(transcripts.glob("*.bin"))]
    chance = random.Random(0)
    codes = collections.Counter()
    for _ in range(count):
        frames = damaged(chance.choice(seeds), chance)
        ended = subprocess.run(command, input=frames, capture_output=True, timeout=60)
        codes[ended.returncode] += 1
        if ended.returncode not in (0, 2):
            sys.exit(f"it ended with {ended.returncode}: {ended.stderr[-2000:].decode(errors='replace')}\nfed with {frames.hex()}")
    if codes[2] < count // 2:
        sys.exit(f"too few of the frames were noticed to be damaged: {dict(codes)}")
    print(f"ok    {count} damaged batches, {codes[2]} of them refused: {' '.join(command)}")


if __name__ == "__main__":
    main()
