"""The course of a battle in a game, from its assembly to the aftermath."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from variants.far_horizons.battle import (
    aftermath,
    ambushes,
    bombardment,
    messages,
    parties,
    strengths,
)
from variants.far_horizons.battle.actions import action_for, stages_of
from variants.far_horizons.battle.fight import ActionResults, CombatLog, EventReporter, GameCombat
from variants.far_horizons.battle.log import BattleLog
from variants.far_horizons.battle.model import (
    Action,
    ActionKind,
    BattleFighter,
    FighterKind,
    FighterState,
    PlannedBattles,
    Scene,
    SectorBattle,
    subject_of,
    subject_of_rounds,
)
from variants.far_horizons.battle.parties import assemble
from variants.far_horizons.model import Place, Sector, transactions
from variants.far_horizons.step_context import StepContext

#: Marks a besieged planet until its production, when the siege's strength is computed.
UNTIL_PRODUCTION = 1


def announce(scene: Scene, action: Action, notify: EventReporter) -> None:
    """Announce a siege, or its absence, and units that cannot besiege or be besieged."""
    battle, strict = scene.battle, scene.rules.sieges_need_shots_and_a_base
    ships = [f for f in action.fighters if f.is_ship]
    colonies = [f for f in action.fighters if f.kind is FighterKind.COLONY
                and any(battle.hostile(ship, f) for ship in ships)]  # fmt: skip
    takes_place = not strict or any(
        ship.shots > 0 and battle.hostile(ship, colony) and _yields(colony)
        for ship in ships
        for colony in colonies
    )
    notify(messages.SIEGE if takes_place else messages.NO_SIEGE, planet=action.planet)
    if takes_place:
        notify(messages.SIEGE_REMINDER)
    if not strict:
        return
    armed = {ship.side for ship in ships if ship.shots > 0}
    for side in dict.fromkeys(ship.side for ship in ships):
        if side not in armed:
            notify(messages.UNARMED_BESIEGER, side=battle.sides[side].name)
    for colony in colonies:
        if not _yields(colony):
            notify(messages.NOTHING_TO_TAX, planet=colony.name)


def _yields(colony: BattleFighter) -> bool:
    """Return whether a colony has an economic base, as a siege requires (FH-SIEGE-002)."""
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
    """Record a siege by all ships of sides that aimed at a colony's owner (FH-SIEGE-001)."""
    colony, species = target.colony, scene.battle.side_of(target).species
    assert colony is not None  # noqa: S101 - the target is a colony
    assert species is not None  # noqa: S101 - colonies have owners
    colony.siege = UNTIL_PRODUCTION
    for fighter in action.fighters:
        if not fighter.is_ship or (fighter.side, target.side) not in hostile:
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


_TITLES = {
    ActionKind.DEEP_SPACE: messages.DEEP_SPACE,
    ActionKind.ATTACK: messages.PLANET_ATTACK,
    ActionKind.BOMBARDMENT: messages.BOMBARDMENT,
    ActionKind.GERM_WARFARE: messages.GERM_WARFARE,
}
_CONSEQUENCES: dict[
    ActionKind, Callable[[StepContext, Scene, Action, ActionResults, CombatLog], None]
] = {
    ActionKind.BOMBARDMENT: bombardment.bombard,
    ActionKind.GERM_WARFARE: bombardment.infect,
    ActionKind.SIEGE: besiege,
}


def conduct(
    context: StepContext,
    combat: GameCombat,
    planned: PlannedBattles,
    sector: Sector,
    betrayals: aftermath.Betrayals,
) -> None:
    """Carry out a battle."""
    dice = context.chance.dice(*subject_of(sector))
    rules = combat.rules
    if not context.game.plays_by("1.1.0"):
        rules = evolve(rules, idle_fleets_defend_planets=True)
    scene = assemble(rules, planned, sector, dice, context.economy)
    combat.gather(scene)
    relations = parties.determine_hostility(scene)
    log = BattleLog(context, scene)
    _open(scene.battle, log)
    _report_to_bystanders(context, planned, scene)
    if len(scene.battle.sides) == 1:
        log(messages.ALONE)
    else:
        _fight(context, combat, scene, log)
    betrayals.note(context, relations)
    aftermath.apply_aftermath(context, scene, planned.reserves)
    subjects = (subject_of(sector), subject_of_rounds(sector))
    log.end([dice for subject in subjects for dice in context.chance.drawn(*subject)])


def _open(battle: SectorBattle, notify: EventReporter) -> None:
    x, y, z = battle.sector
    notify(messages.PLACE, x=x, y=y, z=z)
    for side in battle.sides:
        notify(messages.READY if side.ready else messages.NOT_READY, side=side.name)


def _report_to_bystanders(context: StepContext, planned: PlannedBattles, scene: Scene) -> None:
    """Tell species in the sector that stay out of the battle who is on alert (FH-SURPRISE-004)."""
    if not scene.rules.bystanders_see_alerts:
        return
    battle = scene.battle
    x, y, z = battle.sector
    taking_part = {side.number for side in battle.sides}
    for species in planned.present.get(battle.sector, ()):
        if species.number not in taking_part:
            for side in battle.sides:
                if side.ready:
                    context.notify(species, messages.ON_ALERT, side=side.name, x=x, y=y, z=z)


def _fight(context: StepContext, combat: GameCombat, scene: Scene, log: CombatLog) -> None:
    """Carry out the ambushes, then the fight (FH-AMBUSH-003)."""
    ambushed = ambushes.carry_out(scene, log)
    parties.make_mutual(scene.battle)
    if not fight_out(context, combat, scene, log) and not ambushed:
        log(messages.NO_FIGHT)


def fight_out(context: StepContext, combat: GameCombat, scene: Scene, log: CombatLog) -> int:
    """Carry out the actions of a battle; return how many of them took place."""
    stages = stages_of(scene)
    if not stages:
        return 0
    fought, fight = 0, combat.fight(scene, context.chance)
    if fight.battle is not None:
        sides, sector = scene.battle.sides, scene.battle.sector
        stream = context.chance.stream(*subject_of_rounds(sector))
        species = [[side.species.id] if side.species is not None else [] for side in sides]
        context.fought(fight.battle, stream, species, str(Place(sector)))
    for number, stage in enumerate(stages):
        action = action_for(scene, stage)
        if action is not None:
            if not fought:
                _report_surprise(scene.battle, log)
            action.number = number
            _act(context, scene, action, fight, log, first=not fought)
            fought += 1
    return fought


def _report_surprise(battle: SectorBattle, notify: EventReporter) -> None:
    for side in battle.sides:
        if side.surprised:
            notify(messages.SURPRISED, side=side.name)


def _act(
    context: StepContext,
    scene: Scene,
    action: Action,
    fight: ActionResults,
    log: CombatLog,
    *,
    first: bool,
) -> None:
    """Carry out an action, after its title and its units."""
    strengths.prepare(scene.battle, action, scene.rules)
    log.stage(action)
    if action.act is ActionKind.SIEGE:
        announce(scene, action, log)
    else:
        goes = "begins" if first else "moves"
        if action.act is ActionKind.DEEP_SPACE:
            goes += " in" if first else " into"
        log(_TITLES[action.act], goes=goes, planet=action.planet)
        _list_units(scene.battle, action, log)
    if action.act.imagined:
        _CONSEQUENCES[action.act](context, scene, action, fight, log)
    elif not fight.rounds(action, log):
        log(messages.NOTHING_TO_ATTACK)


def _list_units(battle: SectorBattle, action: Action, log: CombatLog) -> None:
    """List the fighters; ships under HIDE are not named before they join."""
    log(messages.UNITS)
    place = f"O{action.planet}" if action.planet else "D"
    units: dict[int, list[str]] = {}
    # FH-HIDESHIP-006
    present = [fighter for fighter in action.fighters if fighter.state != FighterState.RESERVE]
    for fighter in present:
        units.setdefault(fighter.side, []).append(fighter.log_name(place))
    log.listed(present)
    for side, names in sorted(units.items()):
        log(messages.UNITS_OF_SIDE, side=battle.sides[side].name, units=", ".join(names))
