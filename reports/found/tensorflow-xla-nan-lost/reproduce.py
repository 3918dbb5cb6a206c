#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["tensorflow-cpu==2.21.0", "numpy==2.4.6"]
# ///
"""tf.reduce_max under jit_compile=True loses NaNs: of the documentation's own example, [4, NaN], it is 4.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import os
import sys
from importlib.metadata import version

os.environ.update(CUDA_VISIBLE_DEVICES="", TF_CPP_MIN_LOG_LEVEL="3")


def run():
    import tensorflow as tf

    reduce_max = tf.function(tf.reduce_max, jit_compile=True)
    return float(reduce_max(tf.constant([4, float("nan")])))


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got == got
    print(f"tensorflow-cpu {version('tensorflow-cpu')}: tf.function(tf.reduce_max, jit_compile=True)([4, NaN])")
    print(f"got      {got}")
    print("expected NaN")
    sys.exit(1 if shows else 0)
