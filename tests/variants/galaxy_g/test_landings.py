"""Colonists come to a planet: settlers, guests and conquerors (GG-COL, GG-INV, GG-SEQ-002)."""

from __future__ import annotations

import pytest
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

#: One such ship carries 1100 units of cargo.
TYPES = {"Ark": [80, 0, 0, 0, 100]}
ONLY_ORDERS = ("orders",)
TARGET = {"owner": "Brin", "size": 500, "population": 100, "industry": 80}


def arks(colonists, owner="Ada", at="Goal", number=3, **more):
    """Two ships with this many units of colonists in total."""
    cargo = {"cargo": "COL", "load": colonists / 2} if colonists else {}
    return group(owner, "Ark", at, ships=2, number=number, **cargo, **more)


def goal(*groups, target=None, players=("Ada", "Brin"), **races):
    """A game with a planet Goal and these groups."""
    planets = {"Goal": {"at": [10, 10], "resources": 1, **(target or {})}}
    relations = {name: {"types": TYPES, **races.get(name, {})} for name in players}
    return table(*groups, planets=planets, players=players, **relations)


def landed(game, **arguments):
    arguments.setdefault("only", ONLY_ORDERS)
    return play(game, {"Ada": "U 3"}, **arguments)


def figures(game, *names):
    return {name: getattr(planet(game, "Goal"), name) for name in names}


# settlers


@pytest.mark.rule("GG-COL-001")
@pytest.mark.parametrize("example", examples("GG-COL-001")[2:], ids=str)
def test_a_unit_of_colonists_is_eight_people(example):
    turn = landed(goal(arks(example.given["colonists"]), target={"size": 500}))

    assert example.expect == figures(turn.game, "population")


@pytest.mark.rule("GG-COL-002")
@pytest.mark.parametrize("example", examples("GG-COL-002"), ids=str)
@pytest.mark.parametrize("owner", ["Ada", "Brin"])
def test_whom_the_planet_has_no_room_for_stays_in_store(example, owner):
    target = {"owner": owner, "size": example.given["size"]}
    target["population"] = example.given["population"]
    turn = landed(goal(arks(example.given["unloaded"]), target=target))

    assert figures(turn.game, "owner", "population", "colonists") == {
        "owner": owner,
        "population": example.expect["population"],
        "colonists": example.expect["stockpile_added"],
    }


@pytest.mark.rule("GG-COL-003")
def test_colonists_in_store_stay_there():
    (example,) = examples("GG-COL-003")
    target = {**example.given, "owner": "Ada", "colonists": example.given["stockpile"]}
    del target["stockpile"], target["turns"]
    game = goal(target=target)
    after = play(game).game

    assert example.expect["stockpile"] == planet(after, "Goal").colonists
    assert planet(after, "Goal").population == 324


@pytest.mark.rule("GG-COL-003")
def test_colonists_thaw_when_they_are_unloaded_again():
    target = {"owner": "Ada", "size": 500, "population": 300, "colonists": 10}
    turn = play(goal(arks(0), target=target), {"Ada": "L 3 COL\nU 3"}, only=ONLY_ORDERS)

    assert figures(turn.game, "population", "colonists") == {"population": 380, "colonists": 0}


@pytest.mark.rule("GG-COL-004")
@pytest.mark.parametrize("example", examples("GG-COL-004"), ids=str)
def test_whoever_lands_on_an_empty_planet_owns_it(example):
    inputs = example.given
    target = {"size": inputs["size"], "capital": inputs["capital"], "materials": 7}
    turn = landed(goal(arks(inputs["unloaded"]), target=target))
    names = ("owner", "population", "industry", "capital", "materials", "product")

    assert figures(turn.game, *names) == {
        **example.expect,
        "owner": "Ada",
        "materials": 7,
        "product": "CAP",
    }
    assert [e.data["people"] for e in events(turn, "planet.colonized", "Ada")] == [16]
    assert not events(turn, "planet.colonized", "Brin")


@pytest.mark.rule("GG-SEQ-002")
@pytest.mark.parametrize("war", [[], ["Ada"]])
def test_of_two_that_land_at_once_the_first_in_the_list_settles(war):
    (example,) = examples("GG-SEQ-002")
    game = goal(
        arks(2), arks(1, "Brin"), target={"size": 200}, players=("Ada", "Brin"), Brin={"war": war}
    )
    turn = play(game, {"Brin": "U 3", "Ada": "U 3"}, only=ONLY_ORDERS)

    assert example.expect["owner"] == "A"
    assert planet(turn.game, "Goal").owner == "Ada"
    kind = "landing.repelled" if war else "planet.joined"
    assert len(events(turn, kind, "Ada")) == len(events(turn, kind, "Brin")) == 1
    assert planet(turn.game, "Goal").population == (8 if war else 24)


# guests


@pytest.mark.rule("GG-INV-001")
@pytest.mark.parametrize("example", examples("GG-INV-001"), ids=str)
def test_guests_become_people_of_the_planets_owner(example):
    inputs = example.given
    target = {"owner": "Brin", "size": inputs["size"], "population": inputs["population"]}
    turn = landed(goal(arks(inputs["unloaded"]), target=target))

    assert figures(turn.game, "owner", "population") == {**example.expect, "owner": "Brin"}
    assert len(events(turn, "planet.joined", "Brin")) == 1


@pytest.mark.rule("GG-INV-001")
def test_the_owners_own_war_makes_no_enemy_of_a_guest():
    turn = landed(goal(arks(5), target=TARGET, Brin={"war": ["Ada"]}))

    assert figures(turn.game, "owner", "population") == {"owner": "Brin", "population": 140}


# enemies


@pytest.mark.rule("GG-INV-002", "GG-INV-001")
@pytest.mark.parametrize("example", examples("GG-INV-002"), ids=str)
@pytest.mark.parametrize(
    "status", [{"war": ["Brin"]}, {"war": ["Ada"]}, {"attack": ["Goal"]}], ids=str
)
def test_invaders_and_population_die_one_for_one(example, status):
    inputs = dict(example.given)
    colonists = inputs.pop("colonists_landed")
    target = {**inputs, "owner": "Brin", "colonists": 3, "capital": 5, "materials": 7}
    target |= {"product": "MAT", "routes": {"MAT": "Brin Home"}}
    turn = landed(goal(arks(colonists), target=target, Ada=status))
    owner = {"defender": "Brin", None: "", "invader": "Ada"}[example.expect["owner"]]
    after = planet(turn.game, "Goal")

    assert after.owner == owner
    assert after.population == example.expect["population"]
    assert after.materials == 7
    assert after.capital + after.industry == 5 + example.expect["industry"]
    assert VARIANT.invariants(turn.game) == []
    if owner == "Ada":
        assert after.colonists == example.expect.get("colonists", 0)
    if owner != "Brin":
        assert (after.product, after.routes) == ("CAP" if owner else "", {})


@pytest.mark.rule("GG-INV-002")
@pytest.mark.parametrize("example", examples("GG-INV-002")[:3], ids=str)
def test_industry_is_cut_to_the_population_that_is_left(example):
    inputs = dict(example.given)
    colonists = inputs.pop("colonists_landed")
    game = goal(arks(colonists), target={**inputs, "owner": "Brin"}, Ada={"war": ["Brin"]})
    after = planet(landed(game).game, "Goal")

    assert (after.population, after.industry) == (
        example.expect["population"],
        example.expect["industry"],
    )


@pytest.mark.rule("GG-INV-002", "GG-VIS-013")
@pytest.mark.parametrize(
    ("colonists", "code"),
    [(5, "landing.repelled"), (12.5, "landing.emptied"), (20, "landing.conquered")],
)
def test_both_sides_and_those_present_hear_of_a_landing(colonists, code):
    players = ("Ada", "Brin", "Cato", "Dora")
    game = goal(
        arks(colonists),
        group("Cato", "Drone", "Goal"),
        group("Dora", "Drone", "Dora Home", to="Goal", left=3),
        target=TARGET,
        players=players,
        Ada={"war": ["Brin"]},
    )
    (event,) = events(landed(game), code)

    assert set(event.audience) == {"Ada", "Brin", "Cato"}
    assert event.data["people"] == colonists * 8
    assert event.data["fallen"] == min(100, colonists * 8)


@pytest.mark.rule("GG-INV-002")
@given(population=st.floats(1e-3, 2000), share=st.floats(0, 1), landing=st.floats(1e-3, 550))
def test_as_many_fall_on_both_sides(population, share, landing):
    target = {**TARGET, "size": 9000, "population": population, "industry": population * share}
    game = goal(arks(landing), target=target, Ada={"war": ["Brin"]})
    turn = landed(game)
    after, people = planet(turn.game, "Goal"), landing * 8
    (event,) = [e for e in turn.events if e.code.startswith("landing.")]

    assert after.population == pytest.approx(abs(people - population), abs=1e-8)
    assert event.data["fallen"] == pytest.approx(min(people, population))
    assert {"": "emptied", "Ada": "conquered", "Brin": "repelled"}[after.owner] in event.code
    assert VARIANT.invariants(turn.game) == []


@pytest.mark.rule("GG-INV-002")
@pytest.mark.parametrize("population", [2.4 - 1e-12, 2.4, 2.4 + 1e-12])
def test_nobody_is_left_over_by_rounding(population):
    ships = {**arks(1), "ships": 3, "load": 0.1}
    target = {"owner": "Brin", "size": 500, "population": population}
    game = goal(ships, target=target, Ada={"war": ["Brin"]})

    assert planet(landed(game).game, "Goal").owner == ""


@pytest.mark.rule("GG-INV-002", "GG-VIS-010")
def test_the_loser_has_seen_who_took_the_planet():
    turn = landed(goal(arks(20), target=TARGET, Ada={"war": ["Brin"]}), only=None)

    assert [r["name"] for r in VARIANT.view(turn.game, "Brin")["races"]] == ["Ada"]


@pytest.mark.rule("GG-INV-002")
def test_one_order_after_another_wears_a_planet_down():
    game = goal(arks(5), arks(10, number=4), target=TARGET, Ada={"war": ["Brin"]})
    turn = play(game, {"Ada": "U 3\nU 4"}, only=ONLY_ORDERS)

    assert figures(turn.game, "owner", "population", "industry") == {
        "owner": "Ada",
        "population": 20,
        "industry": 20,
    }


# when


@pytest.mark.rule("GG-INV-003", "GG-ORDO-007")
@pytest.mark.parametrize("example", examples("GG-INV-003"), ids=str)
def test_people_land_by_order_and_at_the_end_of_routes_alone(example):
    way = example.given["how"]
    coming = {"at": "Ada Home", "to": "Goal", "left": 1} if way != "U" else {}
    game = goal(
        arks(5, **coming),
        group("Brin", "Battleship", "Goal"),
        target=TARGET,
        Ada={"war": ["Brin"], "options": {"AUTOUNLOAD": True}},
    )
    orders = {"U": "U 3", "route": "R Ada_Home COL Goal"}
    turn = play(game, {"Ada": orders.get(way, "")}, only=("orders", "movement", "unloading"))
    landings = [e.phase for e in turn.events if e.code == "landing.repelled"]

    assert example.expect["possible"] == bool(landings)
    if landings:
        assert landings == [{1: "orders", 11: "unloading"}[example.given["step"]]]
        assert planet(turn.game, "Goal").population == 60


@pytest.mark.rule("GG-INV-004")
@pytest.mark.parametrize("example", examples("GG-INV-004"), ids=str)
@pytest.mark.parametrize("declared", ["W Brin", "W Goal", "W Ada"])
def test_nobody_lands_by_order_in_the_turn_of_the_declaration(example, declared):
    inputs = example.given
    carried = {"cargo": inputs["cargo"], "load": 2.5} if inputs.get("cargo") == "CAP" else {}
    coming = {"at": "Ada Home", "to": "Goal", "left": 1} if "how" in inputs else {}
    ark = {**arks(5, **coming), **carried}
    game = goal(ark, target=TARGET)
    first, then = [declared], [inputs.get("order", "R Ada_Home COL Goal")]
    if inputs["turn"] == inputs["war_declared_in_turn"]:
        first, then = first + then, []
    quiet = ("orders", "movement", "unloading")
    turn = play(game, {"Ada": "\n".join(first)}, only=quiet)
    if then:
        turn = play(turn.game, {"Ada": "\n".join(then)}, only=quiet)
    aboard = find_group(turn.game, "Ada", 3).load

    if "landed" in example.expect:
        assert example.expect["landed"] == (planet(turn.game, "Goal").population == 60)
        assert example.expect["landed"] == (not aboard)
    if "load_kept" in example.expect:
        assert example.expect["load_kept"] == (aboard == 2.5)
        assert codes(turn, "Ada") == ["war-just-declared"]
    if "unloaded" in example.expect:
        assert example.expect["unloaded"] == (not aboard)


@pytest.mark.rule("GG-INV-004")
def test_colonists_still_settle_free_planets_in_the_turn_of_a_declaration():
    game = goal(arks(5), target={"size": 200})
    turn = play(game, {"Ada": "W Brin\nU 3"}, only=ONLY_ORDERS)

    assert figures(turn.game, "owner", "population") == {"owner": "Ada", "population": 40}


@pytest.mark.rule("GG-INV-002", "GG-DIP-013")
def test_a_conqueror_has_no_attack_on_his_new_planet():
    turn = landed(goal(arks(20), target=TARGET, Ada={"attack": ["Goal"]}))

    assert planet(turn.game, "Goal").owner == "Ada"
    assert race(turn.game, "Ada").attack == []
