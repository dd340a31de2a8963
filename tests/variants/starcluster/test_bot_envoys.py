"""Bots' persuasion of races: gifts, envoys with a prospect, and amalgamation."""

from __future__ import annotations

import pytest

from tests.variants.starcluster import builders
from tests.variants.starcluster.builders import variant
from variants.starcluster.bots import races
from variants.starcluster.bots.bot_view import BotView
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.model.empires import ALLIANCE, HOSTILE, NEUTRAL, TRADE
from variants.starcluster.model.knowledge import SurveyedColony, detailed_survey

TURN = 100


@pytest.fixture
def game():
    """Ada is rich and has met a race that talks to her."""
    game = builders.new_game("Ada")
    builders.meet(game, "Ada", game.natives[0].id)
    game.turn = TURN
    game.empire("Ada").stock[TREASURY] = 100_000 * MC
    relation(game).talks = True
    return game


def relation(game):
    return game.empire("Ada").relations[game.natives[0].id]


def dealings(game, **changes):
    """The keywords of a bot's orders about a race with this stance to Ada."""
    for name, value in changes.items():
        setattr(relation(game), name, value)
    bot = BotView.from_view(variant().view(game, "Ada"), variant().economy)
    races.conduct_diplomacy(bot)
    turn = builders.run(game, Ada=bot.text())
    assert not builders.remarks(turn)
    return [line.split()[0] for line in bot.lines if not line.startswith("TRADE")]


@pytest.mark.parametrize("stance", [HOSTILE, NEUTRAL])
def test_an_envoy_goes_as_soon_as_it_may(game, stance):
    assert dealings(game, stance=stance) == ["ENVOY"]
    assert dealings(game, stance=stance, envoy=TURN + 1 - 6) == ["ENVOY"]
    assert dealings(game, stance=stance, envoy=TURN + 1 - 4) == []


@pytest.mark.rule("SC-DIP-003")
def test_a_gift_comes_a_turn_before_the_envoy_and_only_once(game):
    assert dealings(game, envoy=TURN + 1 - 5) == ["GIVE"]
    assert dealings(game, envoy=TURN + 1 - 5, gifts=[(TURN - 2, 5000 * MC)]) == []
    assert dealings(game, envoy=TURN + 1 - 5, gifts=[(TURN - 5, 5000 * MC)]) == ["GIVE"]
    game.empire("Ada").stock[TREASURY] = 20_000 * MC
    assert dealings(game, envoy=TURN + 1 - 5, gifts=[]) == []


@pytest.mark.rule("SC-DIP-003")
def test_no_envoy_goes_before_trade_has_lasted(game):
    """It could only give offence."""
    assert dealings(game, stance=TRADE, since=TURN + 1 - 10) == []
    assert dealings(game, stance=TRADE, since=TURN + 1 - 11) == ["GIVE"]
    assert dealings(game, stance=TRADE, since=TURN + 1 - 12) == ["ENVOY"]


@pytest.mark.rule("SC-DIP-006")
def test_an_old_ally_that_is_smaller_is_asked_to_join(game):
    home = game.natives[0].home
    builders.colony(game, home, game.natives[0].id, pu=300)
    assert dealings(game, stance=ALLIANCE, since=TURN + 1 - 36) == []  # of unknown size

    surveyed = game.place(home)
    game.empire("Ada").charts.surveys[home] = detailed(surveyed, game.natives[0].id)
    assert dealings(game, stance=ALLIANCE, since=TURN + 1 - 35) == []
    assert dealings(game, stance=ALLIANCE, since=TURN + 1 - 36) == ["AMALGAMATE"]
    assert dealings(game, asked=TURN + 1 - 11) == []
    assert dealings(game, asked=TURN + 1 - 12) == ["AMALGAMATE"]


def detailed(place, owner):
    return detailed_survey(place, 0, (), SurveyedColony(owner=owner, pu=place.pu))
