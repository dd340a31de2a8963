"""Construction: builders, ships, places and components (EH-CON, EH-ORD-002, EH-ORD-004)."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.variants.event_horizon.table import (
    VARIANT,
    at,
    codes,
    events,
    examples,
    find_ship,
    play,
    ship,
    table,
)
from variants.event_horizon.model import Design

PROBE = Design(hull=0, thrusters=1, weapons=0, shields=0)
STOCK = {"hull": 200, "thruster": 50, "weapon": 50, "shield": 50}


def yard(sector: str = "3,4", **more):
    """A game where Ada has a stationary mothership and plenty of components."""
    more.setdefault("stock", {"Ada": STOCK})
    mothership = ship("Ada", 1, sector, mothership=True, thrusters=1)
    return table(mothership, ship("Brin", 1, "8,8", thrusters=1), **more)


def built(turn):
    return [s for s in turn.game.ships_of("Ada") if not s.mothership]


@pytest.mark.rule("EH-CON-001")
@pytest.mark.parametrize("example", examples("EH-CON-001"), ids=str)
def test_new_ships_appear_where_the_mothership_is(example):
    q, r = example.given["mothership_at"]
    turn = play(yard(f"{q},{r}"), {"Ada": "BUILD 1 0 1 0 0"})

    assert example.expect["new_ship_at"] == at(turn.game, "Ada", 2)


@pytest.mark.rule("EH-CON-001", "EH-VIC-002", "EH-ORD-002")
def test_without_a_mothership_nothing_is_built():
    game = table(ship("Ada", 1, thrusters=4, weapons=4), stock={"Ada": STOCK})
    turn = play(game, {"Ada": "BUILD 1 0 1 0 0"})

    assert codes(turn, "Ada") == ["no-mothership"]
    assert len(turn.game.ships) == 1
    assert turn.game.empire("Ada").stock == STOCK


@pytest.mark.rule("EH-CON-002")
@pytest.mark.parametrize(
    "example", [e for e in examples("EH-CON-002") if "least_hull" in e.expect], ids=str
)
def test_the_least_hull_is_accepted_and_one_less_is_not(example):
    components, least = example.given["other_components"], example.expect["least_hull"]
    turn = play(
        yard(), {"Ada": f"BUILD 1 {least} {components} 0 0\nBUILD 1 {least - 1} {components} 0 0"}
    )

    assert [(least, components)] == [(s.hull, s.thrusters) for s in built(turn)]
    assert ["hull-too-small" if least else "bad-argument"] == codes(turn, "Ada")


@pytest.mark.rule("EH-CON-002")
@pytest.mark.parametrize(
    "example", [e for e in examples("EH-CON-002") if "legal" in e.expect], ids=str
)
def test_hull_below_the_need_is_refused_and_above_it_is_fine(example):
    order = f"BUILD 1 {example.given['hull']} {example.given['other_components']} 0 0"

    assert example.expect["legal"] == bool(built(play(yard(), {"Ada": order})))


@pytest.mark.rule("EH-CON-002", "EH-CON-004")
@pytest.mark.parametrize(
    ("components", "least"),
    [(0, 0), (1, 0), (2, 1), (3, 2), (4, 4), (5, 6), (6, 9), (7, 12), (10, 25), (20, 100)],
)
def test_one_component_needs_no_hull_and_more_need_a_quarter_of_their_square(components, least):
    assert VARIANT.economy.least_hull(components) == least


@pytest.mark.rule("EH-CON-002")
def test_the_hull_needed_is_never_below_none():
    assert evolve(VARIANT.economy, hull_divisor=1, mothership=PROBE).least_hull(0) == 0


@pytest.mark.rule("EH-CON-002", "EH-CON-003")
@pytest.mark.parametrize(
    ("parts", "legal"),
    [
        ((0, 1, 0, 0), True),
        ((0, 0, 1, 0), True),
        ((1, 1, 1, 0), True),
        ((0, 1, 1, 0), False),
        ((0, 0, 0, 1), False),
        ((9, 0, 0, 0), False),
        ((5, 2, 2, 1), False),
        ((6, 2, 2, 1), True),
        ((7, 2, 2, 1), True),
    ],
)
def test_a_design_is_legal_with_hull_enough_and_a_weapon_or_thruster(parts, legal):
    assert VARIANT.economy.is_legal(Design(*parts)) == legal


@pytest.mark.rule("EH-CON-002", "EH-CON-003", "EH-CON-006")
@pytest.mark.parametrize(
    ("words", "remark"),
    [("0 6 2 2 1", "bad-argument"), ("1 5 2 2 1", "hull-too-small"), ("1 6 0 0 1", "useless-ship"),
     ("1 201 1 0 0", "insufficient-stock")],
)  # fmt: skip
def test_a_build_order_is_refused_for_one_reason_at_a_time(words, remark):
    turn = play(yard(), {"Ada": f"BUILD {words}"})

    assert codes(turn, "Ada") == [remark]
    assert not built(turn)
    assert turn.game.empire("Ada").stock == STOCK


@pytest.mark.rule("EH-CON-003")
@pytest.mark.parametrize("example", examples("EH-CON-003"), ids=str)
def test_a_ship_needs_a_weapon_or_a_thruster(example):
    parts = example.given
    rest = f"{parts['thrusters']} {parts['weapons']} {parts.get('shields', 0)}"
    turn = play(yard(), {"Ada": f"BUILD 1 {parts.get('hull', 0)} {rest}"})

    assert example.expect["legal"] == bool(built(turn))
    if not example.expect["legal"]:
        assert codes(turn, "Ada") == ["useless-ship"]
        assert turn.game.empire("Ada").stock == STOCK


@pytest.mark.rule("EH-CON-004")
def test_a_probe_of_one_engine_needs_no_hull():
    turn = play(yard(), {"Ada": "BUILD 1 0 1 0 0 Probe"})
    cost = {part: STOCK[part] - turn.game.empire("Ada").stock[part] for part in STOCK}

    assert examples("EH-CON-004")[0].expect["cost"] == {p: c for p, c in cost.items() if c}
    assert built(turn)[0].name == "Probe"


@pytest.mark.rule("EH-CON-005")
@pytest.mark.parametrize("example", examples("EH-CON-005"), ids=str)
def test_ships_are_built_before_the_mothership_moves(example):
    q, r = example.given["mothership_from"]
    turn = play(yard(f"{q},{r}"), {"Ada": "MOVE 1 E\nBUILD 1 0 1 0 0"})

    assert example.given["mothership_to"] == at(turn.game, "Ada", 1)
    assert example.expect["new_ship_at"] == at(turn.game, "Ada", 2)


@pytest.mark.rule("EH-CON-005", "EH-ORD-003")
def test_a_new_ship_does_not_move_in_the_turn_it_is_built():
    turn = play(yard(), {"Ada": "BUILD 1 0 1 0 0\nMOVE 2 E"})

    assert codes(turn, "Ada") == ["just-built"]
    assert at(turn.game, "Ada", 2) == [3, 4]
    assert at(play(turn.game, {"Ada": "MOVE 2 E"}).game, "Ada", 2) == [4, 4]


@pytest.mark.rule("EH-CON-006")
@pytest.mark.parametrize(
    ("stock", "ships"),
    [
        ({"hull": 6, "thruster": 2, "weapon": 2}, 1),
        ({"hull": 12, "thruster": 4, "weapon": 4}, 2),
        ({"hull": 11, "thruster": 4, "weapon": 4}, 1),
        ({"hull": 18, "thruster": 9, "weapon": 5}, 2),
        ({"hull": 99, "thruster": 99, "weapon": 99}, 3),
        ({"hull": 99, "thruster": 99, "weapon": 1}, 0),
        ({"hull": 99, "thruster": 99}, 0),
    ],
)
def test_the_scarcest_component_says_how_many_ships_can_be_paid(stock, ships):
    """Of three ships; a component that none of them uses may be missing."""
    assert VARIANT.economy.affordable(Design(6, 2, 2, 0), stock, 3) == ships


@pytest.mark.rule("EH-CMP-002", "EH-CON-006")
def test_what_the_stock_cannot_pay_is_skipped_and_reported():
    example = examples("EH-CON-006")[0]
    game = yard(stock={"Ada": {"thruster": example.given["stock_thrusters"]}})
    turn = play(game, {"Ada": "BUILD 3 0 1 0 0\nBUILD 3 0 1 0 0\nBUILD 1 0 0 1 0"})

    assert example.expect["built"] == sum(s.thrusters for s in built(turn))
    assert sum(s.weapons for s in built(turn)) == 1
    (short,) = turn.diagnostics["Ada"]
    assert (short.code, short.line, short.severity) == ("insufficient-stock", 2, "warning")
    assert "built 2 of 3" in short.message
    assert turn.game.empire("Ada").stock["thruster"] == 0


@pytest.mark.rule("EH-CON-006")
def test_an_order_that_nothing_can_be_paid_of_is_an_error():
    turn = play(yard(stock={"Ada": {"weapon": 0}}), {"Ada": "BUILD 2 0 0 1 0"})

    assert [d.severity for d in turn.diagnostics["Ada"]] == ["error"]
    assert "weapon (need 1, have 0)" in turn.diagnostics["Ada"][0].message


@pytest.mark.rule("EH-CON-006")
def test_a_huge_count_builds_what_can_be_paid_at_once():
    turn = play(yard(stock={"Ada": {"thruster": 3}}), {"Ada": "BUILD 999999999 0 1 0 0"})

    assert len(built(turn)) == 3


@pytest.mark.rule("EH-CON-007")
def test_a_new_ship_has_no_shield_points_until_they_are_charged():
    example = examples("EH-CON-007")[0]
    order = {"Ada": f"BUILD 1 20 1 0 {example.given['shields']}"}
    new = find_ship(play(yard(), order, only=("construction",)).game, "Ada", 2)
    charged = find_ship(play(yard(), order, only=("construction", "shields")).game, "Ada", 2)

    assert example.expect["shield_points"] == new.points
    assert example.expect["after_charging"] == charged.points
    assert (new.hull, new.thrusters, new.weapons, new.shields) == (20, 1, 0, 3)


@pytest.mark.rule("EH-ORD-002", "EH-CMP-002")
def test_build_makes_count_ships_with_following_names():
    example = examples("EH-ORD-002")[0]
    turn = play(yard(), {"Ada": example.given["order"]})

    assert [f"Probe {n}" for n in range(1, example.expect["ships"] + 1)] == [
        s.name for s in built(turn)
    ]
    assert [s.number for s in built(turn)] == [2, 3, 4, 5, 6]
    assert {**STOCK, "thruster": 50 - example.expect["cost"]["thruster"]} == turn.game.empire(
        "Ada"
    ).stock
    assert len(events(turn, "ship.built", "Ada")) == 5
    assert not events(turn, "ship.built", "Brin")


@pytest.mark.rule("EH-ORD-002")
@pytest.mark.parametrize("example", examples("EH-ORD-002")[1:], ids=str)
def test_build_checks_the_design(example):
    assert example.expect["legal"] == bool(built(play(yard(), {"Ada": example.given["order"]})))


@pytest.mark.rule("EH-ORD-002")
@pytest.mark.parametrize(
    "words", ["0 0 1 0 0", "-3 0 1 0 0", "1e9 0 1 0 0", "1 0 1.5 0 0", "1 0 1 0 -1"]
)
def test_build_wants_whole_numbers_and_a_count(words):
    turn = play(yard(), {"Ada": f"BUILD {words}"})

    assert codes(turn, "Ada") == ["bad-argument"]
    assert not built(turn)


@pytest.mark.rule("EH-ORD-002")
@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("1 0 1 0 0 Probe", ["Probe"]),
        ("2 0 1 0 0 Probe", ["Probe 1", "Probe 2"]),
        ("1 0 1 0 0", [""]),
        ("2 0 1 0 0", ["", ""]),
    ],
)
def test_a_name_is_numbered_if_several_ships_have_it(words, names):
    turn = play(yard(), {"Ada": f"BUILD {words}"})

    assert codes(turn, "Ada") == []
    assert [s.name for s in built(turn)] == names


@pytest.mark.rule("EH-ORD-002")
def test_a_number_once_given_is_not_given_again():
    game = table(
        ship("Ada", 1, "3,3", mothership=True, thrusters=1),
        ship("Ada", 2, "8,8", thrusters=1),
        ship("Brin", 1, "8,8", weapons=3),
        stock={"Ada": STOCK},
    )
    after = play(game).game
    assert find_ship(after, "Ada", 2) is None

    assert [s.number for s in play(after, {"Ada": "BUILD 1 0 1 0 0"}).game.ships_of("Ada")] == [
        1,
        3,
    ]


@pytest.mark.rule("EH-ORD-004")
def test_name_gives_a_name_that_only_the_owner_sees():
    game = table(
        ship("Ada", 1, "3,3", thrusters=1),
        ship("Ada", 2, "3,3", thrusters=1),
        ship("Brin", 1, "3,3", thrusters=1),
    )
    turn = play(game, {"Ada": 'NAME 1 "Pride of Ada"'})

    assert [s["name"] for s in VARIANT.view(turn.game, "Ada")["ships"]] == [
        "Pride of Ada",
        "Ship 2",
    ]
    assert "Pride of Ada" in turn.report("Ada").text
    for form in (turn.report("Brin").text, turn.report("Brin").html, str(turn.report("Brin").data)):
        assert "Pride" not in form


@pytest.mark.rule("EH-ORD-004")
def test_name_knows_only_own_ships_and_at_most_thirty_characters():
    game = table(ship("Ada", 1, thrusters=1), ship("Brin", 7, thrusters=1))
    long, longest = "x" * 31, "y" * 30
    turn = play(game, {"Ada": f"NAME 7 Mine\nNAME 1 {long}\nNAME 1 {longest}"})

    assert codes(turn, "Ada") == ["unknown-ship", "bad-argument"]
    assert (longest, "") == (
        find_ship(turn.game, "Ada", 1).name,
        find_ship(turn.game, "Brin", 7).name,
    )
