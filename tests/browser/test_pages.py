"""Every page of a running game in a browser: axe-core has no serious finding on it, in light and in
dark, no script fails, and nothing is refused by the page's own policy."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.browser.grounds import Grounds
from tests.browser.walking import complaints, walk
from tests.host.server.played import played

pytestmark = pytest.mark.slow

TURNS = 4
GAMES = ("campaign2e", "event_horizon", "far_horizons", "galaxy_g", "starcluster")
BOTS = {"event_horizon": "greedy"}


def game(ground: Grounds, variant: str) -> str:
    """A running game of some turns; its gamemaster is Cleo, Ada plays."""
    key = played(ground.site, variant, TURNS, title=variant, bot=BOTS.get(variant, ""))
    return f"/games/{key}"


def found_wrong(
    ground: Grounds,
    name: str,
    starts: Sequence[str],
    size: str,
    most: int,
    alike: int,
) -> dict[str, list[str]]:
    """What is wrong on the pages that somebody comes to, by their paths."""
    page = ground.person(name, size) if name else ground.stranger(size)
    wrong = {path: complaints(page) for path in walk(page, *starts, most=most, alike=alike)}
    assert len(wrong) > 5, "links lead to more pages than these"
    return {path: found for path, found in wrong.items() if found}


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("size", ["a phone", "a tablet", "a screen"])
def test_all_pages_of_every_game(ground: Grounds, variant: str, size: str) -> None:
    start = game(ground, variant)
    wrong = {
        name: found_wrong(ground, name, [start], size, most=200, alike=3)
        for name in ("Ada", "Cleo")
    }
    assert wrong == {"Ada": {}, "Cleo": {}}


def test_what_a_stranger_comes_to(ground: Grounds) -> None:
    assert found_wrong(ground, "", ["/"], "a phone", most=200, alike=20) == {}
