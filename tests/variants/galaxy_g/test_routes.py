"""Routes: their cargo, their ships, and their destinations (GG-ROU, GG-ORDO-007)."""

from __future__ import annotations

import math

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
    place,
    planet,
    play,
    race,
    table,
)

#: A Hauler carries 2 units at the cargo tech of these tests.
TYPES = {
    "Hauler": [3, 0, 0, 0, 1],
    "Barge": [0, 0, 0, 0, 5],
    "Escort": [5, 1, 1, 1, 1],
}
TWO_UNITS = 2 / 1.1
STEP_5 = ("orders", "routes")
STEPS_5_TO_11 = ("orders", "routes", "movement", "unloading")


def haulers(ships=1, number=1, at="A", kind="Hauler", **more):
    return group("Ada", kind, at, ships=ships, number=number, **more)


def world(*groups, a=None, b=None, c=None, routes=None, players=("Ada", "Brin"), **options):
    """Ada's planet A, and B and C near by; the routes go from A."""
    small = {"size": 100, "population": 100, "industry": 100, "resources": 1}
    planets = {
        "A": {"at": [10, 10], **small, "owner": "Ada", **(a or {}), "routes": routes or {}},
        "B": {"at": [12, 10], "size": 100, **(b or {})},
        "C": {"at": [10, 15], "size": 100, **(c or {})},
    }
    techs = {"techs": {"cargo": TWO_UNITS}, "types": TYPES, "options": options}
    return table(*groups, planets=planets, players=players, Ada=techs)


def sent(game):
    """Ada's groups that are leaving: ships, destination, cargo and load of each."""
    return [
        (g.ships, game.planet(g.to).name, g.cargo, pytest.approx(g.load))
        for g in race(game, "Ada").groups
        if g.to
    ]


def staying(game):
    return [(g.ships, g.cargo) for g in race(game, "Ada").groups if not g.to]


# the beginning of a route


@pytest.mark.rule("GG-ROU-002")
@pytest.mark.parametrize("example", examples("GG-ROU-002"), ids=str)
def test_as_many_ships_as_the_cargo_needs_leave_with_even_loads(example):
    inputs, expect = example.given, example.expect
    game = world(
        haulers(inputs["empty_ships"]),
        a={"colonists": inputs["colonists"]},
        routes={inputs["route"]: "B"},
    )
    turn = play(game, only=STEP_5)

    assert sent(turn.game) == [(expect["sent"], "B", "COL", expect["load_each"])]
    assert staying(turn.game) == [(expect["staying"], "")]
    assert planet(turn.game, "A").colonists == 0
    (inputs,) = events(turn, "route.departed", "Ada")
    assert inputs.data["amount"] == example.given["colonists"]


@pytest.mark.rule("GG-ROU-002", "GG-ROU-010")
def test_ships_without_room_stay():
    game = world(haulers(kind="Drone"), a={"materials": 5}, routes={"MAT": "B"})

    assert not sent(play(game, only=STEP_5).game)


@pytest.mark.rule("GG-ROU-002")
def test_groups_of_lower_numbers_are_loaded_first():
    game = world(
        haulers(2, number=7), haulers(2, number=4), a={"materials": 5}, routes={"MAT": "B"}
    )
    after = play(game, only=STEP_5).game

    assert (find_group(after, "Ada", 4).load, find_group(after, "Ada", 4).to != "") == (2, True)
    assert sent(after) == [(2, "B", "MAT", 2), (1, "B", "MAT", 1)]


@pytest.mark.rule("GG-ROU-001")
def test_a_route_works_every_turn_until_it_is_cancelled():
    game = world(*(haulers(1, number=n) for n in (1, 2, 3)), a={"product": "CAP", "resources": 1})
    loads = []
    for orders in ("R A COL B", "", "R A COL"):
        turn = play(game, {"Ada": orders}, only=("orders", "routes", "movement"))
        loads.append(len(events(turn, "route.departed")))
        game = turn.game
        planet(game, "A").colonists += 1

    assert loads == [0, 1, 0]


@pytest.mark.rule("GG-ROU-003")
@pytest.mark.parametrize("example", examples("GG-ROU-003"), ids=str)
def test_ships_that_carry_the_cargo_go_as_they_are(example):
    game = world(
        haulers(3, cargo="COL", load=1),
        haulers(3, number=2, cargo="MAT", load=1),
        a={"colonists": 50},
        routes={example.given["route"]: "B"},
    )
    after = play(game, only=STEP_5).game

    assert sent(after) == [(3, "B", "COL", example.expect["load"])]
    assert planet(after, "A").colonists == 50


@pytest.mark.rule("GG-ROU-003", "GG-ROU-002", "GG-ROU-010")
@pytest.mark.parametrize(
    ("stock", "groups", "leaving"),
    [
        (5, [haulers()], [(1, "B", "MAT", 2)]),
        (0, [haulers()], []),
        (5, [haulers(kind="Drone")], []),
        (0, [haulers(cargo="MAT", load=1)], [(1, "B", "MAT", 1)]),
        (5, [haulers(cargo="MAT", load=1)], [(1, "B", "MAT", 1)]),
        (5, [haulers(cargo="CAP", load=1)], []),
        (5, [haulers(kind="Barge")], []),
        (3, [haulers(2), haulers(number=2)], [(2, "B", "MAT", 1.5)]),
        (4.5, [haulers(2), haulers(number=2)], [(2, "B", "MAT", 2), (1, "B", "MAT", 0.5)]),
    ],
)
def test_a_route_takes_what_carries_its_cargo_or_can_load_it(stock, groups, leaving):
    game = world(*groups, a={"materials": stock}, routes={"MAT": "B"})

    assert sent(play(game, only=STEP_5).game) == leaving


@pytest.mark.rule("GG-ROU-001")
def test_ships_leave_with_their_distance_to_go_and_what_leaves_is_told():
    game = world(haulers(3), a={"materials": 5}, routes={"MAT": "C", "EMP": "B"})
    turn = play(game, only=STEP_5)

    assert [(g.ships, g.left) for g in race(turn.game, "Ada").groups] == [(3, 5)]
    assert [e.text for e in events(turn, "route.departed", "Ada")] == [
        "3 Hauler left A for C by the MAT route with 5.00 MAT."
    ]
    empty = play(world(haulers(2), routes={"MAT": "C", "EMP": "B"}), only=STEP_5)
    assert [e.text for e in events(empty, "route.departed", "Ada")] == [
        "2 Hauler left A for B by the EMP route."
    ]


@pytest.mark.rule("GG-ROU-005", "GG-ORDR-001", "GG-ROU-006")
@pytest.mark.parametrize("example", examples("GG-ROU-005", "GG-ORDR-001"), ids=str)
def test_a_later_route_of_a_kind_replaces_the_earlier(example):
    order = example.given["order"].replace("12", "A").replace("13", "C")
    game = world(haulers(1), a={"colonists": 1}, routes={"COL": "B"})
    turn = play(game, {"Ada": order}, only=STEP_5)

    assert sent(turn.game) == ([(1, "C", "COL", 1)] if order.endswith("C") else [])


@pytest.mark.rule("GG-ROU-005")
def test_a_planet_has_a_route_of_each_kind_at_once():
    game = world()
    kinds = ("COL", "CAP", "MAT", "EMP", "WAR")
    turn = play(game, {"Ada": "\n".join(f"R A {kind} B" for kind in kinds)}, only=STEP_5)

    assert {"COL", "CAP", "MAT", "EMP", "WAR"} == set(planet(turn.game, "A").routes)
    assert codes(turn, "Ada") == []


@pytest.mark.rule("GG-ROU-006")
def test_routes_begin_at_ones_own_planets_and_end_anywhere():
    game = world(b={"owner": "Brin", "population": 5})
    orders = "R B COL A\nR C COL A\nR A COL B\nR A CAP C\nR A MAT A"
    turn = play(game, {"Ada": orders}, only=STEP_5)
    ends = {kind: turn.game.planet(p).name for kind, p in planet(turn.game, "A").routes.items()}

    assert codes(turn, "Ada") == ["not-your-planet", "not-your-planet", "route-to-itself"]
    assert ends == {"COL": "B", "CAP": "C"}


@pytest.mark.rule("GG-ROU-006")
def test_with_the_planet_its_routes_are_lost():
    game = table(
        group("Brin", "Ark", "A", ships=2, number=1, cargo="COL", load=1000),
        planets={
            "A": {"at": [10, 10], "owner": "Ada", "size": 100, "population": 9},
            "B": {"at": [12, 10], "size": 9},
        },
        Ada={"types": TYPES},
        Brin={"types": {"Ark": [80, 0, 0, 0, 100]}, "war": ["Ada"]},
    )
    game.planet_named("A").routes = {"MAT": game.planet_named("B").id}
    after = play(game, {"Brin": "U 1"}, only=STEP_5).game

    assert (planet(after, "A").owner, planet(after, "A").routes) == ("Brin", {})


@pytest.mark.rule("GG-ROU-007")
@pytest.mark.parametrize("example", examples("GG-ROU-007"), ids=str)
def test_routes_take_transports_by_their_priority(example):
    inputs = example.given
    game = world(
        haulers(inputs["ships"]),
        a={"colonists": inputs["colonists"], "capital": inputs["capital"]},
        routes={"EMP": "C", "CAP": "B", "COL": "B"},
    )
    ships = {
        cargo or "EMP": (ships, end) for ships, end, cargo, _ in sent(play(game, only=STEP_5).game)
    }

    assert {kind: ships for kind, (ships, _) in ships.items()} == example.expect
    assert ships["EMP"][1] == "C"


@pytest.mark.rule("GG-ROU-007")
def test_materials_come_last_of_the_cargoes():
    stocks = {"materials": 9, "capital": 9}
    game = world(haulers(5), a=stocks, routes={"MAT": "C", "CAP": "B"})

    assert sent(play(game, only=STEP_5).game) == [(5, "B", "CAP", 1.8)]


@pytest.mark.rule("GG-ROU-008")
@pytest.mark.parametrize("example", examples("GG-ROU-008"), ids=str)
def test_the_route_for_empty_ships_takes_what_has_room_and_no_load(example):
    kind = "Freighter" if example.given["cargo_number"] else "Drone"
    game = world(
        haulers(kind=kind),
        haulers(number=2, cargo="MAT", load=1),
        haulers(number=3, kind="Escort"),
        routes={"EMP": "B"},
    )
    after = play(game, only=STEP_5).game

    assert example.expect["sent"] == bool(find_group(after, "Ada", 1).to)
    assert not find_group(after, "Ada", 2).to
    assert find_group(after, "Ada", 3).to


@pytest.mark.rule("GG-ROU-009")
@pytest.mark.parametrize("example", examples("GG-ROU-009"), ids=str)
def test_the_route_for_warships_takes_guns_without_room(example):
    inputs = example.given
    kinds = {(1, 0): "Fighter", (1, 1): "Escort", (0, 0): "Drone"}
    kind = kinds[inputs["attacks"], inputs["cargo_number"]]
    game = world(haulers(kind=kind), routes={"WAR": "B"})
    if inputs.get("fleet"):
        ada = race(game, "Ada")
        ada.groups[0].fleet = ada.new_fleet(inputs["fleet"]).id

    assert example.expect["sent"] == bool(find_group(play(game, only=STEP_5).game, "Ada", 1).to)


@pytest.mark.rule("GG-ROU-010")
@pytest.mark.parametrize("example", examples("GG-ROU-010"), ids=str)
def test_a_route_takes_what_has_a_drive_and_was_not_sent(example):
    inputs = example.given
    kind = "Barge" if inputs.get("drive") == 0 else "Hauler"
    game = world(haulers(kind=kind, techs={"drive": 0.5}), a={"materials": 1}, routes={"MAT": "B"})
    order = "S 1 C" if "ordered" in inputs else "G 1" if "upgraded_this_turn" in inputs else ""
    turn = play(game, {"Ada": order}, only=("orders", "renames", "routes"))
    ends = [turn.game.planet(g.to).name for g in race(turn.game, "Ada").groups if g.to]

    assert example.expect["taken"] == (ends == ["B"])
    assert codes(turn, "Ada") == []


@pytest.mark.rule("GG-ROU-010", "GG-ORDI-001")
def test_a_route_leaves_those_alone_that_are_to_intercept():
    game = world(haulers(), a={"materials": 1}, routes={"MAT": "B"})
    after = play(game, {"Ada": "I 1 C"}, only=STEP_5).game

    assert sent(after) == [(1, "C", "", 0)]


@pytest.mark.rule("GG-FLT-002")
@pytest.mark.parametrize("example", examples("GG-FLT-002"), ids=str)
def test_fleets_ignore_routes(example):
    game = world(haulers(), a={"materials": 1}, routes={"MAT": "B", "EMP": "C"})
    ada = race(game, "Ada")
    ada.groups[0].fleet = ada.new_fleet("Home").id

    assert example.expect["sent"] == bool(sent(play(game, only=STEP_5).game))
    ada.groups[0].fleet = ""
    assert sent(play(game, only=STEP_5).game) == [(1, "B", "MAT", 1)]


@pytest.mark.rule("GG-ROU-002")
def test_alien_ships_are_no_transports_of_mine():
    game = world(group("Brin", "Freighter", "A"), a={"materials": 9}, routes={"MAT": "B"})

    assert not play(game, only=STEP_5).game.race("Brin").groups[0].to


@pytest.mark.rule("GG-ROU-002")
@settings(max_examples=tries(50))
@given(
    groups=st.lists(st.tuples(st.integers(1, 9), st.sampled_from(["Hauler", "Freighter"]))),
    stocks=st.tuples(*[st.floats(0, 300)] * 3),
    kinds=st.sets(st.sampled_from(["COL", "CAP", "MAT", "EMP"])),
)
def test_routes_lose_neither_ships_nor_cargo(groups, stocks, kinds):
    stock = dict(zip(("colonists", "capital", "materials"), stocks, strict=True))
    fleet = [haulers(n, place, kind=kind) for place, (n, kind) in enumerate(groups, start=1)]
    game = world(*fleet, a=stock, routes=dict.fromkeys(kinds, "B"))
    after = play(game, only=STEP_5).game
    ada, start = race(after, "Ada"), planet(after, "A")

    assert sum(g.ships for g in ada.groups) == sum(ships for ships, _ in groups)
    for cargo, name in {"COL": "colonists", "CAP": "capital", "MAT": "materials"}.items():
        aboard = sum(g.ships * g.load for g in ada.groups if g.cargo == cargo)
        assert math.isclose(aboard + getattr(start, name), stock[name], abs_tol=1e-9)
        assert not aboard or cargo in kinds
    assert VARIANT.invariants(after) == []


@pytest.mark.rule("GG-ROU-002")
def test_many_departures_are_told_in_one_sentence():
    game = world(
        haulers(2, 1), haulers(2, 2, kind="Freighter"), a={"materials": 70}, routes={"MAT": "B"}
    )
    (event,) = events(play(game, only=STEP_5), "route.departed", "Ada")

    assert event.text == "2 Hauler, 2 Freighter left A for B by the MAT route with 70.00 MAT."
    assert [g["number"] for g in event.data["groups"]] == [1, 2]


# the end of a route


@pytest.mark.rule("GG-ROU-004")
@pytest.mark.parametrize("example", examples("GG-ROU-004"), ids=str)
def test_ships_at_the_end_are_unloaded_wherever_they_came_from(example):
    cargo = example.given["cargo"]
    game = world(haulers(2, at="B", cargo=cargo, load=1), routes={"MAT": "B"})
    after = play(game, only=STEPS_5_TO_11).game

    assert example.expect["unloaded"] == (find_group(after, "Ada", 1).load == 0)
    assert planet(after, "B").materials == (2 if cargo == "MAT" else 0)


@pytest.mark.rule("GG-ROU-004")
def test_a_whole_trip_takes_cargo_from_stock_to_stock():
    game = world(haulers(2), a={"materials": 3, "industry": 0}, routes={"MAT": "B"})
    turn = play(game)

    assert planet(turn.game, "B").materials == 3
    assert place(turn.game, "Ada", 1) == "B"
    assert [g.load for g in race(turn.game, "Ada").groups] == [0]
    assert len(events(turn, "cargo.unloaded", "Ada")) == 1


@pytest.mark.rule("GG-ROU-004", "GG-MOV-006")
def test_ships_that_have_left_the_end_of_a_route_keep_their_cargo():
    far = {"at": [90, 90]}
    game = world(haulers(at="B", to="C", cargo="MAT", load=1), c=far, routes={"MAT": "B"})

    assert find_group(play(game).game, "Ada", 1).load == 1


@pytest.mark.rule("GG-ROU-004")
def test_fleets_are_unloaded_as_well():
    game = world(haulers(at="B", cargo="MAT", load=1), routes={"MAT": "B"})
    ada = race(game, "Ada")
    ada.groups[0].fleet = ada.new_fleet("Home").id

    assert planet(play(game).game, "B").materials == 1


@pytest.mark.rule("GG-ROU-004", "GG-INV-001")
@pytest.mark.parametrize("owner", [None, "Brin"])
def test_colonists_at_the_end_of_a_route_settle_or_join(owner):
    people = {"owner": owner, "population": 50} if owner else {}
    game = world(haulers(at="B", cargo="COL", load=1), b=people, routes={"COL": "B"})
    after = planet(play(game, only=STEPS_5_TO_11).game, "B")

    assert (after.owner, after.population) == (("Brin", 58) if owner else ("Ada", 8))


@pytest.mark.rule("GG-ROU-004")
def test_nobody_lands_on_an_object_of_size_0():
    game = world(haulers(at="B", cargo="COL", load=1), b={"size": 0}, routes={"COL": "B"})

    assert find_group(play(game, only=STEPS_5_TO_11).game, "Ada", 1).load == 1


@pytest.mark.rule("GG-SEQ-004")
def test_what_is_unloaded_in_step_11_works_from_the_next_turn_on():
    target = {"owner": "Ada", "population": 50, "product": "CAP", "resources": 1}
    game = world(haulers(at="B", cargo="MAT", load=2), b=target, routes={"MAT": "B"})
    turn = play(game)

    assert planet(turn.game, "B").materials == 2
    assert planet(play(turn.game).game, "B").materials == 0


@pytest.mark.rule("GG-ORDO-007")
@pytest.mark.parametrize("example", examples("GG-ORDO-007"), ids=str)
@pytest.mark.parametrize("cargo", ["COL", "CAP", "MAT"])
def test_autounload_empties_what_arrives_at_my_planets(example, cargo):
    owner = {"own": "Ada", "uninhabited": None, "alien": "Brin"}[example.given["planet"]]
    target = {"owner": owner, "population": 10} if owner else {}
    game = world(haulers(at="A", to="B", left=1, cargo=cargo, load=1), b=target, AUTOUNLOAD=True)

    assert example.expect["unloaded"] == (find_group(play(game).game, "Ada", 1).load == 0)


@pytest.mark.rule("GG-ORDO-007")
def test_autounload_leaves_alone_what_was_there_before_and_who_has_it_off():
    coming = haulers(number=2, at="B", to="A", left=1, cargo="MAT", load=1)
    for on in (True, False):
        game = world(haulers(cargo="MAT", load=1), coming, a={"industry": 0}, AUTOUNLOAD=on)
        after = play(game, only=STEPS_5_TO_11).game

        assert find_group(after, "Ada", 1).load == 1
        assert find_group(after, "Ada", 2).load == (0 if on else 1)
        assert planet(after, "A").materials == (1 if on else 0)


@pytest.mark.rule("GG-ROU-004", "GG-CAP-002")
def test_colonists_land_before_the_capital_that_comes_with_them():
    game = world(
        haulers(1, 1, at="B", cargo="CAP", load=2),
        haulers(1, 2, at="B", cargo="COL", load=2),
        b={"size": 100, "capital": 1},
        routes={"CAP": "B", "COL": "B"},
    )
    after = planet(play(game, only=STEPS_5_TO_11).game, "B")

    assert (after.population, after.industry, after.capital) == (16, 3, 0)


@pytest.mark.rule("GG-ROU-007")
def test_every_planet_s_routes_work_whether_ships_wait_at_others_or_not():
    game = world(haulers(at="C"), c={"owner": "Ada", "population": 5, "materials": 1})
    planet(game, "A").routes = {"MAT": planet(game, "B").id}
    planet(game, "C").routes = {"MAT": planet(game, "B").id}

    assert sent(play(game, only=STEP_5).game) == [(1, "B", "MAT", 1)]


@pytest.mark.rule("GG-FLT-002", "GG-ROU-010")
@pytest.mark.parametrize(
    ("kind", "order", "at", "expected"),
    [("Hauler", "", "A", True), ("Barge", "", "A", False), ("Hauler", "S 1 C", "A", False),
     ("Hauler", "", "B", False), ("Hauler", "J 1 Home", "A", False)],
)  # fmt: skip
def test_a_route_takes_what_is_free_at_its_beginning(kind, order, at, expected):
    game = world(haulers(kind=kind, at=at), a={"materials": 1}, routes={"MAT": "B", "EMP": "B"})
    race(game, "Ada").new_fleet("Home")
    turn = play(game, {"Ada": order}, only=STEP_5)

    assert bool(events(turn, "route.departed", "Ada")) == expected
