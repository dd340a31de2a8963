"""Reports of the web server's measurements about games, jobs and seconds."""

from __future__ import annotations

import pytest
from sqlalchemy import delete

from benchmarks.hosting.game_checks import (
    AcknowledgedRequests,
    Message,
    Orders,
    find_faults,
    unfinished_jobs,
)
from benchmarks.hosting.load import BAR, KINDS, Counts, rows_of
from benchmarks.hosting.servers import populate
from horizons_host.clock import now, stamp
from horizons_host.games.turns import run_and_store
from horizons_host.messages.posting import Draft, send
from horizons_host.seats import passwords
from horizons_host.server.jobs import queue, turns
from horizons_host.server.service import ServerDatabase, Service
from horizons_host.store import SubmittedOrders
from horizons_host.store.schema import message_copies

TEXT, OTHER = "; set 1 of P0x0\n", "; set 2 of P0x0\n"


@pytest.fixture
def service(tmp_path, monkeypatch):
    """Return a server with a game of two after a turn with one player's orders, and a message."""
    monkeypatch.setattr(passwords, "hasher", passwords.hasher)
    service = Service(ServerDatabase(tmp_path / "server"))
    populate(service, 1, 2)
    with service.database.game("game-0") as store:
        store.submit(SubmittedOrders(1, "P0x0", TEXT, stamp(now), "a test"))
        send(store, Draft("P0x0", "Hello", to=("P0x1",)))
        run_and_store(store)
    yield service
    service.database.close()


def _faults(service, acknowledged=None):
    with service.database.game("game-0") as store:
        return list(find_faults(store, acknowledged or AcknowledgedRequests()))


def test_what_was_acknowledged_and_is_there_is_no_fault(service):
    acknowledged = AcknowledgedRequests(
        [Orders("P0x0", 1, 1, TEXT)], [Message("P0x0", "Hello")], {1}
    )
    assert _faults(service, acknowledged) == []


@pytest.mark.parametrize(
    ("acknowledged", "message"),
    [
        (
            AcknowledgedRequests([Orders("P0x0", 1, 2, TEXT)]),
            "lost: version 2 of P0x0's orders for turn 1",
        ),
        (AcknowledgedRequests([Orders("P0x0", 1, 1, OTHER)]), "lost: version 1 of P0x0's orders"),
        (AcknowledgedRequests([Orders("P0x1", 1, 1, TEXT)]), "lost: version 1 of P0x1's orders"),
        (
            AcknowledgedRequests([], [Message("P0x0", "Farewell")]),
            "lost: P0x0's message 'Farewell'",
        ),
        (AcknowledgedRequests([], [], {1, 2}), "lost: turn 2"),
    ],
)
def test_what_was_acknowledged_and_is_not_there_is_lost(service, acknowledged, message):
    (fault,) = _faults(service, acknowledged)
    assert message in fault


def test_orders_that_are_there_twice_are_doubled(service):
    with service.database.game("game-0") as store:
        for text in (OTHER, "; set 3\n", OTHER):
            store.submit(SubmittedOrders(2, "P0x0", text, stamp(now), "a test"))
    assert _faults(service) == [f"doubled: P0x0's orders {OTHER!r}"]


def test_a_message_that_has_not_reached_everybody_is_half(service):
    with service.database.game("game-0") as store, store.writing() as connection:
        connection.execute(delete(message_copies).where(message_copies.c.seat == "P0x1"))
    assert _faults(service) == [
        "P0x1 has P0x0's message 'Hello' not as it was sent",
        "P0x1 has notifications of 1 messages, and other messages",
    ]


def test_jobs_are_left_over_until_they_have_ended_or_were_given_up(service):
    job = turns.request_turn(service, "game-0", anyway=True)
    for _ in range(queue.MAX_ATTEMPTS):
        queue.take_job(service, "one that dies", [turns.TURN_KIND])
        assert unfinished_jobs(service, [turns.TURN_KIND]) == [f"{job.unique_name}: taken "]
        queue.release_jobs(service, "one that dies")
    assert queue.take_job(service, "another", [turns.TURN_KIND]) is None
    assert unfinished_jobs(service, [turns.TURN_KIND]) == []
    turns.request_turn(service, "game-0", anyway=True)
    assert len(unfinished_jobs(service, [turns.TURN_KIND])) == 1


def test_of_each_kind_of_request_the_95th_percentile_is_held_against_the_idle_median():
    alone, many = Counts(), Counts()
    for kind in KINDS:
        alone.seconds[kind] = [0.01, 0.02, 0.09]
        many.seconds[kind] = [0.03] * 94 + [0.11] * 6
    row = rows_of(alone, many)[0]
    assert (row.alone, row.median, row.high, row.count) == (0.02, 0.03, 0.11, 100)
    assert row.ratio == pytest.approx(5.5)
    assert row.ratio > BAR
