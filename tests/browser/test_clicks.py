"""Orders given by clicks on the map: two for a move, also for several units, and by keys alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.clicking import give_default_order, ready_unit, submit, targets, written
from tests.browser.grounds import Grounds
from tests.browser.ordering import at_place, begin, show_panel
from tests.host.server.played import play_game

pytestmark = pytest.mark.slow

#: For each game the turns after which a unit can move, and the bot that plays them.
GAMES = {
    "event_horizon": (0, ""),
    "galaxy_g": (2, "conqueror"),
    "far_horizons": (2, "raider"),
    "campaign2e": (0, ""),
    "starcluster": (3, "settler"),
}


@pytest.mark.parametrize(
    ("variant", "size"), [*((v, "a screen") for v in GAMES), ("event_horizon", "a phone")]
)
def test_two_clicks_give_a_move_and_one_submits_it(
    ground: Grounds, variant: str, size: str
) -> None:
    turns, bot = GAMES[variant]
    key = play_game(ground.site, variant, turns, bot=bot, title=f"{variant} on {size}")
    page = begin(ground.person("Ada", size), key)
    place = ready_unit(page)
    assert place, "no unit can move"
    before = written(page)
    for target in reversed(targets(page)):
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        at_place(page, place)
        expect(page.locator("#map .target").first).to_be_attached()
        if give_default_order(page, target):
            break
    assert len(written(page)) > len([line for line in before if line])
    page.keyboard.press("u")
    expect(page.locator("#orders")).to_have_value("\n".join(before))
    page.keyboard.press("Escape")
    at_place(page, place)
    expect(page.locator("#map .target").first).to_be_attached()
    assert give_default_order(page, target)
    lines = written(page)
    submit(page)
    with ground.site.service.database.game(key) as store:
        (*_, orders) = store.submissions_by(store.latest() + 1, "Ada")
    assert (orders.final, orders.text) == (True, "\n".join(lines))


def test_several_ships_get_an_order_at_once_which_is_changed_and_undone(ground: Grounds) -> None:
    key = play_game(ground.site, "event_horizon", 2, bot="greedy", title="several")
    page = begin(ground.person("Ada"), key)
    place = ready_unit(page)
    first, other = targets(page)[:2]
    page.keyboard.press("Escape")
    page.locator(".zoom .several").click()
    at_place(page, place)
    title = page.locator("#thing h2")
    expect(title).to_have_text(re.compile(r"^\d+ units: "))
    count = int(title.inner_text().split()[0])
    page.locator(".zoom .several").click()
    expect(page.locator("#map .target").first).to_be_attached()
    before = written(page)
    assert give_default_order(page, first)
    assert len(written(page)) == len(before) + count
    # Each edit opens and closes without a change.
    show_panel(page, "Orders")
    text = written(page)
    page.locator("#lines li .tools button").first.click()
    expect(page.locator("#thing .answers button")).to_have_count(2)
    page.locator("#thing .close").click()
    assert written(page) == text
    # The direction of the first is changed: its line alone differs.
    page.locator("#lines li .tools button").first.click()
    page.locator("#thing .answers button").last.click()
    expect(page.locator("#map .target").first).to_be_attached()
    at_place(page, other)
    expect(page.locator("#prompt")).to_contain_text("Changed line 1: Move: ")
    changed = [new for new, old in zip(written(page), text, strict=True) if new != old]
    assert len(changed) == 1
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(page.locator("#orders")).to_have_value("\n".join(before))
    # A click on final orders offers to change them.
    submit(page)
    at_place(page, place)
    page.locator("#prompt").get_by_role("button", name="Change orders").click()
    expect(page.locator("#game[data-status=draft]")).to_be_visible()


def test_targets_are_offered_while_the_last_change_is_being_checked(ground: Grounds) -> None:
    key = play_game(ground.site, "event_horizon", 0, title="undone")
    page = begin(ground.person("Ada"), key)
    place = ready_unit(page)
    assert give_default_order(page, targets(page)[0])
    expect(page.locator("#lines li")).to_contain_text(["MOVE"])
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/orders/check", hold)
    page.keyboard.press("u")
    page.keyboard.press("Escape")
    at_place(page, place)
    expect(page.locator("#thing h2")).to_be_visible()
    page.wait_for_timeout(500)  # for the answer that is not held
    for route in held:
        route.continue_()
    page.unroute("**/orders/check")
    expect(page.locator("#lines")).not_to_contain_text("MOVE")
    expect(page.locator("#map .target").first).to_be_attached(timeout=5_000)


def test_a_turn_is_played_by_keys_alone(ground: Grounds) -> None:
    key = play_game(ground.site, "event_horizon", 0, title="keys")
    page = begin(ground.person("Ada"), key)
    page.keyboard.press("n")
    expect(page.locator("#thing")).to_be_focused()
    page.keyboard.press("m")
    expect(page.locator("#thing .asked .choices button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("Move: 1 Mothership, direction E")
    expect(page.locator("#thing")).to_be_focused()
    page.keyboard.press("b")
    expect(page.locator("#thing .presets button").first).to_be_focused()
    page.keyboard.press("Enter")
    for name, number in (("thrusters", "1"), ("hull", "3")):
        field = page.get_by_role("textbox", name=name)
        field.press("Control+a")
        page.keyboard.type(number)
    page.locator("#thing .finish button").first.press("Enter")
    expect(page.locator("#prompt")).to_contain_text("Build ships: number of ships 1")
    assert [line for line in written(page) if line] == ["MOVE 1 E", "BUILD 1 3 1 0 0"]
    page.get_by_role("button", name="Submit orders").press("Enter")
    expect(page.get_by_role("button", name="Change orders")).to_be_focused()
