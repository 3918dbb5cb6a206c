"""How long the own calls of what is judged take: a library's function alone, without what brings operands to it and its result away."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


class Watch:
    """A sum of the times of calls, in nanoseconds."""

    def __init__(self) -> None:
        self.nanoseconds = 0

    def timed(self, function: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
        """Calls a function, and adds how long that took, whatever came of it."""
        began = time.perf_counter_ns()
        try:
            return function(*arguments, **keywords)
        finally:
            self.nanoseconds += time.perf_counter_ns() - began

    def taken(self) -> int:
        """Gives the sum, and begins anew."""
        nanoseconds, self.nanoseconds = self.nanoseconds, 0
        return nanoseconds


# The sum of this process: callables are called one at a time.
WATCH = Watch()
timed = WATCH.timed
