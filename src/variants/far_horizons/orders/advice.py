"""Suggestions for words that are not commands of their section."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache

from horizons_core.orders import Command
from variants.far_horizons.orders.sections import sections_of

#: Words known to the reader that no section accepts, with advice for each.
ACCEPTED_NOWHERE = {
    "SUR": ("SURRENDER", "it is an order of older rules: surrender is not possible"),
    "TEC": ("TECH", "it is an order of older rules: RESEARCH raises a technology, TEACH gives it"),
    "STA": ("START", "an END is missing before it"),
    "ZZZ": ("ZZZ", "there is no MESSAGE to end"),
}


def instead_of(word: str, section: str, commands: Mapping[str, Command]) -> str:
    """Return a hint for a word that is not a command in this section."""
    written = word.upper()
    keywords = tuple(k for k in commands if section in sections_of(commands[k]))
    if len(written) < 3:
        longer = [keyword for keyword in keywords if keyword.startswith(written)]
        return f"at least three letters are needed{_as_in(longer)}"
    near = _nearest(written, tuple(commands), keywords)
    if not near:
        return f"the orders of section {section} are {', '.join(keywords)}"
    return f"did you mean '{near}'?{'' if near in keywords else f' {belongs(commands[near])}'}"


def belongs(command: Command) -> str:
    """Return the sections of a command as a hint."""
    return f"it belongs to {_or(sections_of(command))}"


@lru_cache(maxsize=1024)
def _nearest(written: str, keywords: tuple[str, ...], preferred: tuple[str, ...]) -> str:
    """Return the keyword most like a word, in full or abbreviated like it.

    Of several similar ones, those of this section, or with the same first letter, are preferred.
    """
    forms = {form: keyword for keyword in keywords for form in (keyword, keyword[: len(written)])}
    near = [forms[form] for form in get_close_matches(written, forms, n=5, cutoff=0.6)]
    return max(near, key=lambda k: (k in preferred) + (k[0] == written[0]), default="")


def _as_in(longer: Sequence[str]) -> str:
    return f", as in {_or(longer)}" if longer else ""


def _or(words: Sequence[str]) -> str:
    """Join words with commas and an "or"."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
