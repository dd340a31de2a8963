"""Bombardment: PDC, silos and people of a planet (SC-ORB, SC-PDC-005, SC-CMS-004)."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.starcluster.battles import DESTROYER
from tests.variants.starcluster.builders import colony, meet, new_game, remarks, run, ship, texts
from variants.starcluster.model import Planet, Silo
from variants.starcluster.model.empires import HOSTILE, NEUTRAL, TRADE, WAR
from variants.starcluster.rules.bombardment import people_by_planet
from variants.starcluster.rules.fleets import disband_empty

CLAUSES = catalogue("starcluster", "variants.starcluster")


def besieged(planets=1, pu=50, fleets=1, stance=WAR, **planet):
    """Ada's fleets at a defenseless colony of Brin's."""
    game = new_game()
    game.natives = []
    meet(game, stance=stance)
    system = colony(game, "30", "Brin", planets=[Planet(**planet) for _ in range(planets)], pu=pu)
    game.empire("Ada").charts.surveys["30"] = game.empire("Brin").charts.surveys["30"]
    for number in range(fleets):
        unit = ship(game, "Ada", "30", f"Hawks{number}", DESTROYER["hull"], DESTROYER["design"])
        train = ship(game, "Ada", "30", "Train", "FT4", "(H)x70 [Bsa][Hb](Q)x2 1(Ic)x2 1")
        train.fleet, train.train = unit.fleet, True
    disband_empty(game)
    return game, system


def at(turn, planet=0):
    return turn.game.place("30").planets[planet]


@pytest.mark.rule("SC-PDC-005")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-PDC-005"), ids=str)
def test_a_pdc_stands_twenty_rounds_less_the_level_of_missiles(example):
    level, rounds = example.given["missile_sl"], example.expect["rounds"]
    game, _ = besieged(pdc=True, garrison=100.0)
    game.empire("Ada").developed += [f"R{n}" for n in range(1, level + 1)]
    for turn_number in range(-(-rounds // 10)):
        assert game.place("30").planets[0].pdc
        turn = run(game, Ada="" if turn_number else "BOMBARD Hawks0 30 1 PDC")
        game = turn.game
    assert (at(turn).pdc, at(turn).rounds, at(turn).garrison) == (False, 0, 50.0)


@pytest.mark.rule("SC-PDC-005", "SC-ORD-002", "SC-MOV-004")
def test_the_count_begins_anew_after_a_pause_and_orders_stand():
    game, _ = besieged(pdc=True, garrison=100.0)
    turn = run(game, Ada="BOMBARD Hawks0 30 1 PDC")
    assert (at(turn).rounds, at(turn).bombarded) == (10, 1)
    assert at(run(turn.game, Ada="BOMBARD Hawks0 OFF")).rounds == 0
    assert at(run(turn.game, Ada="STOP Hawks0")).rounds == 0
    assert not at(run(turn.game)).pdc


@pytest.mark.rule("SC-ORB-001")
def test_a_second_bombardment_of_a_fleet_takes_the_place_of_the_first_and_says_so():
    game, _ = besieged(pdc=True, garrison=100.0)
    at_people, at_pdc, off = (f"BOMBARD Hawks0 {t}" for t in ("30 1 PU", "30 1 PDC", "OFF"))
    turn = run(game, Ada=f"{at_people}\n{at_pdc}")
    assert remarks(turn) == [(2, "replaced")]
    assert [fleet.bombards for fleet in turn.game.fleets if fleet.name == "Hawks0"] == [(1, "PDC")]
    for quiet in (f"{at_pdc}\n{at_pdc}", f"{at_people}\n{off}\n{at_pdc}"):
        assert remarks(run(game, Ada=quiet)) == []


@pytest.mark.rule("SC-ORB-001", "SC-CMS-004")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-ORB-001"), ids=str)
def test_what_a_turn_of_bombardment_does(example):
    inputs = example.given
    game, _ = besieged(
        fleets=inputs.get("fleets", 1), pdc=inputs["target"] == "PDC", garrison=100.0
    )
    planet = game.place("30").planets[0]
    planet.silos = [Silo(revealed=n < 3, loading=9) for n in range(5)]
    if "missile_sl" in inputs:
        game.empire("Ada").developed.append("R1")
    orders = "\n".join(
        f"BOMBARD Hawks{n} 30 1 {inputs['target']}" for n in range(inputs.get("fleets", 1))
    )
    turn = run(game, inputs.get("turns", 1), Ada=orders)
    if "destroyed" in example.expect:
        assert len(at(turn).silos) == 5 - example.expect["destroyed"]
        assert not any(silo.revealed for silo in at(turn).silos)
    if "pdc_destroyed" in example.expect:
        assert not at(turn).pdc
    if "pu_lost" in example.expect:
        killed = [e.data["killed"] for e in turn.events if e.code == "planet.bombarded"]
        assert killed[:1] == [example.expect["pu_lost"]]


@pytest.mark.rule("SC-ORB-002")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-ORB-002"), ids=str)
def test_people_die_beside_the_target(example):
    game, _ = besieged(pdc=True)
    turn = run(game, Ada="BOMBARD Hawks0 30 1 PDC")
    (event,) = [e for e in turn.events if e.code == "planet.bombarded"]
    assert event.data["killed"] == example.expect["pu_lost"]
    assert {"Ada", "Brin"} <= set(event.audience)


@pytest.mark.rule("SC-ORB-002", "SC-DIP-004")
@pytest.mark.parametrize(("stance", "left"), [(TRADE, NEUTRAL), (NEUTRAL, HOSTILE)])
def test_races_think_worse_of_who_bombs_people(stance, left):
    game, _ = besieged()
    natives = new_game().natives
    game.natives = natives
    meet(game, "Ada", "NPR1", stance)
    turn = run(game, Ada="BOMBARD Hawks0 30 1 PU")
    assert turn.game.empire("Ada").relations["NPR1"].stance == left


@pytest.mark.rule("SC-ORB-003", "SC-GRO-005")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-ORB-003"), ids=str)
def test_a_colony_without_people_is_none(example):
    inputs = example.given
    planet = {"pdc": True, "garrison": 100.0, "ground_bases": [50.0]}
    game, system = besieged(inputs["planets"], inputs["system_pu"], **planet)
    system.science = 2
    turn = run(game, Ada="BOMBARD Hawks0 30 1 PU")
    place = turn.game.place("30")
    assert (place.pu, bool(place.owner)) == (example.expect["pu_after"], example.expect["colony"])
    assert (place.science, at(turn).pdc, at(turn).silos) == (0, False, [])
    assert [(troop.owner, troop.points) for troop in at(turn).troops] == [("Brin", 50.0)]
    assert texts(turn, "system.lost") == ["30 is no longer a colony."]


@pytest.mark.rule("SC-ORB-003", "SC-GRO-005")
def test_only_the_people_of_the_planet_die():
    game, system = besieged(5, 17)
    assert people_by_planet(system) == [4, 4, 3, 3, 3]
    turn = run(game, Ada="BOMBARD Hawks0 30 3 PU")
    (event,) = [e for e in turn.events if e.code == "planet.bombarded"]
    assert event.data["killed"] == 3


@pytest.mark.rule("SC-ORB-001", "SC-CMS-004")
@pytest.mark.parametrize("example", CLAUSES.examples("SC-CMS-004"), ids=str)
def test_silos_that_have_not_shown_cannot_be_hit(example):
    game, _ = besieged()
    revealed = "rounds" in example.expect
    game.place("30").planets[0].silos = [Silo(revealed=revealed, loading=9)]
    turn = run(game, Ada="BOMBARD Hawks0 30 1 CMS")
    assert len(at(turn).silos) == (0 if revealed else 1)
    assert [code for _, code in remarks(turn)] == ([] if revealed else ["nothing-to-hit"])


@pytest.mark.rule("SC-ORB-001")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("BOMBARD Hawks0 31 1 PU", "not-here"),
        ("BOMBARD Hawks0 30 2 PU", "no-planet"),
        ("BOMBARD Hawks0 30 ² PU", "no-planet"),
        (f"BOMBARD Hawks0 30 {'9' * 5000} PU", "no-planet"),
        ("BOMBARD Hawks0 30 1 CGB", "no-target"),
        ("BOMBARD Hawks0 30 1", "too-few-words"),
        ("BOMBARD Hawks0 30 1 PDC", "nothing-to-hit"),
        ("BOMBARD Yards 30 1 PU", "no-weapons"),
    ],
)
def test_bombardments_that_cannot_be_are_refused(order, code):
    game, _ = besieged(pdc=False)
    ship(game, "Ada", "30", "Yards", "BS2", "(SY)x5")
    turn = run(game, Ada=order)
    assert [c for _, c in remarks(turn)] == [code]
    assert all(fleet.bombards is None for fleet in turn.game.fleets)


@pytest.mark.rule("SC-ORB-001")
def test_neither_friends_nor_a_defended_system_are_bombarded():
    game, _ = besieged(stance=NEUTRAL)
    assert [c for _, c in remarks(run(game, Ada="BOMBARD Hawks0 30 1 PU"))] == ["not-at-war"]
    game, _ = besieged()
    wall = ship(game, "Brin", "30", "Wall", "BS3", "(A)x99 1[Q1]")
    game.fleet(wall.fleet).doctrine.stance = "AVOID"
    for fleet in game.fleets_of("Ada"):
        fleet.doctrine.stance = "AVOID"
    assert [c for _, c in remarks(run(game, Ada="BOMBARD Hawks0 30 1 PU"))] == ["enemy-line"]


@pytest.mark.rule("SC-ORB-001")
@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("BOMBARD Hawks0 30 1 CGB", "'CGB' is not a target"),
        ("BOMBARD Hawks0 30 1 PDC", "there is no PDC on planet 1 of 30"),
        ("BOMBARD Hawks0 30 1 CMS", "you know of no silo on planet 1 of 30"),
        ("BOMBARD Hawks0 30 7 PU", "30 has no planet 7"),
    ],
)
def test_refusals_name_what_was_written(order, words):
    game, _ = besieged(pdc=False)
    (remark,) = run(game, Ada=order).diagnostics["Ada"]
    assert words in remark.message
