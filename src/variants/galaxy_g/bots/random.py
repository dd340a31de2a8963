"""A bot that gives random legal orders of nearly every kind.

It avoids orders about the player instead of the race: Q, Y and Z, and all orders that could spoil
those of others.
"""

from __future__ import annotations

from attrs import define, frozen

from horizons_core.model import View, folded
from horizons_core.rng import Stream
from variants.galaxy_g.bots.board import BotView, quoted
from variants.galaxy_g.bots.random_ships import RandomShipOrders
from variants.galaxy_g.bots.whims import NAMES, RandomChoices
from variants.galaxy_g.constants import LONGEST_NAME, OPTIONS, PRODUCTS, ROUTE_KINDS
from variants.galaxy_g.model import Design

MOST_TYPES = 9


@frozen
class RandomBot:
    """The random bot; see the module."""

    def orders(self, view: View, stream: Stream) -> str:
        board = BotView.of(view)
        planets, ships = RandomPlanetOrders(board, stream), RandomShipOrders(board, stream)
        planets.design()
        planets.produce()
        ships.order_ships()
        people = RandomPlayerOrders(board, stream, settles=ships.settles)
        people.change_relations()
        people.change_settings()
        return board.text()


@define
class RandomPlanetOrders(RandomChoices):
    """Random orders of a turn for ship types and planets."""

    def design(self) -> None:
        """Erase an unused type, design new ones."""
        board = self.board
        idle = sorted(set(board.types) - self._used_types())
        if idle and (len(board.types) >= MOST_TYPES or self.happens(0.05)):
            self._forget(self.stream.choice(idle))
        if not board.types or (len(board.types) < MOST_TYPES and self.happens(0.25)):
            board.design(self.new_name(), self._design())

    def _used_types(self) -> set[str]:
        board = self.board
        making = {planet["product"] for planet in board.planets.values()}
        return making | {squad.type for squad in board.squads}

    def _forget(self, name: str) -> None:
        self.board.add_order("E", quoted(name))
        del self.board.types[name]

    def _design(self) -> Design:
        """A ship with random parts; most have a drive."""
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
        """Change products and routes of some planets."""
        board, stream = self.board, self.stream
        for name, planet in board.planets.items():
            if (planet["product"] not in board.types and self.happens(0.3)) or self.happens(0.06):
                board.produce(name, stream.choice([*PRODUCTS, *board.types, *board.types]))
            if self.happens(0.3):
                self._route(name)

    def _route(self, start: str) -> None:
        board, stream = self.board, self.stream
        kind = stream.choice(ROUTE_KINDS)
        if (start, kind) in board.routes and self.happens(0.4):
            board.route(start, kind, None)
            return
        ends = [place for place in board.places if place != start]
        if ends:
            board.route(start, kind, stream.choice(self.nearest(start, ends, 8)))


@define
class RandomPlayerOrders(RandomChoices):
    """Random orders of a turn about other races and the player.

    `settles` means that colonists land today, which a war declared today could forbid.
    """

    settles: bool

    def change_relations(self) -> None:
        """Declare war, make peace, and change coalitions with races and planets."""
        board, stream, view = self.board, self.stream, self.board.view
        for race in view["races"]:
            if race["war"] and self.happens(0.1):
                board.add_order("A", quoted(race["name"]))
            elif not race["war"] and self.happens(0.08) and not self.settles:
                board.add_order("W", quoted(race["name"]))
            if self.happens(0.05):
                board.add_order("K", *(("NO",) if race["ally"] else ()), quoted(race["name"]))
        statuses = {*view["guarded"], *view["attacked"]}
        for planet in [*board.planets, *(p["name"] for p in view["alien_planets"])]:
            if self.happens(0.03) and not self.settles:
                board.add_order("A" if planet in statuses else "W", quoted(planet))
            if self.happens(0.02):
                listed = planet in view["allied_planets"]
                board.add_order("K", *(("NO",) if listed else ()), quoted(planet))
        if view["races"] and self.happens(0.05):
            board.add_order("F", quoted(stream.choice(view["races"])["name"]))

    def change_settings(self) -> None:
        """Change options and the map, send messages, and rename."""
        board, stream = self.board, self.stream
        if self.happens(0.2):
            board.add_order("O", *stream.choice(((), ("NO",))), stream.choice(list(OPTIONS)))
        if self.happens(0.1):
            board.add_order(
                "M", stream.integer(0, 50), stream.integer(0, 50), stream.integer(10, 100)
            )
        if self.happens(0.05):
            recipients = [quoted(race["name"]) for race in board.view["races"]]
            board.add_order(
                "@", *recipients[: stream.integer(0, 2)], "\nWe come in peace; do you?\n@"
            )
        self._rename()

    def _rename(self) -> None:
        """Rename with unique names, which contain the player's name or the planet's number."""
        board, stream, suffix = self.board, self.stream, str(self.board.view.empire)
        kind = stream.choice(NAMES)
        for name, planet in board.planets.items():
            if self.happens(0.02) and folded(f"{kind} {planet['id']}") != folded(name):
                board.add_order("N", quoted(name), quoted(f"{kind} {planet['id']}"))
        name_ = f"{kind} {suffix}"
        if len(name_) > LONGEST_NAME or not suffix.isalnum() or suffix.isdigit():
            return
        if self.happens(0.03):
            board.add_order("C", quoted(name_))
        types = [t["name"] for t in board.view["types"] if t["name"] in board.types]
        if types and folded(name_) not in board.used_names and self.happens(0.05):
            board.add_order("T", quoted(stream.choice(types)), quoted(name_))
