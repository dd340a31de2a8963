"""A bot that gives legal orders of nearly every kind by chance.

It leaves alone what concerns the player and not the race: Q, Y and Z. It also gives no order that
could spoil those of others.
"""

from __future__ import annotations

from attrs import define, frozen

from horizons_core.model import View, folded
from horizons_core.rng import Stream
from variants.galaxy_g.bots.board import Board, word
from variants.galaxy_g.bots.random_ships import ShipWhims
from variants.galaxy_g.bots.whims import NAMES, Whims
from variants.galaxy_g.constants import LONGEST_NAME, OPTIONS, PRODUCTS, ROUTE_KINDS
from variants.galaxy_g.model import Design

MOST_TYPES = 9


@frozen
class RandomBot:
    """The bot; see the module."""

    def orders(self, view: View, stream: Stream) -> str:
        board = Board.of(view)
        planets, ships = PlanetWhims(board, stream), ShipWhims(board, stream)
        planets.design()
        planets.produce()
        ships.decide()
        people = PlayerWhims(board, stream, settles=ships.settles)
        people.relations()
        people.household()
        return board.text()


@define
class PlanetWhims(Whims):
    """One turn's whims for ship types and planets."""

    def design(self) -> None:
        """Erase a type that is not used, design others."""
        board = self.board
        idle = sorted(set(board.types) - self._used_types())
        if idle and (len(board.types) >= MOST_TYPES or self.some(0.05)):
            self._forget(self.stream.choice(idle))
        if not board.types or (len(board.types) < MOST_TYPES and self.some(0.25)):
            board.design(self.new_name(), self._design())

    def _used_types(self) -> set[str]:
        board = self.board
        making = {planet["product"] for planet in board.planets.values()}
        return making | {squad.type for squad in board.squads}

    def _forget(self, name: str) -> None:
        self.board.say("E", word(name))
        del self.board.types[name]

    def _design(self) -> Design:
        """A ship with any parts; most have a drive."""
        stream = self.stream
        attacks = stream.choice((0, 0, 1, 1, 2, 3, 8))
        return Design(
            drive=float(stream.choice((0, 1, 1, 2, 5, 10, 20, 30))) or (0.0 if attacks else 1.0),
            attacks=attacks,
            weapons=1 + stream.integer(0, 90) / 10 if attacks else 0.0,
            shields=float(stream.choice((0, 1, 2, 5, 10, 20))),
            cargo=float(stream.choice((0, 0, 1, 2, 5, 10))),
        )

    def produce(self) -> None:
        """Change what some planets make and where their routes lead."""
        board, stream = self.board, self.stream
        for name, planet in board.planets.items():
            if (planet["product"] not in board.types and self.some(0.3)) or self.some(0.06):
                board.produce(name, stream.choice([*PRODUCTS, *board.types, *board.types]))
            if self.some(0.3):
                self._route(name)

    def _route(self, start: str) -> None:
        board, stream = self.board, self.stream
        kind = stream.choice(ROUTE_KINDS)
        if (start, kind) in board.routes and self.some(0.4):
            board.route(start, kind, None)
            return
        ends = [place for place in board.places if place != start]
        if ends:
            board.route(start, kind, stream.choice(self.nearest(start, ends, 8)))


@define
class PlayerWhims(Whims):
    """One turn's whims for others and for the player.

    `settles` says that colonists land today, which a war declared today could forbid.
    """

    settles: bool

    def relations(self) -> None:
        """War, peace and coalitions with races and planets."""
        board, stream, view = self.board, self.stream, self.board.view
        for race in view["races"]:
            if race["war"] and self.some(0.1):
                board.say("A", word(race["name"]))
            elif not race["war"] and self.some(0.08) and not self.settles:
                board.say("W", word(race["name"]))
            if self.some(0.05):
                board.say("K", *(("NO",) if race["ally"] else ()), word(race["name"]))
        statuses = {*view["guarded"], *view["attacked"]}
        for planet in [*board.planets, *(p["name"] for p in view["alien_planets"])]:
            if self.some(0.03) and not self.settles:
                board.say("A" if planet in statuses else "W", word(planet))
            if self.some(0.02):
                listed = planet in view["allied_planets"]
                board.say("K", *(("NO",) if listed else ()), word(planet))
        if view["races"] and self.some(0.05):
            board.say("F", word(stream.choice(view["races"])["name"]))

    def household(self) -> None:
        """Options, the map, messages and new names."""
        board, stream = self.board, self.stream
        if self.some(0.2):
            board.say("O", *stream.choice(((), ("NO",))), stream.choice(list(OPTIONS)))
        if self.some(0.1):
            board.say("M", stream.integer(0, 50), stream.integer(0, 50), stream.integer(10, 100))
        if self.some(0.05):
            to = [word(race["name"]) for race in board.view["races"]]
            board.say("@", *to[: stream.integer(0, 2)], "\nWe come in peace; do you?\n@")
        self._rename()

    def _rename(self) -> None:
        """Names that nobody else can have: they hold the player's name or the planet's number."""
        board, stream, mark = self.board, self.stream, str(self.board.view.empire)
        kind = stream.choice(NAMES)
        for name, planet in board.planets.items():
            if self.some(0.02) and folded(f"{kind} {planet['id']}") != folded(name):
                board.say("N", word(name), word(f"{kind} {planet['id']}"))
        new = f"{kind} {mark}"
        if len(new) > LONGEST_NAME or not mark.isalnum() or mark.isdigit():
            return
        if self.some(0.03):
            board.say("C", word(new))
        known = [t["name"] for t in board.view["types"] if t["name"] in board.types]
        if known and folded(new) not in board.taken and self.some(0.05):
            board.say("T", word(stream.choice(known)), word(new))
