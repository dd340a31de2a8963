"""Trade: which worlds can trade with which, what it is worth, and better partners.

What trade adds to a world is the base income of its partner, doubled on a lane; and one trade with
a resource world halves a heading of the whole fleet's maintenance (C2E-2.3, C2E-2.4, C2E-10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import define, field, frozen

from horizons_core.sums import ordered_sum
from variants.campaign2e.bots.board import Board
from variants.campaign2e.bots.chart import Chart, hexes_within
from variants.campaign2e.bots.partners import is_willing, kept_by
from variants.campaign2e.bots.purse import HEADINGS, Bills
from variants.campaign2e.constants import JUMP
from variants.campaign2e.model.worlds import HUB

#: What a change must bring in a week, in credits: a trade that ends brings nothing for a while.
WORTH_A_CHANGE = 1.0
MOST_CHANGES = 4
#: More than sums of credits are off by, for they are no whole numbers.
HAIR = 1e-5
#: In how many weeks each neutral world is asked once.
ROUND_OF_WEEKS = 4


@frozen
class Standing:
    """What the trades as they are bring, to reckon changes from.

    Attributes:
        partnered: by world, the own worlds whose partner it is.
        supplied: how many partners supply each resource.
        access: the resources that maintenance needs and that are at hand.
        bill: the week's bills with them.
        spare: by how much other resources could lower the bills.
    """

    partnered: Mapping[str, list[str]]
    supplied: Counter[str]
    access: list[str]
    bill: float
    spare: float


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
    _brought: dict[tuple[str, str], tuple[float, str]] = field(factory=dict)

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
        return ordered_sum(
            float(worlds[name]["points"]) + self.added(name, partners.get(name, ""))
            for name in self.board.own
            if not worlds[name]["controlled"]
        )

    def added(self, name: str, partner: str) -> float:
        """What trade with a partner brings the owner of a world in a week."""
        return self.brought(name, partner)[0]

    def brought(self, name: str, partner: str) -> tuple[float, str]:
        """What a partner brings the owner of a world in a week, and the resource it supplies."""
        pair = (name, partner)
        found = self._brought.get(pair)
        if found is None:
            added = self._profit(name, partner)
            found = self._brought[pair] = (added, self._supplied(partner) if added else "")
        return found

    def _profit(self, name: str, partner: str) -> float:
        worlds = self.board.worlds
        if partner not in worlds or not self._runs(name, partner):
            return 0.0
        other = worlds[partner]
        on_lane = self.chart.on_open_lane(name, partner)
        gain = float(other["points"] * (self.board.economy.lane_factor if on_lane else 1))
        if other["owner"]:
            return gain
        return gain * (1.0 - kept_by(other, self.board.me))

    def access(self, partners: Mapping[str, str]) -> set[str]:
        """The resources that own worlds and their partners supply."""
        found = {self.brought(name, partner)[1] for name, partner in partners.items()}
        return (found | self._own_resources) - {"", HUB}

    @cached_property
    def _own_resources(self) -> set[str]:
        return {self._supplied(name) for name in self.board.own}

    def value(self, partners: Mapping[str, str]) -> float:
        """What a week brings in with these trades, less the bills of all ships."""
        return self.income(partners) - self.bills.total(self.access(partners))

    def _supplied(self, name: str) -> str:
        world = self.board.worlds[name]
        return "" if world["interdicted"] or world["controlled"] else str(world["resource"])

    @cached_property
    def _troubled(self) -> set[str]:
        worlds = self.board.worlds.items()
        return {name for name, one in worlds if one["interdicted"] or one["controlled"]}

    def _runs(self, name: str, partner: str) -> bool:
        if name in self._troubled or partner in self._troubled:
            return False
        return partner in hexes_within(name, JUMP) or self.chart.on_open_lane(name, partner)

    # what could be better

    def standing(self) -> Standing:
        """What to reckon changes of the trades from."""
        partnered: dict[str, list[str]] = {}
        for name, partner in self.partners.items():
            partnered.setdefault(partner, []).append(name)
        supplied = Counter(self.brought(*pair)[1] for pair in self.partners.items())
        access = self._needed(supplied, (), ())
        bill = self.bills.total(access)
        return Standing(partnered, supplied, access, bill, bill - self.bills.total(HEADINGS))

    def _needed(self, supplied: Counter[str], lost: Sequence[str], won: Sequence[str]) -> list[str]:
        """The resources that maintenance needs and that own worlds or partners supply."""
        own = self._own_resources
        return [
            need
            for need in HEADINGS
            if need in own or supplied[need] + won.count(need) > lost.count(need)
        ]

    def gain(self, standing: Standing, name: str, other: str) -> float:
        """What a week brings in more with one trade more, and without those that it ends.

        It is the difference in `value`, reckoned from the worlds that it touches alone. Rounded, so
        that trades which bring the same are the same.
        """
        partners = {one: "" for end in (name, other) for one in standing.partnered.get(end, ())}
        partners[name] = other
        if other in self.board.own:
            partners[other] = name
        income, lost, won = 0.0, [], []
        for one, new in partners.items():
            before, old = self.brought(one, self.partners.get(one, ""))
            after, resource = self.brought(one, new)
            lost.append(old)
            won.append(resource)
            if not self.board.worlds[one]["controlled"]:
                income += after - before
        access = self._needed(standing.supplied, lost, won)
        if access != standing.access:
            income -= self.bills.total(access) - standing.bill
        return round(income, 6)

    def improve(self) -> None:
        """Order the trades that bring more than those that they end."""
        touched = self._touched
        for _ in range(MOST_CHANGES):
            name, other = self._best_of(self._candidates(touched))
            if not name:
                return
            self.partners = self._with(name, other)
            touched.update((name, other))
            self.board.say("TRADE", name, "WITH", other)

    def _best_of(self, candidates: Iterable[tuple[str, str]]) -> tuple[str, str]:
        """The trade that brings most more, if that is worth a change; else two times ""."""
        standing, best = self.standing(), (WORTH_A_CHANGE, "", "")
        for name, other in candidates:
            if self._limit(standing, name, other) >= best[0]:
                best = max(best, (self.gain(standing, name, other), name, other))
        return best[1:]

    def _limit(self, standing: Standing, name: str, other: str) -> float:
        """What one trade more brings at most: quick to tell, and mostly too little."""
        now, limit = self.partners, standing.spare + HAIR
        for one, new in ((name, other), (other, name)):
            if one in self.board.own:
                limit += self.added(one, new) - self.added(one, now.get(one, ""))
        return limit

    def propose(self) -> None:
        """Offer others trades for resources that are missing, and for worlds without partner."""
        standing, access = self.standing(), self.access(self.partners)
        missing = [need for need in HEADINGS if need not in access]
        found = []
        for name in self.able:
            if name in self._touched:
                continue
            for other in self._foreign(name):
                is_needed = self.board.worlds[other]["resource"] in missing
                if is_needed or name not in self.partners:
                    found.append((self.gain(standing, name, other), name, other))
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
            own, within_reach = self.able[number + 1 :], self.chart.within_reach(name)
            for other in (*own, *self._neutrals, *self.offered.get(name, ())):
                if other in within_reach and other not in busy and self.partners.get(name) != other:
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
            and (
                name in self.partners.values()
                or ordered_sum(world["at"], week) % ROUND_OF_WEEKS == 0
            )
        ]

    def _foreign(self, name: str) -> list[str]:
        """Other players' worlds within reach of an own one."""
        return [
            other
            for other, world in self.board.worlds.items()
            if world["owner"] and not world["yours"] and self.chart.can_trade(name, other)
        ]
