"""pytest: the clauses of a specification as tests, of one run of the suite.

`test_maximum = opconform.claims(maximum, against="numpy")` in a file of tests is a test for each clause, which `-k`,
`-x` and `--junitxml` know as they know any other. What is waived is an expected failure; a clause of advice that is broken
is skipped, and so is one that compared nothing, each with the reason.
"""

import functools
import os
from collections.abc import Callable
from typing import Any

from .report import Report
from .suite import SuiteError, clauses_of, judge

# The test beside those of the clauses, where there are waivers: that all of them are of what is found.
WAIVERS = "waivers"


def pytest_addoption(parser: Any) -> None:
    """Adds the options."""
    group = parser.getgroup("opconform", "opconform: the conformance of maxima")
    group.addoption("--opconform-share", metavar="N", type=int, help="the first case of each kind and one in N of the others")
    group.addoption("--opconform-strict", action="store_true", help="count departures from SHOULD clauses too")
    group.addoption("--opconform-output", metavar="DIR", help="keep the reports, each in a folder of DIR named after the test")


def claims(function: Callable[..., Any] | None = None, /, *, against: str, **options: Any) -> Callable[..., None]:
    """Makes a test for each clause of the specification that callables are held against: `judge` has the same arguments."""
    import pytest

    @functools.cache
    def judged(config: pytest.Config, name: str) -> Report | SuiteError:
        given = {key: config.getoption(f"opconform_{key}") for key in ("share", "strict", "output")}
        if given["output"]:
            given["output"] = os.path.join(given["output"], name)
        try:
            return judge(function, against=against, **{key: value for key, value in given.items() if value} | options)
        except SuiteError as error:
            # It is not asked again for each clause.
            return error

    @pytest.mark.parametrize("clause", [*clauses_of(against), *([WAIVERS] if options.get("waivers") else [])])
    def test(clause: str, request: pytest.FixtureRequest) -> None:
        report = judged(request.config, request.node.originalname)
        if isinstance(report, SuiteError):
            pytest.fail(str(report), pytrace=False)
        if clause == WAIVERS:
            if report.complaints:
                if report.departures:
                    pytest.skip(f"clauses fail; {report.acceptance}")
                pytest.fail(report.complaints, pytrace=False)
            return
        departures, waived, advice = report.of_clause(clause)
        reason = report.unexercised(clause)
        if departures:
            pytest.fail("\n\n".join(map(str, departures)), pytrace=False)
        elif waived:
            pytest.xfail("; ".join(dict.fromkeys(str(departure.waived) for departure in waived)))
        elif advice:
            pytest.skip("advice: " + "; ".join(departure.title for departure in advice))
        elif reason:
            pytest.skip(reason)

    return test
