"""What money goes to: defences that cost no upkeep, ships within what comes in, and none too many.

A ship costs its price once a year in upkeep, a fort never does: so money that is left goes into
forts first, and ships are bought only while the week brings in well more than it costs.
"""

from __future__ import annotations

from collections.abc import Collection

from attrs import define

from variants.campaign2e.bots.board import Board
from variants.campaign2e.bots.household import Household
from variants.campaign2e.bots.strategy import Strategy

#: Credits for repairs that are kept beside some weeks of bills.
KEPT = 40


@define(eq=False)
class Yard:
    """What a player buys with what the household leaves.

    Attributes:
        plan: how much upkeep may take, and what is kept.
    """

    board: Board
    household: Household
    plan: Strategy

    @property
    def reserve(self) -> float:
        """What is kept in the treasury."""
        return self.plan.weeks_kept * self.household.bill + KEPT

    def budget(self, left: float = 0.0) -> float:
        """What bills may come to in a week, if so much is left in the treasury to live on."""
        return self.plan.upkeep * self.household.income + left * self.plan.spent_a_week

    def saves_for(self, wanted: Collection[str]) -> bool:
        """True if one of the wanted designs could be kept, and only the money for it is missing."""
        designs = {facts["name"]: facts for facts in self.board.view["designs"]}
        return any(
            self.household.can_keep(designs[name]["upkeep"], self.budget())
            for name in wanted
            if name in designs
        )

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

    def buy(self, world: str, wanted: Collection[str], most: int = 3, group: str = "") -> bool:
        """Buy the first of the wanted designs that can be afforded and kept, some times over.

        `group` is the name of a new group for them. Answers whether anything was bought.
        """
        board, household, bought = self.board, self.household, False
        if not world or not board.is_open(world):
            return False
        designs = {facts["name"]: facts for facts in board.view["designs"]}
        for _ in range(most):
            for design in (designs[name] for name in wanted if name in designs):
                left = board.credits / 100 - design["price"] - self.reserve
                if left >= 0 and household.plan_for(design["upkeep"], self.budget(left)):
                    board.spend(design["price"])
                    named = ("AS", group) if group else ()
                    board.say("BUY", design["name"], "AT", world, *named)
                    bought = True
                    break
        return bought
