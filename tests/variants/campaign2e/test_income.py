"""Income: bases, trade on lanes and off, shares of neutrals, raids, and access to resources."""

from __future__ import annotations

import pytest

from horizons_core.rules import catalogue
from tests.variants.campaign2e.builders import campaign, run, run_as_it_stands, variant
from variants.campaign2e.constants import CREDITS
from variants.campaign2e.model import Allegiance, Campaign, World
from variants.campaign2e.rules.income import (
    RAIDED,
    WorldIncome,
    available_resources,
    income_of,
    trade_routes,
)

CLAUSES = catalogue("campaign2e", "variants.campaign2e")
ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}


def pair(a: int, b: int, *, lane: bool = False, far: bool = False, **of_b) -> Campaign:
    """Ada's world of income a at 7,7 trades with one of income b; it is Ada's, too, unless said."""
    at = (7, 12) if far else (7, 8)
    game = campaign(
        {(7, 7): ADA | {"points": a}, at: ADA | {"points": b} | of_b},
        lanes=[((7, 7), at)] if lane else (),
    )
    first, second = game.worlds
    first.partner, second.partner = second.id, first.id
    return game


def incomes(game: Campaign) -> list[float | int]:
    """The yield of each world this week, in credits."""
    routes = trade_routes(game)
    economy = variant().economy
    totals = [income_of(economy, routes, w).total / 100 for w in game.worlds if w.owner]
    booked = run_as_it_stands(game).game
    income = {world: i / 100 for p in booked.empires for world, i in p.income.items()}
    assert [income[w.id] for w in game.worlds if w.owner] == totals
    assert len(income) == len(totals)
    return totals


@pytest.mark.rule("C2E-2.3-01", "C2E-2.3-03", "C2E-6.1-02")
@pytest.mark.parametrize(
    ("inputs", "expect"),
    [
        (dict(e.given), dict(e.expect))
        for e in CLAUSES.examples("C2E-2.3-01", "C2E-2.3-03", "C2E-6.1-02")
        if "lane" in e.given
    ],
)
def test_a_pair_of_worlds_yields(inputs, expect) -> None:
    game = pair(inputs["a"], inputs["b"], lane=inputs["lane"])
    if inputs.get("interdicted"):
        game.worlds[0].interdicted = ["Brin"]
    assert incomes(game) == [expect["income_a"], expect["income_b"]]


@pytest.mark.rule("C2E-2.3-02", "C2E-2.3-04", "C2E-7.2-02")
def test_without_trade_a_world_yields_its_base_income() -> None:
    alone = campaign({(7, 7): ADA, (7, 8): ADA | {"points": 8}})
    assert incomes(alone) == [6, 8]
    assert income_of(variant().economy, trade_routes(alone), alone.worlds[0]) == WorldIncome(600)
    game = pair(6, 8)
    game.worlds[1].interdicted = ["Brin"]
    assert incomes(game) == [6, 8], "both lose it, whichever is interdicted"
    game = pair(6, 8)
    game.worlds[0].controlled = "Brin"
    assert incomes(game) == [0, 8]


@pytest.mark.rule("C2E-2.3-04", "C2E-10.1-01")
def test_far_worlds_need_an_open_lane_and_near_ones_only_lose_the_doubling() -> None:
    far = pair(6, 8, lane=True, far=True)
    assert incomes(far) == [22, 20]
    far.worlds[1].lane_off = True
    assert incomes(far) == [6, 8]
    near = pair(6, 8, lane=True)
    near.worlds[1].lane_off = True
    assert incomes(near) == [14, 14]
    two_hexes = campaign(
        {(7, 7): ADA | {"partner": "7,9"}, (7, 9): ADA | {"partner": "7,7", "points": 8}}
    )
    assert incomes(two_hexes) == [14, 14]


@pytest.mark.rule("C2E-10.1-04")
def test_the_totals_of_pairs() -> None:
    assert sum(incomes(pair(4, 10))) == 28
    places = {(1, 1): 6, (1, 2): 7, (5, 1): 5, (5, 2): 8, (9, 1): 4, (9, 2): 9}
    game = campaign({at: ADA | {"points": points} for at, points in places.items()})
    orders = "TRADE 1,1 WITH 1,2\nTRADE 5,1 WITH 5,2\nTRADE 9,1 WITH 9,2"
    turn = run(game, Ada=orders)
    assert sum(turn.game.empire("Ada").income.values()) == 7800


NEUTRALS = [
    ("INDEPENDENT", 6, 8, False, 10),
    ("INDEPENDENT", 6, 7, False, 9.5),
    ("INDEPENDENT", 6, 8, True, 14),
    ("FRIENDLY", 6, 8, False, 14),
    ("HOSTILE", 6, 8, False, 10),
    ("PROTECTED", 6, 8, False, 10),
    ("BALKANISED", 6, 9, False, 9),
    ("BALKANISED", 6, 10, False, 9.33),
    ("BALKANISED", 6, 10, True, 12.67),
]


@pytest.mark.rule("C2E-1.6-04", "C2E-1.6-05", "C2E-1.6-06", "C2E-1.6-07", "C2E-1.6-08")
@pytest.mark.rule("C2E-10.1-06", "C2E-N.1-01")
@pytest.mark.parametrize(("allegiance", "ours", "other", "lane", "income"), NEUTRALS)
def test_what_neutral_worlds_leave_of_the_profit(allegiance, ours, other, lane, income) -> None:
    power = "Brin" if allegiance == "HOSTILE" else "Ada"
    game = pair(ours, other, lane=lane, owner="", allegiance=Allegiance[allegiance], power=power)
    assert incomes(game) == [income]


@pytest.mark.rule("C2E-1.6-05")
def test_a_friendly_world_is_independent_to_others() -> None:
    game = pair(6, 8, owner="", allegiance=Allegiance.FRIENDLY, power="Brin")
    assert incomes(game) == [10]


@pytest.mark.rule("C2E-2.6-03")
@pytest.mark.parametrize(
    ("fixed", "die", "standing", "base"), [(6, 9, 11, 15), (6, 1, 11, 7), (6, 4, 5, 4.55)]
)
def test_a_luxuries_world_yields_its_weekly_die(fixed, die, standing, base) -> None:
    world = World(
        id="7,7", at=(7, 7), resource="Luxuries", full=fixed + 5, points=standing, die=die
    )
    assert variant().economy.base_income(world) == round(100 * base)


@pytest.mark.rule("C2E-2.6-03", "C2E-10.1-04")
def test_the_die_of_luxuries_is_rolled_every_week_and_counts_for_the_partner() -> None:
    game = pair(8, 11, resource="Luxuries")
    game.worlds[0].resource = "Mining/Ore"
    dice = set()
    for _ in range(12):
        turn = run(game)
        game = turn.game
        world = game.worlds[1]
        dice.add(world.die)
        income = 100 * (6 + world.die + 8)
        assert game.empire("Ada").income == {"7,7": income, "7,8": income}
        rolled = next(event for event in turn.events if event.code == "income.luxuries")
        assert (rolled.data["die"], rolled.audience) == (world.die, ("Ada", "Brin"))
        assert rolled.dice
        assert game.worlds[0].die == 0, "Luxuries alone have a die"
    assert len(dice) > 4
    assert dice <= set(range(1, 11))


@pytest.mark.rule("C2E-6.1-03")
@pytest.mark.parametrize(
    ("inputs", "expect"), [(dict(e.given), dict(e.expect)) for e in CLAUSES.examples("C2E-6.1-03")]
)
def test_the_trade_value_of_a_system(inputs, expect) -> None:
    game = pair(inputs["a"], inputs.get("b", 5), lane=inputs.get("lane", False))
    if "partner" in inputs:
        game.worlds[0].partner = game.worlds[1].partner = ""
    routes, economy = trade_routes(game), variant().economy
    values = {"trade_value_a": game.worlds[0], "trade_value_b": game.worlds[1]}
    for key, value in expect.items():
        assert routes.trade_value(economy, values[key]) == 100 * value


@pytest.mark.rule("C2E-6.2-02")
@pytest.mark.parametrize(
    ("partner", "more", "raided", "income"),
    [
        (8, {}, 2, 12),
        (3, {}, 5, 6),
        (8, {"owner": "", "allegiance": Allegiance.INDEPENDENT}, 6, 6),
        (None, {}, 3, 6),
    ],
)
def test_raids_take_of_what_trade_brings_and_never_of_the_base(
    partner, more, raided, income
) -> None:
    game = pair(6, partner or 5, **more)
    if partner is None:
        game.worlds[0].partner = ""
    world_income = income_of(variant().economy, trade_routes(game), game.worlds[0], 100 * raided)
    assert world_income.total == 100 * income
    assert -world_income.raids <= 100 * raided


@pytest.mark.rule("C2E-2.5-01")
def test_the_account_of_the_week_is_booked_line_by_line(monkeypatch) -> None:
    game = pair(6, 10, owner="", allegiance=Allegiance.BALKANISED)
    before = game.empire("Ada").stock[CREDITS]
    raid = {"7,7": 100}
    monkeypatch.setattr(
        "variants.campaign2e.rules.weeks.roll_luxuries",
        lambda context: context.notes.update({RAIDED: raid}),
    )
    turn = run(game)
    lines = [(entry.reason, entry.amount) for entry in turn.ledger.of("Ada")]
    assert lines == [
        ("Base income of 7,7", 600),
        ("Trade of 7,7 with 7,8", 1000),
        ("Kept with 7,8", -667),
        ("Raids on 7,7", -100),
    ]
    assert turn.game.empire("Ada").stock[CREDITS] == before + 833


@pytest.mark.parametrize(("option", "income"), [(1.0, 933), (2.0, 1867), (0.5, 467), (0.1, 93)])
def test_the_option_income_multiplies_all_income(option, income) -> None:
    game = pair(6, 10, owner="", allegiance=Allegiance.BALKANISED)
    game.options["income"] = option
    assert run(game).game.empire("Ada").income == {"7,7": income}


@pytest.mark.rule("C2E-2.4-02", "C2E-2.4-03", "C2E-10.2-01")
def test_access_is_by_worlds_and_by_what_they_trade_with() -> None:
    def resources(game: Campaign, player: str = "Ada") -> list[str]:
        return available_resources(game, trade_routes(game), game.empire(player))

    assert resources(campaign({(7, 7): ADA | {"resource": "Fuel"}, (7, 8): ADA})) == ["Fuel"]
    traded = pair(6, 6, resource="Food", owner="Brin")
    assert resources(traded) == ["Food"]
    assert resources(traded, "Brin") == ["Food"]
    traded.worlds[1].interdicted = ["Caro"]
    assert resources(traded) == []
    assert resources(campaign({(7, 7): ADA | {"resource": "Fuel", "interdicted": ["Brin"]}})) == []
    assert resources(campaign({(7, 7): ADA | {"resource": "Fuel", "controlled": "Brin"}})) == []
    assert resources(campaign({(7, 7): ADA | {"resource": "Major Trading Hub"}})) == []
    assert resources(campaign({(7, 7): ADA, (7, 8): {"resource": "Fuel"}})) == []
