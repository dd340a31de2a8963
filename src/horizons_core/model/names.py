"""The comparison of names."""

from __future__ import annotations

from functools import lru_cache

#: Typographic apostrophes, as phones write them.
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\uff07", "'"))


@lru_cache(maxsize=1 << 14)
def folded(name: str) -> str:
    """Return the form used to compare names, regardless of case, underscores and blanks.

    All kinds of apostrophes are the same, too. The form is for comparisons only, not for display.
    """
    return " ".join(name.replace("_", " ").split()).translate(_APOSTROPHES).casefold()


def typed(name: str) -> str:
    """Return the form used to compare names in orders, however they were typed.

    Case is ignored, and so are the kind of apostrophe and a full stop after the last word of a
    line; blanks count.
    """
    form = name.translate(_APOSTROPHES).casefold()
    return form.rstrip(" .") or form
