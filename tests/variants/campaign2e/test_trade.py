"""Trade: eligible worlds, consent, one partner a world, and deals."""

from __future__ import annotations

import pytest

from tests.variants.campaign2e.builders import campaign, remarks, run, run_as_it_stands, variant
from variants.campaign2e.model import Allegiance, Campaign
from variants.campaign2e.rules.income import trade_routes

ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}


def pairs(game: Campaign) -> set[tuple[str, str]]:
    for world in game.worlds:
        if world.partner:
            assert game.world(world.partner).partner == world.id, "a trade has two ends"
    return {(w.id, w.partner) for w in game.worlds if w.partner and w.id < w.partner}


def codes(turn, player: str = "Ada") -> list[str]:
    return [remark.split(":")[0] for remark in remarks(turn, player)]


@pytest.mark.rule("C2E-10.1-01")
@pytest.mark.parametrize(
    ("to", "lanes", "code"),
    [
        ((7, 9), (), None),
        ((7, 10), (), "out-of-reach"),
        ((7, 10), [((7, 7), (1, 1)), ((1, 1), (7, 10))], None),
        ((7, 10), [((7, 7), (1, 1))], "out-of-reach"),
        ((7, 7), (), "same-world"),
        ((8, 8), (), "unknown-world"),
    ],
)
def test_worlds_trade_within_a_jump_or_along_lanes(to, lanes, code) -> None:
    game = campaign({(7, 7): ADA, (7, 9): ADA, (7, 10): ADA, (1, 1): {}}, lanes=lanes)
    turn = run(game, Ada=f"TRADE 7,7 WITH {to[0]},{to[1]}")
    assert codes(turn) == ([] if code is None else [code])
    assert len(pairs(turn.game)) == (code is None)


@pytest.mark.rule("C2E-10.1-03", "C2E-1.5-03")
def test_two_players_must_both_order_it_and_offers_stay_open() -> None:
    game = campaign({(7, 7): ADA, (7, 8): BRIN})
    offered = run(game, Ada="TRADE 7,7 WITH 7,8")
    assert pairs(offered.game) == set()
    offers = variant().view(offered.game, "Brin")["offers"]
    assert offers == [{"by": "Ada", "world": "7,7", "partner": "7,8"}]
    waited = run(offered.game, weeks=2).game
    agreed = run(waited, Brin="TRADE 7,8 WITH 7,7").game
    assert pairs(agreed) == {("7,7", "7,8")}
    assert (agreed.empire("Ada").offers, agreed.empire("Brin").offered) == ([], {})
    at_once = run(game, Ada="TRADE 7,7 WITH 7,8", Brin="TRADE 7,8 WITH 7,7")
    assert pairs(at_once.game) == {("7,7", "7,8")}
    assert at_once.game.empire("Ada").income == {"7,7": 1200}, "it counts in the same week"


@pytest.mark.rule("C2E-10.1-03")
def test_an_offer_that_is_taken_back_is_gone() -> None:
    game = run(campaign({(7, 7): ADA, (7, 8): BRIN}), Ada="TRADE 7,7 WITH 7,8").game
    game = run(game, Ada="TRADE 7,7 WITH NONE").game
    assert game.empire("Brin").offered == {}
    assert pairs(run(game, Brin="TRADE 7,8 WITH 7,7").game) == set()


@pytest.mark.rule("C2E-10.1-03")
def test_the_offer_is_known_to_both_and_to_nobody_else() -> None:
    game = campaign({(7, 7): ADA, (7, 8): BRIN}, players=("Ada", "Brin", "Caro"))
    turn = run(game, Ada="TRADE 7,7 WITH 7,8", Brin="TRADE 7,8 WITH 7,7")
    audiences = [event.audience for event in turn.events if event.code.startswith("trade.")]
    assert audiences
    assert all(set(audience) == {"Ada", "Brin"} for audience in audiences)


@pytest.fixture
def three() -> Campaign:
    """Ada's 7,7 trades with Ada's 7,8; 7,9 is Brin's and alone."""
    game = campaign({(7, 7): ADA, (7, 8): ADA, (7, 9): BRIN})
    return run(game, Ada="TRADE 7,7 WITH 7,8").game


@pytest.mark.rule("C2E-10.1-02")
def test_a_new_trade_ends_the_old_one_only_when_it_begins(three) -> None:
    assert pairs(run(three, Ada="TRADE 7,7 WITH 7,9").game) == {("7,7", "7,8")}
    after = run(three, Ada="TRADE 7,7 WITH 7,9", Brin="TRADE 7,9 WITH 7,7").game
    assert pairs(after) == {("7,7", "7,9")}


@pytest.mark.rule("C2E-10.1-02")
def test_either_owner_ends_a_trade(three) -> None:
    game = run(three, Ada="TRADE 7,7 WITH 7,9", Brin="TRADE 7,9 WITH 7,7").game
    ended = run(game, Brin="TRADE 7,9 WITH NONE")
    assert pairs(ended.game) == set()
    assert ended.game.empire("Ada").income["7,7"] == 600


@pytest.mark.rule("C2E-10.1-02", "C2E-1.5-05")
@pytest.mark.parametrize(
    ("orders", "left", "superseded"),
    [
        ("TRADE 7,7 WITH 7,8\nTRADE 7,9 WITH 7,8", {("7,8", "7,9")}, 1),
        ("TRADE 7,7 WITH 7,8\nTRADE 7,7 WITH 7,9", {("7,7", "7,9")}, 1),
        ("TRADE 7,7 WITH 7,9\nTRADE 7,7 WITH NONE", set(), 1),
        ("TRADE 7,7 WITH NONE\nTRADE 7,7 WITH 7,9", {("7,7", "7,9")}, 1),
    ],
)
def test_of_orders_that_give_a_world_two_partners_the_last_holds(orders, left, superseded) -> None:
    turn = run(campaign({(7, 7): ADA, (7, 8): ADA, (7, 9): ADA}), Ada=orders)
    assert pairs(turn.game) == left
    assert codes(turn) == ["ordered-twice"] * superseded


def neutral(allegiance: Allegiance, power: str = "", **more) -> Campaign:
    world = {"allegiance": allegiance, "power": power, **more}
    game = campaign({(7, 7): ADA, (7, 9): world, (7, 10): BRIN, (8, 9): BRIN})
    for player in game.empires:
        player.visited.append("7,9")
    return game


@pytest.mark.rule("C2E-1.6-04", "C2E-1.6-05", "C2E-1.6-06", "C2E-1.6-07", "C2E-1.6-09")
@pytest.mark.parametrize(
    ("allegiance", "power", "code"),
    [
        (Allegiance.INDEPENDENT, "", None),
        (Allegiance.FRIENDLY, "Ada", None),
        (Allegiance.FRIENDLY, "Brin", None),
        (Allegiance.HOSTILE, "Ada", "hostile-world"),
        (Allegiance.HOSTILE, "Brin", None),
        (Allegiance.PROTECTED, "", None),
        (Allegiance.BALKANISED, "", None),
        (Allegiance.WAR_ZONE, "", "war-zone"),
    ],
)
def test_which_neutral_worlds_trade_with_whom(allegiance, power, code) -> None:
    turn = run(neutral(allegiance, power), Ada="TRADE 7,7 WITH 7,9")
    assert codes(turn) == ([] if code is None else [code])
    assert bool(pairs(turn.game)) is (code is None)


@pytest.mark.rule("C2E-10.1-03", "C2E-1.6-02")
def test_a_neutral_world_must_have_been_visited() -> None:
    game = neutral(Allegiance.INDEPENDENT)
    game.empire("Ada").visited.clear()
    assert codes(run(game, Ada="TRADE 7,7 WITH 7,9")) == ["not-visited"]


@pytest.mark.rule("C2E-1.6-04")
def test_a_neutral_world_takes_the_nearest_offer_and_keeps_its_partner() -> None:
    game = neutral(Allegiance.INDEPENDENT)
    turn = run(game, Ada="TRADE 7,7 WITH 7,9", Brin="TRADE 7,10 WITH 7,9")
    assert (codes(turn), codes(turn, "Brin")) == (["not-chosen"], [])
    assert turn.game.world("7,9").partner == "7,10"
    later = run(turn.game, Ada="TRADE 7,7 WITH 7,9")
    assert codes(later) == ["has-partner"]
    moved = run(turn.game, Brin="TRADE 8,9 WITH 7,9").game
    assert moved.world("7,9").partner == "8,9"
    freed = run(turn.game, Ada="TRADE 7,7 WITH 7,9", Brin="TRADE 7,10 WITH NONE")
    assert freed.game.world("7,9").partner == "7,7"


@pytest.mark.rule("C2E-1.6-04")
def test_of_offers_as_near_the_richer_world_is_chosen_then_a_die() -> None:
    chosen = []
    for points in (5, 7, 6):
        game = campaign({(7, 7): ADA, (7, 9): {}, (7, 11): BRIN | {"points": points}})
        game.world("7,9").allegiance = Allegiance.INDEPENDENT
        for player in game.empires:
            player.visited.append("7,9")
        turn = run(game, Ada="TRADE 7,7 WITH 7,9", Brin="TRADE 7,11 WITH 7,9")
        chosen.append(turn.game.world("7,9").partner)
    assert chosen[:2] == ["7,7", "7,11"]
    assert chosen[2] in ("7,7", "7,11")


@pytest.mark.rule("C2E-10.1-03")
def test_a_world_that_is_not_pacified_has_no_trade() -> None:
    game = campaign({(7, 7): ADA | {"taken_in": 1}, (7, 8): ADA})
    assert codes(run(game, Ada="TRADE 7,7 WITH 7,8")) == ["not-pacified"]
    assert codes(run(game, Ada="TRADE 7,8 WITH 7,7")) == ["not-pacified"]


@pytest.mark.rule("C2E-10.1-03")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("TRADE 7,9 WITH 7,7", "not-your-world"),
        ("TRADE 7,7 WITH nowhere", "unknown-world"),
        ("TRADE 7,7", "too-few-words"),
    ],
)
def test_trade_that_cannot_be_is_refused(three, order, code) -> None:
    turn = run(three, Ada=order)
    assert codes(turn) == [code]
    assert pairs(turn.game) == {("7,7", "7,8")}


@pytest.mark.rule("C2E-10.1-05")
def test_a_deal_divides_what_trade_adds_to_both() -> None:
    game = campaign({(7, 7): ADA | {"points": 4}, (7, 8): BRIN | {"points": 10}})
    game = run(game, Ada="TRADE 7,7 WITH 7,8", Brin="TRADE 7,8 WITH 7,7").game
    offered = run(game, Ada="DEAL 7,7 WITH 7,8 SHARE 30")
    assert codes(offered) == ["no-agreement"]
    assert [e.audience for e in offered.events if e.code == "deal.asked"] == [("Ada", "Brin")]
    assert offered.game.empire("Ada").income == {"7,7": 1400}
    assert variant().view(offered.game, "Brin")["own_worlds"][0]["theirs"] == 30
    assert not variant().check_orders(offered.game, "Brin", "DEAL 7,8 WITH 7,7 SHARE 70")
    less = run(offered.game, Brin="DEAL 7,8 WITH 7,7 SHARE 69")
    assert codes(less, "Brin") == ["no-agreement"]
    assert less.game.empire("Ada").income == {"7,7": 1400}
    made_deal = run(offered.game, Brin="DEAL 7,8 WITH 7,7 SHARE 70")
    assert codes(made_deal, "Brin") == []
    assert variant().view(made_deal.game, "Ada")["own_worlds"][0]["share"] == 30
    assert made_deal.game.empire("Ada").income == {"7,7": 820}
    assert made_deal.game.empire("Brin").income == {"7,8": 1980}
    assert run(made_deal.game).game.empire("Ada").income == {"7,7": 820}
    twice = run(made_deal.game, Ada="DEAL 7,7 WITH 7,8 SHARE 10\nDEAL 7,7 WITH 7,8 SHARE 30")
    assert codes(twice) == []
    assert twice.game.empire("Ada").income == {"7,7": 820}, "the last counts"
    left = run(made_deal.game, Brin="DEAL 7,8 WITH 7,7 SHARE 71")
    assert left.game.empire("Ada").income == {"7,7": 1400}
    turn = run(run(made_deal.game, Ada="TRADE 7,7 WITH NONE").game, Ada="TRADE 7,7 WITH 7,8")
    turn = run(turn.game, Brin="TRADE 7,8 WITH 7,7")
    assert turn.game.empire("Ada").income == {"7,7": 1400}, "a deal ends with its trade"


@pytest.mark.rule("C2E-10.1-05", "C2E-10.1-03")
def test_a_trade_and_its_deal_may_be_ordered_together() -> None:
    game = campaign({(7, 7): ADA | {"points": 4}, (7, 8): BRIN | {"points": 10}})
    ada = "TRADE 7,7 WITH 7,8\nDEAL 7,7 WITH 7,8 SHARE 30"
    brin = "TRADE 7,8 WITH 7,7\nDEAL 7,8 WITH 7,7 SHARE 70"
    assert variant().check_orders(game, "Ada", ada) == []
    turn = run(game, Ada=ada, Brin=brin)
    assert (codes(turn), codes(turn, "Brin")) == ([], [])
    assert turn.game.empire("Ada").income == {"7,7": 820}
    assert codes(run(game, Ada=ada)) == ["no-trade"], "nobody knows before whether Brin agrees"


@pytest.mark.rule("C2E-10.1-05")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("DEAL 7,7 WITH 7,9 SHARE 50", "no-trade"),
        ("DEAL 7,7 WITH 7,7 SHARE 50", "same-world"),
        ("DEAL 7,9 WITH 7,7 SHARE 50", "not-your-world"),
        ("DEAL 7,7 WITH 7,8 SHARE 101", "bad-argument"),
        ("DEAL 7,7 WITH 7,8 SHARE -1", "bad-argument"),
    ],
)
def test_deals_that_cannot_be_are_refused(three, order, code) -> None:
    turn = run(three, Ada=order)
    assert codes(turn) == [code]
    assert turn.game.empire("Ada").shares == {}


@pytest.mark.rule("C2E-10.1-05", "C2E-10.1-06")
def test_neutral_worlds_make_no_deals() -> None:
    game = run(neutral(Allegiance.INDEPENDENT), Ada="TRADE 7,7 WITH 7,9").game
    assert codes(run(game, Ada="DEAL 7,7 WITH 7,9 SHARE 90")) == ["no-owner"]


@pytest.mark.rule("C2E-5.4-01")
def test_an_owner_turns_lanes_off_and_on(three) -> None:
    turn = run(three, Ada="LANE OFF 7,7")
    assert codes(turn) == ["no-lane"]
    game = campaign({(1, 1): ADA, (9, 9): BRIN, (5, 5): BRIN}, lanes=[((1, 1), (9, 9))])
    off = run(game, Ada="LANE OFF 1,1")
    assert off.game.world("1,1").is_blocked
    assert [e.audience for e in off.events if e.code == "lane.turned"] == [("Ada", "Brin")]
    assert "1,1" not in trade_routes(off.game).open_lanes
    assert not run(off.game, Ada="LANE ON 1,1").game.world("1,1").is_blocked
    assert codes(run(game, Ada="LANE OFF 9,9")) == ["not-your-world"]


@pytest.mark.rule("C2E-5.4-01", "C2E-2.3-04")
@pytest.mark.parametrize("block", ["lane_off", "interdicted", "controlled"])
def test_a_block_stops_trade_through_a_world(block) -> None:
    game = campaign(
        {(1, 1): ADA, (5, 5): {}, (9, 9): ADA}, lanes=[((1, 1), (5, 5)), ((5, 5), (9, 9))]
    )
    game = run(game, Ada="TRADE 1,1 WITH 9,9").game
    assert game.empire("Ada").income == {"1,1": 1800, "9,9": 1800}
    setattr(
        game.world("5,5"), block, {"lane_off": True, "interdicted": ["Brin"]}.get(block, "Brin")
    )
    turn = run_as_it_stands(game)
    assert turn.game.empire("Ada").income == {"1,1": 600, "9,9": 600}
    texts = [e.text for e in turn.events if e.code == "income.interrupted"]
    assert texts[0] == "1,1 gets nothing from its trade with 9,9: no open lane joins them."
