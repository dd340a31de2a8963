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
