"""Class words: technologies, items, ships, and PL and SP before names of planets and species."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from attrs import frozen

from variants.far_horizons.constants import (
    CLASS_OF,
    ITEM_OF,
    STARBASE,
    TECHS,
    TRANSPORT,
)

_SHIP = re.compile(r"([A-Z]{2})(\d*)(S?)", re.ASCII)

ClassKind = Literal["tech", "item", "ship", "planet", "species"]


@frozen
class ClassWord:
    """A class word: a technology, an item, a ship's class, or PL or SP before a name.

    `tonnage` is that of a ship in units of 10,000 tons, 0 if the word doesn't say.
    """

    kind: ClassKind
    code: str
    tonnage: int = 0
    sub_light: bool = False


@lru_cache(maxsize=4096)
def class_of(word: str) -> ClassWord | None:
    """Return the meaning of a class word, in either case, or None (FH-ABBR-001)."""
    word = word.upper()
    if word in TECHS:
        return ClassWord("tech", word)
    if word in ITEM_OF:
        return ClassWord("item", word)
    if word in {"PL", "SP"}:
        return ClassWord("planet" if word == "PL" else "species", word)
    return _ship_class(word)


def _ship_class(word: str) -> ClassWord | None:
    """Parse a starbase, a transport with its size, or a ship; a final S means sub-light."""
    if word in {"BA", STARBASE}:  # FH-BAS-008
        return ClassWord("ship", STARBASE)
    match = _SHIP.fullmatch(word)
    if match is None or match[1] not in CLASS_OF or (match[2] and match[1] != TRANSPORT):
        return None
    tonnage = int(match[2] or CLASS_OF[match[1]].tonnage)  # FH-ABBR-003
    sub_light = match[3] == "S"  # FH-ABBR-002, FH-SHIP-013
    return ClassWord("ship", match[1], tonnage, sub_light)
