"""Ships that leave or join a battle between its rounds, and species listed twice in it.

The engine lists a species twice that names a sector in two BATTLE orders. Both entries have the
same ships, so a hit on one is a hit on the other; but each entry has its own strengths in an
action, and its own shield points.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from horizons_core.sums import int_sum
from variants.far_horizons.battle import hits
from variants.far_horizons.battle.fight import EventReporter
from variants.far_horizons.battle.model import (
    Action,
    BattleFighter,
    FighterKind,
    FighterState,
    Scene,
    SectorBattle,
    Side,
)


def withdraw(scene: Scene, action: Action, notify: EventReporter) -> None:
    """Single ships leave, then whole fleets (FH-WITHDRAW-005, FH-WITHDRAW-006)."""
    battle = scene.battle
    ships = [fighter for fighter in action.fighters if fighter.is_ship]
    for ship in ships:
        if _may_leave(ship) and _is_too_old(ship, battle.side_of(ship)):
            _leave(ship, battle, notify)
    fleets: dict[int, list[BattleFighter]] = {}
    for ship in ships:
        fleets.setdefault(ship.side, []).append(ship)
    for side, fleet in sorted(fleets.items()):
        if _fleet_leaves(scene, battle.sides[side], fleet):
            for ship in fleet:
                if _may_leave(ship):
                    _leave(ship, battle, notify)


def _leave(ship: BattleFighter, battle: SectorBattle, notify: EventReporter) -> None:
    """Withdraw a ship; one of a species with two entries goes to the haven of this entry."""
    hits.withdraw(ship, notify)
    if len(same_body(battle.fighters, ship)) > 1:
        ship.destination = battle.side_of(ship).haven


def _fleet_leaves(scene: Scene, side: Side, fleet: list[BattleFighter]) -> bool:
    """Tell whether a fleet's losses in percent reach its limit (FH-WITHDRAW-006)."""
    limit = side.limits.fleet
    if limit == 0:
        return True
    loss = 100 * int_sum(ship.gone for ship in fleet) // len(fleet)
    return loss >= limit if scene.rules.fleets_leave_at_limit else loss > limit


def _may_leave(ship: BattleFighter) -> bool:
    return ship.can_leave and not ship.gone


def _is_too_old(ship: BattleFighter, side: Side) -> bool:
    if ship.kind is FighterKind.TRANSPORT:
        return side.limits.transports != 0 and ship.age > side.limits.transports
    return ship.age > side.limits.warships


def join(scene: Scene, action: Action) -> None:
    """Let reserves join at the start of a round (FH-HIDESHIP-003); shots are counted already."""
    waiting = [fighter for fighter in action.fighters if fighter.state == FighterState.RESERVE]
    if not waiting:
        return
    armed = {fighter.side for fighter in action.fighters if fighter.shots_left > 0}
    for fighter in waiting:
        if _joins(scene, fighter, action, armed):
            fighter.state = FighterState.FIGHTING
            fighter.shots_left = 0 if fighter.surprised else fighter.shots


def _joins(scene: Scene, fighter: BattleFighter, action: Action, armed: set[int]) -> bool:
    if not scene.rules.reserves_wait_for_losses and fighter.side != action.fighters[0].side:
        return fighter is not action.fighters[-1]
    return fighter.side not in armed


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
    body = fighter.ship if fighter.is_ship else fighter.colony
    return id(fighter if body is None else body)


def _make_twin(fighter: BattleFighter, other: BattleFighter) -> Twin:
    twin = Twin.__new__(Twin)
    twin.other = other
    for field in attrs.fields(BattleFighter):
        if field.name not in _SHARED:
            setattr(twin, field.name, getattr(fighter, field.name))
    return twin
