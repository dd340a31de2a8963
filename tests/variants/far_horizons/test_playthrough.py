"""The golden playthrough: a short game with every kind of event but those of battles."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import variants.far_horizons
from horizons_core.model import EventKind
from tests.variants.far_horizons.playthrough import playthrough, turns

GOLDEN = Path(__file__).parent / "golden" / "playthrough.txt"
#: Events that do not happen in it, and the reasons.
NOT_THERE = {
    "units-looted": "follows from germ warfare",
    "game-won": "a house rule's victory",
}


_WAR = {"battle", "battles", "battle_orders", "__main__"}


def event_kinds() -> set[str]:
    """The codes of all kinds of event that the variant declares outside battles."""
    package = variants.far_horizons
    names = [m.name for m in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    expected = [name for name in names if not _WAR & set(name.split("."))]
    members = [m for name in expected for m in vars(importlib.import_module(name)).values()]
    return {kind.code for value in members for kind in kinds_in(value)}


def kinds_in(value: Any) -> Iterator[EventKind]:
    """A kind of event, or those in a mapping or a sequence."""
    if isinstance(value, EventKind):
        yield value
    elif isinstance(value, dict):
        yield from (kind for value in value.values() for kind in kinds_in(value))
    elif isinstance(value, tuple | list):
        yield from (kind for value in value for kind in kinds_in(value))


def test_the_game_is_played_and_told_as_it_always_was():
    assert playthrough().splitlines() == GOLDEN.read_text("utf-8").splitlines()


def test_every_kind_of_event_outside_battles_happens_in_it():
    happened = {event.code for turn in turns() for event in turn.events}
    assert happened == event_kinds() - {*NOT_THERE}
    assert event_kinds() >= {*NOT_THERE}
