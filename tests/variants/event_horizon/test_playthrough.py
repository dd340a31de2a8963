"""The golden playthrough: a whole short game, line by line as it always was."""

from __future__ import annotations

from pathlib import Path

from tests.variants.event_horizon.playthrough import playthrough

GOLDEN = Path(__file__).parent / "golden" / "playthrough.txt"


def test_the_game_is_played_and_told_as_it_always_was():
    assert playthrough().splitlines() == GOLDEN.read_text("utf-8").splitlines()
