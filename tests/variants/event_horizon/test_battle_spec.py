"""Battles in text files: valid specifications, and errors with their places."""

from __future__ import annotations

import pytest

from horizons_core.errors import BattleError
from tests.variants.event_horizon.table import VARIANT
from variants.event_horizon.battle.spec import (
    DEFAULT_TURNS,
    MAX_NUMBER,
    MAX_SHIPS,
    MAX_TURNS,
    read_spec,
)

RULES = VARIANT.combat
SHIP = {"hull": 4, "thrusters": 2, "weapons": 1, "shields": 1}
OTHER = [{"weapons": 1}]


def spec(ship, **more):
    return {"sides": {"a": [ship], "b": OTHER}, **more}


def test_a_ship_has_its_components_and_sensible_rest():
    (ship,) = read_spec(spec({**SHIP, "shields": 1}), RULES).sides["a"]

    assert (ship.name, ship.count, ship.points, ship.mothership) == ("Ship", 1, 1, False)
    assert (ship.design.hull, ship.design.thrusters) == (4, 2)
    assert (ship.design.weapons, ship.design.shields) == (1, 1)


@pytest.mark.rule("EH-SHD-002")
def test_shields_are_full_unless_said_otherwise():
    points = [
        read_spec(spec({"hull": 20, "weapons": 1, "shields": n, **more}), RULES)
        .sides["a"][0]
        .points
        for n, more in [(0, {}), (1, {}), (4, {}), (4, {"points": 2}), (0, {"points": 9})]
    ]

    assert points == [0, 1, 7, 2, 9]


def test_a_mothership_is_called_so():
    assert read_spec(spec({**SHIP, "mothership": True}), RULES).sides["a"][0].name == "Mothership"
    assert read_spec(spec({**SHIP, "name": "Pride"}), RULES).sides["a"][0].name == "Pride"


def test_turns_are_as_many_as_said_or_enough_for_an_end():
    assert read_spec(spec(SHIP), RULES).turns == DEFAULT_TURNS == 100
    assert read_spec(spec(SHIP, turns=1), RULES).turns == 1
    assert read_spec(spec(SHIP, turns=MAX_TURNS), RULES).turns == MAX_TURNS


def test_what_a_battle_file_says_of_itself_is_accepted():
    assert read_spec(spec(SHIP, variant="event_horizon", title="Home"), RULES).sides


def test_copies_are_numbered_and_fight_for_their_side():
    battle = VARIANT.battle({"sides": {"a": [{**SHIP, "count": 2}, SHIP], "b": OTHER}})

    assert battle.names == ("Ship 1", "Ship 2", "Ship", "Ship")
    assert (battle.side, battle.sides) == ((0, 0, 0, 1), ("a", "b"))
    assert (battle.turns, battle.charge) == (100, True)
    assert battle.fires == battle.targets == (True,) * 4


def test_a_record_names_units_and_marks_the_mothership():
    battle = VARIANT.battle(spec({**SHIP, "mothership": True}))
    unit = VARIANT.combat.resolve(battle, 1).units[0]

    assert (unit.name, unit.mark, unit.side) == ("Mothership", "mothership", 0)
    assert unit.before == {**SHIP, "points": 1}


@pytest.mark.rule("EH-CON-002")
@pytest.mark.parametrize(("rest", "least"), [(1, 0), (2, 1), (3, 2), (4, 4), (5, 6), (12, 36)])
def test_a_ship_needs_hull_as_in_a_yard(rest, least):
    enough = {"weapons": rest, "hull": least}
    (ship,) = read_spec(spec(enough), RULES).sides["a"]
    assert (ship.design.hull, ship.design.weapons) == (least, rest)
    assert read_spec(spec({"weapons": rest}), RULES).sides["a"] == (ship,), "unless it is given"

    if least:
        with pytest.raises(BattleError) as caught:
            read_spec(spec({**enough, "hull": least - 1}), RULES)
        assert caught.value.hint == f"write {least}"


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ([], "a battle is a mapping with 'sides'"),
        ({}, "'sides' needs 2 to 12 sides"),
        ({"sides": {"a": OTHER}}, "'sides' needs 2 to 12 sides"),
        ({"sides": {str(n): OTHER for n in range(13)}}, "'sides' needs 2 to 12 sides"),
        ({"sides": [OTHER, OTHER]}, "'sides' needs 2 to 12 sides"),
        ({"side": {}}, "the battle: unknown field 'side' (did you mean 'sides'?)"),
        ({"sides": {"a": [], "b": OTHER}}, "sides.a is not a list of ships"),
        ({"sides": {"a": "many", "b": OTHER}}, "sides.a is not a list of ships"),
        (spec("probe"), "sides.a[1] is not a ship"),
        ({"sides": {"a": [SHIP, 3], "b": OTHER}}, "sides.a[2] is not a ship"),
        (spec({"weapon": 1}), "sides.a[1]: unknown field 'weapon' (did you mean 'weapons'?)"),
        (spec({"shields": 1}), "sides.a[1] has neither weapon nor thruster"),
        (
            spec({"hull": 0, "weapons": 4}),
            "sides.a[1].hull is 0: 4 other components need hull 4 (write 4)",
        ),
        (spec({"weapons": -1}), "sides.a[1].weapons is -1"),
        (spec({"weapons": 1.5}), "sides.a[1].weapons is 1.5"),
        (spec({"weapons": True}), "sides.a[1].weapons is True"),
        (spec({"weapons": "two"}), "sides.a[1].weapons is 'two'"),
        (spec({**SHIP, "hull": MAX_NUMBER + 1}), "sides.a[1].hull is 1000001"),
        (spec({"weapons": 10_000}), "sides.a[1].hull is 25000000"),
        (spec({**SHIP, "count": 0}), "sides.a[1].count is 0"),
        (spec({**SHIP, "points": -1}), "sides.a[1].points is -1"),
        (spec({**SHIP, "mothership": "yes"}), "sides.a[1].mothership is 'yes'"),
        (spec({**SHIP, "count": MAX_SHIPS}), "the battle has 200,001 ships"),
        (spec(SHIP, turns=0), "turns is 0"),
        (spec(SHIP, turns=MAX_TURNS + 1), "turns is 10001"),
    ],
)
def test_what_cannot_be_fought_is_refused_with_its_place(inputs, message):
    with pytest.raises(BattleError) as caught:
        read_spec(inputs, RULES)

    assert str(caught.value).startswith(message)
    assert caught.value.hint or "'sides'" in message


def test_statistics_count_what_is_left_and_lost():
    battle = VARIANT.battle(
        {"sides": {"a": [{**SHIP, "count": 3}], "b": [{"weapons": 1, "count": 2}]}}
    )
    stats = VARIANT.combat.simulate(battle, 50, "key")
    measures = stats.measures

    assert stats.runs == 50
    assert ((measures["ships left"] + measures["ships lost"]) == [3, 2]).all()
    assert ((measures["components left"] + measures["components lost"]) == [24, 2]).all()
    assert stats.wins("a") == stats.wins(0) == int((measures["ships left"][:, 1] == 0).sum())
