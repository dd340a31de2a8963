"""A bot's trade partners, improvements of worlds, and bills.

Bills are weekly, in credits, and based on the view. Trade partners are willing worlds that take a
part of the profit (C2E-10.1). Trade adds the partner's base income to a world, doubled on a lane;
trade with a resource world halves a heading of the fleet's maintenance
(C2E-2.3, C2E-2.4, C2E-10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import define, field, frozen

from horizons_core.sums import ordered_sum
from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.bots.routes import RouteMap, hexes_within
from variants.campaign2e.constants import JUMP
from variants.campaign2e.economy import HEADINGS as RESOURCES
from variants.campaign2e.model.worlds import HUB
from variants.campaign2e.view.rows import Row

#: Resources without which a heading of maintenance doubles (C2E-2.4-02).
HEADINGS = tuple(RESOURCES.values())

#: Minimum weekly gain of a change, in credits, because an ended trade yields nothing for a while.
WORTH_A_CHANGE = 1.0
MAX_CHANGES = 4
#: Upper bound of rounding errors in sums of credits.
ROUNDING_ERROR = 1e-5
#: Period in weeks after which each neutral world is asked again.
ASKING_PERIOD = 4


@define(eq=False)
class Bills:
    """The weekly maintenance of all ships, in credits.

    Attributes:
        headings: undoubled cost, by the resource that each heading needs.
        fees: fees of leased ships, which are not doubled.
        each: undoubled cost of each ship.
    """

    headings: dict[str, float]
    fees: float
    each: Mapping[str, float]

    @classmethod
    def of(cls, bot: BotView) -> Bills:
        """Return the bills for all ships of a player."""
        headings, fees, each = dict.fromkeys(HEADINGS, 0.0), 0.0, {}
        for ship in bot.ships.values():
            if is_free_of_charge(ship):
                continue
            each[ship["name"]] = ship["upkeep"]
            if ship["leased"]:
                fees += ship["upkeep"]
            for heading, need in RESOURCES.items():
                headings[need] += ship["headings"][heading]
        return cls(headings, fees, each)

    def total(self, access: Collection[str]) -> float:
        """Return the week's bill with access to these resources."""
        doubled = ordered_sum(cost for need, cost in self.headings.items() if need not in access)
        return ordered_sum(self.headings.values()) + doubled + self.fees

    def factor(self, access: Collection[str]) -> float:
        """Return the factor by which missing resources raise the average ship's bill."""
        undoubled = ordered_sum(self.headings.values())
        return (self.total(access) - self.fees) / undoubled if undoubled else 2.0 - len(access) / 3


def is_free_of_charge(ship: Row) -> bool:
    """Return whether a ship costs no maintenance, as fixed defences and captures do."""
    return not ship["upkeep"]


def partners_of(bot: BotView, routes: RouteMap, world: str) -> list[str]:
    """Return the worlds that an owned world may be ordered to trade with (C2E-10.1-03).

    Worlds of the player must be pacified; neutral worlds must be known to be willing.
    """
    return [
        name
        for name in bot.worlds
        if name != world and routes.can_trade(world, name) and is_willing(bot, name)
    ]


def is_willing(bot: BotView, name: str) -> bool:
    """Return whether a trade order is accepted; the world's owner may still disagree."""
    world = bot.worlds[name]
    if world["yours"]:
        return bot.is_pacified(name)
    if world["owner"]:
        return True
    allegiance = world["allegiance"]
    if allegiance in (None, "war_zone"):
        return False
    return not (allegiance == "hostile" and world["power"] == bot.player)


def partner_share(neutral: Row, me: str) -> float:
    """Return the part of the profit that a neutral world keeps (C2E-10.1-06)."""
    if neutral["allegiance"] == "friendly" and neutral["power"] == me:
        return 0.0
    return 2 / 3 if neutral["allegiance"] == "balkanised" else 0.5


@frozen
class TradeBaseline:
    """Current trades, as the baseline for computing changes.

    Attributes:
        partnered: the player's worlds that trade with each world.
        supplied: number of partners that supply each resource.
        access: available resources that maintenance needs.
        bill: the week's bills with these resources.
        spare: possible reduction of bills by other resources.
    """

    partnered: Mapping[str, list[str]]
    supplied: Counter[str]
    access: list[str]
    bill: float
    spare: float


@define(slots=False, eq=False)
class Trades:
    """A player's trades, including changes ordered so far.

    Attributes:
        partners: partner of each of the player's worlds.
        offered: foreign worlds offered to each of the player's worlds.
    """

    bot: BotView
    routes: RouteMap
    bills: Bills
    partners: dict[str, str]
    offered: Mapping[str, list[str]]
    _own_offers: set[tuple[str, str]] = field(factory=set)
    _changed: set[str] = field(factory=set)
    _yields: dict[tuple[str, str], tuple[float, str]] = field(factory=dict)

    @classmethod
    def of(cls, bot: BotView, routes: RouteMap, bills: Bills) -> Trades:
        """Return the player's current trades."""
        partners = {
            name: facts["partner"] for name, facts in bot.own_worlds.items() if facts["partner"]
        }
        offered: dict[str, list[str]] = {}
        own_offers = set()
        for offer in bot.view["offers"]:
            if offer["by"] == bot.player:
                own_offers.add((offer["world"], offer["partner"]))
            elif offer["partner"] in bot.own_worlds:
                offered.setdefault(offer["partner"], []).append(offer["world"])
        return cls(bot, routes, bills, partners, offered, own_offers)

    # value of trades

    @cached_property
    def able(self) -> list[str]:
        """The player's worlds that can trade now."""
        worlds = self.bot.worlds
        return [
            name
            for name in self.bot.own_worlds
            if self.bot.is_pacified(name)
            and not worlds[name]["controlled"]
            and not worlds[name]["interdicted"]
        ]

    def income(self, partners: Mapping[str, str]) -> float:
        """Return the weekly yield of all the player's worlds with these trade partners."""
        worlds = self.bot.worlds
        return ordered_sum(
            float(worlds[name]["points"]) + self.added(name, partners.get(name, ""))
            for name in self.bot.own_worlds
            if not worlds[name]["controlled"]
        )

    def added(self, name: str, partner: str) -> float:
        """Return the weekly gain of a world's owner from trade with a partner."""
        return self.brought(name, partner)[0]

    def brought(self, name: str, partner: str) -> tuple[float, str]:
        """Return the weekly gain of a world's owner from a partner, and the partner's resource."""
        pair = (name, partner)
        result = self._yields.get(pair)
        if result is None:
            profit = self._profit(name, partner)
            result = self._yields[pair] = (profit, self._resource_of(partner) if profit else "")
        return result

    def _profit(self, name: str, partner: str) -> float:
        worlds = self.bot.worlds
        if partner not in worlds or not self._can_run(name, partner):
            return 0.0
        other = worlds[partner]
        on_lane = self.routes.on_open_lane(name, partner)
        gain = float(other["points"] * (self.bot.economy.lane_factor if on_lane else 1))
        if other["owner"]:
            return gain
        return gain * (1.0 - partner_share(other, self.bot.player))

    def access(self, partners: Mapping[str, str]) -> set[str]:
        """Return the resources supplied by the player's worlds and their partners."""
        supplied = {self.brought(name, partner)[1] for name, partner in partners.items()}
        return (supplied | self._own_resources) - {"", HUB}

    @cached_property
    def _own_resources(self) -> set[str]:
        return {self._resource_of(name) for name in self.bot.own_worlds}

    def value(self, partners: Mapping[str, str]) -> float:
        """Return the weekly income with these trade partners, minus the bills of all ships."""
        return self.income(partners) - self.bills.total(self.access(partners))

    def _resource_of(self, name: str) -> str:
        world = self.bot.worlds[name]
        return "" if world["interdicted"] or world["controlled"] else str(world["resource"])

    @cached_property
    def _troubled(self) -> set[str]:
        worlds = self.bot.worlds.items()
        return {name for name, world in worlds if world["interdicted"] or world["controlled"]}

    def _can_run(self, name: str, partner: str) -> bool:
        if name in self._troubled or partner in self._troubled:
            return False
        return partner in hexes_within(name, JUMP) or self.routes.on_open_lane(name, partner)

    # improvements

    def standing(self) -> TradeBaseline:
        """Return the baseline for computing changes."""
        partnered: dict[str, list[str]] = {}
        for name, partner in self.partners.items():
            partnered.setdefault(partner, []).append(name)
        supplied = Counter(self.brought(*pair)[1] for pair in self.partners.items())
        access = self._needed(supplied, (), ())
        bill = self.bills.total(access)
        return TradeBaseline(partnered, supplied, access, bill, bill - self.bills.total(HEADINGS))

    def _needed(self, supply: Counter[str], less: Sequence[str], more: Sequence[str]) -> list[str]:
        """Return the needed resources that the player's worlds or their partners supply."""
        own_resources = self._own_resources
        return [
            need
            for need in HEADINGS
            if need in own_resources or supply[need] + more.count(need) > less.count(need)
        ]

    def gain(self, baseline: TradeBaseline, name: str, other: str) -> float:
        """Return the weekly gain of a new trade, minus the trades that it ends.

        It equals the difference in `value`, computed from the affected worlds only, and rounded so
        that equal gains compare equal.
        """
        partners = {w: "" for end in (name, other) for w in baseline.partnered.get(end, ())}
        partners[name] = other
        if other in self.bot.own_worlds:
            partners[other] = name
        income, removed, added = 0.0, [], []
        for world_id, partner in partners.items():
            old_income, old_resource = self.brought(world_id, self.partners.get(world_id, ""))
            new_income, new_resource = self.brought(world_id, partner)
            removed.append(old_resource)
            added.append(new_resource)
            if not self.bot.worlds[world_id]["controlled"]:
                income += new_income - old_income
        access = self._needed(baseline.supplied, removed, added)
        if access != baseline.access:
            income -= self.bills.total(access) - baseline.bill
        return round(income, 6)

    def improve(self) -> None:
        """Order the trades that gain more than those that they end."""
        touched = self._changed
        for _ in range(MAX_CHANGES):
            name, other = self._best_of(self._candidates(touched))
            if not name:
                return
            self.partners = self._partners_with(name, other)
            touched.update((name, other))
            self.bot.order("TRADE", name, "WITH", other)

    def _best_of(self, candidates: Iterable[tuple[str, str]]) -> tuple[str, str]:
        """Return the trade with the highest gain, if it is worth a change; otherwise "" and ""."""
        baseline, best = self.standing(), (WORTH_A_CHANGE, "", "")
        for name, other in candidates:
            if self._limit(baseline, name, other) >= best[0]:
                best = max(best, (self.gain(baseline, name, other), name, other))
        return best[1:]

    def _limit(self, baseline: TradeBaseline, name: str, other: str) -> float:
        """Return an upper bound of a new trade's gain: quick, and enough to reject most."""
        partners, limit = self.partners, baseline.spare + ROUNDING_ERROR
        for world, partner in ((name, other), (other, name)):
            if world in self.bot.own_worlds:
                limit += self.added(world, partner) - self.added(world, partners.get(world, ""))
        return limit

    def propose(self) -> None:
        """Offer other players trades for missing resources, and for worlds without a partner."""
        baseline, access = self.standing(), self.access(self.partners)
        missing_resources = [need for need in HEADINGS if need not in access]
        proposals = []
        for name in self.able:
            if name in self._changed:
                continue
            for other in self._foreign(name):
                is_needed = self.bot.worlds[other]["resource"] in missing_resources
                if is_needed or name not in self.partners:
                    proposals.append((self.gain(baseline, name, other), name, other))
        if proposals:
            gain, name, other = max(proposals)
            is_asking = any(world == name for world, _ in self._own_offers)
            if gain >= WORTH_A_CHANGE and not is_asking:
                self.bot.order("TRADE", name, "WITH", other)

    def _partners_with(self, name: str, other: str) -> dict[str, str]:
        """Return the partners after adding a trade and removing those that it ends."""
        ended = {name, other}
        partners = {a: b for a, b in self.partners.items() if a not in ended and b not in ended}
        partners[name] = other
        if other in self.bot.own_worlds:
            partners[other] = name
        return partners

    def _candidates(self, touched: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield the trades that could begin this week: own, neutral, and offered ones."""
        busy = set(touched)
        for number, name in enumerate(self.able):
            if name in busy:
                continue
            own_worlds, within_reach = self.able[number + 1 :], self.routes.within_reach(name)
            for other in (*own_worlds, *self._neutrals, *self.offered.get(name, ())):
                if other in within_reach and other not in busy and self.partners.get(name) != other:
                    yield name, other

    @cached_property
    def _neutrals(self) -> list[str]:
        """Willing neutral worlds to ask this week; their present partners are unknown."""
        week = self.bot.view["week"]
        return [
            name
            for name, world in self.bot.worlds.items()
            if not world["owner"]
            and is_willing(self.bot, name)
            and (
                name in self.partners.values()
                or ordered_sum(world["at"], week) % ASKING_PERIOD == 0
            )
        ]

    def _foreign(self, name: str) -> list[str]:
        """Return other players' worlds within reach of a world."""
        return [
            other
            for other, world in self.bot.worlds.items()
            if world["owner"] and not world["yours"] and self.routes.can_trade(name, other)
        ]
