"""Failed jumps: chances, fail-safe units, destinations of mis-jumps; ships in transit."""

from __future__ import annotations

from itertools import product

import pytest

import horizons_core as hz
from tests.variants.far_horizons.galaxies import Loaded, examples
from tests.variants.far_horizons.single_steps import Fair, Falls, game_with, step
from variants.far_horizons.economy import RULEBOOK_ECONOMY
from variants.far_horizons.jumps.kernels import fleet_of, outcomes_of
from variants.far_horizons.jumps.mishaps import MAX_DRAWS, Jump, JumpEnding, attempt, scatter
from variants.far_horizons.model import JUMPED, ShipLocation
from variants.far_horizons.model.transactions import MishapFate, TransactionKind
from variants.far_horizons.mods.engine_1999.steps import withdrawals_need_jump_section

SAFE = 10_000


def jumped(falls=(SAFE,), *, to="17 10 10", order=None, gravitics=4, chance=None, **ship):
    """The result for DD Dawson, jumping from Earth, where a mishap has 12.25 %."""
    state = {"ships": {"DD Dawson": {"at": "Earth", **ship}}, "techs": {"GV": gravitics}}
    game = game_with({"species": {"Human": state}})
    orders = {"Human": order or f"Jump DD Dawson, {to}"}
    return step("jumps", game, orders, chance=chance or Falls(*falls))


def percent(result):
    """The chance reported to the humans."""
    return result.events("Human", "jump-tried")[0].data["percent"]


def fates(result):
    """The fates in the transactions of mishaps."""
    return [
        MishapFate(d.facts["fate"])
        for d in result.game.transactions
        if d.kind == TransactionKind.MISHAP
    ]


def sector_at(distance_squared):
    """A sector so far from Earth."""
    steps = range(30)
    for x, y, z in product(steps, steps, steps):
        if x * x + y * y + z * z == distance_squared:
            return f"{10 + x} {10 + y} {10 + z}"
    raise AssertionError(distance_squared)


# --- the chance -----------------------------------------------------------------------------------


@pytest.mark.rule("FH-MISHAP-001")
@pytest.mark.parametrize("example", examples("FH-MISHAP-001"), ids=str)
def test_the_chance_of_a_mishap(example):
    inputs = example.given
    result = jumped(to=sector_at(inputs["distance_squared"]), gravitics=inputs["gv"])
    assert percent(result) == example.expect["percent"]


@pytest.mark.rule("FH-MISHAP-003", "FH-AGE-005")
@pytest.mark.parametrize("example", examples("FH-MISHAP-003"), ids=str)
def test_age_adds_to_the_chance(example):
    inputs = example.given
    to, gravitics = {12.25: ("17 10 10", 4), 0: ("10 10 11", 200)}[inputs["percent"]]
    result = jumped(to=to, gravitics=gravitics, age=inputs["age"])
    assert percent(result) == pytest.approx(example.expect["effective"], abs=0.05)


@pytest.mark.rule("FH-AGE-005")
def test_success_becomes_rarer_by_two_percent_of_itself_a_year():
    for age in range(50):
        success = 10_000 - RULEBOOK_ECONOMY.mishap_chance(1, 1000, age)
        assert success == pytest.approx(10_000 * (100 - 2 * age) / 100, abs=1)


@pytest.mark.rule("FH-MISHAP-001")
def test_without_gravitics_a_jump_is_certain_to_fail():
    result = jumped(gravitics=0, falls=(SAFE, SAFE))
    assert result.ship("Human", "Dawson") is None
    assert result.codes("Human") == ["certain-mishap"]


@pytest.mark.rule("FH-MISHAP-001")
def test_the_least_roll_that_succeeds():
    assert str(jumped(falls=(1226,)).ship("Human", "Dawson").place) == "17 10 10"
    assert jumped(falls=(1225, 1225)).ship("Human", "Dawson") is None


# --- mishaps --------------------------------------------------------------------------------------


@pytest.mark.rule("FH-JUMP-003", "FH-MISHAP-002")
def test_a_second_failure_destroys_the_ship_with_all_its_cargo():
    result = jumped(falls=(1, 1), cargo={"PD": 3})
    assert result.ship("Human", "Dawson") is None
    assert result.species("Human").ships == [None]
    [deal] = result.game.transactions
    assert dict(deal.facts) == {
        "owner": 1, "fate": MishapFate.SELF_DESTRUCTED, "ship": "DD Dawson",
        "x": 0, "y": 0, "z": 0, "orbit": 0,
    }  # fmt: skip
    assert "17 10 10" not in result.species("Human").visited


@pytest.mark.rule("FH-JUMP-003", "FH-MISHAP-002", "FH-MISHAP-004")
def test_a_second_success_is_a_misjump_into_deep_space_with_all_cargo():
    result = jumped(falls=(1, SAFE, 1, 3, 2, 2, 3, 1), cargo={"PD": 3})
    ship = result.ship("Human", "Dawson")
    assert (str(ship.place), ship.where, ship.cargo) == (
        "19 10 8",
        ShipLocation.DEEP_SPACE,
        {"PD": 3},
    )
    assert ship.moved == JUMPED
    [deal] = result.game.transactions
    assert deal.facts["fate"] == MishapFate.MISJUMPED
    assert [deal.facts[axis] for axis in "xyz"] == [19, 10, 8]


@pytest.mark.rule("FH-MISHAP-004")
def test_the_star_where_a_misjump_ends_is_visited():
    result = jumped(falls=(1, SAFE, 3, 1, 3, 1, 1, 1), to="14 11 9", gravitics=1, age=0)
    assert str(result.ship("Human", "Dawson").place) == "12 9 9"
    result = jumped(falls=(1, SAFE, 1, 1, 3, 1, 3, 1), to="9 11 11", gravitics=1)
    assert str(result.ship("Human", "Dawson").place) == "9 9 9"
    assert "9 9 9" in result.species("Human").visited
    assert "9 11 11" not in result.species("Human").visited


@pytest.mark.rule("FH-MISHAP-002")
@pytest.mark.parametrize("example", examples("FH-MISHAP-002"), ids=str)
def test_both_checks_have_the_same_chance(example):
    endings = [
        attempt(
            Jump(origin=(0, 0, 0), destination=(9, 9, 9), chance=chance, radius=20),
            Loaded(first, second),
        ).ending
        for chance in [100 * example.given["percent"]]
        for first in range(50, 10_001, 100)
        for second in range(50, 10_001, 100)
    ]
    shares = [endings.count(ending) / len(endings) for ending in JumpEnding]
    expected = [example.expect[name] for name in ("no_mishap", "mis_jump", "self_destruct")]
    assert shares == pytest.approx(expected)


@pytest.mark.rule("FH-MISHAP-004")
@pytest.mark.parametrize("example", examples("FH-MISHAP-004"), ids=str)
def test_how_far_a_misjump_may_be_off(example):
    inputs = example.given
    jump = Jump(
        origin=tuple(inputs["from"]),
        destination=tuple(inputs["to"]),
        chance=round(100 * inputs["percent"]),
        radius=inputs["radius"],
    )
    for axis, (goal, width) in enumerate(zip(jump.destination, jump.widths, strict=True)):
        low, high = example.expect[f"{'xyz'[axis]}_range"]
        size = 2 * inputs["radius"]
        least, most = goal + 1 - width, min(goal + width - 1, size - 1)
        assert (least, most) == (low, high)
        assert scatter(goal, width, size, Loaded(width, 1)) == low
        assert scatter(goal, width, size, Loaded(width, width + most - goal)) == high


@pytest.mark.rule("FH-MISHAP-004")
def test_a_coordinate_outside_the_galaxy_is_drawn_again():
    dice = Loaded(3, 1, 1, 3)
    assert scatter(0, 3, 40, dice) == 2
    assert dice.asked == [3, 3, 3, 3]
    assert scatter(39, 3, 40, Loaded(1, 2, 2, 1)) == 38


@pytest.mark.rule("FH-MISHAP-004")
def test_the_intended_destination_is_drawn_again():
    jump = Jump(origin=(5, 5, 5), destination=(9, 5, 5), chance=1, radius=20)
    outcome = attempt(jump, Loaded(1, SAFE, 2, 2, 1, 1, 3, 3, 1, 2, 1, 1, 1, 1))
    assert outcome.sector == (10, 5, 5)


@pytest.mark.rule("FH-MISHAP-004")
def test_a_misjump_beyond_the_galaxy_ends_at_its_edge():
    """No coordinate can be drawn, or hardly ever: the nearest one is used soon."""
    jump = Jump(origin=(39, 5, 5), destination=(60, 5, 5), chance=200, radius=20)
    outcome = attempt(jump, Loaded(1, SAFE, 1, 1, 1, 1))
    assert outcome.sector == (39, 5, 5)

    def unlucky(sides):
        unlucky.asked += 1
        return sides if unlucky.asked % 2 == 0 else 1

    for goal, edge in ((-3, 0), (-99, 0), (42, 39), (99, 39)):
        dice = Loaded()
        assert scatter(goal, 3, 40, dice) == edge
        assert dice.asked == []
    assert scatter(-2, 3, 40, Loaded(2, 3, 1, 3)) == 0
    assert scatter(41, 3, 40, Loaded(3, 2, 3, 1)) == 39
    unlucky.asked = 0
    assert scatter(45, 10, 40, unlucky) == 39
    assert unlucky.asked == 2 * MAX_DRAWS


# --- fail-safe units ------------------------------------------------------------------------------


@pytest.mark.rule("FH-FS-002", "FH-FS-003")
@pytest.mark.parametrize("example", examples("FH-FS-002"), ids=str)
def test_a_fail_safe_unit_lets_the_attempt_be_made_again(example):
    rolls = [1 if mishap else SAFE for mishap in example.given["mishap_rolls"]]
    result = jumped(falls=(*rolls, 1), cargo={"FS": example.given["FS"], "PD": 1})
    ship = result.ship("Human", "Dawson")
    used = example.given["FS"] - example.expect["FS_left"]
    assert fates(result)[:used] == [MishapFate.FAIL_SAFE_USED] * used
    assert (ship is not None) == example.expect["arrived"]
    if ship is not None:
        assert str(ship.place) == "17 10 10"
        assert ship.cargo.get("FS", 0) == example.expect["FS_left"]
        assert ship.cargo["PD"] == 1


@pytest.mark.rule("FH-FS-003")
def test_units_that_another_ship_carries_do_not_help():
    state = {
        "ships": {
            "DD Dawson": {"at": "Earth"},
            "TR5 Store": {"at": "Earth", "cargo": {"FS": 9}},
        },
        "planets": {"Earth": {"items": {"FS": 9}}},
    }
    game = game_with({"species": {"Human": state}})
    result = step("jumps", game, {"Human": "Jump DD Dawson, 17 10 10"}, chance=Falls(1, 1))
    assert result.ship("Human", "Dawson") is None
    assert result.ship("Human", "Store").cargo == {"FS": 9}


def test_a_ship_jumps_as_the_kernel_says():
    """The same dice, whether a turn makes the jump or a question of a gamemaster."""
    endings = set()
    for key in range(60):
        result = jumped(to="25 14 10", gravitics=5, age=3, cargo={"FS": 1}, chance=Fair(key))
        stream = hz.Stream.from_key("far horizons", key, "jump", 1, "Dawson")
        jump = Jump(
            origin=(10, 10, 10),
            destination=(25, 14, 10),
            chance=round(100 * percent(result)),
            radius=20,
            fail_safes=1,
        )
        [[row]] = outcomes_of(fleet_of([jump], [stream.key]), 1).tolist()
        ship = result.ship("Human", "Dawson")
        assert row[2:] == (list(ship.place.sector) if ship else [-1, -1, -1])
        assert row[1] == fates(result).count(MishapFate.FAIL_SAFE_USED)
        endings.add(JumpEnding(row[0]))
    assert endings == set(JumpEnding)


# --- ships in transit from a battle ---------------------------------------------------------------


def in_transit(status="withdrew", **more):
    """A ship that left a battle at 10 10 10 for 17 10 10."""
    return {"at": "10 10 10", "status": status, "to": "17 10 10", **more}


@pytest.mark.rule("FH-WITHDRAW-011", "FH-WITHDRAW-012", "FH-FM-008")
@pytest.mark.parametrize("status", ["withdrew", "forced"])
@pytest.mark.parametrize("orders", [{}, {"Human": ""}, {"Human": "START PRODUCTION\nEND"}])
def test_ships_in_transit_jump_by_themselves(status, orders):
    state = {"ships": {"DD Dawson": in_transit(status)}}
    game = game_with({"species": {"Human": state}})
    result = step("jumps", game, orders, chance=Falls(SAFE))
    ship = result.ship("Human", "Dawson")
    assert (str(ship.place), ship.where, ship.moved) == (
        "17 10 10",
        ShipLocation.DEEP_SPACE,
        JUMPED,
    )
    assert result.log("Human") == (
        "\nJump orders:\n    DD Dawson will try to jump to 17 10 10 (12.25%)."
    )


def test_without_ships_in_transit_there_is_nothing_to_tell():
    assert step("jumps", game_with(), {}).log("Human") == ""


@pytest.mark.rule("FH-JUMP-005", "FH-WITHDRAW-011", "FH-FM-008")
@pytest.mark.parametrize("status", ["withdrew", "forced"])
@pytest.mark.parametrize(
    "order",
    [
        "Jump DD Dawson, 5 5 5",
        "Pjump DD Dawson, 5 5 5, BAS Gate",
        "Move DD Dawson, 10 10 11",
        "Wormhole DD Dawson",
    ],
)
def test_explicit_orders_for_a_ship_in_transit_are_ignored(order, status):
    state = {"ships": {"DD Dawson": in_transit(status), "CT Other": {"at": "Earth"}}}
    game = game_with({"species": {"Human": state}})
    result = step(
        "jumps", game, {"Human": f"{order}\nJump CT Other, 9 9 9"}, chance=Falls(SAFE, SAFE)
    )
    assert result.codes("Human") == ["in-transit"]
    assert str(result.ship("Human", "Dawson").place) == "17 10 10"
    log = result.log("Human")
    assert log.index("CT Other will try") < log.index("DD Dawson will try")


@pytest.mark.rule("FH-WITHDRAW-012")
def test_a_withdrawal_may_end_as_any_jump():
    state = {"ships": {"DD Dawson": in_transit(cargo={"FS": 1}, age=10)}}
    game = game_with({"species": {"Human": state}})
    lost = step("jumps", game, {}, chance=Falls(1, 1, 1))
    assert fates(lost) == [MishapFate.FAIL_SAFE_USED, MishapFate.SELF_DESTRUCTED]
    assert "(29.80%)" in lost.log("Human")
    strayed = step("jumps", game, {}, chance=Falls(1, 1, SAFE, 1, 2, 1, 1, 1, 1))
    assert fates(strayed) == [MishapFate.FAIL_SAFE_USED, MishapFate.MISJUMPED]


@pytest.mark.rule("FH-FM-006")
def test_a_fail_safe_unit_can_save_a_ship_that_is_forced_away():
    state = {"ships": {"DD Dawson": in_transit("forced", cargo={"FS": 1})}}
    game = game_with({"species": {"Human": state}})
    saved = step("jumps", game, {}, chance=Falls(1, SAFE))
    assert str(saved.ship("Human", "Dawson").place) == "17 10 10"
    lost = step("jumps", game, {}, chance=Falls(1, 1, SAFE))
    assert lost.ship("Human", "Dawson") is None
    assert fates(lost) == [MishapFate.FAIL_SAFE_USED, MishapFate.SELF_DESTRUCTED]


@pytest.mark.rule("FH-FJ-002")
@pytest.mark.parametrize(
    "example", [e for e in examples("FH-FJ-002") if "mishap_percent" in e.expect], ids=str
)
def test_the_chance_of_a_short_forced_jump(example):
    inputs = example.given
    to = " ".join(str(10 + step) for step in inputs["offsets"])
    state = {
        "ships": {"DD Dawson": {**in_transit("forced"), "to": to}},
        "techs": {"GV": inputs["gv_target"]},
    }
    result = step("jumps", game_with({"species": {"Human": state}}), {}, chance=Falls(SAFE))
    assert percent(result) == example.expect["mishap_percent"]


# --- habits of 1999 -------------------------------------------------------------------------------


def test_by_habit_an_order_sends_a_ship_in_transit_at_once():
    state = {"ships": {"DD Dawson": in_transit(), "CT Other": {"at": "Earth"}}}
    game = game_with({"species": {"Human": state}})
    orders = {"Human": "Jump DD Dawson, 5 5 5\nJump CT Other, 9 9 9"}
    habits = ["withdraw_at_once"]
    result = step("jumps", game, orders, chance=Falls(SAFE, SAFE), habits=habits)
    log = result.log("Human")
    assert log.index("DD Dawson will try to jump to 17 10 10") < log.index("CT Other")
    assert result.codes("Human") == []


def test_by_habit_a_withdrawal_without_a_jump_section_is_only_reported():
    game = game_with({"species": {"Human": {"ships": {"DD Dawson": in_transit()}}}})
    orders = {"Human": "START PRODUCTION\nEND"}
    for falls in ((SAFE,), (1, 1)):
        result = step(
            "jumps", game, orders, chance=Falls(*falls), wrapper=withdrawals_need_jump_section
        )
        assert result.ship("Human", "Dawson") == game.species(1).ships[0]
        assert "DD Dawson will try to jump to 17 10 10" in result.log("Human")
    silent = step("jumps", game, {}, chance=Falls(SAFE), wrapper=withdrawals_need_jump_section)
    assert str(silent.ship("Human", "Dawson").place) == "17 10 10"


def test_a_ship_that_is_to_go_where_it_is_arrives():
    ship = {**in_transit(), "to": "10 10 10"}
    game = game_with({"species": {"Human": {"ships": {"DD Dawson": ship}}}})
    result = step("jumps", game, {}, chance=Falls(SAFE))
    assert result.ship("Human", "Dawson").where == ShipLocation.DEEP_SPACE


def test_by_habit_coordinates_may_be_negative_and_end_with_a_planets_number():
    state = {"ships": {"DD Dawson": {"at": "0 10 10"}, "CT Other": {"at": "Earth"}}}
    game = game_with({"species": {"Human": state}})
    habits = ("unchecked_coordinates", "orbit_destinations")
    orders = {"Human": "Move DD Dawson, -1 10 10\nJump CT Other, 12 13 10 2"}
    result = step("jumps", game, orders, chance=Falls(SAFE), habits=habits)
    assert result.ship("Human", "Dawson").place.sector == (-1, 10, 10)
    other = result.ship("Human", "Other")
    assert (str(other.place), other.where) == ("12 13 10 #2", ShipLocation.ORBIT)
    orders = {"Human": "Jump CT Other, 12 13 10 3"}
    wrong = step("jumps", game, orders, chance=Falls(SAFE), habits=habits)
    assert wrong.codes("Human") == ["no-destination"]


@pytest.mark.parametrize(
    ("order", "way"),
    [
        ("Move DD Dawson, -1 10 10", "unchecked_coordinates"),
        ("Move DD Dawson, 1 10 10 2", "unchecked_coordinates"),
        ("Visited 12 13 10 2", "unchecked_coordinates"),
        ("Jump DD Dawson, -1 10 10", "unchecked_coordinates"),
        ("Pjump DD Dawson, -1 10 10, BAS Gate", "unchecked_coordinates"),
        ("Jump DD Dawson, 12 13 10 2", "orbit_destinations"),
        ("Pjump DD Dawson, 12 13 10 2, BAS Gate", "orbit_destinations"),
    ],
)
def test_each_habit_of_coordinates_is_one_of_its_own(order, way):
    at = {"at": "0 10 10"}
    ships = {"DD Dawson": at, "BAS Gate": {**at, "tons": 500_000, "cargo": {"JP": 50}}}
    game = game_with({"species": {"Human": {"ships": ships}}})
    for habit in ("unchecked_coordinates", "orbit_destinations"):
        result = step("jumps", game, {"Human": order}, chance=Falls(SAFE), habits=(habit,))
        refused = [remark for remark in result.remarks("Human") if remark.severity == "error"]
        assert (refused == []) is (habit == way), result.log("Human")


def test_where_commas_are_forgiven_a_jump_is_read_without():
    """Seen in a recorded game."""
    state = {"ships": {"TR1 Silver Heron": {"at": "Earth"}}}
    game = game_with({"species": {"Human": state}})
    orders = {"Human": "Jump TR1 Silver Heron 16 28 16"}
    strict = step("jumps", game, orders, chance=Falls(SAFE))
    assert strict.codes("Human") == ["unknown-ship"]
    result = step("jumps", game, orders, chance=Falls(SAFE), forgiving=True)
    assert str(result.ship("Human", "Silver Heron").place) == "16 28 16"
