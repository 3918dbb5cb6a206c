#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["openvino==2026.4.1", "numpy==2.4.6"]
# ///
"""OpenVINO's CPU device takes the maximum of int64 by their lower 32 bits: of 4294967303 and 8 it is 8.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import sys
from importlib.metadata import version

# An ONNX model of one node: out = Max(x, y), operator set 13, int64 of shape [1].
MODEL = base64.b64decode(
    "CAg6SgoQCgF4CgF5EgNvdXQiA01heBIBZ1oPCgF4EgoKCAgHEgQKAggBWg8KAXkSCgoICAcSBAoCCAFiEQoDb3V0EgoKCAgHEgQKAggBQgQKABAN"
)


def run():
    import numpy as np
    import openvino

    inputs = [np.array([4294967303]), np.array([8])]
    core = openvino.Core()
    compiled = core.compile_model(core.read_model(MODEL), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    return compiled(inputs)[0].item()


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got != 4294967303
    print(f"openvino {version('openvino')}: Max of int64 4294967303 and 8")
    print(f"got      {got}")
    print("expected 4294967303")
    sys.exit(1 if shows else 0)
