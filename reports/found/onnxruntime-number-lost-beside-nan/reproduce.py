#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["onnxruntime==1.32.0", "numpy==2.4.6"]
# ///
"""ONNX Runtime's ReduceMax loses the greatest number beside a NaN: the maximum of 1, NaN, 1 and 2 is 1.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import sys
from importlib.metadata import version

# An ONNX model of one node: out = ReduceMax(x), operator set 18, float32 of shape [4].
MODEL = base64.b64decode(
    "CAg6SQokCgF4EgNvdXQiCVJlZHVjZU1heCoPCghrZWVwZGltcxgAoAECEgFnWg8KAXgSCgoICAESBAoCCARiDQoDb3V0EgYKBAgBEgBCBAoAEBI="
)


def run():
    import numpy as np
    import onnxruntime

    session = onnxruntime.InferenceSession(MODEL, providers=["CPUExecutionProvider"])
    return session.run(None, {"x": np.array([1, np.nan, 1, 2], np.float32)})[0].item()


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got == got and got != 2
    print(f"onnxruntime {version('onnxruntime')}: ReduceMax of float32 [1, NaN, 1, 2]")
    print(f"got      {got}")
    print("expected 2.0, or NaN")
    sys.exit(1 if shows else 0)
