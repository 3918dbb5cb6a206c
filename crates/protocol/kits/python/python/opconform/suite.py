"""The suite on callables of this very program: closures, lambdas and cells of a notebook too.

The suite is a program that starts adapters. The one that it is given here hands its standard streams to this process over a
socket, and a copy of this process (`fork`) answers on them: a callable that crashes or hangs is the outcome of one case, as
everywhere in the suite, and nothing that it does changes this process. `isolated=False` answers in a thread of this process
instead, for what does not survive a fork: a GPU, a runtime with threads of its own. Both take Unix; on Windows, write an
adapter with `serve`.
"""

import contextlib
import ctypes
import faulthandler
import functools
import importlib.metadata
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable
from multiprocessing.connection import wait
from typing import IO, TYPE_CHECKING, Any, NoReturn

from .report import Report

if TYPE_CHECKING:
    from .adapter import Adapter

Path = str | os.PathLike[str]

BRIDGE = pathlib.Path(__file__).with_name("_bridge.py")
# How often it is looked whether an answering process or the suite has ended, in seconds.
PERIOD = 0.02
# What Linux calls it to ask for a signal when the parent ends.
PR_SET_PDEATHSIG = 1
# A case that every specification speaks of.
ONE_CASE = "max/f32/nan-vs-inf/2*1#"
# What the suite does not take in the name of a backend, and how much it takes.
NO_NAME = re.compile(r"[^A-Za-z0-9._@-]+")
NAME_LENGTH = 64


class SuiteError(Exception):
    """The suite did not judge: it was asked for what is not there, nothing could be judged, or it could not work."""


def program() -> str:
    """Finds the suite's program: the one that `OPCONFORM` names, the one that came with this package, or that of the path."""
    files: list[importlib.metadata.PackagePath] = []
    with contextlib.suppress(importlib.metadata.PackageNotFoundError):
        files = importlib.metadata.files("opconform") or []
    own = next((str(file.locate()) for file in files if file.name in ("opconform", "opconform.exe")), None)
    found = os.environ.get("OPCONFORM") or own or shutil.which("opconform")
    if not found:
        raise SuiteError("there is no program opconform: install this package, or name the program with OPCONFORM")
    return found


def judge(
    function: Callable[..., Any] | None = None, /, *, against: str, only: str | None = None, share: int | None = None,
    strict: bool = False, timeout: float | None = None, waivers: Path | None = None, output: Path | None = None,
    isolated: bool = True, **given: Any,
) -> Report:  # fmt: skip
    """Judges a maximum of two arrays by a specification; and other callables by their names, with the options of `serve`.

    `only`, `share`, `strict` and `timeout` are those of `opconform run`; `waivers` is a folder of expectations as
    `opconform gate` has it, `output` a folder in which the report is kept.
    """
    from .adapter import Adapter, check_names

    check_names(given, judge, Adapter)
    adapter = Adapter(**(given if function is None else {"max": function, **given}))
    adapter.titles = {key: called(it, adapter.titles[key]) for key, it in adapter.callables.items()}
    adapter.name = given.get("name") or next(iter(adapter.titles.values()))
    adapter.name = NO_NAME.sub("_", adapter.name).strip("_")[-NAME_LENGTH:]
    with tempfile.TemporaryDirectory(prefix="opconform-") as room, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(f"{room}/s")
        listener.listen()
        folder = pathlib.Path(output or f"{room}/report")
        bridge = shlex.join([sys.executable, "-I", "-S", str(BRIDGE), f"{room}/s"])
        command = ["run", "--quiet"] if waivers is None else ["gate", "--expectations", str(waivers)]
        command += ["--adapter", f"{adapter.name}={bridge}", "--against", against, "--output", str(folder)]
        options = {"--only": only, "--share": share, "--timeout": timeout}
        command += [str(word) for option in options.items() if option[1] is not None for word in option]
        complaints = attend(command + ["--strict"] * strict, Answerers(adapter, listener, isolated))
        accepted = acceptance(waivers, output, only is None and share is None) if waivers is not None else ""
        return Report(folder, adapter.name, f"opconform.judge({adapter.arguments()}, against={against!r}", complaints, accepted)


def acceptance(waivers: Path, output: Path | None, is_whole: bool) -> str:
    """Says what would accept all that was found; a part of the suite shows too little of what is known already."""
    if not is_whole:
        return "what would accept it is said of the whole suite: judge it without `only` and `share`"
    kept = "" if output else ", once it was judged with output='reports'"
    gate = ["gate", "--report", str(output or "reports"), "--expectations", str(waivers), "--update"]
    accepted = ["--reason", "why", "--link", "https://where.more/is-said"]
    return f"this accepts it, for a reason of yours{kept}:\n  python -m opconform {shlex.join(gate + accepted)}"


def called(function: Callable[..., Any], title: str) -> str:
    """Names a callable that has no name of its own, such as a lambda: as whoever judges it calls it, or else by where it is written."""
    if "<" not in title:
        return title
    frame = sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        frame = frame.f_back
    for name, found in (*frame.f_locals.items(), *frame.f_globals.items()):
        if found is function and not name.startswith("_"):
            return name
    code = getattr(function, "__code__", None)
    return f"lambda_of_line_{code.co_firstlineno}" if code else re.sub("[<>]", "", title)


@functools.cache
def clauses_of(against: str) -> list[str]:
    """Lists the clauses of a specification, by asking the suite as little as can be."""
    with tempfile.TemporaryDirectory(prefix="opconform-") as room:
        case = ["--backend", "portable", "--only", ONE_CASE]
        attend(["run", "--quiet", "--against", against, *case, "--output", f"{room}/report"])
        report = Report(pathlib.Path(room, "report"), "portable", "")
    return [name for name, clause in report.clauses.items() if report.claimed & set(clause["profiles"])]


def attend(command: list[str], answerers: "Answerers | None" = None) -> str:
    """Runs the suite, and has its adapters answered until it ends: what it says of what is not as it should be."""
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as error:
        with subprocess.Popen([program(), *command], stdin=subprocess.DEVNULL, stdout=said, stderr=error) as suite:
            try:
                while answerers and suite.poll() is None:
                    answerers.attend()
                suite.wait()
            except BaseException:
                suite.terminate()
                raise
            finally:
                if answerers:
                    answerers.end()
        if suite.returncode not in (0, 1):
            raise SuiteError(text_of(error) or text_of(said) or f"the suite ended with {suite.returncode}")
        return text_of(said) if suite.returncode else ""


class Answerers:
    """Those who answer on the streams of the adapters that the suite has started: processes, or threads."""

    def __init__(self, adapter: "Adapter", listener: socket.socket, isolated: bool):
        self.adapter, self.listener, self.isolated = adapter, listener, isolated
        self.processes: dict[socket.socket, int] = {}
        # In one process, calls come one at a time: a callable need not be safe to call from several threads.
        self.turn = threading.Lock()

    def attend(self) -> None:
        """Looks for adapters that have come, that were killed, and whose process has ended."""
        ready = wait([self.listener, *self.processes], PERIOD)
        for bridge, process in list(self.processes.items()):
            if bridge in ready:
                # It says nothing: it was killed, for a case that took too long.
                kill(process)
            ended, status = os.waitpid(process, os.WNOHANG)
            if ended:
                del self.processes[bridge]
                tell(bridge, os.waitstatus_to_exitcode(status))
        if self.listener in ready:
            bridge, _ = self.listener.accept()
            streams = socket.recv_fds(bridge, 1, 3)[1]
            if len(streams) == 3:
                self.begin(bridge, streams)

    def begin(self, bridge: socket.socket, streams: list[int]) -> None:
        """Has an adapter's streams answered."""
        if not self.isolated:
            threading.Thread(target=self.answer_here, args=(bridge, streams), daemon=True).start()
            return
        with warnings.catch_warnings():
            # That a process with threads is forked is known, and said above.
            warnings.simplefilter("ignore", DeprecationWarning)
            process = os.fork()
        if process == 0:
            self.answer_in_copy(bridge, streams)
        os.setpgid(process, process)
        self.processes[bridge] = process
        for stream in streams:
            os.close(stream)

    def answer_in_copy(self, bridge: socket.socket, streams: list[int]) -> NoReturn:
        """Answers in a copy of this process and ends it: what this one does at its end is not done twice."""
        code = 1
        try:
            from .conversation import converse_with_parent

            if sys.platform == "linux":
                # It ends with this process, whatever ends this.
                ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            for other in (self.listener, bridge, *self.processes):
                other.close()
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            # What is printed are the last words of the adapter, which the suite shows; where it crashed is in its report.
            sys.stdout = sys.stderr = open(2, "w", buffering=1, errors="replace", closefd=False)
            faulthandler.disable()
            converse_with_parent(self.adapter)
            code = 0
        except BaseException as error:
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
        finally:
            os._exit(code)

    def answer_here(self, bridge: socket.socket, streams: list[int]) -> None:
        """Answers in a thread of this process."""
        from .conversation import converse

        os.close(streams[2])
        try:
            with os.fdopen(streams[0], "rb") as requests, os.fdopen(streams[1], "wb") as answers:
                converse(self.adapter, requests, answers, self.turn)
        finally:
            tell(bridge, 0)

    def end(self) -> None:
        """Leaves no process behind."""
        for bridge, process in self.processes.items():
            kill(process)
            os.waitpid(process, 0)
            bridge.close()


def kill(process: int) -> None:
    """Kills a process that answers, and what it has started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)


def tell(bridge: socket.socket, code: int) -> None:
    """Tells an adapter how to end, if it is still there."""
    with contextlib.suppress(OSError), bridge:
        bridge.sendall(struct.pack("<i", code))


def text_of(file: IO[bytes]) -> str:
    """Reads what was written to a file."""
    file.seek(0)
    return file.read().decode(errors="replace").strip()
