#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["openvino==2026.4.1", "numpy==2.4.6"]
# ///
"""OpenVINO's CPU device gives the lowest finite number for ReduceMax of a constant that is one NaN.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import sys
from importlib.metadata import version

# An ONNX model of one node: y = ReduceMax(x), operator set 13, x an initializer of float32, [NaN].
MODEL = base64.b64decode(
    "CAgSADpGCiIKAXgSAXkiCVJlZHVjZU1heCoPCghrZWVwZGltcxgAoAECEgRjYXNlKg0IARABQgF4SgQAAMB/YgsKAXkSBgoECAESAEIECgAQDQ=="
)


def run():
    import openvino

    core = openvino.Core()
    compiled = core.compile_model(core.read_model(MODEL), "CPU", {"INFERENCE_PRECISION_HINT": "f32"})
    return compiled([])[0].item()


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got == got
    print(f"openvino {version('openvino')}: ReduceMax of float32 [NaN], a constant")
    print(f"got      {got}")
    print("expected nan")
    sys.exit(1 if shows else 0)
