"""One battle at a planet: groups into the kernel, and its outcome into groups and events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from horizons_core.combat import SHIPS, BattleRecord
from horizons_core.model import Dice, EventKind
from horizons_core.turn import TurnContext
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.knowledge import witness
from variants.galaxy_g.model import Group, Planet, Race

BATTLE = EventKind(
    "battle.fought",
    "{title}: {summary}.",
    ("GG-CBT-001", "GG-CBT-010", "GG-CBT-017", "GG-DIP-011"),
)

#: Groups at a planet with the races that they belong to, race by race in list order.
Here = Sequence[tuple[Race, Group]]


def fight(
    context: TurnContext,
    planet: Planet,
    here: Here,
    hostile: Sequence[tuple[str, str]],
    owner: Race | None,
) -> None:
    """Fight a battle and take the losses from the groups; cargo goes down with its ships.

    `hostile` are pairs of ids; the `owner` of the planet is told of it, with ships there or not.
    """
    from variants.galaxy_g.combat import battle_of

    record = context.variant.combat.resolve(battle_of(here, hostile), context.stream(planet.id))
    sides = list({race.id: race for race, _ in here}.values())
    observers = sides
    if owner is not None and all(race.id != owner.id for race in sides):
        observers = [*sides, owner]
    _tell(context, planet, here, record, observers)
    audience = [race.id for race in observers]
    types = dict.fromkeys((race.id, group.type) for race, group in here)
    witness(context.notes, audience, [race.id for race in sides], types)
    for (_, group), unit in zip(here, record.units, strict=True):
        group.ships = unit.after[SHIPS]


def _tell(
    context: TurnContext,
    planet: Planet,
    here: Here,
    record: BattleRecord,
    observers: Sequence[Race],
) -> None:
    """An event for each observer, told its way, and one for the gamemaster (GG-VIS-013)."""
    told = record.told(
        f"Battle at {planet.name}",
        place=planet.name,
        turn=context.turn,
        phase=context.phase_name,
        summary=_summary(record),
    )
    dice = Dice((context.phase_name, planet.id), 0, record.words)
    for observer in (*observers, None):
        units = list(_units(told["units"], here, observer))
        data = {**told, "you": observer.name if observer else None, "units": units}
        audience = [observer.id] if observer else []
        context.emit(BATTLE, audience, place=planet.id, dice=[dice], data=data)


def _units(
    units: Sequence[Mapping[str, Any]], here: Here, observer: Race | None
) -> Iterator[dict[str, Any]]:
    """The groups as an observer (None: the gamemaster) sees them (GG-VIS-009, GG-CBT-017)."""
    for unit, (race, group) in zip(units, here, strict=True):
        own = observer is None or observer.id == race.id
        areas = AREAS if own else ("cargo",)
        techs = {area: getattr(group.techs, area) for area in areas}
        yield {**unit, **techs, "cargo_kind": group.cargo, "load": group.load}


def _summary(record: BattleRecord) -> str:
    """What sides lost: "ships lost: Ada 3 of 10, Brin 5 of 5; none: Cato"."""
    before, lost = [0] * len(record.sides), [0] * len(record.sides)
    for unit in record.units:
        before[unit.side] += unit.before[SHIPS]
        lost[unit.side] += unit.before[SHIPS] - unit.after[SHIPS]
    names = list(enumerate(record.sides))
    losses = [f"{name} {lost[side]} of {before[side]}" for side, name in names if lost[side]]
    spared = [name for side, name in names if not lost[side]]
    if not losses:
        return "no ship was lost"
    return f"ships lost: {', '.join(losses)}" + (f"; none: {', '.join(spared)}" if spared else "")
