"""Deadlines survive the restore of a backup: they belong to the calendar, not to the game."""

from __future__ import annotations

from datetime import datetime, timedelta

from horizons_host.deadlines.changes import pause, set_rule
from horizons_host.deadlines.due import run_due
from horizons_host.deadlines.missing_orders import mark_orders, set_game_policy
from horizons_host.deadlines.outlook import outlook
from horizons_host.games.backups import back_up
from horizons_host.games.order_intake import OrderIntake
from horizons_host.games.order_texts import OrderText
from horizons_host.games.restores import restore
from horizons_host.store import GameStore
from tests.host.clocks import SetClock
from tests.host.helpers import ORDERS, database


def _opened(store):
    return datetime.fromisoformat(store.run_at(store.latest()))


def test_after_a_backup_was_restored_no_turn_runs_at_once_and_deadlines_hold(mars):
    with GameStore(mars) as store:
        clock = SetClock(_opened(store))
        set_rule(store, {"rule": "daily 20:00", "when_final": True}, clock=clock)
        OrderIntake(store, clock).submit(OrderText(ORDERS, "orders"), "Ada", final=False)
        file = back_up(store)
        OrderIntake(store, clock).submit(OrderText(ORDERS, "orders"), "Brin")
        mark_orders(store, "Ada", final=True, clock=clock)
        assert run_due(store, clock).ran is not None
        set_game_policy(store, "nothing", clock=clock)
        pause(store, clock=clock)
    clock.advance(days=3)
    restore(mars, file, clock)
    with GameStore(mars) as store:
        assert run_due(store, clock).ran is None
        view = outlook(store, clock)
        assert (view.turn, view.state) == (1, "paused")
        assert [seat.state for seat in view.seats] == ["draft", "draft"]
        assert {seat.without for seat in view.seats} == {"no orders"}


def test_a_backup_in_the_place_of_a_lost_file_runs_no_turn_at_once(mars):
    with GameStore(mars) as store:
        clock = SetClock(_opened(store))
        set_rule(store, {"rule": "daily 20:00"}, clock=clock)
        set_game_policy(store, "nothing", clock=clock)
        file = back_up(store)
    database(mars).unlink()
    clock.advance(days=3)
    restore(mars, file, clock)
    with GameStore(mars) as store:
        assert run_due(store, clock).ran is None
        assert timedelta() < outlook(store, clock).deadline - clock.time <= timedelta(days=1)
