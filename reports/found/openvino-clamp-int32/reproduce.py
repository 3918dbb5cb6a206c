#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["openvino==2026.4.1", "numpy==2.4.6"]
# ///
"""OpenVINO's CPU device gives 16777216 for the maximum of 1 and the constant 16777217 of int32, where a minimum with a constant follows.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import sys
from importlib.metadata import version

# An ONNX model of two nodes: y = Min(Max(x, 16777217), 2147483647), operator set 13, x of int32 and shape [1], the others initializers.
MODEL = base64.b64decode(
    "CAgSADphCg4KAXgKAWMSAWEiA01heAoOCgFhCgFkEgF5IgNNaW4SA21heCoLEAZCAWNKBAEAAAEqCxAGQgFkSgT///9/Wg8KAXgSCgoICAYSBAoCCA"
    "FiDwoBeRIKCggIBhIECgIIAUIECgAQDQ=="
)


def run():
    import numpy
    import openvino

    core = openvino.Core()
    compiled = core.compile_model(core.read_model(MODEL), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    return compiled([numpy.array([1], numpy.int32)])[0].item()


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got != 16777217
    print(f"openvino {version('openvino')}: Min of int32 2147483647 and the Max of 1 and 16777217, both constants")
    print(f"got      {got}")
    print("expected 16777217")
    sys.exit(1 if shows else 0)
