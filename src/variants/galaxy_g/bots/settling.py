"""Routes that bring colonists to new planets and capital to colonies.

Routes load what is available and split the excess, so one order per planet is enough. All cargo is
unloaded at the race's planets on arrival (the option AUTOUNLOAD), and at the end of the route.
"""

from __future__ import annotations

from horizons_core.sums import int_sum, ordered_sum
from variants.galaxy_g.bots.board import BotView, Squad
from variants.galaxy_g.bots.situation import Situation
from variants.galaxy_g.orders.ship_designs import Facts

MIN_COLONISTS = 4.0  #: minimum units for a journey
FIRST_COLONISTS = 8.0  #: units for a new colony before the next one
MAX_STORED = 400.0  #: units of colonists stored at the hub for landings
MIN_SIZE = 15.0  #: minimum size of planets to settle
MAX_JOURNEY_TURNS = 6  #: turns
MIN_GAP = 8.0  #: minimum industry for a journey


def settle(situation: Situation) -> None:
    """Set all routes, and move the haulers without a route."""
    _route_colonists(situation)
    _route_capital(situation)
    _route_empty_haulers(situation)
    _return_haulers(situation)


def _route_colonists(situation: Situation) -> None:
    board = situation.board
    sources = sorted(board.planets.values(), key=lambda p: (-p["colonists"], int(p["id"])))
    for source in sources:
        name = source["name"]
        worthwhile = source["colonists"] >= MIN_COLONISTS
        target = _colonist_destination(situation, name) if worthwhile else None
        board.route(name, "COL", target)
        if target is not None:
            situation.incoming[target, "COL"] += min(source["colonists"], _room_at(situation, name))
    for landing in situation.landings:
        ends = [end for (_, kind), end in board.routes.items() if kind == "COL"]
        if landing not in ends:
            board.route(situation.hub, "COL", landing)


def _room_at(situation: Situation, planet: str) -> float:
    """The capacity of the empty haulers at a planet."""
    return ordered_sum(
        s.capacity * s.ships for s in situation.haulers if s.at == planet and _is_empty(s)
    )


def _colonist_destination(situation: Situation, source: str) -> str | None:
    """The destination of colonists: an enemy planet, a new colony, or the one with most room."""
    for landing in situation.landings:
        if situation.turns(source, landing) <= MAX_JOURNEY_TURNS:
            return landing
    values: dict[str, float] = {
        p["name"]: _settlement_value(situation, source, p)
        for p in situation.board.view["uninhabited"]
    }
    best = max(values, key=lambda name: values[name], default=None)
    if best is not None and values[best] > 0:
        return best
    minimum = MIN_COLONISTS * situation.board.industry.people_per_colonist
    rooms: dict[str, float] = {
        p["name"]: situation.room(p) / (1 + situation.turns(source, p["name"]))
        for p in situation.board.planets.values()
        if p["name"] != source and situation.room(p) >= minimum
    }
    if rooms:
        return max(rooms, key=lambda name: rooms[name])
    store = situation.board.planets[situation.hub]["colonists"]
    return situation.hub if source != situation.hub and store < MAX_STORED else None


def _settlement_value(situation: Situation, source: str, planet: Facts) -> float:
    """The value of settling an uninhabited planet from a source; 0 for none."""
    name, size = planet["name"], planet["size"]
    turns = situation.turns(source, name)
    people = situation.board.industry.people_per_colonist
    served = situation.incoming[name, "COL"] >= min(FIRST_COLONISTS, size / people / 2)
    if size < MIN_SIZE or served or turns > MAX_JOURNEY_TURNS or _unsafe(situation.board, name):
        return 0.0
    return float(size * (1 + 0.1 * min(planet["resources"], 4.0)) / (2 + turns))


def _unsafe(board: BotView, place: str) -> bool:
    """True if armed ships of others are there, and none of the race's."""
    if any(s.at == place and s.design.armed for s in board.squads):
        return False
    return bool(board.armed_aliens_at(place))


def _route_capital(situation: Situation) -> None:
    """Send capital to the colony that lacks most."""
    for name, planet in situation.board.planets.items():
        target = None
        if planet["capital"] >= MIN_GAP and situation.gap(planet) < planet["capital"]:
            target = _neediest_planet(situation, name)
        situation.board.route(name, "CAP", target)
        if target is not None:
            situation.incoming[target, "CAP"] += min(planet["capital"], _room_at(situation, name))


def _neediest_planet(situation: Situation, source: str) -> str | None:
    needs = {
        p["name"]: situation.gap(p) / (1 + situation.turns(source, p["name"]))
        for p in situation.board.planets.values()
        if p["name"] != source and situation.gap(p) >= MIN_GAP
    }
    return max(needs, key=lambda name: needs[name], default=None)


def _route_empty_haulers(situation: Situation) -> None:
    """Route empty haulers to the hub, and send some to planets with cargo to fetch."""
    board = situation.board
    for name in board.planets:
        board.route(name, "EMP", situation.hub if name != situation.hub else None)
    for planet in situation.colonies():
        name = planet["name"]
        waiting = any(s.at == name and not s.load for s in situation.haulers)
        if waiting or not _has_cargo_to_fetch(situation, planet):
            continue
        spare = [s for s in situation.haulers if s.at == situation.hub and _is_empty(s)]
        if spare and int_sum(s.ships for s in spare) > 1:
            board.send(spare[-1], name, 1)


def _has_cargo_to_fetch(situation: Situation, planet: Facts) -> bool:
    """True if a colony has colonists, or capital that is needed elsewhere."""
    capital = planet["capital"] >= 2 * MIN_GAP and (planet["name"], "CAP") in situation.board.routes
    return capital or bool(planet["colonists"] >= 2 * MIN_COLONISTS)


def _return_haulers(situation: Situation) -> None:
    """Unload haulers without a route if possible, and send them back."""
    board = situation.board
    for squad in list(situation.haulers):
        if not squad.free:
            continue
        if squad.at in board.planets:
            if squad.load:
                board.add_order("U", squad.number)
        elif squad.at in board.scanned:
            _handle_foreign_planet(situation, squad, board.scanned[squad.at])


def _handle_foreign_planet(situation: Situation, squad: Squad, planet: Facts) -> None:
    """Handle a hauler at an uninhabited or foreign planet."""
    board = situation.board
    lands = squad.cargo == "COL" and planet["size"] and not planet["owner"]
    if lands and not situation.war_today:
        board.add_order("U", squad.number)
    elif not lands and not (squad.at in situation.landings and _enough_to_conquer(board, planet)):
        board.send(squad, situation.hub)


def _enough_to_conquer(board: BotView, planet: Facts) -> bool:
    """True if the colonists at an enemy's planet outnumber its people."""
    aboard = ordered_sum(squad.people for squad in board.at(planet["name"]))
    return bool(board.industry.people_per_colonist * aboard > planet["population"])


def _is_empty(squad: Squad) -> bool:
    return squad.free and not squad.load and not squad.fleet


def enable_autounload(board: BotView) -> None:
    """Unload all arriving cargo at the race's planets."""
    if not board.view["options"]["AUTOUNLOAD"]:
        board.add_order("O", "AUTOUNLOAD")
