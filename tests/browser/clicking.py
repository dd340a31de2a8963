"""Playing by clicks alone: on places of the map, and on the buttons of the game page."""

from __future__ import annotations

import re
from contextlib import suppress

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as NothingYetError

from tests.browser.ordering import at_place, press_until_gone, show_panel

#: Orders given by the last click, as the prompt says it.
GIVEN = re.compile(r"^(Added|Changed)")
PLACES = """marks => marks.map(mark => {
    const at = ["cx", "cy"].map(name => Number(mark.getAttribute(name)));
    const spots = [...document.querySelectorAll("#map svg [data-place]")];
    const isThere = spot => {
        const [x, y] = /translate\\(([^)]+)/.exec(spot.getAttribute("transform"))[1].split(/[ ,]+/);
        return Math.abs(x - at[0]) < 0.1 && Math.abs(y - at[1]) < 0.1;
    };
    return spots.find(isThere)?.dataset.place;
})"""


def targets(page: Page) -> list[str]:
    """Return the places that are marked as targets."""
    found: list[str] = page.locator("#map .target").evaluate_all(PLACES)
    return found


def ready_unit(page: Page) -> str:
    """Go to an idle unit with marked targets and return its place; "" if there is none."""
    names: list[str] = []
    while True:
        page.locator("body").press("n")
        name = page.locator("#thing h2").inner_text()
        if page.locator("#thing button[data-default]").count():
            # A default order may have no places on the map: then nothing is marked.
            with suppress(NothingYetError):
                page.locator("#map .target").first.wait_for(state="attached", timeout=5_000)
                (place,) = page.locator("#map .chosen").evaluate_all(PLACES)
                return str(place)
        if name in names:
            return ""
        names.append(name)


def give_default_order(page: Page, target: str) -> bool:
    """Click on a marked target; returns whether that gave the order, and not a question."""
    at_place(page, target)
    prompt, question = page.locator("#prompt"), page.locator("#thing .asked .choices")
    expect(prompt.get_by_text(GIVEN).or_(question).first).to_be_visible()
    return question.count() == 0 or GIVEN.match(prompt.inner_text()) is not None


def written(page: Page) -> list[str]:
    """Return the lines of the orders."""
    return page.locator("#orders").input_value().split("\n")


def submit(page: Page) -> None:
    """Submit the orders by one click."""
    page.get_by_role("button", name="Submit orders").click()
    expect(page.locator("#game[data-status=final]")).to_be_visible()
    show_panel(page, "Orders")


def give_order(page: Page, keyword: str, place: str, *targets: str, number: int = 0) -> None:
    """Give an order of a thing at a place by clicks on targets, and set its number by buttons.

    A default order needs no other click. A number that is set is not confirmed: that is left to
    what is clicked next.
    """
    command = page.locator(f'#thing .can button[data-keyword="{keyword}"]')
    for _ in range(3):  # a click on a place with several things selects the next one
        at_place(page, place)
        expect(page.locator("#map .chosen")).to_be_attached()
        if command.is_visible():
            break
    prompt = page.locator("#prompt")
    if not targets or command.get_attribute("data-default") is None:
        press_until_gone(command)
    for target in targets:
        expect(page.locator("#map .target").first).to_be_attached()
        before = prompt.inner_text()
        at_place(page, target)
        expect(prompt).not_to_have_text(before)
    expect(prompt).to_have_text(GIVEN)
    if number:
        _set_number(page, number)


def _set_number(page: Page, number: int) -> None:
    """Press the buttons for less, from the maximum."""
    field = page.locator("#thing form.typed input")
    less = page.locator("#thing form.typed .step-by").first
    while (surplus := int(field.input_value()) - number) > 0:
        # With Shift by 10; on a phone there is none.
        less.click(modifiers=["Shift"] if surplus >= 10 else [])
