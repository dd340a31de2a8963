"""Probes, scans, and the delivery of their finds (SC-EXP, SC-ANO-003)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from horizons_core.rules import catalogue
from tests.variants.starcluster.builders import context, meet, new_game, remarks, run, ship, texts
from variants.starcluster.designs.text import read_systems
from variants.starcluster.model import ExplorationWork, Planet, Silo, WarpLink
from variants.starcluster.model.empires import NEUTRAL, WAR
from variants.starcluster.model.systems import NEXUS, PULSAR
from variants.starcluster.rules.charts import learn_points, learn_transit, survey_of
from variants.starcluster.rules.exploration import _arrive
from variants.starcluster.rules.fleets import remove_units
from variants.starcluster.rules.movement import Transit, stop_for_battle
from variants.starcluster.rules.sensors import (
    CAPITAL_LIMIT,
    LIMIT,
    PROBE,
    SCAN,
    SURVEY,
    SWEEP,
    InstrumentRatings,
    combined_rating,
    instrument_ratings,
    scan_turns,
)

CLAUSES = catalogue("starcluster", "variants.starcluster")
SCOUT = "(X)x15 (Xp)x12 (H)x10 (Ic)x3 Q Q Q"


def examples(*clauses):
    return pytest.mark.parametrize("example", CLAUSES.examples(*clauses), ids=str)


def abroad(text=SCOUT, kind="Single Star", anomaly=""):
    """A game with Ada's scouts at 7, a transit away from her home by the only known way."""
    game = new_game()
    ada = game.empire("Ada")
    game.links = [
        WarpLink(number=0, a="1", b="7"),
        WarpLink(number=1, a="7", b="9"),
        WarpLink(number=2, a="7", b="11", hidden_a=3),
        WarpLink(number=3, a="8", b="7", closed_b=True),
    ]
    ada.charts.points, ada.charts.probed, ada.charts.surveys = {}, [], {}
    learn_transit(ada, game.links[0])
    place = game.place("7")
    place.kind, place.anomaly, place.owner = kind, anomaly, ""
    ship(game, "Ada", "7", "Scouts", "DD", text)
    return game


def charts(turn):
    return turn.game.empire("Ada").charts


@pytest.mark.rule("SC-EXP-004", "SC-EXP-007", "SC-EXP-009")
@examples("SC-EXP-004", "SC-EXP-007", "SC-EXP-009")
def test_scans_take_their_time(example):
    inputs, expect = example.given, example.expect
    if "instruments" in inputs:
        code = "Xc" if "xc_rating" in expect else "X"
        parts = read_systems(f"({code})x{inputs['instruments']} {inputs['generation']}")
        value = combined_rating(parts, (code,), CAPITAL_LIMIT if code == "Xc" else LIMIT)
        assert value == expect.get("x_rating", expect.get("xc_rating"))
    else:
        value = Fraction(str(inputs.get("x_rating", inputs.get("xc_rating"))))
    kind = (
        SWEEP if "xc_rating" in {**inputs, **expect} else SURVEY if "xp_rating" in inputs else SCAN
    )
    all_ratings = InstrumentRatings(value, Fraction(str(inputs.get("xp_rating", 0))), value, 1)

    assert scan_turns(kind, all_ratings) == expect["turns"]


@pytest.mark.rule("SC-EXP-004")
def test_the_pace_of_scans_is_an_option():
    few = InstrumentRatings(Fraction(1), Fraction(1), Fraction(1), 1)

    assert (scan_turns(SCAN, few, 40), scan_turns(SCAN, few, 1)) == (8, 1)
    assert scan_turns(SURVEY, few, 200) == 76


@pytest.mark.rule("SC-ANO-003")
def test_a_pulsar_halves_ratings_and_keeps_the_fraction():
    game = abroad("(X)x5 Xp (Ic)x3 Q Q Q", anomaly=PULSAR)
    fleet = game.fleets[-1]

    assert instrument_ratings(game.units_in(fleet), game.place("7")).system == Fraction(5, 2)
    assert scan_turns(SCAN, instrument_ratings(game.units_in(fleet), game.place("7"))) == 18


@pytest.mark.rule("SC-EXP-002", "SC-EXP-003", "SC-ORD-003")
def test_a_probe_takes_a_turn_and_serves_all_ships_at_once():
    game = abroad()
    learn_points(game.empire("Ada"), "7", [game.links[1]])
    turn = run(game, Ada="PROBE Scouts W2")

    assert "7/1" in charts(turn).probed
    assert texts(turn, "point.probed") == ["7.W2 leads to 9."]


@pytest.mark.rule(
    "SC-EXP-001", "SC-EXP-005", "SC-EXP-008", "SC-EXP-010", "SC-EXP-012", "SC-EXP-013"
)
def test_a_system_is_scanned_surveyed_and_the_data_carried_home():
    turn = run(abroad(), 5, Ada="SCAN Scouts")
    assert texts(turn, "scan.done") == ["Scouts has completed the basic scan of 7."]
    assert charts(turn).surveys == {}

    turn = run(turn.game, 13, Ada="SURVEY Scouts")
    assert texts(turn, "scan.done") == ["Scouts has completed the detailed scan of 7."]
    assert charts(turn).points["7"] == [0]

    turn = run(turn.game, 4, Ada="MOVE Scouts 1")
    assert charts(turn).surveys["7"].level == 2
    assert charts(turn).surveys["7"].links == (0, 1)
    assert charts(turn).points["7"] == [0, 1]
    assert turn.game.empire("Ada").carried == {}


@pytest.mark.rule("SC-EXP-012")
def test_better_instruments_find_hidden_points_and_none_find_closed_ones():
    turn = run(abroad("(X)x15 3 (Xp)x12 (H)x10 (Ic)x3 Q Q Q"), 3, Ada="SCAN Scouts")
    turn = run(run(turn.game, 11, Ada="SURVEY Scouts").game, 4, Ada="MOVE Scouts 1")

    assert charts(turn).surveys["7"].links == (0, 1, 2)


@pytest.mark.rule("SC-EXP-010")
def test_data_of_a_lost_ship_are_lost():
    turn = run(abroad(), 5, Ada="SCAN Scouts")
    game = turn.game
    scouts = game.fleets_of("Ada")[-1]
    remove_units(game, game.units_in(scouts))

    assert run(game).game.empire("Ada").carried == {}


@pytest.mark.rule("SC-EXP-011")
def test_a_second_ship_copies_the_data_and_brings_them_home():
    game = abroad()
    ship(game, "Ada", "7", "Courier", "DD", "(H)x10 (Ic)x5")
    turn = run(game, 5, Ada="SCAN Scouts")
    turn = run(turn.game, 2, Ada="MOVE Courier 1\nSURVEY Scouts")

    assert charts(turn).surveys["7"].level == 1
    assert next(f.scan.turns for f in turn.game.fleets if f.name == "Scouts") == 2


@pytest.mark.rule("SC-EXP-013")
def test_a_scan_that_was_broken_goes_on_in_the_next_turn_alone():
    turn = run(abroad(), 3, Ada="SCAN Scouts")
    goes_on = run(turn.game, Ada="SCAN Scouts")
    assert next(f.scan.turns for f in goes_on.game.fleets if f.name == "Scouts") == 4
    stopped = run(run(turn.game, Ada="STOP Scouts").game, Ada="SCAN Scouts")
    assert next(f.scan.turns for f in stopped.game.fleets if f.name == "Scouts") == 1


@pytest.mark.rule("SC-EXP-013")
def test_a_scan_that_a_battle_has_broken_goes_on_by_a_new_order_of_the_next_turn():
    game = run(abroad(), 4, Ada="SCAN Scouts").game
    fleet = game.fleets_of("Ada")[-1]
    fleet.scan.turns = 3  # as if the fourth turn had been one of battle
    stop_for_battle(fleet, game.turn)

    assert run(game, Ada="SCAN Scouts").game.fleets_of("Ada")[-1].scan.turns == 4
    idle = run(game)
    assert idle.game.fleets_of("Ada")[-1].scan is None
    assert run(idle.game, Ada="SCAN Scouts").game.fleets_of("Ada")[-1].scan.turns == 1


@pytest.mark.rule("SC-EXP-013", "SC-MOV-004")
def test_a_battle_breaks_the_scan_of_a_fleet_that_fights_it():
    game = abroad("(A)x200 (X)x9 K (I)x5")
    game.place("7").owner = "Ada"
    game = run(game, 2, Ada="SCAN Scouts").game
    meet(game, "Ada", "Brin", WAR)
    ship(game, "Brin", "7", "Raiders", "DD", "(A)x9 Y K (I)x5")
    fought = run(game).game
    scan = fought.fleets_of("Ada")[-1].scan

    assert (scan.turns, scan.broken) == (2, True)
    fought.empire("Ada").relations["Brin"].stance = NEUTRAL
    fought.empire("Brin").relations["Ada"].stance = NEUTRAL
    assert run(fought, Ada="SCAN Scouts").game.fleets_of("Ada")[-1].scan.turns == 3


@pytest.mark.rule("SC-EXP-008")
def test_a_detailed_scan_shows_colonies_and_what_is_not_concealed():
    game = abroad()
    place = game.place("7")
    place.owner, place.pu, place.science, place.generic = "Brin", 70, 3, 2
    silos = [Silo(revealed=True), Silo(), Silo(revealed=True)]
    place.planets = [Planet(silos=silos, ground_bases=[50.0]), Planet(pdc=True)]
    colony = survey_of(game, place, 2, 1, turn=1).colony

    assert (colony.owner, colony.pu) == ("Brin", 70)
    assert colony.installations == (
        "Science Center",
        "Generic R&D Center",
        "2 silos on planet 1",
        "PDC on planet 2",
    )
    assert survey_of(game, place, 1, 1, turn=1).colony is None


@pytest.mark.rule("SC-EXP-006")
def test_a_nexus_is_known_on_arrival():
    game = abroad()
    game.place("9").kind = NEXUS
    learn_transit(game.empire("Ada"), game.links[1])
    turn = run(game, 4, Ada="MOVE Scouts 9")

    carried = turn.game.empire("Ada").carried.values()
    assert [(survey.system, survey.level) for survey in carried] == [("9", 1)]


@pytest.mark.rule("SC-EXP-006")
def test_a_non_player_race_surveys_nothing_on_its_way():
    game = abroad()
    game.place("9").kind = NEXUS
    native = game.natives[0]
    ship(game, native.id, "9", "Wolves", "DD", SCOUT)
    for of, surveys in ((game.fleets[-1], 0), (game.fleets[-2], 1)):
        of.at = "9"
        passed = Transit(
            fleet=of.id, owner=of.owner, link=1, origin="7", place="9", hulls={}, stealth=0
        )
        _arrive(context(game, "movement"), passed)
        assert len(game.power(of.owner).carried) == surveys


@pytest.mark.rule("SC-EXP-003")
def test_a_probe_of_a_fleet_that_was_driven_away_tells_nothing():
    game = abroad()
    learn_points(game.empire("Ada"), "7", [game.links[1]])
    fleet = game.fleets[-1]
    fleet.scan = ExplorationWork(kind=PROBE, system="7", link=1)
    fleet.at = "1"
    turn = run(game)

    assert texts(turn, "point.probed") == []
    assert "7/1" not in charts(turn).probed


@pytest.mark.rule("SC-EXP-009")
def test_a_sweep_is_both_scans_in_one():
    turn = run(abroad("(Xc)x5 5 (H)x10 (Ic)x3 Q Q Q"), 5, Ada="SWEEP Scouts")

    assert texts(turn, "scan.done") == ["Scouts has completed the detailed scan of 7."]


@pytest.mark.rule("SC-EXP-001", "SC-EXP-002", "SC-EXP-007", "SC-EXP-013")
@pytest.mark.parametrize(
    ("text", "orders", "code"),
    [
        (SCOUT, "SURVEY Scouts", "no-basic-scan"),
        ("(Ic)x3", "SCAN Scouts", "no-instrument"),
        (SCOUT, "SWEEP Scouts", "no-instrument"),
        ("(Xp)x3 (Ic)x3", "PROBE Scouts W1", "no-instrument"),
        (SCOUT, "PROBE Scouts W9", "unknown-warp-point"),
        (SCOUT, "PROBE Scouts 1.W1", "not-here"),
        (SCOUT, "MOVE Scouts 1\nSCAN Scouts", "under-way"),
        (SCOUT, "MOVE Scouts 1\nPROBE Scouts W1", "under-way"),
    ],
)
def test_what_cannot_be_explored_is_refused(text, orders, code):
    assert [c for _, c in remarks(run(abroad(text), Ada=orders))] == [code]
