"""Landings, fights for planets, captures and technology by conquest (SC-GND)."""

from __future__ import annotations

import pytest

from horizons_core.rng import Stream
from horizons_core.rules import catalogue
from tests.variants.starcluster.builders import (
    colony,
    meet,
    new_game,
    remarks,
    run,
    ship,
    texts,
    variant,
)
from variants.starcluster.model import Planet, Troops
from variants.starcluster.model.empires import NEUTRAL, WAR
from variants.starcluster.rules.ground import draw_technology

CLAUSES = catalogue("starcluster", "variants.starcluster")
BARGE = "(Qt)x20 1(Bsa)x4 (I)x5 1"


def invaded(planets=1, troops=200.0, shuttles=4, stance=WAR, text=BARGE, **planet):
    """A barge of Ada's with troops at a colony of Brin's."""
    game = new_game()
    game.natives = []
    meet(game, stance=stance)
    system = colony(game, "30", "Brin", planets=[Planet(**planet) for _ in range(planets)])
    game.empire("Ada").charts.surveys["30"] = game.empire("Brin").charts.surveys["30"]
    unit = ship(game, "Ada", "30", "Barge", "CL", text)
    unit.troops, unit.shuttles = troops, shuttles
    return game, system, unit


def at(turn, planet=0):
    return turn.game.place("30").planets[planet]


def barge(turn):
    return next(unit for unit in turn.game.units if unit.design.count("Qt"))


@pytest.mark.rule("SC-GND-001", "SC-DES-009")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-GND-001"), ids=str)
def test_craft_land_so_many_points_in_a_turn(example):
    inputs = example.given
    game, system, _ = invaded(troops=999.0, shuttles=inputs["shuttles"])
    system.owner = "Ada"
    turn = run(game, Ada="LAND Barge 30 1 ALL")
    landed = sum(troop.points for troop in at(turn).troops)
    assert landed == example.expect["max_points_landed"]
    assert barge(turn).troops == 999.0 - landed


@pytest.mark.rule("SC-GND-001", "SC-DES-009")
def test_gigs_land_a_point_and_better_shuttles_more():
    game, system, unit = invaded(troops=999.0, shuttles=1)
    system.owner = "Ada"
    unit.gigs = 3
    game.empire("Ada").developed.append("st2")
    turn = run(game, Ada="LAND Barge 30 1 ALL")
    assert sum(troop.points for troop in at(turn).troops) == pytest.approx(10 * (5.5 + 3))


@pytest.mark.rule("SC-GND-001")
@pytest.mark.parametrize(
    ("orders", "landed"),
    [
        ("LAND Barge 30 1 ALL\nLAND Barge 30 2 ALL", [100, 100]),
        ("LAND Barge 30 1 300\nLAND Barge 30 2 100", [150, 50]),
        ("LAND Barge 30 1 10\nLAND Barge 30 2 10", [10, 10]),
        ("LAND Barge 30 2 300\nLAND Barge 30 2 500", [0, 200]),
    ],
)
def test_the_craft_of_a_fleet_share_the_work_of_its_landings(orders, landed):
    game, system, _ = invaded(planets=2, troops=999.0)
    system.owner = "Ada"
    turn = run(game, Ada=orders)
    points = [sum(troop.points for troop in at(turn, planet).troops) for planet in (0, 1)]
    assert points == pytest.approx(landed)
    assert barge(turn).troops == pytest.approx(999 - sum(landed))


@pytest.mark.rule("SC-GND-002", "SC-GND-003", "SC-GND-005")
def test_a_planet_without_defenders_falls_and_the_system_with_the_last_one():
    game, system, _ = invaded(planets=2)
    system.pu, system.science, system.kind = 455, 3, "Single Star"
    turn = run(game, Ada="LAND Barge 30 1 50")
    place = turn.game.place("30")
    assert (place.owner, at(turn).fallen) == ("Brin", "Ada")
    assert [(troop.owner, troop.points) for troop in at(turn).troops] == [("Ada", 50.0)]
    assert texts(turn, "planet.fell") == ["Planet 1 of 30 falls to Ada."]
    assert variant().view(turn.game, "Ada")["footholds"] == [
        {"system": "30", "planet": 1, "points": 50.0, "fallen": True}
    ]
    assert "Planet 1 of 30 has fallen to you; 50 points of your troops" in turn.report("Ada").text
    assert variant().view(turn.game, "Brin")["footholds"] == []
    foreseen = variant().forecast(turn.game, "Ada", "LAND Barge 30 2 50")
    assert [foothold["planet"] for foothold in foreseen["footholds"]] == [1]
    later = run(turn.game, Ada="LAND Barge 30 2 50")
    assert variant().view(later.game, "Ada")["footholds"] == []  # the system is a colony now
    place = later.game.place("30")
    assert (place.owner, place.occupied) == ("Ada", 11)  # the first of twelve turns is over
    assert [planet.fallen for planet in place.planets] == ["", ""]
    (event,) = [e for e in later.events if e.code == "system.conquered"]
    assert {"Ada", "Brin"} <= set(event.audience)


@pytest.mark.rule("SC-GND-003")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-GND-003"), ids=str)
def test_what_a_conquest_leaves(example):
    inputs = example.given
    game, system, _ = invaded()
    system.pu, system.science, system.generic = inputs["pu"], inputs["science_rating"], 5
    system.planets[0].silos = []
    station = ship(game, "Brin", "30", "Post", "BS2", "(SY)x10", of_class="Post")
    game.fleet(station.fleet).doctrine.stance = "AVOID"
    game.fleets_of("Brin")[-1].at = "31"
    turn = run(game, Ada="LAND Barge 30 1 ALL")
    (told_of,) = [e for e in turn.events if e.code == "system.conquered"]
    assert told_of.data["pu"] == example.expect["pu_after"]
    place = turn.game.place("30")
    assert (place.science, place.generic) == (example.expect["science_rating"], 2)
    assert (at(turn).pdc, at(turn).silos, at(turn).ground_bases) == (False, [], [])


@pytest.mark.rule("SC-GND-003")
def test_stations_that_are_still_there_are_captured():
    # A station keeps a line there, so that only troops ashore can take the system.
    game, system, _ = invaded(troops=0.0)
    system.planets[0].troops = [Troops(owner="Ada", points=200.0)]
    station = ship(game, "Brin", "30", "Post", "BS2", "(SY)x10", of_class="Post")
    game.empire("Ada").developed = list(game.empire("Brin").developed)
    turn = run(game)
    unit = next(unit for unit in turn.game.units if unit.id == station.id)
    assert unit.owner == "Ada"
    assert turn.game.fleet(unit.fleet).owner == "Ada"


@pytest.mark.rule("SC-GND-002", "SC-PDC-003")
def test_a_garrison_under_its_pdc_beats_a_weak_landing():
    game, _, _ = invaded(troops=50.0, pdc=True, garrison=100.0, ground_bases=[50.0])
    turn = run(game, Ada="LAND Barge 30 1 ALL")
    assert at(turn).pdc
    assert at(turn).troops == []
    assert 0 < at(turn).garrison < 100
    assert at(turn).ground_bases[0] == pytest.approx(at(turn).garrison / 2)
    assert barge(turn).troops == 0
    assert "the attack is beaten back" in texts(turn, "planet.fought")[0]
    assert at(turn).bombarded == 1


@pytest.mark.rule("SC-GND-002")
def test_a_standing_pdc_shelters_its_defenders():
    garrisons = []
    for pdc in (True, False):
        game, _, _ = invaded(troops=200.0, pdc=pdc, garrison=100.0, shuttles=40)
        garrisons.append(at(run(game, Ada="LAND Barge 30 1 ALL")).garrison)
    assert garrisons[0] > garrisons[1] + 5


@pytest.mark.rule("SC-GND-002")
def test_a_fight_goes_on_in_the_next_turn():
    game, _, _ = invaded(troops=200.0, pdc=True, garrison=100.0, shuttles=40)
    turn = run(game, Ada="LAND Barge 30 1 ALL")
    assert "the fight continues" in texts(turn, "planet.fought")[0]
    left = at(turn).troops[0].points
    later = run(turn.game)
    assert at(later).troops[0].points < left


@pytest.mark.rule("SC-GND-001", "SC-GND-005")
def test_cold_troops_land_only_where_the_empire_stands():
    game, system, unit = invaded(troops=0.0, text="(Qtc)x10 1(Bsa)x4 (I)x5 1")
    unit.cold = 100.0
    turn = run(game, Ada="LAND Barge 30 1 ALL")
    assert [code for _, code in remarks(turn)] == ["no-troops"]
    system.planets[0].troops = [Troops(owner="Ada", points=5.0)]
    turn = run(game, Ada="LAND Barge 30 1 ALL")
    assert turn.game.place("30").owner == "Ada"
    assert sum(troop.points for troop in at(turn).troops) == 105.0


@pytest.mark.rule("SC-GND-005")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-GND-005"), ids=str)
def test_troops_are_taken_aboard_landed_ones_first(example):
    inputs = example.given
    game, system, _ = invaded(troops=0.0, text=f"(Qt)x{inputs['empty_qt']} 1 [Bsa](I)x5 1")
    system.owner = "Ada"
    planet = system.planets[0]
    planet.pdc, planet.garrison, planet.ground_bases = True, inputs["garrison"], [50.0]
    planet.troops = [Troops(owner="Ada", points=inputs["landed_own"])]
    turn = run(game, Ada=f"EMBARK Barge 30 1 {inputs['embark']}")
    assert barge(turn).troops == example.expect["aboard"]
    assert sum(troop.points for troop in at(turn).troops) == example.expect["landed_own"]
    gained = at(turn).garrison - example.expect["garrison"]
    assert gained == 10  # which it regains in the same turn (SC-PDC-004)
    assert at(turn).ground_bases == [50.0]


@pytest.mark.rule("SC-GND-004", "SC-RND-003")
def test_a_conquest_yields_what_the_victim_has_and_the_conqueror_lacks():
    game, system, _ = invaded()
    system.generic = 1
    victim, ada = game.empire("Brin"), game.empire("Ada")
    victim.developed = [*ada.developed, "S2", "S3", "S4"]
    turn = run(game, Ada="LAND Barge 30 1 ALL")
    learnt = [tech for tech in turn.game.empire("Ada").developed if tech not in ada.developed]
    assert learnt == ["S2"]
    system.kind = "HOMEWORLD"
    turn = run(game, Ada="LAND Barge 30 1 ALL")
    learnt = [tech for tech in turn.game.empire("Ada").developed if tech not in ada.developed]
    assert learnt == ["S2", "S3", "S4"]
    system.generic = 0
    turn = run(game, Ada="LAND Barge 30 1 ALL")
    assert turn.game.empire("Ada").developed == ada.developed


@pytest.mark.rule("SC-GND-004")
def test_technologies_are_drawn_at_random():
    game = new_game()
    ada, brin = game.empire("Ada"), game.empire("Brin")
    brin.developed = [*ada.developed, "S2", "S3", "A2", "K2"]
    drawn = {draw_technology(Stream(key), ada, brin) for key in range(60)}
    assert drawn == {"S2", "A2", "K2"}
    assert draw_technology(Stream(1), brin, ada) == ""


@pytest.mark.rule("SC-GND-001", "SC-GND-005")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("LAND Barge 31 1 ALL", "not-here"),
        ("LAND Barge 30 2 ALL", "no-planet"),
        ("LAND Barge 30 1 NONE", "bad-argument"),
        ("LAND Barge 30 1 -5", "bad-argument"),
        ("LAND Empty 30 1 ALL", "no-craft"),
        ("LAND Hollow 30 1 ALL", "no-troops"),
        ("EMBARK Barge 30 1 5", "no-room"),
        ("EMBARK Barge 30 9 5", "no-planet"),
    ],
)
def test_landings_that_cannot_be_are_refused(order, code):
    game, _, unit = invaded(troops=100.0)
    ship(game, "Ada", "30", "Empty", "CL", BARGE)
    ship(game, "Ada", "30", "Hollow", "CL", BARGE).gigs = 1
    turn = run(game, Ada=order)
    assert [c for _, c in remarks(turn)] == [code]
    assert next(u for u in turn.game.units if u.id == unit.id).troops == 100.0


@pytest.mark.rule("SC-GND-001", "SC-GND-005")
def test_nobody_lands_on_friends_nor_under_an_enemy_line_nor_leaves_a_fight():
    game, _, _ = invaded(stance=NEUTRAL)
    assert [c for _, c in remarks(run(game, Ada="LAND Barge 30 1 ALL"))] == ["not-at-war"]
    game, system, _ = invaded()
    guard = ship(game, "Brin", "30", "Guard", "BS3", "(A)x99 1[Q1]")
    game.fleet(guard.fleet).doctrine.stance = "AVOID"
    for fleet in game.fleets_of("Ada"):
        fleet.doctrine.stance = "AVOID"
    assert [c for _, c in remarks(run(game, Ada="LAND Barge 30 1 ALL"))] == ["enemy-line"]
    game, system, _ = invaded(troops=0.0)
    system.planets[0].troops = [Troops(owner="Brin", points=5.0), Troops(owner="Ada", points=9.0)]
    assert [c for _, c in remarks(run(game, Ada="EMBARK Barge 30 1 5"))] == ["fought-over"]


@pytest.mark.rule("SC-GND-001", "SC-ORB-001")
@pytest.mark.parametrize("order", ["LAND Barge 30 9 ALL", "BOMBARD Barge 30 9 PU"])
def test_planets_that_are_not_there_are_told_and_their_number_to_those_who_know_it(order):
    game, _, _ = invaded()
    rules, charts = variant(), game.empire("Ada").charts

    def checked():
        return [(order.code, order.hint) for order in rules.check_orders(game, "Ada", order)]

    def carried_out():
        return [(remark.code, remark.hint) for remark in run(game, Ada=order).diagnostics["Ada"]]

    assert [code for code, _ in checked()] == ["no-planet"]
    assert carried_out() == [("no-planet", "write 1 to 1")]
    del charts.surveys["30"]
    charts.visited.append("30")
    assert checked() == []
    assert carried_out() == [("no-planet", "SURVEY it first")]


@pytest.mark.rule("SC-GND-001", "SC-GND-002")
def test_no_more_are_lost_in_a_fight_than_craft_bring_down():
    """One shuttle brings five points a round: fifty in the ten rounds of a turn."""
    game, _, _ = invaded(troops=200.0, shuttles=1, pdc=True, garrison=200.0)
    turn = run(game, Ada="LAND Barge 30 1 ALL")
    assert "the attack is beaten back" in texts(turn, "planet.fought")[0]
    assert barge(turn).troops == 150


@pytest.mark.rule("SC-GND-001", "SC-GND-003")
def test_who_holds_a_planet_decides_whether_troops_may_land_there():
    game = new_game("Ada", "Brin", "Cato")
    game.natives = []
    meet(game, stance=WAR)
    meet(game, "Ada", "Cato", NEUTRAL)
    system = colony(game, "30", "Brin", planets=[Planet(fallen="Cato"), Planet()])
    game.empire("Ada").charts.surveys["30"] = game.empire("Brin").charts.surveys["30"]
    unit = ship(game, "Ada", "30", "Barge", "CL", BARGE)
    unit.troops, unit.shuttles = 200.0, 4
    assert remarks(run(game, Ada="LAND Barge 30 1 ALL")) == [(1, "not-at-war")]
    assert remarks(run(game, Ada="LAND Barge 30 2 ALL")) == []
    meet(game, stance=NEUTRAL)
    meet(game, "Ada", "Cato", WAR)
    assert remarks(run(game, Ada="LAND Barge 30 1 ALL")) == []
    assert remarks(run(game, Ada="LAND Barge 30 2 ALL")) == [(1, "not-at-war")]
    system.planets[0].fallen = ""
    game.version = "1.0.0"
    assert remarks(run(game, Ada="LAND Barge 30 1 ALL")) == [(1, "not-at-war")]
