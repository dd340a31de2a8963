"""Garbage collector pauses: what happens to the objects, and that turns leave no cycles behind."""

from __future__ import annotations

import gc
import weakref

import pytest

import horizons_core as hz
from horizons_core import gc_pause
from horizons_core.gc_pause import gc_paused
from tests.games import bot_orders, played


class Node:
    """An object in a reference cycle: only the collector can free it."""

    def __init__(self):
        self.itself = self


@pytest.fixture(autouse=True)
def _none_unseen_or_frozen(monkeypatch):
    monkeypatch.setattr(gc_pause, "_unseen", gc_pause._Unseen())
    gc.collect()  # what other tests left would count
    gc.unfreeze()
    yield
    gc.freeze()


def some_things():
    """Return more objects than the collector's threshold."""
    return [[] for _ in range(2 * gc.get_threshold()[0])]


def is_old(value):
    return any(value is tracked for tracked in gc.get_objects(generation=2))


def test_the_collector_is_as_it_was_after_a_pause():
    with gc_paused():
        assert not gc.isenabled()
        with gc_paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


def test_the_collector_does_not_look_at_what_a_pause_has_made():
    with gc_paused():
        nodes = some_things()

    assert gc.get_count()[0] < gc.get_threshold()[0]
    assert is_old(nodes)


def test_what_a_short_pause_makes_stays_young():
    gc.collect()
    with gc_paused():
        nodes = []

    assert not is_old(nodes)


def test_what_is_frozen_stays_frozen():
    gc.freeze()
    frozen = gc.get_freeze_count()
    try:
        with gc_paused():
            nodes = some_things()
        assert gc.get_freeze_count() >= frozen - 1000  # some objects are freed meanwhile
        assert not is_old(nodes)
    finally:
        gc.unfreeze()


def test_cycles_are_collected_when_pauses_have_made_much(monkeypatch):
    monkeypatch.setattr(gc_pause, "MAX_UNSEEN", 5 * gc.get_threshold()[0])
    with gc_paused():
        node = weakref.ref(Node())
        nodes = some_things()
    assert node() is not None

    while node() is not None:
        with gc_paused():
            nodes += some_things()
        assert len(nodes) <= 8 * gc.get_threshold()[0]


@pytest.mark.slow
def test_the_collector_looks_again_when_as_much_is_new_as_lived_before(monkeypatch):
    monkeypatch.setattr(gc_pause, "MAX_UNSEEN", 0)
    with gc_paused():
        nodes = some_things()
    lived = gc_pause._unseen.lived
    assert lived > len(nodes)

    with gc_paused():
        node = weakref.ref(Node())
    while node() is not None:
        with gc_paused():
            nodes += some_things()
    assert lived / 2 < len(nodes) < 2 * lived


@pytest.mark.parametrize("name", hz.variants())
def test_a_turn_without_references_is_freed_without_the_collector(name):
    players = ["Ada", "Brin"]
    variant = hz.load_variant(name)
    game = variant.new_game(players, seed=1)
    orders = [bot_orders(game, dict.fromkeys(players, bot), "gc") for bot in list(variant.bots)[:3]]
    gc.disable()
    try:
        games = [weakref.ref(turn.game) for turn in played(game, orders)]
        assert [game_reference() for game_reference in games] == [None] * len(orders)
    finally:
        gc.enable()
