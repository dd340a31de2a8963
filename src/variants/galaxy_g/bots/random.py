"""A bot that gives random legal orders of nearly every kind, to planets, ships and other races.

It avoids orders about the player instead of the race: Q, Y and Z, and all orders that could spoil
those of others: it loads at its own planets only, lands on those of others by routes only, and
leaves a ship wherever it gives ships away or scraps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import define, field, frozen

from horizons_core.model import View, folded
from horizons_core.rng import Stream
from variants.galaxy_g.bots.board import BotView, Facts, Squad, quoted
from variants.galaxy_g.constants import LONGEST_NAME, OPTIONS, PRODUCTS, ROUTE_KINDS, STOCK_OF
from variants.galaxy_g.model import Design

NAMES: Final = ("Kite", "Heron", "Comet", "Lantern", "Anvil", "Thistle", "Raven", "Ember")

MAX_FLEETS = 3
MAX_MOVES = 10
MAX_DEALS = 3

MAX_TYPES = 9


@define
class RandomChoices:
    """The board of a turn, and the dice."""

    board: BotView
    stream: Stream

    def happens(self, chance: float) -> bool:
        """True if an event with this probability happens."""
        return self.stream.chance(chance)

    def new_name(self) -> str:
        """A name that is not used by a type or fleet."""
        while True:
            name = f"{self.stream.choice(NAMES)} {self.stream.integer(1, 99)}"
            if folded(name) not in self.board.used_names:
                return name

    def nearest(self, start: str, ends: Sequence[str], count: int) -> list[str]:
        """The given number of places nearest to a start."""
        return sorted(ends, key=lambda end: self.board.distance(start, end))[:count]


@define
class RandomShipOrders(RandomChoices):
    """Draws a turn's orders for ships. `busy` are the squads that have had an order.

    `settles`: colonists land on an uninhabited planet. If another race is there first, a war
    declared on it this turn would forbid it.
    """

    busy: set[int] = field(factory=set)
    ordered: set[str] = field(factory=set)  # fleets that have an order
    founded: dict[str, str] = field(factory=dict)  # new fleets, and the planets of their ships
    settles: bool = False

    def order_ships(self) -> None:
        """Give some squads an order each, starting with loads."""
        squads = [s for s in self.board.squads if s.design.drive or s.free]
        chosen = self.stream.sample(squads, min(MAX_MOVES, len(squads)))
        for squad in chosen:
            self._once(squad, self._load)
        actions = (
            self._unload,
            self._upgrade,
            self._join,
            self._join,
            self._leave_fleet,
            self._break_off,
        )
        for squad in chosen:
            self._once(squad, self.stream.choice(actions))
        for squad in self.stream.sample(squads, min(MAX_DEALS, len(squads))):
            self._once(squad, self.stream.choice((self._scrap, self._give)))
        for squad in chosen:
            self._once(squad, self._go)
        for fleet in self.board.view["fleets"]:
            self._fleet(fleet)

    def _once(self, squad: Squad, action: Callable[[Squad], bool]) -> None:
        """Give an order to a squad without one."""
        if squad.number not in self.busy and action(squad):
            self.busy.add(squad.number)

    def _part(self, squad: Squad) -> tuple[int, ...]:
        """The number of ships at the end of an order: omitted, or random."""
        return () if self.happens(0.6) else (self.stream.integer(0, squad.ships),)

    def _load(self, squad: Squad) -> bool:
        board = self.board
        if not squad.free or squad.at not in board.planets or not squad.capacity or squad.load:
            return False
        stocks = board.planets[squad.at]
        kinds = [kind for kind, stock in STOCK_OF.items() if stocks[stock] > 1]
        same_place = any(s.at == squad.at and s.number in self.busy for s in board.squads)
        if not kinds or same_place:
            return False
        kind = self.stream.choice(kinds)
        ships = ("MAX",) if self.happens(0.3) else self._part(squad)
        board.add_order("L", squad.number, kind, *ships)
        return True

    def _unload(self, squad: Squad) -> bool:
        """Unload goods anywhere, colonists at own and at uninhabited planets only."""
        if not squad.free or not squad.load:
            return False
        planet = self.board.scanned.get(squad.at)
        if squad.cargo == "COL" and planet is not None and (planet["owner"] or not planet["size"]):
            return False
        self.settles |= squad.cargo == "COL" and planet is not None
        self.board.add_order("U", squad.number, *self._part(squad))
        return True

    def _upgrade(self, squad: Squad) -> bool:
        board = self.board
        if not squad.free or squad.at not in board.planets:
            return False
        current = board.techs.fitting(squad.design).levels
        old = all(has >= new - 0.01 for has, new in zip(squad.techs.levels, current, strict=True))
        worked = any(s.at == squad.at and s.number in self.busy for s in board.squads)
        if old or worked or board.planets[squad.at]["production"] < 1:
            return False
        board.add_order("G", squad.number, self.stream.integer(0, squad.ships))
        return True

    def _join(self, squad: Squad) -> bool:
        """Join a fleet at the same planet or a new one. Fleets without ships end with the turn."""
        if not squad.free or not squad.mobile:
            return False
        fleet = next(self._fleets_at(squad.at), None)
        if fleet is None:
            if len(self.board.view["fleets"]) + len(self.founded) >= MAX_FLEETS:
                return False
            fleet = self.new_name()
            self.board.add_order("D", "FLEET", quoted(fleet))
            self.board.used_names.add(folded(fleet))
            self.founded[fleet] = squad.at
        self.board.join(squad, fleet)
        return True

    def _fleets_at(self, place: str) -> Iterator[str]:
        """The fleets at a place; no fleet gets its own orders before all have joined."""
        yield from (fleet for fleet, at in self.founded.items() if at == place)
        for fleet in self.board.view["fleets"]:
            if fleet["groups"] and fleet["planet"] == place and not fleet["under_way"]:
                yield fleet["name"]

    def _leave_fleet(self, squad: Squad) -> bool:
        if not squad.fleet or squad.under_way:
            return False
        self.board.add_order("B", squad.number, "FLEET")
        return True

    def _break_off(self, squad: Squad) -> bool:
        if squad.ships < 2 or squad.fleet:
            return False
        self.board.add_order("B", squad.number, self.stream.integer(1, squad.ships - 1))
        return True

    def _alone(self, squad: Squad) -> bool:
        """True if no ships of others are here that may need this race's presence."""
        return all(g["planet"] != squad.at for g in self.board.view["alien_groups"])

    def _scrap(self, squad: Squad) -> bool:
        if not squad.free or squad.load or not (squad.ships > 1 or self._alone(squad)):
            return False
        ships = self.stream.integer(1, squad.ships - 1) if squad.ships > 1 else 1
        self.board.add_order("X", squad.number, ships)
        return True

    def _give(self, squad: Squad) -> bool:
        """Give some ships of a squad to a race with ships at the same planet."""
        recipients = [g["race"] for g in self.board.view["alien_groups"] if g["planet"] == squad.at]
        if not squad.free or squad.ships < 2 or not recipients:
            return False
        ships = self.stream.integer(1, squad.ships - 1)
        name = (quoted(self.new_name()),) if self.happens(0.5) else ()
        self.board.add_order(
            "V", squad.number, quoted(self.stream.choice(recipients)), *name, ships
        )
        return True

    def _go(self, squad: Squad) -> bool:
        """Send a squad somewhere near, or after others there, or recall it."""
        board, stream = self.board, self.stream
        if squad.under_way:
            if squad.fleet or not self.happens(0.04):
                return False
            board.add_order("H", squad.number, *self._part(squad))
            return True
        ends = [place for place in board.places if place != squad.at]
        if not squad.mobile or not ends:
            return False
        end = stream.choice(self.nearest(squad.at, ends, 12))
        letter = "I" if squad.design.armed and self.happens(0.3) else "S"
        board.add_order(letter, squad.number, quoted(end), *self._part(squad))
        return True

    def _fleet(self, fleet: Facts) -> None:
        """Move a fleet, recall it, disband it, or join it with another."""
        board, stream, name = self.board, self.stream, quoted(fleet["name"])
        members = {s.number for s in board.squads if s.fleet == fleet["name"]}
        if not fleet["groups"] or (members | set(fleet["groups"])) & self.busy:
            return
        if fleet["name"] in self.ordered or self.happens(0.4):
            return
        self.ordered.add(fleet["name"])
        partners = [f for f in self._fleets_at(fleet["planet"]) if f not in self.ordered]
        ends = [place for place in board.places if place != fleet["planet"]]
        if fleet["under_way"]:
            if self.happens(0.15):
                board.add_order("H", name)
        elif self.happens(0.15):
            board.add_order("E", name)
        elif partners and self.happens(0.3):
            board.add_order("J", name, quoted(partners[0]))
            self.ordered.add(partners[0])
        elif ends:
            end = stream.choice(self.nearest(fleet["planet"], ends, 6))
            board.add_order(stream.choice(("S", "I")), name, quoted(end))


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
        if idle and (len(board.types) >= MAX_TYPES or self.happens(0.05)):
            self._forget(self.stream.choice(idle))
        if not board.types or (len(board.types) < MAX_TYPES and self.happens(0.25)):
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
