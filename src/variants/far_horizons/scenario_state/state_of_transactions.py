"""The transactions of a scenario state: what species did to each other earlier in the turn."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from variants.far_horizons.constants import ITEM_OF, TECHS
from variants.far_horizons.model import Game, Transaction
from variants.far_horizons.model.transactions import (
    FACTS,
    Built,
    Discovery,
    Fate,
    Kind,
    transaction,
)
from variants.far_horizons.scenario_state import words as read

#: Facts that are species, with the fact that holds the name of each.
_SPECIES = {
    "donor": "donor_name",
    "recipient": "recipient_name",
    "sender": "sender_name",
    "besieger": "besieger_name",
    "besieged": "besieged_name",
    "owner": "",
    "gainer": "",
    "told": "",
    "portal_owner": "",
    "asked": "",
}


def _words(kinds: type[enum.IntEnum]) -> dict[str, int]:
    return {kind.name.lower().replace("_", " "): int(kind) for kind in kinds}


#: Words for numbers.
_CODES: dict[str, dict[str, int]] = {
    "act": _words(Discovery),
    "fate": _words(Fate),
    "what": _words(Built),
    "tech": {tech: number for number, tech in enumerate(TECHS)},
    "item": {item.abbreviation: item.code for item in ITEM_OF.values()},
}
_KINDS = _words(Kind)
_PLACE = ("x", "y", "z", "orbit")


def transaction_of(game: Game, where: str, given: Any) -> Transaction:
    """A transaction by its kind and facts in words."""
    named = given.get("kind") if isinstance(given, Mapping) else None
    kind = Kind(_KINDS[scenario_state.word(f"{where}.kind", named, _KINDS)])
    words = [word for word in FACTS[kind] if word not in _PLACE]
    places = ["place"] if "x" in FACTS[kind] else []
    scenario_state.fields(where, given, ["kind", *words, *places])
    facts: dict[str, int | str] = {}
    for word, value in given.items():
        if word != "kind":
            facts |= _facts(game, kind, f"{where}.{word}", word, value)
    facts |= {word: value for word, value in given.items() if word.endswith("_name")}
    return transaction(kind, **facts)


def _facts(game: Game, kind: Kind, where: str, word: str, value: Any) -> dict[str, int | str]:
    """What a word says, in the facts of a transaction."""
    if word == "place":
        place = read.place(where, value)
        return dict(zip(_PLACE, (*place.sector, place.orbit), strict=True))
    if word in _SPECIES:
        species = read.species(game, where, value)
        name = _SPECIES[word]
        return {word: species.number} | ({name: species.name} if name in FACTS[kind] else {})
    if word in _CODES:
        return {word: _CODES[word][scenario_state.word(where, value, _CODES[word])]}
    if isinstance(value, str):
        return {word: value}
    return {word: read.whole(where, value)}
