"""The neutral worlds that bots attack, their forces and their reasons."""

from __future__ import annotations

import pytest

from tests.variants.campaign2e.builders import add_ship, campaign, fleet, ship, variant
from variants.campaign2e.bots.attacks import AttackTarget, attack_gain, force_of, neutral_targets
from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.model import Allegiance, Campaign, Counter

ADA = {"owner": "Ada"}
INDEPENDENT = {"allegiance": Allegiance.INDEPENDENT}


def bot_view(game: Campaign) -> BotView:
    return BotView.of(variant().view(game, "Ada"), variant().economy)


def test_a_group_attacks_with_its_sound_and_armed_ships() -> None:
    """An Argent counts 302 points; five times the weaponry of a Packhorse are 65."""
    game = campaign({(7, 7): ADA})
    group = fleet(game, "Ada", (7, 7), "g1", CH=1, AX=1)

    def force() -> int:
        bot = bot_view(game)
        return force_of(bot, bot.groups["g1"])

    assert force() == 302 + 65
    ship(game, "Argent-1").hull_lost = 9
    assert force() == 302 * 18 // 27 + 65
    ship(game, "Packhorse-1").owed = 1
    assert force() == 201
    lame = add_ship(game, group, "CH")
    lame.out = [system.key for system in lame.design.systems if system.part.kind == "fc"]
    assert force() == 201


@pytest.mark.parametrize(
    ("force", "sixths"),
    [(449, None), (450, (1, 2)), (900, (1, 1)), (1801, (2, 1)), (2701, (3, 1)), (5401, (5, 1))],
)
def test_an_attack_is_worth_its_odds(force: int, sixths: tuple[int, int] | None) -> None:
    """Gain and cost against 900 points, by the number of successes among six throws.

    120 hits on 240 boxes cost 2 credits each, and a part of the fleet.
    """
    bot = bot_view(campaign({(7, 7): ADA, (7, 9): INDEPENDENT}))
    crew = [{"hull": 100, "armour": 20, "points": 500}] * 2
    gain = attack_gain(bot, bot.worlds["7,9"], force, crew)
    if sixths is None:
        assert gain == 0
    else:
        won, beaten = sixths
        assert gain == pytest.approx(120 * 6 * won / 6 - (2 * 120 + 1000 * 0.5**1.5) * beaten / 6)


def test_targets_are_visited_worlds_that_nobody_stands_at_or_protects() -> None:
    worlds = {
        (7, 7): ADA,
        (7, 9): INDEPENDENT,
        (9, 7): {"allegiance": Allegiance.PROTECTED},
        (9, 9): {"allegiance": Allegiance.FRIENDLY, "power": "Ada"},
        (5, 5): INDEPENDENT,
        (5, 7): INDEPENDENT | {"points": 0, "full": 4},
        (3, 3): INDEPENDENT,
    }
    game = campaign(worlds)
    game.counters = [Counter(owner="Brin", number=1, at=(5, 5))]
    game.empire("Ada").visited = ["7,9", "9,7", "9,9", "5,5", "5,7"]
    fleet(game, "Ada", (7, 7), "g1", CH=18)
    bot = bot_view(game)
    targets = list(neutral_targets(bot, bot.groups["g1"]))
    beaten = 2 * 120 + (120 / (18 * 33)) ** 1.5 * 18 * 302
    assert targets == [
        AttackTarget("5,7", 480.0),
        AttackTarget("7,9", pytest.approx(600 - beaten / 6)),
    ]
