"""The value of neutral worlds as targets, and invasions of players (C2E-7)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import define, frozen

from horizons_core.sums import int_sum, ordered_sum
from variants.campaign2e.battle.odds import CachedOdds, entries_of, entry_of
from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.bots.fleets import can_jump, fleets, is_big
from variants.campaign2e.bots.routes import RouteMap
from variants.campaign2e.constants import CAP_ON_WEAPONRY
from variants.campaign2e.model.players import ALLY
from variants.campaign2e.rules.abstract_attacks import HITS_A_POINT
from variants.campaign2e.view.rows import Row, design_of

#: Value of a conquered point of income in credits: its yield while kept, and its weight in the
#: standings. Half of a conquered world's points remain at once, and the others recover.
POINT_VALUE = 120
#: Cost of repairing a hit, in credits.
HIT_COST = 2
MEAN_DIE = 6

#: Tonnes of dropships per income point (C2E-7.6-02), and the margin added.
TONNES_A_POINT, SPARE_TONNES = 10, 10
#: Minimum odds of an attack, and maximum loss as a fraction of the points.
MIN_ODDS, MAX_LOST = 0.8, 0.35
#: Required ratio of points to the presumed defenders.
SUPERIORITY = 1.2
#: Maximum weeks of travel to a target, and number of targets evaluated by simulation.
MAX_WEEKS, MAX_TARGETS = 3, 3
#: Presumed fleet of an enemy counter.
COUNTER_FLEET: Mapping[str, int] = {"Argent": 3}


@frozen
class AttackTarget:
    """A world to attack.

    Attributes:
        world: its hex.
        gain: average gain of an attack, in credits per week spent.
    """

    world: str
    gain: float


def force_of(bot: BotView, group: Row) -> int:
    """Return the points that a group contributes to an attack (C2E-8.4-01)."""
    total = 0
    for ship in bot.ships_by_group[group["name"]]:
        if not ship["armed"] or not ship["in_supply"]:
            continue
        points, design = ship["points"], bot.ship_design(ship)
        if design is not None:
            points = min(points, CAP_ON_WEAPONRY * design.weaponry_points)
        total += points * ship["hull"] // ship["hull_of"]
    return int(total)


def neutral_targets(bot: BotView, group: Row) -> Iterator[AttackTarget]:
    """Yield visited neutral worlds for which an attack by this group pays.

    Worlds protected by an outside power are not attacked, because it would retaliate (C2E-1.6-11).
    """
    occupied = {counter["at"] for counter in bot.view["counters"]}
    force, members = force_of(bot, group), bot.ships_by_group[group["name"]]
    for name, world in bot.worlds.items():
        if world["owner"] or world["allegiance"] in (None, "protected") or name in occupied:
            continue
        if world["base"]:
            continue  # a friend is worth more
        gain = attack_gain(bot, world, force, members)
        if gain > 0:
            yield AttackTarget(name, gain)


def attack_gain(bot: BotView, world: Row, force: int, members: Sequence[Row]) -> float:
    """Return the average gain of an abstract attack on a neutral world (C2E-8.4, C2E-8.5)."""
    points = int(world["points"])
    defence = bot.economy.neutral_points * points
    if 2 * force < defence:
        return 0.0
    if not defence:
        return float(POINT_VALUE * world["full"])
    modifier = bot.economy.odds_modifier(force, defence)
    dice = range(2, MEAN_DIE + 1)
    won = int_sum(die == MEAN_DIE or die + modifier >= MEAN_DIE for die in dice) / MEAN_DIE
    beaten = (1 + int_sum(die != MEAN_DIE and die + modifier <= 1 for die in dice)) / MEAN_DIE
    return POINT_VALUE * points * won - cost_of_hits(HITS_A_POINT * points, members) * beaten


def cost_of_hits(hits: int, members: Sequence[Row]) -> float:
    """Estimate the cost of hits to a fleet: repairs, and the loss of ships with few boxes."""
    boxes: int = int_sum(ship["hull"] + ship["armour"] for ship in members)
    lost = min(1.0, hits / boxes)
    points: int = int_sum(ship["points"] for ship in members)
    return HIT_COST * hits + lost * math.sqrt(lost) * points


@define(eq=False)
class Invasion:
    """Target selection and requirements of invasions."""

    bot: BotView
    routes: RouteMap
    odds: CachedOdds
    home: str

    def targets(self, start: str) -> list[Row]:
        """Return worlds of other players within reach of a place, best first."""
        weeks = self.routes.weeks_to([start])
        bases = self.routes.weeks_to([n for n in self.routes.places if self.bot.is_base(n)])
        allies = {p["name"] for p in self.bot.view["players"] if p["stance"] == ALLY}
        targets = [
            world
            for name, world in self.bot.worlds.items()
            if world["owner"]
            and not world["yours"]
            and world["owner"] not in allies
            and world["points"]
            and weeks.get(name, 99) <= MAX_WEEKS
            and bases.get(name, 99) <= 2
        ]
        targets.sort(key=lambda world: (weeks[world["id"]] - world["points"] / 4, world["id"]))
        return targets

    def best(self, group: Row) -> str:
        """Return the target of an invasion force: its controlled world, or the best one."""
        members = self.bot.ships_by_group[group["name"]]
        tonnes = ordered_sum(ship["dropships"] for ship in members)
        world_here = self.bot.worlds.get(group["at"])
        if world_here is not None and world_here["controlled"] == self.bot.player and tonnes:
            return str(group["at"])
        feasible = [w for w in self.targets(group["at"]) if tonnes >= TONNES_A_POINT * w["points"]]
        world = self._winnable(group, members, feasible)
        return str(world["id"]) if world is not None else ""

    def needs(self, group: Row) -> int:
        """Return the tonnes of dropships that a strike fleet could use from home; 0 for none."""
        members = self.bot.ships_by_group[group["name"]]
        world = self._winnable(group, members, self.targets(self.home))
        return int(TONNES_A_POINT * world["points"] + SPARE_TONNES) if world is not None else 0

    def _winnable(self, group: Row, members: Sequence[Row], worlds: Iterable[Row]) -> Row | None:
        """Return the first world that the fleet can control with sufficient odds."""
        bot, force = self.bot, force_of(self.bot, group)
        points = {facts["name"]: facts["points"] for facts in bot.view["designs"]}
        evaluated = 0
        for world in worlds:
            enemies = self._enemies(world)
            defence = ordered_sum(points.get(name, 0) * count for name, count in enemies.items())
            needed = bot.economy.points_a_credit * world["points"]
            if force < max(needed, SUPERIORITY * defence):
                continue
            evaluated += 1
            if self._is_beaten(enemies, members):
                return world
            if evaluated == MAX_TARGETS:
                break
        return None

    def _enemies(self, world: Row) -> Counter[str]:
        """Return presumed defenders of a world: its units, and ships in a counter there."""
        enemies = self._defences(world)
        for counter in self.bot.view["counters"]:
            if counter["at"] == world["id"] and counter["owner"] == world["owner"]:
                enemies.update(COUNTER_FLEET)
        return enemies

    def _is_beaten(self, enemies: Counter[str], members: Iterable[Row]) -> bool:
        """Return whether the odds against these enemies are sufficient."""
        bot = self.bot
        readable = [ship for ship in members if bot.ship_design(ship) is not None]
        armed = [ship for ship in readable if ship["armed"] and is_big(ship)]
        if not armed or not enemies.total():
            return bool(armed)
        words = {facts["name"]: facts["words"] for facts in bot.view["designs"]}
        entries = [entry_of(ship, words) for ship in armed]
        estimate = self.odds.of(entries, entries_of(enemies))
        points = ordered_sum(ship["points"] for ship in armed)
        return estimate.held >= MIN_ODDS and estimate.own_losses <= MAX_LOST * points

    def _defences(self, world: Row) -> Counter[str]:
        """Return a world's defence units: those seen in a battle, or the maximum."""
        for s in self.bot.view["sightings"]:
            if s["at"] == world["id"] and s["defences"] and s["owner"] == world["owner"]:
                return Counter(s["designs"])
        forts = [d for d in self.bot.view["designs"] if d["navy"] and not d["ftl"]]
        limit = self.bot.economy.defence_points * world["full"]
        fort = min(forts, key=lambda d: (d["points"], d["name"]), default=None)
        return Counter({fort["name"]: limit // fort["points"]} if fort is not None else {})

    def embark(self, group: Row, ships: Iterable[Row]) -> Row:
        """Merge a strike fleet and supply ships into the landing ships; returns the group."""
        bot = self.bot
        first, *landers = ships
        for part in (group, *landers):
            bot.order("MERGE", part["name"], "INTO", first["name"])
            bot.merge(part, first)
        for supplier in fleets(bot):
            if supplier["at"] != first["at"] or supplier is first:
                continue
            for ship in [part for part in bot.ships_by_group[supplier["name"]] if part["cargo"]]:
                if can_jump(ship) and not ship["work"] and ship["name"] not in bot.repairing:
                    bot.order("TRANSFER", ship["name"], "TO", first["name"])
                    bot.ships_by_group[supplier["name"]].remove(ship)
                    bot.ships_by_group[first["name"]].append(ship)
        return first

    def lander(self) -> Row | None:
        """Return the market's landing ship with the lowest price per tonne of dropships."""
        landers = []
        for facts in self.bot.view["designs"]:
            design = design_of(facts) if facts["navy"] else None
            if design is not None and design.lander and design.dropships:
                landers.append((facts["price"] / int_sum(design.dropships), facts["name"], facts))
        return min(landers, default=(0.0, "", None))[2]
