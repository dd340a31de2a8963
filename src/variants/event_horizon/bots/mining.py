"""Moves of the admiral's unarmed ships: probes, which map and mine, and larger miners.

They differ in their thrusters only: of two in a sector the faster stays.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from attrs import define, field

from horizons_core.rng import Stream
from horizons_core.sums import ordered_sum
from variants.event_horizon.bots.board import BotView, Row
from variants.event_horizon.model import Design, Place, place_of

#: Sectors with a lower sum of values are mined only if no better one is left.
POOR = 4
#: Turns until a larger miner must have earned its extra cost over a smaller one.
PATIENCE = 2
#: A miner of size k has k times k thrusters: by the rulebook it mines k times a sector's values.
LARGEST = 6


@define
class MiningPlan:
    """The plan of mining; `holders` are the thrusters of the ship that holds each sector."""

    board: BotView
    holders: dict[Place, int] = field(factory=dict)
    _sizes: dict[int, int] = field(factory=dict)

    def order_moves(self, stream: Stream) -> None:
        """Let every unarmed ship stay, or go to where it is needed.

        That is the nearest sector that needs it; probes also take unmapped ones. If no sector needs
        it, the ship goes to the nearest one without a holder.
        """
        board = self.board
        if board.mothership:
            self.holders[board.home] = board.mothership["thrusters"]
        ships = sorted(board.unarmed, key=lambda ship: (-ship["thrusters"], ship["number"]))
        free = [ship for ship in ships if not self._stays(ship)]
        for thrusters, alike in groupby(free, key=itemgetter("thrusters")):
            needing, unheld = self._needing(thrusters), self._unheld()
            for ship in alike:
                at = place_of(ship["sector"])
                target = board.route_map.nearest(at, needing) or board.route_map.nearest(at, unheld)
                if target is not None:
                    needing.discard(target)
                    unheld.discard(target)
                    self.holders[target] = thrusters
                    self._go(ship, target, stream)

    def _stays(self, ship: Row) -> bool:
        """Return whether a ship is needed in its place; if so it holds the sector.

        A probe stays even in danger, because its view is worth more than the probe.
        """
        at, board, thrusters = place_of(ship["sector"]), self.board, ship["thrusters"]
        if board.danger(at):
            return bool(thrusters == 1)
        if self._is_needed(thrusters, at, board.worth.get(at, 0)):
            self.holders[at] = thrusters
            return True
        return False

    def _is_needed(self, thrusters: int, place: Place, worth: int) -> bool:
        """Return whether a sector of this worth needs a ship with this number of thrusters."""
        if worth < POOR or self.holders.get(place, 0) >= thrusters:
            return False
        return self.size_for(worth) >= min(LARGEST, math.isqrt(thrusters))

    def _needing(self, thrusters: int) -> set[Place]:
        """Return safe sectors that need a ship with this number of thrusters."""
        board = self.board
        unmapped = POOR if thrusters == 1 else 0
        return {
            place
            for place in board.route_map.places()
            if self._is_needed(thrusters, place, board.worth.get(place, unmapped))
            and not board.danger(place)
        }

    def _unheld(self) -> set[Place]:
        """Return safe sectors without a holder."""
        places = self.board.route_map.places() - self.holders.keys()
        return {place for place in places if not self.board.danger(place)}

    def _go(self, ship: Row, target: Place, stream: Stream) -> None:
        """Order a step towards a target, but not into armed enemies."""
        board, at = self.board, place_of(ship["sector"])
        directions = [
            name for name, place in board.route_map.steps(at, target) if not board.danger(place)
        ]
        if directions:
            board.move(ship, stream.choice(directions))

    def size_for(self, worth: int) -> int:
        """Return the largest size of miner that pays in a sector of this worth."""
        if worth not in self._sizes:
            size = 1
            while size < LARGEST and self._pays(size + 1, worth):
                size += 1
            self._sizes[worth] = size
        return self._sizes[worth]

    def _pays(self, size: int, worth: int) -> bool:
        """Return whether a miner is worth its extra cost over the next smaller size."""
        economy = self.board.economy
        larger, smaller = size * size, (size - 1) * (size - 1)
        gain = economy.income(larger, worth, 1) - economy.income(smaller, worth, 1)
        return PATIENCE * gain >= miner(self.board, size).components - (
            miner(self.board, size - 1).components
        )

    def free_sectors(self) -> int:
        """Return the number of reachable sectors without a holder."""
        return len(self._unheld().intersection(self.board.route_map.outward(self.board.home)))

    def missing_miners(self) -> Iterator[tuple[int, int]]:
        """Yield sizes above a probe's, in rising order, and how many more of each would pay."""
        board, home = self.board, self.board.home
        base = board.mothership["thrusters"] if board.mothership else 0
        sizes = [
            (place, self.size_for(board.worth.get(place, 0)))
            for place in self.holders
            if not board.danger(place)
        ]
        for size in range(2, LARGEST + 1):
            thrusters = size * size
            places = ordered_sum(
                fit >= size and (place != home or base < thrusters) for place, fit in sizes
            )
            yield (
                size,
                places - ordered_sum(ship["thrusters"] >= thrusters for ship in board.unarmed),
            )


def miner(board: BotView, size: int) -> Design:
    """Return the design of a miner of this size; size 1 is a probe."""
    return Design(board.economy.least_hull(size * size), size * size, 0, 0)
