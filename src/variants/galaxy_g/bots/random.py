"""A bot that gives legal orders of nearly every kind by chance.

It leaves alone what concerns the player and not the race: Q, Y and Z. It also gives no order that
others could spoil, or that could spoil theirs: it loads at its own planets only, lands on those of
others by routes alone, and leaves a ship wherever it gives ships away or scraps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from attrs import define, field, frozen

from horizons_core.model import View, folded
from horizons_core.rng import Stream
from variants.galaxy_g.bots.board import Board, Facts, Squad, word
from variants.galaxy_g.constants import LONGEST_NAME, OPTIONS, PRODUCTS, ROUTE_KINDS, STOCK_OF
from variants.galaxy_g.ships import Design

MOST_TYPES = 9
MOST_FLEETS = 3
MOST_MOVES = 10
MOST_DEALS = 3
_NAMES: Final = ("Kite", "Heron", "Comet", "Lantern", "Anvil", "Thistle", "Raven", "Ember")


@frozen
class RandomBot:
    """The bot; see the module."""

    def orders(self, view: View, stream: Stream) -> str:
        turn = _Turn(Board.of(view), stream)
        turn.drawing_board()
        turn.planets()
        turn.ships()
        turn.relations()
        turn.household()
        return turn.board.text()


@define
class _Turn:
    """One turn's whims. `busy` are the squads that have had an order.

    `settles` says that colonists land on an uninhabited planet: if another race is there first, a
    war declared on it this turn would forbid it.
    """

    board: Board
    stream: Stream
    busy: set[int] = field(factory=set)
    ordered: set[str] = field(factory=set)  # fleets that have had an order of their own
    founded: dict[str, str] = field(factory=dict)  # today's fleets, and where their ships are
    settles: bool = False

    def some(self, chance: float) -> bool:
        return self.stream.chance(chance)

    # designs

    def drawing_board(self) -> None:
        """Erase a type that is not used, design others."""
        board = self.board
        idle = sorted(set(board.types) - self._used_types())
        if idle and (len(board.types) >= MOST_TYPES or self.some(0.05)):
            self._forget(self.stream.choice(idle))
        if not board.types or (len(board.types) < MOST_TYPES and self.some(0.25)):
            board.design(self._new_name(), self._design())

    def _used_types(self) -> set[str]:
        board = self.board
        making = {planet["product"] for planet in board.planets.values()}
        return making | {squad.type for squad in board.squads}

    def _forget(self, name: str) -> None:
        self.board.say("E", word(name))
        del self.board.types[name]

    def _new_name(self) -> str:
        while True:
            name = f"{self.stream.choice(_NAMES)} {self.stream.integer(1, 99)}"
            if folded(name) not in self.board.taken:
                return name

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

    # planets

    def planets(self) -> None:
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
            board.route(start, kind, stream.choice(self._nearest(start, ends, 8)))

    def _nearest(self, start: str, ends: Sequence[str], count: int) -> list[str]:
        return sorted(ends, key=lambda end: self.board.distance(start, end))[:count]

    # ships

    def ships(self) -> None:
        """Give some squads an order each; first of all those that load."""
        squads = [s for s in self.board.squads if s.design.drive or s.free]
        chosen = self.stream.sample(squads, min(MOST_MOVES, len(squads)))
        for squad in chosen:
            self._once(squad, self._load)
        deeds = (
            self._unload,
            self._upgrade,
            self._join,
            self._join,
            self._leave_fleet,
            self._break_off,
        )
        for squad in chosen:
            self._once(squad, self.stream.choice(deeds))
        for squad in self.stream.sample(squads, min(MOST_DEALS, len(squads))):
            self._once(squad, self.stream.choice((self._scrap, self._give)))
        for squad in chosen:
            self._once(squad, self._go)
        for fleet in self.board.view["fleets"]:
            self._fleet(fleet)

    def _once(self, squad: Squad, deed: Callable[[Squad], bool]) -> None:
        """Do something with a squad that has had no order yet."""
        if squad.number not in self.busy and deed(squad):
            self.busy.add(squad.number)

    def _part(self, squad: Squad) -> tuple[int, ...]:
        """The number of ships at the end of an order: none, or any."""
        return () if self.some(0.6) else (self.stream.integer(0, squad.ships),)

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
        ships = ("MAX",) if self.some(0.3) else self._part(squad)
        board.say("L", squad.number, kind, *ships)
        return True

    def _unload(self, squad: Squad) -> bool:
        """Unload goods anywhere, colonists at one's own and at uninhabited planets."""
        if not squad.free or not squad.load:
            return False
        planet = self.board.scanned.get(squad.at)
        if squad.cargo == "COL" and planet is not None and (planet["owner"] or not planet["size"]):
            return False
        self.settles |= squad.cargo == "COL" and planet is not None
        self.board.say("U", squad.number, *self._part(squad))
        return True

    def _upgrade(self, squad: Squad) -> bool:
        board = self.board
        if not squad.free or squad.at not in board.planets:
            return False
        current = board.techs.fitting(squad.design).levels
        old = all(own >= new - 0.01 for own, new in zip(squad.techs.levels, current, strict=True))
        worked = any(s.at == squad.at and s.number in self.busy for s in board.squads)
        if old or worked or board.planets[squad.at]["production"] < 1:
            return False
        board.say("G", squad.number, self.stream.integer(0, squad.ships))
        return True

    def _join(self, squad: Squad) -> bool:
        """Join a fleet that is here, or a new one: fleets without ships end with the turn."""
        if not squad.free or not squad.mobile:
            return False
        fleet = next(self._fleets_at(squad.at), None)
        if fleet is None:
            if len(self.board.view["fleets"]) + len(self.founded) >= MOST_FLEETS:
                return False
            fleet = self._new_name()
            self.board.say("D", "FLEET", word(fleet))
            self.board.taken.add(folded(fleet))
            self.founded[fleet] = squad.at
        self.board.join(squad, fleet)
        return True

    def _fleets_at(self, place: str) -> Iterator[str]:
        """The fleets at a place; no fleet gets orders of its own before all have joined."""
        yield from (fleet for fleet, at in self.founded.items() if at == place)
        for fleet in self.board.view["fleets"]:
            if fleet["groups"] and fleet["planet"] == place and not fleet["under_way"]:
                yield fleet["name"]

    def _leave_fleet(self, squad: Squad) -> bool:
        if not squad.fleet or squad.under_way:
            return False
        self.board.say("B", squad.number, "FLEET")
        return True

    def _break_off(self, squad: Squad) -> bool:
        if squad.ships < 2 or squad.fleet:
            return False
        self.board.say("B", squad.number, self.stream.integer(1, squad.ships - 1))
        return True

    def _alone(self, squad: Squad) -> bool:
        """Whether no ships of others are here, so that nobody needs this race's presence."""
        return all(g["planet"] != squad.at for g in self.board.view["alien_groups"])

    def _scrap(self, squad: Squad) -> bool:
        if not squad.free or squad.load or not (squad.ships > 1 or self._alone(squad)):
            return False
        ships = self.stream.integer(1, squad.ships - 1) if squad.ships > 1 else 1
        self.board.say("X", squad.number, ships)
        return True

    def _give(self, squad: Squad) -> bool:
        """Give some ships of a squad to a race whose ships are here."""
        here = [g["race"] for g in self.board.view["alien_groups"] if g["planet"] == squad.at]
        if not squad.free or squad.ships < 2 or not here:
            return False
        ships = self.stream.integer(1, squad.ships - 1)
        name = (word(self._new_name()),) if self.some(0.5) else ()
        self.board.say("V", squad.number, word(self.stream.choice(here)), *name, ships)
        return True

    def _go(self, squad: Squad) -> bool:
        """Send a squad somewhere near, after others there, or call it back."""
        board, stream = self.board, self.stream
        if squad.under_way:
            if squad.fleet or not self.some(0.04):
                return False
            board.say("H", squad.number, *self._part(squad))
            return True
        ends = [place for place in board.places if place != squad.at]
        if not squad.mobile or not ends:
            return False
        end = stream.choice(self._nearest(squad.at, ends, 12))
        letter = "I" if squad.design.armed and self.some(0.3) else "S"
        board.say(letter, squad.number, word(end), *self._part(squad))
        return True

    def _fleet(self, fleet: Facts) -> None:
        """Move a fleet, call it back, disband it, or join it with another."""
        board, stream, name = self.board, self.stream, word(fleet["name"])
        members = {s.number for s in board.squads if s.fleet == fleet["name"]}
        if not fleet["groups"] or (members | set(fleet["groups"])) & self.busy:
            return
        if fleet["name"] in self.ordered or self.some(0.4):
            return
        self.ordered.add(fleet["name"])
        others = [one for one in self._fleets_at(fleet["planet"]) if one not in self.ordered]
        ends = [place for place in board.places if place != fleet["planet"]]
        if fleet["under_way"]:
            if self.some(0.15):
                board.say("H", name)
        elif self.some(0.15):
            board.say("E", name)
        elif others and self.some(0.3):
            board.say("J", name, word(others[0]))
            self.ordered.add(others[0])
        elif ends:
            end = stream.choice(self._nearest(fleet["planet"], ends, 6))
            board.say(stream.choice(("S", "I")), name, word(end))

    # others

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

    # the household

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
        kind = stream.choice(_NAMES)
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
