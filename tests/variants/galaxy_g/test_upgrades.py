"""Upgrades: cost, number of ships, and payers (GG-ORDG)."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.variants.galaxy_g.war import (
    VARIANT,
    codes,
    events,
    examples,
    find_group,
    group,
    planet,
    play,
    race,
    table,
)
from variants.galaxy_g.model import Design, Techs

AREAS = ("drive", "weapons", "shields", "cargo")
STEP_2 = ("orders", "renames")
#: The design of the catalogue's examples, and another where an upgrade by 0.6 costs 50 points.
TYPES = {"Gunship": [4, 2, 2, 4, 0], "Fifty": [50 / 3.75, 0, 0, 0, 0]}


def levels(numbers):
    return dict(zip(AREAS, numbers, strict=True))


def port(*groups, points=1000.0, techs=None, owner="Ada", **more):
    """A game where the planet Port of Ada's has these points, and she these levels."""
    fields = {"at": [10, 10], "owner": owner, "size": 5000, "resources": 10}
    game = table(
        *groups,
        planets={
            "Port": {**fields, "population": points, "industry": points, **more},
            "Rock": {"at": [12, 10], "size": 0},
        },
        Ada={"types": TYPES},
    )
    race(game, "Ada").techs = evolve(race(game, "Ada").techs, **(techs or {}))
    return game


def old(ships=3, kind="Fifty", number=3, techs=None, at="Port", **more):
    return group("Ada", kind, at, ships=ships, number=number, techs=techs or {}, **more)


def spent(turn):
    return sum(e.data["points"] for e in events(turn, "group.upgraded", "Ada"))


@pytest.mark.rule("GG-ORDG-003", "GG-ORDG-001")
@pytest.mark.parametrize(
    "example", [e for e in examples("GG-ORDG-003") if "design" in e.given], ids=str
)
def test_what_an_upgrade_costs(example):
    inputs, expect = example.given, example.expect
    assert inputs["design"] == TYPES["Gunship"]
    game = port(old(1, "Gunship", techs=levels(inputs["ship"])), techs=levels(inputs["current"]))
    turn = play(game, {"Ada": "G 3"}, only=STEP_2)
    after = find_group(turn.game, "Ada", 3).techs.levels

    assert spent(turn) == pytest.approx(expect["cost"], abs=1e-6)
    assert planet(turn.game, "Port").materials == 0
    best = [max(pair) for pair in zip(inputs["ship"], inputs["current"], strict=True)]
    assert after == tuple(expect.get("levels_after", [*best[:3], 0]))
    assert codes(turn, "Ada") == ([] if expect["cost"] else ["no-change"])


@pytest.mark.rule("GG-ORDG-003")
def test_at_two_thirds_of_the_levels_it_costs_a_third_of_a_new_ship():
    (example,) = [e for e in examples("GG-ORDG-003") if "ship_at" in e.given]
    game = port(old(1, "Gunship", techs=levels([1, 1, 1, 0])), techs=dict.fromkeys(AREAS, 1.5))

    assert VARIANT.economy.ship_cost(Design(*TYPES["Gunship"])) == example.given["cost_of_new_ship"]
    turn = play(game, {"Ada": "G 3"}, only=STEP_2)
    assert spent(turn) == pytest.approx(example.expect["cost"]) == pytest.approx(110 / 3)


@pytest.mark.rule("GG-ORDG-002", "GG-ROU-010")
@pytest.mark.parametrize("example", examples("GG-ORDG-002"), ids=str)
@pytest.mark.parametrize("sending", ["S 3 12", "I 3 12"])
def test_what_was_sent_is_not_upgraded(example, sending):
    orders = [sending if o.startswith("S") else o for o in example.given["orders"]]
    route = {"EMP": "Rock"} if example.given.get("route_takes_it") else {}
    ship = old(1, "Freighter", techs={"drive": 0.5})
    game = port(ship, techs={"drive": 1.5}, routes=route)
    turn = play(game, {"Ada": "\n".join(orders).replace("12", "Rock")}, only=(*STEP_2, "routes"))

    assert example.expect["upgraded"] == (find_group(turn.game, "Ada", 3).techs.drive == 1.5)
    assert codes(turn, "Ada") == ([] if example.expect["upgraded"] else ["under-way"])
    assert find_group(turn.game, "Ada", 3).to


@pytest.mark.rule("GG-ORDG-001", "GG-ORDG-004")
@pytest.mark.parametrize("example", examples("GG-ORDG-004"), ids=str)
def test_with_a_number_exactly_so_many_are_upgraded_if_only_in_part(example):
    inputs, expect = example.given, example.expect
    game = port(
        old(inputs["ships"], techs={"drive": inputs.get("ship_drive", 1)}),
        points=inputs["points"],
        techs={"drive": inputs["current_drive"]},
    )
    turn = play(game, {"Ada": inputs["order"]}, only=STEP_2)
    after = find_group(turn.game, "Ada", 3)

    assert after.ships == expect["upgraded"]
    assert after.techs.drive == pytest.approx(expect["drive_after"])
    assert spent(turn) == pytest.approx(expect["points_spent"])


@pytest.mark.rule("GG-ORDG-001", "GG-ORDG-005")
@pytest.mark.parametrize("example", examples("GG-ORDG-005"), ids=str)
def test_without_a_number_only_whole_upgrades_are_made(example):
    inputs, expect = example.given, example.expect
    kind = "Fifty" if inputs["cost_each"] == 50 else "Monster"
    game = port(points=inputs["points"], techs={"drive": 1.6})
    ada = race(game, "Ada")
    ada.new_type("Monster", Design(inputs["cost_each"] / 3.75, 0, 0, 0, 0))
    state = {"groups": [old(inputs["ships"], kind, techs={"drive": 1})]}
    VARIANT.hook.horizons_scenario_state(game=game, state=state)
    turn = play(game, {"Ada": inputs["order"]}, only=STEP_2)
    groups = race(turn.game, "Ada").groups

    assert sum(g.ships for g in groups if g.techs.drive == 1.6) == expect["upgraded"]
    left = sum(g.ships for g in groups if g.techs.drive == 1)
    assert left == expect.get("left_unchanged", inputs["ships"] - expect["upgraded"])
    assert spent(turn) == pytest.approx(expect["points_spent"])
    assert codes(turn, "Ada") == ([] if expect["upgraded"] else ["too-few-points"])


@pytest.mark.rule("GG-ORDG-004")
def test_next_turn_another_order_completes_a_partial_upgrade():
    game = port(old(1, "Battleship", techs=levels([1, 1, 1, 0])), points=200,
                techs=dict.fromkeys(AREAS, 1.5), product="MAT")  # fmt: skip
    planet(game, "Ada Home").product = "MAT"
    first = play(game, {"Ada": "G 3 1"})
    half = find_group(first.game, "Ada", 3).techs.drive
    second = play(first.game, {"Ada": "G 3"})

    assert spent(first) == 200
    assert half == pytest.approx(1 + 0.5 * 200 / 300)
    assert find_group(second.game, "Ada", 3).techs.levels == (1.5, 1.5, 1.5, 0)
    assert spent(second) == pytest.approx(10 * 90 * (1 - half / 1.5))


@pytest.mark.rule("GG-ORDG-006")
@pytest.mark.parametrize("example", examples("GG-ORDG-006")[:1], ids=str)
def test_points_spent_on_upgrades_are_missing_in_production(example):
    inputs = example.given
    game = port(
        old(3, techs={"drive": 1}), points=inputs["production"], techs={"drive": 1.6},
        product="MAT", resources=1,
    )  # fmt: skip
    turn = play(game, {"Ada": "G 3 0"})

    assert spent(turn) == pytest.approx(inputs["spent"])
    assert planet(turn.game, "Port").materials == pytest.approx(example.expect["left_for_product"])
    assert planet(turn.game, "Port").upgraded == 0


@pytest.mark.rule("GG-ORDG-006")
@pytest.mark.parametrize("example", examples("GG-ORDG-006")[1:], ids=str)
def test_production_is_never_negative_after_a_bombing(example):
    inputs = example.given
    game = port(points=inputs["production_after_bombing"], product="MAT", resources=1)
    planet(game, "Port").upgraded = float(inputs["spent"])
    turn = play(game, only=("production",))
    number = planet(turn.game, "Port").id

    assert planet(turn.game, "Port").materials == example.expect["left_for_product"]
    assert sum(e.amount for e in turn.ledger.entries if e.place == number) == 0


@pytest.mark.rule("GG-ORDG-006")
def test_several_upgrades_share_the_points_in_the_order_of_the_orders():
    groups = [old(2, number=n, techs={"drive": 1}) for n in (3, 4, 5)]
    game = port(*groups, points=130, techs={"drive": 1.6})
    for group_ in race(game, "Ada").groups:
        group_.fleet = race(game, "Ada").new_fleet(f"F{group_.number}").id
    turn = play(game, {"Ada": "G 5\nG 3 0\nG 4"}, only=STEP_2)
    drives = {g.number: g.techs.drive for g in race(turn.game, "Ada").groups}

    assert drives[5] == 1.6
    assert drives[3] == pytest.approx(1.18)
    assert drives[4] == 1
    assert codes(turn, "Ada") == ["no-points"]
    assert planet(turn.game, "Port").upgraded == pytest.approx(130)


@pytest.mark.rule("GG-ORDG-001")
@pytest.mark.parametrize(
    ("ships", "more", "order", "code"),
    [
        ({}, {}, "G 9", "unknown-group"),
        ({"at": "Ada Home", "to": "Port"}, {}, "G 3", "under-way"),
        ({"at": "Rock"}, {}, "G 3", "not-your-planet"),
        ({}, {"owner": "Brin"}, "G 3", "not-your-planet"),
        ({}, {"points": 0.0}, "G 3", "no-points"),
        ({"techs": {"drive": 1.6}}, {}, "G 3", "no-change"),
    ],
)
def test_what_cannot_be_upgraded(ships, more, order, code):
    game = port(old(**{"techs": {"drive": 1}, **ships}), techs={"drive": 1.6}, **more)
    turn = play(game, {"Ada": order}, only=STEP_2)

    assert codes(turn, "Ada") == [code]
    assert find_group(turn.game, "Ada", 3).techs == find_group(game, "Ada", 3).techs


@pytest.mark.rule("GG-ORDG-001")
def test_the_levels_of_the_turns_start_count():
    game = port(old(1, techs={"drive": 0.5}), product="DRIVE")
    after = play(game, {"Ada": "G 3"}).game

    assert race(after, "Ada").techs.drive > 1
    assert find_group(after, "Ada", 3).techs.drive == 1


tech = st.floats(0.2, 20)


@pytest.mark.rule("GG-ORDG-003", "GG-ORDG-004")
@given(
    ship=st.tuples(tech, tech, tech, tech), current=st.tuples(tech, tech, tech, tech),
    points=st.floats(1, 3000), ships=st.integers(1, 9),
)  # fmt: skip
def test_an_upgrade_never_lowers_a_level_nor_costs_less_than_nothing(ship, current, points, ships):
    game = port(old(ships, "Freighter", techs=levels(ship)), points=points, techs=levels(current))
    before = find_group(game, "Ada", 3).techs.levels
    turn = play(game, {"Ada": "G 3 0"}, only=STEP_2)
    after = find_group(turn.game, "Ada", 3).techs
    cost = VARIANT.economy.upgrade_cost(
        Design(8, 0, 0, 2, 10), Techs(**levels(before)), Techs(**levels(current))
    )

    assert 0 <= cost <= VARIANT.economy.ship_cost(Design(8, 0, 0, 2, 10))
    assert 0 <= spent(turn) <= points * (1 + 1e-9)
    assert spent(turn) == pytest.approx(min(points, ships * cost))
    limits = zip(before, after.levels, current, strict=True)
    assert all(old <= new <= max(old, top) * (1 + 1e-12) for old, new, top in limits)
    assert after.weapons == 0
    assert VARIANT.invariants(turn.game) == []
