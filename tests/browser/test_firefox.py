"""The game pages of all games in Firefox: two clicks, undo, submission, and the next turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from horizons_host.games.turns import run_and_store
from tests.browser.clicking import PLACES
from tests.browser.firefox import Firefox, Tab, launch
from tests.browser.grounds import SIZES, Grounds, grounds
from tests.browser.test_clicks import GAMES
from tests.host.server.browser import PASSWORD
from tests.host.server.played import play_game

pytestmark = [pytest.mark.slow, pytest.mark.firefox]

_LINES = "document.querySelector('#orders').value"
_HEADING = "document.querySelector('#thing h2')?.textContent"
_TARGETS = "document.querySelectorAll('#map .target').length"
_GIVEN = "/^(Added|Changed)/.test(document.querySelector('#prompt').textContent)"
_QUESTION = "document.querySelectorAll('#thing .asked .choices').length"


@pytest.fixture(scope="module")
def firefox() -> Iterator[Firefox]:
    """A Firefox."""
    with launch() as firefox:
        yield firefox


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grounds]:
    """A server."""
    with grounds(Path(tmp_path_factory.mktemp("server"), "data")) as ground:
        yield ground


def sign_in(tab: Tab, name: str) -> None:
    """Sign in by the form."""
    tab.click("[name=who]")
    tab.press(name)
    tab.click("[name=password]")
    tab.press(PASSWORD)
    tab.click("form[action='/sign-in'] button:not([type])")
    tab.wait("location.pathname === '/' && document.readyState === 'complete'")


def places(tab: Tab, marks: str) -> list[str]:
    """Return the places at which there are marks."""
    found: list[str] = tab.get(f"({PLACES})([...document.querySelectorAll('#map {marks}')])")
    return found


def middle(tab: Tab, place: str) -> tuple[int, int]:
    """Return where a place of the map is in the window."""
    return tab.middle(f"#map .board [data-place={json.dumps(place)}]")


def is_visible(tab: Tab, place: str) -> bool:
    """Return whether a click on a place hits the map: it may lie outside or below a button."""
    x, y = middle(tab, place)
    hit = f"document.elementFromPoint({x}, {y})"
    return bool(tab.get(f"!!{hit}?.closest('#map .board, #map svg')"))


def at_place(tab: Tab, place: str) -> None:
    """Click on a place of the map."""
    tab.click_at(*middle(tab, place))


def ready_unit(tab: Tab) -> str:
    """Go to an idle unit with marked targets and return its place."""
    names: list[str] = []
    while True:
        tab.press("n")
        name = tab.wait(_HEADING)
        assert name not in names, "no unit can move"
        names.append(name)
        if tab.get("document.querySelectorAll('#thing button[data-default]').length"):
            try:
                tab.wait(_TARGETS, seconds=5)
            except AssertionError:  # its default order has no places on the map
                continue
            (place,) = places(tab, ".chosen")
            return place


def give_order(tab: Tab, place: str, target: str) -> bool:
    """Click on a unit's place and on a target; False if that asks a question first."""
    tab.press("\ue00c\ue00c")  # Escape
    at_place(tab, place)
    tab.wait(_TARGETS)
    at_place(tab, target)
    tab.wait(f"{_GIVEN} || {_QUESTION}")
    return bool(tab.get(_GIVEN))


@pytest.mark.parametrize("size", ["a screen", "a phone"])
@pytest.mark.parametrize("variant", GAMES)
def test_a_turn_is_played(firefox: Firefox, ground: Grounds, variant: str, size: str) -> None:
    turns, bot = GAMES[variant]
    key = play_game(ground.site, variant, turns, bot=bot, title=f"{variant} on {size}")
    with firefox.opened(f"{ground.url}/sign-in", *SIZES[size]) as tab:
        sign_in(tab, "Ada")
        _play_turn(tab, ground, key)
    wrong, firefox.wrong = firefox.wrong, []
    assert wrong == []


def _play_turn(tab: Tab, ground: Grounds, key: str) -> None:
    tab.go(f"/games/{key}")
    tab.wait("document.querySelectorAll('#lines li').length")
    before = tab.get(_LINES)
    place = ready_unit(tab)
    visible = [target for target in places(tab, ".target") if is_visible(tab, target)]
    target = next(target for target in reversed(visible) if give_order(tab, place, target))
    assert tab.get(_LINES) != before
    tab.press("u")
    tab.wait(f"{_LINES} === {json.dumps(before)}")
    assert give_order(tab, place, target)
    orders = tab.get(_LINES)
    tab.click("#strip [data-do=submit]")
    tab.wait("document.querySelector('#game').dataset.status === 'final'")
    with ground.site.service.database.game(key) as store:
        turn = store.latest() + 1
        (*_, stored) = store.submissions_by(turn, "Ada")
        assert (stored.final, stored.text) == (True, orders)
        run_and_store(store)
    news = f"Turn {turn} has been processed."
    tab.wait(f"document.querySelector('.notes').textContent.includes({json.dumps(news)})")
