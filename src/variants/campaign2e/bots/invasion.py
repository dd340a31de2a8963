"""Invasions: landing ships with warships and supply take worlds of other players (C2E-7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from attrs import define

from horizons_core.sums import int_sum, ordered_sum
from variants.campaign2e.battle.odds import KnownOdds, entries_of, entry_of
from variants.campaign2e.bots.board import Board, Facts, design_of
from variants.campaign2e.bots.chart import Chart
from variants.campaign2e.bots.muster import can_jump, fleets, is_big
from variants.campaign2e.bots.targets import force_of
from variants.campaign2e.model.players import ALLY

#: Tonnes of dropships for a point of income (C2E-7.6-02), and how many more are landed.
TONNES_A_POINT, SPARE_TONNES = 10, 10
#: The least odds of an attack, and the part of the points that it may cost.
LEAST_ODDS, MOST_LOST = 0.8, 0.35
#: How many times the points of what may be there an invasion must have to be thought of.
SUPERIORITY = 1.2
#: The weeks of way to a world that is invaded, and for how many odds are reckoned.
FAR, LOOKED_AT = 3, 3
#: How much of its fleet an enemy is thought to have in a counter.
COUNTER: Mapping[str, int] = {"Argent": 3}


@define(eq=False)
class Invasion:
    """Where an invasion would go, and what it needs."""

    board: Board
    chart: Chart
    odds: KnownOdds
    home: str

    def targets(self, start: str) -> list[Facts]:
        """Worlds of other players within reach of a place, the best first."""
        weeks = self.chart.weeks_to([start])
        bases = self.chart.weeks_to([n for n in self.chart.places if self.board.is_base(n)])
        allies = {p["name"] for p in self.board.view["players"] if p["stance"] == ALLY}
        found = [
            world
            for name, world in self.board.worlds.items()
            if world["owner"]
            and not world["yours"]
            and world["owner"] not in allies
            and world["points"]
            and weeks.get(name, 99) <= FAR
            and bases.get(name, 99) <= 2
        ]
        found.sort(key=lambda world: (weeks[world["id"]] - world["points"] / 4, world["id"]))
        return found

    def best(self, group: Facts) -> str:
        """The world that an invasion force should take: the one where it is, or the best one."""
        crew = self.board.crews[group["name"]]
        tonnes = ordered_sum(ship["dropships"] for ship in crew)
        here = self.board.worlds.get(group["at"])
        if here is not None and here["controlled"] == self.board.me and tonnes:
            return str(group["at"])
        enough = [w for w in self.targets(group["at"]) if tonnes >= TONNES_A_POINT * w["points"]]
        world = self._winnable(group, crew, enough)
        return str(world["id"]) if world is not None else ""

    def needs(self, group: Facts) -> int:
        """The tonnes of dropships that a strike fleet could use from home; 0 for none."""
        crew = self.board.crews[group["name"]]
        world = self._winnable(group, crew, self.targets(self.home))
        return int(TONNES_A_POINT * world["points"] + SPARE_TONNES) if world is not None else 0

    def _winnable(
        self, group: Facts, crew: Sequence[Facts], worlds: Iterable[Facts]
    ) -> Facts | None:
        """The first of these worlds that the fleet can control, with the odds for it."""
        board, force = self.board, force_of(self.board, group)
        points = {facts["name"]: facts["points"] for facts in board.view["designs"]}
        looked_at = 0
        for world in worlds:
            enemies = self._enemies(world)
            there = ordered_sum(points.get(name, 0) * count for name, count in enemies.items())
            needed = board.economy.points_a_credit * world["points"]
            if force < max(needed, SUPERIORITY * there):
                continue
            looked_at += 1
            if self._is_beaten(enemies, crew):
                return world
            if looked_at == LOOKED_AT:
                break
        return None

    def _enemies(self, world: Facts) -> Counter[str]:
        """What may defend a world: its units, and ships in a counter there."""
        enemies = self._defences(world)
        for counter in self.board.view["counters"]:
            if counter["at"] == world["id"] and counter["owner"] == world["owner"]:
                enemies.update(COUNTER)
        return enemies

    def _is_beaten(self, enemies: Counter[str], crew: Iterable[Facts]) -> bool:
        """Return whether the odds against such enemies are good."""
        board = self.board
        known = [ship for ship in crew if board.design_of_ship(ship) is not None]
        armed = [ship for ship in known if ship["armed"] and is_big(ship)]
        if not armed or not enemies.total():
            return bool(armed)
        words = {facts["name"]: facts["words"] for facts in board.view["designs"]}
        own = [entry_of(ship, words) for ship in armed]
        found = self.odds.of(own, entries_of(enemies))
        points = ordered_sum(ship["points"] for ship in armed)
        return found.held >= LEAST_ODDS and found.own_losses <= MOST_LOST * points

    def _defences(self, world: Facts) -> Counter[str]:
        """The defence units of a world: what a battle has shown, or all that it may have."""
        for seen in self.board.view["sightings"]:
            if seen["at"] == world["id"] and seen["defences"] and seen["owner"] == world["owner"]:
                return Counter(seen["designs"])
        forts = [d for d in self.board.view["designs"] if d["navy"] and not d["ftl"]]
        limit = self.board.economy.defence_points * world["full"]
        fort = min(forts, key=lambda d: (d["points"], d["name"]), default=None)
        return Counter({fort["name"]: limit // fort["points"]} if fort is not None else {})

    def embark(self, group: Facts, ships: Iterable[Facts]) -> Facts:
        """Let a strike fleet join landing ships in its hex, with supply; answers the whole."""
        board = self.board
        first, *others = ships
        for one in (group, *others):
            board.say("MERGE", one["name"], "INTO", first["name"])
            board.join(one, first)
        for other in fleets(board):
            if other["at"] != first["at"] or other is first:
                continue
            for ship in [one for one in board.crews[other["name"]] if one["cargo"]]:
                if can_jump(ship) and not ship["work"] and ship["name"] not in board.mended:
                    board.say("TRANSFER", ship["name"], "TO", first["name"])
                    board.crews[other["name"]].remove(ship)
                    board.crews[first["name"]].append(ship)
        return first

    def lander(self) -> Facts | None:
        """The landing ship of the market that is cheapest for its dropships."""
        landers = []
        for facts in self.board.view["designs"]:
            design = design_of(facts) if facts["navy"] else None
            if design is not None and design.lander and design.dropships:
                landers.append((facts["price"] / int_sum(design.dropships), facts["name"], facts))
        return min(landers, default=(0.0, "", None))[2]
