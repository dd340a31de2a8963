"""Every page of a running game in a browser, in light and in dark, without errors.

axe-core has no serious finding, no script fails, and the page's own policy refuses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.browser.grounds import Grounds
from tests.browser.walking import complaints, walk
from tests.host.server.played import play_game

pytestmark = pytest.mark.slow

TURNS = 4
GAMES = ("campaign2e", "event_horizon", "far_horizons", "galaxy_g", "starcluster")
BOTS = {"event_horizon": "greedy"}


def game(ground: Grounds, variant: str) -> str:
    """A running game of some turns; its gamemaster is Cleo, Ada plays."""
    key = play_game(ground.site, variant, TURNS, title=variant, bot=BOTS.get(variant, ""))
    return f"/games/{key}"


def find_problems(
    ground: Grounds,
    name: str,
    starts: Sequence[str],
    size: str,
    most: int,
    alike: int,
) -> dict[str, list[str]]:
    """Return the problems of the pages that a person can reach, by path."""
    page = ground.person(name, size) if name else ground.stranger(size)
    wrong = {path: complaints(page) for path in walk(page, *starts, most=most, alike=alike)}
    assert len(wrong) > 5, "links lead to more pages than these"
    return {path: problems for path, problems in wrong.items() if problems}


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("size", ["a phone", "a tablet", "a screen"])
def test_all_pages_of_every_game(ground: Grounds, variant: str, size: str) -> None:
    start = game(ground, variant)
    wrong = {
        name: find_problems(ground, name, [start], size, most=200, alike=3)
        for name in ("Ada", "Cleo")
    }
    assert wrong == {"Ada": {}, "Cleo": {}}


def test_what_a_stranger_comes_to(ground: Grounds) -> None:
    assert find_problems(ground, "", ["/"], "a phone", most=200, alike=20) == {}
