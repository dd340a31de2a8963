"""The golden playthrough: a campaign by the command line, line by line as it always was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.variants.campaign2e.playthrough import text

GOLDEN = Path(__file__).parent / "golden" / "playthrough.txt"


@pytest.mark.slow
def test_the_campaign_is_played_and_told_as_it_always_was():
    assert text().splitlines() == GOLDEN.read_text("utf-8").splitlines()


def test_what_it_is_there_to_show_happens_in_it():
    text = " ".join(GOLDEN.read_text("utf-8").split())
    for words in (
        "A battle of Ada against Brin at 2,5: the field is held by Ada.",
        "Week 7 is waiting for the umpire to enter the result of a battle.",
        "A battle of Brin against Ada at 3,3: the field is held by Ada.",
        "Dora has joined the campaign, around 17,7.",
        "The campaign is over: the umpire has ended it.",
        "replayed identically",
    ):
        assert words in text
