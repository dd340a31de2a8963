"""When two names are the same."""

from __future__ import annotations


def folded(name: str) -> str:
    """The form in which names are compared: case, underscores and blanks make no difference."""
    return " ".join(name.replace("_", " ").split()).casefold()
