"""The admiral's construction: probes, miners that soon pay, and warships with the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define

from variants.event_horizon.bots.board import BotView
from variants.event_horizon.bots.mining import MiningPlan, miner
from variants.event_horizon.bots.odds import power
from variants.event_horizon.economy import Mining
from variants.event_horizon.model import Design

#: All thrusters are for probes before this turn, and half of them later.
EXPLORATION_TURNS = 4
#: Limit per size and turn.
MOST_MINERS = 8
#: Limit per turn: a larger stock builds larger ships rather than more.
MOST_WARSHIPS = 40
#: Limit of warships per sector of the map.
WARSHIPS_A_SECTOR = 3
MOST_WEAPONS, MOST_SHIELDS = 10, 8


@define
class PurchasePlan:
    """The mothership's shipyard, with the remaining stock."""

    board: BotView
    stock: dict[str, int]

    def build(self, mining_plan: MiningPlan) -> None:
        """Spend the stock; at the turn limit it counts for less than ships do (EH-VIC-003)."""
        board = self.board
        if board.last_turn:
            self._order(largest(board.economy, self.stock), 1, "Hulk")
            return
        thrusters = self.stock["thruster"]
        if board.view.turn >= EXPLORATION_TURNS:
            thrusters //= 2
        self._order(miner(board, 1), min(thrusters, mining_plan.free_sectors()), "Probe")
        for size, count in mining_plan.missing_miners():
            self._order(miner(board, size), min(count, MOST_MINERS), "Miner")
        room = WARSHIPS_A_SECTOR * board.route_map.side * board.route_map.side - len(board.warships)
        self._order(strongest(board.economy, self.stock), min(room, MOST_WARSHIPS), "Cruiser")

    def _order(self, design: Design | None, count: int, name: str) -> None:
        """Order up to `count` ships of a design, as far as the stock pays for them."""
        economy = self.board.economy
        paid = economy.affordable(design, self.stock, count) if design else 0
        if design and paid > 0:
            for part, need in economy.cost(design).items():
                self.stock[part] -= need * paid
            parts = f"{design.hull} {design.thrusters} {design.weapons} {design.shields}"
            self.board.lines.append(f"BUILD {paid} {parts} {name}")


def strongest(economy: Mining, stock: Mapping[str, int]) -> Design | None:
    """Return the design whose fleet is the strongest for a stock; None if it pays for none."""

    def fleet(design: Design) -> float:
        count = economy.affordable(design, stock, MOST_WARSHIPS)
        return count * power(design.components, design.weapons, design.shields)

    best = max(_warships(economy), key=fleet)
    return best if fleet(best) > 0 else None


def _warships(economy: Mining) -> Iterator[Design]:
    """Yield warships with the least hull and one thruster, which is enough to move."""
    for weapons in range(1, MOST_WEAPONS + 1):
        for shields in range(MOST_SHIELDS + 1):
            yield Design(economy.least_hull(1 + weapons + shields), 1, weapons, shields)


def largest(economy: Mining, stock: Mapping[str, int]) -> Design | None:
    """Return a ship of all hull in stock and the parts that it holds; None without a useful one."""
    parts, rest = 0, stock["thruster"] + stock["weapon"] + stock["shield"]
    while parts < rest and economy.least_hull(parts + 1) <= stock["hull"]:
        parts += 1
    thrusters = min(parts, stock["thruster"])
    weapons = min(parts - thrusters, stock["weapon"])
    shields = min(parts - thrusters - weapons, stock["shield"])
    design = Design(stock["hull"], thrusters, weapons, shields)
    return design if economy.is_legal(design) else None
