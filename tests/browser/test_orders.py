"""Orders given on the game page by click, from the list and by text arrive in the store."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.grounds import Grounds
from tests.browser.ordering import (
    COMMANDS,
    WAYS,
    begin,
    by_text,
    hand_in,
    show_panel,
)
from tests.host.server.played import play_game

pytestmark = pytest.mark.slow

#: Players who give orders, the way they do it, and the device.
PEOPLE = [
    ("Ada", "by click", "a screen"),
    ("Brin", "by click", "a phone"),
    ("Cato", "by list", "a phone"),
    ("Cato", "by text", "a tablet"),
]


@pytest.fixture(scope="module")
def keys(server: Grounds) -> dict[str, str]:
    """The created games by their variants."""
    return {}


def game_of(ground: Grounds, keys: dict[str, str], variant: str) -> str:
    if variant not in keys:
        keys[variant] = play_game(ground.site, variant, 0, title=variant)
    return keys[variant]


def stored(ground: Grounds, key: str, seat: str) -> str:
    """Return the current orders of a seat in the store."""
    with ground.site.service.database.game(key) as store:
        submissions = store.submissions_by(store.latest() + 1, seat)
    assert submissions, "nothing was stored"
    assert submissions[-1].final
    return submissions[-1].text


@pytest.mark.parametrize("variant", COMMANDS)
@pytest.mark.parametrize(("seat", "way", "size"), PEOPLE)
def test_orders_arrive_in_the_store(
    ground: Grounds, keys: dict[str, str], variant: str, seat: str, way: str, size: str
) -> None:
    key = game_of(ground, keys, variant)
    page = begin(ground.person(seat, size), key)
    order = "; a remark" if way == "by text" else COMMANDS[variant]
    line = WAYS[way](page, order)
    hand_in(page)
    assert order in line
    assert line in stored(ground, key, seat)


def test_the_budget_shrinks_while_ships_are_designed(ground: Grounds) -> None:
    key = play_game(ground.site, "event_horizon", 0, title="budget")
    page = begin(ground.person("Ada"), key)
    show_panel(page, "Orders")
    page.locator("#add").click()
    page.get_by_role("button", name="Build ships").click()
    page.get_by_role("textbox", name="number of ships").fill("2")
    page.get_by_role("textbox", name="thrusters").fill("1")
    budget = page.locator("#thing .stocks")
    expect(budget).to_contain_text("6 thruster")
    page.get_by_role("textbox", name="weapons").fill("5")
    expect(budget.locator(".over")).to_have_text("-2 weapon")
    page.keyboard.press("Escape")
    expect(page.locator("#thing form.fields")).to_be_hidden()


def test_what_is_typed_is_saved_as_a_draft(ground: Grounds, keys: dict[str, str]) -> None:
    key = game_of(ground, keys, "event_horizon")
    page = begin(ground.person("Brin"), key)
    by_text(page, "; not yet")
    expect(page.locator("#game[data-saving=saved]")).to_be_visible()
    begin(page, key)
    assert page.locator("#orders").input_value() == "; not yet"
    begin(page, key)


def test_of_two_tabs_the_older_is_shown_both_versions(
    ground: Grounds, keys: dict[str, str]
) -> None:
    key = game_of(ground, keys, "event_horizon")
    first = begin(ground.person("Brin"), key)
    second = begin(first.context.new_page(), key)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    first.route("**/orders/draft", hold)
    by_text(first, "; of the first")
    by_text(second, "; of the second")
    expect(second.locator("#game[data-saving=saved]")).to_be_visible()
    held[0].continue_()
    first.unroute("**/orders/draft")
    conflict = first.locator("#conflict")
    expect(conflict).to_contain_text("; of the first")
    expect(conflict).to_contain_text("; of the second")
    conflict.get_by_role("button", name="Keep mine").click()
    expect(first.locator("#game[data-saving=saved]")).to_be_visible()
    expect(second.locator("#orders")).to_have_value("; of the first")
    assert ground.wrong
    ground.wrong = [line for line in ground.wrong if "409 (Conflict)" not in line]


def test_a_suggested_order_is_added_by_one_click_and_undone_by_another(ground: Grounds) -> None:
    key = play_game(ground.site, "event_horizon", 1, bot="greedy", title="hints")
    page = begin(ground.person("Ada"), key)
    show_panel(page, "Orders")
    page.get_by_role("button", name="Suggest orders").click()
    rows = page.locator("#hints li")
    expect(rows).to_have_count(5)
    sentence = rows.first.locator("strong").inner_text()
    rows.first.get_by_role("button", name="Add order").click()
    expect(page.locator("#prompt")).to_contain_text(sentence)
    expect(rows).to_have_count(4)
    expect(page.locator("#orders")).to_have_value("MOVE 2 NW\n")
    page.locator("#prompt").get_by_role("button", name="Undo").click()
    expect(page.locator("#orders")).to_have_value("")
