#!/usr/bin/env python3
# /// script
# requires-python = ">=3.12"
# dependencies = ["numpy==2.5.5"]
# ///
"""numpy.nanmax does not ignore a signalling NaN: of 1 and one it gives NaN, and warns that every element is NaN.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import sys
import warnings
from importlib.metadata import version


def run():
    import numpy as np

    warnings.simplefilter("ignore")
    x = np.array([0x3F800000, 0x7F800001], np.uint32).view(np.float32)
    return float(np.nanmax(x))


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got != 1
    print(f"numpy {version('numpy')}: numpy.nanmax of float32 1.0 and a signalling NaN")
    print(f"got      {got}")
    print("expected 1.0")
    sys.exit(1 if shows else 0)
