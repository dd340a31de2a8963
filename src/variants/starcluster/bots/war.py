"""A bot's wars with non-player races, from the odds to the siege."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from horizons_core.sums import int_sum, ordered_sum
from variants.starcluster.bots import navy, races
from variants.starcluster.bots.bot_view import BotView, Facts
from variants.starcluster.bots.navy import MARCHING
from variants.starcluster.bots.races import BASES, EL_TURNS, SILOS, KnownRace
from variants.starcluster.combat import Resolver
from variants.starcluster.designs.text import design_string
from variants.starcluster.model import Race as Stock
from variants.starcluster.model.fleets import LONG, SHORT
from variants.starcluster.setup.empires import DESTROYER, STARBASE, native_design

#: Battles simulated per answer.
RUNS = 20
#: Pairs of weapons that represent the strongest that a race may have (SC-NPR-001).
WEAPONS = (("K", "E"), ("R", "G"), ("Pt", "Lj"))
OURS, THEIRS = "we", "they"
#: Minimum points of a ship in battle, by the battle calculator.
LAST_POINTS = 0.1

#: The minimum chance to win for an attack; retreat is up to the doctrine.
MIN_CHANCE = 0.9
#: Ratio of own ships to a race's remaining ships from which troops may land.
MASTERY_RATIO = 8
#: Required ratio of ships to raiders in a colony for driving them off.
RELIEF = 1.5


def chances_to_win(
    combat: Resolver, ships: Sequence[Mapping[str, Any]], race: KnownRace, turn: int
) -> Iterator[float]:
    """The chances that ships (units of a view) beat a race's strongest fleet at home in a turn.

    There is one chance for each pair of weapons and each possible kind of home system. Callers may
    stop early to save battles.
    """
    line = [ship for ship in ships if ship["in_line"]]
    if not line:
        yield 0.0
        return
    level = 1 + turn // EL_TURNS
    homes = [race] if race.charted else [evolve(race, gas=gas) for gas in (True, False)]
    for home in homes:
        for pair in WEAPONS:
            yield _chance(combat, line, home, turn, level, pair)


def band_of(ships: Sequence[Mapping[str, Any]]) -> str:
    """The band at which most of the ships fight best."""
    at_long = ordered_sum(ship["long"] >= ship["short"] / 2 for ship in ships if ship["in_line"])
    return LONG if 2 * at_long >= ordered_sum(ship["in_line"] for ship in ships) else SHORT


def _chance(
    combat: Resolver,
    line: Sequence[Mapping[str, Any]],
    race: KnownRace,
    turn: int,
    level: int,
    pair: tuple[str, str],
) -> float:
    stock = Stock(long_range=pair[0], short_range=pair[1])
    designs = {name: native_design(name, stock, level) for name in (DESTROYER, STARBASE)}
    enemies = [
        {
            "hull": "DD",
            "design": design_string(designs[DESTROYER].systems),
            "count": race.ships_in(turn),
        },
        {"hull": "BS2", "design": design_string(designs[STARBASE].systems), "count": BASES},
    ]
    battle = combat.battle(
        {
            "sides": {OURS: list(_grouped(line)), THEIRS: [row for row in enemies if row["count"]]},
            "doctrines": {
                OURS: {"band": band_of(line), "target": "SMALL", "break": 100},
                THEIRS: {
                    "pdc": True,
                    "silos": min(200, SILOS * race.planets),
                    "missile": f"R{level}",
                },
            },
            "place": {"nebula": "gas" if race.gas else "ion" if race.ion else ""},
        }
    )
    return combat.simulate(battle, RUNS, "odds of bots").wins(OURS) / RUNS


def _grouped(line: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Group the units of a side by design and damage.

    A ship completely covered by supply damage counts as having a tenth of a point left.
    """
    rows: dict[tuple[str, str, float], int] = {}
    for unit in line:
        lost = max(0.0, unit["points_of"] - unit["points"])
        damage = round(min(lost, unit["points_of"] - LAST_POINTS), 1)
        kind = (unit["hull"], unit["design"], damage)
        rows[kind] = rows.get(kind, 0) + 1
    return [
        {"hull": hull, "design": design, "damage": damage, "count": number}
        for (hull, design, damage), number in rows.items()
    ]


def command_navy(bot: BotView, race: KnownRace | None, combat: Resolver) -> None:
    """Give the navy its orders; its ships in one system act as one fleet."""
    for at, fleets in _naval_fleets_by_system(bot).items():
        first, *rest = sorted(fleets, key=lambda fleet_: (-len(fleet_["units"]), fleet_["name"]))
        for other in rest:
            bot.order("JOIN", other["name"], first["name"])
        ships = navy.ships_of(bot, fleets)
        _equip(bot, at, first, ships)
        _direct(bot, race, combat, at, first, ships)
    if race is not None:
        for fleet in bot.view["fleets"]:
            if fleet["goal"] == race.home and len(fleet["path"]) == 1 and fleet["armed"]:
                _declare_war(bot, race)


def is_besieging(bot: BotView, race: KnownRace) -> bool:
    """True if armed ships are at the home of a race."""
    return any(fleet["armed"] and fleet["at"] == race.home for fleet in bot.view["fleets"])


def _direct(
    bot: BotView,
    race: KnownRace | None,
    combat: Resolver,
    at: str,
    fleet: Facts,
    ships: Sequence[Facts],
) -> None:
    """Direct a joined fleet: siege, relief, attack, return, or guard."""
    relieved = _colony_in_need(bot, ships)
    if race is not None and at == race.home:
        _besiege(bot, race, fleet, ships)
    elif relieved:
        if relieved != at:
            _send(bot, fleet, ships, relieved)
    elif race is not None and _is_ready(bot, race, combat, chosen := _supplied(ships)):
        _send(bot, fleet, ships, race.home, chosen)
        if _is_next(bot, at, race):
            _declare_war(bot, race)
    elif at != bot.home:
        _send(bot, fleet, ships, bot.home)
    else:
        _stand_guard(bot, fleet)


def _colony_in_need(bot: BotView, ships: Sequence[Facts]) -> str:
    """The first colony with enemies that these ships can drive off, or ""."""
    line = ordered_sum(ship["in_line"] for ship in ships)
    enemies = {contact["name"] for contact in bot.view["contacts"] if contact["stance"] == "WAR"}
    raiders: dict[str, int] = {}
    for row in bot.view["sightings"]:
        if row["system"] in bot.colonies and row["owner"] in enemies and not row["left_by"]:
            raiders[row["system"]] = raiders.get(row["system"], 0) + row["units"]
    return next((at for at, units in raiders.items() if line >= RELIEF * units), "")


def _naval_fleets_by_system(bot: BotView) -> dict[str, list[Facts]]:
    """Naval fleets without orders, by system."""
    by_place: dict[str, list[Facts]] = {}
    for fleet in bot.view["fleets"]:
        if not fleet["path"] and navy.is_naval(bot, fleet):
            by_place.setdefault(fleet["at"], []).append(fleet)
            bot.busy.add(fleet["name"])
    return by_place


def _equip(bot: BotView, at: str, fleet: Facts, ships: Sequence[Facts]) -> None:
    for ship in ships:
        if ship["of_class"] == navy.TENDER and not ship["train"]:
            bot.order("TRAIN", ship["name"], "ON")
    if at not in bot.colonies:
        return
    bays = ordered_sum(
        navy.SHUTTLES - ship["shuttles"] for ship in ships if ship["of_class"] == navy.TROOPER
    )
    if bays > 0 and bot.pay(bays * bot.economy.craft["ST"]):
        bot.order("BUILD", "CRAFT", fleet["name"], bays, "ST")
    damage = ordered_sum(ship_["points_of"] - ship_["points"] for ship_ in ships)
    if damage >= 1 and at == bot.home and not bot.short:
        bot.order("REPAIR", fleet["name"])


def _supplied(ships: Sequence[Facts]) -> list[Facts]:
    """All ships except the last destroyers, which the tenders cannot supply."""
    left = navy.SUPPLIED * ordered_sum(ship["of_class"] == navy.TENDER for ship in ships)
    line = [ship for ship in ships if ship["of_class"] in navy.DESTROYERS]
    left -= ordered_sum(s["spaces"] for s in ships if s["of_class"] in (navy.HERALD, navy.TROOPER))
    behind = {ship["name"] for ship in line[max(0, left) // navy.DESTROYER_SPACES :]}
    return [ship for ship in ships if ship["name"] not in behind]


def _is_ready(bot: BotView, race: KnownRace, combat: Resolver, ships: Sequence[Facts]) -> bool:
    """True if ships in one system have enough troops, and good odds on arrival.

    Landings require a scan of the system, so peace is kept until then.
    """
    if not race.counted and race.stance != "WAR":
        return False
    troops = ordered_sum(ship["troops"] for ship in ships)
    if troops < navy.TROOPS_FOR_PLANET * race.planets * 2 / 3:
        return False
    if not bot.path(ships[0]["at"], lambda at: at == race.home):
        return False
    arrival = bot.view.turn + MARCHING
    line = int_sum(ship["of_class"] in navy.DESTROYERS for ship in ships)
    if line < navy.destroyers_against(race, arrival) / 2:
        return False
    return all(chance >= MIN_CHANCE for chance in chances_to_win(combat, ships, race, arrival))


def _send(
    bot: BotView,
    fleet: Facts,
    ships: Sequence[Facts],
    goal: str,
    chosen: Sequence[Facts] | None = None,
) -> None:
    """Send ships of a joined fleet, or only the chosen ones; those without drives stay behind."""
    able_to_move = [ship["name"] for ship in chosen or ships if ship["cruising"] > 0]
    if not able_to_move or not bot.path(fleet["at"], lambda at: at == goal):
        return
    name, band = fleet["name"], band_of(ships)
    if len(able_to_move) < len(ships):
        name = f"Sound {bot.view.turn}"
        bot.order("FLEET", name, *able_to_move)
    bot.order("DOCTRINE", name, "ENGAGE", "BAND", band, "BREAK", 60, "TARGET", "SMALL")
    if len(able_to_move) < len(ships) or not fleet["detuned"]:
        bot.order("DETUNE", name, "ON")
    bot.order("MOVE", name, goal)


def _is_next(bot: BotView, at: str, race: KnownRace) -> bool:
    return race.home in bot.links.get(at, ())


def _declare_war(bot: BotView, race: KnownRace) -> None:
    if race.stance != "WAR" and race.name not in bot.enemies:
        bot.enemies.add(race.name)
        bot.order("WAR", race.name)


def _besiege(bot: BotView, race: KnownRace, fleet: Facts, ships: Sequence[Facts]) -> None:
    """Fight for the home system of a race, then land."""
    _declare_war(bot, race)
    if not _is_nearly_beaten(bot, race, ships):
        return
    troops = ordered_sum(ship["troops"] for ship in ships)
    share = int(troops / race.planets)
    if share >= 1 and race.counted and any(ship["shuttles"] for ship in ships):
        for planet in range(1, race.planets + 1):
            bot.order("LAND", fleet["name"], race.home, planet, share)
    elif not troops:
        _send(bot, fleet, ships, bot.home)


def _is_nearly_beaten(bot: BotView, race: KnownRace, ships: Sequence[Facts]) -> bool:
    """True if a race's home is defended only by what it builds from turn to turn."""
    enemies: int = int_sum(
        sighting["units"]
        for sighting in bot.view["sightings"]
        if sighting["system"] == race.home and sighting["owner"] == bot.names[race.name]
    )
    return bool(enemies * MASTERY_RATIO <= ordered_sum(ship["in_line"] for ship in ships))


def _stand_guard(bot: BotView, fleet: Facts) -> None:
    """Guard the point at home through which the nearest threat would come (SC-WPA-001)."""
    if fleet["detuned"]:
        bot.order("DETUNE", fleet["name"], "OFF")
    point = _threatened_point(bot)
    if point and fleet["guards"] != point and fleet["armed"]:
        bot.order("DOCTRINE", fleet["name"], "GUARD", point, "BAND", "SHORT", "BREAK", 60)


def _threatened_point(bot: BotView) -> str:
    """The point at home towards the nearest race, or else the farthest known system."""
    homes = {race.home for race in races.known_races(bot)} - set(bot.colonies)
    route = bot.path(bot.home, lambda at: at in homes)
    if len(route) < 2:
        return ""
    points = bot.systems[bot.home]["points"]
    return next((point["name"] for point in points if point["leads"] == route[1]), "")
