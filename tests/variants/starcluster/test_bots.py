"""Results of bots: legal orders, surveys, colonies and levels; and their answer to hard times."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.rng import Stream
from tests.variants.starcluster import builders
from tests.variants.starcluster.builders import variant
from variants.starcluster.bots import colonies
from variants.starcluster.bots.bot_view import BotView
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.model.knowledge import detailed_survey

TURNS = 40


def orders_of(game, seats):
    rules = variant()
    return {
        player: rules.bots[k].orders(rules.view(game, player), Stream.from_key(player, game.turn))
        for player, k in seats.items()
    }


def played(seed, seats, turns=TURNS):
    game = variant().new_game(list(seats), seed=seed)
    for _ in range(turns):
        turn = hz.run_turn(game, orders_of(game, seats))
        remarks = {seat: r for seat, r in turn.diagnostics.items() if r and seats[seat] != "random"}
        assert not remarks
        game = turn.game
    return game


@pytest.fixture(scope="module", params=[1, pytest.param(2, marks=pytest.mark.slow)])
def game(request):
    return played(request.param, {"Ada": "settler", "Brin": "random", "Cleo": "admiral"})


def test_no_order_of_a_bot_is_refused_and_the_settler_settles_surveys_and_learns(game):
    view = variant().view(game, "Ada")
    assert len(view["colonies"]) >= 3
    assert view["el"] >= 2
    surveyed = [s for s in view["systems"] if s["level"] == 2 and not s["yours"]]
    assert len(surveyed) >= 2
    assert view["score"] > variant().view(game, "Brin")["score"]


def test_an_admiral_does_all_this_and_has_a_navy_and_more_yards(game):
    view = variant().view(game, "Cleo")
    assert len(view["colonies"]) >= 3
    assert view["el"] >= 2
    assert sum(unit["yards"] > 0 for unit in view["units"]) > 1
    assert sum(fleet["armed"] for fleet in view["fleets"])
    assert view["score"] > variant().view(game, "Brin")["score"]


@pytest.mark.parametrize("bot", ["settler", "admiral"])
def test_a_poor_bot_earns_before_it_spends(bot):
    game = variant().new_game(["Ada"], seed=3)
    game.empire("Ada").stock[TREASURY] = 50 * MC
    for _ in range(12):
        turn = hz.run_turn(game, orders_of(game, {"Ada": bot}))
        game = turn.game
        assert game.empire("Ada").stock[TREASURY] >= 0
        assert not any(turn.diagnostics.values())
    assert game.empire("Ada").active


def test_the_more_money_the_more_expeditions():
    game = builders.chain("9", "1", "2", "3", "4", "5", "6", players=("Ada",))
    for system in "234569":
        place = builders.surveyed(game, system)
        game.empire("Ada").charts.surveys[system] = detailed_survey(place, 0, ())
    ada = game.empire("Ada")
    ada.freighters, number = 40, []
    for money in (10_000, 30_000, 60_000):
        ada.stock[TREASURY] = money * MC
        board = BotView.from_view(variant().view(game, "Ada"), variant().economy)
        colonies.send_expeditions(board)
        number.append(board.text().count("COLONIZE"))
    assert number == [2, 3, 4]


def test_the_same_view_and_stream_give_the_same_orders(game):
    rules = variant()
    view = rules.view(game, "Ada")
    for kind, bot in rules.bots.items():
        first, repeated = (bot.orders(view, Stream.from_key("again", kind)) for _ in range(2))
        assert first == repeated
