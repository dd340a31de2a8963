"""File and line of an error in the code of a variant or a mod."""

from __future__ import annotations

import sys
import sysconfig
import traceback
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["place_of_error", "place_of_function", "short_place"]

#: Packages through which an author's mistake passes before it is seen.
_BETWEEN = ("horizons_core", "pluggy", "attr", "attrs", "cattr", "cattrs", "lark", "jinja2")


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


def short_place(place: str) -> str:
    """A place without the folder from which its file is imported: players may read it."""
    folders = [f"{Path(folder)}/" for folder in sys.path if folder]
    inside = [folder for folder in folders if place.startswith(folder)]
    if inside:
        return place.removeprefix(max(inside, key=len))
    return Path(place).name


def place_of_function(function: Any) -> str:
    """File and line of a function, or of what it wraps; "" for what has no code."""
    while hasattr(function, "inner") or hasattr(function, "func"):  # of a mod, or a partial
        function = getattr(function, "inner", None) or function.func
    code = getattr(function, "__code__", None)
    return f"{code.co_filename}, line {code.co_firstlineno}" if code else ""
