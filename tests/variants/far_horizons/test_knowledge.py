"""The notes of a species: positions, scans, wormholes, and sighted planets of others."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.codec import copy_of
from tests.variants.far_horizons.sights import at_the_end
from tests.variants.far_horizons.single_steps import Falls, game_with, step
from variants.far_horizons.model.memory import Detected, Knowledge, StarChart, SystemScan
from variants.far_horizons.mods.engine_1999.views import DISGUISE as DISGUISE_1999
from variants.far_horizons.rules.knowledge import record_knowledge, store_scans

SCOUT = {"TR1 Scout": {"at": "15 10 10", "status": "deep"}}


def knowledge(state=None, species="Human", **more):
    return at_the_end(game_with(state, **more)).empire(species).knowledge


def human(**inputs):
    return {"species": {"Human": inputs}}


@pytest.mark.rule("FH-SCAN-004")
def test_who_is_in_a_sector_sees_who_else_is_there():
    assert knowledge().aliens == []

    (sector,) = knowledge(human(ships=SCOUT)).aliens
    assert sector["sector"] == [15, 10, 10]
    assert [planet["name"] for planet in sector["planets"]] == ["Kronos"]
    assert [
        ship["name"] for ship in knowledge(human(ships=SCOUT), "Klingon").aliens[0]["ships"]
    ] == ["Scout"]


def test_sightings_are_of_the_turn_in_which_they_were_made():
    game = game_with(human(ships=SCOUT))
    record_knowledge(game, 7)
    assert game.empire("Human").knowledge.turn == 7

    game.empire("Human").ships.clear()
    record_knowledge(game, 8)
    assert game.empire("Human").knowledge.aliens == []


@pytest.mark.rule("FH-SETUP-010")
def test_the_home_system_is_known_from_the_beginning():
    game = game_with()
    game.empire("Human").knowledge = Knowledge()
    record_knowledge(game, 0)

    scans = game.empire("Human").knowledge.scans
    assert list(scans) == ["10 10 10"]
    assert scans["10 10 10"].turn == 0
    assert [planet.temperature for planet in scans["10 10 10"].planets] == [29, 11, 10, 9, 5]


@pytest.mark.rule("FH-REPORT-001", "FH-VISITED-001")
def test_a_visit_is_no_scan():
    known = knowledge(human(visited=["12 13 10"], ships={"TR1 Scout": {"at": "12 13 10"}}))
    assert list(known.scans) == ["10 10 10"]


@pytest.mark.rule("FH-SCAN-001")
def test_a_scan_is_kept_with_the_turn_of_its_making():
    state = human(ships={"TR1 Scout": {"at": "12 13 10"}})
    result = step("post-arrival", game_with({"turn": 4, **state}), {"Human": "SCAN TR1 Scout"})
    store_scans(result.context)

    scan = result.species("Human").knowledge.scans["12 13 10"]
    assert (scan.turn, len(scan.planets), scan.wormhole) == (5, 2, False)
    assert list(result.species("Klingon").knowledge.scans) == ["15 10 10"]


def test_a_later_scan_replaces_the_earlier_one():
    game = game_with({"turn": 4, **human(ships={"TR1 Scout": {"at": "12 13 10"}})})
    game.empire("Human").knowledge.scans["12 13 10"] = SystemScan(1, ())
    result = step("post-arrival", game, {"Human": "SCAN TR1 Scout"})
    store_scans(result.context)

    assert result.species("Human").knowledge.scans["12 13 10"].turn == 5


def test_a_scan_of_empty_space_leaves_no_note():
    state = human(ships={"TR1 Scout": {"at": "1 2 3", "status": "deep"}})
    result = step("post-arrival", game_with(state), {"Human": "SCAN TR1 Scout"})
    store_scans(result.context)

    assert list(result.species("Human").knowledge.scans) == ["10 10 10"]


@pytest.mark.rule("FH-WORM-004")
def test_a_scan_tells_of_a_wormhole_but_not_where_it_leads():
    state = human(ships={"TR1 Scout": {"at": "2 2 2", "status": "deep"}})
    result = step("post-arrival", game_with(state), {"Human": "SCAN TR1 Scout"})
    store_scans(result.context)
    record_knowledge(result.game, 2)

    known = result.species("Human").knowledge
    assert known.scans["2 2 2"].wormhole
    assert known.wormholes == {}


@pytest.mark.rule("FH-WORM-005")
def test_who_passes_through_a_wormhole_knows_both_ends():
    ship = {"at": "38 38 38", "status": "deep", "through_wormhole": True}
    ships = {"Human": {"ships": {"TR1 Scout": ship}}, "Klingon": {"ships": {"TR1 Spy": ship}}}
    ships["Klingon"]["ships"]["TR1 Spy"] = {**ship, "through_wormhole": False}

    ends = {"2 2 2": (38, 38, 38), "38 38 38": (2, 2, 2)}
    assert knowledge({"species": ships}).wormholes == ends
    assert knowledge({"species": ships}, "Klingon").wormholes == {}


def test_planets_of_others_are_remembered_until_one_looks_again():
    game = game_with(human(ships=SCOUT))
    record_knowledge(game, 3)
    game.empire("Human").ships[0].place = game.empire("Human").home
    record_knowledge(game, 4)
    (kronos,) = game.empire("Human").knowledge.settled["15 10 10"]
    assert (kronos.turn, kronos.species, kronos.name, kronos.kind) == (
        3,
        "Klingon",
        "Kronos",
        "home",
    )

    game = game_with(human(ships=SCOUT))
    record_knowledge(game, 3)
    game.empire("Klingon").colonies[0].hidden = 1
    record_knowledge(game, 4)
    assert game.empire("Human").knowledge.settled == {}


WATCHED = {
    "species": {
        "Human": {
            "techs": {"GV": 60},
            "ships": {"BAS Eye": {"at": "Earth", "tons": 400000, "cargo": {"GT": 12}}},
        },
        "Klingon": {"ships": {"DD Claw": {"at": "Kronos"}}},
    }
}


def watched():
    """The game after the Humans' telescope has seen Kronos."""
    result = step(
        "post-arrival", game_with(WATCHED), {"Human": "TELESCOPE BAS Eye"}, chance=Falls()
    )
    store_scans(result.context)
    record_knowledge(result.game, 2)
    return result.game


@pytest.mark.rule("FH-GT-003", "FH-GT-004")
def test_what_a_telescope_shows_is_noted_down():
    planet, ship = watched().empire("Human").knowledge.detected

    assert planet == Detected(2, (15, 10, 10), 3, "Klingon", "Kronos", 150)
    assert ship == Detected(2, (15, 10, 10), 3, "Klingon", "DD Claw")


def test_ships_in_a_telescope_are_forgotten_after_a_turn_and_planets_when_one_goes_there():
    game = watched()
    record_knowledge(game, 3)
    assert [alien.name for alien in game.empire("Human").knowledge.detected] == ["Kronos"]

    game.empire("Human").ships[0].place = game.empire("Klingon").home
    record_knowledge(game, 4)
    assert game.empire("Human").knowledge.detected == []


def test_a_thing_that_a_telescope_shows_again_is_noted_down_once():
    game = watched()
    game.empire("Klingon").colonies[0].mining_base += 1000
    game.turn = 2
    result = step("post-arrival", game, {"Human": "TELESCOPE BAS Eye"}, chance=Falls())
    store_scans(result.context)

    planet, ship = result.species("Human").knowledge.detected
    assert (planet.turn, planet.base, ship.turn) == (3, 250, 3)


def test_the_chart_tells_of_stars_what_the_printed_map_tells():
    game = game_with({"stars": {"2 2 2": {"kind": "dwarf", "colour": "orange", "size": 7}}})
    record_knowledge(game, 1)
    first = game.chart.stars[0]

    assert (first.sector, first.type) == ((2, 2, 2), "dK7")
    assert len(game.chart.stars) == len(game.stars)


def test_the_chart_stays_the_same_as_long_as_the_stars_do():
    game = game_with()
    record_knowledge(game, 1)
    chart = game.chart
    record_knowledge(game, 2)
    assert game.chart is chart
    assert copy_of(game).chart is chart

    del game.stars[0]
    record_knowledge(game, 3)
    assert len(game.chart.stars) == len(game.stars)


def test_the_nearest_stars_of_a_chart_come_in_its_own_order():
    chart = StarChart(tuple(star.mark for star in game_with().stars))
    near = [chart.stars[at].sector for at in chart.nearest([(10, 10, 10), (40, 40, 40)], 3)]

    assert near == [(9, 9, 9), (10, 10, 10), (38, 38, 38)]
    assert chart.nearest([(0, 0, 0)], 99) == list(range(len(chart.stars)))
    assert chart.nearest([], 2) == [0, 1]


@pytest.mark.rule("FH-FD-004")
def test_the_disguise_of_one_s_own_ships_is_the_engine_s_habit_only():
    ships = {"CT Shade": {"at": "5 5 5", "status": "deep", "cargo": {"FD": 2}}}
    game = game_with(human(ships=ships))

    assert at_the_end(game).empire("Human").knowledge.in_disguise is None
    assert at_the_end(game, DISGUISE_1999).empire("Human").knowledge.in_disguise is not None


def test_stars_are_found_by_their_ids_in_the_order_of_the_list_even_beside_an_older_chart():
    game = hz.load_variant("far_horizons").new_game(["Ada", "Brin"], seed=3)
    ids = [star.id for star in game.stars]
    some = {ids[7], ids[0], ids[3]}
    assert [star.id for star in game.stars_with(some)] == [ids[0], ids[3], ids[7]]
    assert game.stars_with({ids[0], "Nowhere"}) == [game.stars[0]]
    del game.stars[2]
    assert [star.id for star in game.stars_with(some)] == [ids[0], ids[3], ids[7]]
