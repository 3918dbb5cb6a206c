#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["onnxruntime==1.32.0", "numpy==2.4.6"]
# ///
"""ONNX Runtime refuses the maximum of no truth values, which ONNX defines.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import sys
from importlib.metadata import version

# An ONNX model of one node: out = ReduceMax(x), operator set 20, bool of shape [0].
MODEL = base64.b64decode(
    "CAg6SQokCgF4EgNvdXQiCVJlZHVjZU1heCoPCghrZWVwZGltcxgAoAECEgFnWg8KAXgSCgoICAkSBAoCCABiDQoDb3V0EgYKBAgJEgBCBAoAEBQ="
)


def run():
    import numpy as np
    import onnxruntime

    session = onnxruntime.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    try:
        return session.run(None, {"x": np.zeros(0, bool)})[0].item()
    except onnxruntime.capi.onnxruntime_pybind11_state.RuntimeException as error:
        return f"refused: {error}"


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got is not False
    print(f"onnxruntime {version('onnxruntime')}: ReduceMax of bool []")
    print(f"got      {got}")
    print("expected False")
    sys.exit(1 if shows else 0)
