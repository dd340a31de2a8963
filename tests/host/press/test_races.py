"""Text written while the game changes refers to the game's state at that time."""

from __future__ import annotations

import pytest

from horizons_host.games.turns import run_and_store
from horizons_host.messages import posting
from horizons_host.seats.changes import set_policy
from horizons_host.store import GameStore, GameStoreError


def _seats_changed(store):
    set_policy(store, "Ada", "nothing")


@pytest.fixture
def store(mars):
    with GameStore(mars) as game:
        yield game


def _looked(store):
    return posting.in_transaction(store, lambda _, state: (state.turn, tuple(state.seats)))


@pytest.mark.parametrize("change", [_seats_changed, run_and_store])
def test_a_change_between_looking_and_writing_is_seen(store, monkeypatch, change):
    changes, look = [change], posting.read_state

    def read_state(store):
        state = look(store)
        if changes:
            changes.pop()(store)
        return state

    monkeypatch.setattr(posting, "read_state", read_state)
    assert _looked(store) == (store.latest(), tuple(store.seats()))


def test_a_constantly_changing_game_is_not_written_to(store, monkeypatch):
    look = posting.read_state

    def read_state(store):
        state = look(store)
        run_and_store(store)
        return state

    monkeypatch.setattr(posting, "read_state", read_state)
    with pytest.raises(GameStoreError, match="the game kept changing"):
        _looked(store)
