#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["tract==0.23.9", "numpy==2.4.6"]
# ///
"""tract reads an initializer of uint64 that has no elements as int64: its maximum is the least int64, and not 0.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import pathlib
import sys
import tempfile
from importlib.metadata import version

# An ONNX model of one node: out = ReduceMax(x), operator set 20, x an initializer, uint64 of shape [0].
MODEL = base64.b64decode(
    "CAk6QQokCgF4EgNvdXQiCVJlZHVjZU1heCoPCghrZWVwZGltcxgAoAECEgFnKgcIABANQgF4Yg0KA291dBIGCgQIDRIAQgQKABAU"
)


def run():
    import tract

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "model.onnx")
        path.write_bytes(MODEL)
        if hasattr(tract.onnx(), "load"):
            model = tract.onnx().load(str(path)).into_model()
        else:  # before 0.23
            model = tract.onnx().model_for_path(str(path)).into_typed()
    return model.into_runnable().run([])[0].to_numpy()


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    print(f"tract {version('tract')}: ReduceMax of no element, a constant of uint64")
    print(f"got      {got.item()}, {got.dtype}")
    print("expected 0, uint64")
    sys.exit(0 if (got.item(), str(got.dtype)) == (0, "uint64") else 1)
