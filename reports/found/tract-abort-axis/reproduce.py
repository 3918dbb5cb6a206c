#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["tract==0.23.9", "numpy==2.4.6"]
# ///
"""tract ends the whole process when it loads a model whose ReduceMax names an axis that the tensor has not.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import pathlib
import signal
import subprocess
import sys
import tempfile
from importlib.metadata import version

# An ONNX model of one node: out = ReduceMax(x, axes=[1]), operator set 13, float32 of shape [2]. It is not well-formed: x has
# the axis 0 alone.
MODEL = base64.b64decode(
    "CAg6SQogCgF4EgNvdXQiCVJlZHVjZU1heCoLCgRheGVzQAGgAQcSAWdaDwoBeBIKCggIARIECgIIAmIRCgNvdXQSCgoICAESBAoCCAJCBAoAEA0="
)


def run():
    """In a process of its own, which dies."""
    import tract

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "model.onnx")
        path.write_bytes(MODEL)
        try:
            if hasattr(tract.onnx(), "load"):
                tract.onnx().load(str(path)).into_model()
            else:  # before 0.23
                tract.onnx().model_for_path(str(path)).into_typed()
        except tract.bindings.TractError as error:  # which is right
            print(f"refused: {error}")


if __name__ == "__main__":
    if sys.argv[1:] == ["child"]:
        run()
        sys.exit(0)
    try:
        found = version("tract")
    except Exception as error:
        print(f"cannot be tried: {error}")
        sys.exit(2)
    child = subprocess.run([sys.executable, __file__, "child"], capture_output=True, text=True)
    print(f"tract {found}: load and into_model of a model whose ReduceMax of a vector names axis 1")
    if child.returncode < 0:
        print(f"got      death of the process by {signal.Signals(-child.returncode).name}")
    else:
        print(f"got      {child.stdout.strip()[:200] or 'an answer'}")
    print("expected an exception; the process goes on")
    if child.returncode > 0:
        print(f"cannot be tried: {child.stderr.strip()[-300:]}")
        sys.exit(2)
    sys.exit(1 if child.returncode < 0 else 0)
