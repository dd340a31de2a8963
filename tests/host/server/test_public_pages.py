"""Public pages without an account: games, rulebooks, battles to try, and signing up."""

from __future__ import annotations

import re

import lxml.html
import pytest

import horizons_core as hz
from horizons_core.plugins.guides import chapters_of
from horizons_host.server.pages import rules
from horizons_host.server.pages.battle_calculator import inner_list, unit_fields
from tests.host.server.browser import Site

VARIANTS = ("campaign2e", "event_horizon", "far_horizons", "galaxy_g", "starcluster")


# rulebooks


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_chapter_of_a_rulebook_can_be_read(site: Site, variant: str) -> None:
    stranger = site.browser()
    stranger.open(f"/rules/{variant}")
    for chapter in chapters_of(variant)[:4]:
        assert f'href="/rules/{variant}/{chapter.name}"' in stranger.text
        page = site.browser().open(f"/rules/{variant}/{chapter.name}")
        assert page.status == 200
        assert all(f'id="{clause.id}"' in page.text for clause in chapter.clauses)


def test_chapters_lead_to_those_before_and_after_them(site: Site) -> None:
    names = [chapter.name for chapter in chapters_of("event_horizon")]
    for number, name in enumerate(names):
        page = lxml.html.fromstring(site.browser().open(f"/rules/event_horizon/{name}").text)
        for rel, near in (("prev", names[:number][-1:]), ("next", names[number + 1 :][:1])):
            ways = {way.get("href") for way in page.xpath("//a[@rel = $rel]", rel=rel)}
            assert ways == {f"/rules/event_horizon/{chapter}" for chapter in near}, (name, rel)


def test_the_id_of_a_rule_leads_to_its_place(site: Site) -> None:
    stranger = site.browser()
    answer = stranger.client.get("/rules/event_horizon/EH-MOV-002", follow_redirects=False)
    assert answer.headers["location"] == "/rules/event_horizon/MOV#EH-MOV-002"
    searched = stranger.client.get("/rules/event_horizon?q=eh-mov-002", follow_redirects=False)
    assert searched.headers["location"] == "/rules/event_horizon/EH-MOV-002"


def test_a_search_finds_rules_by_their_words_titles_first(site: Site) -> None:
    page = site.browser().open("/rules/event_horizon?q=blockade")
    links = lxml.html.fromstring(page.text).xpath('//ul[@class="plainlist"]//a/text()')
    assert links[0] == "Blockade"
    assert "No matching rules" in site.browser().open("/rules/event_horizon?q=xyzzy").words


def test_worked_examples_are_told_in_words() -> None:
    clause = hz.load_variant("campaign2e").rules["C2E-1.2-01"]
    assert rules.examples_in_words(clause) == [("columns 13, rows 13", "hexes 169")]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"a_b": True, "c": None}, "a b yes, c nothing"),
        ([1, 2], "1, 2"),
        ([[1, 2], [3]], "(1, 2); (3)"),
        ([], "none"),
    ],
)
def test_plain_data_is_read_as_words(value: object, words: str) -> None:
    assert rules.value_text(value) == words


@pytest.mark.parametrize("path", ["/rules/nothing", "/rules/galaxy_g/NOTHING", "/battles/nothing"])
def test_an_unknown_game_has_no_rulebook(site: Site, path: str) -> None:
    assert site.browser().open(path).status == 404


# battle calculator


@pytest.mark.parametrize("variant", ["event_horizon", "galaxy_g", "starcluster", "far_horizons"])
def test_the_battle_that_the_form_begins_with_can_be_fought(site: Site, variant: str) -> None:
    stranger = site.browser().open(f"/battles/{variant}")
    (form,) = [f for f in lxml.html.fromstring(stranger.text).forms if f.method == "GET"]
    fought = stranger.client.get(f"/battles/{variant}", params=dict(form.form_values()))
    assert fought.status_code == 200
    assert ">Odds</h2>" in fought.text
    assert "<svg" in fought.text
    assert re.search(r"Attackers</bdi>", fought.text)


@pytest.mark.parametrize(
    ("variant", "inner", "fields"),
    [
        ("campaign2e", "", ["design", "count", "line"]),
        ("event_horizon", "", ["count", "hull", "thrusters"]),
        ("far_horizons", "ships", ["class", "count", "age"]),
        ("galaxy_g", "", ["ships", "type"]),
        ("starcluster", "", ["class", "hull", "design"]),
    ],
)
def test_the_form_of_a_battle_asks_for_what_a_group_is_made_of(
    variant: str, inner: str, fields: list[str]
) -> None:
    rules = hz.load_variant(variant)
    assert inner_list(rules) == inner
    assert [field.name for field in unit_fields(rules)][:3] == fields


def test_a_side_without_units_is_refused_with_what_was_typed_still_there(site: Site) -> None:
    page = site.browser().open("/battles/event_horizon?side0=Ada&u0-0-weapons=2&u0-0-count=7")
    assert (page.status, "a battle needs two sides" in page.words) == (422, True)
    assert 'value="7"' in page.text


@pytest.mark.parametrize(
    ("field", "text", "part"),
    [
        ("count", "many", "'many' isn't a number"),
        ("count", "201", "201 is not between 1 and 200"),
        ("weapons", "-1", "-1 is not between 0"),
        ("count", "9" * 5000, "isn't a number"),
    ],
)
def test_a_number_that_will_not_do_is_named(site: Site, field: str, text: str, part: str) -> None:
    fields = {"u0-0-weapons": "1", "u1-0-weapons": "1", f"u0-0-{field}": text}
    answer = site.browser().client.get("/battles/event_horizon", params=fields)
    assert (answer.status_code, part in answer.text.replace("&#39;", "'")) == (422, True)


def test_who_tries_very_many_battles_waits(site: Site) -> None:
    client, path = site.browser().client, "/battles/event_horizon?u0-0-weapons=x"
    answers = [client.get(path).status_code for _ in range(21)]
    assert answers == [422] * 20 + [429]


# games


def test_strangers_see_the_games_that_are_listed_and_no_others(site: Site) -> None:
    ada = site.person("Ada")
    for title, people in (("Open to all", "all"), ("Among friends", "friends")):
        ada.open("/games/new/event_horizon")
        ada.send("/games/new/event_horizon", title=title, players="2", open_to=people)
    words = site.browser().open("/games").words
    assert "Open to all" in words
    assert "Among friends" not in words


# language


def test_the_language_is_kept_by_the_account_and_by_the_device(site: Site) -> None:
    ada = site.person("Ada").open("/language")
    ada.send("/language", language="de")
    assert '<html lang="de"' in ada.open("/").text
    stranger = site.browser().open("/language")
    stranger.send("/language", language="de")
    assert '<html lang="de"' in stranger.open("/sign-in").text
    other = site.browser()
    other.open("/sign-in")
    other.send("/sign-in", who="Ada", password="correct horse battery")
    assert '<html lang="de"' in other.open("/").text


def test_an_unknown_language_changes_nothing(site: Site) -> None:
    stranger = site.browser().open("/language")
    stranger.send("/language", language="tlh")
    assert '<html lang="en"' in stranger.open("/").text


# light or dark


def test_every_page_brings_the_choice_of_colours_before_it_is_drawn(site: Site) -> None:
    page = site.browser().open("/sign-in")
    head, body = page.text.split("</head>")
    assert '<script src="/static/theme.' in head
    assert "data-theme-choice" in body
