"""Playing a lesson like a newcomer: press what the coach points at, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import ElementHandle, Page, expect
from playwright.sync_api import Error as GoneError
from playwright.sync_api import TimeoutError as NothingYetError

from tests.browser.ordering import press_spot, touches

#: Presses for one turn of a lesson, at most.
_MAX_PRESSES = 40
_GONE_MS = 5_000
_STATE = """() => document.getElementById("lesson").outerHTML
    + [...document.querySelectorAll(".pointed")].map(node => node.outerHTML).join("")
    + document.getElementById("thing").innerHTML + document.getElementById("prompt").innerHTML
    + document.getElementById("orders")?.value
    + document.getElementById("game").dataset.status"""

_SUBMITTED = """turn => { const { dataset } = document.getElementById("game");
    return dataset.status === "final" || dataset.turn !== turn; }"""
#: The coach looks at the page once per frame.
_NEXT_FRAME = "() => new Promise(d => requestAnimationFrame(() => requestAnimationFrame(d)))"


def play_turn(page: Page, turn: int, run: Callable[[], object] = lambda: None) -> int:
    """Do the steps of a turn of a lesson, and wait for the next one; returns the presses.

    `run` runs the turn, if the server has no worker.
    """
    expect(page.locator(f"#game[data-turn='{turn}']")).to_be_visible()
    for presses in range(1, _MAX_PRESSES):
        pointed = page.wait_for_selector(".pointed")
        assert pointed
        before, submits = page.evaluate(_STATE), pointed.get_attribute("data-do") == "submit"
        try:
            follow(page, pointed)
        except GoneError:  # it was replaced just now
            continue
        if submits:
            page.wait_for_function(_SUBMITTED, arg=str(turn))
            run()
            expect(page.locator(f"#game[data-turn='{turn + 1}']")).to_be_visible()
            return presses
        with suppress(NothingYetError):  # it was replaced while it was pressed
            page.wait_for_function(
                f"before => ({_STATE})() !== before", arg=before, timeout=_GONE_MS
            )
        page.evaluate(_NEXT_FRAME)
    raise AssertionError(f"the coach does not lead on: {page.locator('#lesson').inner_text()}")


def follow(page: Page, pointed: ElementHandle) -> None:
    """Press what the coach points at, or enter what it says."""
    entered = page.locator("#lesson-hint").inner_text().partition(": ")[2]
    if pointed.evaluate("node => node.matches('select')"):
        pointed.select_option(entered)
    elif pointed.evaluate("node => node.matches('input:not([type=checkbox]), textarea')"):
        pointed.fill(entered)
    elif pointed.evaluate("node => node instanceof SVGElement"):
        box = pointed.bounding_box()
        assert box
        press_spot(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    elif touches(page):
        pointed.tap(timeout=_GONE_MS)
    else:
        pointed.click(timeout=_GONE_MS)
