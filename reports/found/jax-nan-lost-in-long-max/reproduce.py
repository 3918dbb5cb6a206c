#!/usr/bin/env python3
# /// script
# requires-python = ">=3.12"
# dependencies = ["jax==0.12.0.1", "jaxlib==0.12.0.1", "numpy==2.5.5"]
# ///
"""On the CPU, jax.numpy.max of a tensor of 4096 elements or more loses NaNs; of 4095 it keeps them.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import os
import sys
from importlib.metadata import version

os.environ["JAX_PLATFORMS"] = "cpu"


def run():
    import jax.numpy as jnp
    import numpy as np

    x = np.ones(4096, np.float32)
    x[-1] = np.nan
    return float(jnp.max(x))


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got == got
    print(f"jax {version('jax')}: jax.numpy.max of 4095 ones and a NaN, float32")
    print(f"got      {got}")
    print("expected NaN")
    sys.exit(1 if shows else 0)
