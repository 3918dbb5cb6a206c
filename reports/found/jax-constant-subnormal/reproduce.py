#!/usr/bin/env python3
# /// script
# requires-python = ">=3.12"
# dependencies = ["jax==0.12.0.1", "jaxlib==0.12.0.1", "numpy==2.5.5"]
# ///
"""On the CPU, jax.numpy.max of a constant gives two equal rows two different maxima, of which the second is the lesser number.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import os
import sys
from importlib.metadata import version

os.environ["JAX_PLATFORMS"] = "cpu"


def run():
    import jax
    import jax.numpy as jnp
    import numpy as np

    below_zero = np.nextafter(np.float32(0), np.float32(-1))
    x = np.array([[below_zero, 0], [below_zero, 0]], np.float32)
    # x is no operand of what is compiled: the compiler computes the maxima.
    return [float(it) for it in jax.jit(lambda: jnp.max(jnp.array(x), axis=1))()]


if __name__ == "__main__":
    if os.cpu_count() == 1:
        print("cannot be tried: on one processor, one thread computes all rows")
        sys.exit(2)
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    print(f"jax {version('jax')}: jax.numpy.max, axis 1, of the constant [[-1e-45, 0], [-1e-45, 0]], float32")
    print(f"got      {got}")
    print("expected [0.0, 0.0]")
    sys.exit(0 if all(it == 0 for it in got) else 1)
