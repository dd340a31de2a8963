"""Loading, unloading and scrapping; the weight of cargo (GG-CRG, GG-ORDL, GG-ORDU, GG-ORDX)."""

from __future__ import annotations

import math

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import tries
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
from variants.galaxy_g.economy import RULEBOOK_ECONOMY
from variants.galaxy_g.model import Design, Techs

ONLY_ORDERS = ("orders",)
KINDS = {"COL": "colonists", "CAP": "capital", "MAT": "materials"}
TYPES = {
    "Megafreighter": [80, 2, 2, 30, 100],
    "Gunship": [4, 2, 2, 4, 0],
    **{f"Hold {room}": [1, 0, 0, 0, room] for room in (1, 5, 10, 50, 100)},
}
FULL = {"owner": "Ada", "size": 500, "population": 500, "industry": 500, "resources": 1}


def depot(*groups, techs=None, **stock):
    """A game where Ada has groups at her planet Depot with these stocks."""
    planets = {"Depot": {"at": [10, 10], **FULL, **stock}, "Rock": {"at": [12, 10], "size": 0}}
    return table(*groups, planets=planets, Ada={"types": TYPES, "techs": techs or {}})


def freighters(ships=4, number=3, at="Depot", kind="Freighter", **more):
    return group("Ada", kind, at, ships=ships, number=number, **more)


def reported(game, number=3):
    """A group of Ada's as her report has it."""
    return next(g for g in VARIANT.view(game, "Ada")["groups"] if g["number"] == number)


def loads(turn):
    """The ships and the load per ship of Ada's groups with cargo."""
    return [(g.ships, g.load) for g in race(turn.game, "Ada").groups if g.load]


# loads and speeds of ships


@pytest.mark.rule("GG-CRG-001")
@pytest.mark.parametrize("example", examples("GG-CRG-001"), ids=str)
def test_room_grows_with_the_square_of_the_cargo_number(example):
    game = depot(
        freighters(kind=f"Hold {example.given['cargo']}"), techs={"cargo": example.given["tech"]}
    )

    assert reported(game)["capacity"] == pytest.approx(example.expect["capacity"])


@pytest.mark.rule("GG-CRG-002")
@pytest.mark.parametrize("row", VARIANT.rules["GG-CRG-002"].rows, ids=str)
def test_the_table_of_rooms_doubles_at_tech_2(row):
    for tech in (1, 2, 3):
        stock = tech * row["amount"] + 1
        kind = f"Hold {row['cargo_number']}"
        game = depot(freighters(1, kind=kind), techs={"cargo": tech}, materials=stock)
        after = play(game, {"Ada": "L 3 MAT"}, only=ONLY_ORDERS).game

        assert find_group(after, "Ada", 3).load == pytest.approx(tech * row["amount"])


@pytest.mark.rule("GG-CRG-003", "GG-MOV-003")
@pytest.mark.parametrize("example", examples("GG-CRG-003"), ids=str)
def test_at_tech_2_twice_the_freight_goes_at_the_same_speed(example):
    techs = {"drive": example.given["drive_tech"], "cargo": example.given["cargo_tech"]}
    row = reported(depot(freighters(cargo="MAT", load=example.given["load"]), techs=techs))

    assert row["mass"] - 20 == pytest.approx(example.expect["effective_cargo"])
    assert row["speed"] == pytest.approx(example.expect["speed"])


@pytest.mark.rule("GG-CRG-003", "GG-MOV-002")
def test_a_full_megafreighter_makes_1_22_light_years():
    game = depot(freighters(1, kind="Megafreighter"), materials=5000)
    after = play(game, {"Ada": "L 3 MAT"}, only=ONLY_ORDERS).game

    assert find_group(after, "Ada", 3).load == 1100
    assert round(reported(after)["speed"], 2) == 1.22


@pytest.mark.rule("GG-CRG-003")
@given(tech=st.floats(1, 20), load=st.floats(0.1, 20))
def test_the_speed_of_freight_depends_on_load_over_tech_alone(tech, load):
    ada = race(FREIGHT, "Ada")
    ship = ada.groups[0]
    ship.techs, ship.load = attrs.evolve(ship.techs, cargo=1.0), load
    light = RULEBOOK_ECONOMY.speed_of(ada, ship)
    ship.techs, ship.load = attrs.evolve(ship.techs, cargo=tech), load * tech

    assert RULEBOOK_ECONOMY.speed_of(ada, ship) == pytest.approx(light)


FREIGHT = depot(freighters(1, cargo="MAT", load=1))


# L


@pytest.mark.rule("GG-ORDL-001")
@pytest.mark.parametrize("example", examples("GG-ORDL-001"), ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_each_ship_gets_the_same(example, kind):
    inputs = example.given
    aboard = {"cargo": kind, "load": inputs["aboard"]} if "aboard" in inputs else {}
    game = depot(freighters(inputs["ships"], **aboard), **{KINDS[kind]: inputs["stock"]})
    turn = play(game, {"Ada": f"L 3 {kind}"}, only=ONLY_ORDERS)

    assert loads(turn) == [(inputs["ships"], example.expect["load_each"])]
    assert example.expect["stock"] == getattr(planet(turn.game, "Depot"), KINDS[kind])
    assert codes(turn, "Ada") == []


@pytest.mark.rule("GG-ORDL-002")
@pytest.mark.parametrize("example", examples("GG-ORDL-002"), ids=str)
def test_amounts_and_as_many_ships_as_the_cargo_needs(example):
    ships = example.given.get("ships", 4)
    game = depot(freighters(ships), colonists=example.given["stock"])
    turn = play(game, {"Ada": example.given["order"]}, only=ONLY_ORDERS)
    loaded = example.expect.get("ships", example.expect.get("ships_loaded"))

    assert loads(turn) == [(loaded, example.expect["load_each"])]
    assert sum(g.ships for g in race(turn.game, "Ada").groups) == ships
    assert codes(turn, "Ada") == []


@pytest.mark.rule("GG-ORDL-002")
@pytest.mark.parametrize(
    ("stock", "order", "load"),
    [(100, "L 3 COL 0 90", 20), (30, "L 3 COL 0 50", 7.5), (100, "L 3 COL MAX 90", 20)],
)
def test_of_too_large_an_amount_all_that_is_possible_is_loaded(stock, order, load):
    turn = play(depot(freighters(4), colonists=stock), {"Ada": order}, only=ONLY_ORDERS)

    assert loads(turn) == [(4, load)]
    assert [d.severity for d in turn.diagnostics["Ada"]] == ["warning"]
    assert codes(turn, "Ada") == ["less-cargo"]


@pytest.mark.rule("GG-ORDL-001", "GG-CRG-004", "GG-CRG-005")
@pytest.mark.parametrize(
    ("ships", "stock", "order", "code"),
    [
        ({}, {"colonists": 9}, "L 9 COL", "unknown-group"),
        ({"kind": "Gunship"}, {"colonists": 9}, "L 3 COL", "no-cargo-room"),
        ({"cargo": "COL", "load": 20}, {"colonists": 9}, "L 3 COL", "full"),
        ({"cargo": "CAP", "load": 1}, {"colonists": 9}, "L 3 COL", "other-cargo"),
        ({}, {"materials": 9}, "L 3 COL", "empty-stockpile"),
        ({}, {"colonists": 9}, "L 3 EMP", "bad-argument"),
        ({}, {"colonists": 9}, "L 3 COL 1 0", "no-amount"),
        ({"to": "Rock"}, {"colonists": 9}, "L 3 COL", "under-way"),
        ({}, {"colonists": 9}, "S 3 Rock\nL 3 COL", "under-way"),
    ],
)
def test_what_cannot_be_loaded_is_refused(ships, stock, order, code):
    game = depot(freighters(**ships), **stock)
    turn = play(game, {"Ada": order}, only=ONLY_ORDERS)

    assert codes(turn, "Ada") == [code]
    assert find_group(turn.game, "Ada", 3).load == find_group(game, "Ada", 3).load
    assert len(race(turn.game, "Ada").groups) == 1
    assert [p.colonists for p in turn.game.planets] == [p.colonists for p in game.planets]


@pytest.mark.rule("GG-CRG-005")
@pytest.mark.parametrize("example", examples("GG-CRG-005"), ids=str)
def test_whosever_the_stockpile_is_it_can_be_loaded(example):
    owner = {"me": "Ada", "other": "Brin"}.get(example.given.get("planet_owner", "me"))
    people = {"population": 10} if owner else {}
    stock = {"size": 20, "owner": owner, "capital": example.given["stock"], **people}
    game = table(freighters(), planets={"Depot": {"at": [10, 10], **stock}})
    turn = play(game, {"Ada": "L 3 CAP"}, only=ONLY_ORDERS)

    assert example.expect["accepted"] == bool(loads(turn))


@pytest.mark.rule("GG-CRG-004")
def test_more_of_the_same_cargo_may_be_added():
    game = depot(freighters(1, cargo="CAP", load=3), capital=4, materials=9)
    turn = play(game, {"Ada": "L 3 MAT\nL 3 CAP"}, only=ONLY_ORDERS)

    assert codes(turn, "Ada") == ["other-cargo"]
    assert (find_group(turn.game, "Ada", 3).cargo, find_group(turn.game, "Ada", 3).load) == (
        "CAP",
        7,
    )


@pytest.mark.rule("GG-ORDL-001", "GG-GRP-007")
def test_only_the_ships_named_are_loaded():
    turn = play(depot(freighters(4), materials=50), {"Ada": "L 3 MAT 1"}, only=ONLY_ORDERS)

    assert [(g.number, g.ships, g.load) for g in race(turn.game, "Ada").groups] == [
        (3, 3, 0),
        (4, 1, 20),
    ]


@pytest.mark.rule("GG-FLT-006")
@pytest.mark.parametrize("example", examples("GG-FLT-006"), ids=str)
def test_loading_keeps_the_fleet_but_for_ships_broken_off(example):
    game = table(
        freighters(4, number=4, fleet="Haulers"),
        planets={"Depot": {"at": [10, 10], **FULL, "capital": 200}},
        Ada={"fleets": ["Haulers"]},
    )
    turn = play(game, {"Ada": example.given["order"]}, only=ONLY_ORDERS)
    (loaded,) = [g for g in race(turn.game, "Ada").groups if g.load]

    assert bool(loaded.fleet) == next(iter(example.expect.values()))
    assert find_group(turn.game, "Ada", 4).fleet


# U


@pytest.mark.rule("GG-ORDU-001")
@pytest.mark.parametrize("example", examples("GG-ORDU-001")[:3], ids=str)
def test_materials_go_to_the_stockpile(example):
    inputs, expect = example.given, example.expect
    game = depot(
        freighters(inputs["ships"], cargo="MAT", load=inputs["load_each"]),
        materials=inputs["stock"],
    )
    turn = play(game, {"Ada": inputs.get("order", "U 3")}, only=ONLY_ORDERS)
    groups = race(turn.game, "Ada").groups

    assert planet(turn.game, "Depot").materials == expect["stock"]
    if "load_each" in expect:
        assert [g.load for g in groups] == [expect["load_each"]]
    else:
        assert [g.ships for g in groups if not g.load] == [expect["ships_emptied"]]
        assert [g.load for g in groups if g.load] == [expect["load_each_of_the_others"]]
    assert codes(turn, "Ada") == []


@pytest.mark.rule("GG-ORDU-001")
def test_on_an_uninhabited_planet_capital_waits():
    (example,) = examples("GG-ORDU-001")[3:]
    load = {"cargo": example.given["cargo"], "load": example.given["load"] / 2}
    game = table(freighters(2, at="Waste", **load), planets={"Waste": {"at": [10, 10], "size": 90}})
    waste = planet(play(game, {"Ada": "U 3"}).game, "Waste")

    assert example.expect == {"capital": waste.capital, "industry": waste.industry}
    assert waste.owner == ""


@pytest.mark.rule("GG-ORDU-001")
@pytest.mark.parametrize(
    ("ships", "order", "code"),
    [
        ({}, "U 9", "unknown-group"),
        ({}, "U 3", "no-cargo"),
        ({"cargo": "COL", "load": 1, "at": "Rock"}, "U 3", "not-habitable"),
        ({"cargo": "COL", "load": 1}, "U 3 0 0", "no-amount"),
        ({"cargo": "COL", "load": 1, "to": "Rock"}, "U 3", "under-way"),
        ({"cargo": "COL", "load": 1}, "S 3 Rock\nU 3", "under-way"),
    ],
)
def test_what_cannot_be_unloaded_is_refused(ships, order, code):
    game = depot(freighters(**ships))
    turn = play(game, {"Ada": order}, only=ONLY_ORDERS)

    assert codes(turn, "Ada") == [code]
    assert find_group(turn.game, "Ada", 3).load == find_group(game, "Ada", 3).load


@pytest.mark.rule("GG-ORDU-001", "GG-ORDL-002")
def test_more_than_is_aboard_unloads_all_and_says_so():
    turn = play(depot(freighters(4, cargo="MAT", load=5)), {"Ada": "U 3 2 11"}, only=ONLY_ORDERS)

    assert planet(turn.game, "Depot").materials == 10
    assert codes(turn, "Ada") == ["less-cargo"]


@pytest.mark.rule("GG-ORDU-001")
def test_rounding_leaves_no_cargo_aboard():
    after = play(depot(freighters(3, cargo="MAT", load=0.7)), {"Ada": "U 3"}).game

    assert (0.7 * 3) / 3 < 0.7
    assert (find_group(after, "Ada", 3).cargo, find_group(after, "Ada", 3).load) == ("", 0)


@pytest.mark.rule("GG-CRG-006")
@pytest.mark.parametrize("example", examples("GG-CRG-006"), ids=str)
def test_where_cargo_can_be_unloaded(example):
    owner = {"own": "Ada", "alien": "Brin", "uninhabited": None}[example.given["planet"]]
    people = {"population": 10} if owner else {}
    game = table(
        freighters(1, cargo=example.given["cargo"], load=5),
        planets={"Depot": {"at": [10, 10], "size": 20, "owner": owner, **people}},
    )
    turn = play(game, {"Ada": "U 3"}, only=ONLY_ORDERS)

    assert example.expect["accepted"] == (not loads(turn))


@pytest.mark.rule("GG-CAP-003")
def test_capital_becomes_industry_when_it_is_unloaded():
    inputs, expect = examples("GG-CAP-003")[0].given, examples("GG-CAP-003")[0].expect
    state = {"population": inputs["population"], "industry": inputs["industry"]}
    game = depot(freighters(5, cargo="CAP", load=inputs["unloaded"] / 5), **state)
    after = planet(play(game, {"Ada": "U 3"}, only=ONLY_ORDERS).game, "Depot")

    assert expect == {"industry": after.industry, "capital": after.capital}


@pytest.mark.rule("GG-ORDU-001")
def test_the_owner_hears_of_gifts_and_others_do_not():
    game = table(
        freighters(1, cargo="CAP", load=5),
        planets={"Depot": {"at": [10, 10], **FULL, "owner": "Brin"}},
        players=("Ada", "Brin", "Cato"),
    )
    (event,) = events(play(game, {"Ada": "U 3"}), "cargo.unloaded")

    assert event.audience == ("Ada", "Brin")
    assert event.data["amount"] == 5


@pytest.mark.rule("GG-ORDL-001", "GG-ORDU-001")
@settings(max_examples=tries(60))
@given(
    ships=st.integers(1, 40),
    tech=st.floats(1, 5),
    stock=st.floats(0.01, 5000),
    kind=st.sampled_from(["COL", "MAT"]),
    form=st.sampled_from(["", "0", "7", "MAX", "3 8.25", "MAX 50", "0 17"]),
    back=st.sampled_from(["", "0 1.5", "MAX", "MAX 3", "2"]),
)
def test_no_cargo_comes_or_goes_by_loading_and_unloading(ships, tech, stock, kind, form, back):
    game = depot(freighters(ships), techs={"cargo": tech}, **{KINDS[kind]: stock}, size=1e6)
    loaded = play(game, {"Ada": f"L 3 {kind} {form}"}, only=ONLY_ORDERS)
    unloaded = play(loaded.game, {"Ada": f"U MAX {back}\nU 3 {back}"}, only=ONLY_ORDERS)

    for turn in (loaded, unloaded):
        ada, world = race(turn.game, "Ada"), planet(turn.game, "Depot")
        aboard = sum(g.load * g.ships for g in ada.groups)
        landed = (
            world.colonists + (world.population - 500) / 8 if kind == "COL" else world.materials
        )
        assert math.isclose(aboard + landed, stock, rel_tol=1e-9)
        assert sum(g.ships for g in ada.groups) == ships
        assert VARIANT.invariants(turn.game) == []


# X


@pytest.mark.rule("GG-ORDX-001")
@pytest.mark.parametrize("example", examples("GG-ORDX-001"), ids=str)
@pytest.mark.parametrize("part", [0, 1, 2])
def test_scrapped_ships_become_materials(example, part):
    inputs = example.given
    game = depot(freighters(inputs["ships"] + part), materials=inputs["materials"])
    turn = play(game, {"Ada": f"X 3 {inputs['ships']}"}, only=ONLY_ORDERS)

    assert planet(turn.game, "Depot").materials == example.expect["materials"]
    assert [g.ships for g in race(turn.game, "Ada").groups] == ([part] if part else [])
    (inputs,) = events(turn, "group.scrapped")
    assert (inputs.data["ships"], inputs.data["materials"]) == (3, 60)


@pytest.mark.rule("GG-ORDX-001")
def test_cargo_is_unloaded_before_ships_are_scrapped():
    game = depot(freighters(2, cargo="COL", load=5), freighters(1, 4, cargo="MAT", load=7))
    after = planet(play(game, {"Ada": "X 3\nX 4"}, only=ONLY_ORDERS).game, "Depot")

    assert (after.colonists, after.materials) == (10, 67)


@pytest.mark.rule("GG-ORDX-001")
@pytest.mark.parametrize(
    ("ships", "order", "code"),
    [
        ({}, "X 9", "unknown-group"),
        ({"to": "Rock"}, "X 3", "under-way"),
        ({}, "S 3 Rock\nX 3", "under-way"),
        ({"cargo": "COL", "load": 1, "at": "Brin Home"}, "X 3", "colonists-aboard"),
        ({"cargo": "COL", "load": 1, "at": "Rock"}, "X 3", "not-habitable"),
    ],
)
def test_what_cannot_be_scrapped_stays(ships, order, code):
    turn = play(depot(freighters(**ships)), {"Ada": order}, only=ONLY_ORDERS)

    assert codes(turn, "Ada") == [code]
    assert find_group(turn.game, "Ada", 3).ships == 4


@pytest.mark.rule("GG-ORDX-001")
def test_ships_over_an_alien_planet_are_scrapped_with_their_goods():
    game = depot(freighters(1, cargo="CAP", load=4, at="Brin Home"))
    after = planet(play(game, {"Ada": "X 3"}, only=ONLY_ORDERS).game, "Brin Home")

    assert (after.materials, after.capital) == (20, 4)


@pytest.mark.rule("GG-CRG-006")
@pytest.mark.parametrize("cargo", ["COL", "CAP", "MAT"])
@pytest.mark.parametrize("size", [0, 1])
def test_colonists_alone_need_a_planet_where_they_can_live(cargo, size):
    game = table(
        group("Ada", "Freighter", "Rock", number=1, cargo=cargo, load=2),
        planets={"Rock": {"at": [10, 10], "size": size}},
    )
    turn = play(game, {"Ada": "U 1"}, only=("orders",))
    refused = cargo == "COL" and not size

    assert codes(turn, "Ada") == (["not-habitable"] if refused else [])
    assert find_group(turn.game, "Ada", 1).load == (2 if refused else 0)


@pytest.mark.rule("GG-CRG-006")
def test_a_group_without_cargo_unloads_nothing():
    game = table(group("Ada", "Freighter", "Ada Home", number=1))

    assert codes(play(game, {"Ada": "U 1"}, only=("orders",)), "Ada") == ["no-cargo"]


@pytest.mark.rule("GG-ORDL-002")
@pytest.mark.parametrize("order", ["L 1 MAT 2 0", "L 1 MAT MAX 0", "U 2 1 0", "U 2 MAX 0"])
def test_an_amount_of_nothing_is_refused(order):
    game = table(
        group("Ada", "Freighter", "Ada Home", number=1, ships=2),
        group("Ada", "Freighter", "Ada Home", number=2, ships=2, cargo="MAT", load=3),
    )
    planet(game, "Ada Home").materials = 50
    turn = play(game, {"Ada": order}, only=("orders",))

    assert codes(turn, "Ada") == ["no-amount"]
    assert [g.load for g in race(turn.game, "Ada").groups] == [0, 3]
    assert codes(play(game, {"Ada": order[:-1] + "1"}, only=("orders",)), "Ada") == []


@pytest.mark.rule("GG-MOV-001", "GG-MOV-002", "GG-MOV-004")
@pytest.mark.parametrize(
    ("numbers", "tech", "load", "speed"),
    [((0, 1, 9, 0, 5), 3, 2, 0), ((1, 0, 0, 0, 0), 1, 0, 20), ((1, 0, 0, 0, 0), 2.5, 0, 50),
     ((4, 0, 0, 0, 4), 2, 0, 20), ((4, 0, 0, 0, 4), 2, 8, 10)],
)  # fmt: skip
def test_a_ship_flies_by_its_drive_s_part_of_the_mass(numbers, tech, load, speed):
    techs = Techs(drive=tech, cargo=1)

    assert RULEBOOK_ECONOMY.speed(Design(*numbers), techs, load) == speed
