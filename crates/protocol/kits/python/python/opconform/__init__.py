"""Says of any implementation of the tensor maximum exactly where it departs from its specification.

`judge` runs the suite on callables of this program, `claims` makes a test of pytest of that, clause by clause, `serve` makes
this program an adapter of the suite, and `serve_models` one of a runtime of ONNX models; `python -m opconform` is the suite's own
program.
"""

import importlib
from typing import Any

from .plugin import claims
from .report import Departure, Report
from .suite import SuiteError, judge

__all__ = ["Departure", "Report", "SuiteError", "Unsupported", "claims", "judge", "serve", "serve_models"]

# What takes numpy, which the suite's own program does not, by the module that has it.
OF_NUMPY = {"Unsupported": "conversation", "serve": "adapter", "serve_models": "runtime"}


def __getattr__(name: str) -> Any:
    """Finds what takes numpy where it is asked for."""
    if name not in OF_NUMPY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f".{OF_NUMPY[name]}", __name__), name)
