"""Watching a game: who may, what they see and when, and that the rule only becomes stricter."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import lxml.html
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from horizons_host.reports.sources import ReportsUntil, public_report
from horizons_host.server.games import directory
from horizons_host.server.games.terms import Terms, checked_terms
from horizons_host.server.games.watch_rules import (
    AUDIENCES,
    MAX_DELAY,
    WatchRule,
    WatchRuleError,
    watch_rule_from,
)
from horizons_host.server.games.watching import describe_rule
from horizons_host.server.pages import embedding
from horizons_host.store import GameStoreError, schema
from tests.effort import tries
from tests.host.server.browser import Browser, Site
from tests.host.server.played import WAR_TURNS, play_game, run, sign_in_as
from tests.host.server.test_calls import create_token, with_token

PLAYERS = ("Ada", "Brin", "Cato")
GAME = "/games/mars"
DELAY = 2
LAST = WAR_TURNS - DELAY
PUBLIC, BRIN, ALL = (f"{GAME}/perspectives/{name}" for name in ("*public", "Brin", "*"))
RULES = st.builds(
    WatchRule,
    st.sampled_from(AUDIENCES),
    st.none() | st.integers(0, 4),
    st.booleans(),
)


def play_war(site: Site, **watching: Any) -> None:
    """Play a listed game with battles, watched under a rule."""
    options = {"side": 8}
    play_game(site, "event_horizon", WAR_TURNS, bot="greedy", options=options, watching=watching)


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A war that everyone can watch, with what players see two turns later."""
    site = Site(tmp_path_factory.mktemp("war") / "server")
    play_war(site, audience="everyone", delay=DELAY)
    return site


def turns_on(browser: Browser) -> list[int]:
    page = lxml.html.fromstring(browser.text)
    return [int(tick.get("data-frame")) for tick in page.iterfind(".//li[@data-frame]")]


def seen_by(rule: WatchRule, latest: int) -> set[tuple[str, int]]:
    """Return pairs of an audience's member and a turn that the rule shows to it."""
    members = AUDIENCES[AUDIENCES.index(rule.audience) :]
    if rule.delay is None:
        return {(member, -1) for member in members}
    return {(m, turn) for m in members for turn in range(-1, latest - rule.delay + 1)}


# The rule.


@settings(max_examples=tries(100))
@given(RULES, RULES)
def test_a_rule_is_within_another_if_it_shows_nothing_more(a: WatchRule, b: WatchRule) -> None:
    shows_less = seen_by(a, 4) <= seen_by(b, 4) and a.embeds <= b.embeds
    assert a.is_within(b) == shows_less


@settings(max_examples=tries(30))
@given(RULES)
def test_a_rule_is_kept_as_plain_data(rule: WatchRule) -> None:
    assert watch_rule_from(rule.to_dict()) == rule


@pytest.mark.parametrize(
    "data",
    [{"audience": "nobody"}, {"delay": -1}, {"delay": MAX_DELAY + 1}, {"delay": True}],
)
def test_a_rule_that_no_game_can_have_is_refused(data: Mapping[str, Any]) -> None:
    with pytest.raises(WatchRuleError):
        watch_rule_from(data)
    with pytest.raises(WatchRuleError):
        checked_terms(Terms("Mars", "event_horizon", watching=data))


def test_a_game_without_a_rule_shows_spectators_public_information_only() -> None:
    assert Terms("Mars", "event_horizon").watch_rule == WatchRule("spectators", None, embeds=False)


def test_different_rules_have_different_descriptions() -> None:
    rules = [
        WatchRule(audience, delay, embeds)
        for audience in AUDIENCES
        for delay in (None, 0, 1, 2)
        for embeds in (False, True)
    ]
    assert len({str(describe_rule(rule)) for rule in rules}) == len(rules)


# What is shown.


def test_a_stranger_sees_what_players_saw_after_the_delay(war: Site) -> None:
    stranger = war.browser()
    assert turns_on(stranger.open(f"{BRIN}/replay")) == list(range(LAST + 1))
    drawing = stranger.open(f"{BRIN}/turns/{LAST}/map").text
    assert drawing in sign_in_as(war, "Brin").open(f"{GAME}/replay/{LAST}").text
    for path in ("replay", "turns"):
        for turn in (LAST + 1, WAR_TURNS):
            end = "/map" if path == "turns" else ""
            assert stranger.open(f"{BRIN}/{path}/{turn}{end}").status == 404


def test_a_battle_is_shown_after_the_delay_and_not_before(war: Site) -> None:
    stranger, cleo = war.browser(), sign_in_as(war, "Cleo")
    cleo.open(f"{BRIN}/replay")
    battles = re.findall(rf'href="({BRIN}/turns/(\d+)/battles/\d+)"', cleo.text)
    assert {int(turn) > LAST for _, turn in battles} == {False, True}
    for path, turn in battles:
        assert cleo.open(path).status == 200
        assert stranger.open(path).status == (404 if int(turn) > LAST else 200)
        assert "/why/" not in stranger.text


def test_public_information_is_shown_at_once(war: Site) -> None:
    stranger = war.browser()
    assert turns_on(stranger.open(f"{PUBLIC}/replay")) == list(range(WAR_TURNS + 1))
    assert stranger.open(f"{PUBLIC}/replay/{WAR_TURNS}").status == 200


def test_a_public_map_and_public_figures_are_shown_at_once(site: Site) -> None:
    play_game(site, "campaign2e", 1, watching={"audience": "everyone"})
    page = lxml.html.fromstring(site.browser().open(f"{GAME}/watch").text)
    assert turns_on(site.browser().open(f"{GAME}/watch")) == [0, 1]
    headings = [cell.text for cell in page.iterfind(".//table[@class='standing']/thead/tr/th")]
    assert headings == ["Player", "Worlds", "Income a week"]
    with site.service.database.game("mars") as store:
        places = {place["id"] for place in public_report(store, 1)["map"]["places"]}
    drawn = {node.get("data-place") for node in page.iterfind(".//*[@data-place]")}
    assert drawn
    assert drawn <= places


def test_everything_is_for_the_gamemaster(war: Site) -> None:
    cleo = sign_in_as(war, "Cleo")
    assert f"{ALL}/replay" in cleo.open(f"{GAME}/watch").text
    assert turns_on(cleo.open(f"{ALL}/replay")) == list(range(WAR_TURNS + 1))
    assert turns_on(cleo.open(f"{BRIN}/replay")) == list(range(WAR_TURNS + 1))
    for browser in (war.browser(), sign_in_as(war, "Ada"), war.person("Eve")):
        assert browser.open(f"{ALL}/replay").status == 404
        assert browser.open(f"{ALL}/turns/0/map").status == 404
        assert f"{ALL}/" not in browser.open(f"{GAME}/watch").text


def test_the_standing_compares_players_at_the_last_turn_shown(war: Site) -> None:
    war_page = lxml.html.fromstring(war.browser().open(f"{GAME}/watch").text)
    rows = {
        row.findtext(".//bdi"): [cell.text for cell in row.iterfind("td")]
        for row in war_page.iterfind(".//table[@class='standing']/tbody/tr")
    }
    with war.service.database.game("mars") as store:
        ships = {name: len(store.report(LAST, name)["view"]["ships"]) for name in PLAYERS}
    assert {name: int(cells[0]) for name, cells in rows.items()} == ships
    assert list(rows) == sorted(ships, key=lambda name: -ships[name])


def test_charts_end_at_the_last_turn_shown(war: Site) -> None:
    page = lxml.html.fromstring(war.browser().open(f"{GAME}/watch/charts").text)
    turns = {int(cell.text) for cell in page.iterfind(".//th[@scope='row']")}
    assert turns == set(range(LAST + 1))


def test_reports_after_the_last_turn_shown_cannot_be_read(war: Site) -> None:
    with war.service.database.game("mars") as store:
        reports = ReportsUntil(store, LAST)
        assert reports.report(LAST, "Brin") == store.report(LAST, "Brin")
        for read in (reports.report, reports.packed_report):
            with pytest.raises(GameStoreError):
                read(LAST + 1, "Brin")


def test_a_new_turn_is_shown_when_its_delay_is_over(site: Site) -> None:
    play_game(site, "event_horizon", 1, bot="greedy", watching={"audience": "everyone", "delay": 1})
    stranger = site.browser()
    assert turns_on(stranger.open(f"{GAME}/watch")) == [0]
    run(site, "mars", PLAYERS, "greedy")
    assert turns_on(stranger.open(f"{GAME}/watch")) == [0, 1]


def test_watchers_see_first_what_a_player_sees_who_is_still_in_the_game(site: Site) -> None:
    play_game(site, "event_horizon", 2, bot="greedy", watching={"audience": "everyone", "delay": 0})
    report = schema.reports
    with site.service.database.game("mars") as store, store.writing() as connection:
        later = (report.c.empire == "Ada", report.c.turn > 0)
        connection.execute(delete(report).where(*later))
    stranger = site.browser()
    assert turns_on(stranger.open(f"{GAME}/perspectives/Ada/replay")) == [0]
    assert turns_on(stranger.open(f"{GAME}/watch")) == [0, 1, 2]
    assert f"{GAME}/watch/pictures/2" in stranger.open("/").text


# Who may watch.


@pytest.mark.parametrize(
    ("audience", "statuses"),
    [
        (
            "everyone",
            {"a stranger": 200, "Eve": 200, "Ada": 200, "Sol": 200, "Cleo": 200},
        ),
        (
            "accounts",
            {"a stranger": 404, "Eve": 200, "Ada": 200, "Sol": 200, "Cleo": 200},
        ),
        (
            "spectators",
            {"a stranger": 404, "Eve": 404, "Ada": 404, "Sol": 200, "Cleo": 200},
        ),
    ],
)
def test_a_game_is_watched_by_its_audience(
    site: Site, audience: str, statuses: Mapping[str, int]
) -> None:
    rule = {"audience": audience, "delay": 0}
    play_game(site, "event_horizon", 1, bot="greedy", watching=rule, spectators=True)
    people = {"a stranger": site.browser(), "Eve": site.person("Eve"), "Sol": site.person("Sol")}
    people |= {name: sign_in_as(site, name) for name in ("Ada", "Cleo")}
    people["Sol"].open(GAME).send(f"{GAME}/watch", seat="Sol")
    guest = site.browser().open("/").send("/learn/event_horizon")
    for path in (
        "watch",
        "watch/charts",
        "perspectives/*public/replay",
        "perspectives/Brin/replay",
    ):
        assert {name: b.open(f"{GAME}/{path}").status for name, b in people.items()} == statuses
        assert guest.open(f"{GAME}/{path}").status == statuses["a stranger"]


def test_the_reports_of_an_umpire_are_not_shown_with_those_of_players(site: Site) -> None:
    rule = {"audience": "everyone", "delay": 0}
    play_game(site, "campaign2e", 1, watching=rule)
    cleo, uma = sign_in_as(site, "Cleo"), site.person("Uma")
    link = cleo.open(GAME).send(f"{GAME}/invitations", role="umpire").words
    path = re.search(r"/invitations/[\w-]+", link)
    assert path
    uma.open(path[0]).send(path[0])
    run(site, "mars", PLAYERS)
    assert uma.open(f"{GAME}/turns/2/report.json").status == 200
    for browser in (site.browser(), cleo):
        assert browser.open(f"{GAME}/perspectives/Uma/replay").status == 404


# The rule of a running game.


def test_the_rule_of_a_running_game_can_only_become_stricter(site: Site) -> None:
    play_game(site, "event_horizon", 2, bot="greedy", watching={"audience": "accounts", "delay": 2})
    cleo, page = sign_in_as(site, "Cleo"), f"{GAME}/desk/watching"
    for more in ({"audience": "everyone", "delay": "2"}, {"audience": "accounts", "delay": "1"}):
        assert cleo.open(page).send(page, **more).status == 422
        assert "agreed to" in cleo.words
    assert cleo.open(page).send(page, audience="accounts", delay="x").status == 422
    eve = site.person("Eve")
    assert eve.open(f"{BRIN}/replay").status == 200
    cleo.open(page).send(page, audience="spectators", delay="")
    assert directory.find_game(site.service, "mars").terms.watch_rule == WatchRule("spectators")
    assert eve.open(f"{BRIN}/replay").status == 404
    assert "Watching was restricted" in sign_in_as(site, "Ada").open(f"{GAME}/audit").words
    assert cleo.open(page).send(page, audience="accounts", delay="2").status == 422


def test_programs_read_the_rule_and_gamemasters_restrict_it(site: Site) -> None:
    play_game(site, "event_horizon", 1, bot="greedy", watching={"audience": "everyone", "delay": 1})
    cleo, ada = (with_token(site, create_token(sign_in_as(site, name))) for name in ("Cleo", "Ada"))
    path = "/api/v1/games/mars/watch-rule"
    rule = {"audience": "everyone", "delay": 1, "embeds": False}
    assert ada.get(path).json() == rule
    assert cleo.post(path, json={**rule, "delay": 0}).status_code == 422
    assert ada.post(path, json={**rule, "delay": 3}).status_code == 404
    assert cleo.post(path, json={**rule, "delay": 3}).json() == {**rule, "delay": 3}
    assert ada.get(path).json() == {**rule, "delay": 3}


def test_the_form_of_a_new_game_has_a_rule_for_watching(site: Site) -> None:
    cleo, new = site.person("Cleo").open("/games/new/event_horizon"), "/games/new/event_horizon"
    fields = {"title": "Mars", "plays": "no", "open_to": "all"}
    assert cleo.send(new, **fields, delay="1000").status == 422
    cleo.open(new).send(new, **fields, audience="accounts", delay="7", embeds="yes")
    game = directory.find_game(site.service, "mars")
    assert game.terms.watch_rule == WatchRule("accounts", 7, embeds=True)
    stranger = site.browser().open(GAME)
    assert str(describe_rule(game.terms.watch_rule)) in stranger.words
    cleo.open(new).send(new, **{**fields, "title": "Venus"})
    usual = directory.find_game(site.service, "venus").terms.watch_rule
    assert usual == WatchRule("everyone", None, embeds=False)


# Replays on other sites.

EMBEDDED = "/embed/mars/Brin"


def end_and_open(site: Site) -> Browser:
    """End the game and open its archive, as its gamemaster."""
    cleo = sign_in_as(site, "Cleo")
    cleo.open(f"{GAME}/desk").send(f"{GAME}/desk/end", reason="by agreement", name="Mars")
    cleo.open(f"{GAME}/desk").send(f"{GAME}/desk/archive")
    site.work()
    return cleo


def finished(site: Site, *, embeds: bool) -> Browser:
    """Play a game that is not listed to its end, and return its gamemaster."""
    rule = {"audience": "spectators", "embeds": embeds}
    play_game(site, "event_horizon", 2, bot="greedy", watching=rule, listed=False)
    return end_and_open(site)


def test_the_replay_of_a_finished_game_is_shown_on_other_sites(site: Site) -> None:
    cleo, stranger = finished(site, embeds=True), site.browser()
    for path in ("/embed/mars", f"{EMBEDDED}/replay", f"{EMBEDDED}/replay/0"):
        answer = stranger.client.get(path)
        assert answer.status_code == 200
        policy = answer.headers["content-security-policy"]
        assert "frame-ancestors *" in policy
        assert "unsafe" not in policy
        assert "x-frame-options" not in answer.headers
        assert "set-cookie" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"
        assert "<form method" not in answer.text
    drawing = stranger.client.get(f"{EMBEDDED}/turns/2/map")
    assert drawing.headers["x-frame-options"] == "DENY"
    assert drawing.text in cleo.open(f"{BRIN}/replay").text
    assert (
        stranger.client.get(f"{EMBEDDED}/replay").text == cleo.client.get(f"{EMBEDDED}/replay").text
    )
    assert stranger.open("/embed/mars/*/replay").status == 404
    assert stranger.open(GAME).status == 404


def test_the_code_for_other_sites_is_on_the_page_of_the_replay(site: Site) -> None:
    cleo = finished(site, embeds=True)
    code = lxml.html.fromstring(cleo.open(f"{BRIN}/replay").text).get_element_by_id("embed-code")
    frame = lxml.html.fromstring(code.text_content())
    assert frame.tag == "iframe"
    address = str(frame.get("src")).removeprefix("http://games.example.org")
    assert site.browser().open(address).status == 200


def test_a_replay_is_on_no_other_site_if_that_was_not_announced(site: Site) -> None:
    cleo = finished(site, embeds=False)
    for path in ("/embed/mars", f"{EMBEDDED}/replay", f"{EMBEDDED}/turns/0/map"):
        answer = cleo.client.get(path)
        assert answer.status_code == 404
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-frame-options"] == "DENY"
    assert "embed-code" not in cleo.open(f"{BRIN}/replay").text


def test_a_replay_is_on_no_other_site_before_the_archive_is_open(site: Site) -> None:
    rule = {"audience": "everyone", "delay": 0, "embeds": True}
    play_game(site, "event_horizon", 1, bot="greedy", watching=rule)
    cleo = sign_in_as(site, "Cleo")
    assert cleo.open(f"{EMBEDDED}/replay").status == 404
    cleo.open(f"{GAME}/desk").send(f"{GAME}/desk/end", reason="by agreement", name="Mars")
    assert cleo.open(f"{EMBEDDED}/replay").status == 404
    assert "embed-code" not in cleo.open(f"{BRIN}/replay").text


def test_a_replay_that_is_too_large_is_shown_on_this_site_only(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(site, embeds=True)
    stranger = site.browser()
    for limit in ("MAX_MAP_BYTES", "MAX_PAGE_BYTES"):
        with monkeypatch.context() as patch:
            patch.setattr(embedding, limit, 5_000)
            answer = stranger.client.get(f"{EMBEDDED}/replay")
            assert "too large" in answer.text
            assert len(answer.content) < 5_000


# The first page.


@pytest.mark.parametrize(
    ("audience", "who"),
    [("everyone", {"a stranger", "Eve"}), ("accounts", {"Eve"}), ("spectators", set())],
)
def test_the_list_of_games_leads_to_those_that_its_reader_may_watch(
    site: Site, audience: str, who: set[str]
) -> None:
    play_game(site, "event_horizon", 1, watching={"audience": audience})
    people = {"a stranger": site.browser(), "Eve": site.person("Eve")}
    link = f'href="{GAME}/watch"'
    assert {name for name, b in people.items() if link in b.open("/games").text} == who


def test_the_first_page_shows_games_as_they_are_played(site: Site) -> None:
    rule = {"audience": "everyone", "delay": 1}
    play_game(site, "event_horizon", 2, bot="greedy", watching=rule)
    stranger = site.browser()
    (picture,) = re.findall(r'<img src="([^"]+)"', stranger.open("/").text)
    assert picture == f"{GAME}/watch/pictures/1"
    assert 'data-follow="mars"' in stranger.text
    drawn = stranger.client.get(picture)
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert stranger.client.get(f"{GAME}/watch/pictures/2").status_code == 404
    # Everyone gets the same picture, so that it tells no one more.
    assert sign_in_as(site, "Cleo").client.get(picture).content == drawn.content
    assert sign_in_as(site, "Cleo").client.get(f"{GAME}/watch/pictures/2").status_code == 404


@pytest.mark.parametrize("terms", [{"listed": False}, {"audience": "accounts"}])
def test_the_first_page_shows_no_game_that_not_everyone_may_watch(
    site: Site, terms: Mapping[str, Any]
) -> None:
    rule = {"audience": terms.get("audience", "everyone"), "delay": 0}
    play_game(site, "event_horizon", 1, listed=terms.get("listed", True), watching=rule)
    for browser in (site.browser(), sign_in_as(site, "Ada")):
        assert "data-follow" not in browser.open("/").text
