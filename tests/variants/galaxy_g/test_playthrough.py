"""The golden playthrough: a short game with every kind of event, line by line as it always was."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import variants.galaxy_g
from horizons_core.model import EventKind
from tests.variants.galaxy_g.playthrough import playthrough, turns

GOLDEN = Path(__file__).parent / "golden" / "playthrough.txt"


def event_kinds() -> set[str]:
    """The codes of all kinds of event that the variant declares."""
    package = variants.galaxy_g
    names = [m.name for m in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    members = [member for name in names for member in vars(importlib.import_module(name)).values()]
    return {value.code for value in members if isinstance(value, EventKind)}


def test_the_game_is_played_and_told_as_it_always_was():
    assert playthrough().splitlines() == GOLDEN.read_text("utf-8").splitlines()


def test_every_kind_of_event_happens_in_it():
    assert {event.code for turn in turns() for event in turn.events} == event_kinds()
