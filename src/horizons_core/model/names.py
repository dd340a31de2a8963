"""When two names are the same."""

from __future__ import annotations

from functools import lru_cache

#: Apostrophes that phones write for the plain one.
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\uff07", "'"))


@lru_cache(maxsize=1 << 14)
def folded(name: str) -> str:
    """The form in which names are compared: case, underscores and blanks make no difference.

    Nor does the kind of apostrophe. It is no form for people to read, and two names are the same
    where their forms are.
    """
    return " ".join(name.replace("_", " ").split()).translate(_APOSTROPHES).casefold()


def typed(name: str) -> str:
    """The form in which names in orders are compared, however a phone or a program typed them.

    Case makes no difference, nor does the kind of apostrophe or a full stop behind the last word of
    a line; blanks do.
    """
    form = name.translate(_APOSTROPHES).casefold()
    return form.rstrip(" .") or form
