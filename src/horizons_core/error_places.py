"""File and line of an error in the code of a variant or a mod."""

from __future__ import annotations

import sys
import sysconfig
import traceback
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["place_of_error", "place_of_function", "short_place"]

#: Packages whose lines in a traceback are not an author's code.
_FRAMEWORK = ("horizons_core", "pluggy", "attr", "attrs", "cattr", "cattrs", "lark", "jinja2")


def place_of_error(problem: BaseException) -> str:
    """Return file and line of an error in an author's code; "" if it was elsewhere."""
    if isinstance(problem, SyntaxError) and problem.filename:
        return f"{problem.filename}, line {problem.lineno}"
    frames = traceback.extract_tb(problem.__traceback__)
    author_frames = [frame for frame in frames if not _is_framework(frame.filename)]
    return f"{author_frames[-1].filename}, line {author_frames[-1].lineno}" if author_frames else ""


def _is_framework(file: str) -> bool:
    if file.startswith("<"):
        return True
    path = Path(file)
    libraries, standard = _folders()
    parents = path.parents
    if any(folder in parents for folder in libraries):
        return True
    return standard in parents and "site-packages" not in path.parts


@cache
def _folders() -> tuple[frozenset[Path], Path]:
    """Return the folders of the framework's packages, and of Python's standard library."""
    from importlib.util import find_spec

    specs = (find_spec(name) for name in _FRAMEWORK)
    folders = frozenset(Path(spec.origin).parent for spec in specs if spec and spec.origin)
    return folders, Path(sysconfig.get_path("stdlib"))


def short_place(place: str) -> str:
    """Return a place for players, without the import folder of its file."""
    folders = [f"{Path(folder)}/" for folder in sys.path if folder]
    matches = [folder for folder in folders if place.startswith(folder)]
    if matches:
        return place.removeprefix(max(matches, key=len))
    return Path(place).name


def place_of_function(function: Any) -> str:
    """Return file and line of a function, or of the function it wraps; "" if it has no code."""
    while hasattr(function, "inner") or hasattr(function, "func"):  # Wrapped, or a partial
        function = getattr(function, "inner", None) or function.func
    code = getattr(function, "__code__", None)
    return f"{code.co_filename}, line {code.co_firstlineno}" if code else ""
