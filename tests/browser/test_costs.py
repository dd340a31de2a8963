"""Costs of the game page on a phone, and smooth panning of large maps."""

from __future__ import annotations

import pytest

from benchmarks import pages
from tests.browser.grounds import Grounds
from tests.browser.ordering import COMMANDS
from tests.host.server.played import play_game

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def large(server: Grounds) -> str:
    """A game of 80 races."""
    return pages.large_game(server)


@pytest.mark.parametrize("variant", COMMANDS)
def test_the_game_page_is_small_and_asks_seldom(ground: Grounds, variant: str) -> None:
    key = play_game(ground.site, variant, 1, title=variant)
    load = pages.load_of(ground.person("Ada", "a phone"), f"/games/{key}")
    assert load.requests <= pages.MAX_REQUESTS, load
    assert load.bytes <= 1000 * pages.MAX_KILOBYTES, load
    assert load.bytes > 10_000, "something came over the line"


@pytest.mark.parametrize(
    ("part", "size"),
    [("", "a phone"), ("", "a screen"), ("turns/1", "a phone"), ("replay", "a phone")],
)
def test_the_map_of_80_races_moves_without_a_hitch(
    ground: Grounds, large: str, part: str, size: str
) -> None:
    tasks = [pages.longest_task(ground, large, size, part) for _ in range(pages.TRIES)]
    assert min(tasks) <= pages.MAX_MS, tasks
