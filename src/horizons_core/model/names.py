"""When two names are the same."""

from __future__ import annotations


def folded(name: str) -> str:
    """The form in which names are compared: case, underscores and blanks make no difference.

    It is no form for people to read, and two names are the same where their forms are.
    """
    return " ".join(name.replace("_", " ").split()).casefold()
