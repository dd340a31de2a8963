"""A backup is restored alike in every database."""

from __future__ import annotations

from attrs import evolve

from horizons_host.backups import back_up
from horizons_host.hosting import open_games
from horizons_host.restores import restore_over
from horizons_host.retakes import undo_turn
from horizons_host.store import Policy, SeatingPlan
from horizons_host.turns import run_and_store
from horizons_host.verification import verify
from tests.host.databases.test_stores import NAMES, clock, content, given, new_game


def _story(games):
    """Backups are restored: of the same way, and after the game went another one since."""
    with new_game(games) as store:
        plan, told = SeatingPlan(store), []
        for name in NAMES:
            plan.set_policy(name, Policy("nothing"))
        run_and_store(store, clock=clock)
        first = back_up(store)
        plan.hand_over("Brin", "Bea", "", "bea@players.example")
        store.submit(given("Zoe", turn=2))
        run_and_store(store, clock=clock)
        second = back_up(store)
        told.append(restore_over(store, first, clock))
        run_and_store(store, clock=clock)
        undo_turn(store, "once more", clock)
        undo_turn(store, "and the first", clock)
        store.submit(given("ada", turn=1))
        run_and_store(store, clock=clock)
        told.append(restore_over(store, second, clock))
        run_and_store(store, clock=clock)
        assert verify(store).difference == ""
        assert next(seat for seat in store.seats() if seat.name == "Brin").person == "Bea"
        return [evolve(one, former=None) for one in told], content(store)


def test_what_comes_of_it_is_the_same_in_a_folder_and_on_a_server(tmp_path, postgresql):
    found = []
    for where, files in ((tmp_path / "host", None), (postgresql, tmp_path / "files")):
        games = open_games(where, files)
        found.append(_story(games))
        games.close()
    (told, here), (told_there, there) = found
    assert told == told_there
    assert {name: here[name] for name in here if here[name] != there[name]} == {}


def test_after_a_restore_the_game_of_a_server_goes_on(postgresql, tmp_path):
    games = open_games(postgresql, tmp_path)
    with new_game(games) as store:
        before = back_up(store)
        store.submit(given("Zoe"))
        assert restore_over(store, before, clock).turn == 0
        store.submit(given())
        for name in NAMES:
            SeatingPlan(store).set_policy(name, Policy("nothing"))
        run_and_store(store, clock=clock)
        assert verify(store).difference == ""
    games.close()
