#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["openvino==2026.4.1", "numpy==2.4.6"]
# ///
"""OpenVINO's CPU device makes of float64's infinity the greatest finite float32.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import sys
from importlib.metadata import version

# An ONNX model of one node: out = Max(x, y), operator set 13, float64 of shape [1].
MODEL = base64.b64decode(
    "CAg6SgoQCgF4CgF5EgNvdXQiA01heBIBZ1oPCgF4EgoKCAgLEgQKAggBWg8KAXkSCgoICAsSBAoCCAFiEQoDb3V0EgoKCAgLEgQKAggBQgQKABAN"
)


def run():
    import numpy as np
    import openvino

    inputs = [np.array([np.inf]), np.array([1.0])]
    core = openvino.Core()
    compiled = core.compile_model(core.read_model(MODEL), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    return compiled(inputs)[0].item()


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got != float("inf")
    print(f"openvino {version('openvino')}: Max of float64 inf and 1.0")
    print(f"got      {got}")
    print("expected inf")
    sys.exit(1 if shows else 0)
