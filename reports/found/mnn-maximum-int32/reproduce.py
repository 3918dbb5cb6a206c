#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["MNN==3.6.1", "numpy==2.4.6"]
# ///
"""MNN's maximum computes int32 as float32: of 2147483647 and 5 it is -2147483648.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import sys
from importlib.metadata import version


def run():
    import MNN.expr as expr
    import numpy as np

    x, y = (expr.const(np.array([value], np.int32), [1], expr.NCHW, expr.int) for value in (2147483647, 5))
    return expr.maximum(x, y).read().item()


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got != 2147483647
    print(f"MNN {version('MNN')}: MNN.expr.maximum of int32 2147483647 and 5")
    print(f"got      {got}")
    print("expected 2147483647")
    sys.exit(1 if shows else 0)
