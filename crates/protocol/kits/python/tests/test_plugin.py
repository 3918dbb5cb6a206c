"""Clauses as tests of pytest."""

import subprocess
import sys
import xml.etree.ElementTree

import pytest

FILE = """
import numpy as np
import opconform

def comparing(x, y):
    return np.where(x > y, x, y)

test_maximum = opconform.claims(comparing, against="numpy", name="mine", {which})
"""
SOME = 'only="max/f32/nan"'


@pytest.fixture
def inner(pytester):
    """Runs pytest on a file of its own: in a process, as its users do."""

    def run(*options, which=SOME):
        pytester.makepyfile(test_mine=FILE.replace("{which}", which))
        return pytester.runpytest_subprocess(*options)

    return run


def test_a_broken_clause_fails_and_is_shown(inner, pytester):
    result = inner("--junitxml=out.xml")
    outcomes = result.parseoutcomes()
    assert outcomes["failed"] == 1 and outcomes["passed"] > 5 and outcomes["skipped"] > 5
    result.stdout.fnmatch_lines(
        [
            "*test_maximum?MARS-MAX-NAN?*",
            "MUST a NaN as the first operand is ignored: NaN, +normal → +normal",
            "  operand   0x7fc00000 (nan)",
            "  gives     0x3f800000 (1.0)",
            "  expected  any NaN",
            "  source    “The net effect is that NaNs are propagated.”*",
        ]
    )
    # The departure, and nothing of how it was found.
    assert "plugin.py" not in result.stdout.str()
    cases = xml.etree.ElementTree.parse(pytester.path / "out.xml").iter("testcase")
    assert [case.get("name") for case in cases if case.find("failure") is not None] == ["test_maximum[MARS-MAX-NAN]"]


def test_clauses_are_selected_by_their_names(inner):
    assert inner("-k", "MARS-MAX-NUMBER or MARS-MAX-BROADCAST").parseoutcomes()["passed"] == 2
    assert inner("-k", "MARS-MAX", "-x").parseoutcomes()["failed"] == 1


def test_one_run_of_the_suite_is_for_all_clauses_and_its_report_is_kept(inner, pytester):
    result = inner("--opconform-output", "kept", "--durations", "2", "--durations-min", "0.3")
    assert (pytester.path / "kept" / "test_maximum" / "index.html").exists()
    assert result.stdout.str().count("s call ") == 1


def test_advice_is_skipped_unless_it_counts(inner):
    result = inner("-rs", "-k", "REL-COMMUTES or MARS-MAX-FIRST")
    assert "failed" not in result.parseoutcomes()
    result.stdout.fnmatch_lines(["*advice: not so: of two NaNs the first is the result*"])
    assert inner("--opconform-strict", "-k", "MARS-MAX-FIRST").parseoutcomes()["failed"] == 1


def test_what_is_waived_is_expected_to_fail_and_no_more_than_that(inner, pytester):
    # Whether a waiver is of nothing any more is known of a whole suite: not where `only` leaves cases out.
    whole = "share=50"
    inner("--opconform-output", "kept", which=whole)
    (pytester.path / "known").mkdir()
    command = [
        sys.executable,
        "-m",
        "opconform",
        "gate",
        "--report",
        "kept/test_maximum",
        "--expectations",
        "known",
        "--update",
    ]
    subprocess.run([*command, "--reason", "as it is", "--link", "https://example.org/1"], check=True, cwd=pytester.path)
    with open(pytester.path / "known" / "mine.toml", "a") as file:
        file.write(
            '[[waiver]]\nclauses = ["MARS-AMAX"]\nsymptoms = ["nan -> +0"]\nfindings = 1\nmost = { elements = 1, cases = 1 }\n'
        )
        file.write('reason = "gone"\nlink = "https://example.org/2"\n')
    result = inner("-rx", which=f'{whole}, waivers="known"')
    outcomes = result.parseoutcomes()
    assert (outcomes["xfailed"], outcomes["failed"]) == (1, 1)
    result.stdout.fnmatch_lines(
        [
            "*test_maximum?waivers?*",
            "*no finding on mine matches this waiver any more*",
            "XFAIL *MARS-MAX-NAN* as it is (https://example.org/1)",
        ]
    )


def test_an_unknown_specification_is_an_error_of_the_file(inner, pytester):
    pytester.makepyfile(test_other="import opconform, numpy\ntest_it = opconform.claims(numpy.maximum, against='numppy')")
    result = inner("test_other.py")
    assert result.parseoutcomes() == {"errors": 1}
    result.stdout.fnmatch_lines(["*did you mean `numpy`*"])


def test_a_departure_says_what_would_accept_it(inner, pytester):
    (pytester.path / "known").mkdir()
    result = inner("-rs", "--opconform-output", "kept", "-k", "waivers", which='waivers="known"')
    result.stdout.fnmatch_lines(["*clauses fail; this accepts it*", "*python -m opconform gate --report kept/test_maximum --expectations known*"])


def test_a_subject_that_cannot_be_judged_fails_and_is_not_tried_again(inner):
    result = inner("--durations", "2", "--durations-min", "0.3", which='only="no-such-case"')
    outcomes = result.parseoutcomes()
    assert set(outcomes) == {"failed"}
    assert result.stdout.str().count("error: no case of the suite has `no-such-case` in its id") >= outcomes["failed"]
    assert result.stdout.str().count("s call ") <= 1
