"""Battles as arrays for the kernel, and the kernel's rows as a record of shots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from horizons_core.combat import (
    Battle,
    BattleRecord,
    BattleStatistics,
    Fighter,
    Key,
    Shot,
    battle_key,
)
from variants.event_horizon.battle_spec import ShipSpec, read_spec
from variants.event_horizon.model import Ship

if TYPE_CHECKING:
    import numpy as np

    from variants.event_horizon.kernels import Fleet

VALUES = ("hull", "thrusters", "weapons", "shields", "points")

#: The kernel's codes of what one damage took: a shield point, or a component.
EFFECTS = ("point", "hull", "thruster", "weapon", "shield")


@frozen
class EventHorizonBattle(Battle):
    """Ships of several sides in one sector. All sequences have one element a ship.

    `turns` is the most turns of combat to fight; with `charge`, shields are charged before each but
    the first. Only ships that `fires` shoot, and only `targets` are shot at.
    """

    names: tuple[str, ...]
    side: tuple[int, ...]
    values: Mapping[str, tuple[int, ...]]
    fires: tuple[bool, ...]
    targets: tuple[bool, ...]
    motherships: tuple[bool, ...]
    turns: int = 1
    charge: bool = False

    def fleet(self) -> Fleet:
        """The ships as the kernel takes them."""
        from variants.event_horizon.kernels import muster

        hull, thrusters, weapons, shields, points = (self.values[name] for name in VALUES)
        return muster(
            self.side, hull, thrusters, weapons, shields, points, self.fires, self.targets
        )


def battle_of(
    sides: Sequence[str],
    ships: Sequence[Ship],
    fires: Sequence[bool],
    targets: Sequence[bool],
) -> EventHorizonBattle:
    """One turn of battle between ships of a game."""
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


@frozen
class Resolver:
    """The rulebook's combat (EH-CBT-001 to EH-CBT-013), fought by the kernel."""

    def battle(self, spec: Mapping[str, Any]) -> EventHorizonBattle:
        """A battle from plain data (see `battle_spec.read_spec`); raises BattleError."""
        read = read_spec(spec)
        ships = [
            (side, name, ship)
            for side, entries in enumerate(read.sides.values())
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
            sides=tuple(read.sides),
            names=tuple(name for _, name, _ in ships),
            side=tuple(side for side, _, _ in ships),
            values=values,
            fires=(True,) * len(ships),
            targets=(True,) * len(ships),
            motherships=tuple(ship.mothership for _, _, ship in ships),
            turns=read.turns,
            charge=True,
        )

    def resolve(self, battle: EventHorizonBattle, key: Key, run: int = 0) -> BattleRecord:
        """Fight once, shot by shot."""
        from variants.event_horizon.kernels import fight_once

        fought = fight_once(battle.fleet(), battle.turns, battle.charge, battle_key(key), run)
        after = {name: getattr(fought, name).tolist() for name in VALUES}
        return BattleRecord(
            sides=battle.sides,
            units=tuple(self._fighter(battle, after, index) for index in range(len(battle.side))),
            shots=tuple(_shots(fought.record.tolist())),
            rounds=fought.turns,
            winner=None if fought.winner < 0 else fought.winner,
            words=fought.words,
        )

    def _fighter(
        self, battle: EventHorizonBattle, after: Mapping[str, list[int]], index: int
    ) -> Fighter:
        left = {name: after[name][index] for name in VALUES}
        return Fighter(
            name=battle.names[index],
            side=battle.side[index],
            before={name: battle.values[name][index] for name in VALUES},
            after=left,
            destroyed=left["thrusters"] + left["weapons"] == 0,
            mark="mothership" if battle.motherships[index] else "",
        )

    def simulate(
        self, battle: EventHorizonBattle, runs: int, key: Key, threads: int = 1
    ) -> BattleStatistics:
        """Fight `runs` times; measures are ships and components, left and lost, by side."""
        from variants.event_horizon.kernels import fight_runs

        fought = fight_runs(
            battle.fleet(), battle.turns, battle.charge, battle_key(key), runs, threads
        )
        ships, components = _totals(battle)
        return BattleStatistics(
            sides=battle.sides,
            winner=fought.winner,
            rounds=fought.turns,
            shots=fought.shots,
            measures={
                "ships left": fought.ships_left,
                "ships lost": ships - fought.ships_left,
                "components left": fought.components_left,
                "components lost": components - fought.components_left,
            },
        )


def _copies(entry: ShipSpec) -> list[tuple[str, ShipSpec]]:
    if entry.count == 1:
        return [(entry.name, entry)]
    return [(f"{entry.name} {number}", entry) for number in range(1, entry.count + 1)]


def _totals(battle: EventHorizonBattle) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Ships and components of each side before the battle."""
    import numpy as np

    side = np.array(battle.side)
    components = sum(np.array(battle.values[name]) for name in VALUES[:4])
    ships = np.bincount(side, minlength=len(battle.sides))
    parts = np.bincount(side, weights=components, minlength=len(battle.sides))
    return ships, parts.astype(np.int64)


def _shots(rows: Sequence[Sequence[int]]) -> list[Shot]:
    """The kernel's rows (one a damage) joined into shots."""
    shots: list[Shot] = []
    last = -1
    for turn, shooter, target, number, effect, _critical, destroyed in rows:
        shot = shots.pop() if number == last else Shot(shooter, target, round=turn + 1)
        shots.append(
            Shot(
                shooter,
                target,
                absorbed=shot.absorbed + (effect == 0),
                lost=shot.lost + ((EFFECTS[effect],) if effect else ()),
                destroyed=bool(destroyed),
                round=turn + 1,
            )
        )
        last = number
    return shots
