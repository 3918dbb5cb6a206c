#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["openvino==2026.4.1", "numpy==2.4.6"]
# ///
"""OpenVINO crashes when it reads an ONNX model whose Max node has no input.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import signal
import subprocess
import sys
from importlib.metadata import version

# An ONNX model of one node: out = Max(), operator set 13. It is not well-formed: Max takes one input at least.
MODEL = base64.b64decode("CAg6IgoKEgNvdXQiA01heBIBZ2IRCgNvdXQSCgoICAESBAoCCAFCBAoAEA0=")


def run():
    """In a process of its own, which dies."""
    import openvino

    try:
        openvino.Core().read_model(MODEL)
    except RuntimeError as error:  # which is right
        print(f"refused: {error}")


if __name__ == "__main__":
    if sys.argv[1:] == ["child"]:
        run()
        sys.exit(0)
    try:
        found = version("openvino")
    except Exception as error:
        print(f"cannot be tried: {error}")
        sys.exit(2)
    child = subprocess.run([sys.executable, __file__, "child"], capture_output=True, text=True)
    print(f"openvino {found}: read_model of a model whose Max has no input")
    if child.returncode < 0:
        print(f"got      death of the process by {signal.Signals(-child.returncode).name}")
    else:
        print(f"got      {child.stdout.strip()[:200] or 'an answer'}")
    print("expected a refusal, or an answer; the process goes on")
    if child.returncode > 0:
        print(f"cannot be tried: {child.stderr.strip()[-300:]}")
        sys.exit(2)
    sys.exit(1 if child.returncode < 0 else 0)
