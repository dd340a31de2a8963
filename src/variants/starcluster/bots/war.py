"""War with non-player races: where the navy gathers, when it sets out, what it does there."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.sums import int_sum, ordered_sum
from variants.starcluster.bots import navy, odds, races
from variants.starcluster.bots.armament import MARCHING
from variants.starcluster.bots.board import Board, Facts
from variants.starcluster.bots.races import Race
from variants.starcluster.combat import Resolver

#: The chance to win with which a fleet sets out; whether it goes home again, its doctrine says.
ENOUGH = 0.9
#: By how many times ships must be more than a race's, to land before those are destroyed.
MASTERED = 8
#: By how many times they must be more than raiders in a colony, to drive them off.
RELIEF = 1.5


def lead(board: Board, race: Race | None, combat: Resolver) -> None:
    """Give the navy its orders: those in one system act as one fleet."""
    for at, fleets in _by_place(board).items():
        first, *others = sorted(fleets, key=lambda one: (-len(one["units"]), one["name"]))
        for other in others:
            board.order("JOIN", other["name"], first["name"])
        ships = navy.ships_of(board, fleets)
        _equip(board, at, first, ships)
        _direct(board, race, combat, at, first, ships)
    if race is not None:
        for fleet in board.view["fleets"]:
            if fleet["goal"] == race.home and len(fleet["path"]) == 1 and fleet["armed"]:
                _declare(board, race)


def is_besieging(board: Board, race: Race) -> bool:
    """Whether armed ships are at the home of a race."""
    return any(fleet["armed"] and fleet["at"] == race.home for fleet in board.view["fleets"])


def _direct(
    board: Board,
    race: Race | None,
    combat: Resolver,
    at: str,
    fleet: Facts,
    ships: Sequence[Facts],
) -> None:
    """What ships do that have joined a fleet: siege, relief, attack, the way home, or guard."""
    relieved = _colony_in_need(board, ships)
    if race is not None and at == race.home:
        _besiege(board, race, fleet, ships)
    elif relieved:
        if relieved != at:
            _send(board, fleet, ships, relieved)
    elif race is not None and _is_ready(board, race, combat, chosen := _supplied(ships)):
        _send(board, fleet, ships, race.home, chosen)
        if _is_next(board, at, race):
            _declare(board, race)
    elif at != board.home:
        _send(board, fleet, ships, board.home)
    else:
        _stand_guard(board, fleet)


def _colony_in_need(board: Board, ships: Sequence[Facts]) -> str:
    """The first colony with enemies that these ships can drive off; "" if there is none."""
    line = ordered_sum(one["in_line"] for one in ships)
    enemies = {one["name"] for one in board.view["contacts"] if one["stance"] == "WAR"}
    seen: dict[str, int] = {}
    for one in board.view["sightings"]:
        if one["system"] in board.own and one["owner"] in enemies and not one["left_by"]:
            seen[one["system"]] = seen.get(one["system"], 0) + one["units"]
    return next((at for at, units in seen.items() if line >= RELIEF * units), "")


def _by_place(board: Board) -> dict[str, list[Facts]]:
    """Naval fleets with nothing under way, by system."""
    found: dict[str, list[Facts]] = {}
    for fleet in board.view["fleets"]:
        if not fleet["path"] and navy.is_naval(board, fleet):
            found.setdefault(fleet["at"], []).append(fleet)
            board.busy.add(fleet["name"])
    return found


def _equip(board: Board, at: str, fleet: Facts, ships: Sequence[Facts]) -> None:
    for ship in ships:
        if ship["of_class"] == navy.TENDER and not ship["train"]:
            board.order("TRAIN", ship["name"], "ON")
    if at not in board.own:
        return
    bays = ordered_sum(
        navy.SHUTTLES - one["shuttles"] for one in ships if one["of_class"] == navy.TROOPER
    )
    if bays > 0 and board.pay(bays * board.economy.craft["ST"]):
        board.order("BUILD", "CRAFT", fleet["name"], bays, "ST")
    damage = ordered_sum(one["points_of"] - one["points"] for one in ships)
    if damage >= 1 and at == board.home and not board.short:
        board.order("REPAIR", fleet["name"])


def _supplied(ships: Sequence[Facts]) -> list[Facts]:
    """All but the destroyers for whom the tenders do not suffice: the last of them stay behind."""
    left = navy.SUPPLIED * ordered_sum(one["of_class"] == navy.TENDER for one in ships)
    line = [one for one in ships if one["of_class"] in navy.DESTROYERS]
    left -= ordered_sum(
        one["spaces"] for one in ships if one["of_class"] in (navy.HERALD, navy.TROOPER)
    )
    behind = {one["name"] for one in line[max(0, left) // navy.DESTROYER_SPACES :]}
    return [one for one in ships if one["name"] not in behind]


def _is_ready(board: Board, race: Race, combat: Resolver, ships: Sequence[Facts]) -> bool:
    """Whether ships at one place suffice: troops, and the odds on arrival.

    Nobody knows where to land in a system that was not scanned, so peace is kept until then.
    """
    if not race.counted and race.stance != "WAR":
        return False
    troops = ordered_sum(one["troops"] for one in ships)
    if troops < navy.TROOPS_FOR_PLANET * race.planets * 2 / 3:
        return False
    if not board.way(ships[0]["at"], lambda at: at == race.home):
        return False
    arrival = board.view.turn + MARCHING
    line = int_sum(one["of_class"] in navy.DESTROYERS for one in ships)
    if line < navy.destroyers_against(race, arrival) / 2:
        return False
    return all(one >= ENOUGH for one in odds.chances_to_win(combat, ships, race, arrival))


def _send(
    board: Board,
    fleet: Facts,
    ships: Sequence[Facts],
    goal: str,
    chosen: Sequence[Facts] | None = None,
) -> None:
    """Send ships that have joined a fleet, or those chosen; those without drives stay behind."""
    sound = [one["name"] for one in chosen or ships if one["cruising"] > 0]
    if not sound or not board.way(fleet["at"], lambda at: at == goal):
        return
    name, band = fleet["name"], odds.band_of(ships)
    if len(sound) < len(ships):
        name = f"Sound {board.view.turn}"
        board.order("FLEET", name, *sound)
    board.order("DOCTRINE", name, "ENGAGE", "BAND", band, "BREAK", 60, "TARGET", "SMALL")
    if len(sound) < len(ships) or not fleet["detuned"]:
        board.order("DETUNE", name, "ON")
    board.order("MOVE", name, goal)


def _is_next(board: Board, at: str, race: Race) -> bool:
    return race.home in board.links.get(at, ())


def _declare(board: Board, race: Race) -> None:
    if race.stance != "WAR" and race.name not in board.enemies:
        board.enemies.add(race.name)
        board.order("WAR", race.name)


def _besiege(board: Board, race: Race, fleet: Facts, ships: Sequence[Facts]) -> None:
    """At the home of a race: fight for the system, then land."""
    _declare(board, race)
    if not _is_mastered(board, race, ships):
        return
    troops = ordered_sum(one["troops"] for one in ships)
    share = int(troops / race.planets)
    if share >= 1 and race.counted and any(one["shuttles"] for one in ships):
        for planet in range(1, race.planets + 1):
            board.order("LAND", fleet["name"], race.home, planet, share)
    elif not troops:
        _send(board, fleet, ships, board.home)


def _is_mastered(board: Board, race: Race, ships: Sequence[Facts]) -> bool:
    """Whether nothing is left at a race's home but what it builds from turn to turn."""
    enemies: int = int_sum(
        one["units"]
        for one in board.view["sightings"]
        if one["system"] == race.home and one["owner"] == board.names[race.name]
    )
    return bool(enemies * MASTERED <= ordered_sum(one["in_line"] for one in ships))


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
