"""Space battles of a turn, ASSAULT, and their results (SC-CBT-001, SC-CBT-009, SC-WPA-001)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from attrs import frozen

from horizons_core.model import Dice, EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.battle.fleets import (
    AT_ONCE,
    IN_A_WAVE,
    LATER,
    Combatant,
    StarclusterBattle,
    battle_of,
)
from variants.starcluster.battle.outcome import (
    AWAY,
    DESTROYED,
    BattleOutcome,
    RecordedOutcome,
    UnitFate,
    apply_fate,
)
from variants.starcluster.battle.record import BattleFacts, RecordedFacts, facts_of
from variants.starcluster.combat import fight_in_game
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit
from variants.starcluster.model.fleets import GUARD
from variants.starcluster.model.systems import GAS, ION, ION_STORM
from variants.starcluster.references import FLEET, warp_point
from variants.starcluster.rules.charts import is_probed, point_name
from variants.starcluster.rules.courses import must_have_drives
from variants.starcluster.rules.defenses import UNIT_LOST, fire_alone, mark_fired
from variants.starcluster.rules.fleets import Deployment, tuning_of
from variants.starcluster.rules.movement import TRANSITS, stop_for_battle
from variants.starcluster.rules.relations import at_war
from variants.starcluster.rules.sides import (
    are_opponents,
    build_side,
    largest_fleet,
    meeting_fleets,
    retreat,
    wants_battle,
)
from variants.starcluster.rules.units import is_armed

ORDERED = EventKind(
    "fleet.assault", "{fleet} will go through {point} in waves of {wave}.", ("SC-WPA-001",)
)


@frozen
class PointAssault:
    """Fleets of one empire that came through a guarded point this turn, and its guards."""

    fleets: tuple[Fleet, ...]
    guards: tuple[Fleet, ...]

    @property
    def wave(self) -> int:
        """Ships in a wave: the smallest number ordered for one of the fleets."""
        return min(fleet.wave for fleet in self.fleets)


def assault(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """ASSAULT: pass a probed warp point of the fleet's system in waves."""
    game = context.game
    fleet = order[FLEET]
    must_have_drives(game, empire, fleet)
    system, link = warp_point(game, empire, order["point"], fleet.at, "point")
    if system != fleet.at:
        message = f"{fleet.name} is at {fleet.at}, not at {system}"
        raise Refused(Refusal("not-here", message, "MOVE it there first", "point"))
    if not is_probed(empire, system, link):
        message = f"the destination of {order['point']} is unknown"
        raise Refused(Refusal("not-probed", message, "PROBE it first", "point"))
    fleet.path, fleet.scan, fleet.assaults = [link.number], None, True
    fleet.wave = order.get("wave") or fleet.wave
    context.emit(
        ORDERED,
        empire.readers,
        place=fleet.at,
        fleet=fleet.name,
        point=point_name(empire, system, link),
        wave=fleet.wave,
    )


def assault_of(
    context: TurnContext[Starcluster],
    deployed: Deployment,
    at: str,
    attackers: Iterable[Fleet],
    defenders: Iterable[Fleet],
) -> PointAssault | None:
    """The assault of one side's fleets on the other's guards in a system, or None.

    Of several points the one with the most HS passing is assaulted; fleets from others join after
    the assault.
    """
    arrivals = {t.fleet: t.link for t in context.notes.get(TRANSITS, ()) if t.place == at}
    assaults: list[PointAssault] = []
    for link in dict.fromkeys(arrivals.values()):
        fleets = tuple(fleet for fleet in attackers if arrivals.get(fleet.id) == link)
        guards = tuple(fleet for fleet in defenders if _guards(fleet, link))
        if fleets and any(map(is_armed, deployed.units_of(guards))):
            assaults.append(PointAssault(fleets, guards))
    return max(assaults, key=lambda candidate: deployed.spaces(candidate.fleets), default=None)


def _guards(fleet: Fleet, link: int) -> bool:
    return fleet.doctrine.stance == GUARD and fleet.doctrine.guards == link


FOUGHT = EventKind(
    "battle.fought",
    "{what} at {place} against {enemy}, {rounds} rounds: {result}. Own {own}; theirs {theirs}.",
    ("SC-CBT-001", "SC-CBT-009", "SC-VIS-001"),
)
RECORDED = EventKind(
    "battle.told", "The battle at {place}, strike by strike: {end}.", ("SC-CBT-009", "SC-VIS-001")
)


def apply_battle(
    context: TurnContext[Starcluster],
    deployed: Deployment,
    at: StarSystem,
    empires: tuple[Empire, Empire],
    fleets: tuple[Sequence[Fleet], Sequence[Fleet]],
    outcome: BattleOutcome | RecordedOutcome,
) -> dict[str, list[str]]:
    """Apply a battle to the game and return the units that leave, by fleet."""
    units = {unit.id: unit for unit in deployed.units_of([*fleets[0], *fleets[1]])}
    fates = {fate.key: fate for fate in outcome.fates}
    _report(context, at, empires, outcome)
    away: dict[str, list[str]] = {}
    for key, fate in fates.items():
        unit = units[key]
        if fate.status == DESTROYED:
            _report_loss(context, at, unit)
        else:
            apply_fate(fate, unit)
        if fate.status == AWAY:
            away.setdefault(unit.fleet, []).append(key)
    lost = [units[key] for key, fate in fates.items() if fate.status == DESTROYED]
    deployed.lose(at.id, lost)
    for empire, launched in zip(empires, outcome.launched, strict=True):
        if launched and at.owner == empire.id:
            mark_fired(at, launched)
    for fleet in (*fleets[0], *fleets[1]):
        stop_for_battle(fleet, context.turn)  # SC-EXP-013
    return away


def _report_loss(context: TurnContext[Starcluster], at: StarSystem, unit: Unit) -> None:
    owner = context.game.power(unit.owner)
    if owner is not None:
        context.emit(UNIT_LOST, owner.readers, place=at.id, unit=unit.name)


def _report(
    context: TurnContext[Starcluster],
    at: StarSystem,
    empires: tuple[Empire, Empire],
    outcome: BattleOutcome | RecordedOutcome,
) -> None:
    """Report the battle to both sides as they see it, and in full to the gamemaster."""
    battle = outcome.battle
    sizes = len(battle.forces[0].units)
    summaries = [
        _summary(battle.units[:sizes], outcome.fates[:sizes]),
        _summary(battle.units[sizes:], outcome.fates[sizes:]),
    ]
    facts = facts_of(outcome)
    for number, empire in enumerate(empires):
        enemy = empires[1 - number]
        result = "both lines stand" if outcome.winner is None else "no line stands"
        if outcome.winner is not None:
            result = "the field is yours" if outcome.winner == number else "the field is theirs"
        context.emit(
            FOUGHT,
            empire.readers,
            place=at.id,
            what="Assault" if battle.assault else "Battle",
            enemy=enemy.id,
            rounds=outcome.rounds,
            result=result,
            own=_words(summaries[number]),
            theirs=_words(summaries[1 - number]),
            summary=summaries[number],
            enemies=summaries[1 - number],
            winner=None if outcome.winner is None else empires[outcome.winner].id,
        )
        if empire.readers:
            _report_strikes(context, at, battle.sides, facts, empire.id)
    _report_strikes(context, at, battle.sides, facts, None)


def _report_strikes(
    context: TurnContext[Starcluster],
    at: StarSystem,
    sides: tuple[str, ...],
    facts: BattleFacts | RecordedFacts,
    reader: str | None,
) -> None:
    record = facts.record(reader)
    words = Dice((context.phase_name, "battle", at.id, *sides), 0, record.words)
    end = "nobody holds the field"
    if record.winner is not None:
        end = f"{sides[record.winner]} holds the field"
    context.emit(
        RECORDED,
        [] if reader is None else [reader],
        place=at.id,
        dice=[words],
        data=record.to_dict(f"Battle at {at.id}", you=reader, end=end),
    )


def _summary(units: Sequence[Combatant], fates: Sequence[UnitFate]) -> dict[str, dict[str, int]]:
    """The number of units of each hull that fought, and the number per fate."""
    by_hull: dict[str, Counter[str]] = {}
    for unit, fate in zip(units, fates, strict=True):
        row = by_hull.setdefault(unit.design.hull.code, Counter())
        row["units"] += 1
        row[fate.status] += 1
    return {hull: dict(row) for hull, row in by_hull.items()}


def _words(summary: dict[str, dict[str, int]]) -> str:
    """Describe a side: 5 FGf (2 destroyed, 1 away)."""
    parts = []
    for hull, row in summary.items():
        fates = [f"{row[word]} {word}" for word in (DESTROYED, AWAY) if row.get(word)]
        parts.append(f"{row['units']} {hull}" + (f" ({', '.join(fates)})" if fates else ""))
    return ", ".join(parts)


def fight_battles(context: TurnContext[Starcluster]) -> None:
    """Fight the battles of all systems; fleets that broke off leave after all of them."""
    game = context.game
    leaving: dict[str, set[str]] = {}
    deployed = Deployment(game, tuning=tuning_of(context))
    powers = list(game.powers)
    for system in game.systems:
        owners = {fleet.owner for fleet in deployed.fleets.get(system.id, ())}
        if not owners:
            continue
        parties = [power for power in powers if power.id in owners]
        for first, second in _pairs(context, deployed, system, parties):
            _meet(context, deployed, system, (first, second), leaving)
        _silos_alone(context, deployed, system, parties)
    deployed.remove_lost()
    for fleet in list(game.fleets):
        empire = game.power(fleet.owner) if fleet.id in leaving else None
        if empire is not None:
            retreat(context, empire, fleet, leaving[fleet.id])


def _pairs(
    context: TurnContext[Starcluster],
    deployed: Deployment,
    at: StarSystem,
    parties: Sequence[Empire],
) -> list[tuple[Empire, Empire]]:
    """Pairs of opponents in a system, the pair with the most HS first."""
    pairs = [
        pair for pair in combinations(parties, 2) if are_opponents(context, deployed, at, *pair)
    ]

    def spaces(pair: tuple[Empire, Empire]) -> int:
        return -int_sum(deployed.spaces(deployed.at(at.id, power.id)) for power in pair)

    return sorted(pairs, key=spaces)


def _meet(
    context: TurnContext[Starcluster],
    deployed: Deployment,
    at: StarSystem,
    empires: tuple[Empire, Empire],
    leaving: dict[str, set[str]],
) -> None:
    """Fight a battle of two empires if one wants it; fleets that broke off before are excluded."""
    first, second = empires
    mine, yours = (
        [fleet for fleet in fleets if fleet.id not in leaving]
        for fleets in meeting_fleets(deployed, at, first, second)
    )
    if not (mine and yours and wants_battle(deployed, [*mine, *yours])):
        return
    if assault_of(context, deployed, at.id, yours, mine) is not None:
        first, second, mine, yours = second, first, yours, mine
    battle = _battle(context, deployed, at, (first, second), (mine, yours))
    stream = context.stream("battle", at.id, first.id, second.id)
    outcome = fight_in_game(context.variant.combat, battle, stream)
    context.fought(battle, stream, [[first.id], [second.id]], at.id)
    away = apply_battle(context, deployed, at, (first, second), (mine, yours), outcome)
    for fleet, units in away.items():
        leaving.setdefault(fleet, set()).update(units)


def _battle(
    context: TurnContext[Starcluster],
    deployed: Deployment,
    at: StarSystem,
    empires: tuple[Empire, Empire],
    fleets: tuple[Sequence[Fleet], Sequence[Fleet]],
) -> StarclusterBattle:
    """Make the battle of two empires; in an assault the first one attacks (SC-WPA-001)."""
    assault = assault_of(context, deployed, at.id, *fleets)
    emerging_fleets = {fleet.id for fleet in assault.fleets} if assault else set()
    guards = {fleet.id for fleet in assault.guards} if assault else set()

    def comes(fleet: Fleet) -> str:
        if assault is None or fleet.id in guards:
            return AT_ONCE
        return IN_A_WAVE if fleet.id in emerging_fleets else LATER

    wave = assault.wave if assault else 5
    side_one, side_two = (
        build_side(deployed, empire, at, own_fleets, comes, wave)
        for empire, own_fleets in zip(empires, fleets, strict=True)
    )
    return battle_of(
        side_one,
        side_two,
        gas=at.nebula == GAS,
        ion=at.nebula == ION or at.anomaly == ION_STORM,
        assault=assault is not None,
    )


def _silos_alone(
    context: TurnContext[Starcluster],
    deployed: Deployment,
    at: StarSystem,
    parties: Sequence[Empire],
) -> None:
    """Fire silos of an owner without units there at an enemy's largest fleet (SC-CMS-006)."""
    game = context.game
    owner = game.power(at.owner) if at.owner else None
    if owner is None or owner in parties:
        return
    for enemy in parties:
        visible, _ = meeting_fleets(deployed, at, enemy, owner)
        if visible and at_war(owner, enemy):
            fire_alone(context, deployed, owner, enemy, at, largest_fleet(deployed, visible))
            return
