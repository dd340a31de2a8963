"""The random bot's ships: random legal orders for some groups and all fleets.

It gives no orders that others could spoil: it loads at its own planets only, lands on those of
others by routes only, and leaves a ship wherever it gives ships away or scraps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import define, field

from horizons_core.model import folded
from variants.galaxy_g.bots.board import Facts, Squad, quoted
from variants.galaxy_g.bots.whims import RandomChoices
from variants.galaxy_g.constants import STOCK_OF

MOST_FLEETS = 3
MOST_MOVES = 10
MOST_DEALS = 3


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
        chosen = self.stream.sample(squads, min(MOST_MOVES, len(squads)))
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
        for squad in self.stream.sample(squads, min(MOST_DEALS, len(squads))):
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
            if len(self.board.view["fleets"]) + len(self.founded) >= MOST_FLEETS:
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
