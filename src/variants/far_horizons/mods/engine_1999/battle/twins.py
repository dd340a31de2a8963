"""Species listed twice in a battle, whose two entries share the same ships and colonies.

The engine lists a species twice that names a sector in two BATTLE orders. Both entries have the
same ships, so a hit on one is a hit on the other; but each entry has its own strengths in an
action, and its own shield points.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from variants.far_horizons.battle.model import BattleFighter, SectorBattle

#: The fields of the ship or the colony itself; the others belong to its entry in the battle.
_SHARED = ("age", "state", "shield_percent", "orbit", "defenses", "revealed", "destination")


class Twin(BattleFighter):
    """The same ship or colony as another fighter, in a second entry of its species."""

    other: BattleFighter


def _shared_property(name: str) -> property:
    def read(twin: Twin) -> Any:
        return getattr(twin.other, name)

    def write(twin: Twin, value: Any) -> None:
        setattr(twin.other, name, value)

    return property(read, write)


for _name in _SHARED:
    setattr(Twin, _name, _shared_property(_name))


def join_twins(battle: SectorBattle) -> None:
    """Make the fighters of a battle that are the same ship or colony share their fields."""
    last = {_body_id(fighter): fighter for fighter in battle.fighters}
    for index, fighter in enumerate(battle.fighters):
        other = last[_body_id(fighter)]
        if other is not fighter and not isinstance(fighter, Twin):
            battle.fighters[index] = _make_twin(fighter, other)


def same_body(fighters: Iterable[BattleFighter], fighter: BattleFighter) -> list[BattleFighter]:
    """Return all of these fighters that are this ship or colony."""
    wanted_id = _body_id(fighter)
    return [other for other in fighters if _body_id(other) == wanted_id]


def _body_id(fighter: BattleFighter) -> int:
    body = fighter.ship if fighter.a_ship else fighter.colony
    return id(fighter if body is None else body)


def _make_twin(fighter: BattleFighter, other: BattleFighter) -> Twin:
    twin = Twin.__new__(Twin)
    twin.other = other
    for field in attrs.fields(BattleFighter):
        if field.name not in _SHARED:
            setattr(twin, field.name, getattr(fighter, field.name))
    return twin
