"""The admiral: a navy by the odds, wars with races that it can win, guards at home."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.rng import Stream
from tests.variants.starcluster import builders
from tests.variants.starcluster.builders import variant
from variants.starcluster.bots import navy, races, scouting, war
from variants.starcluster.bots.bot_view import BotView
from variants.starcluster.bots.races import KnownRace
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import hull_named
from variants.starcluster.designs.ratings import offensive_ratings
from variants.starcluster.designs.text import read_systems
from variants.starcluster.model import Class
from variants.starcluster.model.knowledge import SurveyedColony, detailed_survey
from variants.starcluster.setup.empires import add_unit, new_fleet

HOME = "1"


def admirals_orders(game):
    return variant().bots["admiral"].orders(variant().view(game, "Ada"), Stream.from_key("any"))


def race(**changes):
    facts = {
        "name": "NPR1", "home": "2", "planets": 1, "counted": True, "people": 300, "ships": 20,
        "seen_turn": 10, "stance": "NEUTRAL", "gas": False, "ion": False,
        "charted": True,
    }  # fmt: skip
    return KnownRace(**{**facts, **changes})


def with_navy(game, **numbers):
    """Give Ada this many units of the navy's classes at home, in supply and with shuttles."""
    ada = game.empire("Ada")
    fleet = new_fleet(game, ada, HOME, "Armada")
    for name, number in numbers.items():
        hull, text = navy.navy_classes("K", "L")[name]
        design = Design(hull_named(hull), read_systems(text))
        ada.classes[name] = Class(name=name, design=design)
        for _ in range(number):
            unit = add_unit(game, ada, name, design, fleet)
            unit.price = unit.list_price = design.list_price
            unit.troops = 5.0 * design.count("Qt")
            unit.shuttles = design.count("Bsa") if design.count("Qt") else 0
            unit.train = name == navy.TENDER


@pytest.fixture
def neighbours():
    """Ada and a race next door, whom she has met and whose home she has surveyed."""
    game = builders.chain("3", HOME, "2", players=("Ada",))
    native = game.natives[0]
    for fleet in game.fleets_of(native.id):
        fleet.at = "2"
    game.place(native.home).owner = ""
    native.home = "2"
    place = builders.surveyed(game, "2", owner=native.id, pu=300)
    place.planets[0].pdc, place.planets[0].garrison = True, 100.0
    builders.meet(game, "Ada", native.id)
    colony = SurveyedColony(owner=native.id, pu=300)
    game.empire("Ada").charts.surveys["2"] = detailed_survey(place, 0, (), colony)
    game.empire("Ada").stock[TREASURY] = 300_000 * MC
    game.turn = 12
    return game


def test_a_navy_that_wins_by_the_odds_conquers_a_race_next_door(neighbours):
    game = neighbours
    with_navy(game, Lancer=150, Herald=3, Tender=20, Trooper=3)
    for _ in range(16):
        turn = hz.run_turn(game, {"Ada": admirals_orders(game)}, variant=variant())
        assert not turn.diagnostics["Ada"], turn.diagnostics
        game = turn.game
        assert hz.digest(hz.load(hz.dump(game))) == hz.digest(game)
        if game.place("2").owner == "Ada":
            return
    pytest.fail("the race was not conquered")


def test_no_expedition_takes_the_freighters_that_a_conquest_needs_at_once(neighbours):
    free = builders.surveyed(neighbours, "3")
    neighbours.empire("Ada").charts.surveys["3"] = detailed_survey(free, 0, ())
    with_navy(neighbours, Lancer=30)
    neighbours.empire("Ada").freighters = 21  # one is spare
    armada = next(fleet for fleet in neighbours.fleets if fleet.name == "Armada")
    assert "COLONIZE 3" in admirals_orders(neighbours)

    armada.at = "2"
    assert "COLONIZE" not in admirals_orders(neighbours)


def test_a_navy_too_weak_stays_at_home_and_begins_no_war(neighbours):
    with_navy(neighbours, Lancer=30, Herald=3, Tender=20, Trooper=3)
    orders = admirals_orders(neighbours)

    assert "MOVE Armada" not in orders
    assert "WAR" not in orders


def test_no_war_begins_before_a_scan_has_shown_where_to_land(neighbours):
    with_navy(neighbours, Lancer=150, Herald=3, Tender=20, Trooper=3)
    charts = neighbours.empire("Ada").charts
    counted = charts.surveys.pop("2")
    builders.ship(neighbours, "Ada", "2", "Eyes", "DD", "[(Q)x3][Y][(I)x5]")
    game = hz.run_turn(neighbours, {}, variant=variant()).game
    orders = admirals_orders(game)
    assert not races.known_races(board_of(game))[0].counted
    assert "MOVE Armada" not in orders
    assert "WAR" not in orders

    game.empire("Ada").charts.surveys["2"] = counted
    assert "MOVE Armada 2" in admirals_orders(game)


def test_destroyers_whom_no_tender_supplies_stay_at_home(neighbours):
    with_navy(neighbours, Lancer=150, Herald=3, Tender=14, Trooper=3)
    orders = admirals_orders(neighbours).splitlines()
    (chosen,) = (line.split() for line in orders if line.startswith("FLEET"))
    sent = sum("Lancer" in name for name in chosen)
    assert sent == (14 * navy.SUPPLIED - 3 * navy.HERALD_SPACES - 3 * navy.SPACES) // 30
    assert any(line.startswith("MOVE") and line.endswith(" 2") for line in orders)


def test_scouts_go_where_others_were_lost_once_no_race_fires_at_strangers(neighbours):
    game = neighbours
    native = game.natives[0].id
    charts = game.empire("Ada").charts
    del charts.surveys["2"]
    charts.visited.append("2")
    builders.ship(game, "Ada", HOME, "Eyes", "DD", "[(X)x5][(Xp)x4][Y][(Q)x3][(I)x5]")
    for stance, goes in (("HOSTILE", False), ("WAR", False), ("NEUTRAL", True)):
        builders.meet(game, "Ada", native, stance=stance)
        bot = board_of(game)
        scouting.send_scouts(bot)
        assert ("MOVE Eyes 2" in bot.text()) == goes


def test_in_peace_the_navy_guards_the_point_that_leads_to_the_race(neighbours):
    with_navy(neighbours, Lancer=30)
    turn = hz.run_turn(neighbours, {"Ada": admirals_orders(neighbours)}, variant=variant())
    fleet = next(fleet for fleet in turn.game.fleets if fleet.name == "Armada")

    assert not turn.diagnostics["Ada"]
    assert fleet.doctrine.stance == "GUARD"
    assert turn.game.link(fleet.doctrine.guards).other(HOME) == "2"


def test_what_was_seen_of_a_race_is_written_down_and_read_again(neighbours):
    """A view shows others' fleets in the turn of the sighting only, and a bot has no memory."""
    game = neighbours
    builders.ship(game, "Ada", "2", "Eyes", "DD", "[(Q)x3][Y][(I)x5]")
    turn = hz.run_turn(game, {}, variant=variant())
    ships = races.known_races(board_of(turn.game))[0].ships
    later = hz.run_turn(turn.game, {"Ada": admirals_orders(turn.game)}, variant=variant()).game
    later.fleets = [fleet for fleet in later.fleets if fleet.name != "Eyes"]
    later.units = [unit for unit in later.units if unit.of_class != "Ship"]
    later.empire("Ada").sightings = []

    assert ships
    assert races.known_races(board_of(later))[0].ships == ships


def board_of(game):
    return BotView.from_view(variant().view(game, "Ada"), variant().economy)


def lancers(number, damage=0.0, name=navy.LANCER):
    hull, text = navy.navy_classes("K", "E")[name]
    points = Design(hull_named(hull), read_systems(text)).points / 10
    long, short = offensive_ratings(Design(hull_named(hull), read_systems(text)))
    unit = {"hull": hull, "design": text, "in_line": True, "points_of": points}
    unit |= {"long": float(long), "short": float(short)}
    return [{**unit, "points": points - damage} for _ in range(number)]


def chance(ships, against):
    return min(war.chances_to_win(variant().combat, ships, against, 12))


def test_more_ships_win_more_often_and_damaged_ones_less_often():
    few, some, many = (chance(lancers(number), race(ships=40)) for number in (30, 37, 60))

    assert few < some < many
    assert chance(lancers(37, damage=20.0), race(ships=40)) < some
    assert chance(lancers(37, damage=1000.0), race(ships=40)) == 0


def test_ships_for_the_short_band_win_in_a_gas_nebula_and_those_for_the_long_elsewhere():
    for gas in (False, True):
        against = race(ships=100, gas=gas)
        better = navy.destroyer_against(against)
        (other,) = {navy.LANCER, navy.BRAWLER} - {better}
        number = navy.destroyers_against(against, 12)

        assert chance(lancers(number, name=better), against) > chance(
            lancers(number, name=other), against
        )


def test_what_nobody_has_scanned_is_taken_for_the_worst():
    """The home of a race may lie in a gas nebula, where ships for the Long band are lost."""
    known, unknown = race(ships=40), race(ships=40, charted=False)

    assert chance(lancers(50), unknown) <= chance(lancers(50), race(ships=40, gas=True))
    assert chance(lancers(50), unknown) < chance(lancers(50), known)
    assert navy.destroyers_against(unknown, 12) > navy.destroyers_against(known, 12)


def test_a_race_has_no_more_ships_than_its_upkeep_allows():
    """SC-NPR-002: it builds until upkeep is a fifth of its income."""
    native = race(ships=30, seen_turn=0)
    assert native.ships_in(0) == 30
    assert native.ships_in(10) > 30
    assert native.ships_in(1000) < 20 * 300 * 5 * 26 / 427 + 1


def test_a_ship_without_drives_holds_up_neither_the_landing_nor_the_way_home(neighbours):
    game = neighbours
    with_navy(game, Lancer=30, Tender=4, Trooper=3)
    native = game.natives[0].id
    builders.meet(game, "Ada", native, stance="WAR")
    armada = next(fleet for fleet in game.fleets if fleet.name == "Armada")
    armada.at = "2"
    fleets = {fleet.id for fleet in game.fleets if fleet.owner != "Ada"}
    game.units = [unit for unit in game.units if unit.fleet not in fleets]
    cripple = game.units_in(armada)[0]
    cripple.lost = [
        float(system.points) if system.code == "I" else 0.0 for system in cripple.design.systems
    ]
    for _ in range(6):
        turn = hz.run_turn(game, {"Ada": admirals_orders(game)}, variant=variant())
        assert not turn.diagnostics["Ada"], turn.diagnostics
        game = turn.game
    (sound,) = (fleet for fleet in game.fleets if fleet.name.startswith("Sound"))
    left = next(unit for unit in game.units if unit.id == cripple.id)

    assert game.place("2").owner == "Ada"
    assert sound.at == HOME
    assert game.fleet(left.fleet).at == "2"


def test_the_navy_drives_raiders_out_of_a_colony(neighbours):
    game = neighbours
    with_navy(game, Lancer=30, Tender=4)
    native = game.natives[0].id
    builders.meet(game, "Ada", native, stance="WAR")
    builders.colony(game, "2")
    builders.colony(game, "5", native)
    game.natives[0].home = "5"
    fleets = {fleet.id for fleet in game.fleets if fleet.owner == native}
    game.units = [
        unit for unit in game.units if unit.fleet not in fleets or unit.of_class == "Destroyer"
    ]
    raiders = [unit for unit in game.units if unit.fleet in fleets]
    game.units = [unit for unit in game.units if unit not in raiders[10:]]
    for _ in range(8):
        turn = hz.run_turn(game, {"Ada": admirals_orders(game)}, variant=variant())
        assert not turn.diagnostics["Ada"], turn.diagnostics
        game = turn.game
    left = [unit for unit in raiders[:10] if unit in game.units]

    assert not left
    assert game.place("2").owner == "Ada"
