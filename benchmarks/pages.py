"""The cost of the game page on a phone, and the smoothness of a large game's map.

First paint is compared with that of an almost empty page, of the same server and on the same
throttled line and processor, in turns, so that a busy machine slows both. The large game is
Galaxy G with 80 races; its map is dragged and enlarged, and the page scrolled, in a browser that
records every task that blocks the page for longer than 50 ms. Other load of the machine can only
make a task longer: the best of several tries is the page's own.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen
from playwright.sync_api import Page

import horizons_core as hz
from benchmarks.measuring import extremes, in_turns
from horizons_host.games.edits import edit_game
from tests.browser.chromium import absence, launch
from tests.browser.grounds import Grounds, grounds
from tests.browser.ordering import begin
from tests.host.server.played import play_game, run

REPETITIONS, QUICK = 9, 2
TRIES = 5
RACES, QUICK_RACES = 80, 10
TURNS = 3
MAX_KILOBYTES, MAX_REQUESTS = 300, 15
MAX_PAINT, MAX_MS = 3.0, 100.0
#: A phone with a bad connection: 150 ms round trip, 1.6 Mbit/s, a quarter of the processor.
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
SLOWER = 4
#: A page with the site's frame, and a form of one field.
EMPTY = "/forgotten"
_PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
_NOTE_TASKS = """
window.tasks = [];
new PerformanceObserver(list => window.tasks.push(...list.getEntries().map(one => one.duration)))
  .observe({ type: "longtask" });
"""


def rows(*, quick: bool = False) -> list[dict[str, Any]]:
    """Measure the first paint, bytes and requests, and the longest task of a large map."""
    if absence():
        print(f"pages are not measured: {absence()}", file=sys.stderr)
        return []
    races = QUICK_RACES if quick else RACES
    with (
        tempfile.TemporaryDirectory() as folder,
        launch() as chromium,
        grounds(Path(folder) / "data", chromium) as ground,
    ):
        key = large_game(ground, races, turns=1 if quick else TURNS)
        return [
            *_costs(ground, key, QUICK if quick else REPETITIONS),
            *_moves(ground, key, races, QUICK if quick else TRIES),
        ]


def large_game(ground: Grounds, races: int = RACES, turns: int = TURNS) -> str:
    """Create a game of Galaxy G where Ada plays against bots and has a probe at each planet.

    So her map shows the whole galaxy, as after long exploration. Returns the key.
    """
    settings: dict[str, Any] = {
        "title": "Large",
        "players": ("Ada",),
        "bots": races - 1,
        "bot": "settler",
    }
    key = play_game(ground.site, "galaxy_g", turns - 1, **settings)
    with ground.site.service.database.game(key) as store:
        game: Any = hz.load(store.snapshot().state)
        probes = [{"owner": "Ada", "type": "Eye", "at": planet.name} for planet in game.planets]
        types = {"Ada": {"types": {"Eye": [1, 0, 0, 0, 0]}}}
        edit_game(store, json.dumps({"state": {"races": types, "groups": probes}}), "to see all")
    run(ground.site, key, ("Ada",), "settler")
    return key


# cost of the page


@frozen
class Load:
    """The transfers of one page: bytes over the network, and requests."""

    bytes: int
    requests: int
    names: tuple[str, ...]


def load_of(page: Page, path: str) -> Load:
    """Load a page in a new browser, including its first request for data, and return the load."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[float] = []
    names: list[str] = []
    line.on("Network.requestWillBeSent", lambda event: names.append(event["request"]["url"]))
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(path)
    page.locator("#lines li").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    line.detach()
    requested = [name for name in names if not name.startswith("data:")]
    return Load(int(sum(sizes)), len(requested), tuple(requested))


def first_paint(ground: Grounds, path: str) -> float:
    """Return milliseconds until the first paint of a page on a new phone with a bad connection."""
    page = ground.person("Ada", "a phone")
    line = page.context.new_cdp_session(page)
    line.send("Network.emulateNetworkConditions", LINE)
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(path)
    page.wait_for_function(f"{_PAINTED} !== undefined")
    painted = float(page.evaluate(_PAINTED))
    page.context.close()
    return painted


def _costs(ground: Grounds, key: str, repetitions: int) -> Iterator[dict[str, Any]]:
    load = load_of(ground.person("Ada", "a phone"), f"/games/{key}")
    for name, value, unit, bar in (
        ("bytes", load.bytes / 1000, "kB", MAX_KILOBYTES),
        ("requests", load.requests, "", MAX_REQUESTS),
    ):
        figures = {"value": value, "low": value, "high": value}
        yield {"name": f"game page, {name}", **figures, "unit": unit, **_at_most(bar)}
    paths = {"game": f"/games/{key}", "empty": EMPTY}
    paints = in_turns(paths, lambda _, path: first_paint(ground, path), repetitions)
    middle = {name: statistics.median(paints[name]) for name in paths}
    ratios = [
        game_paint / empty_paint
        for game_paint, empty_paint in zip(paints["game"], paints["empty"], strict=True)
    ]
    yield {
        "name": "game page, first paint on a slow phone",
        **extremes(ratios),
        "unit": "x",
        **_at_most(MAX_PAINT),
        "note": f"{middle['game']:.0f} ms, and {middle['empty']:.0f} ms of an almost empty page",
    }


def _at_most(bar: float) -> dict[str, Any]:
    return {"bar": bar, "better": "at most"}


# smoothness of the map


def longest_task(ground: Grounds, key: str, size: str, part: str = "") -> float:
    """Return the longest task in ms while the map is dragged and enlarged, and the page scrolled.

    `part` is a page of the game: "", "turns/3", "replay". 0 if no task was longer than
    50 ms.
    """
    page = ground.person("Ada", size)
    page.add_init_script(_NOTE_TASKS)
    if not part:
        begin(page, key)
    else:
        page.goto(f"/games/{key}/{part}")
    page.wait_for_load_state("networkidle")
    page.evaluate("window.tasks.length = 0")
    _drag_and_enlarge(page)
    for _ in range(10):
        page.mouse.wheel(0, 200)
        page.wait_for_timeout(50)
    longest = page.evaluate("Math.max(0, ...window.tasks)")
    page.context.close()
    return float(longest)


def _drag_and_enlarge(page: Page) -> None:
    frame = page.locator(".hz-figure .map").first
    frame.scroll_into_view_if_needed()
    box, window = frame.bounding_box(), page.viewport_size
    assert box is not None
    assert window is not None
    low = min(box["y"] + box["height"], window["height"])
    x, y = box["x"] + box["width"] / 2, (max(box["y"], 0) + low) / 2
    for turned in (-200, -200, -200, 200):
        page.mouse.move(x, y)
        page.keyboard.down("Control")
        page.mouse.wheel(0, turned)
        page.keyboard.up("Control")
        page.mouse.down()
        page.mouse.move(x - 120, y - 90, steps=20)
        page.mouse.move(x + 60, y + 40, steps=20)
        page.mouse.up()
    page.get_by_role("button", name="Show all").first.click()


def _moves(ground: Grounds, key: str, races: int, tries: int) -> Iterator[dict[str, Any]]:
    for part, size in (
        ("", "a phone"),
        ("", "a screen"),
        ("turns/1", "a phone"),
        ("replay", "a phone"),
    ):
        tasks = [longest_task(ground, key, size, part) for _ in range(tries)]
        figures = {"value": min(tasks), "low": min(tasks), "high": max(tasks)}
        name = f"map of {races} races, page {part or 'game'} on {size}"
        yield {
            "name": f"{name}: longest task, best of {tries}",
            **figures,
            "unit": "ms",
            **_at_most(MAX_MS),
            "note": "while it is dragged and enlarged, and the page scrolled",
        }
