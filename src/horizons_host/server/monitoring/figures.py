"""Metrics of a server, in the text format of Prometheus.

Each server counts the requests that it answers, in all of its processes; everything else is in
the database and is the same for every server. Every label has few values: routes by their
templates, statuses, states and kinds of jobs.
"""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.exposition import generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy import Connection, func, select

from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.jobs import queue
from horizons_host.server.monitoring import counters, waiting
from horizons_host.server.monitoring.several import is_multiprocess
from horizons_host.server.service import Service

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})


class Metrics:
    """The metrics of a server, over all of its processes."""

    def __init__(self, service: Service) -> None:
        self._registry = CollectorRegistry()
        exported = CollectorRegistry() if is_multiprocess() else self._registry
        self._requests = Counter(
            "horizons_requests",
            "Requests that this server answered.",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "horizons_request_seconds",
            "How long their answers took.",
            ["method", "route"],
            buckets=_SECONDS,
            registry=self._registry,
        )
        if exported is self._registry:
            ProcessCollector(registry=exported)
        else:
            MultiProcessCollector(exported)  # type: ignore[no-untyped-call]
        exported.register(_StoredMetrics(service))
        self._shown = exported

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request by the template of its route ("" if it has none)."""
        method = method if method in _METHODS else "other"
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)

    def text(self) -> bytes:
        """Return all metrics with their current values."""
        return generate_latest(self._shown)


class _StoredMetrics(Collector):
    """Metrics that are read from the database when they are requested."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def describe(self) -> list[Metric]:
        """Return nothing, so that registering the metrics does not read the database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Return the metrics, all read in one transaction."""
        with self._service.database.reading() as connection:
            return iter([*_job_metrics(connection, self._service), *_game_metrics(connection)])


def _job_metrics(connection: Connection, service: Service) -> list[Metric]:
    table, time = tables.jobs, stamp(service.clock)
    jobs = GaugeMetricFamily("horizons_jobs", "Jobs that are not done.", labels=["kind", "state"])
    states = (queue.READY, queue.TAKEN, queue.FAILED)
    by_kind = (
        select(table.c.kind, table.c.state, func.count())
        .where(table.c.state.in_(states))
        .group_by(table.c.kind, table.c.state)
    )
    for kind, state, count in connection.execute(by_kind):
        jobs.add_metric([kind, state], count)
    due = select(func.count()).where(table.c.state == queue.READY, table.c.due_at <= time)
    late = GaugeMetricFamily(
        "horizons_jobs_due", "Jobs that wait for a worker.", connection.execute(due).scalar_one()
    )
    run = counters.counter_value(connection, counters.TURNS)
    turns = CounterMetricFamily("horizons_turns", "Turns that were run.", run)
    unsent = GaugeMetricFamily(
        "horizons_waiting", "What waits in the games to be sent.", labels=["what"]
    )
    for kind, count in waiting.waiting_totals(connection).items():
        unsent.add_metric([kind], count)
    return [jobs, late, turns, unsent]


def _game_metrics(connection: Connection) -> list[Metric]:
    table = tables.games
    games = GaugeMetricFamily("horizons_games", "Games by their state.", labels=["state"])
    for state, count in connection.execute(
        select(table.c.state, func.count()).group_by(table.c.state)
    ):
        games.add_metric([state], count)
    present = select(func.count()).where(tables.accounts.c.left_at.is_(None))
    people = connection.execute(present).scalar_one()
    return [games, GaugeMetricFamily("horizons_accounts", "People with an account.", people)]
