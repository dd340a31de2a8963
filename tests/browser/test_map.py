"""The map of the game page: what it shows first, legible and light, and where its marks lead."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.clicking import ready_unit
from tests.browser.grounds import Grounds
from tests.browser.ordering import begin
from tests.host.server.played import WAR_TURNS, begin_war, play_game

pytestmark = pytest.mark.slow

#: For each game the turns after which its map is looked at, and the bot that plays them.
GAMES = {
    "event_horizon": (3, "greedy"),
    "galaxy_g": (4, "conqueror"),
    "far_horizons": (3, "raider"),
    "campaign2e": (1, "raider"),
    "starcluster": (4, "settler"),
}
#: Least height of letters, in pixels, and most elements of a map.
LEGIBLE, MOST = 10, 1500
#: Texts on the screen with the size of their letters; markers' letters repeat a colour and a shape.
_TEXTS = """() => [...document.querySelectorAll("#map .map svg text")].flatMap(text => {
    const [box, frame] = [text, text.closest(".map")].map(one => one.getBoundingClientRect());
    const isSeen = box.width && box.left < frame.right && box.right > frame.left
        && box.top < frame.bottom && box.bottom > frame.top && !text.closest(".more, .letter");
    const matrix = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * matrix.a;
    return isSeen ? [[size, text.getAttribute("class") ?? "", text.textContent]] : [];
})"""
_NODES = "document.querySelectorAll('#map .map svg *').length"
_OVERLAPS = """() => {
    const all = [...document.querySelectorAll("#map .stars .name")]
        .map(one => [one, one.getBoundingClientRect()]).filter(([, box]) => box.width);
    return all.flatMap(([a, p], at) => all.slice(at + 1).filter(([, q]) => p.left < q.right - 1
        && q.left < p.right - 1 && p.top < q.bottom - 3 && q.top < p.bottom - 3)
        .map(([b]) => `${a.textContent} and ${b.textContent}`));
}"""


@pytest.mark.parametrize("size", ["a screen", "a phone"])
@pytest.mark.parametrize("variant", GAMES)
def test_a_map_is_legible_at_first_and_has_few_elements(
    ground: Grounds, variant: str, size: str
) -> None:
    turns, bot = GAMES[variant]
    key = play_game(ground.site, variant, turns, bot=bot, title=variant)
    page = begin(ground.person("Ada", size), key)
    expect(page.locator("#map .map[data-zoom]")).to_be_attached()
    texts = page.evaluate(_TEXTS)
    assert texts
    assert [text for text in texts if text[0] < LEGIBLE] == []
    assert page.evaluate(_OVERLAPS) == []
    assert page.evaluate(_NODES) <= MOST
    for name in ("Zoom in", "Show all"):
        button = page.get_by_role("button", name=name)
        if button.is_visible():
            button.click()
            page.wait_for_timeout(100)
            assert page.evaluate(_OVERLAPS) == [], name


def _war(ground: Grounds) -> Page:
    begin_war(ground.site)
    return begin(ground.person("Ada"), "mars")


def test_a_battle_on_the_map_leads_to_its_replay(ground: Grounds) -> None:
    page = _war(ground)
    slider = page.locator("#time input")
    for turn in range(WAR_TURNS, 0, -1):
        slider.fill(str(turn))
        expect(page.locator("#time-shown")).to_have_text(re.compile(rf"\b{turn}$"))
        page.wait_for_timeout(150)
        if page.locator("#map .fights a").count():
            break
    page.locator("#map .fights a").first.dispatch_event("click")
    page.wait_for_url(re.compile(rf"/turns/{turn}/battles/"))


def test_the_facts_of_a_unit_come_first_and_its_neighbours_are_counted(ground: Grounds) -> None:
    page = _war(ground)
    place = ready_unit(page)
    figures = page.locator("#thing .key-figures > div")
    expect(figures.first).to_contain_text(place)
    assert 2 <= figures.count() <= 7
    above = page.locator("#thing .can").bounding_box()
    head = page.locator("#thing").bounding_box()
    assert above
    assert head
    assert above["y"] - head["y"] < 330, "the available orders are near the top"
    stack = page.locator("#thing .here details.stack").first
    count = int(re.match(r"\d+", stack.locator("summary").inner_text().lstrip("▸ "))[0])  # type: ignore[index]
    stack.locator("summary").click()
    expect(stack.locator("button")).to_have_count(count)


def test_a_group_has_circles_around_it_for_its_flight_of_a_turn_and_of_two(
    ground: Grounds,
) -> None:
    key = play_game(ground.site, "galaxy_g", 4, bot="conqueror", title="galaxy_g")
    page = begin(ground.person("Ada"), key)
    assert ready_unit(page)
    circles = page.locator("#map .ranges .range")
    near, far = circles.evaluate_all("all => all.map(circle => Number(circle.getAttribute('r')))")
    assert far == pytest.approx(2 * near)
    expect(page.locator("#map .ranges text")).to_have_text(["1 turn", "2 turns"])


def test_targets_show_how_far_they_are_on_a_map_with_heights(ground: Grounds) -> None:
    key = play_game(ground.site, "far_horizons", 3, bot="raider", title="far_horizons")
    page = begin(ground.person("Ada"), key)
    assert ready_unit(page)
    ranks = page.locator("#map .target").evaluate_all("all => all.map(t => t.classList[1])")
    assert len(set(ranks)) > 1
    assert set(ranks) <= {"near", "mid", "far"}
    assert page.locator("#map .ranges .range").count() == 0
    titles = page.locator("#map .may-be > title").all_text_contents()
    assert titles
    assert all(re.search(r"[\d.]+ parsecs, mishap chance [\d.]+%", title) for title in titles)
    page.keyboard.press("Escape")
    assert not re.search("parsecs", "".join(page.locator("#map title").all_text_contents()))
