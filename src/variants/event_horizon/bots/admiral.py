"""A bot that mines the map, builds a fleet, seeks the enemy and destroys it.

It knows only its report, and has no memory between turns. It builds small ships, which need the
least hull, and always wants twice the enemy's strength. Its unarmed ships are probes, which map and
mine, and larger miners; they differ only in their thrusters, and if two are in one sector, the
faster one stays. `war` moves its warships.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import groupby
from operator import itemgetter

from attrs import define, field, frozen

from horizons_core.model import View
from horizons_core.rng import Stream
from horizons_core.sums import ordered_sum
from variants.event_horizon.bots.board import BotView, Row, power
from variants.event_horizon.bots.war import WarPlan
from variants.event_horizon.economy import Mining
from variants.event_horizon.model import Design, Place, place_of

#: Sectors with a lower sum of values are mined only if no better one is left.
POOR_SECTOR = 4
#: Turns until a larger miner must have earned its extra cost over a smaller one.
PATIENCE = 2
#: A miner of size k has k times k thrusters: by the rulebook it mines k times a sector's values.
MAX_MINER_SIZE = 6

#: All thrusters are for probes before this turn, and half of them later.
EXPLORATION_TURNS = 4
#: Limit per size and turn.
MAX_MINERS = 8
#: Limit per turn: a larger stock builds larger ships rather than more.
MAX_WARSHIPS = 40
#: Limit of warships per sector of the map.
WARSHIPS_A_SECTOR = 3
MAX_WEAPONS, MAX_SHIELDS = 10, 8


@define
class MiningPlan:
    """The plan of mining; `holders` are the thrusters of the ship that holds each sector."""

    board: BotView
    holders: dict[Place, int] = field(factory=dict)
    _sizes: dict[int, int] = field(factory=dict)

    def order_moves(self, stream: Stream) -> None:
        """Order every unarmed ship to stay, or to go where it is needed.

        That is the nearest sector that needs it; probes also take unmapped ones. If no sector needs
        it, the ship goes to the nearest one without a holder.
        """
        board = self.board
        if board.mothership:
            self.holders[board.home] = board.mothership["thrusters"]
        ships = sorted(board.unarmed, key=lambda ship: (-ship["thrusters"], ship["number"]))
        free = [ship for ship in ships if not self._stays(ship)]
        for thrusters, alike in groupby(free, key=itemgetter("thrusters")):
            needing, unheld_places = self._needing(thrusters), self._unheld_sectors()
            for ship in alike:
                at = place_of(ship["sector"])
                target = board.route_map.nearest(at, needing) or board.route_map.nearest(
                    at, unheld_places
                )
                if target is not None:
                    needing.discard(target)
                    unheld_places.discard(target)
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
        if worth < POOR_SECTOR or self.holders.get(place, 0) >= thrusters:
            return False
        return self.size_for(worth) >= min(MAX_MINER_SIZE, math.isqrt(thrusters))

    def _needing(self, thrusters: int) -> set[Place]:
        """Return safe sectors that need a ship with this number of thrusters."""
        board = self.board
        unmapped = POOR_SECTOR if thrusters == 1 else 0
        return {
            place
            for place in board.route_map.places()
            if self._is_needed(thrusters, place, board.worth.get(place, unmapped))
            and not board.danger(place)
        }

    def _unheld_sectors(self) -> set[Place]:
        """Return safe sectors without a holder."""
        places = self.board.route_map.places() - self.holders.keys()
        return {place for place in places if not self.board.danger(place)}

    def _go(self, ship: Row, target: Place, stream: Stream) -> None:
        """Order a step towards a target, but not into a sector with armed enemies."""
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
            while size < MAX_MINER_SIZE and self._pays(size + 1, worth):
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
        return len(
            self._unheld_sectors().intersection(self.board.route_map.outward(self.board.home))
        )

    def missing_miners(self) -> Iterator[tuple[int, int]]:
        """Yield sizes above a probe's, in rising order, and how many more of each would pay."""
        board, home = self.board, self.board.home
        base = board.mothership["thrusters"] if board.mothership else 0
        sizes = [
            (place, self.size_for(board.worth.get(place, 0)))
            for place in self.holders
            if not board.danger(place)
        ]
        for size in range(2, MAX_MINER_SIZE + 1):
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


@define
class PurchasePlan:
    """The mothership's shipyard, with the remaining stock."""

    board: BotView
    stock: dict[str, int]

    def build(self, mining_plan: MiningPlan) -> None:
        """Spend the stock, which counts for less than ships at the turn limit (EH-VIC-003)."""
        board = self.board
        if board.last_turn:
            self._order(largest(board.economy, self.stock), 1, "Hulk")
            return
        thrusters = self.stock["thruster"]
        if board.view.turn >= EXPLORATION_TURNS:
            thrusters //= 2
        self._order(miner(board, 1), min(thrusters, mining_plan.free_sectors()), "Probe")
        for size, count in mining_plan.missing_miners():
            self._order(miner(board, size), min(count, MAX_MINERS), "Miner")
        room = WARSHIPS_A_SECTOR * board.route_map.side * board.route_map.side - len(board.warships)
        self._order(strongest(board.economy, self.stock), min(room, MAX_WARSHIPS), "Cruiser")

    def _order(self, design: Design | None, count: int, name: str) -> None:
        """Order up to `count` ships of a design, limited by the stock."""
        economy = self.board.economy
        paid = economy.affordable(design, self.stock, count) if design else 0
        if design and paid > 0:
            for part, need in economy.cost(design).items():
                self.stock[part] -= need * paid
            parts = f"{design.hull} {design.thrusters} {design.weapons} {design.shields}"
            self.board.lines.append(f"BUILD {paid} {parts} {name}")


def strongest(economy: Mining, stock: Mapping[str, int]) -> Design | None:
    """Return the design with the strongest fleet for a stock; None if the stock pays for none."""

    def fleet(design: Design) -> float:
        count = economy.affordable(design, stock, MAX_WARSHIPS)
        return count * power(design.components, design.weapons, design.shields)

    best = max(_warships(economy), key=fleet)
    return best if fleet(best) > 0 else None


def _warships(economy: Mining) -> Iterator[Design]:
    """Yield warships with the least hull and one thruster, which is enough to move."""
    for weapons in range(1, MAX_WEAPONS + 1):
        for shields in range(MAX_SHIELDS + 1):
            yield Design(economy.least_hull(1 + weapons + shields), 1, weapons, shields)


def largest(economy: Mining, stock: Mapping[str, int]) -> Design | None:
    """Return a ship of all hull in stock and the parts that it holds; None if it is useless."""
    parts, rest = 0, stock["thruster"] + stock["weapon"] + stock["shield"]
    while parts < rest and economy.least_hull(parts + 1) <= stock["hull"]:
        parts += 1
    thrusters = min(parts, stock["thruster"])
    weapons = min(parts - thrusters, stock["weapon"])
    shields = min(parts - thrusters - weapons, stock["shield"])
    design = Design(stock["hull"], thrusters, weapons, shields)
    return design if economy.is_legal(design) else None


@frozen
class AdmiralBot:
    """The bot of this module; it asks the economy for the cost and needs of ships."""

    economy: Mining

    def orders(self, view: View, stream: Stream) -> str:
        """Return moves of unarmed ships and of warships, then build orders."""
        board = BotView.of(view, self.economy)
        mining_plan = MiningPlan(board)
        mining_plan.order_moves(stream)
        WarPlan.of(board).order_moves(stream)
        if board.mothership:
            PurchasePlan(board, dict(view["stock"])).build(mining_plan)
        return "\n".join([*board.lines, ""])
