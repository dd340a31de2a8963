"""Errors in an author's own functions, told as what they are: with file and line."""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from horizons_core.errors import HorizonsError, PluginError, nearest

#: Packages through which an author's mistake passes before it is seen.
_BETWEEN = ("horizons_core", "pluggy", "attr", "attrs", "cattr", "cattrs", "lark", "jinja2")


class _PlacedError(PluginError):
    """An error that names its place already."""


@contextmanager
def as_plugin_error(what: str, hint: str = "") -> Iterator[None]:
    """Raise PluginError, with the author's file and line, for any error in the block.

    What the core itself has found wrong passes as it is.
    """
    try:
        yield
    except _PlacedError:
        raise
    except HorizonsError as problem:
        place = place_of_error(problem)
        if not place:
            raise
        raise _PlacedError(f"{place}: {what}: {problem.message}", problem.hint) from problem
    except Exception as problem:
        reason = problem.msg if isinstance(problem, SyntaxError) else str(problem)
        told = f"{what}: {type(problem).__name__}: {reason}".removesuffix(": ")
        place = place_of_error(problem)
        message = f"{place}: {told}" if place else told
        raise _PlacedError(message, hint or _hint(problem)) from problem


def _hint(problem: Exception) -> str:
    """What to do about an error in Python: the nearest name, where one is unknown."""
    if isinstance(problem, ModuleNotFoundError):
        return f"install what brings '{problem.name}', or mend the import"
    if isinstance(problem, AttributeError) and problem.name:
        near = nearest(problem.name, dir(problem.obj))
        return f"did you mean '{near}'?" if near else "mend that line"
    return "mend that line"


def place_of_error(problem: BaseException) -> str:
    """File and line where an author's code went wrong; "" if it was not in an author's code."""
    if isinstance(problem, SyntaxError) and problem.filename:
        return f"{problem.filename}, line {problem.lineno}"
    frames = traceback.extract_tb(problem.__traceback__)
    own = [frame for frame in frames if not _is_between(frame.filename)]
    return f"{own[-1].filename}, line {own[-1].lineno}" if own else ""


def _is_between(file: str) -> bool:
    if file.startswith("<"):
        return True
    path = Path(file)
    libraries, standard = _folders()
    below = path.parents
    if any(folder in below for folder in libraries):
        return True
    return standard in below and "site-packages" not in path.parts


@cache
def _folders() -> tuple[frozenset[Path], Path]:
    """The folders of the packages between an author and the loader, and Python's own."""
    from importlib.util import find_spec

    specs = (find_spec(name) for name in _BETWEEN)
    homes = frozenset(Path(spec.origin).parent for spec in specs if spec and spec.origin)
    return homes, Path(sysconfig.get_path("stdlib"))
