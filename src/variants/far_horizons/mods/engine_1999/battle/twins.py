"""Species that stand twice in a battle: their ships and colonies are one thing in two places.

The engine lists a species twice that names a sector in two BATTLE orders. Both entries have the
same ships, so a hit on one is a hit on the other; what an action computes for a unit, and what its
shots do to the shields of one, is of each entry by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from variants.far_horizons.battle.model import Battle, Fighter

#: What belongs to the ship or the colony, and not to its entry in the battle.
_OF_BOTH = ("age", "state", "shield_percent", "orbit", "defenses", "revealed", "destination")


class Twin(Fighter):
    """The same ship or colony as another fighter, in a second entry of its species."""

    other: Fighter


def _shared(name: str) -> property:
    def read(twin: Twin) -> Any:
        return getattr(twin.other, name)

    def write(twin: Twin, value: Any) -> None:
        setattr(twin.other, name, value)

    return property(read, write)


for _name in _OF_BOTH:
    setattr(Twin, _name, _shared(_name))


def join_twins(battle: Battle) -> None:
    """Let all fighters of a battle that are the same ship or colony share what becomes of it."""
    last = {_body(fighter): fighter for fighter in battle.fighters}
    for place, fighter in enumerate(battle.fighters):
        other = last[_body(fighter)]
        if other is not fighter and not isinstance(fighter, Twin):
            battle.fighters[place] = _twin(fighter, other)


def same_body(fighters: Iterable[Fighter], fighter: Fighter) -> list[Fighter]:
    """All of these fighters that are this ship or colony."""
    body = _body(fighter)
    return [one for one in fighters if _body(one) == body]


def _body(fighter: Fighter) -> int:
    thing = fighter.ship if fighter.a_ship else fighter.colony
    return id(fighter if thing is None else thing)


def _twin(fighter: Fighter, other: Fighter) -> Twin:
    twin = Twin.__new__(Twin)
    twin.other = other
    for field in attrs.fields(Fighter):
        if field.name not in _OF_BOTH:
            setattr(twin, field.name, getattr(fighter, field.name))
    return twin
