"""Pages for watching in a browser: they follow the game, and other sites show its replay."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from horizons_host.games.endings import end_game
from horizons_host.games.turns import run_and_store
from horizons_host.server.games import archiving
from tests.browser.grounds import Grounds
from tests.browser.walking import complaints
from tests.effort import first
from tests.host.server.played import play_game

TURNS = 2
RULE = {"audience": "everyone", "delay": 1, "embeds": True}
#: Well below the interval at which a page without a stream is fetched again.
SOON_MS = 30_000


@pytest.fixture(scope="module")
def key(server: Grounds) -> str:
    """A game that everyone can watch."""
    return play_game(
        server.site, "event_horizon", TURNS, title="Watched", bot="greedy", watching=RULE
    )


def run_turn(ground: Grounds, key: str) -> int:
    with ground.site.service.database.game(key) as store:
        run_and_store(store)
        return store.latest()


def is_live(page: Page) -> None:
    expect(page.locator("#as-of")).to_have_attribute("data-state", "live", timeout=SOON_MS)


@pytest.mark.parametrize("size", first(["a phone", "a screen"]))
def test_pages_for_watching_fit_and_have_no_findings(ground: Grounds, key: str, size: str) -> None:
    wrong = {}
    game = f"/games/{key}"
    for name, paths in {
        "": (
            f"{game}/watch",
            f"{game}/perspectives/*public/replay",
            f"{game}/watch/charts",
            "/",
        ),
        "Cleo": (f"{game}/perspectives/*/replay", f"{game}/desk/watching"),
    }.items():
        page = ground.person(name, size) if name else ground.stranger(size)
        for path in paths:
            page.goto(path)
            wrong[path] = complaints(page)
            if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
                wrong[path].append("it is too wide")
    assert not any(wrong.values()), wrong


def test_open_pages_follow_the_game_without_being_reloaded(ground: Grounds, key: str) -> None:
    watch, home = ground.stranger(), ground.stranger()
    watch.goto(f"/games/{key}/watch")
    home.goto("/")
    for page in (watch, home):
        is_live(page)
        page.evaluate("window.isTheSame = true")
    turn = run_turn(ground, key)
    expect(watch.locator("output[data-now]")).to_have_text(str(turn - 1), timeout=SOON_MS)
    expect(watch.locator(f".frames section[data-of='{turn - 1}']")).to_be_visible()
    expect(watch.locator("#standing h2")).to_have_text(f"Standing after turn {turn - 1}")
    picture = home.locator(f"[data-follow={key}] img")
    expect(picture).to_have_attribute("src", f"/games/{key}/watch/pictures/{turn - 1}")
    for page in (watch, home):
        assert page.evaluate("window.isTheSame")


def test_an_open_page_stays_at_an_earlier_turn_that_is_looked_at(ground: Grounds, key: str) -> None:
    page = ground.stranger()
    page.goto(f"/games/{key}/watch")
    is_live(page)
    page.locator("[data-do=first]").click()
    expect(page.locator("output[data-now]")).to_have_text("0")
    turn = run_turn(ground, key)
    expect(page.locator(f"[data-frame='{turn - 1}']")).to_be_visible(timeout=SOON_MS)
    expect(page.locator("output[data-now]")).to_have_text("0")
    page.locator("[data-do=last]").click()
    expect(page.locator("output[data-now]")).to_have_text(str(turn - 1))


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - of the library
        """Log nothing."""


@pytest.fixture(scope="module")
def finished(server: Grounds) -> str:
    """A game that is over, with its archive open."""
    service = server.site.service
    key = play_game(server.site, "event_horizon", TURNS, title="Over", bot="greedy", watching=RULE)
    with service.database.game(key) as store:
        end_game(store, "by agreement", [], service.clock)
        archiving.update_after_change(service, key, store)
    archiving.request_opening(service, key)
    server.site.work()
    return key


@pytest.fixture(scope="module")
def blog(server: Grounds, finished: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of another site, with a page for the replay and one for another page."""
    folder: Path = tmp_path_factory.mktemp("blog")
    for name, path in (
        ("replay", f"/embed/{finished}/Brin/replay"),
        ("other", f"/games/{finished}/perspectives/Brin/replay"),
    ):
        frame = f'<iframe src="{server.url}{path}" width="100%" height="700"></iframe>'
        folder.joinpath(f"{name}.html").write_text(f"<!doctype html><title>Blog</title>{frame}")
    folder.joinpath("favicon.ico").touch()
    with ThreadingHTTPServer(("localhost", 0), partial(_Quiet, directory=str(folder))) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://localhost:{site.server_address[1]}"
        site.shutdown()


@pytest.mark.parametrize("size", first(["a phone", "a screen"]))
def test_another_site_shows_the_replay_without_cookies(
    ground: Grounds, blog: str, size: str
) -> None:
    page = ground.stranger(size)
    page.goto(f"{blog}/replay.html")
    frame = page.frame_locator("iframe")
    expect(frame.locator("output[data-now]")).to_have_text(str(TURNS))
    frame.locator("[data-do=back]").click()
    expect(frame.locator("output[data-now]")).to_have_text(str(TURNS - 1))
    expect(frame.locator(f".frames section[data-of='{TURNS - 1}']")).to_be_visible()
    inside = page.frames[1]
    assert inside.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.context.cookies() == []


def test_another_site_shows_no_other_page(ground: Grounds, blog: str) -> None:
    page = ground.stranger()
    page.goto(f"{blog}/other.html")
    expect(page.frame_locator("iframe").locator("#main")).to_have_count(0)
    refused = [line for line in ground.wrong if "frame-ancestors" in line]
    assert refused
    ground.wrong = []
