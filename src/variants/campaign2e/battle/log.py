"""What the kernels leave of a battle, read once for all who are told of it."""

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
    from horizons_core.kernels.battles import Fought
    from variants.campaign2e.battle.kernels.protocol import Arena

Row = list[int]

_OF_SIDES = {
    at.OPENING: "{one} (initiative {z}) and {two} ({w}) meet at {y} mu.",
    at.MOVED: "The distance is {y} mu; {one} makes {z}, {two} {w}.",
    at.SIDE_RUNS: "{one} breaks off.",
}


@frozen(slots=False)
class Log:
    """The rows of one battle."""

    battle: CampaignBattle
    fought: Fought[Arena]

    @cached_property
    def ships(self) -> list[BattleShip]:
        """The ships by their index."""
        return self.battle.ships

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of ships as the battle has left them."""
        rows: list[Row] = self.fought.arena.ships.tolist()
        return rows

    @cached_property
    def row_of(self) -> dict[int, int]:
        """The number of a ship's row, by its index."""
        return {row[at.INDEX]: number for number, row in enumerate(self.rows)}

    @cached_property
    def adrift(self) -> list[bool]:
        """Return whether the ship in each row is adrift."""
        arena = self.fought.arena
        return [bool(is_adrift(arena, number)) for number in range(len(self.rows))]

    @cached_property
    def carriers(self) -> list[int]:
        """The row of the ship that each group of fighters comes from."""
        carriers: list[int] = self.fought.arena.groups[:, at.CARRIER].tolist()
        return carriers

    @cached_property
    def places(self) -> list[int]:
        """The place of each system in the design of its ship."""
        places: list[int] = self.fought.arena.systems[:, at.PLACE].tolist()
        return places

    @cached_property
    def steps(self) -> list[Row]:
        """What happened, row by row."""
        steps: list[Row] = self.fought.record.tolist()
        return steps

    @cached_property
    def told(self) -> list[Shot | Note | None]:
        """What all readers are told alike of each row, None for what only some are told.

        It is attacks, without what they have destroyed, and what sides do.
        """
        told: list[Shot | Note | None] = []
        names, shots = self.battle.sides, 0
        for row in self.steps:
            turn, what, one, two, y, z, w = row
            if what == at.WAS_ATTACKED:
                told.append(self._shot(row))
                shots += 1
            elif what in _OF_SIDES:
                sides = {"one": names[one], "two": names[two]}
                words = _OF_SIDES[what].format(**sides, y=y, z=z, w=w)
                told.append(Note(shots, max(turn, 1), words))
            else:
                told.append(None)
        return told

    def _shot(self, row: Sequence[int]) -> Shot:
        turn, _, by, on, _, hull, armour = row
        damage = hull + armour
        return Shot(
            self.rows[self.attacker(by)][at.INDEX],
            self.rows[on][at.INDEX],
            round=max(turn, 1),
            kills=0,
            damage=damage,
            hits=damage > 0,
        )

    def attacker(self, by: int) -> int:
        """The row of the ship that attacks; numbers below 0 are those of groups of fighters."""
        return by if by >= 0 else self.carriers[-1 - by]
