"""Trade: which worlds can trade with which, what it is worth, and better partners.

What trade adds to a world is the base income of its partner, doubled on a lane; and one trade with
a resource world halves a heading of the whole fleet's maintenance (C2E-2.3, C2E-2.4, C2E-10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from attrs import define, field

from variants.campaign2e.bots.board import Board, Facts
from variants.campaign2e.bots.chart import Chart
from variants.campaign2e.bots.purse import HEADINGS, Bills
from variants.campaign2e.model.worlds import HUB

#: What a change must bring in a week, in credits: a trade that ends brings nothing for a while.
WORTH_A_CHANGE = 1.0
MOST_CHANGES = 4
#: In how many weeks each neutral world is asked once.
ROUND_OF_WEEKS = 4


def partners_of(board: Board, chart: Chart, world: str) -> list[str]:
    """The worlds with which an own world may be ordered to trade (C2E-10.1-03).

    Of own ones those that are pacified, of neutral ones those that are known to be willing.
    """
    return [
        name
        for name in board.worlds
        if name != world and chart.can_trade(world, name) and is_willing(board, name)
    ]


def is_willing(board: Board, name: str) -> bool:
    """Whether an order to trade with a world is taken: its owner may still not agree."""
    world = board.worlds[name]
    if world["yours"]:
        return board.is_pacified(name)
    if world["owner"]:
        return True
    allegiance = world["allegiance"]
    if allegiance in (None, "war_zone"):
        return False
    return not (allegiance == "hostile" and world["power"] == board.me)


@define(slots=False, eq=False)
class Trades:
    """The trades of a player, as they are and as the orders so far change them.

    Attributes:
        partners: by own world, its partner.
        offered: by own world, the worlds of others that are offered to it.
    """

    board: Board
    chart: Chart
    bills: Bills
    partners: dict[str, str]
    offered: Mapping[str, list[str]]
    _asked: set[tuple[str, str]] = field(factory=set)
    _touched: set[str] = field(factory=set)

    @classmethod
    def of(cls, board: Board, chart: Chart, bills: Bills) -> Trades:
        """The trades of a board."""
        partners = {name: own["partner"] for name, own in board.own.items() if own["partner"]}
        offered: dict[str, list[str]] = {}
        asked = set()
        for offer in board.view["offers"]:
            if offer["by"] == board.me:
                asked.add((offer["world"], offer["partner"]))
            elif offer["partner"] in board.own:
                offered.setdefault(offer["partner"], []).append(offer["world"])
        return cls(board, chart, bills, partners, offered, asked)

    # what trades are worth

    @cached_property
    def able(self) -> list[str]:
        """Own worlds that can trade now."""
        worlds = self.board.worlds
        return [
            name
            for name in self.board.own
            if self.board.is_pacified(name)
            and not worlds[name]["controlled"]
            and not worlds[name]["interdicted"]
        ]

    def income(self, partners: Mapping[str, str]) -> float:
        """What all own worlds yield in a week with these trades."""
        worlds = self.board.worlds
        return sum(
            float(worlds[name]["points"]) + self.added(name, partners.get(name, ""))
            for name in self.board.own
            if not worlds[name]["controlled"]
        )

    def added(self, name: str, partner: str) -> float:
        """What trade with a partner brings the owner of a world in a week."""
        worlds = self.board.worlds
        if partner not in worlds or not self._runs(worlds[name], worlds[partner]):
            return 0.0
        other = worlds[partner]
        on_lane = self.chart.on_open_lane(name, partner)
        gain = float(other["points"] * (self.board.economy.lane_factor if on_lane else 1))
        if other["owner"]:
            return gain
        return gain * (1.0 - kept_by(other, self.board.me))

    def access(self, partners: Mapping[str, str]) -> set[str]:
        """The resources that own worlds and their partners supply."""
        found = set()
        for name in self.board.own:
            found.add(self._supplied(name))
            partner = partners.get(name, "")
            if partner in self.board.worlds and self.added(name, partner):
                found.add(self._supplied(partner))
        return found - {"", HUB}

    def value(self, partners: Mapping[str, str]) -> float:
        """What a week brings in with these trades, less the bills of all ships."""
        return self.income(partners) - self.bills.total(self.access(partners))

    def _supplied(self, name: str) -> str:
        world = self.board.worlds[name]
        return "" if world["interdicted"] or world["controlled"] else str(world["resource"])

    def _runs(self, world: Facts, partner: Facts) -> bool:
        troubled = any(one["interdicted"] or one["controlled"] for one in (world, partner))
        near = self.chart.distance(world["id"], partner["id"]) <= 2
        return not troubled and (near or self.chart.on_open_lane(world["id"], partner["id"]))

    # what could be better

    def improve(self) -> None:
        """Order the trades that bring more than those that they end."""
        value, touched = self.value(self.partners), self._touched
        for _ in range(MOST_CHANGES):
            best = max(
                (
                    (self.value(self._with(name, other)) - value, name, other)
                    for name, other in self._candidates(touched)
                ),
                default=(0.0, "", ""),
            )
            if best[0] < WORTH_A_CHANGE:
                return
            gain, name, other = best
            self.partners = self._with(name, other)
            value += gain
            touched.update((name, other))
            self.board.say("TRADE", name, "WITH", other)

    def propose(self) -> None:
        """Offer others trades for resources that are missing, and for worlds without partner."""
        value, access = self.value(self.partners), self.access(self.partners)
        missing = [need for need in HEADINGS if need not in access]
        found = []
        for name in self.able:
            if name in self._touched:
                continue
            for other in self._foreign(name):
                is_needed = self.board.worlds[other]["resource"] in missing
                if is_needed or name not in self.partners:
                    gain = self.value(self._with(name, other)) - value
                    found.append((gain, name, other))
        if found:
            gain, name, other = max(found)
            is_asking = any(world == name for world, _ in self._asked)
            if gain >= WORTH_A_CHANGE and not is_asking:
                self.board.say("TRADE", name, "WITH", other)

    def _with(self, name: str, other: str) -> dict[str, str]:
        """The partners with one trade more, and without those that it ends."""
        gone = {name, other}
        partners = {a: b for a, b in self.partners.items() if a not in gone and b not in gone}
        partners[name] = other
        if other in self.board.own:
            partners[other] = name
        return partners

    def _candidates(self, touched: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Trades that would begin this week, if ordered: own, neutral, and offered ones."""
        busy = set(touched)
        for number, name in enumerate(self.able):
            if name in busy:
                continue
            own = self.able[number + 1 :]
            for other in (*own, *self._neutrals, *self.offered.get(name, ())):
                is_new = other not in busy and self.partners.get(name) != other
                if is_new and self.chart.can_trade(name, other):
                    yield name, other

    @cached_property
    def _neutrals(self) -> list[str]:
        """Willing neutral worlds that are asked this week; what partner they have is not known."""
        week = self.board.view["week"]
        return [
            name
            for name, world in self.board.worlds.items()
            if not world["owner"]
            and is_willing(self.board, name)
            and (name in self.partners.values() or sum(world["at"], week) % ROUND_OF_WEEKS == 0)
        ]

    def _foreign(self, name: str) -> list[str]:
        """Other players' worlds within reach of an own one."""
        return [
            other
            for other, world in self.board.worlds.items()
            if world["owner"] and not world["yours"] and self.chart.can_trade(name, other)
        ]


def kept_by(neutral: Facts, me: str) -> float:
    """The part of the profit that a neutral world keeps (C2E-10.1-06)."""
    if neutral["allegiance"] == "friendly" and neutral["power"] == me:
        return 0.0
    return 2 / 3 if neutral["allegiance"] == "balkanised" else 0.5
