"""The golden orders of the bots: a game of three, line by line as they always wrote it."""

from __future__ import annotations

from pathlib import Path

from tests.variants.far_horizons.bot_games import WAR, told

GOLDEN = Path(__file__).parent / "golden" / "bot_games.txt"
GOLDEN_WAR = Path(__file__).parent / "golden" / "bot_wars.txt"


def test_the_bots_order_what_they_always_did():
    assert told().splitlines() == GOLDEN.read_text("utf-8").splitlines()


def test_the_raider_makes_war_as_it_always_did():
    assert told(WAR).splitlines() == GOLDEN_WAR.read_text("utf-8").splitlines()
