"""Invasions: landing ships with warships and supply conquer worlds of players (C2E-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from attrs import define

from horizons_core.sums import int_sum, ordered_sum
from variants.campaign2e.battle.odds import CachedOdds, entries_of, entry_of
from variants.campaign2e.bots.board import BotView, Facts, design_of
from variants.campaign2e.bots.chart import RouteMap
from variants.campaign2e.bots.muster import can_jump, fleets, is_big
from variants.campaign2e.bots.targets import force_of
from variants.campaign2e.model.players import ALLY

#: Tonnes of dropships per income point (C2E-7.6-02), and the margin added.
TONNES_A_POINT, SPARE_TONNES = 10, 10
#: Minimum odds of an attack, and maximum loss as a fraction of the points.
LEAST_ODDS, MOST_LOST = 0.8, 0.35
#: Required ratio of points to the presumed defenders.
SUPERIORITY = 1.2
#: Maximum weeks of travel to a target, and number of targets evaluated by simulation.
FAR, MOST_TARGETS = 3, 3
#: Presumed fleet of an enemy counter.
COUNTER: Mapping[str, int] = {"Argent": 3}


@define(eq=False)
class Invasion:
    """Target selection and requirements of invasions."""

    bot: BotView
    routes: RouteMap
    odds: CachedOdds
    home: str

    def targets(self, start: str) -> list[Facts]:
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
            and weeks.get(name, 99) <= FAR
            and bases.get(name, 99) <= 2
        ]
        targets.sort(key=lambda world: (weeks[world["id"]] - world["points"] / 4, world["id"]))
        return targets

    def best(self, group: Facts) -> str:
        """Return the target of an invasion force: its controlled world, or the best one."""
        members = self.bot.ships_by_group[group["name"]]
        tonnes = ordered_sum(ship["dropships"] for ship in members)
        world_here = self.bot.worlds.get(group["at"])
        if world_here is not None and world_here["controlled"] == self.bot.player and tonnes:
            return str(group["at"])
        feasible = [w for w in self.targets(group["at"]) if tonnes >= TONNES_A_POINT * w["points"]]
        world = self._winnable(group, members, feasible)
        return str(world["id"]) if world is not None else ""

    def needs(self, group: Facts) -> int:
        """Return the tonnes of dropships that a strike fleet could use from home; 0 for none."""
        members = self.bot.ships_by_group[group["name"]]
        world = self._winnable(group, members, self.targets(self.home))
        return int(TONNES_A_POINT * world["points"] + SPARE_TONNES) if world is not None else 0

    def _winnable(
        self, group: Facts, members: Sequence[Facts], worlds: Iterable[Facts]
    ) -> Facts | None:
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
            if evaluated == MOST_TARGETS:
                break
        return None

    def _enemies(self, world: Facts) -> Counter[str]:
        """Return presumed defenders of a world: its units, and ships in a counter there."""
        enemies = self._defences(world)
        for counter in self.bot.view["counters"]:
            if counter["at"] == world["id"] and counter["owner"] == world["owner"]:
                enemies.update(COUNTER)
        return enemies

    def _is_beaten(self, enemies: Counter[str], members: Iterable[Facts]) -> bool:
        """Return whether the odds against these enemies are sufficient."""
        bot = self.bot
        readable = [ship for ship in members if bot.design_of_ship(ship) is not None]
        armed = [ship for ship in readable if ship["armed"] and is_big(ship)]
        if not armed or not enemies.total():
            return bool(armed)
        words = {facts["name"]: facts["words"] for facts in bot.view["designs"]}
        entries = [entry_of(ship, words) for ship in armed]
        estimate = self.odds.of(entries, entries_of(enemies))
        points = ordered_sum(ship["points"] for ship in armed)
        return estimate.held >= LEAST_ODDS and estimate.own_losses <= MOST_LOST * points

    def _defences(self, world: Facts) -> Counter[str]:
        """Return a world's defence units: those seen in a battle, or the maximum."""
        for s in self.bot.view["sightings"]:
            if s["at"] == world["id"] and s["defences"] and s["owner"] == world["owner"]:
                return Counter(s["designs"])
        forts = [d for d in self.bot.view["designs"] if d["navy"] and not d["ftl"]]
        limit = self.bot.economy.defence_points * world["full"]
        fort = min(forts, key=lambda d: (d["points"], d["name"]), default=None)
        return Counter({fort["name"]: limit // fort["points"]} if fort is not None else {})

    def embark(self, group: Facts, ships: Iterable[Facts]) -> Facts:
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

    def lander(self) -> Facts | None:
        """Return the market's landing ship with the lowest price per tonne of dropships."""
        landers = []
        for facts in self.bot.view["designs"]:
            design = design_of(facts) if facts["navy"] else None
            if design is not None and design.lander and design.dropships:
                landers.append((facts["price"] / int_sum(design.dropships), facts["name"], facts))
        return min(landers, default=(0.0, "", None))[2]
