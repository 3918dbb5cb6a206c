#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["openvino==2026.4.1", "numpy==2.4.6"]
# ///
"""OpenVINO's CPU device reduces int32 as float32: the maximum of 2147483647 and 5 is -2147483648.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import sys
from importlib.metadata import version

# An ONNX model of one node: out = ReduceMax(x), operator set 20, int32 of shape [2].
MODEL = base64.b64decode(
    "CAg6SQokCgF4EgNvdXQiCVJlZHVjZU1heCoPCghrZWVwZGltcxgAoAECEgFnWg8KAXgSCgoICAYSBAoCCAJiDQoDb3V0EgYKBAgGEgBCBAoAEBQ="
)


def run():
    import numpy as np
    import openvino

    inputs = [np.array([2147483647, 5], np.int32)]
    core = openvino.Core()
    compiled = core.compile_model(core.read_model(MODEL), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    return compiled(inputs)[0].item()


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got != 2147483647
    print(f"openvino {version('openvino')}: ReduceMax of int32 [2147483647, 5]")
    print(f"got      {got}")
    print("expected 2147483647")
    sys.exit(1 if shows else 0)
