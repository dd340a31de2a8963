"""Metrics of a server, in the text format of Prometheus, their page, and the log of requests.

Each server counts the requests that it answers, in all of its processes; everything else is in
the database and is the same for every server. Every label has few values: routes by their
templates, statuses, states and kinds of jobs.
"""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Iterator
from ipaddress import ip_address
from urllib.parse import urlsplit

from litestar import Response, get
from litestar.enums import ScopeType
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from sqlalchemy import Connection, func, select

from horizons_host.clock import stamp
from horizons_host.server import tables
from horizons_host.server.administration import problem_reports
from horizons_host.server.games.access import page_not_found
from horizons_host.server.jobs import queue
from horizons_host.server.monitoring import counters
from horizons_host.server.monitoring.counters import is_multiprocess
from horizons_host.server.monitoring.logs import log_facts
from horizons_host.server.pages.rendering import PageRequest
from horizons_host.server.security.requests import STREAM_PATHS, InjectedService
from horizons_host.server.service import ServerSettings, Service

_log = logging.getLogger(__name__)
#: Routes whose `key` is that of a game; paths may contain other keys, and are not logged.
_GAME_ROUTES = ("/games/{key", "/api/v1/games/{key")

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})

#: Headers that a proxy adds. Behind a proxy every request comes from this machine.
_BY_A_PROXY = frozenset({"forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"})
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})


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
            "Seconds that answers to requests took.",
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
        "horizons_waiting", "Emails and posts that wait in games to be sent.", labels=["what"]
    )
    for kind, count in counters.waiting_totals(connection).items():
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
    reports = problem_reports.open_reports(connection)
    return [
        games,
        GaugeMetricFamily("horizons_accounts", "People with an account.", people),
        GaugeMetricFamily("horizons_problem_reports", "Problem reports that are open.", reports),
    ]


def _is_local_request(request: PageRequest, settings: ServerSettings) -> bool:
    """Return whether a program on this machine sends the request, to a server without a proxy.

    Behind a proxy this cannot be known, because the proxy is on this machine, too.
    """
    if urlsplit(settings.public_url).hostname not in _HERE:
        return False
    host = urlsplit(f"//{request.headers.get('host', '')}").hostname
    direct = _BY_A_PROXY.isdisjoint(request.headers.keys())
    return (
        direct
        and host in _HERE
        and request.client is not None
        and _is_loopback(request.client.host)
    )


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


@get("/metrics", sync_to_thread=True, include_in_schema=False)
def metrics(request: PageRequest, service: InjectedService) -> Response[bytes]:
    """Return the metrics to authorized programs; for others, the page does not exist."""
    token, authorization = service.settings.metrics_token, request.headers.get("authorization", "")
    matches = hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode())
    if not (matches if token else _is_local_request(request, service.settings)):
        raise page_not_found()
    figures: Metrics = request.app.state.figures
    return Response(figures.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


class RequestLog:
    """Middleware that counts and logs requests, including those without a route."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, then count and log it."""
        began, status = time.perf_counter(), 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, watched)
        finally:
            # A stream ends long after it was answered, so only a refused one is counted.
            if scope["type"] == ScopeType.HTTP and not (
                scope["path"] in STREAM_PATHS and status == HTTP_200_OK
            ):
                self._record(scope, status, time.perf_counter() - began)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        method, route = str(scope.get("method", "")), str(scope.get("path_template", ""))
        figures: Metrics = scope["litestar_app"].state.figures
        figures.count(method, route, status, seconds)
        account = scope.get("user")
        _log.info(
            "request",
            extra=log_facts(
                method=method,
                route=route,
                status=status,
                seconds=round(seconds, 4),
                account=getattr(account, "id", None),
                game=_game_key(scope, route) if status < 400 else None,
            ),
        )


def _game_key(scope: Scope, route: str) -> str | None:
    """Return the key of the game that a request is about."""
    return scope["path_params"].get("key") if route.startswith(_GAME_ROUTES) else None
