"""Battles in text files: valid specifications, and errors with their places."""

from __future__ import annotations

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from horizons_core.errors import BattleError
from horizons_core.rules import catalogue
from variants.galaxy_g.battle.spec import MAX_SHIPS, example_types, read_spec
from variants.galaxy_g.model import Design

RULES = catalogue("galaxy_g", "variants.galaxy_g")
SHIP = {"ships": 3, "design": [10, 1, 10, 10, 0]}
OTHER = [{"type": "Drone"}]


def spec(group, **more):
    return {"sides": {"a": [group], "b": OTHER}, **more}


def design(*numbers):
    return spec({"design": list(numbers)})


def first(group, **more):
    return read_spec(spec(group, **more)).groups[0]


def test_a_group_has_its_ships_and_sensible_rest():
    group = first({"design": [10, 1, 10, 10, 0]})

    assert (group.side, group.name, group.ships) == (0, "Ship", 1)
    assert group.design == Design(10, 1, 10, 10, 0)
    assert (group.weapons_tech, group.shields_tech) == (1, 1)


@pytest.mark.parametrize(
    ("tech", "levels"),
    [
        (2, (2, 2)),
        (1.5, (1.5, 1.5)),
        ({"weapons": 1.25}, (1.25, 1)),
        ({"drive": 3, "weapons": 2, "shields": 1.1, "cargo": 1}, (2, 1.1)),
    ],
)
def test_tech_is_one_level_or_a_level_by_area(tech, levels):
    group = first({**SHIP, "tech": tech})

    assert (group.weapons_tech, group.shields_tech) == levels


def test_types_are_named_by_the_battle_or_by_the_rulebook():
    types = {"Raider": [2, 1, 1, 0, 0], "Drone": [1, 0, 0, 1, 0]}
    battle = read_spec(
        {
            "types": types,
            "sides": {
                "a": [
                    {"type": "Raider"},
                    {"type": "Drone"},
                    {"type": "Cruiser", "name": "Flagship"},
                ],
                "b": OTHER,
            },
        }
    )

    assert [group.name for group in battle.groups] == ["Raider", "Drone", "Flagship", "Drone"]
    assert battle.groups[1].design == Design(1, 0, 0, 1, 0)
    assert battle.groups[2].design == Design(15, 1, 15, 15, 0)


@pytest.mark.rule("GG-DSN-002")
@pytest.mark.parametrize("row", RULES["GG-DSN-002"].rows, ids=lambda row: row["type"])
def test_the_rulebooks_types_can_fight(row):
    numbers = [row[name] for name in ("drive", "attacks", "weapons", "shields", "cargo")]

    assert first({"type": row["type"]}).design == example_types()[row["type"]] == Design(*numbers)


def test_all_sides_fight_each_other_unless_pairs_are_given():
    three = {"sides": {"a": OTHER, "b": OTHER, "c": OTHER}}

    assert set(read_spec(three).hostile) == {(0, 1), (0, 2), (1, 2)}
    assert read_spec({**three, "hostile": [["c", "a"]]}).hostile == ((2, 0),)
    assert read_spec({**three, "hostile": []}).hostile == ()


def test_a_battle_may_have_a_title_and_name_its_variant():
    assert read_spec(spec(SHIP, title="Raid", variant="galaxy_g")).sides == ("a", "b")


FITTING = {
    "attacks": {"weapons": 1},
    "drive": {},
    "cargo": {"drive": 1},
    "shields": {"drive": 1},
    "weapons": {"attacks": 1},
}


@pytest.mark.rule("GG-DSN-003", "GG-DSN-004", "GG-DSN-005")
@pytest.mark.parametrize(
    "example", RULES.examples("GG-DSN-003", "GG-DSN-004", "GG-DSN-005"), ids=str
)
def test_a_design_is_of_the_numbers_that_the_rulebook_allows(example):
    numbers = dict.fromkeys(("drive", "attacks", "weapons", "shields", "cargo"), 0)
    if "all" not in example.given:
        numbers["drive"] = 1
    if len(example.given) == 1:
        ((name, _),) = example.given.items()
        numbers |= FITTING.get(name, {})
    numbers |= {name: value for name, value in example.given.items() if name != "all"}
    plan = design(*numbers.values())

    if example.expect["valid"]:
        assert read_spec(plan).groups[0].design.numbers == tuple(numbers.values())
    else:
        with pytest.raises(BattleError):
            read_spec(plan)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ([], "a battle is a mapping with 'sides'"),
        ({}, "'sides' needs 2 to 80 sides"),
        ({"sides": {"a": OTHER}}, "'sides' needs 2 to 80 sides"),
        ({"sides": [OTHER, OTHER]}, "'sides' needs 2 to 80 sides"),
        ({"side": {}}, "the battle: unknown field 'side' (did you mean 'sides'?)"),
        ({"sides": {"a": [], "b": OTHER}}, "sides.a is not a list of groups"),
        ({"sides": {"a": "many", "b": OTHER}}, "sides.a is not a list of groups"),
        (spec("probe"), "sides.a[1] is not a group"),
        ({"sides": {"a": [SHIP, 3], "b": OTHER}}, "sides.a[2] is not a group"),
        (spec({"type": "Drone", "ship": 1}), "sides.a[1]: unknown field 'ship' (did you mean 's"),
        (spec({"ships": 3}), "sides.a[1] has neither 'design' nor 'type'"),
        (spec({**SHIP, "type": "Drone"}), "sides.a[1] has both 'design' and 'type'"),
        (spec({"type": "Cruser"}), "sides.a[1].type: no type 'Cruser' (did you mean 'Cruiser'?)"),
        (spec({**SHIP, "ships": 0}), "sides.a[1].ships is 0 (write a whole number from 1"),
        (spec({**SHIP, "ships": -4}), "sides.a[1].ships is -4"),
        (spec({**SHIP, "ships": 1.5}), "sides.a[1].ships is 1.5"),
        (spec({**SHIP, "ships": True}), "sides.a[1].ships is True"),
        (spec({**SHIP, "ships": "ten"}), "sides.a[1].ships is 'ten'"),
        (spec({**SHIP, "ships": MAX_SHIPS}), "the battle has 2,147,483,648 ships (at most 2,147"),
        (spec({"design": 5}), "sides.a[1].design is 5 (write five numbers: [drive, attacks"),
        (design(1, 1, 1, 1), "sides.a[1].design is [1, 1, 1, 1]"),
        (design(1, 2.5, 1, 1, 0), "sides.a[1].design: 2.5 attacks (write a whole number"),
        (design(0.5, 1, 1, 1, 0), "sides.a[1].design: drive 0.5: it must be 0 or at least 1"),
        (design(1, 0, 5, 1, 0), "sides.a[1].design: weapons without attacks"),
        (design(1, 2, 0, 1, 0), "sides.a[1].design: attacks without weapons"),
        (design(0, 0, 0, 0, 0), "sides.a[1].design: all five numbers are 0"),
        (design(1, 1, -2, 1, 0), "sides.a[1].design: weapons is -2 (write a number from 0"),
        (design(1, 1, 1, math.nan, 0), "sides.a[1].design: shields is nan"),
        (design(1, 1, 1, math.inf, 0), "sides.a[1].design: shields is inf"),
        (design(1, 1, 1, 1e7, 0), "sides.a[1].design: shields is 10000000.0"),
        (design(True, 1, 1, 1, 0), "sides.a[1].design: drive is True"),
        (design("x", 1, 1, 1, 0), "sides.a[1].design: drive is 'x'"),
        (spec({**SHIP, "tech": 0.5}), "sides.a[1].tech is 0.5 (write a number from 1"),
        (spec({**SHIP, "tech": "high"}), "sides.a[1].tech is 'high'"),
        (spec({**SHIP, "tech": {"weapon": 2}}), "sides.a[1].tech: unknown field 'weapon' (did y"),
        (spec({**SHIP, "tech": {"weapons": -1}}), "sides.a[1].tech.weapons is -1"),
        (spec({**SHIP, "load": -1}), "sides.a[1].load is -1"),
        (spec(SHIP, types=[1]), "'types' is not a mapping"),
        (spec(SHIP, types={"X": [1]}), "types.X is [1]"),
        (spec(SHIP, hostile="all"), "'hostile' is not a list of pairs of sides"),
        (spec(SHIP, hostile=["ab"]), "hostile[1] is 'ab' (write a pair: [a, b])"),
        (spec(SHIP, hostile=[["a", "b", "b"]]), "hostile[1] is ['a', 'b', 'b']"),
        (spec(SHIP, hostile=[["a", "b"], ["a", "Bo"]]), "hostile[2]: no side 'Bo'"),
        (spec(SHIP, hostile=[["a", "a"]]), "hostile[1]: 'a' cannot fight itself"),
    ],
)
def test_what_cannot_be_fought_is_refused_with_its_place(inputs, message):
    with pytest.raises(BattleError) as caught:
        read_spec(inputs)

    assert str(caught.value).startswith(message)
    assert caught.value.hint or "'sides'" in message


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 5) | st.floats() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["ships", "design", "type", "tech", "a"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(st.fixed_dictionaries({"sides": plain}, optional={"types": plain, "hostile": plain}))
def test_nonsense_is_refused_and_nothing_else_happens(inputs):
    with pytest.raises(BattleError):
        read_spec(inputs)


@given(st.sampled_from(["ships", "design", "tech", "name", "load"]), plain)
def test_a_strange_field_is_read_or_refused(field, value):
    with contextlib.suppress(BattleError):
        assert read_spec(spec({**SHIP, field: value})).groups[0].ships >= 1
