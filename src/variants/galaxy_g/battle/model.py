"""The groups in a battle, its set-up from a game, and its losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from horizons_core.combat import SHIPS, Battle, BattleRecord, Fighter
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.model import Design, Group, Race

#: Groups at a planet with their races, race by race in list order.
PlanetGroups = Sequence[tuple[Race, Group]]


@frozen
class BattleGroup:
    """Identical ships of one side (by number) in a battle; their load is ignored (GG-CBT-009)."""

    side: int
    name: str
    ships: int
    design: Design
    weapons_tech: float = 1.0
    shields_tech: float = 1.0


@frozen
class GalaxyBattle(Battle):
    """Groups of several sides at a planet, and the pairs of sides (numbers) that fight.

    Groups may come in any order; ships are listed by side, and of each side by group (see
    `kernels`). Hostility is mutual (GG-CBT-015).
    """

    groups: tuple[BattleGroup, ...]
    hostile: tuple[tuple[int, int], ...]

    @property
    def fighters(self) -> tuple[Fighter, ...]:
        """The groups before the battle, with their numbers of ships."""
        return tuple(
            Fighter(g.name, g.side, {SHIPS: g.ships}, {SHIPS: g.ships}, destroyed=not g.ships)
            for g in self.groups
        )

    def in_line(self) -> list[int]:
        """The indices of the groups in the order of sides."""
        return sorted(range(len(self.groups)), key=lambda number: self.groups[number].side)


def battle_at_planet(members: PlanetGroups, hostile: Sequence[tuple[str, str]]) -> GalaxyBattle:
    """Make a battle of groups of a game at one planet; `hostile` are pairs of races' ids."""
    names = {race.id: race.name for race, _ in members}
    number = {race: index for index, race in enumerate(names)}
    return GalaxyBattle(
        sides=tuple(names.values()),
        groups=tuple(
            BattleGroup(
                side=number[race.id],
                name=race.types[group.type].name,
                ships=group.ships,
                design=race.design_of(group),
                weapons_tech=group.techs.weapons,
                shields_tech=group.techs.shields,
            )
            for race, group in members
        ),
        hostile=tuple((number[first], number[second]) for first, second in hostile),
    )


def apply_losses(members: PlanetGroups, record: BattleRecord) -> None:
    """Apply the losses of a battle to the groups; cargo is lost with its ships."""
    for (_, group), unit in zip(members, record.units, strict=True):
        group.ships = unit.left


def observed_units(
    units: Sequence[Mapping[str, Any]], members: PlanetGroups, observer: Race | None
) -> Iterator[dict[str, Any]]:
    """Yield the groups as seen by an observer (None: the gamemaster) (GG-VIS-009, GG-CBT-017)."""
    for unit, (race, group) in zip(units, members, strict=True):
        complete = observer is None or observer.id == race.id
        areas = AREAS if complete else ("cargo",)
        techs = {area: getattr(group.techs, area) for area in areas}
        yield {**unit, **techs, "cargo_kind": group.cargo, "load": group.load}


def summary(record: BattleRecord) -> str:
    """The losses of sides, as in "ships lost: Ada 3 of 10, Brin 5 of 5; none: Cato"."""
    before, lost = [0] * len(record.sides), [0] * len(record.sides)
    for unit in record.units:
        before[unit.side] += unit.ships
        lost[unit.side] += unit.ships - unit.left
    names = list(enumerate(record.sides))
    losses = [f"{name} {lost[side]} of {before[side]}" for side, name in names if lost[side]]
    spared = [name for side, name in names if not lost[side]]
    if not losses:
        return "no ship was lost"
    return f"ships lost: {', '.join(losses)}" + (f"; none: {', '.join(spared)}" if spared else "")
