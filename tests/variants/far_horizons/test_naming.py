"""NAME: planets get names of one's own."""

from __future__ import annotations

import pytest

from tests.variants.far_horizons.galaxies import examples
from tests.variants.far_horizons.order_steps import (
    AS_IN_1999,
    MARS,
    after,
    before,
    humans,
    refused,
    warned,
)
from tests.variants.far_horizons.single_steps import game_with
from variants.far_horizons.model import Place, Status


def named(result):
    return [colony.name for colony in result.species("Human").living_colonies()]


@pytest.mark.rule("FH-NAME-007", "FH-MISC-003")
def test_a_planet_gets_a_name():
    [example] = examples("FH-NAME-007")
    expected = example.expect
    sector = f"{expected['x']} {expected['y']} {expected['z']}"
    game = game_with({"stars": {sector: {"planets": [{}] * 4}}})
    result = before(game, example.given["order"])
    colony = result.colony("Human", expected["name"])
    assert str(colony.place) == f"{sector} #{expected['planet']}"
    assert (colony.status, colony.items) == (Status.COLONY, {})
    assert sector in result.species("Human").visited
    assert result.log("Human").endswith("    Named PL Epsilon Eridani IV at 12 3 9, planet #4.")
    assert named(result) == ["Earth", "Epsilon Eridani IV"]
    assert [c.name for c in result.species("Klingon").living_colonies()] == ["Kronos"]


@pytest.mark.rule("FH-NAME-007")
def test_a_name_may_be_used_later_in_the_same_section():
    ships = {"DD Dawson": {"at": "12 13 10"}}
    result = before(
        humans(ships=ships), f"NAME {MARS.replace('#', '')} PL Mars\nORBIT DD Dawson, PL Mars"
    )
    assert result.ship("Human", "Dawson").place == Place((12, 13, 10), 2)
    assert after(humans(), "NAME 9 9 9 1 PL Moon").colony("Human", "Moon")


@pytest.mark.rule("FH-NAME-007")
def test_others_may_use_the_name_and_name_their_home_too():
    klingons = {"planets": {"Mars": {"at": MARS}}}
    orders = "NAME 15 10 10 3 PL Kronos\nNAME 12 13 10 2 PL Mars"
    assert named(before(humans(klingons), orders)) == ["Earth", "Kronos", "Mars"]


@pytest.mark.rule("FH-NAME-007", "FH-NAME-004", "FH-NAME-005", "FH-CMD-003", "FH-NAME-002")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("NAME 9 9 9 1 Moon", "no-class-word"),
        ("NAME 12 3 9 4 Epsilon Eridani IV", "no-such-planet"),
        ("NAME 9 9 9 1 Epsilon Eridani IV", "no-class-word"),
        ("NAME 9 9 9 1 PL", "no-name"),
        ("NAME 9 9 9 1", "no-class-word"),
        ("NAME 9 9 9 1 PL 7 of Nine", "name-starts-with-digit"),
        ("NAME 9 9 9 1 PL Ready, Willing", "too-many-words"),
        ("NAME 9 9 9 2 PL Moon", "no-such-planet"),
        ("NAME 9 9 9 0 PL Moon", "no-such-planet"),
        ("NAME 9 9 9 -1 PL Moon", "no-such-planet"),
        ("NAME 9 9 8 1 PL Moon", "no-such-planet"),
        ("NAME -9 9 9 1 PL Moon", "no-such-planet"),
        ("NAME 9 9 9 PL Moon", "no-place"),
        ("NAME PL Moon", "no-place"),
        ("NAME", "no-place"),
        ("NAME 12 13 10 2 PL Venus", "planet-has-name"),
        ("NAME 9 9 9 1 PL mARS", "name-in-use"),
        ("NAME 9 9 9 1 PL earth", "name-in-use"),
    ],
)
def test_names_that_cannot_be_given_are_refused(order, code):
    refused(humans(planets={"Mars": {"at": MARS}}), order, code)


@pytest.mark.rule("FH-CMD-003")
@pytest.mark.parametrize("example", examples("FH-CMD-003"), ids=str)
def test_a_name_does_not_begin_with_a_digit(example):
    order = f"NAME 9 9 9 1 PL {example.given['name']}"
    if example.expect["valid"]:
        assert named(before(humans(), order))[1] == example.given["name"]
    else:
        refused(humans(), order, "name-starts-with-digit")
        result = before(humans(), order, habits=("allow_leading_digits",))
        assert named(result)[1] == example.given["name"]


@pytest.mark.rule("FH-NAME-001", "FH-NAME-005")
def test_a_long_name_is_cut_and_found_again_when_written_in_full():
    example = examples("FH-NAME-001")[0]
    name, stored = example.given["name"], example.expect["stored"]
    ships = {"DD Dawson": {"at": "9 9 9"}}
    result = before(humans(ships=ships), f"NAME 9 9 9 1 PL  {name}  \nORBIT DD Dawson, PL {name}")
    assert named(result)[1] == stored
    assert result.ship("Human", "Dawson").place.orbit == 1


@pytest.mark.rule("FH-NAME-006", "FH-NAME-002", "FH-NAME-005")
def test_reports_show_the_first_spelling():
    result = before(humans(ships={"CT Laughing Dog": {"at": "9 9 9"}}),
                    "NAME 9 9 9 1 PL Big  Moon\norbit ct LAUGHING dog, pl bIG  mOON")  # fmt: skip
    assert result.log("Human").endswith("CT Laughing Dog entered orbit around PL Big  Moon.")


@pytest.mark.rule("FH-MISC-005")
def test_the_gamemaster_is_told_of_attempts_to_count_planets():
    result = refused(humans(), "NAME 9 9 9 2 PL Moon", "no-such-planet")
    [event] = [e for e in result.context.events if not e.audience]
    assert event.text == "SP Human tried to name a planet that does not exist: 9 9 9 2."
    assert result.species("Human").visited == ["10 10 10"]


@pytest.mark.rule("FH-MISC-005")
def test_a_planet_may_be_named_that_was_never_visited():
    assert named(before(humans(), "NAME 38 38 38 1 PL Far")) == ["Earth", "Far"]


@pytest.mark.rule("FH-NAME-007")
def test_in_1999_the_class_word_could_be_missing_and_fifty_names_were_given_at_most():
    assert named(before(humans(), "NAME 9 9 9 1 Moon", **AS_IN_1999)) == ["Earth", "Moon"]
    stars = {f"{x} 30 {z}": {"planets": [{}] * 9} for x in (1, 2, 3) for z in (1, 2)}
    orders = "\n".join(
        f"NAME {sector} {orbit} PL Planet {sector}-{orbit}"
        for sector in stars
        for orbit in range(1, 10)
    )
    game = game_with({"stars": stars})
    assert len(named(before(game, orders))) == 1 + 54
    old = before(game, orders, **AS_IN_1999)
    assert (len(named(old)), old.codes("Human")) == (1 + 50, ["too-many-names"] * 4)


def test_a_new_name_takes_the_last_empty_slot():
    planets = {"A": {"at": "10 10 10 #1"}, "B": {"at": "10 10 10 #2"}, "C": {"at": MARS}}
    game = humans(planets=planets)
    game.empire("Human").colonies[1:3] = [None, None]
    result = before(game, "NAME 9 9 9 1 PL Moon")
    assert [c.name if c else "" for c in result.species("Human").colonies] == [
        "Earth",
        "",
        "Moon",
        "C",
    ]


@pytest.mark.rule("FH-MISC-004")
def test_names_given_by_others_are_unknown():
    klingons = {"planets": {"Mars": {"at": MARS}}}
    refused(humans(klingons, ships={"DD Dawson": {"at": "12 13 10"}}), "ORBIT DD Dawson, PL Mars",
            "unknown-planet")  # fmt: skip
    assert not warned(before(humans(), "NAME 9 9 9 1 PL Moon"))


@pytest.mark.rule("FH-VISITED-002")
def test_who_names_a_planet_counts_as_having_visited_its_system():
    assert before(humans(), "NAME 9 9 9 1 PL Moon").species("Human").visited == [
        "10 10 10",
        "9 9 9",
    ]
    assert before(humans(), "NAME 9 9 9 2 PL Moon").species("Human").visited == ["10 10 10"]
