"""Two processes on one game: one of them wins, and the other reports it."""

from __future__ import annotations

import signal

import pytest

from horizons_host.games.turns import run_and_store
from horizons_host.store import GameStore, TurnTakenError
from tests.host import forks
from tests.host.helpers import ORDERS, as_file, fine


def test_of_two_processes_that_run_a_turn_at_once_one_wins(mars):
    slow = forks.start("turn", "--yes", "-g", mars)
    assert "Turn 1: no orders from Ada, Brin" in slow.stderr.readline()
    slow.send_signal(signal.SIGSTOP)  # it has read the game, and has not stored the turn
    fine("turn", "--yes", "-g", mars)
    slow.send_signal(signal.SIGCONT)
    _, output = slow.communicate()
    assert slow.wait() == 1
    assert "another process has just run turn 1" in output
    assert "the latest turn is 1" in output
    with GameStore(mars) as store:
        assert store.latest() == 1
    fine("verify", "-g", mars)


def test_many_processes_at_once_leave_a_sound_game(mars):
    racers = [forks.start("turn", "-g", mars, "--bots", "random") for _ in range(4)]
    ends = [(racer.communicate(), racer.wait()) for racer in racers]
    won = sum(status == 0 for _, status in ends)
    for (_, output), status in ends:
        assert status == 0 or "another process has just" in output, output
    with GameStore(mars) as store:
        assert store.latest() == won >= 1
    fine("verify", "-g", mars)


def test_the_loser_of_a_race_stores_nothing(mars):
    with GameStore(mars) as first, GameStore(mars) as second:

        def overtake(_turn, _intake):
            if first.latest() == 0:
                run_and_store(second)

        with pytest.raises(TurnTakenError):
            run_and_store(first, announce=overtake)
        assert first.latest() == 1


def test_orders_handed_in_while_a_turn_is_stored_are_for_one_turn_or_the_next(mars):
    slow = forks.start("turn", "--yes", "-g", mars)
    slow.stderr.readline()
    slow.send_signal(signal.SIGSTOP)
    fine("orders", "submit", "-g", mars, "-p", "Ada", as_file(mars, ORDERS))
    slow.send_signal(signal.SIGCONT)
    slow.communicate()
    assert slow.wait() == 0
    with GameStore(mars) as store:
        assert store.used(store.stored(1)).texts == {"Ada": ORDERS}
