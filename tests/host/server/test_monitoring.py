"""Metrics and log of a server: the administrator's view, without secrets."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.exceptions import WebSocketDisconnect
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import exc, select

from horizons_host.notifications.webhooks import PostResult
from horizons_host.server import tables
from horizons_host.server.accounts import sessions
from horizons_host.server.jobs import deadlines, queue
from horizons_host.server.jobs.worker import run_next_job
from horizons_host.server.monitoring import logs
from horizons_host.server.service import Service
from tests.host.server.browser import PASSWORD, Site
from tests.host.server.games import invite, running_game
from tests.host.server.test_calls import program
from tests.host.server.test_people import last_link, mail_settings

TOKEN = "a token for the figures alone"
SHOWN = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The process's log lines; the loggers are restored afterwards."""
    root, ours = logging.getLogger(), logging.getLogger(logs.OURS)
    before = root.handlers[:], root.level, ours.level
    stream = io.StringIO()
    logs.configure_logging("info", stream)
    yield stream
    logging.captureWarnings(capture=False)
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    ours.setLevel(before[2])


def lines(log: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.getvalue().splitlines()]


def figures(site: Site) -> dict[str, dict[tuple[str, ...], float]]:
    """Return the metrics by name and label values."""
    answer = site.browser().client.get("/metrics", headers=SHOWN)
    assert answer.status_code == 200
    samples: dict[str, dict[tuple[str, ...], float]] = {}
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            labels = tuple(sample.labels[name] for name in sorted(sample.labels))
            samples.setdefault(sample.name, {})[labels] = sample.value
    return samples


@pytest.fixture
def watched(tmp_path: Path) -> Site:
    """A server whose metrics need a token."""
    return Site(tmp_path / "server", metrics_token=TOKEN)


def test_requests_are_counted_by_the_template_of_their_route_and_status(watched: Site) -> None:
    browser = watched.browser()
    for path in ("/games/one", "/games/two", "/games/three"):
        browser.open(path)
    browser.open("/no/such/page")
    counted = figures(watched)["horizons_requests_total"]
    assert counted["GET", "/games/{key}", "404"] == 3
    assert counted["GET", "", "404"] == 1
    assert figures(watched)["horizons_request_seconds_count"]["GET", "/games/{key}"] == 3


def test_measured_request_times_fit_into_the_test(watched: Site) -> None:
    began, browser = time.perf_counter(), watched.browser()
    for path in ("/games/one", "/games/two", "/games/three"):
        browser.open(path)
    took = figures(watched)["horizons_request_seconds_sum"]["GET", "/games/{key}"]
    assert 0 < took < time.perf_counter() - began


def test_websockets_are_not_counted(watched: Site) -> None:
    before = figures(watched).get("horizons_requests_total", {})
    client = watched.browser().client
    del client.blocking_portal  # both sides of a connection run at once
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/games"):
        pass
    after = figures(watched)["horizons_requests_total"]
    assert after.keys() - before.keys() <= {("GET", "/metrics", "200")}


def test_strange_methods_and_paths_add_no_figures(watched: Site) -> None:
    client = watched.browser().client
    client.request("GET", "/nowhere/0")
    client.request("BREW0", "/")
    before = len(figures(watched)["horizons_requests_total"])
    for number in range(1, 30):
        client.request("GET", f"/nowhere/{number}")
        client.request(f"BREW{number}", "/")
    # The metrics page itself was requested in between.
    assert len(figures(watched)["horizons_requests_total"]) == before + 1


def test_games_people_jobs_and_turns_are_counted(watched: Site) -> None:
    people = running_game(watched)
    people["Cleo"].open("/games/the-mars-affair/desk")
    people["Cleo"].send("/games/the-mars-affair/desk/run", anyway="yes")
    before = figures(watched)
    assert before["horizons_games"]["running",] == 1
    assert before["horizons_accounts"][()] == 3
    assert before["horizons_jobs"]["turn", "ready"] == 1
    assert before["horizons_jobs_due"][()] >= 1
    assert before["horizons_turns_total"][()] == 0
    watched.work()
    after = figures(watched)
    assert ("turn", "ready") not in after["horizons_jobs"]
    assert after["horizons_turns_total"][()] == 1
    assert after["horizons_waiting"] == {("mails",): 0, ("notices",): 0}


class Away:
    """A webhook receiver that is unreachable for now."""

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> PostResult:
        return PostResult(accepted=False, retry=True, reply="503 away")


def test_what_waits_in_the_games_to_be_sent_is_counted(tmp_path: Path) -> None:
    site = Site(tmp_path / "server", posts=Away(), metrics_token=TOKEN)
    cleo = running_game(site)["Cleo"]
    page = "/games/the-mars-affair/desk"
    cleo.open(f"{page}/notifications").send(
        f"{page}/notifications/webhooks", url="https://hook.example.org/x"
    )
    cleo.open(page).send(f"{page}/run", anyway="yes")
    site.work()
    site.clock.advance(minutes=2)
    site.work()
    assert figures(site)["horizons_waiting"]["notices",] > 0


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"X-Token": TOKEN}])
def test_metrics_are_hidden_without_the_token(watched: Site, headers: dict[str, str]) -> None:
    client = watched.browser().client
    nowhere = client.get("/nothing-here", headers=headers)
    refused = client.get("/metrics", headers=headers)
    assert (refused.status_code, refused.text) == (404, nowhere.text)


@pytest.mark.parametrize(
    ("public_url", "asked_by", "host", "headers", "status"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1", "127.0.0.1:8000", {}, 200),
        ("http://localhost:8000", "::1", "localhost:8000", {}, 200),
        ("http://127.0.0.1:8000", "192.0.2.7", "127.0.0.1:8000", {}, 404),
        ("http://127.0.0.1:8000", "a socket", "127.0.0.1:8000", {}, 404),
        # A stranger's name that points to this machine, and proxies of every kind.
        ("http://127.0.0.1:8000", "127.0.0.1", "evil.example:8000", {}, 404),
        ("http://127.0.0.1:8000", "127.0.0.1", "127.0.0.1", {"X-Forwarded-For": "192.0.2.7"}, 404),
        ("http://127.0.0.1:8000", "127.0.0.1", "127.0.0.1", {"Via": "1.1 proxy"}, 404),
        ("https://games.example.org", "127.0.0.1", "127.0.0.1:8000", {}, 404),
    ],
)
def test_without_a_token_the_figures_are_for_this_machine_alone(
    tmp_path: Path,
    public_url: str,
    asked_by: str,
    host: str,
    headers: dict[str, str],
    status: int,
) -> None:
    site = Site(tmp_path / "server", public_url=public_url)
    # The test client's requests come from no address.
    by = httpx.ASGITransport(site.app, client=(asked_by, 5))  # type: ignore[arg-type]

    async def request_status() -> int:
        async with httpx.AsyncClient(transport=by, base_url=f"http://{host}") as client:
            return (await client.get("/metrics", headers=headers)).status_code

    assert asyncio.run(request_status()) == status


def test_every_request_is_a_line_of_the_log_without_its_address(
    site: Site, log: io.StringIO
) -> None:
    ada = site.person("Ada")
    ada.open("/links/reset/a-key-that-nobody-knows?mail=ada@example.org")
    line = lines(log)[-1]
    assert (line["message"], line["level"]) == ("request", "info")
    assert (line["method"], line["route"]) == ("GET", "/links/{purpose}/{key}")
    assert (line["status"], line["account"]) == (422, 1)
    assert "seconds" in line
    assert "time" in line


def test_only_jobs_that_end_are_logged(site: Site, log: io.StringIO) -> None:
    running_game(site)
    queue.enqueue(site.service, "trial", "the-mars-affair", "a trial", {"turn": 1})
    while run_next_job(site.service, "a worker"):
        pass
    records = [line for line in lines(log) if line.get("kind") == "trial"]
    assert [line["message"] for line in records] == ["job ends"]
    assert records[0]["ends"] == "done"
    assert records[0]["game"] == "the-mars-affair"
    assert queue.game_jobs(site.service, "the-mars-affair", deadlines.DEADLINE_KIND)
    assert not [line for line in lines(log) if line.get("kind") == deadlines.DEADLINE_KIND]


def test_a_defect_has_a_number_in_the_answer_and_in_the_log(
    site: Site, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(service: Service, key: str, **_: object) -> None:
        raise RuntimeError(f"the key {key} of ada@example.org")

    ada = site.person("Ada")
    key = ada.client.cookies.get("horizons") or ""
    monkeypatch.setattr(sessions, "session_owner", broken)
    ada.open("/account")
    assert ada.status == 500
    [line] = [line for line in lines(log) if line["message"] == "defect"]
    assert line["number"] in ada.text
    assert "RuntimeError" in line["traceback"]
    assert key not in log.getvalue()
    assert "ada@example.org" not in log.getvalue()


def test_a_job_that_meets_a_defect_says_its_number_and_nothing_else(
    site: Site, log: io.StringIO
) -> None:
    job = queue.enqueue(site.service, "no such kind", "", "a strange job")
    run_next_job(site.service, "a worker")
    [line] = [line for line in lines(log) if line["message"] == "defect"]
    with site.service.database.reading() as connection:
        table = tables.jobs
        message = connection.execute(select(table.c.says).where(table.c.id == job.id)).scalar_one()
    assert message == f"internal error, number {line['number']}"


def test_database_messages_contain_no_row_values(any_site: Site) -> None:
    table = tables.accounts
    with (
        pytest.raises(Exception, match=".") as met,
        any_site.service.database.writing() as connection,
    ):
        connection.execute(table.insert().values(name="Ada", mail="ada@example.org"))
    problem: BaseException | None = met.value
    assert isinstance(problem.__cause__ or problem, Exception)
    while problem is not None:
        if isinstance(problem, exc.StatementError):
            assert "[parameters" not in str(problem)
        problem = problem.__cause__


def test_a_log_of_a_game_holds_none_of_its_secrets(tmp_path: Path, log: io.StringIO) -> None:
    """Sign-up, links, passwords, invitations, tokens and orders do not appear in the log."""
    site = Site(tmp_path / "server", mail=mail_settings(tmp_path))
    secrets: set[str] = {PASSWORD, "another fine password", "hidden word"}
    for name in ("Cleo", "Ada", "Brin"):
        browser = site.browser().open("/sign-up")
        browser.send("/sign-up", name=name, mail=f"{name}@example.org", password=PASSWORD)
        path = last_link(site)
        browser.open(path).send(path)
        secrets |= {f"{name}@example.org", path.rpartition("/")[2]}
        secrets.add(browser.client.cookies.get("horizons") or "")
    ada = browser
    ada.open("/forgotten?mail=brin@example.org").send(
        "/forgotten", mail="brin@example.org", do="reset"
    )
    path = last_link(site)
    ada.open(path).send(path, password="another fine password")
    secrets |= {path.rpartition("/")[2], ada.client.cookies.get("horizons") or ""}
    ada.open("/sign-in").send("/sign-in", who="brin@example.org", password="hidden word")
    token = program(ada, site)
    secrets.add(token.headers["Authorization"].removeprefix("Bearer "))
    token.get("/api/v1/me?token=hidden+word")
    new = "/games/new/event_horizon"
    settings = {"title": "Mars", "players": "1", "bots": "1", "bot": "random", "plays": "yes"}
    ada.open(new).send(new, pace="daily", **settings)
    invitation = invite(ada, "/games/mars", role="player", mail="dax@example.org")
    secrets |= {invitation.rpartition("/")[2], "dax@example.org"}
    site.browser().open(invitation)
    ada.open("/games/mars").send("/games/mars/start")
    ada.open("/games/mars/orders").send("/games/mars/orders", orders="; hidden word", do="send")
    ada.client.get("/games/hidden%20word")
    site.work()
    assert len(lines(log)) > 40
    assert re.search("job ends", log.getvalue())
    for secret in secrets:
        assert secret
        assert secret.casefold() not in log.getvalue().casefold()
