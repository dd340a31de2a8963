"""Calls of rules that may take any time, in processes that are ended when their time is over.

The rules that come with Horizons count their work in steps. Those of other distributions may loop
without a step, in a regular expression or in compiled code, where no thread can stop them and
nothing else of the process runs. So a server calls them in a process beside it. The operating
system ends that process by itself (SIGALRM), also when the server is gone by then.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO, Concatenate, ParamSpec, TypeVar, cast

import horizons_core as hz
from horizons_core.errors import HorizonsError, TooManyStepsError
from horizons_core.plugins.loader import is_foreign

P = ParamSpec("P")
T = TypeVar("T")

_log = logging.getLogger(__name__)
#: How long a call may take: a hundred times as long as most checks, and less than a server has to
#: end in.
SECONDS = 5.0
#: The processes that wait for a call. There are never more than calls at the same time.
_idle: list[subprocess.Popen[bytes]] = []


class TooLongError(TooManyStepsError):
    """A call that was ended because its time was over."""


def is_bounded(variant: hz.Variant) -> bool:
    """Return whether these rules are called in a process of their own here.

    Windows has no alarm signal, and takes all rules as they are.
    """
    return hasattr(signal, "setitimer") and is_foreign(variant)


def call(
    variant: hz.Variant,
    task: str,
    function: Callable[Concatenate[hz.Variant, P], T],
    *arguments: P.args,
    **named: P.kwargs,
) -> T:
    """Return what a function answers to the variant and arguments in a process of its own.

    `task` says in messages what is done. The time of a call begins when the rules are loaded.
    Raises TooLongError when it is over, and the HorizonsError that the function raises.
    """
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _begun()
    rules = (variant.name, [mod.name for mod in variant.mods], dict(variant.data_mods))
    try:
        calls, answers = cast(BinaryIO, worker.stdin), cast(BinaryIO, worker.stdout)
        calls.write(pickle.dumps((rules, SECONDS, function, arguments, named)))
        calls.flush()
        answer, problem = pickle.load(answers)  # noqa: S301 - this program's own
    except (EOFError, OSError) as gone:
        _end(worker)
        raise _ended(variant, task, worker.returncode) from gone
    except BaseException:
        _end(worker)
        raise
    _idle.append(worker)
    if problem is not None:
        raise problem
    return answer  # type: ignore[no-any-return]


def close() -> None:
    """End the processes that wait for a call."""
    while _idle:
        _end(_idle.pop())


def _begun() -> subprocess.Popen[bytes]:
    # Not by multiprocessing, whose processes outlive a server that is killed.
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


def _ended(variant: hz.Variant, task: str, status: int) -> HorizonsError:
    """The error for a process that ended before it answered."""
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
    """Answer the calls that come over standard input, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what rules print is no answer
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
    except HorizonsError as problem:  # as one that the server knows
        return None, HorizonsError(problem.message, problem.hint)
    except Exception as problem:  # noqa: BLE001 - an author's own mistake, of any kind
        return None, RuntimeError(f"{type(problem).__name__}: {problem}")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
