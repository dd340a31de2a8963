"""Ships that leave or join one of the engine's battles between its rounds."""

from __future__ import annotations

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
from variants.far_horizons.mods.engine_1999.battle.twins import same_body


def withdraw(scene: Scene, action: Action, tell: EventReporter) -> None:
    """Single ships leave, then whole fleets (FH-WITHDRAW-005, FH-WITHDRAW-006)."""
    battle = scene.battle
    ships = [fighter for fighter in action.fighters if fighter.a_ship]
    for ship in ships:
        if _may_leave(ship) and _is_too_old(ship, battle.side_of(ship)):
            _leave(ship, battle, tell)
    fleets: dict[int, list[BattleFighter]] = {}
    for ship in ships:
        fleets.setdefault(ship.side, []).append(ship)
    for side, fleet in sorted(fleets.items()):
        if _fleet_leaves(scene, battle.sides[side], fleet):
            for ship in fleet:
                if _may_leave(ship):
                    _leave(ship, battle, tell)


def _leave(ship: BattleFighter, battle: SectorBattle, tell: EventReporter) -> None:
    """Withdraw a ship; one of a species with two entries goes to the haven of this entry."""
    hits.withdraw(ship, tell)
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
