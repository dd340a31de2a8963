"""Results of the kernels for one battle, read once for all readers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from horizons_core.combat import Note, Shot
from variants.campaign2e.battle.fleets import BattleShip, CampaignBattle
from variants.campaign2e.battle.kernels import protocol as at
from variants.campaign2e.battle.kernels.protocol import is_adrift

if TYPE_CHECKING:
    from horizons_core.kernels.battles import ArenaResult
    from variants.campaign2e.battle.kernels.protocol import Arena

Row = list[int]

_OF_SIDES = {
    at.OPENING: "{one} (initiative {z}) and {two} ({w}) meet at {y} mu.",
    at.MOVED: "The distance is {y} mu; {one} makes {z}, {two} {w}.",
    at.SIDE_RUNS: "{one} breaks off.",
}


@frozen(slots=False)
class BattleLog:
    """The rows of one battle."""

    battle: CampaignBattle
    fought: ArenaResult[Arena]

    @cached_property
    def ships(self) -> list[BattleShip]:
        """The ships by their index."""
        return self.battle.ships

    @cached_property
    def rows(self) -> list[Row]:
        """Rows of ships after the battle."""
        rows: list[Row] = self.fought.arena.ships.tolist()
        return rows

    @cached_property
    def row_of(self) -> dict[int, int]:
        """Number of a ship's row, by its index."""
        return {row[at.INDEX]: number for number, row in enumerate(self.rows)}

    @cached_property
    def adrift(self) -> list[bool]:
        """Flags by row: whether the ship is adrift."""
        arena = self.fought.arena
        return [bool(is_adrift(arena, number)) for number in range(len(self.rows))]

    @cached_property
    def carriers(self) -> list[int]:
        """Row of the carrier of each group of fighters."""
        carriers: list[int] = self.fought.arena.groups[:, at.CARRIER].tolist()
        return carriers

    @cached_property
    def places(self) -> list[int]:
        """Index of each system in its ship's design."""
        places: list[int] = self.fought.arena.systems[:, at.PLACE].tolist()
        return places

    @cached_property
    def steps(self) -> list[Row]:
        """Events, row by row."""
        steps: list[Row] = self.fought.record.tolist()
        return steps

    @cached_property
    def common_entries(self) -> list[Shot | Note | None]:
        """Entries that are the same for all readers, by row; None for rows that differ.

        These are attacks, without their effects, and actions of sides.
        """
        entries: list[Shot | Note | None] = []
        names, shots = self.battle.sides, 0
        for row in self.steps:
            turn, event, x1, x2, y, z, w = row
            if event == at.WAS_ATTACKED:
                entries.append(self._shot(row))
                shots += 1
            elif event in _OF_SIDES:
                sides = {"one": names[x1], "two": names[x2]}
                words = _OF_SIDES[event].format(**sides, y=y, z=z, w=w)
                entries.append(Note(shots, max(turn, 1), words))
            else:
                entries.append(None)
        return entries

    def _shot(self, row: Sequence[int]) -> Shot:
        turn, _, source, target, _, hull, armour = row
        damage = hull + armour
        return Shot(
            self.rows[self.attacker(source)][at.INDEX],
            self.rows[target][at.INDEX],
            round=max(turn, 1),
            kills=0,
            damage=damage,
            hits=damage > 0,
        )

    def attacker(self, source: int) -> int:
        """Return the row of the attacking ship; negative numbers stand for fighter groups."""
        return source if source >= 0 else self.carriers[-1 - source]
