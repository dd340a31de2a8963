"""A bot's wars, in which it relieves its planets and attacks enemies that it can beat.

All warships gather at the hub. A fleet leaves if the odds are good; it stays over an enemy's planet
until that is bombed empty or taken by colonists, continues from there, and returns when nothing is
left. Probes accompany it to draw fire if the strategy asks for it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from attrs import define, field

from horizons_core.sums import int_sum, ordered_sum
from variants.galaxy_g.bots.board import BotView, Squad, quoted
from variants.galaxy_g.bots.odds import bomb_damage, chance_to_win
from variants.galaxy_g.bots.probes import as_squads, detach, leave_watch, screen_for
from variants.galaxy_g.bots.situation import NEVER, Situation
from variants.galaxy_g.orders.ship_designs import WARSHIP_DRIVE, Facts

GOOD_ODDS = 0.8  #: minimum to attack
FAIR_ODDS = 0.6  #: minimum to relieve one of the race's planets
MAX_MARCH_TURNS = 8  #: turns
NEAR = 12.0  #: maximum distance of enemy warships that may help, in light years
MIN_PRIZE = 40.0  #: size of a planet worth a war
OWN = 3.0  #: factor on the value of a threatened own planet
ENEMY = 2.0  #: factor on the value of a planet whose owner is at war already

POOR_ODDS = 0.35  #: fleets retreat below these
SHORT_MARCH = 6  #: turns to neighbours
CONTACT = 30.0  #: minimum mass of incoming groups that may be warships


def marching_turns(board: BotView, squads: Sequence[Squad], start: str, end: str) -> int:
    """Turns that squads take together; NEVER if they do not move."""
    pace = min(squad.speed() for squad in squads)
    return max(1, math.ceil(board.distance(start, end) / pace)) if pace else NEVER


@define
class Targets:
    """Chooses the targets of a turn. `occupied`: where fleets are or go. `wars`: the enemies."""

    situation: Situation
    wars: set[str]
    occupied: set[str] = field(factory=set)

    @property
    def board(self) -> BotView:
        return self.situation.board

    def best(self, squads: Sequence[Squad], start: str) -> str | None:
        """The best target in reach that the squads would take with good odds, or None."""
        prizes = {name: self._worth_relief(p) for name, p in self.board.planets.items()}
        if not math.isinf(self.situation.strategy.patience):
            prizes |= {name: self._prize(p) for name, p in self.board.scanned.items()}
        near = {
            name: prizes[name] / (2 + turns)
            for name in prizes
            if prizes[name] > 0 and name not in self.occupied
            if (turns := marching_turns(self.board, squads, start, name)) <= MAX_MARCH_TURNS
        }
        in_order = sorted(near, key=lambda name: (-near[name], name))
        return next((name for name in in_order if self._will_win(squads, name)), None)

    def _will_win(self, squads: Sequence[Squad], place: str) -> bool:
        if place in self.board.planets:
            return chance_to_win(self.board, squads, self.board.armed_aliens_at(place)) >= FAIR_ODDS
        return chance_to_win(self.board, squads, self._defenders(place)) >= GOOD_ODDS

    def _worth_relief(self, planet: Facts) -> float:
        """The value of relieving one of the race's planets from armed ships."""
        if not self.board.armed_aliens_at(planet["name"]):
            return 0.0
        return float(OWN * (planet["size"] + planet["production"]))

    def _prize(self, planet: Facts) -> float:
        """The value of an alien planet, or of one to settle that armed ships hold."""
        owner = planet["owner"]
        if planet["size"] < MIN_PRIZE:
            return 0.0
        if not owner and not self.board.armed_aliens_at(planet["name"]):
            return 0.0
        return float(
            (ENEMY if owner in self.wars else 1.0) * (planet["size"] + planet["production"])
        )

    def _defenders(self, place: str) -> list[Facts]:
        """Ships there that would defend the planet, and the owner's warships near it."""
        board, owner = self.board, self.board.scanned[place]["owner"]
        present = [a for a in board.aliens_at(place) if a["race"] == owner or not owner]
        if not owner:
            return present
        return present + [group for group in self.armed_near(place) if group["race"] == owner]

    def armed_near(self, place: str) -> list[Facts]:
        """Armed ships of others at other planets, near enough to come and help."""
        board = self.board
        return [
            group
            for other, armed_aliens in board.armed_aliens.items()
            if other != place and other in board.places and board.distance(other, place) <= NEAR
            for group in armed_aliens
        ]


@define
class WarPlan:
    """Decisions of a turn on war."""

    situation: Situation
    targets: Targets

    @property
    def board(self) -> BotView:
        return self.situation.board

    def declare(self, race: str) -> None:
        """Declare war on a race in sight, unless it is declared already."""
        races = {facts["name"]: facts for facts in self.board.view["races"]}
        if race in races and race not in self.targets.wars:
            self.targets.wars.add(race)
            self.situation.war_today = True
            self.board.add_order("W", quoted(race))

    def free_warships(self, place: str) -> list[Squad]:
        """Warships at a place without a task."""
        return [s for s in self.situation.warships if s.at == place and s.free and not s.fleet]

    # the bot's own planets

    def defend(self) -> None:
        """Send warships from the hub to the race's planets with armed aliens."""
        for place in sorted(self.board.planets, key=self._importance):
            aliens = self.board.armed_aliens_at(place)
            self.situation.danger += ordered_sum(self._mass(group) for group in aliens)
            for race in sorted({group["race"] for group in aliens}):
                self.declare(race)
            if aliens and place != self.situation.hub:
                self._relieve(place, aliens)

    def _importance(self, place: str) -> tuple[float, int]:
        planet = self.board.planets[place]
        return -planet["production"], int(planet["id"])

    def _relieve(self, place: str, aliens: Sequence[Facts]) -> None:
        """Send the warships at the hub if they will win together with those at the planet."""
        force = self.free_warships(self.situation.hub)
        screen = screen_for(self.situation, force)
        side = [*force, *as_squads(screen), *self.free_warships(place)]
        if force and chance_to_win(self.board, side, aliens) >= FAIR_ODDS:
            self.launch_fleet([*force, *detach(self.board, screen)], place)

    def _mass(self, group: Facts) -> float:
        design = self.board.designs.get((group["race"], group["type"]))
        return float(group["ships"] * (design.mass if design else CONTACT))

    def assess_threats(self) -> None:
        """Count neighbours, and incoming groups that may be warships."""
        situation = self.situation
        planets = self.board.view["alien_planets"]
        near = {p["owner"] for p in planets if self._within(SHORT_MARCH, p["name"])}
        situation.neighbours = len(near)
        contacts = self.board.view["incoming"]
        situation.danger += ordered_sum(c["mass"] for c in contacts if c["mass"] >= CONTACT)

    # fleets

    def command_fleets(self) -> None:
        """Decide for each fleet at a planet: stay, continue or return."""
        armed = {squad.fleet for squad in self.situation.warships}
        fleets = [fleet for fleet in self.board.view["fleets"] if fleet["name"] in armed]
        self.targets.occupied.update(fleet["planet"] for fleet in fleets)
        for fleet in fleets:
            squads = [squad for squad in self.board.squads if squad.fleet == fleet["name"]]
            if fleet["under_way"]:
                self._prepare_landing(fleet, squads)
            else:
                self._fleet_at(fleet["name"], fleet["planet"], squads)

    def _fleet_at(self, fleet: str, place: str, squads: list[Squad]) -> None:
        board = self.board
        if place == self.situation.hub:
            board.disband(fleet)
            return
        owner = board.scanned.get(place, {}).get("owner", "")
        enemies = [a for a in board.aliens_at(place) if a["race"] in self.targets.wars | {owner}]
        if enemies and chance_to_win(board, squads, enemies) < POOR_ODDS:
            board.send_fleet(fleet, self.situation.hub)
        elif owner:
            self.declare(owner)
            self._land(board.scanned[place], squads, 0)
        else:
            self._continue(fleet, place, squads)

    def _continue(self, fleet: str, place: str, squads: list[Squad]) -> None:
        """Leave for the next target; if there is none, wait for settlers or return."""
        target = self.targets.best(squads, place)
        if target is not None:
            leave_watch(self.board, squads)
            self.board.send_fleet(fleet, target)
            self.targets.occupied.add(target)
            self._open_war(target)
        elif not self._waits(place):
            self.board.send_fleet(fleet, self.situation.hub)

    def _waits(self, place: str) -> bool:
        """True if a fleet stays until an uninhabited planet is settled."""
        planet = self.board.scanned.get(place)
        return planet is not None and planet["size"] >= MIN_PRIZE

    def _prepare_landing(self, fleet: Facts, squads: list[Squad]) -> None:
        planet = self.board.scanned.get(fleet["planet"])
        if planet is not None and planet["owner"] in self.targets.wars:
            arrives = math.ceil(fleet["left"] / fleet["speed"]) if fleet["speed"] else 99
            self._land(planet, squads, arrives)

    def _land(self, planet: Facts, squads: list[Squad], arrives: int) -> None:
        """Call for colonists if they will be enough when they arrive, after the fleet."""
        situation = self.situation
        turns = situation.turns(situation.hub, planet["name"])
        incoming = situation.incoming[planet["name"], "COL"]
        if turns <= arrives and not incoming:
            return
        bombings = 2 * max(0, turns - arrives)
        people = planet["population"] - bombings * bomb_damage(self.board, squads)
        stock = self.board.planets[situation.hub]["colonists"] + incoming
        sufficient = incoming or self.board.industry.people_per_colonist * stock > people
        if sufficient and planet["name"] not in situation.landings:
            situation.landings.append(planet["name"])

    # strikes

    def strike(self) -> None:
        """Send a fleet from the hub if there is a target."""
        situation, strategy = self.situation, self.situation.strategy
        force = self.free_warships(situation.hub)
        mass = ordered_sum(squad.ships * squad.design.mass for squad in force)
        rushes = strategy.rush_share > 0 and situation.neighbours <= 1
        ready = situation.developed or rushes or self.board.view.turn > strategy.patience
        if mass < max(strategy.least_fleet, situation.danger) or not ready:
            return
        screen = screen_for(situation, force)
        target = self.targets.best([*force, *as_squads(screen)], situation.hub)
        if target is not None:
            self.launch_fleet([*force, *detach(self.board, screen)], target)
            self._open_war(target)

    def escort(self) -> None:
        """Send a warship ahead of colonists on their way to places with armed aliens nearby."""
        free = {planet["name"] for planet in self.board.view["uninhabited"]}
        bound = {end for (_, kind), end in self.board.routes.items() if kind == "COL"}
        for place in sorted(free & bound - self.targets.occupied):
            force = self.free_warships(self.situation.hub)
            if int_sum(squad.ships for squad in force) < 2 or not self.targets.armed_near(place):
                continue
            self.launch_fleet([self.board.break_off(force[0], 1)], place, "Escort")

    def launch_fleet(self, squads: list[Squad], place: str, kind: str = "Strike") -> None:
        """Send squads as a fleet."""
        fleet = self.board.new_fleet(kind, squads)
        self.board.send_fleet(fleet, place)
        self.targets.occupied.add(place)

    def _open_war(self, place: str) -> None:
        owner = self.board.scanned.get(place, {}).get("owner")
        if owner:
            self.declare(owner)

    # the rest

    def gather(self) -> None:
        """Bring warships without a task to the hub."""
        for squad in list(self.situation.warships):
            if squad.free and not squad.fleet and squad.at != self.situation.hub:
                self.board.send(squad, self.situation.hub)

    def make_peace(self) -> None:
        """Make peace with races whose planets and ships are out of reach."""
        board = self.board
        planets = board.view["alien_planets"]
        near = {p["owner"] for p in planets if self._within(MAX_MARCH_TURNS, p["name"])}
        near |= {g["race"] for groups in board.armed_aliens.values() for g in groups}
        for race in board.view["races"]:
            if race["war"] and race["name"] not in near:
                board.add_order("A", quoted(race["name"]))

    def _within(self, turns: int, place: str) -> bool:
        """True if warships can typically reach a place in this many turns."""
        march = turns * WARSHIP_DRIVE * self.situation.pace
        return self.board.distance(self.situation.hub, place) <= march


def command(situation: Situation) -> None:
    """Give the orders of war."""
    wars = {race["name"] for race in situation.board.view["races"] if race["war"]}
    war_plan = WarPlan(situation, Targets(situation, wars))
    war_plan.assess_threats()
    war_plan.defend()
    war_plan.command_fleets()
    war_plan.escort()
    war_plan.strike()
    war_plan.gather()
    war_plan.make_peace()
