"""Conversion of ships, from a game or a file, to a battle, and of the battle to arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from horizons_core.combat import Battle, Fighter
from variants.event_horizon.battle.spec import BattleSpec, ShipSpec
from variants.event_horizon.model import Ship

if TYPE_CHECKING:
    from variants.event_horizon.battle.kernels import FleetArray

VALUES = ("hull", "thrusters", "weapons", "shields", "points")


@frozen
class EventHorizonBattle(Battle):
    """Ships of several sides in one sector. All sequences have one element per ship.

    `turns` is the maximum number of combat turns; with `charge`, shields are charged before each
    but the first. `fires` says which ships shoot, `targets` which may be shot at.
    """

    names: tuple[str, ...]
    side: tuple[int, ...]
    values: Mapping[str, tuple[int, ...]]
    fires: tuple[bool, ...]
    targets: tuple[bool, ...]
    motherships: tuple[bool, ...]
    turns: int = 1
    charge: bool = False

    @cached_property
    def fighters(self) -> tuple[Fighter, ...]:
        """The ships before the battle, by the numbers of `VALUES`."""
        numbers = [dict(zip(VALUES, row, strict=True)) for row in zip(*self._columns, strict=True)]
        marks = ["mothership" if mothership else "" for mothership in self.motherships]
        return tuple(
            Fighter(name, side, before, before, destroyed=False, mark=mark)
            for name, side, before, mark in zip(self.names, self.side, numbers, marks, strict=True)
        )

    @property
    def _columns(self) -> list[tuple[int, ...]]:
        return [self.values[name] for name in VALUES]

    def fleet(self) -> FleetArray:
        """Return the ships as an array for the kernel."""
        from variants.event_horizon.battle.fights import fleet_array

        hull, thrusters, weapons, shields, points = self._columns
        return fleet_array(
            self.side, hull, thrusters, weapons, shields, points, self.fires, self.targets
        )


def battle_of_ships(
    sides: Sequence[str],
    ships: Sequence[Ship],
    fires: Sequence[bool],
    targets: Sequence[bool],
) -> EventHorizonBattle:
    """Return one turn of battle between ships of a game."""
    index = {name: number for number, name in enumerate(sides)}
    return EventHorizonBattle(
        sides=tuple(sides),
        names=tuple(f"{ship.called} (#{ship.number})" for ship in ships),
        side=tuple(index[ship.owner] for ship in ships),
        values={name: tuple(getattr(ship, name) for ship in ships) for name in VALUES},
        fires=tuple(fires),
        targets=tuple(targets),
        motherships=tuple(ship.mothership for ship in ships),
    )


def battle_of_spec(spec: BattleSpec) -> EventHorizonBattle:
    """Return a battle to the end or to the described turn, in which all fire and are targets."""
    ships = [
        (side, name, ship)
        for side, entries in enumerate(spec.sides.values())
        for entry in entries
        for name, ship in _copies(entry)
    ]
    values = {
        "hull": tuple(ship.design.hull for _, _, ship in ships),
        "thrusters": tuple(ship.design.thrusters for _, _, ship in ships),
        "weapons": tuple(ship.design.weapons for _, _, ship in ships),
        "shields": tuple(ship.design.shields for _, _, ship in ships),
        "points": tuple(ship.points for _, _, ship in ships),
    }
    return EventHorizonBattle(
        sides=tuple(spec.sides),
        names=tuple(name for _, name, _ in ships),
        side=tuple(side for side, _, _ in ships),
        values=values,
        fires=(True,) * len(ships),
        targets=(True,) * len(ships),
        motherships=tuple(ship.mothership for _, _, ship in ships),
        turns=spec.turns,
        charge=True,
    )


def _copies(entry: ShipSpec) -> list[tuple[str, ShipSpec]]:
    if entry.count == 1:
        return [(entry.name, entry)]
    return [(f"{entry.name} {number}", entry) for number in range(1, entry.count + 1)]
