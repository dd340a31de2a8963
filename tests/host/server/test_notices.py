"""Notifications of a game on the server: webhooks, feeds, and subscriptions."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping
from typing import cast
from xml.etree import ElementTree as ET

import pytest
from attrs import evolve

from horizons_host.games.turns import run_and_store
from horizons_host.notifications.delivery import add_webhook, deliver_due
from horizons_host.notifications.webhooks import PostResult, signature
from horizons_host.server.jobs import delivery, queue, turns, worker
from horizons_host.server.jobs.queue import NextRun
from tests.host.server.begun import begin_game, game, submit
from tests.host.server.browser import Browser, Site
from tests.host.server.games import invite, running_game

KEY = "the-mars-affair"
GAME = f"/games/{KEY}"
DESK, OWN = f"{GAME}/desk/notifications", f"{GAME}/notifications"
HOOK = "https://hooks.example.org/one"
ATOM = "{http://www.w3.org/2005/Atom}"


class Posts:
    """Records posts and answers as configured, by default with success."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, bytes, dict[str, str]]] = []
        self.answers: list[PostResult] = []
        #: called during a post
        self.meanwhile: Callable[[], None] = lambda: None

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> PostResult:
        self.posts.append((url, body, dict(headers)))
        self.meanwhile()
        return self.answers.pop(0) if self.answers else PostResult(True, False, "200 OK")

    @property
    def kinds(self) -> list[str]:
        """The kinds of the posted events."""
        return [headers["X-Horizons-Event"] for _, _, headers in self.posts]


@pytest.fixture
def posts() -> Posts:
    """The receiver of the server's posts."""
    return Posts()


@pytest.fixture
def posting_site(tmp_path, posts: Posts) -> Site:
    """A server that posts there."""
    return Site(tmp_path / "server", posts=posts)


@pytest.fixture
def people(posting_site: Site) -> dict[str, Browser]:
    """A running game of Ada and Brin."""
    return running_game(posting_site)


def run_turn(site: Site, people: dict[str, Browser]) -> None:
    desk = f"{GAME}/desk"
    people["Cleo"].open(desk).send(f"{desk}/run", anyway="yes")
    work(site)


def work(site: Site) -> None:
    worker.run_housekeeping(site.service)
    site.work()


def test_what_happens_is_posted_once_and_signed(
    posting_site: Site, people: dict[str, Browser], posts: Posts
) -> None:
    page = people["Cleo"].open(DESK).send(f"{DESK}/webhooks", url=HOOK)
    (secret,) = re.findall(r"<code>(\w{64})</code>", page.text)
    assert secret not in page.open(DESK).text
    run_turn(posting_site, people)
    posting_site.clock.advance(minutes=5)
    work(posting_site)
    assert posts.kinds == ["turn"]
    url, body, headers = posts.posts[0]
    assert (url, json.loads(body)["allowed_mentions"]) == (HOOK, {"parse": []})
    seconds = int(re.match(r"t=(\d+),", headers["X-Horizons-Signature"])[1])  # type: ignore[index]
    assert headers["X-Horizons-Signature"] == signature(secret, body, seconds)


def test_what_happens_is_posted_on_either_kind_of_database(any_site: Site, posts: Posts) -> None:
    begin_game(any_site)
    with game(any_site) as store:
        add_webhook(store, HOOK, clock=any_site.clock)
    turns.request_turn(any_site.service, "mars", anyway=True)
    site = evolve(any_site.service, webhook_sender=posts)
    for _ in range(2):
        any_site.clock.advance(minutes=2)
        worker.run_housekeeping(site)
        while worker.run_next_job(site, "a worker"):
            pass
    assert posts.kinds == ["turn"]


def test_a_post_that_failed_is_tried_again_later(
    posting_site: Site, people: dict[str, Browser], posts: Posts
) -> None:
    people["Cleo"].open(DESK).send(f"{DESK}/webhooks", url=HOOK)
    posts.answers = [PostResult(False, True, "503 come back")]
    run_turn(posting_site, people)
    assert "503 come back" in people["Cleo"].open(DESK).words
    posting_site.clock.advance(seconds=30)
    work(posting_site)
    assert len(posts.posts) == 1
    posting_site.clock.advance(minutes=2)
    work(posting_site)
    assert [headers["X-Horizons-Delivery"] for *_, headers in posts.posts] == [
        posts.posts[0][2]["X-Horizons-Delivery"]
    ] * 2
    assert "1, 0, 0" in people["Cleo"].open(DESK).words


def test_a_player_reads_what_became_of_the_posts(
    posting_site: Site, people: dict[str, Browser], posts: Posts
) -> None:
    people["Ada"].open(OWN).send(f"{OWN}/webhooks", url=HOOK)
    posts.answers = [PostResult(False, True, "503 come back")]
    run_turn(posting_site, people)
    posting_site.clock.advance(minutes=2)
    work(posting_site)
    for page in (OWN, "/account/notifications"):
        words = people["Ada"].open(page).words
        assert re.search(r"accepted.*hooks.example.org.*200 OK.*postponed.*503 come back", words)
    assert "503 come back" not in people["Brin"].open("/account/notifications").words


@pytest.mark.parametrize(("failures", "at_once"), [(0, False), (2, False), (3, True)])
def test_after_some_failures_other_jobs_come_first(
    posting_site: Site, people: dict[str, Browser], posts: Posts, failures: int, at_once: bool
) -> None:
    for number in range(4):
        people["Cleo"].open(DESK).send(f"{DESK}/webhooks", url=f"{HOOK}/{number}")
    submit(posting_site, "Ada", "Brin", key=KEY)
    with game(posting_site, KEY) as store:
        run_and_store(store, clock=posting_site.clock)
    queue.wake_job(posting_site.service, delivery.DELIVERY_KIND, KEY)
    job = queue.take_job(posting_site.service, "a worker", [delivery.DELIVERY_KIND])
    assert job is not None
    posts.posts.clear()
    posts.answers = [PostResult(False, True, "503 come back")] * failures
    outcome = delivery.deliver_notifications(posting_site.service, job)
    assert len(posts.posts) == (3 if at_once else 4)
    assert (outcome == queue.continue_later(posting_site.service, outcome.message)) == at_once


def test_a_seat_is_told_what_is_its_own_and_manages_its_own_webhooks(
    posting_site: Site, people: dict[str, Browser], posts: Posts
) -> None:
    ada, brin = people["Ada"], people["Brin"]
    ada.open(OWN).send(f"{OWN}/webhooks", url=HOOK, **{"kind-message": "yes"})
    press = f"{GAME}/messages"
    brin.open(press).send(press, text="Peace?", **{"to-1": "Ada"})
    work(posting_site)
    run_turn(posting_site, people)
    assert posts.kinds == ["message"]
    assert b"Peace" not in posts.posts[0][1]
    assert "hooks.example.org" not in brin.open(OWN).text
    assert "hooks.example.org" not in people["Cleo"].open(DESK).text
    token = re.search(r'name="_csrf_token" value="([^"]+)"', brin.text)
    assert token
    for act in ("remove", "test"):
        path = f"{OWN}/webhooks/1/{act}"
        answer = brin.client.post(path, data={"_csrf_token": token[1]})
        assert answer.status_code == 422
    assert len(posts.posts) == 1
    ada.open(OWN).send(f"{OWN}/webhooks/1/remove")
    assert f"{OWN}/webhooks/1/remove" not in ada.text


def test_a_test_says_what_the_server_answered(people: dict[str, Browser], posts: Posts) -> None:
    cleo = people["Cleo"].open(DESK).send(f"{DESK}/webhooks", url=HOOK)
    cleo.open(DESK).send(f"{DESK}/webhooks/1/test")
    assert "Test delivered: 200 OK" in cleo.words
    posts.answers = [PostResult(False, False, "404 gone")]
    cleo.open(DESK).send(f"{DESK}/webhooks/1/test")
    assert (cleo.status, "404 gone" in cleo.words) == (422, True)
    assert posts.kinds == ["test", "test"]


def test_nobody_has_this_machine_post_tests_without_end(
    people: dict[str, Browser], posts: Posts
) -> None:
    cleo = people["Cleo"].open(DESK).send(f"{DESK}/webhooks", url=HOOK)
    for _ in range(15):
        cleo.open(DESK).send(f"{DESK}/webhooks/1/test")
    assert "too many" in cleo.words
    assert len(posts.posts) < 15


@pytest.mark.parametrize(
    "url", ["nonsense", "ftp://example.org/x", "https://ada:secret@example.org/", "javascript:1"]
)
def test_what_is_no_address_of_the_web_is_refused_and_still_there(
    people: dict[str, Browser], url: str
) -> None:
    cleo = people["Cleo"].open(DESK).send(f"{DESK}/webhooks", url=url)
    assert cleo.status == 422
    assert url in cleo.text


def test_two_workers_tell_each_happening_once(
    posting_site: Site, people: dict[str, Browser], posts: Posts
) -> None:
    people["Cleo"].open(DESK).send(f"{DESK}/webhooks", url=HOOK)
    run = f"{GAME}/desk"
    people["Cleo"].open(run).send(f"{run}/run", anyway="yes")
    worker.run_housekeeping(posting_site.service)
    other = Site(posting_site.service.database.folder, posts=posts)
    other.clock.time = posting_site.clock.time

    def other_works() -> None:
        with other.service.database.game(KEY) as store:
            list(deliver_due(store, other.clock, posts))
        other.work()

    posts.meanwhile = other_works
    posting_site.work()
    other.work()
    assert posts.kinds == ["turn"]


def test_a_server_that_does_not_answer_holds_up_no_turn(
    posting_site: Site, people: dict[str, Browser], posts: Posts, monkeypatch: pytest.MonkeyPatch
) -> None:
    people["Cleo"].open(DESK).send(f"{DESK}/webhooks", url=HOOK)
    press = f"{GAME}/desk/messages"
    people["Cleo"].open(press).send(press, text="Friday", to_all="yes")
    stop, ran, waited = threading.Event(), threading.Event(), list[bool]()

    def turn(*_: object) -> str:
        ran.set()
        return "a turn was run"

    def no_answer() -> None:
        turns.request_turn(posting_site.service, KEY, anyway=True)
        waited.append(ran.wait(60))
        stop.set()

    monkeypatch.setitem(cast("dict[str, object]", worker.JOB_KINDS), turns.TURN_KIND, turn)
    posts.meanwhile = no_answer
    worker.run_jobs(posting_site.service, "a worker", stop, pause=0.01)
    assert waited == [True]


def test_a_wake_up_during_a_run_is_not_lost(posting_site: Site, people: dict[str, Browser]) -> None:
    queue.wake_job(posting_site.service, delivery.DELIVERY_KIND, KEY)
    job = queue.take_job(posting_site.service, "a worker", [delivery.DELIVERY_KIND])
    assert job is not None
    queue.wake_job(posting_site.service, delivery.DELIVERY_KIND, KEY)
    assert queue.take_job(posting_site.service, "another", [delivery.DELIVERY_KIND]) is None
    queue.reschedule(posting_site.service, job, "a worker", NextRun("2030-01-01T00:00:00+00:00"))
    second = queue.take_job(posting_site.service, "another", [delivery.DELIVERY_KIND])
    assert second is not None
    queue.reschedule(posting_site.service, second, "another", NextRun("2030-01-01T00:00:00+00:00"))
    assert queue.take_job(posting_site.service, "a worker", [delivery.DELIVERY_KIND]) is None


def feed_of(page: Browser) -> str:
    match = re.search(r"http://games\.example\.org(/games/[\w-]+/feeds/[\w-]+)", page.text)
    assert match, page.words
    return match[1]


def titles(browser: Browser, path: str) -> list[str]:
    answer = browser.client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/atom+xml")
    root = ET.fromstring(answer.text)
    return [entry.findtext(f"{ATOM}title") or "" for entry in root.findall(f"{ATOM}entry")]


def test_a_seats_feed_is_read_by_its_secret_address_alone(
    posting_site: Site, people: dict[str, Browser]
) -> None:
    ada = people["Ada"].open(OWN)
    path = feed_of(ada.send(f"{OWN}/feed", do="make"))
    token = path.rpartition("/")[2]
    for file in posting_site.service.database.folder.rglob("*.sqlite*"):
        assert token.encode() not in file.read_bytes()
    press = f"{GAME}/messages"
    people["Brin"].open(press).send(press, text="Peace?", **{"to-1": "Ada"})
    run_turn(posting_site, people)
    program = posting_site.browser()
    headlines = titles(program, path)
    assert any("Turn 1 was run" in title for title in headlines)
    assert any("Ada has a new message" in title for title in headlines)
    assert program.client.get(f"{path}x").status_code == 404
    assert program.client.get(path.replace(KEY, "another")).status_code == 404
    other = feed_of(ada.open(OWN).send(f"{OWN}/feed", do="make"))
    assert program.client.get(path).status_code == 404
    ada.open(OWN).send(f"{OWN}/feed", do="end")
    assert program.client.get(other).status_code == 404


def test_the_games_feed_tells_what_everybody_may_know(
    posting_site: Site, people: dict[str, Browser]
) -> None:
    path = feed_of(people["Cleo"].open(DESK).send(f"{DESK}/feed", do="make"))
    press = f"{GAME}/messages"
    people["Brin"].open(press).send(press, text="Peace?", **{"to-1": "Ada"})
    run_turn(posting_site, people)
    headlines = titles(posting_site.browser(), path)
    assert any("Turn 1 was run" in title for title in headlines)
    assert not any("message" in title for title in headlines)
    people["Cleo"].open(DESK).send(f"{DESK}/feed", do="end")
    assert posting_site.browser().client.get(path).status_code == 404


def test_who_gives_a_seat_up_is_told_nothing_more(
    posting_site: Site, people: dict[str, Browser], posts: Posts
) -> None:
    ada = people["Ada"].open(OWN)
    path = feed_of(ada.send(f"{OWN}/feed", do="make"))
    ada.open(OWN).send(f"{OWN}/webhooks", url=HOOK)
    invitation = invite(people["Cleo"], GAME, role="player", seat="Ada")
    posting_site.person("Dara").open(invitation).send(invitation)
    work(posting_site)
    run_turn(posting_site, people)
    assert posting_site.browser().client.get(path).status_code == 404
    assert posts.posts == []
