"""Guessing a comma that a player forgot, as the engine of 1999 does (see FH-ORDER-018)."""

from __future__ import annotations

import re

from variants.far_horizons.model.class_words import class_of

_BLANK = re.compile(r"[ \t]")
_BEFORE_WORD = re.compile(r"[ \t](?=([A-Za-z0-9]+))")
_BEFORE_DIGIT = re.compile(r"[ \t](?=[0-9])")
_NAMING = ("ship", "planet", "species")


def insert_missing_comma(arguments: str) -> str | None:
    """Return the arguments of an order with a comma where it may be missing, instead of a blank."""
    return _before_class(arguments) or _before_numbers(arguments) or _after_word(arguments)


def _before_class(text: str) -> str | None:
    """Put a comma before the next word that begins a name: `TR1 Sly Drake PL Mars`."""
    for blank in _BEFORE_WORD.finditer(text):
        word = class_of(blank[1])
        if word is not None and word.kind in _NAMING:
            return _with_comma(text, blank.start())
    return None


def _before_numbers(text: str) -> str | None:
    """Put commas before all numbers; with two or four of them the first belongs to the name."""
    places = [blank.start() for blank in _BEFORE_DIGIT.finditer(text)]
    if len(places) in {2, 4}:
        places = places[1:]
    for place in places:
        text = _with_comma(text, place)
    return text if places else None


def _after_word(text: str) -> str | None:
    """Put a comma after the first word that is no class word."""
    blanks = [blank.start() for blank in _BLANK.finditer(text)]
    if not blanks:
        return None
    if class_of(text[: blanks[0]]) is None:
        return _with_comma(text, blanks[0])
    return _with_comma(text, blanks[1]) if len(blanks) > 1 else None


def _with_comma(text: str, place: int) -> str:
    return f"{text[:place]},{text[place + 1 :]}"
