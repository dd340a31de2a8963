"""The HTML page of a report, from documents made by hand."""

from __future__ import annotations

import re

import pytest

from tests.page_parts import Parts, sources
from tests.variants.galaxy_g.documents import document, event, full_view, large_view, view
from tests.variants.galaxy_g.test_reports import BATTLE, full_document
from variants.galaxy_g.report import FORM
from variants.galaxy_g.report.page import turns

HOSTILE = "<img src=x onerror=alert(1)>"
#: Strings of a document that no player chooses.
OURS = {"plane", "COL", "MAT", "CAP", "EMP", "WAR", "", "horizons-report"}


def hostile(value):
    """The same data with all strings of players replaced by markup."""
    if isinstance(value, dict):
        return {key: hostile(value) for key, value in value.items()}
    if isinstance(value, list):
        return [hostile(value) for value in value]
    return HOSTILE if isinstance(value, str) and value not in OURS else value


def test_names_are_words_in_the_page_and_never_markup():
    html = FORM.html(hostile(full_document()))

    assert "<img" not in html
    assert html.count("&lt;img src=x onerror=alert(1)&gt;") > 80


def test_the_page_allows_its_own_scripts_alone_and_fetches_nothing():
    html = FORM.html(full_document())
    scripts = sources(html)

    assert f"script-src {' '.join(scripts)}; " in html
    assert html.count("<script") == len(scripts) == 3
    assert not re.findall(r"(?:src|href)=\"(?!#)", html)


def test_every_link_has_an_aim_and_every_id_is_there_once():
    page = Parts(FORM.html(full_document()))

    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))


def test_links_of_a_bare_page_have_aims_too():
    page = Parts(FORM.html(document(view(types=[], groups=[], planets=[]))))

    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)


@pytest.mark.rule("GG-RPT-003")
def test_the_page_tells_planets_and_groups_with_all_their_figures():
    tables = Parts(FORM.html(full_document())).tables

    assert tables["planets"][0] == [
        "Name", "X", "Y", "Size", "Population", "Industry", "Resources", "Product", "Capital",
        "Materials", "Colonists", "Points",
    ]  # fmt: skip
    assert tables["planets"][2] == [
        "13", "10.00", "20.50", "500.00", "400.00", "300.00", "1.25", "Drone", "0.00", "0.00",
        "0.00", "325.00",
    ]  # fmt: skip
    assert tables["groups"][3] == [
        "3", "1", "Drone", "→ 60", "1.00", "0.00", "0.00", "0.00", "", "", "", "13", "7.25",
        "20.00", "1",
    ]  # fmt: skip
    assert tables["groups"][2][8:11] == ["COL", "1.50", "Home Fleet"]


@pytest.mark.rule("GG-RPT-002")
def test_whole_numbers_have_two_decimals_on_the_page_too():
    home = view()["planets"][0] | {"size": 500, "population": 20, "x": 3}
    row = Parts(FORM.html(document(view(planets=[home])))).tables["planets"][1]

    assert row[1:5] == ["3.00", "20.50", "500.00", "20.00"]


@pytest.mark.rule("GG-CBT-017")
def test_the_page_tells_each_party_before_and_after_and_each_shot():
    html = FORM.html(full_document())
    battle = Parts(html).tables["battles"]

    assert [row[:4] for row in battle[1:]] == [
        ["ZZzyaxians", "Cruiser", "10", "4"],  # the letter of the marker before the name
        ["DDrakh", "Drone", "3", "0"],
    ]
    assert "Zzyaxians&#39;s Cruiser fires on Drakh&#39;s Drone: no effect" in html
    assert "Zzyaxians&#39;s Cruiser fires on Drakh&#39;s Drone: destroyed (×3)" in html


def test_the_turn_in_short_tells_battles_with_losses_and_what_else_matters():
    html = FORM.html(full_document())
    short = html[html.index('id="news"') : html.index('id="happened"')]

    assert "Zzyaxians lost 6 of 10, Drakh lost 3 of 3" in short
    assert "Drakh bombed 13 of Zzyaxians." in short
    assert "Drive rose from 1.40 to 1.50." in short
    assert 'href="#battle-1"' in short


def test_a_long_list_in_short_says_how_much_it_leaves_out():
    come = [event("movement", "groups.arrived", f"Ships came to {n}.") for n in range(60)]
    html = FORM.html(document(view(), events=come))
    short = html[html.index('id="news"') : html.index('id="happened"')]

    assert short.count("Ships came to") == 6
    assert "and 54 more" in short


def test_messages_stand_on_the_page_with_their_lines():
    html = FORM.html(full_document())

    assert "Your ships;\nour planet?" in html[html.index('id="messages"') :]


def test_orders_and_mistakes_stand_on_the_page():
    html = FORM.html(full_document())

    assert '<code>S 99 60</code> <span class="badge">refused</span>' in html
    assert "you have no group 99" in html


def test_the_production_table_shows_how_far_a_ship_is():
    table = Parts(FORM.html(full_document())).tables["in-production"]

    assert table[1] == ["13", "Drone", "10.00", "4.50", "45 %"]


@pytest.mark.parametrize(
    ("left", "speed", "expected"), [(20.0, 20.0, "1"), (20.1, 20.0, "2"), (5.0, 0.0, "never")]
)
def test_turns_to_go_are_whole(left, speed, expected):
    assert turns(left, speed) == expected


def test_a_great_battle_is_told_in_sums():
    shots = BATTLE["shots"] * 1000
    data = full_document()
    data["events"][1] = event("battles", "battle.fought", "x", data=BATTLE | {"shots": shots * 2})
    html = FORM.html(data)

    assert "fires 8,000 shots on Drakh&#39;s Drone: 6,000 destroyed" in html
    assert html.count("fires") == 1


def test_the_page_of_a_great_race_is_small():
    assert len(FORM.html(document(large_view())).encode()) < 1_000_000


def test_a_race_that_has_nothing_left_still_gets_a_page():
    html = FORM.html(document(view(types=[], groups=[], planets=[])))

    assert "You have met no other race." in html
    assert "Zzyaxians" in html


def test_a_view_with_everything_has_every_table():
    tables = Parts(FORM.html(document(full_view()))).tables

    assert {
        "incoming", "planets", "in-production", "groups", "fleets", "routes", "races", "types",
        "aliens", "uninhabited", "located",
    } <= set(tables)  # fmt: skip
