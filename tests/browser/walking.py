"""Walks through the pages of a server in a browser, and what axe-core says of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Error, Page

import horizons_core as hz

#: What is found by the colours of a page, which differ between light and dark; all else does not.
_OF_COLOURS = ["color-contrast", "link-in-text-block"]
_GRAVE = {"serious", "critical"}
_LINKS = """() => [...document.querySelectorAll('a[href]')]
    .filter(one => one.origin === location.origin && !one.download)
    .map(one => one.pathname + one.search)"""


def walk(page: Page, *starts: str, most: int, alike: int) -> Iterator[str]:
    """Open every page that links lead to, at most so many that are `alike`; gives their paths.

    Pages are alike whose paths differ in numbers alone, in the game that they are about, or in the
    chapter of a rulebook.
    Raises AssertionError at more than `most` pages, and at one that is not there.
    """
    waiting, seen, counts = list(starts), set(starts), dict[str, int]()
    opened = 0
    while waiting:
        path = waiting.pop(0)
        kind = _kind(path)
        counts[kind] = counts.get(kind, 0) + 1
        if counts[kind] > alike:
            continue
        if not _opened(page, path):
            continue
        opened += 1
        assert opened <= most, f"more than {most} pages, the last: {path}"
        yield path
        found = [one for one in dict.fromkeys(page.evaluate(_LINKS)) if _is_page(one)]
        waiting += [one for one in found if one not in seen]
        seen.update(found)


def _opened(page: Page, path: str) -> bool:
    """Whether a page came, and no file to be kept."""
    try:
        answer = page.goto(path)
    except Error as problem:
        if "Download is starting" in problem.message:
            return False
        raise
    assert answer, path
    assert answer.status == 200, (path, answer.status)
    return True


def _kind(path: str) -> str:
    path = re.sub(r"^(/rules/[^/]+/).+", r"\1", path)
    path = re.sub(rf"^(/rules|/battles|/games/new)/({'|'.join(hz.variants())})", r"\1/*", path)
    return re.sub(r"\d+", "0", path)


def _is_page(path: str) -> bool:
    *_, last = urlsplit(path).path.split("/")
    return "." not in last or last.endswith(".html")


def complaints(page: Page) -> list[str]:
    """What axe-core finds serious or critical on a page, in light and in dark."""
    page.evaluate(AXE_SCRIPT)
    found = []
    for colours, options in (("light", {}), ("dark", {"runOnly": _OF_COLOURS})):
        page.emulate_media(color_scheme=colours)
        wanted = {"resultTypes": ["violations"], **options}
        answer = page.evaluate("options => axe.run(options)", wanted)
        found += [f"{colours}: {one}" for one in _told(answer["violations"])]
    return found


def _told(violations: list[dict[str, Any]]) -> Iterator[str]:
    for rule in violations:
        if rule["impact"] in _GRAVE:
            where = [node["target"][0] for node in rule["nodes"]]
            why = rule["nodes"][0].get("failureSummary", "").split("\n")[-1].strip()
            yield f"{rule['id']}: {len(where)} times, at {where[:3]}: {why}"
