"""Open pages show what happens: in eight tabs, after sleep, and after the server was restarted."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from horizons_host.games.turns import run_and_store
from horizons_host.messages.posting import Draft, send
from tests.browser.clicking import give_default_order, ready_unit, targets
from tests.browser.grounds import Grounds, grounds
from tests.browser.ordering import begin, hand_in
from tests.browser.test_clicks import GAMES
from tests.host.conftest import _postgresql, postgresql, postgresql_server  # noqa: F401
from tests.host.server.played import play_game

GAME = "/games/mars"
#: Pages of eight tabs; more connections than a browser opens to a server.
TABS = ("/", "/games", f"{GAME}/overview", GAME, f"{GAME}/turns/1", "/", "/", f"{GAME}/deadlines")
#: Well below the interval at which a page without a stream is fetched again.
SOON_MS = 30_000
#: Less than the grace period of a request, which a stream would use up.
STOPPED_SECONDS = 8
#: The longest time from the end of a turn to its report on an open page.
SHOWN_SECONDS = 2.0
_TURNS = 5
#: Note in an open page when it shows each turn; nothing is left of that if it is reloaded.
_NOTE_TURNS = """() => {
    const game = document.getElementById("game");
    window.shownAt = {};
    new MutationObserver(() => { window.shownAt[game.dataset.turn] ??= Date.now() / 1000; })
        .observe(game, {attributes: true, attributeFilter: ["data-turn"]});
}"""


@pytest.fixture(
    params=["a folder", pytest.param("two processes on PostgreSQL", marks=pytest.mark.slow)]
)
def ground(request: pytest.FixtureRequest, tmp_path: Path, chromium: Browser) -> Iterator[Grounds]:
    """A server with a game that was played for a turn."""
    address, processes = None, 1
    if request.param != "a folder":
        address, processes = request.getfixturevalue("postgresql"), 2
    with grounds(tmp_path / "data", chromium, database=address, processes=processes) as ground:
        play_game(ground.site, "event_horizon", 1)
        yield ground
        ground.wrong = [line for line in ground.wrong if "ERR_" not in line]  # it was stopped
        ground.calm()


def run_turn(ground: Grounds, key: str = "mars") -> int:
    """Run the next turn and return its number."""
    with ground.site.service.database.game(key) as store:
        run_and_store(store)
        return store.latest()


def shows_turn(page: Page, turn: int) -> None:
    """Expect that a page tells of a turn."""
    text = f"Turn {turn} has been processed."
    banner = page.locator("#live, #banner").get_by_text(text)
    shown = page.locator("#own-games").get_by_text(f"turn {turn}", exact=False)
    expect(banner.or_(shown).first).to_be_visible(timeout=SOON_MS)


def opened(context: BrowserContext, ground: Grounds, *paths: str) -> list[Page]:
    pages = []
    for path in paths:
        page = context.new_page()
        page.goto(f"{ground.url}{path}")
        expect(page.locator("#as-of")).to_have_attribute("data-state", "live", timeout=SOON_MS)
        pages.append(page)
    return pages


def test_open_pages_show_what_happens(ground: Grounds) -> None:
    context = ground.person("Ada").context
    streams: list[str] = []
    context.on("request", lambda made: streams.append(made.url) if "/events" in made.url else None)
    tabs = opened(context, ground, *TABS)
    assert len(streams) == 1
    run_turn(ground)
    for page in tabs:
        if page.url != f"{ground.url}/games":
            shows_turn(page, 2)

    # The tab with the stream is closed, another sleeps.
    tabs[0].close()
    asleep = tabs[2]
    asleep.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    run_turn(ground)
    shows_turn(tabs[4], 3)
    expect(asleep.locator("#live")).to_contain_text("Turn 2")
    asleep.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    shows_turn(asleep, 3)

    # A message comes while another is being written.
    writes = opened(context, ground, f"{GAME}/messages")[0]
    writes.locator("#text").fill("Dear Brin,")
    with ground.site.service.database.game("mars") as store:
        send(store, Draft("Brin", "Peace?", "Terms", to=["Ada"]))
    expect(writes.locator("#threads")).to_contain_text("Terms", timeout=SOON_MS)
    assert writes.locator("#text").input_value() == "Dear Brin,"

    # The server is stopped, and a turn is run before it is back.
    began = time.monotonic()
    ground.stop()
    assert time.monotonic() - began < STOPPED_SECONDS
    expect(asleep.locator("#as-of")).to_contain_text("Not connected", timeout=SOON_MS)
    run_turn(ground)
    ground.restart()
    for page in (asleep, tabs[4]):
        shows_turn(page, 4)
    expect(asleep.locator("#as-of")).not_to_contain_text("Not connected", timeout=SOON_MS)


@pytest.mark.slow
def test_three_players_of_each_game_see_each_turn_at_once(ground: Grounds) -> None:
    for variant, (turns, bot) in GAMES.items():
        key = play_game(ground.site, variant, turns, bot=bot, title=variant)
        sizes = {"Ada": "a screen", "Brin": "a phone", "Cato": "a tablet"}
        pages = [begin(ground.person(name, size), key) for name, size in sizes.items()]
        for page in pages:
            page.evaluate(_NOTE_TURNS)
        delays = []
        for _ in range(_TURNS):
            for page in pages:
                if ready_unit(page):
                    give_default_order(page, targets(page)[-1])
                hand_in(page)
            turn = run_turn(ground, key)
            done = time.time()
            for page in pages:
                shown = "turn => window.shownAt[turn]"
                at = page.wait_for_function(shown, arg=str(turn + 1), timeout=SOON_MS)
                delays.append(at.json_value() - done)
        assert max(delays) < SHOWN_SECONDS, (variant, delays)
        for page in pages:
            page.context.close()
