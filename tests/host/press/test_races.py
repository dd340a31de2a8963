"""What is written while the game changes is written of the game as it is then."""

from __future__ import annotations

import pytest

from horizons_host.arrangements import set_policy
from horizons_host.press import posting
from horizons_host.store import GameStore, GameStoreError
from horizons_host.turns import run_and_store


def _seats_changed(store):
    set_policy(store, "Ada", "nothing")


@pytest.fixture
def store(mars):
    with GameStore(mars) as found:
        yield found


def _looked(store):
    return posting.within(store, lambda _, here: (here.turn, tuple(here.seats)))


@pytest.mark.parametrize("change", [_seats_changed, run_and_store])
def test_a_change_between_looking_and_writing_is_seen(store, monkeypatch, change):
    changes, look = [change], posting.here_of

    def here_of(store):
        here = look(store)
        if changes:
            changes.pop()(store)
        return here

    monkeypatch.setattr(posting, "here_of", here_of)
    assert _looked(store) == (store.latest(), tuple(store.seats()))


def test_a_game_that_does_not_keep_still_is_not_written_to(store, monkeypatch):
    look = posting.here_of

    def here_of(store):
        here = look(store)
        run_and_store(store)
        return here

    monkeypatch.setattr(posting, "here_of", here_of)
    with pytest.raises(GameStoreError, match="the game kept changing"):
        _looked(store)
