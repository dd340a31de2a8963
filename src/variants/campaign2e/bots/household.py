"""The household of a week: what it brings in, and which ships it can keep.

What is owed grows week by week, and who owes is out of supply: nobody is to have more ships than he
can pay for, but after a loss.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import define

from horizons_core.sums import ordered_sum
from variants.campaign2e.bots.board import Board, Facts
from variants.campaign2e.bots.chart import Chart
from variants.campaign2e.bots.purse import Bills, is_free_of_charge
from variants.campaign2e.bots.trading import Trades

#: Weeks within which a treasury that shrinks must not be empty.
WEEKS_AHEAD = 4


@define(eq=False)
class Household:
    """The income of a week and its bills, in credits.

    Attributes:
        income: what a week brings in.
        access: the resources at hand.
        planned: the upkeep of what was ordered this week.
    """

    board: Board
    bills: Bills
    income: float
    access: Collection[str]
    planned: float = 0.0

    @classmethod
    def of(cls, board: Board, chart: Chart) -> Household:
        """The household with the trades that there are."""
        bills = Bills.of(board)
        trades = Trades.of(board, chart, bills)
        partners = trades.partners
        return cls(board, bills, trades.income(partners), trades.access(partners))

    @property
    def bill(self) -> float:
        """The week's bill for the ships that there are."""
        return self.bills.total(self.access)

    def plan_for(self, upkeep: float, budget: float) -> bool:
        """Plan for a ship of this undoubled upkeep; False if it cannot be kept."""
        if not self.can_keep(upkeep, budget):
            return False
        self.planned += upkeep * self.bills.factor(self.access)
        return True

    def can_keep(self, upkeep: float, budget: float) -> bool:
        """Return whether bills stay within a budget with a ship of this undoubled upkeep more."""
        return self.bill + self.planned + upkeep * self.bills.factor(self.access) <= budget

    def save(self) -> list[Facts]:
        """Give up ships whose bills cannot be paid for long, and pay small bills first.

        Ships at bases are given up, those first that owe most or are dearest to keep; the answer
        is which. What is still owed then is not for anything else.
        """
        board = self.board
        owed = ordered_sum(ship["owed"] for ship in board.ships.values())
        short = self.bill - self.income
        if not owed and board.credits / 100 > WEEKS_AHEAD * short:
            return []
        factor = self.bills.factor(self.access)
        given_up = []
        for ship in sorted(self._spare_ships(), key=_dearness):
            if owed - board.credits / 100 <= -short * WEEKS_AHEAD:
                break
            board.say("RETURN" if ship["leased"] else "DISBAND", ship["name"])
            board.lose(ship)
            given_up.append(ship)
            short -= self.bills.each[ship["name"]] * (1 if ship["leased"] else factor)
            owed -= ship["owed"]
        if owed > 0:
            self._pay_small_bills_first()
            board.set_aside(owed)
        return given_up

    def _pay_small_bills_first(self) -> None:
        board = self.board
        left = [s for crew in board.crews.values() for s in crew if not is_free_of_charge(s)]
        left.sort(key=lambda ship: (ship["owed"] + ship["upkeep"], ship["name"]))
        if left:
            board.say("BILLS", *(ship["name"] for ship in left))

    def _spare_ships(self) -> list[Facts]:
        board = self.board
        return [
            ship
            for ship in board.ships.values()
            if board.is_base(ship["at"])
            and not is_free_of_charge(ship)
            and not board.groups[ship["group"]]["bound_for"]
        ]


def _dearness(ship: Facts) -> tuple[bool, float, str]:
    """Leased ships first, then what owes most and is kept dearly for what it is worth now."""
    worth = ship["points"] * ship["hull"] / ship["hull_of"]
    return not ship["leased"], -(ship["upkeep"] + ship["owed"]) / max(1.0, worth), ship["name"]
