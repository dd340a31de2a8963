"""The golden playthrough: ten months by the command line, line by line as they always were."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.variants.starcluster.playthrough import text

GOLDEN = Path(__file__).parent / "golden" / "playthrough.txt"


@pytest.mark.slow
def test_the_game_is_played_and_told_as_it_always_was():
    assert text().splitlines() == GOLDEN.read_text("utf-8").splitlines()


def test_what_it_is_there_to_show_happens_in_it():
    text = " ".join(GOLDEN.read_text("utf-8").split())
    for words in (
        "Dora joins 'far' after turn 5",
        "the opening line names turn 2, which has already been run",
        "Far Eye has moved from 3 to 13.",
        "You are now in contact with NPR1: NEUTRAL.",
        "The stance of NPR1 towards you is now TRADE.",
        "The basic scan of 7 has arrived.",
        "COL reaches level 2.",
        "set out to colonize 3, 10 turns away.",
        "replayed identically",
    ):
        assert words in text
