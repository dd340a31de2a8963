"""Starting capital and its uses: fleet, supply ships, defences, spares."""

from __future__ import annotations

from collections import Counter

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, fleet, run, ship, variant
from tests.variants.campaign2e.commissioned import ADA, BRIN, before_play, spent
from tests.variants.campaign2e.offensives import codes
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.designs.parsing import design_from
from variants.campaign2e.economy import Logistics
from variants.campaign2e.rules.starting_forces import (
    defence_points,
    weekly_income,
)
from variants.campaign2e.setup.defaults import (
    StartingBudget,
    default_forces,
    default_guards,
    default_load,
)

CLAUSES = catalogue("campaign2e", "variants.campaign2e")


@pytest.mark.rule("C2E-4.1-01", "C2E-4.1-02")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-4.1-02")[1:5], ids=str)
def test_the_default_fleet_is_that_of_the_catalogue(example) -> None:
    inputs, expect = example.given, example.expect
    budget = StartingBudget(
        100 * inputs["capital"], 100 * inputs["weekly_income"], inputs["access"]
    )
    forces = default_forces(budget, Logistics())
    assert Counter(design.type for design in forces.supply) == expect["supply"]
    assert Counter(design.type for design in forces.fleet) == expect["fleet"]
    assert budget.fleet_points == expect["fleet_points"]
    assert budget.bill / 100 == expect["weekly_maintenance"]
    assert budget.capital / 100 == expect["treasury"]


@pytest.mark.rule("C2E-4.1-02")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-4.1-02")[5:], ids=str)
def test_forts_guard_the_richer_worlds_while_capital_lasts(example) -> None:
    worlds = campaign(
        {(1, 1 + n): ADA | {"points": base} for n, base in enumerate(example.given["base_incomes"])}
    ).worlds
    guarded = default_guards(worlds, 100 * example.given["capital_left"])
    assert [world.full for world in guarded] == example.expect["forts_at"]


@pytest.mark.rule("C2E-4.1-02")
def test_the_example_of_commissioning() -> None:
    example = CLAUSES.examples("C2E-4.1-02")[0]
    game = before_play(example.given["capital"])
    turn = run(game, Ada=example.given["order"])
    assert spent(turn)[0] == ("5 Argent", -example.expect["spent"])
    assert [s.name for s in turn.game.ships_of("Ada")[:5]] == [f"Argent-{n}" for n in range(1, 6)]
    assert {s.endurance for s in turn.game.ships_of("Ada")[:5]} == {4}


@pytest.mark.rule("C2E-4.2-01")
@pytest.mark.parametrize("example", CLAUSES.examples("C2E-4.2-01"), ids=str)
def test_capital_is_fifty_times_the_weekly_income(example) -> None:
    income = round(100 * example.given["initial_weekly_income"])
    assert Logistics().starting_capital(income) == 100 * example.expect["capital"]


@pytest.mark.rule("C2E-4.2-01", "C2E-2.6-03")
def test_income_counts_with_trade_and_luxuries_with_their_fixed_value() -> None:
    luxuries = ADA | {"points": 11, "resource": "Luxuries", "die": 1, "partner": "7,6"}
    game = campaign({(7, 5): luxuries, (7, 6): ADA | {"points": 6, "partner": "7,5"}, (1, 1): ADA})
    assert weekly_income(game, "Ada", Logistics()) == 100 * (17 + 17 + 6)
    game.options["income"] = 0.5
    assert weekly_income(game, "Ada", Logistics()) == 50 * (17 + 17 + 6)


@pytest.mark.rule("C2E-4.1-01", "C2E-3.8-01", "C2E-4.1-02", "C2E-4.3-01")
@pytest.mark.parametrize(
    ("orders", "refused"),
    [
        ("COMMISSION Argent 13 AT 7,5", []),  # 3926 points
        ("COMMISSION Argent 13 AT 7,5\nCOMMISSION Gannet AT 7,5", ["over-limit"]),
        ("COMMISSION Argent 13 AT 7,5\nCOMMISSION Heron AT 7,5", []),
        ("COMMISSION Argent 14 AT 7,5", ["over-limit"]),
        ("COMMISSION SUPPLY Packhorse 2 AT 7,5", []),
        ("COMMISSION SUPPLY Packhorse 3 AT 7,5", ["over-limit"]),
        ("COMMISSION Argent 13 AT 7,5\nCOMMISSION SUPPLY Packhorse 2 AT 7,5", ["too-expensive"]),
        ("COMMISSION SUPPLY Argent AT 7,5", ["not-a-supply-ship"]),
        ("COMMISSION Rampart AT 7,5", ["no-ftl"]),
        ("COMMISSION Argnet AT 7,5", ["unknown-design"]),
        ("COMMISSION Argent AT 9,9", ["not-your-world"]),
        ("COMMISSION Argent AT 1,1", ["unknown-world"]),
        ("COMMISSION Argent 0 AT 7,5", ["bad-argument"]),
        ('COMMISSION Argent AT 7,5 AS "Argent"', ["name-taken"]),
    ],
)
def test_what_can_be_commissioned(orders, refused) -> None:
    turn = run(before_play(4200), Ada=orders)
    assert codes(turn) == refused


@pytest.mark.rule("C2E-4.1-02")
def test_ships_without_a_group_name_stand_in_one_group_a_world() -> None:
    game = before_play(worlds={(7, 5): ADA, (7, 6): ADA, (9, 9): BRIN})
    orders = """
        COMMISSION Argent AT 7,5
        COMMISSION Heron AT 7,5
        COMMISSION Heron AT 7,6
        COMMISSION Gannet AT 7,5 AS picket
        COMMISSION Gannet AT 7,5 AS picket
    """
    after = run(game, Ada=orders).game
    groups = {
        group.name: sorted(s.name for s in after.ships_in(group.id))
        for group in after.groups_of("Ada")
        if not group.defence
    }
    assert sorted(groups.values()) == [
        ["Argent-1", "Heron-1"], ["Gannet-1", "Gannet-2"], ["Heron-2"]
    ]  # fmt: skip
    assert groups["picket"] == ["Gannet-1", "Gannet-2"]


@pytest.mark.rule("C2E-4.1-02", "C2E-3.8-01")
def test_supply_ships_that_nobody_loads_carry_a_bit_of_each() -> None:
    assert (default_load(56), default_load(41)) == ((20, 16, 20), (16, 11, 14))
    orders = "COMMISSION SUPPLY Packhorse 2 AT 7,5\nCOMMISSION Heron AT 7,5"
    turn = run(before_play(), Ada=f"{orders}\nLOAD Packhorse-2 CREW 5")
    assert codes(turn) == []
    first, second = ship(turn.game, "Packhorse-1"), ship(turn.game, "Packhorse-2")
    assert (first.fuel, first.crew, first.weaponry) == (2000, 1600, 2000)
    assert (second.fuel, second.crew, second.weaponry) == (0, 500, 0)


@pytest.mark.rule("C2E-8.1-01", "C2E-8.2-01", "C2E-8.2-02", "C2E-4.3-01")
def test_defences_cost_half_at_the_start_and_never_leave() -> None:
    turn = run(before_play(), Ada="DEFEND 7,5 BUY Rampart\nCOMMISSION Heron AT 7,5")
    assert spent(turn)[0] == ("1 Rampart for 7,5", -103)
    unit = ship(turn.game, "Rampart-1")
    assert (unit.defence, unit.bound) == (True, True)
    cruiser = run(before_play(), Ada="DEFEND 7,5 BUY Gannet\nCOMMISSION Heron AT 7,5").game
    moved = run(cruiser, Ada="MOVE DEF-7-5 TO 7,6\nSPLIT DEF-7-5 Gannet-1")
    assert codes(moved) == ["no-ftl", "empty-group"]
    assert ship(moved.game, "Gannet-1").design.ftl
    assert turn.game.empire("Ada").stock[CREDITS] == 100 * (4000 - 103 - 59)


@pytest.mark.rule("C2E-8.1-01", "C2E-8.1-02", "C2E-8.2-01", "C2E-8.2-03")
def test_defences_cost_the_full_price_in_play() -> None:
    game = campaign({(7, 5): ADA, (9, 9): BRIN})
    turn = run(game, Ada="DEFEND 7,5 BUY Rampart\nDEFEND 7,5 BUY Heron 2")
    assert spent(turn)[:2] == [("1 Rampart for 7,5", -206), ("2 Heron for 7,5", -118)]
    names = ("Rampart-1", "Heron-1", "Heron-2")
    units = [ship(turn.game, name) for name in names]
    assert [(unit.defence, unit.bound) for unit in units] == [(True, False)] * 3
    assert {unit.group for unit in units} == {"Ada/DEF-7-5"}


@pytest.mark.rule("C2E-8.1-01")
@pytest.mark.parametrize(
    ("orders", "points", "refused"),
    [
        ("DEFEND 7,5 BUY Rampart 2", 412, []),
        ("DEFEND 7,5 BUY Rampart 3", 0, ["over-limit"]),  # 618 of 600 points
        ("DEFEND 7,5 BUY Rampart 2\nDEFEND 7,5 BUY Rampart", 412, ["over-limit"]),
        ("DEFEND 9,9 BUY Rampart", 0, ["not-your-world"]),
        ("DEFEND 7,5 BUY Ramprat", 0, ["unknown-design"]),
        ("DEFEND 7,6 BUY Rampart", 0, ["controlled"]),
    ],
)
def test_a_world_has_a_hundred_points_of_defences_an_income_point(orders, points, refused) -> None:
    worlds = {(7, 5): ADA, (7, 6): ADA | {"controlled": "Brin"}, (9, 9): BRIN}
    turn = run(campaign(worlds), Ada=orders)
    assert codes(turn) == refused
    assert defence_points(turn.game, turn.game.world("7,5")) == points


@pytest.mark.rule("C2E-8.1-01")
def test_the_undamaged_income_counts_for_defences() -> None:
    game = campaign({(7, 5): ADA | {"points": 1, "full": 7}, (9, 9): BRIN})
    turn = run(game, Ada="DEFEND 7,5 BUY Rampart 3")
    assert codes(turn) == []


@pytest.mark.rule("C2E-8.1-01")
def test_defence_units_of_own_design_are_built_as_keels_in_play() -> None:
    design = "DESIGN Rock TYPE FORT MASS 10 HULL 5 ARMOUR 0 THRUST 0 WITH B1/6, FC"
    turn = run(campaign({(7, 5): ADA, (9, 9): BRIN}), Ada=f"{design}\nDEFEND 7,5 BUY Rock")
    assert codes(turn) == []
    (rock,) = turn.game.ships_of("Ada")
    assert (rock.name, rock.defence, rock.bound) == ("Rock-1", True, False)
    assert rock.group == "Ada/DEF-7-5"


@pytest.mark.rule("C2E-8.1-01")
def test_defences_on_the_stocks_count_for_the_limit() -> None:
    game = campaign({(7, 5): ADA | {"points": 4}, (9, 9): BRIN})
    design = "TYPE FORT MASS 100 HULL 50 ARMOUR 0 THRUST 0 WITH B1/6, FC"
    game.empire("Ada").designs["Keep"] = design_from("Keep", design)
    turn = run(game, Ada="DEFEND 7,5 BUY Keep\nDEFEND 7,5 BUY Rampart")
    assert codes(turn) == ["over-limit"]
    (keel,) = turn.game.world("7,5").keels
    assert (keel.name, keel.defence) == ("Keep-1", True)


@pytest.mark.rule("C2E-4.1-02")
def test_players_who_buy_nothing_get_the_default_fleet_and_forts() -> None:
    rich = {(7, y): ADA | {"points": 15, "resource": "Fuel"} for y in range(5, 8)}
    after = run(before_play(4000, rich | {(9, 9): BRIN})).game
    assert after.round == 0
    assert all(s.defence == (s.design.type == "FORT") for s in after.ships_of("Ada"))
    fleets = {group.at for group in after.groups_of("Ada") if not group.defence}
    assert fleets == {(7, 5)}
    assert {s.design.type for s in after.ships_of("Ada")} >= {"AX", "CH", "FORT"}
    assert not after.empire("Ada").commissioning


@pytest.mark.rule("C2E-4.1-02")
def test_who_buys_a_ship_gets_no_default_fleet_but_forts() -> None:
    after = run(before_play(), Ada="COMMISSION Heron AT 7,5").game
    assert sorted(s.name for s in after.ships_of("Ada")) == ["Heron-1", "Rampart-1"]


@pytest.mark.rule("C2E-4.4-02", "C2E-4.1-02", "C2E-1.3-11")
def test_starting_forces_cannot_be_bought_in_play() -> None:
    game = campaign({(7, 5): ADA, (9, 9): BRIN})
    fleet(game, "Ada", (7, 5), "g1", AX=1)
    orders = (
        "COMMISSION Argent AT 7,5\nCOMMISSION SUPPLY Packhorse AT 7,5\nSPARE FC 1 ON Packhorse-1"
    )
    turn = run(game, Ada=orders)
    assert codes(turn) == ["play-has-begun", "play-has-begun", "set-up-only"]
    assert turn.ledger.total("Ada", CREDITS) > 0
    assert variant().hook.horizons_invariants(game=turn.game, variant=variant()) == [[]]
