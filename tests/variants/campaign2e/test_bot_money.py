"""Spending of bots that play to win: repairs, supply, forts, ships, starting forces."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.variants.campaign2e.builders import campaign, fleet, ship, variant
from variants.campaign2e.bots import fleets, strategic
from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.bots.finances import Finances, PurchasePlan
from variants.campaign2e.bots.strategy import TRADER
from variants.campaign2e.bots.trading import Bills
from variants.campaign2e.designs.market import by_type
from variants.campaign2e.model import Campaign

ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}


def bot_view(game: Campaign) -> BotView:
    return BotView.of(variant().view(game, "Ada"), variant().economy)


# mending and loading


def repairing(game: Campaign, reserve: float = 0) -> list[str]:
    bot = bot_view(game)
    fleets.order_repairs(bot, reserve)
    return bot.lines


def test_ships_at_bases_are_mended_the_cheapest_first_while_money_is_left() -> None:
    """A box costs about 2 credits, doubled without ore; a system 12, doubled without goods."""
    game = campaign({(7, 7): ADA, (7, 9): {}}, money=60)
    fleet(game, "Ada", (7, 7), "g1", CH=3)
    fleet(game, "Ada", (7, 9), "g2", CH=1)
    for number, boxes in ((1, 6), (2, 5), (4, 1)):
        ship(game, f"Argent-{number}").hull_lost = boxes
    both = ["REPAIR Argent-2 ALL", "REPAIR Argent-1 ALL"]
    assert repairing(game, reserve=16) == both
    assert repairing(game, reserve=17) == both[:1]
    assert repairing(game, reserve=41) == []
    game.empire("Ada").access = ["Mining/Ore"]
    assert repairing(game, reserve=38) == both
    ship(game, "Argent-2").out = [by_type("CH").systems[0].key]
    assert repairing(game) == [both[1], both[0]]


@pytest.mark.parametrize(
    ("damage", "price"),
    [
        ({"armour_lost": 2}, 8),
        ({"out": [by_type("CH").systems[0].key]}, 24),
        ({"drive": "halved"}, 24),
        ({"drive": "out", "ftl": "out"}, 48),
        ({"core_out": ["bridge"]}, 24),
    ],
)
def test_what_is_mended_of_a_ship_has_its_price(damage: dict[str, Any], price: int) -> None:
    game = campaign({(7, 7): ADA}, money=100)
    fleet(game, "Ada", (7, 7), "g1", CH=1)
    assert repairing(game) == []
    for name, value in damage.items():
        setattr(ship(game, "Argent-1"), name, value)
    assert repairing(game, reserve=100 - price) == ["REPAIR Argent-1 ALL"]
    assert repairing(game, reserve=101 - price) == []


def loaded(game: Campaign) -> list[str]:
    bot = bot_view(game)
    fleets.order_loads(bot)
    return bot.lines


def test_supply_ships_at_own_bases_are_filled_by_the_usual_parts() -> None:
    game = campaign({(7, 7): ADA, (7, 9): {}})
    fleet(game, "Ada", (7, 7), "g1", AX=1, CH=1)
    fleet(game, "Ada", (7, 9), "g2", AX=1)
    tender = ship(game, "Packhorse-1")
    full = ["LOAD Packhorse-1 FUEL 20 CREW 16 WEAPONRY 20"]
    assert loaded(game) == full
    tender.fuel = 5500
    assert loaded(game) == full
    tender.crew = 100
    assert loaded(game) == []
    tender.crew, tender.spares = 0, {"FC": 1}
    assert loaded(game) == []


# the household of a week

PLAN = evolve(TRADER, upkeep=0.7)
PEACE: Any = {"Fuel", "Food", "Manufactured Goods"}


def yard_of(game: Campaign, income: float = 20) -> PurchasePlan:
    """A household with access to all resources of maintenance, and this income."""
    bot = bot_view(game)
    return PurchasePlan(bot, Finances(bot, Bills.of(bot), income, PEACE), PLAN)


def saved(game: Campaign, income: float) -> list[str]:
    purchases = yard_of(game, income)
    purchases.finances.cut_costs()
    return purchases.bot.lines


def test_ships_are_given_up_that_cannot_be_kept_for_four_weeks() -> None:
    """Two Argents and a Heron cost 10.81 a week; with 5 the treasury shrinks by 5.81."""
    game = campaign({(7, 7): ADA}, money=24)
    fleet(game, "Ada", (7, 7), "g1", CH=2, FF=1)
    assert saved(game, income=5) == []
    game.empire("Ada").stock["credits"] = 2300
    assert saved(game, income=5) == ["DISBAND Argent-1"]
    assert saved(game, income=11) == []
    assert saved(game, income=0)[:2] == ["DISBAND Argent-1", "DISBAND Argent-2"]


def test_leased_ships_are_given_back_first() -> None:
    game = campaign({(7, 7): ADA, (7, 9): {}}, money=0)
    fleet(game, "Ada", (7, 7), "g1", CH=1, FF=1, AX=1)
    fleet(game, "Ada", (7, 9), "g2", CH=1)
    ship(game, "Packhorse-1").leased = True
    assert saved(game, income=11) == ["RETURN Packhorse-1"]
    assert "DISBAND Argent-2" not in saved(game, income=0), "it is away"


def test_who_owes_pays_small_bills_first() -> None:
    game = campaign({(7, 9): {}}, money=3)
    fleet(game, "Ada", (7, 9), "g1", CH=1, FF=2)
    ship(game, "Argent-1").owed = 400
    ship(game, "Heron-1").owed = 100
    assert saved(game, income=20) == ["BILLS Heron-2 Heron-1 Argent-1"]


def test_forts_are_bought_for_the_worlds_with_most_room() -> None:
    """A fort costs 206; three weeks of bills and 40 credits are kept."""
    game = campaign({(7, 7): ADA, (7, 9): ADA | {"points": 4}, (9, 7): ADA | {"points": 2}})

    def forts(money: int, *worlds: str) -> list[str]:
        game.empire("Ada").stock["credits"] = 100 * money
        purchases = yard_of(game)
        purchases.fortify(worlds)
        return purchases.bot.lines

    assert forts(245) == []
    assert forts(246) == ["DEFEND 7,7 BUY Rampart 1"]
    assert forts(246, "7,9") == ["DEFEND 7,9 BUY Rampart 1"]
    assert forts(246, "9,7") == ["DEFEND 7,7 BUY Rampart 1"], "200 points are too few for a fort"
    assert forts(5000) == ["DEFEND 7,7 BUY Rampart 2", "DEFEND 7,9 BUY Rampart 1"]
    game.worlds[0].controlled = "Brin"
    assert forts(5000) == ["DEFEND 7,9 BUY Rampart 1"]
    game.worlds[0].controlled = ""
    game.empire("Ada").commissioning = True
    assert forts(143) == ["DEFEND 7,7 BUY Rampart 1"], "at half price"


def test_the_first_ship_that_can_be_paid_and_kept_is_bought() -> None:
    """Upkeep may take 0.7 of the income: an Argent costs 4.93 a week, a Heron 0.95."""
    game = campaign({(7, 7): ADA})
    expected = ["Argent", "Unheard-of", "Heron"]

    def bought(income: float, world: str = "7,7", most: int = 3) -> list[str]:
        purchases = yard_of(game, income)
        purchases.buy(world, expected[:most], maximum=most)
        return purchases.bot.lines

    argent, heron = "BUY Argent AT 7,7", "BUY Heron AT 7,7"
    assert bought(7.05, most=1) == [argent]
    assert bought(7.04, most=1) == []
    assert bought(7.05) == [argent]
    assert bought(7.04) == [heron, heron, heron]
    assert bought(8.5) == [argent, heron]
    game.empire("Ada").stock["credits"] = 100 * (302 + 40 + 58)
    assert bought(30) == [argent]
    game.empire("Ada").stock["credits"] += 100
    assert bought(30) == [argent, heron]
    assert bought(30, world="") == []
    game.worlds[0].interdicted = ["Brin"]
    assert bought(30) == []


# the set-up


def test_the_best_worlds_near_each_pair_are_claimed() -> None:
    game = campaign(
        {(7, 7): {"points": 3}, (7, 8): {"points": 9}, (8, 8): {"resource": "Fuel"}, (1, 1): BRIN}
    )
    game.empire("Ada").hand = ["7H", "7S", "AH", "KS"]
    bot = bot_view(game)
    strategic.order_pairs(bot)
    assert bot.lines == ["CLAIM 7,7 OR 8,8 OR 7,8 WITH 7H 7S", "PAIR AH KS"]


def test_a_newcomer_begins_on_the_best_worlds_and_a_resource_counts_four_points() -> None:
    worlds: Any = {(7, 7): {"points": 5}, (7, 8): {"points": 5}, (8, 8): {"points": 3}}
    worlds[8, 8]["resource"] = "Food"
    game = campaign(worlds | {(9, 9): {"points": 8, "resource": "Luxuries"}})
    game.empire("Ada").arriving = ["7,7", "7,8", "8,8", "9,9"]
    bot = bot_view(game)
    strategic.claim_worlds(bot, 3)
    assert bot.lines == ["CLAIM 9,9", "CLAIM 8,8", "CLAIM 7,7"]


def commissioned(shares: dict[str, int], weekly: float, money: int = 2000) -> list[str]:
    bot = bot_view(campaign({(7, 7): ADA}, money=money))
    strategic.commission_forces(bot, "7,7", shares, weekly, factor=1)
    return bot.lines


def test_starting_forces_are_bought_while_they_can_be_paid_and_kept() -> None:
    """A Packhorse costs 1.99 a week and 193 points, an Argent 4.93 and 302, a Heron 0.95 and 59."""
    shares = {"Packhorse": 1, "Argent": 2, "Heron": 2}
    supply = "COMMISSION SUPPLY Packhorse"
    argent, heron = "COMMISSION Argent 1 AT 7,7", "COMMISSION Heron 1 AT 7,7"
    assert commissioned(shares, 7.9) == [f"{supply} 1 AT 7,7", argent, heron]
    assert commissioned(shares, 7.8) == [f"{supply} 1 AT 7,7", argent]
    assert commissioned(shares, 100, money=193 + 302 + 59)[1:] == [argent, heron]
    assert commissioned(shares, 100, money=193 + 302 + 58)[1:] == [argent]
    assert commissioned({"Packhorse": 1}, 100) == [f"{supply} 2 AT 7,7"], "500 points at most"
    assert commissioned({"Argent": 1}, 1000, money=9999) == ["COMMISSION Argent 13 AT 7,7"]
    assert commissioned({"Unheard-of": 1}, 100) == []
