"""Conclusions of the bots that play to win from their view: ways, bills, trades."""

from __future__ import annotations

from typing import Any

import pytest

import horizons_core as hz
from tests.variants.campaign2e.builders import add_ship, campaign, fleet, ship, variant
from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.bots.routes import RouteMap
from variants.campaign2e.bots.trading import HEADINGS, Bills, Trades
from variants.campaign2e.model import Allegiance, Campaign
from variants.campaign2e.model.players import Offer

ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}
INDEPENDENT = {"allegiance": Allegiance.INDEPENDENT}


def routes(*worlds: str, lanes: tuple[tuple[str, str], ...] = (), blocked: str = "") -> RouteMap:
    ways = [{"a": a, "b": b, "open": blocked not in (a, b)} for a, b in lanes]
    view: Any = {"worlds": [{"id": world} for world in worlds], "lanes": ways}
    return RouteMap.of(view)


def near(known: RouteMap, name: str) -> set[str]:
    """The worlds a week from one."""
    return {at for at, weeks in known.weeks_to([name]).items() if weeks == 1}


def trades(game: Campaign) -> Trades:
    """Ada's trades; she has visited all unowned worlds."""
    game.empire("Ada").visited = [world.id for world in game.worlds if not world.owner]
    view = variant().view(game, "Ada")
    bot = BotView.of(view, variant().economy)
    return Trades.of(bot, RouteMap.of(view), Bills.of(bot))


def ordered(game: Campaign) -> list[str]:
    """The trades that a bot orders for Ada because they bring more."""
    plan = trades(game)
    plan.improve()
    return plan.bot.lines


def proposed(game: Campaign) -> list[str]:
    """The trades that it offers to others."""
    plan = trades(game)
    plan.propose()
    return plan.bot.lines


# ways


ROAD = (("7,11", "7,16"), ("7,16", "7,21"))


def test_a_way_takes_a_week_for_each_jump_and_one_for_a_whole_lane() -> None:
    known = routes("7,7", "7,9", "7,11", "7,16", "7,21", "7,30", lanes=ROAD)
    weeks = {"7,7": 0, "7,9": 1, "7,11": 2, "7,16": 3, "7,21": 3}
    assert known.weeks_to(["7,7", "9,9"]) == weeks
    assert known.weeks_to(["7,7", "7,21"])["7,9"] == 1
    assert near(known, "7,9") == {"7,7", "7,11"}
    assert near(known, "7,11") == {"7,9", "7,16", "7,21"}


def test_nothing_goes_along_a_blocked_lane_but_its_worlds_may_be_ordered_to_trade() -> None:
    known = routes("7,7", "7,11", "7,16", "7,21", lanes=ROAD, blocked="7,16")
    assert known.weeks_to(["7,11"]) == {"7,11": 0}
    assert known.can_trade("7,11", "7,21")
    assert not known.on_open_lane("7,11", "7,21")
    assert not known.can_trade("7,11", "7,7")
    assert not known.can_trade("7,7", "7,11")
    assert not known.on_open_lane("7,7", "7,7")


def test_worlds_of_two_routes_are_not_joined() -> None:
    known = routes("1,1", "1,9", "9,1", "9,9", lanes=(("1,1", "1,9"), ("9,1", "9,9")))
    assert known.on_open_lane("9,9", "9,1")
    assert not known.can_trade("1,1", "9,1")
    assert near(known, "9,1") == {"9,9"}


STEPS = {"7,7": 2, "10,1": 1, "9,9": 1, "7,9": 2, "7,16": 0}


@pytest.mark.parametrize(
    ("at", "jumps", "lanes", "to"),
    [
        ("7,7", ["10,1", "9,9", "7,9"], [], "9,9"),  # of equal ones the lower column
        ("7,7", ["10,1", "9,9"], ["7,16"], "7,16"),
        ("7,7", ["7,9", "6,6"], [], ""),  # no nearer world
        ("5,5", ["7,9", "9,9"], [], ""),  # no way leads from there
        ("4,4", ["7,9", "9,9", "4,5"], [], "9,9"),
        ("4,4", ["4,5", "4,3"], [], "4,3"),  # from an empty hex to any other
        ("4,4", [], [], ""),
    ],
)
def test_a_step_leads_where_fewest_weeks_are_left(
    at: str, jumps: list[str], lanes: list[str], to: str
) -> None:
    known = routes("7,7", "10,1", "9,9", "7,9", "7,16", "5,5")
    assert known.step({"at": at, "jumps": jumps, "lanes": lanes}, STEPS) == to


# bills


def ships_by_group() -> Campaign:
    """Ada has two Argents, one of them leased, a Heron, a fort, and a capture."""
    game = campaign({(7, 7): ADA})
    group = fleet(game, "Ada", (7, 7), "g1", CH=2, FF=1)
    ship(game, "Argent-2").leased = True
    fort, prize = add_ship(game, group, "FORT"), add_ship(game, group, "BB")
    fort.defence, prize.captured = True, True
    return game


def bills(game: Campaign) -> Bills:
    return Bills.of(BotView.of(variant().view(game, "Ada"), variant().economy))


def test_bills_are_added_up_by_the_resource_that_each_heading_needs() -> None:
    """An Argent has drives of 54 points, 5 crew boxes, weaponry of 77; a Heron 12, 1 and 13."""
    plan = bills(ships_by_group())
    headings = {"Fuel": 1.98, "Food": 1.2, "Manufactured Goods": 2.7}
    assert plan.headings == pytest.approx(headings)
    assert plan.fees == pytest.approx(4 * 4.93)
    assert dict(plan.each) == pytest.approx(
        {"Argent-1": 4.93, "Argent-2": 4 * 4.93, "Heron-1": 0.95}
    )


def test_headings_double_without_their_resource_and_fees_do_not() -> None:
    plan = bills(ships_by_group())
    fees = 4 * 4.93
    assert plan.total(HEADINGS) == pytest.approx(5.88 + fees)
    assert plan.total(["Food", "Luxuries"]) == pytest.approx(5.88 + 1.98 + 2.7 + fees)
    assert plan.factor(HEADINGS) == pytest.approx(1)
    assert plan.factor(["Fuel", "Food"]) == pytest.approx((5.88 + 2.7) / 5.88)


def test_without_ships_a_third_more_is_expected_for_each_missing_resource() -> None:
    plan = bills(campaign({(7, 7): ADA}))
    assert plan.total([]) == 0
    assert plan.factor([]) == 2
    assert plan.factor(["Fuel"]) == pytest.approx(5 / 3)


# gains from trades


def test_each_world_of_a_pair_yields_the_other_s_points_too_and_doubled_on_a_lane() -> None:
    worlds = {(7, 7): ADA, (7, 12): ADA | {"points": 5}, (9, 9): ADA | {"points": 2}}
    both = {"7,7": "7,12", "7,12": "7,7"}
    lane = trades(campaign(worlds, lanes=[((7, 7), (7, 12))]))
    assert (lane.income({}), lane.income(both)) == (13, 13 + 2 * 11)
    assert trades(campaign(worlds)).income(both) == 13, "no jump leads so far"
    for name in ("interdicted", "controlled"):
        value: Any = ["Brin"] if name == "interdicted" else "Brin"
        blocked = worlds | {(7, 12): ADA | {"points": 5, name: value}}
        plan = trades(campaign(blocked, lanes=[((7, 7), (7, 12))]))
        assert plan.income(both) == (13 if name == "interdicted" else 8)
        assert plan.able == ["7,7", "9,9"]


@pytest.mark.parametrize(
    ("of_partner", "added"),
    [
        (BRIN, 6),
        (INDEPENDENT, 3),
        ({"allegiance": Allegiance.BALKANISED}, 2),
        ({"allegiance": Allegiance.FRIENDLY, "power": "Ada"}, 6),
        ({"allegiance": Allegiance.FRIENDLY, "power": "Brin"}, 3),
        ({"allegiance": Allegiance.HOSTILE, "power": "Brin"}, 3),
    ],
)
def test_a_partner_brings_what_its_owner_or_the_neutral_world_leaves(
    of_partner: dict[str, Any], added: float
) -> None:
    plan = trades(campaign({(7, 7): ADA | {"points": 9}, (7, 8): of_partner}))
    assert plan.added("7,7", "7,8") == pytest.approx(added)
    assert plan.added("7,7", "8,8") == 0, "nothing is there"


def test_own_worlds_and_partners_supply_what_is_not_blocked() -> None:
    worlds = {
        (7, 7): ADA | {"resource": "Fuel"},
        (7, 8): INDEPENDENT | {"resource": "Food"},
        (7, 9): ADA | {"resource": "Mining/Ore", "interdicted": ["Brin"]},
        (7, 6): ADA | {"resource": "Major Trading Hub"},
        (7, 14): BRIN | {"resource": "Luxuries"},
    }
    plan = trades(campaign(worlds))
    assert plan.access({}) == {"Fuel"}
    assert plan.access({"7,7": "7,8"}) == {"Fuel", "Food"}
    assert plan.access({"7,7": "7,14"}) == {"Fuel"}, "no trade goes so far"


@pytest.mark.parametrize("seed", range(4))
def test_what_a_trade_brings_more_is_the_value_with_it_less_that_without(seed: int) -> None:
    stream, needs = hz.Stream.from_key("trades", seed), (*HEADINGS, "", "")
    of: list[Any] = [ADA, ADA, ADA, INDEPENDENT, {"allegiance": Allegiance.BALKANISED}]
    places = [(x, y) for x in range(4, 9) for y in (5, 7)]
    worlds: dict[Any, Any] = {
        at: stream.choice(of) | {"resource": stream.choice(needs), "points": 1 + stream.below(9)}
        for at in places
    }
    worlds[4, 7] = ADA | {"interdicted": ["Brin"]}
    worlds[9, 9] = ADA | {"controlled": "Brin", "owner": "Ada"}
    game = campaign(worlds, lanes=[((4, 5), (8, 7))])
    fleet(game, "Ada", (7, 7), "g1", CH=5)
    plan = trades(game)
    for number, name in enumerate(plan.able[:4]):
        plan.partners = changed(plan, name, plan.able[-1 - number])
    standing, now = plan.standing(), plan.value(plan.partners)
    for name in plan.able:
        for other in plan.bot.worlds:
            if other != name:
                more = plan.value(changed(plan, name, other)) - now
                assert plan.gain(standing, name, other) == pytest.approx(more)


def changed(plan: Trades, name: str, other: str) -> dict[str, str]:
    """The partners with one more trade, without the trades that it ends."""
    left = {a: b for a, b in plan.partners.items() if not {a, b} & {name, other}}
    return left | {name: other} | ({other: name} if other in plan.bot.own_worlds else {})


# orders


def test_the_richest_worlds_trade_with_each_other() -> None:
    worlds = {(7, 7): ADA, (7, 8): ADA | {"points": 2}, (8, 7): ADA | {"points": 5}}
    assert ordered(campaign(worlds)) == ["TRADE 7,7 WITH 8,7"]
    worlds |= {(8, 8): ADA | {"points": 2}}
    assert sorted(ordered(campaign(worlds))) == ["TRADE 7,7 WITH 8,7", "TRADE 7,8 WITH 8,8"]
    paired = campaign(worlds)
    for a, b in (("7,7", "8,7"), ("7,8", "8,8")):
        for player, other in ((a, b), (b, a)):
            paired.world(player).partner = other
    assert ordered(paired) == []


def test_worlds_out_of_reach_or_without_trade_are_no_partners() -> None:
    assert ordered(campaign({(7, 7): ADA, (7, 10): ADA})) == []
    assert ordered(campaign({(7, 7): ADA, (7, 8): ADA | {"taken_in": 1}})) == []
    assert ordered(campaign({(7, 7): ADA, (7, 8): ADA | {"interdicted": ["Brin"]}})) == []
    for message in ({"allegiance": Allegiance.WAR_ZONE}, {"allegiance": Allegiance.HOSTILE}):
        assert ordered(campaign({(7, 7): ADA, (7, 8): message | {"power": "Ada"}})) == []


def test_a_resource_is_worth_what_it_saves() -> None:
    worlds = {
        (7, 7): ADA,
        (7, 8): ADA | {"points": 2, "resource": "Manufactured Goods"},
        (8, 7): INDEPENDENT | {"points": 2, "resource": "Fuel"},
        (8, 8): INDEPENDENT | {"points": 7},
    }
    game = campaign(worlds)
    assert ordered(game)[0] == "TRADE 7,7 WITH 7,8"
    fleet(game, "Ada", (7, 7), "g1", CH=5)  # 8.1 a week for fuel
    assert "WITH 8,7" in ordered(game)[0]


@pytest.mark.parametrize(("points", "is_worth_it"), [(8, True), (7, False)])
def test_a_change_of_partner_must_bring_a_credit(points: int, is_worth_it: bool) -> None:
    worlds = {
        (7, 7): ADA | {"partner": "7,6"},
        (7, 6): INDEPENDENT,
        (8, 7): INDEPENDENT | {"points": points},
    }
    game = campaign(worlds)
    assert ordered(game) == (["TRADE 7,7 WITH 8,7"] if is_worth_it else [])


@pytest.mark.parametrize(("week", "expected"), [(1, True), (2, False), (3, False), (5, True)])
def test_a_neutral_world_is_asked_every_fourth_week(week: int, expected: bool) -> None:
    game = campaign({(7, 7): ADA, (8, 7): INDEPENDENT}, week=week)
    assert ordered(game) == (["TRADE 7,7 WITH 8,7"] if expected else [])


def test_what_others_offer_is_taken_where_it_brings_more() -> None:
    game = campaign({(7, 7): ADA, (7, 8): BRIN, (8, 7): BRIN | {"points": 9}})
    assert ordered(game) == []
    offer = Offer(world="7,8", partner="7,7")
    game.empire("Ada").offered = {"Brin": [offer]}
    assert ordered(game) == ["TRADE 7,7 WITH 7,8"]


def test_a_world_without_partner_is_offered_to_the_best_of_others() -> None:
    worlds = {(7, 7): ADA, (7, 8): BRIN, (8, 7): BRIN | {"points": 9}, (7, 12): BRIN}
    game = campaign(worlds)
    assert proposed(game) == ["TRADE 7,7 WITH 8,7"]
    game.empire("Ada").offers = [Offer(world="7,7", partner="7,8")]
    assert proposed(game) == [], "it has asked already"


def test_a_world_with_a_partner_is_offered_for_resources_that_are_missing_alone() -> None:
    worlds = {(7, 7): ADA | {"partner": "7,6"}, (7, 6): INDEPENDENT, (7, 8): BRIN | {"points": 9}}
    assert proposed(campaign(worlds)) == []
    worlds[7, 8] = worlds[7, 8] | {"resource": "Food"}
    assert proposed(campaign(worlds)) == ["TRADE 7,7 WITH 7,8"]
    worlds[7, 6] = worlds[7, 6] | {"resource": "Food"}
    assert proposed(campaign(worlds)) == []
