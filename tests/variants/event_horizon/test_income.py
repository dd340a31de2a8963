"""Income: miners, amounts, and the effects of ties and blockades (EH-INC, EH-ADV)."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.variants.event_horizon.table import (
    VARIANT,
    events,
    examples,
    find_ship,
    play,
    ship,
    table,
)

VALUES = {"hull": 5, "thruster": 4, "weapon": 3, "shield": 2}
NAMES = ("Ada", "Brin", "Cato")
EMPTY = {"hull": 0, "thruster": 0, "weapon": 0, "shield": 0}


def mined(*ships, values=None, mods=(), players=("Ada", "Brin", "Cato")):
    """The gain of each empire when these ships share sector 3,3 (no ship is armed)."""
    game = table(
        *ships,
        players=players,
        mods=mods,
        sectors={"3,3": values or VALUES},
        stock=dict.fromkeys(players, EMPTY),
    )
    after = play(game).game
    return {empire.id: empire.stock for empire in after.empires if empire.stock != EMPTY}


def fleet(speeds):
    """Ships named as the catalogue names them: A1 is the first of Ada."""
    owners = {"A": "Ada", "B": "Brin", "C": "Cato"}
    return [ship(owners[name[0]], int(name[1:]), thrusters=t) for name, t in speeds.items()]


@pytest.mark.rule("EH-INC-001")
@pytest.mark.parametrize("example", examples("EH-INC-001"), ids=str)
def test_only_the_fastest_ship_of_a_sector_mines(example):
    speeds = example.given["ships"]
    alone = mined(ship("Ada", 1, thrusters=9))["Ada"]
    gained = mined(*fleet(speeds))
    empires = len({name[0] for name in speeds})

    assert list(gained) == ["Ada"]
    assert {part: value // empires for part, value in alone.items()} == gained["Ada"]


@pytest.mark.rule("EH-INC-001")
def test_ships_without_thruster_mine_nothing():
    assert mined(ship("Ada", 1, weapons=1)) == {}


@pytest.mark.rule("EH-INC-001")
def test_a_ship_that_was_destroyed_mines_nothing():
    game = table(
        ship("Ada", 1, thrusters=9, hull=20),
        ship("Brin", 1, thrusters=1, weapons=60, hull=999),
        sectors={"3,3": VALUES},
        stock={"Ada": EMPTY, "Brin": EMPTY},
    )
    turn = play(game)

    assert find_ship(turn.game, "Ada", 1) is None
    assert turn.game.empire("Brin").stock == VALUES


@pytest.mark.rule("EH-INC-002", "EH-INC-005")
@pytest.mark.parametrize("example", examples("EH-INC-002"), ids=str)
def test_income_is_the_root_of_the_thrusters_times_the_value(example):
    values = dict.fromkeys(VALUES, example.given["value"])
    gained = mined(ship("Ada", 1, thrusters=example.given["thrusters"]), values=values)

    assert dict.fromkeys(VALUES, example.expect["income"]) == gained.get("Ada", EMPTY)


@pytest.mark.rule("EH-INC-002")
def test_the_fifteen_hull_of_the_rulebook_go_to_the_stock_with_a_reason():
    game = table(
        ship("Ada", 1, thrusters=9, name="Digger"),
        sectors={"3,3": {"hull": 5}},
        stock={"Ada": EMPTY},
    )
    turn = play(game)
    (line,) = turn.ledger.of("Ada")

    assert (line.account, line.amount, line.reason) == ("hull", 15, "Mined in 3,3 by Digger")
    assert turn.game.empire("Ada").stock["hull"] == 15


@pytest.mark.rule("EH-INC-003")
@pytest.mark.parametrize("example", examples("EH-INC-003"), ids=str)
def test_a_tie_between_empires_leaves_nothing_for_anybody(example):
    gained = mined(*fleet(example.given["ships"]))

    if "miner" in example.expect:
        assert list(gained) == ["Cato"]
    else:
        assert gained == {}


@pytest.mark.rule("EH-INC-003")
def test_a_tie_is_told_to_those_who_tie():
    game = table(ship("Ada", 1, thrusters=4), ship("Brin", 1, thrusters=4))
    turn = play(game)

    assert [event.audience for event in events(turn, "income.tied")] == [("Ada", "Brin")]


@pytest.mark.rule("EH-INC-003", "EH-INC-001")
@pytest.mark.parametrize(
    "speeds", [{"A1": 0}, {"A1": 0, "B1": 0}, {"A1": 4, "A2": 4}, {"A1": 4, "B1": 5}, {}]
)
def test_where_nobody_ties_nobody_is_told_so(speeds):
    ships = [ship("Ada", 9, "7,7", thrusters=1)]
    turn = play(table(*ships, *({**s, "hull": 9, "shields": 1} for s in fleet(speeds))))

    assert events(turn, "income.tied") == []


@pytest.mark.rule("EH-INC-001")
@pytest.mark.parametrize(
    ("speeds", "fastest"),
    [
        ({}, []),
        ({"A1": 0, "B1": 0}, []),
        ({"A1": 1}, ["Ada/1"]),
        ({"A1": 4, "A2": 9, "B1": 8}, ["Ada/2"]),
        ({"A1": 9, "A2": 9, "B1": 8}, ["Ada/1"]),
        ({"A1": 8, "A2": 9, "B1": 9, "B2": 9, "C1": 1}, ["Ada/2", "Brin/1"]),
    ],
)
def test_the_fastest_is_one_ship_of_each_empire_that_has_one_so_fast(speeds, fastest):
    ships = table(*({**s, "hull": 99, "shields": 1} for s in fleet(speeds)), players=NAMES).ships

    assert [s.id for s in VARIANT.economy.fastest(ships)] == fastest


@pytest.mark.rule("EH-INC-004")
def test_a_blockade_is_told_to_the_miner_with_its_part():
    game = table(
        ship("Ada", 1, thrusters=9), ship("Brin", 1, thrusters=4), ship("Cato", 1, thrusters=1),
        ship("Brin", 2, "7,7", thrusters=4), players=NAMES,
    )  # fmt: skip
    blockades = events(play(game), "income.blockaded")

    assert [(event.audience, event.text) for event in blockades] == [
        (("Ada",), "Enemies in sector 3,3 cut its income to 1/3.")
    ]


@pytest.mark.rule("EH-INC-004")
def test_two_empires_take_half_and_one_alone_takes_all():
    alone, shared = [ship("Ada", 1, thrusters=9)], ship("Brin", 1, thrusters=1)

    assert mined(*alone)["Ada"] == {"hull": 15, "thruster": 12, "weapon": 9, "shield": 6}
    assert mined(*alone, shared)["Ada"] == {"hull": 7, "thruster": 6, "weapon": 4, "shield": 3}
    assert not events(play(table(*alone)), "income.blockaded")


@pytest.mark.rule("EH-INC-006", "EH-INC-002")
def test_what_was_mined_is_in_stock_at_once_and_told_without_what_was_not():
    game = table(
        ship("Ada", 1, thrusters=4),
        ship("Brin", 1, "8,8", thrusters=4),
        sectors={"3,3": {"hull": 5, "weapon": 2}},
        stock={"Ada": {**EMPTY, "shield": 1}, "Brin": EMPTY},
    )
    turn = play(game)

    assert turn.game.empire("Ada").stock == {**EMPTY, "hull": 10, "weapon": 4, "shield": 1}
    assert [(line.account, line.amount) for line in turn.ledger.of("Ada")] == [
        ("hull", 10), ("weapon", 4)
    ]  # fmt: skip
    assert [(event.audience, event.text) for event in events(turn, "income.mined")] == [
        (("Ada",), "Ship 1 mined 10 hull, 4 weapon in sector 3,3.")
    ]
    assert list(turn.ledger.of("Brin")) == []


@pytest.mark.rule("EH-INC-004")
@pytest.mark.parametrize("example", examples("EH-INC-004"), ids=str)
def test_a_blockade_divides_the_income_by_the_empires_present(example):
    ships = [ship("Ada", 1, thrusters=example.given["thrusters"])]
    ships += [
        ship(owner, 1, thrusters=3) for owner in ("Brin", "Cato")[: example.given["empires"] - 1]
    ]
    values = dict.fromkeys(VALUES, example.given["value"])

    assert dict.fromkeys(VALUES, example.expect["income"]) == mined(*ships, values=values)["Ada"]


@pytest.mark.rule("EH-INC-004")
def test_two_enemy_fleets_reduce_fifteen_hull_to_five():
    """The rulebook's own example: two fleets of two empires move in, neither as fast."""
    game = table(
        ship("Ada", 1, "3,3", thrusters=9),
        *(ship("Brin", n, "2,3", thrusters=3) for n in (1, 2)),
        *(ship("Cato", n, "4,3", thrusters=5) for n in (1, 2)),
        players=("Ada", "Brin", "Cato"),
        sectors={"3,3": {"hull": 5}},
        stock={"Ada": EMPTY},
    )
    orders = {"Brin": "MOVE 1 E\nMOVE 2 E", "Cato": "MOVE 1 W\nMOVE 2 W"}

    assert play(game).game.empire("Ada").stock["hull"] == 15
    turn = play(game, orders)
    assert turn.game.empire("Ada").stock["hull"] == 5
    assert len(events(turn, "income.blockaded", "Ada")) == 1


@pytest.mark.rule("EH-INC-005")
@pytest.mark.parametrize("example", examples("EH-INC-005"), ids=str)
def test_fractions_are_lost(example):
    inputs = example.given
    ships = [ship("Ada", 1, thrusters=inputs["thrusters"])]
    ships += [ship("Brin", 1, thrusters=1)] * (inputs["empires"] - 1)
    gained = mined(*ships, values=dict.fromkeys(VALUES, inputs["value"])).get("Ada", EMPTY)
    exact = math.sqrt(inputs["thrusters"]) * inputs["value"] / inputs["empires"]

    assert example.expect["exact"] == pytest.approx(exact, abs=1e-6)
    assert example.expect["income"] == gained["hull"]


@pytest.mark.rule("EH-INC-002", "EH-INC-004", "EH-INC-005")
@given(
    thrusters=st.integers(1, 400),
    values=st.fixed_dictionaries({part: st.integers(0, 9) for part in VALUES}),
    empires=st.integers(1, 3),
)
def test_income_is_never_more_than_exact_and_less_than_one_short_of_it(thrusters, values, empires):
    ships = [ship("Ada", 1, thrusters=thrusters)]
    ships += [ship(owner, 1, weapons=0, thrusters=1) for owner in ("Brin", "Cato")[: empires - 1]]
    if thrusters == 1 and empires > 1:
        return
    gained = mined(*ships, values=values).get("Ada", EMPTY)
    for part, value in values.items():
        low, high = empires * gained[part], empires * (gained[part] + 1)
        assert low**2 <= thrusters * value**2 < high**2


@pytest.mark.rule("EH-INC-006")
def test_income_can_be_spent_from_the_next_turn_on():
    example = examples("EH-INC-006")[0]
    game = table(
        ship("Ada", 1, mothership=True, thrusters=1),
        ship("Brin", 1, "8,8", thrusters=1),
        sectors={"3,3": {"thruster": 1}},
        stock={"Ada": EMPTY},
    )
    game.turn = example.given["gathered_in_turn"] - 1
    order = {"Ada": "BUILD 1 0 1 0 0"}
    gathering = play(game, order)
    spending = play(gathering.game, order)

    assert [d.code for d in gathering.diagnostics["Ada"]] == ["insufficient-stock"]
    assert len(spending.game.ships_of("Ada")) == 2
    assert example.expect["usable_in_turn"] == spending.game.turn


@pytest.mark.rule("EH-ADV-002")
@pytest.mark.parametrize("number", range(3))
def test_big_miners_bring_more_but_not_in_proportion(number):
    example = examples("EH-ADV-002")[0]
    values = dict.fromkeys(VALUES, example.given["value"])
    gained = mined(ship("Ada", 1, thrusters=example.given["thrusters"][number]), values=values)

    assert example.expect["income"][number] == gained["Ada"]["hull"]


@pytest.mark.rule("EH-ADV-004")
@pytest.mark.parametrize("example", examples("EH-ADV-004"), ids=str)
def test_hull_for_each_component_grows_with_the_size_of_the_ship(example):
    components = example.given["other_components"]
    least = ship("Ada", 1, thrusters=components)["hull"]

    assert example.expect["hull_per_component"] == pytest.approx(least / components, abs=0.01)


def test_with_the_mod_shared_mining_a_tie_is_shared():
    ships = [
        ship("Ada", 1, thrusters=4),
        ship("Brin", 1, thrusters=4),
        ship("Cato", 1, thrusters=1),
    ]

    assert mined(*ships) == {}
    shared = mined(*ships, mods=("shared_mining",))
    assert {"Ada", "Brin"} == set(shared)
    assert {"hull": 3, "thruster": 2, "weapon": 2, "shield": 1} == shared["Ada"] == shared["Brin"]


def test_the_mod_changes_nothing_where_nobody_ties():
    ships = [ship("Ada", 1, thrusters=9), ship("Brin", 1, thrusters=4)]

    assert mined(*ships) == mined(*ships, mods=("shared_mining",))
