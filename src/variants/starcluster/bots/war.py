"""War with non-player races: where the navy gathers, when it sets out, what it does there."""

from __future__ import annotations

from collections.abc import Sequence

from variants.starcluster.bots import docks, navy, odds, races
from variants.starcluster.bots.board import Board, Facts
from variants.starcluster.bots.races import Race
from variants.starcluster.combat import Resolver

#: The chance to win with which a fleet sets out, and below which it goes home.
ENOUGH, TOO_LITTLE = 0.9, 0.3
#: By how many times ships must be more than a race's, to land before those are destroyed.
MASTERED = 8
#: Turns of income, and the share of its money, that a war may cost; what is spent of it in a turn.
TURNS, SHARE, A_TURN = 12, 0.5, 0.6
#: Turns in which a navy should be built and arrive.
BUILDING, MARCHING = 10, 12
#: Shipyards at most, and before anybody is met; ships that guard the homeworld in peace, for so
#: many MC of gross income each.
DOCKS, FIRST_DOCKS, GUARD_INCOME = 9, 2, 250
#: From this turn on there is money for more than scouts and colonies.
FROM = 8
_DOCK_WORK, _DOCK_PRICE = 120, 7_500


def target(board: Board, found: Sequence[Race]) -> Race | None:
    """The race that costs least to conquer, if it can be afforded."""
    able = [race for race in found if race.stance != "ALLIANCE" and _affordable(board, race)]
    return min(able, key=lambda race: (_missing(board, race), race.home), default=None)


def arm(board: Board, race: Race | None) -> None:
    """Build shipyards and ships: for a war, else to guard the homeworld."""
    if board.view.turn < FROM:
        return
    if race is None:
        _build_docks(board, FIRST_DOCKS)
        guards = int(board.view["treasury"]["gross"] / GUARD_INCOME)
        navy.build(board, {navy.HERALD: 1, navy.LANCER: guards}, A_TURN * board.cash / 4)
        return
    arrival = board.view.turn + BUILDING + MARCHING
    destroyer = navy.destroyer_against(race)
    number = navy.destroyers_against(race, arrival)
    troopers = navy.troopers_against(race)
    wanted = {
        navy.HERALD: navy.HERALDS,
        navy.TROOPER: troopers,
        navy.TENDER: navy.tenders_for(number, troopers),
        destroyer: number,
    }
    work = navy.DESTROYER_SPACES * max(0, number - docks.count(board, destroyer))
    _build_docks(board, min(DOCKS, 1 + work // (_DOCK_WORK * BUILDING)))
    navy.build(board, wanted, A_TURN * board.cash)


def _build_docks(board: Board, number: int) -> None:
    have = docks.count(board, board.dock)
    if have < number and board.cash > _DOCK_PRICE:
        docks.build(board, board.dock, 1)


def _missing(board: Board, race: Race) -> int:
    arrival = board.view.turn + BUILDING + MARCHING
    have = docks.count(board, navy.destroyer_against(race))
    return max(0, navy.destroyers_against(race, arrival) - have)


def _affordable(board: Board, race: Race) -> bool:
    price = navy.price_of(board, navy.destroyer_against(race)) * _missing(board, race)
    price += navy.price_of(board, navy.TROOPER) * navy.troopers_against(race)
    means: float = SHARE * board.cash + TURNS * board.view["treasury"]["net"] * SHARE
    return price <= means


def lead(board: Board, race: Race | None, combat: Resolver) -> None:
    """Give the navy its orders: those in one system act as one fleet."""
    for at, fleets in _by_place(board).items():
        first, *others = sorted(fleets, key=lambda one: (-len(one["units"]), one["name"]))
        for other in others:
            board.order("JOIN", other["name"], first["name"])
        ships = navy.ships_of(board, fleets)
        _equip(board, at, first, ships)
        if race is not None and at == race.home:
            _besiege(board, race, combat, first, ships)
        elif race is not None and _is_ready(board, race, combat, ships):
            _send(board, first, race.home)
            if _is_next(board, at, race):
                _declare(board, race)
        elif at != board.home:
            _send(board, first, board.home)
        else:
            _stand_guard(board, first)
    if race is not None:
        for fleet in board.view["fleets"]:
            if fleet["goal"] == race.home and len(fleet["path"]) == 1 and fleet["armed"]:
                _declare(board, race)


def _by_place(board: Board) -> dict[str, list[Facts]]:
    """Naval fleets with nothing under way, by system."""
    found: dict[str, list[Facts]] = {}
    for fleet in board.view["fleets"]:
        if not fleet["path"] and fleet["speed"] > 0 and navy.is_naval(board, fleet):
            found.setdefault(fleet["at"], []).append(fleet)
            board.busy.add(fleet["name"])
    return found


def _equip(board: Board, at: str, fleet: Facts, ships: Sequence[Facts]) -> None:
    for ship in ships:
        if ship["of_class"] == navy.TENDER and not ship["train"]:
            board.order("TRAIN", ship["name"], "ON")
    if at not in board.own:
        return
    bays = sum(navy.SHUTTLES - one["shuttles"] for one in ships if one["of_class"] == navy.TROOPER)
    if bays > 0 and board.pay(bays * board.economy.craft["ST"]):
        board.order("BUILD", "CRAFT", fleet["name"], bays, "ST")
    damage = sum(one["points_of"] - one["points"] for one in ships)
    if damage >= 1 and at == board.home and not board.short:
        board.order("REPAIR", fleet["name"])


def _is_ready(board: Board, race: Race, combat: Resolver, ships: Sequence[Facts]) -> bool:
    """Whether ships at one place suffice: troops, supply, and the odds on arrival."""
    troops = sum(one["troops"] for one in ships)
    if troops < navy.TROOPS_FOR_PLANET * race.planets * 2 / 3:
        return False
    spaces = sum(one["spaces"] for one in ships if one["of_class"] != navy.TENDER)
    tenders = sum(one["of_class"] == navy.TENDER for one in ships)
    way = board.way(ships[0]["at"], lambda at: at == race.home)
    if tenders * navy.SUPPLIED < spaces or not way:
        return False
    arrival = board.view.turn + MARCHING
    destroyer = navy.destroyer_against(race)
    if sum(one["of_class"] == destroyer for one in ships) < (
        navy.destroyers_against(race, arrival) / 2
    ):
        return False
    return odds.chance_to_win(combat, ships, race, arrival) >= ENOUGH


def _send(board: Board, fleet: Facts, goal: str) -> None:
    if not board.way(fleet["at"], lambda at: at == goal):
        return
    board.order("DOCTRINE", fleet["name"], "ENGAGE", "BAND", "LONG", "BREAK", 60, "TARGET", "SMALL")
    if not fleet["detuned"]:
        board.order("DETUNE", fleet["name"], "ON")
    board.order("MOVE", fleet["name"], goal)


def _is_next(board: Board, at: str, race: Race) -> bool:
    return race.home in board.links.get(at, ())


def _declare(board: Board, race: Race) -> None:
    if race.stance != "WAR" and race.name not in board.enemies:
        board.enemies.add(race.name)
        board.order("WAR", race.name)


def _besiege(
    board: Board, race: Race, combat: Resolver, fleet: Facts, ships: Sequence[Facts]
) -> None:
    """At the home of a race: fight for the system, then land."""
    _declare(board, race)
    if not _is_mastered(board, race, ships):
        if odds.chance_to_win(combat, ships, race, board.view.turn) < TOO_LITTLE:
            _send(board, fleet, board.home)
        return
    troops = sum(one["troops"] for one in ships)
    share = int(troops / race.planets)
    if share >= 1 and race.counted and any(one["shuttles"] for one in ships):
        for planet in range(1, race.planets + 1):
            board.order("LAND", fleet["name"], race.home, planet, share)
    elif not troops:
        _send(board, fleet, board.home)


def _is_mastered(board: Board, race: Race, ships: Sequence[Facts]) -> bool:
    """Whether nothing is left at a race's home but what it builds from turn to turn."""
    enemies: int = sum(
        one["units"]
        for one in board.view["sightings"]
        if one["system"] == race.home and one["owner"] == board.names[race.name]
    )
    return bool(enemies * MASTERED <= sum(one["in_line"] for one in ships))


def _stand_guard(board: Board, fleet: Facts) -> None:
    """At home: guard the point through which the nearest threat would come (SC-WPA-001)."""
    if fleet["detuned"]:
        board.order("DETUNE", fleet["name"], "OFF")
    point = _threatened_point(board)
    if point and fleet["guards"] != point and fleet["armed"]:
        board.order("DOCTRINE", fleet["name"], "GUARD", point, "BAND", "SHORT", "BREAK", 60)


def _threatened_point(board: Board) -> str:
    """The point at home that leads to the nearest race, else to the farthest known system."""
    homes = {race.home for race in races.known(board)} - set(board.own)
    way = board.way(board.home, lambda at: at in homes)
    if len(way) < 2:
        return ""
    points = board.systems[board.home]["points"]
    return next((point["name"] for point in points if point["leads"] == way[1]), "")
