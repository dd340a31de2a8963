"""A worked war: turn by turn it goes as it was worked out."""

from __future__ import annotations

from collections import Counter

import pytest

from horizons_core.rng import Stream
from tests.effort import first
from tests.variants.starcluster.builders import run, stored
from tests.variants.starcluster.worked_empire import ORDERS as ORDERS_OF_EMPIRE
from tests.variants.starcluster.worked_empire import worked
from tests.variants.starcluster.worked_war import FOLDER, SCENES, race, raiders, render, war


def golden(name: str) -> str:
    return (FOLDER / name).read_text("utf-8")


@pytest.mark.rule("SC-TURN-001", "SC-GND-002", "SC-GND-003", "SC-PDC-005", "SC-CMS-006")
@pytest.mark.parametrize("name", SCENES)
def test_a_war_goes_as_it_was_worked_out(name):
    assert render(name).splitlines() == golden(name).splitlines()


def test_what_it_is_there_to_show_happens_in_it():
    texts = golden("course.txt") + golden("race.txt") + golden("raiders.txt")
    for text in (
        "Assault at 3", "the PDC is destroyed", "2 silos destroyed", "10 PU lost",
        "the fight continues", "the planet falls", "Ada has conquered 3", "3 yields S2",
        "takes 20.0 points aboard", "stance of NPR1 towards you is now HOSTILE", "are at peace",
        "Raiders of NPR1 have destroyed", "silos of 2 fire at NPR1", "NPR1 declines peace",
        "Wolves have destroyed 1 freighters", "DD-1 of Wolves",
    ):  # fmt: skip
        assert text in texts


@pytest.mark.parametrize("name", first(SCENES))
def test_a_war_of_games_that_were_stored_between_turns_is_the_same(name):
    assert render(name, stored) == golden(name)


@pytest.fixture
def thrown(monkeypatch):
    """The number of throws of each die."""
    counted, die = Counter(), Stream.die

    def counting(stream, sides):
        counted[sides] += 1
        return die(stream, sides)

    monkeypatch.setattr(Stream, "die", counting)
    return counted


@pytest.mark.rule("SC-EVT-001", "SC-GTN-002", "SC-DIP-003")
def test_the_dice_of_a_quiet_turn_and_of_a_war(thrown):
    games = worked(), war(), race(), raiders()
    thrown.clear()
    run(games[0], Ada=ORDERS_OF_EMPIRE)
    quiet = dict(thrown)
    thrown.clear()
    for name in SCENES:
        render(name)

    assert quiet == {6: 3, 10: 1, 100: 4}
    assert thrown == {6: 41, 10: 26, 100: 55}
