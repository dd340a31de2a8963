"""What money goes to: defences that cost no upkeep, ships within what comes in, and none too many.

A ship costs its price once a year in upkeep, a fort never does: so money that is left goes into
forts first, and ships are bought only while the week brings in well more than it costs.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import define

from variants.campaign2e.bots.board import Board, Facts
from variants.campaign2e.bots.purse import Bills, is_free_of_charge
from variants.campaign2e.bots.strategy import Strategy

#: Credits for repairs that are kept beside some weeks of bills.
KEPT = 40
#: Weeks within which a treasury that shrinks must not be empty.
WEEKS_AHEAD = 4


@define(eq=False)
class Yard:
    """The household of a week.

    Attributes:
        income: what a week brings in.
        access: the resources at hand.
        plan: how much upkeep may take, and what is kept.
    """

    board: Board
    bills: Bills
    income: float
    access: Collection[str]
    plan: Strategy

    @property
    def bill(self) -> float:
        return self.bills.total(self.access)

    @property
    def reserve(self) -> float:
        """What is kept in the treasury."""
        return self.plan.weeks_kept * self.bill + KEPT

    def save(self) -> None:
        """Give up ships whose bills cannot be paid for long, and pay small bills first.

        What is owed grows week by week, and who owes is out of supply. Ships at bases are given
        up, those first that owe most or are dearest to keep.
        """
        board = self.board
        owed = sum(ship["owed"] for ship in board.ships.values())
        short = self.bill - self.income
        if not owed and self.board.credits / 100 > WEEKS_AHEAD * short:
            return
        factor = self.bills.factor(self.access)
        for ship in sorted(self._spare_ships(), key=_dearness):
            if owed - board.credits / 100 <= -short * WEEKS_AHEAD:
                break
            board.say("RETURN" if ship["leased"] else "DISBAND", ship["name"])
            board.lose(ship)
            short -= self.bills.each[ship["name"]] * (1 if ship["leased"] else factor)
            owed -= ship["owed"]
        if owed > 0:
            self._pay_small_bills_first()

    def _pay_small_bills_first(self) -> None:
        board = self.board
        left = [s for crew in board.crews.values() for s in crew if not is_free_of_charge(s)]
        left.sort(key=lambda ship: (ship["owed"] + ship["upkeep"], ship["name"]))
        if left:
            board.say("BILLS", *(ship["name"] for ship in left))

    def fortify(self, worlds: Collection[str] = ()) -> None:
        """Buy defences that never leave, the richest worlds first; `worlds` before others."""
        board = self.board
        forts = [d for d in board.view["designs"] if d["navy"] and not d["ftl"]]
        at_start = board.view["commissioning"]
        if not forts:
            return
        best = min(forts, key=lambda d: (d["points"], d["name"]))
        price = best["points"] / 2 if at_start else best["points"]
        room = {
            name: own["defence_limit"] - own["defence_points"]
            for name, own in board.own.items()
            if not board.worlds[name]["controlled"]
        }
        bought: dict[str, int] = {}
        while board.credits / 100 - price >= self.reserve:
            fitting = [name for name in room if room[name] >= best["points"]]
            if not fitting:
                break
            name = max(fitting, key=lambda w: (w in worlds, room[w], w))
            board.spend(price)
            room[name] -= best["points"]
            bought[name] = bought.get(name, 0) + 1
        for name, count in bought.items():
            board.say("DEFEND", name, "BUY", best["name"], count)

    def buy(self, world: str, wanted: Collection[str], most: int = 3) -> None:
        """Buy the first of the wanted designs that can be afforded and kept, some times over."""
        board, bill = self.board, self.bill
        if not world or not board.is_open(world):
            return
        factor = self.bills.factor(self.access)
        designs = {facts["name"]: facts for facts in board.view["designs"]}
        for _ in range(most):
            for design in (designs[name] for name in wanted if name in designs):
                weekly = design["upkeep"] * factor
                keeps = bill + weekly <= self.plan.upkeep * self.income
                if keeps and board.credits / 100 - design["price"] >= self.reserve:
                    board.spend(design["price"])
                    board.say("BUY", design["name"], "AT", world)
                    bill += weekly
                    break

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
