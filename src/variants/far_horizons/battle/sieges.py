"""Sieges: colonies are besieged from a siege action until their production."""

from __future__ import annotations

from variants.far_horizons.battle import messages
from variants.far_horizons.battle.fight import ActionResults, CombatLog, EventReporter
from variants.far_horizons.battle.model import (
    Action,
    BattleFighter,
    FighterKind,
    FighterState,
    SectorBattle,
)
from variants.far_horizons.battle.scene import Scene
from variants.far_horizons.model import Place, transactions
from variants.far_horizons.step_context import StepContext

#: Marks a besieged planet until its production, when the siege's strength is computed.
UNTIL_PRODUCTION = 1


def announce(scene: Scene, action: Action, tell: EventReporter) -> None:
    """Announce a siege, or its absence, and who cannot besiege or be besieged."""
    battle, strict = scene.battle, scene.rules.sieges_need_shots_and_a_base
    ships = [f for f in action.fighters if f.a_ship]
    colonies = [f for f in action.fighters if f.kind is FighterKind.COLONY
                and any(battle.hostile(ship, f) for ship in ships)]  # fmt: skip
    takes_place = not strict or any(
        ship.shots > 0 and battle.hostile(ship, colony) and _yields(colony)
        for ship in ships
        for colony in colonies
    )
    tell(messages.SIEGE if takes_place else messages.NO_SIEGE, planet=action.planet)
    if takes_place:
        tell(messages.SIEGE_REMINDER)
    if not strict:
        return
    armed = {ship.side for ship in ships if ship.shots > 0}
    for side in dict.fromkeys(ship.side for ship in ships):
        if side not in armed:
            tell(messages.UNARMED_BESIEGER, side=battle.sides[side].name)
    for colony in colonies:
        if not _yields(colony):
            tell(messages.NOTHING_TO_TAX, planet=colony.name)


def _yields(colony: BattleFighter) -> bool:
    """Tell whether a colony has an economic base, as a siege requires (FH-SIEGE-002)."""
    return colony.colony is not None and colony.colony.base > 0


def besiege(
    context: StepContext, scene: Scene, action: Action, fight: ActionResults, log: CombatLog
) -> None:
    """Run an imagined round: every colony aimed at is besieged (FH-SIEGE-001)."""
    aims = fight.aims(action, log)
    besieged = {id(aim.target) for aim in aims if aim.target.kind is FighterKind.COLONY}
    hostile = {(aim.shooter.side, aim.target.side) for aim in aims}
    strict = scene.rules.sieges_need_shots_and_a_base
    for target in action.fighters:
        if id(target) in besieged and (_yields(target) or not strict):
            _record(context, scene, action, target, hostile)


def _record(
    context: StepContext,
    scene: Scene,
    action: Action,
    target: BattleFighter,
    hostile: set[tuple[int, int]],
) -> None:
    """Let all ships of sides that aimed at a colony's owner besiege it (FH-SIEGE-001)."""
    colony, species = target.colony, scene.battle.side_of(target).species
    assert colony is not None  # noqa: S101 - the target is a colony
    assert species is not None  # noqa: S101 - colonies have owners
    colony.siege = UNTIL_PRODUCTION
    for fighter in action.fighters:
        if not fighter.a_ship or (fighter.side, target.side) not in hostile:
            continue
        withdrew = fighter.state == FighterState.WITHDREW
        if fighter.gone and (scene.rules.sieges_need_shots_and_a_base or not withdrew):
            continue
        if fighter.kind is FighterKind.TRANSPORT and not scene.rules.transports_besiege:
            continue
        _besiege_with(context, scene.battle, fighter, species.number, species.name, colony.place)


def _besiege_with(
    context: StepContext,
    battle: SectorBattle,
    ship: BattleFighter,
    number: int,
    name: str,
    place: Place,
) -> None:
    besieger = battle.side_of(ship).species
    assert besieger is not None  # noqa: S101 - fighters have a species
    assert ship.ship is not None  # noqa: S101 - checked by the caller
    x, y, z = place.sector
    context.deal(
        transactions.transaction(
            transactions.TransactionKind.BESIEGED,
            besieger=besieger.number,
            besieger_name=besieger.name,
            besieged=number,
            besieged_name=name,
            ship=ship.ship.name,
            x=x,
            y=y,
            z=z,
            orbit=place.orbit,
        )
    )
