"""The suite on callables of this process."""

import ctypes
import os
import shlex
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import opconform

ONLY = "max/f32/nan"
ONE = "max/f32/nan-vs-snan/2*1#"


def test_a_fault_is_found_and_shown(faulty):
    report = opconform.judge(faulty, against="numpy", only=ONLY)
    (departure,) = report.departures
    assert (departure.clause, departure.level, departure.input) == ("MARS-MAX-NAN", "MUST", "Max of f32 scalar + scalar")
    assert departure.operands == ("0x7fc00000 (nan)", "0x3f800000 (1.0)")
    assert (departure.got, departure.expected) == ("0x3f800000 (1.0)", "any NaN")
    assert "a NaN as the first operand is ignored" in departure.title
    assert departure.words == "“The net effect is that NaNs are propagated.” (mars.tensor.maximum, summary)"
    for text in (
        departure.title,
        *departure.operands,
        departure.expected,
        departure.words,
        departure.clause,
        departure.reproduce,
    ):
        assert text in repr(report)
    assert repr(report.departures) == f"[<MARS-MAX-NAN: {departure.title}>]"


def test_what_is_to_be_typed_again_finds_it_again(faulty):
    (departure,) = opconform.judge(faulty, against="numpy", only=ONLY).departures
    names = {"opconform": opconform, "conftest": sys.modules[faulty.__module__]}
    (again,) = eval(departure.reproduce, names).departures
    assert (again.clause, again.operands, again.got) == (departure.clause, departure.operands, departure.got)


def test_a_notebook_shows_the_page_s_cards(faulty):
    report = opconform.judge(faulty, against="numpy", only=ONLY)
    shown = report._repr_html_()
    for text in (report.departures[0].title, "MARS-MAX-NAN", "0x7fc00000", "opconform.judge(", "--card"):
        assert text.replace("'", "&#x27;") in shown
    assert "<script" not in shown and "_bridge.py" not in shown


def test_a_maximum_with_the_freedom_that_the_document_leaves_is_left_in_peace():
    # NumPy's own choice of two zeros differs by its vectors; this one takes the lesser zero, which is as well.
    def lesser_zero(x, y):
        return np.where(np.isnan(x), x, np.where(np.isnan(y), y, np.where(x > y, x, np.where(x == y, np.minimum(x, y), y))))

    report = opconform.judge(lesser_zero, against="numpy", only="max/f32", share=4)
    assert not report.departures, report


def test_what_it_does_not_claim_is_no_departure(faulty):
    assert opconform.judge(faulty, against="x86-maxps", only=ONLY).departures == []


def test_strictness_counts_advice():
    last = lambda x, y: np.where(np.isnan(y), y, np.maximum(x, y))
    assert [it.clause for it in opconform.judge(last, against="numpy", only=ONLY).advice] == ["MARS-MAX-FIRST"]
    assert [it.clause for it in opconform.judge(last, against="numpy", only=ONLY, strict=True).departures] == ["MARS-MAX-FIRST"]


def test_a_crash_is_an_outcome_and_the_caller_lives_on_unchanged():
    calls = []

    def crashing(x, y):
        calls.append(x)
        ctypes.string_at(0)

    before = set(os.listdir("/proc/self/fd")) if os.path.exists("/proc/self/fd") else None
    report = opconform.judge(crashing, against="numpy", only=ONE)
    assert [it.clause for it in report.departures] == ["ROBUST-ANSWER"]
    assert "SIGSEGV" in report.departures[0].got
    assert calls == []
    if before is not None:
        assert len(os.listdir("/proc/self/fd")) == len(before)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_a_hang_is_an_outcome():
    def hanging(x, y):
        time.sleep(600)

    report = opconform.judge(hanging, against="numpy", only=ONE, timeout=1)
    assert "no answer after 1 s" in report.departures[0].got


def test_what_is_printed_does_no_harm(capfd):
    def noisy(x, y):
        print("noise")
        os.write(1, b"noise")
        return np.maximum(x, y)

    assert opconform.judge(noisy, against="numpy", only=ONE).departures == []
    assert capfd.readouterr() == ("", "")


def test_one_process_finds_the_same_as_copies_of_it(faulty):
    threads = set()

    def observed(x, y):
        threads.add(threading.get_ident())
        return faulty(x, y)

    here = opconform.judge(observed, against="numpy", only=ONLY, isolated=False)
    there = opconform.judge(observed, against="numpy", only=ONLY)
    assert threads and threading.get_ident() not in threads
    assert [(it.clause, it.operands, it.got, len(it.findings)) for it in here.departures] == [
        (it.clause, it.operands, it.got, len(it.findings)) for it in there.departures
    ]


def test_what_cannot_be_judged_is_an_error(faulty):
    with pytest.raises(opconform.SuiteError, match="did you mean `numpy`"):
        opconform.judge(faulty, against="numppy")
    with pytest.raises(opconform.SuiteError, match="no case"):
        opconform.judge(faulty, against="numpy", only="no-such-case")

    with pytest.raises(TypeError, match="there is no waiver: did you mean waivers\\? .* options as against, .*, dtypes,"):
        opconform.judge(faulty, against="numpy", waiver="known")

    def broken(x, y):
        raise NotImplementedError("later")

    with pytest.raises(opconform.SuiteError, match="nothing was judged"):
        opconform.judge(broken, against="numpy", only=ONLY)


def test_reductions_are_judged_beside_it(faulty):
    def reduction(array, axis, keepdims):
        return np.fmax.reduce(array, axis=axis, keepdims=keepdims)

    report = opconform.judge(reduce_max=reduction, against="numpy", only="numpy.amax/f32")
    # Of a signalling NaN fmax makes a quiet one, and passes over that: the numbers before it are lost, which is the gravest.
    assert [it.clause for it in report.departures] == ["MARS-MAX-NUMBER"]


def test_waivers(faulty, tmp_path):
    known = tmp_path / "known"
    known.mkdir()
    opconform.judge(faulty, against="numpy", only=ONLY, name="mine", output=tmp_path / "kept")
    command = [sys.executable, "-m", "opconform", "gate", "--report", tmp_path / "kept", "--expectations", known, "--update"]
    subprocess.run([*command, "--reason", "as it is", "--link", "https://example.org/1"], check=True, capture_output=True)
    report = opconform.judge(faulty, against="numpy", only=ONLY, name="mine", waivers=known)
    assert (report.departures, [it.waived for it in report.waived]) == ([], ["as it is (https://example.org/1)"])
    assert report.complaints == ""
    report = opconform.judge(lambda x, y: x, against="numpy", only=ONLY, name="mine", waivers=known)
    assert report.departures and "mine.toml" in report.complaints


def test_what_complains_says_what_can_be_typed(faulty, tmp_path):
    known, kept = tmp_path / "known", tmp_path / "kept"
    known.mkdir()

    def judged(**more):
        return opconform.judge(faulty, against="numpy", name="mine", waivers=known, **more)

    part = judged(only=ONLY)
    # The adapter and the report that the suite's own line names are gone.
    assert "opconform replay" not in part.complaints and "_bridge.py" not in part.complaints
    assert f"`{part.departures[0].reproduce}` shows it" in part.complaints
    assert "judge it without `only`" in part.acceptance and part.complaints.endswith(part.acceptance)
    assert "once it was judged with output='reports'" in judged().acceptance
    told = judged(output=kept)
    command = told.acceptance.splitlines()[-1].strip().removeprefix("python")
    accepted = subprocess.run([sys.executable, *shlex.split(command)], capture_output=True, text=True)
    assert accepted.returncode == 0, accepted
    after = judged()
    assert (after.departures, after.complaints, after.acceptance) == ([], "", "")


def test_the_suite_s_own_program_keeps_its_exit_codes():
    def run(*words):
        return subprocess.run([sys.executable, "-m", "opconform", *words], capture_output=True, text=True)

    assert run("--version").stdout.startswith("opconform ")
    assert run("no-such-command").returncode == 2


def test_the_package_alone_takes_no_numpy():
    alone = "import sys; sys.modules['numpy'] = None; import opconform, opconform.__main__"
    ended = subprocess.run([sys.executable, "-c", alone, "--version"], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_lambda_is_named_as_its_caller_names_it():
    faulty_lambda = lambda x, y: np.where(x > y, x, y)
    report = opconform.judge(faulty_lambda, against="numpy", only=ONLY)
    assert report.name == "faulty_lambda" and "opconform.judge(faulty_lambda, " in report.departures[0].reproduce
    nameless = opconform.judge(lambda x, y: np.where(x > y, x, y), against="numpy", only=ONLY)
    assert "<lambda>" not in repr(nameless) and "lambda_of_line_" in repr(nameless)


def test_what_conforms_is_said_without_what_no_callable_is_asked_for():
    report = opconform.judge(np.maximum, reduce_max=np.max, never_empty=True, against="onnx", share=8)
    assert not report.departures and "runs no models" not in repr(report), report
