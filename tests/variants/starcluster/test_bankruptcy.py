"""Deficits: sales, suspensions and withdrawals (SC-BRK)."""

from __future__ import annotations

import pytest

from tests.variants.starcluster.builders import (
    CLAUSES,
    context,
    examples,
    new_game,
    remarks,
    run,
    ship,
)
from variants.starcluster.constants import TREASURY
from variants.starcluster.model import Empire, Project
from variants.starcluster.model.works import CHANCE, TIME
from variants.starcluster.rules import liquidation
from variants.starcluster.rules.projects import PAID, count_suspension
from variants.starcluster.rules.yards import yards_of


def owing(mc, freighters=10, **more):
    """A game where Ada has this debt, and the pool has that many freighters."""
    game = new_game(**more)
    ada = game.empire("Ada")
    ada.stock[TREASURY], ada.deficit, ada.freighters = 0, round(100 * mc), freighters
    return game


def liquidate(game, **notes):
    ctx = context(game, "liquidation", **notes)
    liquidation.cover_deficits(ctx)
    return ctx


@pytest.mark.rule("SC-BRK-002", "SC-BRK-001", "SC-ECO-006")
@examples("SC-BRK-002")
def test_freighters_of_yards_are_sold_one_by_one(example):
    inputs, expect = example.given, example.expect
    game = owing(inputs["deficit"], freighters=10 + inputs["dedicated"])
    ada = game.empire("Ada")
    ada.convoy = True
    sales = liquidate(game)

    assert ada.freighters == 10 + inputs["dedicated"] - expect["sold"]
    assert ada.stock[TREASURY] == 100 * expect["treasury_after"]
    ada.convoy = False
    assert [yard.works for yard in yards_of(sales, ada)] == [12 * (10 - expect["sold"])]


@pytest.mark.rule("SC-BRK-002", "SC-LOG-009")
def test_freighters_of_yards_are_counted_before_convoys():
    left = {}
    for convoy in (False, True):
        game = owing(10_000, freighters=20)
        game.empire("Ada").convoy = convoy
        liquidate(game)
        assert game.empire("Ada").convoy == convoy
        left[convoy] = game.empire("Ada").freighters
    assert left == {False: 10, True: 10}


@pytest.mark.rule("SC-BRK-002")
def test_yards_stand_still_whatever_the_priority_and_people_are_served():
    game = owing(220, freighters=20)
    ada = game.empire("Ada")
    ada.priority = ("SY", "PU", "SYM", "MS")
    sales = liquidate(game)

    assert [yard.works for yard in yards_of(sales, ada)] == [60]


@pytest.mark.rule("SC-BRK-002", "SC-BRK-001")
def test_freighters_of_people_are_not_sold():
    game = owing(10_000, freighters=10)
    liquidate(game)

    assert game.empire("Ada").freighters == 10
    assert game.empire("Ada").deficit == 1_000_000


@pytest.mark.rule("SC-BRK-003", "SC-BRK-001")
def test_military_units_are_sold_by_the_list_and_then_the_cheapest_first():
    example = CLAUSES.examples("SC-BRK-003")[0]
    game = owing(81.53)
    for number, price in enumerate((32_610, 50_000, 20_000), 1):
        unit = ship(game, "Ada", "1", f"S{number}", "DD", "(A)x20 Q Q Q (I)x5", "War")
        unit.price, unit.list_price = price, 99_999
    civil = ship(game, "Ada", "1", "C", "FT4", "(H)x60 Q Q Ic", "Civil")
    civil.price = 100
    ada = game.empire("Ada")
    ada.liquidate = ["war-1"]
    sales = liquidate(game)
    assert sales.ledger.entries[0].amount == round(100 * example.expect["proceeds"])
    assert {unit.name for unit in game.units_of("Ada")} == {"Yard-1", "War-2", "War-3", "Civil-1"}

    ada.deficit = 1
    liquidate(game)
    assert {unit.name for unit in game.units_of("Ada")} == {"Yard-1", "War-2", "Civil-1"}
    ada.stock[TREASURY], ada.deficit = 0, 10_000_000
    liquidate(game)
    assert {unit.name for unit in game.units_of("Ada")} == {"Yard-1", "Civil-1"}


@pytest.mark.rule("SC-BRK-001", "SC-BRK-004", "SC-BRK-005")
def test_projects_are_suspended_those_of_science_first_and_the_most_expensive_first():
    game = owing(3_500)
    ada = game.empire("Ada")
    costs = {"ARM": 2_000, "SHD": 3_000, "G1": 1_000, "A2": 9_000}
    ada.projects = {name: Project(name=name, centers=["1"]) for name in costs}
    notes = {PAID: {("Ada", name): 100 * mc for name, mc in costs.items()}}
    liquidate(game, **notes)
    assert [name for name, project in ada.projects.items() if project.suspended] == ["ARM", "SHD"]
    assert ada.stock[TREASURY] == 150_000
    assert set(notes[PAID]) == {("Ada", "G1"), ("Ada", "A2")}

    ada.stock[TREASURY], ada.deficit, ada.liquidate = 0, 50_000, ["G1"]
    liquidate(game, **notes)
    assert [name for name, project in ada.projects.items() if project.suspended] == [
        "ARM",
        "SHD",
        "G1",
    ]


@pytest.mark.rule("SC-BRK-004", "SC-BRK-005")
@pytest.mark.parametrize(
    ("name", "example"),
    [
        *(("CON", example) for example in CLAUSES.examples("SC-BRK-004")),
        *(("S2", example) for example in CLAUSES.examples("SC-BRK-005")),
    ],
    ids=str,
)
def test_each_turn_of_suspension_after_the_first_has_its_price(name, example):
    empire = Empire(id="Ada", penalty=example.given["choice"])
    project = Project(name=name)
    for _ in range(example.given["turns_suspended"]):
        count_suspension(project, empire)

    assert project.less_chance == example.expect.get("chance_loss", 0)
    assert project.more_turns == example.expect.get("added_turns", 0)


@pytest.mark.rule("SC-BRK-004")
def test_an_el_project_loses_time_alone():
    project = Project(name="EL")
    for _ in range(4):
        count_suspension(project, Empire(id="Ada", penalty=CHANCE))

    assert (project.less_chance, project.more_turns) == (0, 3)


@pytest.mark.rule("SC-BRK-004", "SC-BRK-001")
def test_a_suspended_project_goes_on_when_it_can_be_paid():
    game = new_game()
    ada = game.empire("Ada")
    ada.stock[TREASURY] = 0
    game.place("1").pu = 100
    game.units = []
    game.place("1").science = 2
    ada.projects["ARM"] = Project(name="ARM", centers=["1"], chances=-100)
    for suspended in (1, 2, 3):
        turn = run(game)
        game = turn.game
        project = game.empire("Ada").projects["ARM"]
        assert (project.suspended, project.turns) == (suspended, 0)
        assert game.empire("Ada").deficit == 0
    assert (project.more_turns, project.less_chance) == (2, 0)
    game.empire("Ada").stock[TREASURY] = 1_000_000
    project = run(game).game.empire("Ada").projects["ARM"]
    assert (project.suspended, project.turns, project.more_turns) == (0, 1, 2)


@pytest.mark.rule("SC-BRK-006")
@examples("SC-BRK-006")
def test_the_deposit_is_withdrawn_as_far_as_needed(example):
    inputs, expect = example.given, example.expect
    game = owing(inputs["deficit"], freighters=0)
    ada = game.empire("Ada")
    ada.deposit = 100 * inputs["deposit"]
    sales = liquidate(game)

    assert ada.deposit == 100 * (inputs["deposit"] - expect["withdrawn"])
    assert ada.deficit == 100 * expect.get("remaining_deficit", 0)
    assert ada.stock[TREASURY] == 0
    inputs = {key: sales.events[0].data[key] for key in ("mc", "fee")}
    assert inputs == {"mc": expect["withdrawn"], "fee": expect.get("fee", 50)}


@pytest.mark.rule("SC-BRK-006")
def test_sums_of_the_liquidation_are_rounded_up():
    game = owing(0.05, freighters=0)
    game.empire("Ada").deposit = 1_000
    liquidate(game)

    assert (game.empire("Ada").deposit, game.empire("Ada").stock[TREASURY]) == (994, 1 - 1 + 1)


@pytest.mark.rule("SC-BRK-004", "SC-BRK-005", "SC-ORD-004", "SC-ORD-002")
def test_the_list_and_the_penalty_are_set_by_orders_and_stay():
    game = new_game()
    ship(game, "Ada", "1", "Scouts", "DD", "X", "Scout")
    turn = run(game, Ada="LIQUIDATE EL con S2 HULL:BB Scout-1\nPENALTY chance\nLIQUIDATE Nothing")
    ada = run(turn.game).game.empire("Ada")

    assert ada.liquidate == ["EL", "CON", "S2", "HULL:BB", "Scout-1"]
    assert ada.penalty == CHANCE
    assert remarks(turn) == [(3, "unknown-thing")]
    assert remarks(run(game, Ada="LIQUIDATE HULL:DD")) == [(1, "unknown-thing")]
    assert run(turn.game, Ada="PENALTY TIME").game.empire("Ada").penalty == TIME


@pytest.mark.rule("SC-BRK-002")
def test_freighters_of_mobile_yards_and_shops_are_dedicated_too():
    game = owing(10_000, freighters=40)
    ship(game, "Ada", "1", "Tenders", "FT4", "SYM SYM (MS)x6 Q Q Ic")
    liquidate(game)

    assert game.empire("Ada").freighters == 40 - (10 + 2 + 2)
    assert game.empire("Ada").deficit == 1_000_000 - 14 * 5_000
