"""Loaded games are shared by all readers, and changes are visible at once."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import pytest

import horizons_core as hz
from horizons_core.codec import digest_of, dump
from horizons_host.games.edits import edit_game
from horizons_host.games.endings import end_game
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.games.receipts import receipt_of
from horizons_host.games.turns import run_and_store
from horizons_host.store import GameStore, GameStoreError
from tests.host.helpers import ORDERS, database, make_game, new_game

VARIANTS = ("campaign2e", "event_horizon", "far_horizons", "galaxy_g", "starcluster")


@pytest.fixture(scope="module")
def _played(tmp_path_factory):
    folder = new_game(tmp_path_factory.mktemp("positions") / "mars")
    with GameStore(folder) as store:
        run_and_store(store)
    return folder


@pytest.fixture
def mars(_played, tmp_path):
    """A game of Ada and Brin at turn 1."""
    return shutil.copytree(_played, tmp_path / "mars")


@pytest.fixture
def store(mars):
    with GameStore(mars) as game:
        yield game


def _is_as_stored(store):
    return digest_of(dump(store.position().game)) == digest_of(store.snapshot().state)


def test_who_looks_again_gets_the_same_game(store):
    first = store.position()
    OrderIntake(store).submit(OrderText(ORDERS, "orders"), "Ada")
    assert store.position().game is first.game
    assert store.position().name == first.name
    assert (first.turn, [seat.name for seat in first.seats]) == (1, ["Ada", "Brin"])


@pytest.mark.parametrize(
    "change",
    [
        run_and_store,
        lambda store: edit_game(store, "state: {stock: {Ada: {hull: 41}}}\n", reason="a slip"),
        lambda store: end_game(store, "peace", ["Ada"]),
    ],
    ids=["a turn", "an edit", "an end"],
)
def test_what_is_done_to_a_game_is_seen_at_once(store, change):
    before = store.position()
    change(store)
    assert store.position().name != before.name
    assert _is_as_stored(store)


def test_a_turn_that_is_run_does_not_change_what_was_looked_at(store):
    looked_at = store.position().game
    before = digest_of(dump(looked_at))
    run_and_store(store)
    assert digest_of(dump(looked_at)) == before


def test_a_state_that_was_damaged_since_is_not_taken_for_the_one_that_was_read(
    tmp_path, mars, store
):
    """It is neither the state that was there nor that of turn 0, which is known as well."""
    with GameStore(new_game(tmp_path / "other")) as other:
        assert other.position().turn == 0
    store.position()
    with closing(sqlite3.connect(database(mars))) as connection, connection:
        connection.execute("UPDATE turns SET state = (SELECT state FROM turns WHERE turn = 0)")
    with pytest.raises(GameStoreError, match="state of turn 1 differs from its digest"):
        store.position()


@pytest.mark.parametrize("variant", VARIANTS)
def test_looking_changes_nothing(tmp_path, variant):
    people = ("--player", "Ada", "--player", "Brin", "--seed", 7)
    make_game(tmp_path / "game", "--variant", variant, *people)
    with GameStore(tmp_path / "game") as store:
        run_and_store(store)
        game = store.position().game
        rules = hz.variant_of(game)
        for seat in ("Ada", "Brin"):
            view = rules.view(game, seat)
            rules.map(view)
            rules.things(view)
            rules.order_options(view)
            text = "\n".join(
                command.example for command in rules.language.by_keyword.values() if command.example
            )
            receipt_of(OrderIntake(store).examine(OrderText(text, "orders"), seat))
        rules.view(game, None)
        assert _is_as_stored(store)
