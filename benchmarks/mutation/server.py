"""A process in a copy of the tree that forks a child for each run of tests.

Starting Python and importing the tests' needs takes longer than most tests. So this process first
compiles the code, lets a child collect all tests, which shows their imports, imports what is not
under test, and then handles requests, one line of JSON each, and answers in the same way:
`python -m benchmarks.mutation.server PART FOLDER...`, with the folders of the part's tests.
"""

from __future__ import annotations

import compileall
import importlib
import json
import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from py_compile import PycInvalidationMode

import pytest

#: Options of all runs; modules imported before pytest can rewrite their assertions are accepted.
PYTEST = (
    "-p", "benchmarks.mutation.probe", "-p", "no:cacheprovider", "-p", "no:xdist", "-q",
    "--tb=no", "-W", "ignore::pytest.PytestAssertRewriteWarning",
)  # fmt: skip
#: Packages that start threads, which a fork would leave behind.
THREADED = ("polars", "distributed", "dask")
#: Packages of the tree; of these the core and games may be imported if another part is tested.
_TREE = ("horizons_", "variants", "tests", "benchmarks", "examples", "tools")
_FORK = multiprocessing.get_context("fork")


def main(arguments: Sequence[str]) -> None:
    """Prepare the process, and answer requests until the end of the input."""
    part, *folders = arguments
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # keeps other output out of the answers
    collected = Path("collected.json").resolve()
    compile_once("src")
    keep_bytecode(enabled=True)  # of the tests, which do not change
    run(["--collect-only", *PYTEST, *folders], None, os.devnull, collected)
    keep_bytecode(enabled=False)
    preload(part, json.loads(collected.read_text()) if collected.exists() else ())
    for line in sys.stdin:
        request = json.loads(line)
        status = run(request["arguments"], request["seconds"], request["output"])
        print(json.dumps(status), file=answers, flush=True)


def compile_once(folder: str) -> None:
    """Compile the Python there for all later processes; bytecode is keyed by content.

    File times could not distinguish two mutants within a second.
    """
    compileall.compile_dir(folder, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)


def keep_bytecode(*, enabled: bool) -> None:
    """Enable or disable bytecode files of this process and those that it starts."""
    sys.dont_write_bytecode = not enabled
    if enabled:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    else:
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def run(
    arguments: Sequence[str], seconds: float | None, output: str, imported: Path | None = None
) -> int | None:
    """Return the exit status of pytest in a child; None after a timeout.

    The child's output goes to the file `output`, and the names of the modules that it imported to
    the file `imported`.
    """
    child = _FORK.Process(target=_run_pytest, args=(arguments, output, imported))
    child.start()
    child.join(seconds)
    if child.exitcode is None:
        with suppress(ProcessLookupError):
            os.killpg(child.ident, signal.SIGKILL)
        child.join()
        return None
    return child.exitcode


def _run_pytest(arguments: Sequence[str], output: str, imported: Path | None) -> None:
    os.setsid()  # makes a process group with the processes that tests start
    with Path(output).open("w") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    status = pytest.main(list(arguments))
    if imported:
        imported.write_text(json.dumps(list(sys.modules)))
    sys.exit(int(status))


def preload(part: str, modules: Iterable[str]) -> None:
    """Import modules except those under test; raises SystemExit if one came in anyway."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in _not_under_test(part, modules):
            with suppress(Exception):  # modules that need others are left to the tests
                importlib.import_module(name)
    early = [name for name in sys.modules if _is_within(name, (*_under_test(part), *THREADED))]
    if early or threading.active_count() > 1:
        sys.exit(f"the server of tests must not import {', '.join(early) or 'threads'}")


def _not_under_test(part: str, modules: Iterable[str]) -> Iterator[str]:
    tested = _under_test(part)
    games = () if "horizons_core" in tested else ("horizons_core", "variants")
    for name in modules:
        of_the_tree = name.startswith(_TREE) and not _is_within(name, games)
        if not (of_the_tree or _is_within(name, (*tested, *THREADED, "__main__"))):
            yield name


def _under_test(part: str) -> tuple[str, ...]:
    parts = ("core", "host", "lab")
    if part in {*parts, "framework"}:
        return tuple(f"horizons_{name}" for name in parts if part in {name, "framework"})
    return (f"variants.{part}",)


def _is_within(module: str, packages: Iterable[str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in packages)


if __name__ == "__main__":
    main(sys.argv[1:])
