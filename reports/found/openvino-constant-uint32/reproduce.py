#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["openvino==2026.4.1", "numpy==2.4.6"]
# ///
"""OpenVINO's CPU device gives 2147483647 for the maximum of the constants 4294967295 and 1 of uint32.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import base64
import sys
from importlib.metadata import version

# An ONNX model of one node: y = Max(x, z), operator set 13, x and z initializers of uint32 and shape [1].
MODEL = base64.b64decode(
    "CAgSADpFCg4KAXgKAXoSAXkiA01heBIEY2FzZSoNCAEQDEIBeEoE/////yoNCAEQDEIBekoEAQAAAGIPCgF5EgoKCAgMEgQKAggBQgQKABAN"
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
    shows = got != 4294967295
    print(f"openvino {version('openvino')}: Max of uint32 4294967295 and 1, both constants")
    print(f"got      {got}")
    print("expected 4294967295")
    sys.exit(1 if shows else 0)
