"""Restoring a backup does the same in every database."""

from __future__ import annotations

from attrs import evolve

from horizons_host.games.backups import back_up
from horizons_host.games.restores import restore_over
from horizons_host.games.turns import run_and_store
from horizons_host.games.undo import undo_turn
from horizons_host.games.verification import verify
from horizons_host.store import Policy, SeatingPlan
from horizons_host.store.locations import open_games
from tests.host.databases.test_stores import NAMES, clock, content, new_game, submission


def _story(games):
    """Restore backups twice: with an unchanged history, and after the game diverged."""
    with new_game(games) as store:
        plan, results = SeatingPlan(store), []
        for name in NAMES:
            plan.set_policy(name, Policy("nothing"))
        run_and_store(store, clock=clock)
        first = back_up(store)
        plan.hand_over("Brin", "Bea", "", "bea@players.example")
        store.submit(submission("Zoe", turn=2))
        run_and_store(store, clock=clock)
        second = back_up(store)
        results.append(restore_over(store, first, clock))
        run_and_store(store, clock=clock)
        undo_turn(store, "once more", clock)
        undo_turn(store, "and the first", clock)
        store.submit(submission("ada", turn=1))
        run_and_store(store, clock=clock)
        results.append(restore_over(store, second, clock))
        run_and_store(store, clock=clock)
        assert verify(store).difference == ""
        assert next(seat for seat in store.seats() if seat.name == "Brin").person == "Bea"
        return [evolve(result, former=None) for result in results], content(store)


def test_restoring_gives_the_same_in_a_folder_and_on_a_server(tmp_path, postgresql):
    stories = []
    for location, files in ((tmp_path / "host", None), (postgresql, tmp_path / "files")):
        games = open_games(location, files)
        stories.append(_story(games))
        games.close()
    (results, in_folder), (server_results, on_server) = stories
    assert results == server_results
    assert {name: in_folder[name] for name in in_folder if in_folder[name] != on_server[name]} == {}


def test_a_restored_game_on_a_server_continues(postgresql, tmp_path):
    games = open_games(postgresql, tmp_path)
    with new_game(games) as store:
        before = back_up(store)
        store.submit(submission("Zoe"))
        assert restore_over(store, before, clock).turn == 0
        store.submit(submission())
        for name in NAMES:
            SeatingPlan(store).set_policy(name, Policy("nothing"))
        run_and_store(store, clock=clock)
        assert verify(store).difference == ""
    games.close()
