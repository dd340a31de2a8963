"""Crawls the pages of a server in a browser, and runs axe-core on a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Error, Page

import horizons_core as hz

#: Findings on colours, which differ between light and dark; all others do not.
_OF_COLOURS = ["color-contrast", "link-in-text-block"]
_GRAVE = {"serious", "critical"}
_LINKS = """() => [...document.querySelectorAll('a[href]')]
    .filter(one => one.origin === location.origin && !one.download)
    .map(one => one.pathname + one.search)"""


def walk(page: Page, *starts: str, most: int, alike: int) -> Iterator[str]:
    """Open every linked page, at most this many that are `alike`; return their paths.

    Pages are alike if their paths differ only in numbers, in the game, or in the chapter of a
    rulebook.
    Raises AssertionError at more than `most` pages, and at a missing one.
    """
    waiting, visited, counts = list(starts), set(starts), dict[str, int]()
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
        links = [link for link in dict.fromkeys(page.evaluate(_LINKS)) if _is_page(link)]
        waiting += [link for link in links if link not in visited]
        visited.update(links)


def _opened(page: Page, path: str) -> bool:
    """Return whether a page opened, not a download."""
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
    """Return axe-core's serious and critical findings on a page, in light and in dark."""
    page.evaluate(AXE_SCRIPT)
    problems = []
    for colours, options in (("light", {}), ("dark", {"runOnly": _OF_COLOURS})):
        page.emulate_media(color_scheme=colours)
        arguments = {"resultTypes": ["violations"], **options}
        answer = page.evaluate("options => axe.run(options)", arguments)
        problems += [f"{colours}: {line}" for line in _describe(answer["violations"])]
    return problems


def _describe(violations: list[dict[str, Any]]) -> Iterator[str]:
    for rule in violations:
        if rule["impact"] in _GRAVE:
            targets = [node["target"][0] for node in rule["nodes"]]
            summary = rule["nodes"][0].get("failureSummary", "").split("\n")[-1].strip()
            yield f"{rule['id']}: {len(targets)} times, at {targets[:3]}: {summary}"
