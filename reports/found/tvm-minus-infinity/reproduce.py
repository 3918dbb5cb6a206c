#!/usr/bin/env python3
# /// script
# requires-python = ">=3.11"
# dependencies = ["apache-tvm==0.27.0.post1", "numpy==2.4.6"]
# ///
"""TVM's max never gets below the lowest finite number: the maximum of -inf alone is -3.4028235e+38.

Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"""
import sys
from importlib.metadata import version


def run():
    import numpy as np
    import tvm
    from tvm import relax

    builder = relax.BlockBuilder()
    tensor = getattr(relax, "TensorType", None) or relax.TensorStructInfo  # its name before 0.27
    x = relax.Var("x", tensor((1,), "float32"))
    with builder.function("main", [x]):
        with builder.dataflow():
            result = builder.emit_output(relax.op.max(x))
        builder.emit_func_output(result)
    machine = relax.VirtualMachine(tvm.compile(builder.get(), target="llvm"), tvm.cpu())
    return machine["main"](tvm.runtime.tensor(np.array([-np.inf], np.float32))).numpy().item()


if __name__ == "__main__":
    try:
        got = run()
    except Exception as error:  # whatever the package raises
        print(f"cannot be tried: {type(error).__name__}: {error}")
        sys.exit(2)
    shows = got != float("-inf")
    print(f"apache-tvm {version('apache-tvm')}: relax.op.max of float32 [-inf]")
    print(f"got      {got}")
    print("expected -inf")
    sys.exit(1 if shows else 0)
