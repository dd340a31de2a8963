"""After a space battle: losses, records, and units that leave (SC-CBT-009, SC-VIS-001)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from horizons_core.model import Dice, EventKind
from horizons_core.turn import TurnContext
from variants.starcluster.battle.fleets import Combatant
from variants.starcluster.battle.outcome import (
    AWAY,
    DESTROYED,
    BattleOutcome,
    UnitFate,
    apply_fate,
)
from variants.starcluster.battle.record import BattleFacts
from variants.starcluster.model import Empire, Fleet, StarSystem, Unit
from variants.starcluster.rules.deployment import Deployment
from variants.starcluster.rules.movement import stop_for_battle
from variants.starcluster.rules.silos import UNIT_LOST, mark_fired

FOUGHT = EventKind(
    "battle.fought",
    "{what} at {place} against {enemy}, {rounds} rounds: {result}. Own {own}; theirs {theirs}.",
    ("SC-CBT-001", "SC-CBT-009", "SC-VIS-001"),
)
RECORDED = EventKind(
    "battle.told", "The battle at {place}, strike by strike: {end}.", ("SC-CBT-009", "SC-VIS-001")
)


def apply_battle(
    context: TurnContext,
    deployed: Deployment,
    at: StarSystem,
    empires: tuple[Empire, Empire],
    fleets: tuple[Sequence[Fleet], Sequence[Fleet]],
    outcome: BattleOutcome,
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


def _report_loss(context: TurnContext, at: StarSystem, unit: Unit) -> None:
    owner = context.game.power(unit.owner)
    if owner is not None:
        context.emit(UNIT_LOST, owner.readers, place=at.id, unit=unit.name)


def _report(
    context: TurnContext, at: StarSystem, empires: tuple[Empire, Empire], outcome: BattleOutcome
) -> None:
    """Report the battle to both sides as they see it, and all of it to the gamemaster."""
    battle = outcome.battle
    sizes = len(battle.forces[0].units)
    summaries = [
        _summary(battle.units[:sizes], outcome.fates[:sizes]),
        _summary(battle.units[sizes:], outcome.fates[sizes:]),
    ]
    facts = BattleFacts(outcome)
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
    context: TurnContext,
    at: StarSystem,
    sides: tuple[str, ...],
    facts: BattleFacts,
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
    """By hull, the number of units that fought and the number per fate."""
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
