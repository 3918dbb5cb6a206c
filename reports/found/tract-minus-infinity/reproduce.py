#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["tract==0.23.9", "numpy==2.4.6"]
# ///
"""tract's ReduceMax never gets below the lowest finite number: the maximum of -inf alone is -3.4028235e+38.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import pathlib
import sys
import tempfile
from importlib.metadata import version

# An ONNX model of one node: out = ReduceMax(x), operator set 13, float32 of shape [1].
MODEL = base64.b64decode(
    "CAg6SQokCgF4EgNvdXQiCVJlZHVjZU1heCoPCghrZWVwZGltcxgAoAECEgFnWg8KAXgSCgoICAESBAoCCAFiDQoDb3V0EgYKBAgBEgBCBAoAEA0="
)


def run():
    import numpy as np
    import tract

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "model.onnx")
        path.write_bytes(MODEL)
        if hasattr(tract.onnx(), "load"):
            model = tract.onnx().load(str(path)).into_model()
        else:  # before 0.23
            model = tract.onnx().model_for_path(str(path)).into_typed()
    return model.into_runnable().run([np.array([-np.inf], np.float32)])[0].to_numpy().ravel().tolist()[0]


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got != float("-inf")
    print(f"tract {version('tract')}: ReduceMax of float32 [-inf]")
    print(f"got      {got}")
    print("expected -inf")
    sys.exit(1 if shows else 0)
