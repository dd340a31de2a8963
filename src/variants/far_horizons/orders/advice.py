"""What to write instead of a word that is no command where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache

from horizons_core.orders import Command
from variants.far_horizons.orders.sections import sections_of

#: Words that the reader knows although no section accepts them, and what to do about each.
ACCEPTED_NOWHERE = {
    "SUR": ("SURRENDER", "it is a word of older rules: nobody can surrender"),
    "TEC": ("TECH", "it is a word of older rules: RESEARCH raises a technology, TEACH gives it"),
    "STA": ("START", "an END is missing before it"),
    "ZZZ": ("ZZZ", "there is no MESSAGE that it could end"),
}


def instead_of(word: str, section: str, commands: Mapping[str, Command]) -> str:
    """A hint for a word that is no command, in this section."""
    written = word.upper()
    here = tuple(one for one in commands if section in sections_of(commands[one]))
    if len(written) < 3:
        longer = [keyword for keyword in here if keyword.startswith(written)]
        return f"at least three letters are needed{_as_in(longer)}"
    near = _nearest(written, tuple(commands), here)
    if not near:
        return f"the orders of section {section} are {', '.join(here)}"
    return f"did you mean '{near}'?{'' if near in here else f' {belongs(commands[near])}'}"


def belongs(command: Command) -> str:
    """Where a command may be written."""
    return f"it belongs to {_or(sections_of(command))}"


@lru_cache(maxsize=1024)
def _nearest(written: str, keywords: tuple[str, ...], here: tuple[str, ...]) -> str:
    """The keyword most like a word, as a whole or as abbreviated as the word is.

    Of several that are near, one of this section, or with the same first letter, is likelier.
    """
    meant = {form: keyword for keyword in keywords for form in (keyword, keyword[: len(written)])}
    near = [meant[form] for form in get_close_matches(written, meant, n=5, cutoff=0.6)]
    return max(near, key=lambda one: (one in here) + (one[0] == written[0]), default="")


def _as_in(longer: Sequence[str]) -> str:
    return f", as in {_or(longer)}" if longer else ""


def _or(words: Sequence[str]) -> str:
    """Words with commas and an "or" between them."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
