"""The transactions of a scenario state: acts between species earlier in the turn."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from variants.far_horizons.constants import ITEM_OF, TECHS
from variants.far_horizons.model import Game, Transaction
from variants.far_horizons.model.transactions import (
    FACTS,
    BuiltKind,
    Discovery,
    MishapFate,
    TransactionKind,
    transaction,
)
from variants.far_horizons.scenario_state import words as read

#: Facts that are species, with the fact that holds each name.
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
    "fate": _words(MishapFate),
    "what": _words(BuiltKind),
    "tech": {tech: number for number, tech in enumerate(TECHS)},
    "item": {item.abbreviation: item.code for item in ITEM_OF.values()},
}
_KINDS = _words(TransactionKind)
_PLACE = ("x", "y", "z", "orbit")


def transaction_of(game: Game, path: str, values: Any) -> Transaction:
    """Read a transaction from its kind and facts in words."""
    named = values.get("kind") if isinstance(values, Mapping) else None
    kind = TransactionKind(_KINDS[scenario_state.word(f"{path}.kind", named, _KINDS)])
    words = [word for word in FACTS[kind] if word not in _PLACE]
    places = ["place"] if "x" in FACTS[kind] else []
    scenario_state.fields(path, values, ["kind", *words, *places])
    facts: dict[str, int | str] = {}
    for word, value in values.items():
        if word != "kind":
            facts |= _facts(game, kind, f"{path}.{word}", word, value)
    facts |= {word: value for word, value in values.items() if word.endswith("_name")}
    return transaction(kind, **facts)


def _facts(
    game: Game, kind: TransactionKind, path: str, word: str, value: Any
) -> dict[str, int | str]:
    """Return a word's value as facts of a transaction."""
    if word == "place":
        place = read.place(path, value)
        return dict(zip(_PLACE, (*place.sector, place.orbit), strict=True))
    if word in _SPECIES:
        species = read.species(game, path, value)
        name = _SPECIES[word]
        return {word: species.number} | ({name: species.name} if name in FACTS[kind] else {})
    if word in _CODES:
        return {word: _CODES[word][scenario_state.word(path, value, _CODES[word])]}
    if isinstance(value, str):
        return {word: value}
    return {word: read.integer(path, value)}
