"""A process in a copy of the tree that forks a child for each run of tests.

To start Python and to import what tests need takes longer than most tests. So this process first
compiles the code, has a child collect all tests, which tells what they import, imports what is not
under test, and then takes requests, a line of JSON each, and answers in the same way:
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

#: How the tests are run: what is imported before pytest can rewrite its assertions is no fault.
PYTEST = (
    "-p", "benchmarks.mutation.probe", "-p", "no:cacheprovider", "-p", "no:xdist", "-q",
    "--tb=no", "-W", "ignore::pytest.PytestAssertRewriteWarning",
)  # fmt: skip
#: Packages that start threads, which a fork would leave behind.
THREADED = ("polars", "distributed", "dask")
#: The packages of the tree; of these the core and games are not under test if another part is.
_TREE = ("horizons_", "variants", "tests", "benchmarks", "examples", "tools")
_FORK = multiprocessing.get_context("fork")


def main(arguments: Sequence[str]) -> None:
    """Get ready, and answer requests until there are no more."""
    part, *folders = arguments
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever is printed here is no answer
    collected = Path("collected.json").resolve()
    compile_once("src")
    keep_bytecode(wanted=True)  # of the tests, which do not change
    run(["--collect-only", *PYTEST, *folders], None, os.devnull, collected)
    keep_bytecode(wanted=False)
    preload(part, json.loads(collected.read_text()) if collected.exists() else ())
    for line in sys.stdin:
        request = json.loads(line)
        status = run(request["arguments"], request["seconds"], request["output"])
        print(json.dumps(status), file=answers, flush=True)


def compile_once(folder: str) -> None:
    """Compile the Python there for all processes to come; what is kept goes by what is in files.

    Two mutants of a second could be taken for each other by their files' times.
    """
    compileall.compile_dir(folder, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)


def keep_bytecode(*, wanted: bool) -> None:
    """Whether what this process and those that it starts compile is kept on disk."""
    sys.dont_write_bytecode = not wanted
    if wanted:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    else:
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def run(
    arguments: Sequence[str], seconds: float | None, output: str, imported: Path | None = None
) -> int | None:
    """The exit status of pytest in a child; None for one that did not end in these seconds.

    What the child says goes to the file `output`, and the names of the modules that it imported to
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
    os.setsid()  # with the processes that tests start it can be ended as a group
    with Path(output).open("w") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    status = pytest.main(list(arguments))
    if imported:
        imported.write_text(json.dumps(list(sys.modules)))
    sys.exit(int(status))


def preload(part: str, modules: Iterable[str]) -> None:
    """Import these modules but for those under test; raises SystemExit if one came with others."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in _not_under_test(part, modules):
            with suppress(Exception):  # what cannot be imported by itself is left to the tests
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
        return tuple(f"horizons_{one}" for one in parts if part in {one, "framework"})
    return (f"variants.{part}",)


def _is_within(module: str, packages: Iterable[str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in packages)


if __name__ == "__main__":
    main(sys.argv[1:])
