"""Giving orders on the game page like people: by click or tap, from the list, by form, by text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from playwright.sync_api import Locator, Page, expect

from tests.browser.grounds import SIZES

#: For each game an order for an object on the map, with a choice to make.
COMMANDS = {
    "event_horizon": "MOVE",
    "galaxy_g": "P",
    "far_horizons": "PRODUCTION",
    "campaign2e": "MOVE",
    "starcluster": "DOCTRINE",
}
_MAX_STEPS = 12


def begin(page: Page, key: str) -> Page:
    """Open the game page and wait until it knows the possible orders; withdraw final ones."""
    page.goto(f"/games/{key}")
    expect(page.locator("#lines li").first).to_be_attached()
    change = page.get_by_role("button", name="Change orders")
    if change.is_visible():
        press(change)
        expect(page.locator("#game[data-status=draft]")).to_be_visible()
    return page


def show_panel(page: Page, name: str) -> None:
    """Show a panel: Turn, Orders, Selection or Messages."""
    tab = page.get_by_role("tab", name=name)
    if tab.get_attribute("aria-selected") != "true":
        press(tab)


def by_click(page: Page, command: str) -> str:
    """Select objects on the map until one can get this order, and give it; return its line.

    If no object can get any order, choose it from the list.
    """
    if not page.locator("#counts button").count():
        return by_list(page, command)
    press_until_gone(_offered_by_a_thing(page, command))
    return _compose(page)


def by_list(page: Page, command: str) -> str:
    """Choose an order from the list of all orders, and give it; return its line."""
    show_panel(page, "Orders")
    press(page.locator("#add"))
    press_until_gone(page.locator(f'#thing button.command[data-keyword="{command}"]'))
    return _compose(page)


def _compose(page: Page) -> str:
    prompt = page.locator("#prompt")
    for _ in range(_MAX_STEPS):
        written = re.match(r"Added as line (\d+): ", prompt.inner_text())
        if written:
            return page.locator("#orders").input_value().split("\n")[int(written[1]) - 1]
        _answer(page)
    raise AssertionError(f"nothing was written: {prompt.inner_text()}")


def _offered_by_a_thing(page: Page, command: str) -> Locator:
    """Go through the objects without orders and click the first one that has the order."""
    button = page.locator(f'#thing .can button.command[data-keyword="{command}"]')
    for _ in range(_MAX_STEPS):
        page.locator("body").press("n")
        spot = _middle(page.locator("#map .mark .chosen"))
        name = page.locator("#thing h2").inner_text()
        page.keyboard.press("Escape")
        expect(page.locator("#thing h2")).to_be_hidden()
        press_spot(page, *spot)
        expect(page.locator("#thing")).to_be_visible()
        page.locator("#thing .here details").evaluate_all("all => all.forEach(d => d.open = true)")
        places = page.locator("#thing .here button", has_text=name)
        if page.locator("#thing h2").inner_text() != name and places.count():
            press(places.first)
        if button.first.is_visible():
            return button.first
    raise AssertionError(f"nothing on the map can be given {command}")


def _answer(page: Page) -> None:
    """Choose the first option."""
    question = page.locator("#thing .asked")
    choices = question.locator(".choices button")
    enough = page.locator("#thing .row button", has_text=re.compile("Add order|No more|Leave out"))
    press_until_gone(
        enough.first
        if enough.count()
        else choices.first
        if choices.count()
        else question.locator("form.typed button").last
    )


_IS_IN_SIGHT = """([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest("#map svg"))"""


def at_place(page: Page, place: str) -> None:
    """Click or tap at a place of the map; show all of the map first if it is out of sight.

    It is out of sight, too, if a button lies above it.
    """
    mark = page.locator(f'#map .board [data-place="{place}"]').first
    if not page.evaluate(_IS_IN_SIGHT, _middle(mark)):
        press(page.get_by_role("button", name="Show all"))
        page.wait_for_function("() => new Promise(done => requestAnimationFrame(() => done(true)))")
    press_spot(page, *_middle(mark))


def press_until_gone(button: Locator) -> None:
    """Press an element that is replaced then, and wait until it is."""
    pressed = button.element_handle()
    press(button)
    button.page.wait_for_function("pressed => !pressed.isConnected", arg=pressed)


def press(button: Locator) -> None:
    button.tap() if touches(button.page) else button.click()


def _middle(mark: Locator) -> tuple[float, float]:
    box = mark.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def press_spot(page: Page, x: float, y: float) -> None:
    """Click or tap at a spot of the drawing, whatever lies above it."""
    page.touchscreen.tap(x, y) if touches(page) else page.mouse.click(x, y)


def touches(page: Page) -> bool:
    size = page.viewport_size
    return size is not None and (size["width"], size["height"]) == SIZES["a phone"]


def by_form(page: Page, command: str) -> str:
    """Compose an order by forms with its first choices and return the line."""
    press(page.get_by_role("button", name="Add an order"))
    press(page.locator(f'button[name=command][value="{command}"]'))
    for _ in range(_MAX_STEPS):
        add = page.locator("button[name=do][value=add]")
        expect(page.locator(".order-form button").first).to_be_visible()
        if add.count():
            press(add)
            return page.locator("p.done code").inner_text()
        _fill(page.locator(".order-form form").first)
    raise AssertionError(f"{command} is never complete")


def _fill(form: Locator) -> None:
    """Give the first answer of a form."""
    field = form.locator("[name=value]:not(button)")
    if field.count() and field.evaluate("field => field.tagName") == "SELECT":
        field.select_option(index=1)
    elif field.count() and not field.input_value():
        field.fill("words")
    press(form.locator("button").first)


def by_text(page: Page, text: str) -> str:
    """Type orders and return them."""
    editor = page.locator("#orders")
    if not editor.is_visible():
        show_panel(page, "Orders")
    if not editor.is_visible():
        press(page.get_by_text("Orders as text").first)
    editor.fill(text)
    return text


def hand_in(page: Page) -> None:
    """Submit the written orders as final."""
    press(page.locator("#strip").get_by_role("button", name="Submit orders"))
    expect(page.locator("#game[data-status=final]")).to_be_visible()
    expect(page.get_by_role("button", name="Change orders")).to_be_visible()


WAYS: Mapping[str, Callable[[Page, str], str]] = {
    "by click": by_click,
    "by list": by_list,
    "by text": by_text,
}
