"""War as the expander wages it: relief for its planets, strikes at what it can beat, peace else.

All warships gather at the hub. A fleet leaves where the odds are good; it stays over an enemy's
planet until colonists have taken it, goes on from there, and comes home when nothing is left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from attrs import define, field

from horizons_core.rng import Stream
from variants.galaxy_g.bots.board import Board, Facts, Squad, word
from variants.galaxy_g.bots.odds import bomb_damage, chance_to_win
from variants.galaxy_g.bots.realm import Realm

GOOD_ODDS = 0.8  #: to attack
FAIR_ODDS = 0.6  #: to relieve a planet of one's own
POOR_ODDS = 0.35  #: to leave
LEAST_FLEET = 500.0  #: mass
PATIENCE = 40  #: turns without strikes while one's own planets still grow
LONGEST_MARCH = 6  #: turns
NEAR = 12.0  #: light years from which an enemy's warships come to help
MOST_TRIALS = 8  #: battles thought through in a turn
CONTACT = 30.0  #: mass of a group on its way that may be warships
LEAST_PRIZE = 40.0  #: size of a planet worth a war


@define
class Staff:
    """The turn's thoughts of war. `trials` are battles that may still be thought through."""

    realm: Realm
    stream: Stream
    trials: int = MOST_TRIALS
    wars: set[str] = field(factory=set)
    aims: set[str] = field(factory=set)  # where fleets are or go

    @property
    def board(self) -> Board:
        return self.realm.board

    def odds(self, squads: Sequence[Squad], aliens: Sequence[Facts], place: str) -> float:
        if aliens and squads:
            self.trials -= 1
        return chance_to_win(self.board, squads, aliens, self.stream.fork("odds", place))

    def declare(self, race: str) -> None:
        """Declare war, unless there is war or the race is out of sight."""
        races = {facts["name"]: facts for facts in self.board.view["races"]}
        if race in races and race not in self.wars:
            self.wars.add(race)
            self.realm.war_today = True
            self.board.say("W", word(race))

    def free(self, place: str) -> list[Squad]:
        """Warships at a place that have no task."""
        return [s for s in self.realm.warships if s.at == place and s.free and not s.fleet]

    def turns(self, squads: Sequence[Squad], start: str, end: str) -> int:
        pace = min(squad.speed() for squad in squads)
        return max(1, math.ceil(self.board.distance(start, end) / pace))

    # one's own planets

    def defend(self) -> None:
        """Send what is at the hub to a planet that strangers with guns are at or come to."""
        for place in self._threatened():
            aliens = [seen for seen in self.board.aliens_at(place) if self.board.armed(seen)]
            self.realm.danger += sum(self._mass(seen) for seen in aliens)
            for race in sorted({seen["race"] for seen in aliens}):
                self.declare(race)
            force = self.free(self.realm.hub)
            if place == self.realm.hub or not force or not aliens or self.trials <= 0:
                continue
            if self.odds([*force, *self.free(place)], aliens, place) >= FAIR_ODDS:
                self.go(force, place)

    def _threatened(self) -> list[str]:
        """Planets with armed strangers, the most valuable first."""
        places = {
            seen["planet"] for seen in self.board.view["alien_groups"] if self.board.armed(seen)
        }
        own = [self.board.planets[place] for place in self.board.planets if place in places]
        return [p["name"] for p in sorted(own, key=lambda p: (-p["production"], int(p["id"])))]

    def _mass(self, seen: Facts) -> float:
        design = self.board.designs.get((seen["race"], seen["type"]))
        return float(seen["ships"] * (design.mass if design else CONTACT))

    def watch(self) -> None:
        """Count what comes to one's planets and may be warships."""
        contacts = self.board.view["incoming"]
        self.realm.danger += sum(c["mass"] for c in contacts if c["mass"] >= CONTACT)

    # fleets

    def fleets(self) -> None:
        """Decide for each fleet that is at a planet: stay, go on or come home."""
        fleets = self.board.view["fleets"]
        self.aims.update(fleet["planet"] for fleet in fleets if fleet["ships"])
        for fleet in fleets:
            squads = [s for s in self.realm.warships if s.fleet == fleet["name"]]
            if not squads:
                continue
            if fleet["under_way"]:
                self._prepare_landing(fleet, squads)
            else:
                self._fleet_at(fleet["name"], fleet["planet"], squads)

    def _fleet_at(self, fleet: str, place: str, squads: list[Squad]) -> None:
        board = self.board
        if place == self.realm.hub:
            board.disband(fleet)
            return
        owner = board.scanned.get(place, {}).get("owner", "")
        enemies = [a for a in board.aliens_at(place) if a["race"] in self.wars | {owner}]
        if enemies and self.trials > 0 and self.odds(squads, enemies, place) < POOR_ODDS:
            board.send_fleet(fleet, self.realm.hub)
        elif owner:
            self.declare(owner)
            self._land(board.scanned[place], squads, 0)
        elif not self._waits(place):
            aim = self._aim(squads, place)
            board.send_fleet(fleet, aim or self.realm.hub)
            if aim is not None:
                self.aims.add(aim)
                self._open_war(aim)

    def _waits(self, place: str) -> bool:
        """Whether a fleet stays until a planet without people is settled."""
        planet = self.board.scanned.get(place)
        return planet is not None and planet["size"] >= LEAST_PRIZE

    def _prepare_landing(self, fleet: Facts, squads: list[Squad]) -> None:
        planet = self.board.scanned.get(fleet["planet"])
        if planet is not None and planet["owner"] in self.wars:
            arrives = math.ceil(fleet["left"] / fleet["speed"]) if fleet["speed"] else 99
            self._land(planet, squads, arrives)

    def _land(self, planet: Facts, squads: list[Squad], arrives: int) -> None:
        """Call for colonists if they will be enough when they come, after the fleet."""
        realm = self.realm
        turns = realm.turns(realm.hub, planet["name"])
        coming = realm.coming[planet["name"], "COL"]
        if turns <= arrives and not coming:
            return
        bombings = 2 * max(0, turns - arrives)
        people = planet["population"] - bombings * bomb_damage(self.board, squads)
        stock = self.board.planets[realm.hub]["colonists"] + coming
        enough = coming or self.board.industry.people_per_colonist * stock > people
        if enough and planet["name"] not in realm.landings:
            realm.landings.append(planet["name"])

    # strikes

    def strike(self) -> None:
        """Send a fleet from the hub if there is something to win."""
        hub = self.realm.hub
        force = self.free(hub)
        mass = sum(squad.ships * squad.design.mass for squad in force)
        ready = self.realm.developed or self.board.view.turn > PATIENCE
        if mass < LEAST_FLEET or self.realm.danger or not ready:
            return
        aim = self._aim(force, hub)
        if aim is not None:
            self.go(force, aim)
            self._open_war(aim)

    def escort(self) -> None:
        """Send a warship ahead of colonists who go where armed strangers are near."""
        new = {planet["name"] for planet in self.board.view["uninhabited"]}
        bound = {end for (_, kind), end in self.board.routes.items() if kind == "COL"}
        for place in sorted(new & bound - self.aims):
            force = self.free(self.realm.hub)
            if sum(squad.ships for squad in force) < 2 or not self._armed_near(place):
                continue
            self.go([self.board.break_off(force[0], 1)], place, "Escort")

    def go(self, squads: list[Squad], place: str, kind: str = "Strike") -> None:
        """Send squads as a fleet."""
        fleet = self.board.new_fleet(kind, squads)
        self.board.send_fleet(fleet, place)
        self.aims.add(place)

    def _open_war(self, place: str) -> None:
        owner = self.board.scanned[place]["owner"]
        if owner:
            self.declare(owner)

    def _aim(self, squads: list[Squad], start: str) -> str | None:
        """The best planet in reach that the squads would take with good odds."""
        prizes = {name: self._prize(squads, start, p) for name, p in self.board.scanned.items()}
        for name in sorted(prizes, key=lambda name: (-prizes[name], name)):
            if prizes[name] <= 0 or self.trials <= 0:
                return None
            if self.odds(squads, self._defenders(name), name) >= GOOD_ODDS:
                return name
        return None

    def _prize(self, squads: list[Squad], start: str, planet: Facts) -> float:
        """What an alien planet is worth, or one to settle that armed strangers hold."""
        name = planet["name"]
        if planet["size"] < LEAST_PRIZE or name in self.aims:
            return 0.0
        if not planet["owner"] and not any(map(self.board.armed, self.board.aliens_at(name))):
            return 0.0
        turns = self.turns(squads, start, name)
        if turns > LONGEST_MARCH:
            return 0.0
        return float((planet["size"] + planet["production"]) / (2 + turns))

    def _defenders(self, place: str) -> list[Facts]:
        """Ships there that would fight for the planet, and the owner's warships near it."""
        board, owner = self.board, self.board.scanned[place]["owner"]
        here = [a for a in board.aliens_at(place) if a["race"] == owner or not owner]
        if not owner:
            return here
        return here + [seen for seen in self._armed_near(place) if seen["race"] == owner]

    def _armed_near(self, place: str) -> list[Facts]:
        """Armed ships of others not at a planet but so near that they could come to help."""
        board = self.board
        return [
            seen
            for other, aliens in board.aliens.items()
            if other != place and other in board.places and board.distance(other, place) <= NEAR
            for seen in aliens
            if board.armed(seen)
        ]

    # the rest

    def gather(self) -> None:
        """Bring warships without a task to the hub."""
        for squad in list(self.realm.warships):
            if squad.free and not squad.fleet and squad.at != self.realm.hub:
                self.board.send(squad, self.realm.hub)

    def peace(self) -> None:
        """Make peace with those whose planets and ships are out of reach."""
        board = self.board
        near = {p["owner"] for p in board.view["alien_planets"] if self._reachable(p["name"])}
        near |= {seen["race"] for seen in board.view["alien_groups"] if board.armed(seen)}
        for race in board.view["races"]:
            if race["war"] and race["name"] not in near:
                board.say("A", word(race["name"]))

    def _reachable(self, place: str) -> bool:
        march = LONGEST_MARCH * 0.4 * self.realm.pace
        return self.board.distance(self.realm.hub, place) <= march


def command(realm: Realm, stream: Stream) -> None:
    """Give the orders of war."""
    wars = {race["name"] for race in realm.board.view["races"] if race["war"]}
    staff = Staff(realm, stream, wars=wars)
    staff.watch()
    staff.defend()
    staff.fleets()
    staff.escort()
    staff.strike()
    staff.gather()
    staff.peace()
