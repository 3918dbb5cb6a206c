"""Says of any implementation of the tensor maximum exactly where it departs from its specification.

`judge` runs the suite on callables of this program, `claims` makes a test of pytest of that, clause by clause, and
`serve` makes this program an adapter of the suite; `python -m opconform` is the suite's own program.
"""

from typing import Any

from .plugin import claims
from .report import Departure, Report
from .suite import SuiteError, judge

__all__ = ["Departure", "Report", "SuiteError", "claims", "judge", "serve"]


def __getattr__(name: str) -> Any:
    """Finds `serve` where it is asked for: it takes numpy, which the suite's own program does not."""
    if name != "serve":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from .adapter import serve

    return serve
