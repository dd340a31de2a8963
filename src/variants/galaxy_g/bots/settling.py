"""Settling by routes: colonists to new planets, capital to colonies, and haulers back.

Routes load what is available and split the excess, so one order per planet suffices. All cargo is
unloaded at own planets on arrival (the option AUTOUNLOAD), and at the end of the route.
"""

from __future__ import annotations

from horizons_core.sums import int_sum, ordered_sum
from variants.galaxy_g.bots.board import Board, Facts, Squad
from variants.galaxy_g.bots.realm import Realm

LEAST_COLONISTS = 4.0  #: minimum units for a journey
FIRST_COLONISTS = 8.0  #: units for a new colony before the next one
MOST_STORED = 400.0  #: units of colonists stored at the hub for landings
LEAST_SIZE = 15.0  #: minimum size of planets to settle
LONGEST_JOURNEY = 6  #: turns
LEAST_GAP = 8.0  #: minimum industry for a journey


def settle(realm: Realm) -> None:
    """Set all routes, and move the haulers without a route."""
    _people(realm)
    _capital(realm)
    _empties(realm)
    _stragglers(realm)


def _people(realm: Realm) -> None:
    board = realm.board
    sources = sorted(board.planets.values(), key=lambda p: (-p["colonists"], int(p["id"])))
    for source in sources:
        name = source["name"]
        worthwhile = source["colonists"] >= LEAST_COLONISTS
        target = _home_for(realm, name) if worthwhile else None
        board.route(name, "COL", target)
        if target is not None:
            realm.coming[target, "COL"] += min(source["colonists"], _room_at(realm, name))
    for landing in realm.landings:
        ends = [end for (_, kind), end in board.routes.items() if kind == "COL"]
        if landing not in ends:
            board.route(realm.hub, "COL", landing)


def _room_at(realm: Realm, planet: str) -> float:
    """The capacity of the empty haulers at a planet."""
    return ordered_sum(s.capacity * s.ships for s in realm.haulers if s.at == planet and _empty(s))


def _home_for(realm: Realm, source: str) -> str | None:
    """The destination of colonists: an enemy planet, a new colony, or the one with most room."""
    for landing in realm.landings:
        if realm.turns(source, landing) <= LONGEST_JOURNEY:
            return landing
    promises: dict[str, float] = {
        p["name"]: _promise(realm, source, p) for p in realm.board.view["uninhabited"]
    }
    best = max(promises, key=lambda name: promises[name], default=None)
    if best is not None and promises[best] > 0:
        return best
    least = LEAST_COLONISTS * realm.board.industry.people_per_colonist
    rooms: dict[str, float] = {
        p["name"]: realm.room(p) / (1 + realm.turns(source, p["name"]))
        for p in realm.board.planets.values()
        if p["name"] != source and realm.room(p) >= least
    }
    if rooms:
        return max(rooms, key=lambda name: rooms[name])
    store = realm.board.planets[realm.hub]["colonists"]
    return realm.hub if source != realm.hub and store < MOST_STORED else None


def _promise(realm: Realm, source: str, planet: Facts) -> float:
    """The value of settling an uninhabited planet from a source; 0 for none."""
    name, size = planet["name"], planet["size"]
    turns = realm.turns(source, name)
    people = realm.board.industry.people_per_colonist
    served = realm.coming[name, "COL"] >= min(FIRST_COLONISTS, size / people / 2)
    if size < LEAST_SIZE or served or turns > LONGEST_JOURNEY or _unsafe(realm.board, name):
        return 0.0
    return float(size * (1 + 0.1 * min(planet["resources"], 4.0)) / (2 + turns))


def _unsafe(board: Board, place: str) -> bool:
    """True if armed ships of others are there, and no own ones."""
    if any(s.at == place and s.design.armed for s in board.squads):
        return False
    return bool(board.strangers_at(place))


def _capital(realm: Realm) -> None:
    """Send capital to the colony that lacks most."""
    for name, planet in realm.board.planets.items():
        target = None
        if planet["capital"] >= LEAST_GAP and realm.gap(planet) < planet["capital"]:
            target = _neediest(realm, name)
        realm.board.route(name, "CAP", target)
        if target is not None:
            realm.coming[target, "CAP"] += min(planet["capital"], _room_at(realm, name))


def _neediest(realm: Realm, source: str) -> str | None:
    needs = {
        p["name"]: realm.gap(p) / (1 + realm.turns(source, p["name"]))
        for p in realm.board.planets.values()
        if p["name"] != source and realm.gap(p) >= LEAST_GAP
    }
    return max(needs, key=lambda name: needs[name], default=None)


def _empties(realm: Realm) -> None:
    """Route empty haulers to the hub, and send some to planets with cargo to fetch."""
    board = realm.board
    for name in board.planets:
        board.route(name, "EMP", realm.hub if name != realm.hub else None)
    for planet in realm.colonies():
        name = planet["name"]
        waiting = any(s.at == name and not s.load for s in realm.haulers)
        if waiting or not _to_fetch(realm, planet):
            continue
        spare = [s for s in realm.haulers if s.at == realm.hub and _empty(s)]
        if spare and int_sum(s.ships for s in spare) > 1:
            board.send(spare[-1], name, 1)


def _to_fetch(realm: Realm, planet: Facts) -> bool:
    """True if a colony has colonists, or capital that is needed elsewhere."""
    capital = planet["capital"] >= 2 * LEAST_GAP and (planet["name"], "CAP") in realm.board.routes
    return capital or bool(planet["colonists"] >= 2 * LEAST_COLONISTS)


def _stragglers(realm: Realm) -> None:
    """Unload haulers without a route if possible, and send them back."""
    board = realm.board
    for squad in list(realm.haulers):
        if not squad.free:
            continue
        if squad.at in board.planets:
            if squad.load:
                board.say("U", squad.number)
        elif squad.at in board.scanned:
            _abroad(realm, squad, board.scanned[squad.at])


def _abroad(realm: Realm, squad: Squad, planet: Facts) -> None:
    """Handle a hauler at an uninhabited or foreign planet."""
    board = realm.board
    lands = squad.cargo == "COL" and planet["size"] and not planet["owner"]
    if lands and not realm.war_today:
        board.say("U", squad.number)
    elif not lands and not (squad.at in realm.landings and _enough_to_conquer(board, planet)):
        board.send(squad, realm.hub)


def _enough_to_conquer(board: Board, planet: Facts) -> bool:
    """True if the colonists at an enemy's planet outnumber its people."""
    aboard = ordered_sum(squad.people for squad in board.at(planet["name"]))
    return bool(board.industry.people_per_colonist * aboard > planet["population"])


def _empty(squad: Squad) -> bool:
    return squad.free and not squad.load and not squad.fleet


def take_in(board: Board) -> None:
    """Unload all arriving cargo at own planets."""
    if not board.view["options"]["AUTOUNLOAD"]:
        board.say("O", "AUTOUNLOAD")
