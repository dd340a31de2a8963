"""Movement through hyperspace, and the closing of the turn (GG-MOV, GG-SEQ-005, GG-ORDO-008)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import horizons_core as hz
from tests.variants.galaxy_g.war import (
    VARIANT,
    codes,
    events,
    examples,
    find_group,
    group,
    place,
    planet,
    play,
    table,
)
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.model import Design, Group, Techs, distance, position_in_flight
from variants.galaxy_g.rules.movement import advance


def flown(distance_: float, pace: float, turns: int) -> Group:
    """A group after this many turns of flying from planet 1 to planet 2."""
    moving = Group(number=1, type="", ships=1, techs=Techs(), at="1", to="2", left=distance_)
    for _ in range(turns):
        if moving.to:
            advance(moving, pace)
    return moving


@pytest.mark.rule("GG-MOV-007")
@pytest.mark.parametrize("example", examples("GG-MOV-007"), ids=str)
def test_each_turn_the_distance_shrinks_by_the_speed(example):
    way, pace, expected = example.given["distance"], example.given["speed"], example.expect
    turns = 2 if "after_turn_2" in expected else 1
    for turn in range(1, turns + 1):
        if f"after_turn_{turn}" in expected:
            assert flown(way, pace, turn).left == expected[f"after_turn_{turn}"]

    landed = flown(way, pace, turns)
    assert (landed.at == "2" and not landed.under_way) == expected["arrived"]


@pytest.mark.rule("GG-MOV-007")
@given(st.floats(0, 1000), st.floats(0.1, 200), st.integers(1, 40))
def test_no_group_overshoots_or_stays_behind(way, pace, turns):
    moving = flown(way, pace, turns)
    if moving.to:
        assert 0.01 <= moving.left <= way - pace * turns + 1e-6
        assert (moving.at, moving.under_way) == ("1", True)
    else:
        assert way - pace * turns < 0.01 + 1e-6
        assert (moving.at, moving.left, moving.under_way) == ("2", 0, False)


@pytest.mark.rule("GG-MOV-002", "GG-MOV-007")
def test_a_drone_flies_twenty_light_years_a_turn_from_planet_to_planet():
    game = table(group("Ada", "Drone", "Here"), planets=ROAD)
    turn = play(game, {"Ada": "S 1 There"})
    assert place(turn.game, "Ada", 1) == ""
    assert find_group(turn.game, "Ada", 1).left == 5

    turn = play(turn.game)
    assert place(turn.game, "Ada", 1) == "There"
    (event,) = events(turn, "groups.arrived", "Ada")
    assert event.text == "1 Drone arrived at There."
    assert not events(turn, "groups.arrived", "Brin")


ROAD = {"Here": {"at": [1200, 1200]}, "There": {"at": [1215, 1220]}}


def the_rulebook_s(kind: str) -> Design:
    """One of the rulebook's example types."""
    row = next(row for row in VARIANT.rules["GG-DSN-002"].rows if row["type"] == kind)
    return Design(*(row[part] for part in ("drive", "attacks", "weapons", "shields", "cargo")))


@pytest.mark.rule("GG-MOV-002")
@pytest.mark.parametrize("example", examples("GG-MOV-002"), ids=str)
def test_speed_is_drive_power_over_mass(example):
    facts = example.given
    if "power" in example.expect:
        design = Design(facts["drive"], 0, 0, 0, 0)
        assert (
            RULEBOOK_ECONOMY.speed(design, Techs(drive=facts["tech"], cargo=1), 0)
            == 20 * example.expect["power"] / design.mass
        )
        return
    design = the_rulebook_s(facts["type"])
    speed = RULEBOOK_ECONOMY.speed(
        design,
        Techs(drive=facts["tech"], cargo=facts.get("cargo_tech", 1)),
        facts.get("cargo", 0),
    )
    assert speed == pytest.approx(example.expect["speed"], abs=1e-6)


@pytest.mark.rule("GG-MOV-003")
@pytest.mark.parametrize("example", examples("GG-MOV-003"), ids=str)
def test_cargo_weighs_less_at_a_higher_tech(example):
    facts = example.given
    design = Design(facts["design_mass"], 0, 0, 0, 0)
    assert (
        RULEBOOK_ECONOMY.mass(design, Techs(cargo=facts["cargo_tech"]), facts["cargo"])
        == example.expect["total"]
    )


@pytest.mark.rule("GG-MOV-004")
@pytest.mark.parametrize("example", examples("GG-MOV-004"), ids=str)
def test_ships_that_are_all_drive_are_the_fastest(example):
    design = Design(*example.given["design"])
    assert (
        RULEBOOK_ECONOMY.speed(design, Techs(drive=example.given["tech"]), 0)
        == example.expect["speed"]
    )


component = st.one_of(st.just(0.0), st.floats(1, 100))


@pytest.mark.rule("GG-MOV-004")
@given(component, st.integers(0, 9), component, component, component, st.floats(1, 5))
def test_no_ship_is_faster(drive, attacks, weapons, shields, cargo, tech):
    design = Design(drive, attacks, weapons, shields, cargo)
    assert RULEBOOK_ECONOMY.speed(design, Techs(drive=tech, cargo=1), 0) <= 20 * tech * (1 + 1e-12)


@pytest.mark.rule("GG-SEQ-001")
def test_the_steps_of_a_turn_are_in_the_order_of_the_rulebook():
    steps = [row["event"] for row in VARIANT.rules["GG-SEQ-001"].rows]
    words = (
        "orders", "C, G, N, T", "first battles", "first bombing", "routes", "intercepting",
        "movement", "second battles", "second bombing", "production", "unloaded", "merged",
    )  # fmt: skip
    assert all(word in step for word, step in zip(words, steps, strict=True))
    assert [phase.name for phase in VARIANT.phases] == [
        "orders", "renames", "battles", "bombing", "routes", "interception", "movement",
        "later_battles", "later_bombing", "production", "unloading", "merging", "closing",
        "sightings",
    ]  # fmt: skip


@pytest.mark.rule("GG-MOV-003")
def test_loaded_ships_are_slower():
    game = table(
        group("Ada", "Freighter", "Here", cargo="MAT", load=20, to="There"),
        group("Ada", "Freighter", "Here", to="There"),
        planets=ROAD,
    )
    after = play(game).game
    assert [find_group(after, "Ada", number).left for number in (1, 2)] == [25 - 4, 25 - 8]


@pytest.mark.rule("GG-MOV-001")
def test_a_ship_without_drive_stays_for_ever():
    assert examples("GG-MOV-001")[0].expect["speed"] == 0
    game = table(group("Ada", "Fort", "Here"), planets=ROAD)
    turn = play(game, {"Ada": "S 1 There"})

    assert place(turn.game, "Ada", 1) == "Here"
    assert codes(turn, "Ada") == ["no-drive"]


@pytest.mark.rule("GG-MOV-005", "GG-MOV-006")
def test_under_way_nothing_can_be_done_but_to_turn_back():
    """There is no stop between planets: the way back ends where it began."""
    send, turn_back = examples("GG-MOV-006")
    game = table(group("Ada", "Freighter", "Here", to="There", left=20), planets=ROAD)
    refused = play(game, {"Ada": "S 1 Ada_Home"})
    assert (not codes(refused, "Ada")) == send.expect["accepted"]
    assert find_group(refused.game, "Ada", 1).to == planet(game, "There").id

    back = play(game, {"Ada": "H 1"})
    assert (not codes(back, "Ada")) == turn_back.expect["accepted"]
    assert place(back.game, "Ada", 1) == "Here"


@pytest.mark.rule("GG-MOV-008")
def test_a_group_is_on_the_straight_line():
    example = examples("GG-MOV-008")[0]
    planets = {"From": {"at": example.given["from"]}, "To": {"at": example.given["to"]}}
    left = example.given["left"]
    game = table(group("Ada", "Drone", "From", to="To", left=left), planets=planets)

    squadron = VARIANT.view(game, "Ada")["groups"][0]
    assert (squadron["x"], squadron["y"]) == (example.expect["x"], example.expect["y"])


places = st.tuples(st.floats(0, 300), st.floats(0, 300))


@pytest.mark.rule("GG-MOV-008")
@given(places, places, st.floats(0, 1))
def test_its_distance_to_the_destination_is_what_is_left(start, goal, share):
    left = distance(start, goal) * share

    assert distance(position_in_flight(start, goal, left), goal) == pytest.approx(left, abs=1e-6)


@pytest.mark.rule("GG-SEQ-001", "GG-CBT-002")
def test_ships_that_leave_are_in_hyperspace_only_from_step_7_on():
    game = table(group("Ada", "Drone", "Here"), planets=ROAD)
    before = hz.run_turn(game, {"Ada": "S 1 There"}, only=("orders", "battles", "bombing"))
    assert place(before.game, "Ada", 1) == "Here"


@pytest.mark.rule("GG-ORDO-008")
def test_sorted_groups():
    example = examples("GG-ORDO-008")[0]
    planets = {
        "3": {"at": [1200, 1200]},
        "5": {"at": [1210, 1200], "owner": "Brin", "size": 9, "population": 9},
        "9": {"at": [1220, 1200], "owner": "Ada", "size": 9, "population": 9},
    }
    names = {int(word["no"]): word["at"].split()[1] for word in example.given["groups"]}
    groups = [group("Ada", "Drone", names[number], ships=number) for number in (1, 2, 3)]
    game = table(*groups, planets=planets, Ada={"options": {"SORTGROUPS": example.given["on"]}})
    after = play(game).game

    # as many ships as the old number
    numbers = {str(g.ships): g.number for g in after.race("Ada").groups}
    assert numbers == example.expect["new_numbers"]
    assert [g.number for g in after.race("Ada").groups] == [1, 2, 3]


@pytest.mark.rule("GG-ORDO-008")
def test_groups_in_hyperspace_stand_behind_those_at_their_destination():
    planets = {"3": {"at": [1200, 1200]}, "4": {"at": [1300, 1200]}}
    game = table(
        group("Ada", "Drone", "4", to="3", ships=1),
        group("Ada", "Drone", "4", ships=2),
        group("Ada", "Drone", "3", ships=3),
        planets=planets,
        Ada={"options": {"SORTGROUPS": True}},
    )
    assert [g.ships for g in play(game).game.race("Ada").groups] == [3, 1, 2]


@pytest.mark.rule("GG-SEQ-005")
def test_empty_fleets_are_deleted_when_the_turn_closes():
    game = table(
        group("Ada", "Drone", "Here", fleet="Full"),
        planets=ROAD,
        Ada={"fleets": ["Full", "Empty"]},
    )
    turn = play(game, {"Ada": "D FLEET New"})
    assert [fleet.name for fleet in turn.game.race("Ada").fleets.values()] == ["Full"]
