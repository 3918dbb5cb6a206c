#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["tract==0.23.9", "numpy==2.4.6"]
# ///
"""tract's ReduceMax along an axis that is not the last loses the numbers before a NaN: of 1, NaN and 0 it gives 0.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import pathlib
import sys
import tempfile
from importlib.metadata import version

# An ONNX model of one node: out = ReduceMax(x, axes=[0]), operator set 13, float32 of shape [3, 2].
MODEL = base64.b64decode(
    "CAg6UQogCgF4EgNvdXQiCVJlZHVjZU1heCoLCgRheGVzQACgAQcSAWdaEwoBeBIOCgwIARIICgIIAwoCCAJiFQoDb3V0Eg4KDAgBEggKAggBCgIIAkIECgAQDQ=="
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
    return model.into_runnable().run([np.array([[1, 0], [np.nan, 0], [0, 0]], np.float32)])[0].to_numpy().ravel().tolist()[0]


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got == got and got != 1
    print(f"tract {version('tract')}: ReduceMax of float32 [1, NaN, 0], a column of [[1, 0], [NaN, 0], [0, 0]]")
    print(f"got      {got}")
    print("expected 1.0, or NaN")
    sys.exit(1 if shows else 0)
