"""Calls third-party rules in worker processes with a time limit."""

from __future__ import annotations

import logging
import os
import pickle
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, Concatenate, ParamSpec, TypeVar, cast

import horizons_core as hz
from horizons_core.errors import HorizonsError, TooManyStepsError
from horizons_core.plugins.loader import is_foreign

_WRITTEN = re.compile(r"([0-9]{1,10}) (\S.*)")

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger(__name__)
#: Time limit of a call: a hundred times what most checks take, and less than a server's grace
#: period at shutdown.
SECONDS = 5.0


def this_process() -> str:
    """Return this process as a text for `is_gone`: process id and host name."""
    return f"{os.getpid()} {socket.gethostname()}"


def is_gone(process: str) -> bool | None:
    """Return whether a process, as written by `this_process`, has ended.

    None if unknown: it ran on another machine, or the text is malformed.
    """
    match = _WRITTEN.fullmatch(process.strip())
    if match is None or match.group(2) != socket.gethostname():
        return None
    try:
        os.kill(int(match.group(1)), 0)
    except ProcessLookupError:
        return True
    except (PermissionError, OverflowError):
        return False
    return False


#: Idle worker processes; never more than there were simultaneous calls.
_idle: list[subprocess.Popen[bytes]] = []


class TooLongError(TooManyStepsError):
    """A call that exceeded its time limit."""


def is_bounded(variant: hz.Variant) -> bool:
    """Return whether these rules are called in a worker process.

    Windows has no alarm signal and calls all rules directly.
    """
    return hasattr(signal, "setitimer") and is_foreign(variant)


def call(
    variant: hz.Variant,
    task: str,
    function: Callable[Concatenate[hz.Variant, P], T],
    *arguments: P.args,
    **named: P.kwargs,
) -> T:
    """Call a function with the variant and arguments in a worker process and return its result.

    `task` describes the call in messages. The time limit starts once the rules are loaded. Raises
    TooLongError when it has passed, and a HorizonsError that the function raises.
    """
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _start_worker()
    rules = (variant.name, [mod.name for mod in variant.mods], dict(variant.data_mods))
    try:
        calls, answers = cast(BinaryIO, worker.stdin), cast(BinaryIO, worker.stdout)
        calls.write(pickle.dumps((rules, SECONDS, function, arguments, named)))
        calls.flush()
        answer, problem = pickle.load(answers)  # noqa: S301 - this program's own
    except (EOFError, OSError) as error:
        _end(worker)
        raise _crash_error(variant, task, worker.returncode) from error
    except BaseException:
        _end(worker)
        raise
    _idle.append(worker)
    if problem is not None:
        raise problem
    return answer  # type: ignore[no-any-return]


def close() -> None:
    """End the idle worker processes."""
    while _idle:
        _end(_idle.pop())


def _start_worker() -> subprocess.Popen[bytes]:
    # Not with multiprocessing: its processes outlive a killed server.
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.Popen(  # noqa: S603 - this program
        [sys.executable, "-c", f"from {__name__} import serve; serve()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": paths},
    )


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    with worker:  # closes its pipes
        pass


def _crash_error(variant: hz.Variant, task: str, status: int) -> HorizonsError:
    """Return the error for a worker that ended before it answered."""
    if status == -signal.SIGALRM:
        _log.warning("%s took more than %g s to %s: ended", variant.name, SECONDS, task)
        return TooLongError(
            f"the rules of {variant.title} take more than {SECONDS:g} seconds to {task}",
            "try with less; if the problem persists, tell the author of these rules",
        )
    _log.error("%s ended its process with status %s when it was to %s", variant.name, status, task)
    return HorizonsError(
        f"the rules of {variant.title} crashed while trying to {task}",
        "try with less; if the problem persists, tell the author of these rules",
    )


def serve() -> None:
    """Answer the calls that arrive on standard input until it is closed (a worker's main loop)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keep what rules print out of the answers
    while (call := _read(sys.stdin.buffer)) is not None:
        answers.write(pickle.dumps(_answer(*call)))
        answers.flush()


def _read(calls: BinaryIO) -> Any:
    try:
        return pickle.load(calls)  # noqa: S301 - this program's own
    except EOFError:
        return None


def _answer(
    rules: tuple[str, list[str], dict[str, str]],
    seconds: float,
    function: Callable[..., Any],
    arguments: tuple[Any, ...],
    named: Mapping[str, Any],
) -> tuple[Any, Exception | None]:
    try:
        variant = hz.load_variant(*rules)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        return function(variant, *arguments, **named), None
    except HorizonsError as problem:  # of a class that the server can unpickle
        return None, HorizonsError(problem.message, problem.hint)
    except Exception as problem:  # noqa: BLE001 - an author's own mistake, of any kind
        return None, RuntimeError(f"{type(problem).__name__}: {problem}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
