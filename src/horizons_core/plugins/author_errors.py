"""Errors in functions of authors, reported with file and line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from horizons_core.error_places import place_of_error
from horizons_core.errors import HorizonsError, PluginError, nearest


class _PlacedError(PluginError):
    """An error whose message already names the place."""


@contextmanager
def as_plugin_error(subject: str, hint: str = "") -> Iterator[None]:
    """Raise PluginError, with the author's file and line, for any error in the block.

    Errors that the core has raised itself pass unchanged.
    """
    try:
        yield
    except _PlacedError:
        raise
    except HorizonsError as problem:
        place = place_of_error(problem)
        if not place:
            raise
        raise _PlacedError(f"{place}: {subject}: {problem.message}", problem.hint) from problem
    except Exception as problem:
        reason = problem.msg if isinstance(problem, SyntaxError) else str(problem)
        description = f"{subject}: {type(problem).__name__}: {reason}".removesuffix(": ")
        place = place_of_error(problem)
        message = f"{place}: {description}" if place else description
        raise _PlacedError(message, hint or _hint(problem)) from problem


def _hint(problem: Exception) -> str:
    """Return how to fix a Python error: the nearest name for an unknown name."""
    if isinstance(problem, ModuleNotFoundError):
        return f"install the package that provides '{problem.name}', or fix the import"
    if isinstance(problem, AttributeError) and problem.name:
        near = nearest(problem.name, dir(problem.obj))
        return f"did you mean '{near}'?" if near else "fix that line"
    return "fix that line"
