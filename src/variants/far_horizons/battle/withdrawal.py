"""Ships that leave a battle: by age, or with the whole fleet (FH-WITHDRAW-005 to -010)."""

from __future__ import annotations

from variants.far_horizons.battle import messages
from variants.far_horizons.battle.log import Tell
from variants.far_horizons.battle.model import Action, Battle, Fighter, Kind, Side, State
from variants.far_horizons.compatibility import Habits


def withdraw(battle: Battle, action: Action, tell: Tell, habits: Habits) -> None:
    """Single ships leave, then fleets."""
    ships = [one for one in action.fighters if one.a_ship]
    for ship in ships:
        if _may_leave(ship) and _is_too_old(ship, battle.side_of(ship)):
            leave(ship, tell)
    fleets: dict[int, list[Fighter]] = {}
    for ship in ships:
        fleets.setdefault(ship.side, []).append(ship)
    for side, fleet in sorted(fleets.items()):
        if fleet_leaves(battle.sides[side].limits.fleet, fleet, habits):
            for ship in fleet:
                if _may_leave(ship):
                    leave(ship, tell)


def fleet_leaves(limit: int, fleet: list[Fighter], habits: Habits) -> bool:
    """Whether the losses of a fleet in percent reach its limit (FH-WITHDRAW-006, -008)."""
    if limit == 0:
        return True
    loss = 100 * sum(ship.gone for ship in fleet) // len(fleet)
    return loss > limit if habits.fleets_leave_above else loss >= limit


def _may_leave(ship: Fighter) -> bool:
    return ship.can_leave and not ship.gone


def _is_too_old(ship: Fighter, side: Side) -> bool:
    if ship.kind is Kind.TRANSPORT:
        return side.limits.transports != 0 and ship.age > side.limits.transports
    return ship.age > side.limits.warships


def leave(ship: Fighter, tell: Tell) -> None:
    """It drops out at once; the jump itself comes with the other jumps."""
    ship.state = State.WITHDREW
    ship.orbit = 0
    tell(messages.WITHDREW, ship=ship.seen())
