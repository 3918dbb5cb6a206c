#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["paddlepaddle==3.3.1", "numpy==2.4.6"]
# ///
"""paddle.fmax computes int32 as float32: the maximum of 1 and 2147483647 is -2147483648.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import sys
from importlib.metadata import version


def run():
    import paddle

    paddle.set_device("cpu")
    x, y = paddle.to_tensor([1], dtype="int32"), paddle.to_tensor([2147483647], dtype="int32")
    return paddle.fmax(x, y).item()


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got != 2147483647
    print(f"paddlepaddle {version('paddlepaddle')}: paddle.fmax of int32 1 and 2147483647")
    print(f"got      {got}")
    print("expected 2147483647")
    sys.exit(1 if shows else 0)
