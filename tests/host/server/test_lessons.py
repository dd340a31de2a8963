"""First lessons: from an account to a finished turn, page by page, in every game."""

from __future__ import annotations

import re
from html import unescape

import pytest

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.plugins.guides import guide_of
from horizons_core.plugins.lessons import with_name
from horizons_core.testing.playing import lesson_game
from horizons_host.server.games import lessons
from tests.host.server.browser import Browser, Site

VARIANTS = sorted(name for name in hz.variants() if guide_of(name).lesson)


def begin_lesson(player: Browser, variant: str) -> Browser:
    return player.open("/learn").send(f"/learn/{variant}")


def test_all_games_that_ship_have_a_lesson() -> None:
    assert {"campaign2e", "event_horizon", "far_horizons", "galaxy_g", "starcluster"} <= set(
        VARIANTS
    )


@pytest.mark.parametrize(
    "variant",
    [
        variant if variant == "event_horizon" else pytest.param(variant, marks=pytest.mark.slow)
        for variant in VARIANTS
    ],
)
def test_the_solution_of_a_lesson_leads_to_its_end_and_to_a_game_against_bots(
    site: Site, variant: str
) -> None:
    ada = begin_lesson(site.person("Ada"), variant)
    game, lesson = ada.path, guide_of(variant).lesson
    assert lesson
    for turn in lesson.turns[:-1]:
        assert all(step.says in unescape(ada.text) for step in turn.steps)
        ada.send(f"{game}/orders", do="send", orders=with_name(turn.orders, "Ada"))
        assert "The turn is being run." in ada.words
        site.work()
        ada.open(game)
    assert lesson.after in unescape(ada.text)
    ada.open(re.search(f"{game}/turns/[0-9]+/battles/[0-9]+", ada.text)[0])  # type: ignore[index]
    assert ada.status == 200
    ada.open(game).send(f"/learn/{variant}/play")
    assert (ada.status, "against bots" in ada.words) == (200, True)
    assert ada.path != game


def test_a_missed_goal_is_explained_and_tried_again(site: Site) -> None:
    ada = begin_lesson(site.person("Ada"), "event_horizon")
    game = ada.path
    ada.send(f"{game}/orders", do="send", orders="BUILD 1 0 1 0 0 Probe")
    site.work()
    assert "You need at least two probes" in ada.open(game).words
    ada.send(f"{game}/orders", do="send", orders="BUILD 1 0 1 0 0 Probe")
    site.work()
    assert "Your probes are at home." in ada.open(game).words


def test_a_lesson_that_is_started_over_is_another_game(site: Site) -> None:
    ada = begin_lesson(site.person("Ada"), "event_horizon")
    first = ada.path
    ada.send("/learn/event_horizon", again="yes")
    assert ada.path != first
    assert "Step 1 of" in ada.words
    assert begin_lesson(ada, "event_horizon").path == ada.path


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_orders_of_a_lesson_are_right_whatever_the_players_name(variant: str) -> None:
    rules, lesson, seat = hz.load_variant(variant), guide_of(variant).lesson, "Zoë of the Nine L."
    assert lesson
    game = lesson_game(rules, lesson, seat)
    remarks = rules.check_orders(game, seat, with_name(lesson.turns[0].orders, seat))
    assert [remark.message for remark in remarks if remark.severity == "error"] == []


def test_who_begins_a_lesson_twice_goes_on_with_the_first(site: Site) -> None:
    ada = site.person("Ada")
    first = begin_lesson(ada, "event_horizon").path
    assert begin_lesson(ada, "event_horizon").path == first
    assert begin_lesson(ada, "galaxy_g").path != first


@pytest.mark.parametrize("step", ["join", "start", "edit_game"])
def test_a_lesson_whose_beginning_broke_off_is_begun_when_somebody_asks_again(
    site: Site, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def breaks_off(*_: object, **__: object) -> None:
        raise HorizonsError("the disk is full", "make room")

    ada = site.person("Ada")
    with monkeypatch.context() as broken:
        broken.setattr(lessons, step, breaks_off)
        assert "the disk is full" in begin_lesson(ada, "event_horizon").words
    assert "Step 1 of" in begin_lesson(ada, "event_horizon").words
    assert "First steps" in ada.open("/").words


def test_a_lesson_is_visible_to_its_owner_alone(site: Site) -> None:
    game = begin_lesson(site.person("Ada"), "event_horizon").path
    brin = site.person("Brin")
    assert brin.open(game).status == 404
    assert "First steps" not in brin.open("/").words


def test_an_unknown_game_has_no_lesson(site: Site) -> None:
    ada = site.person("Ada").open("/learn")
    token = ada.form("/learn/event_horizon").fields["_csrf_token"]
    answer = ada.client.post("/learn/no_such_game", data={"_csrf_token": token})
    assert answer.status_code == 404


def test_a_page_stops_asking_for_a_turn_that_nobody_runs(site: Site) -> None:
    ada = begin_lesson(site.person("Ada"), "event_horizon")
    game = ada.path
    ada.send(f"{game}/orders", do="send")
    assert 'content="2;url=' + f'{game}?looked=8"' in ada.open(f"{game}?looked=7").text
    last = ada.open(f"{game}?looked=60")
    assert 'http-equiv="refresh"' not in last.text
    assert "This is taking longer than usual" in last.words
    assert 'looked=1"' in ada.open(f"{game}?looked=many").text


def test_the_first_two_turns_outside_a_lesson_have_tips(site: Site) -> None:
    tips = "Select one of your units", "Your first turn was run.", "Hide these tips"
    ada = begin_lesson(site.person("Ada"), "event_horizon")
    ada.send(f"{ada.path}/orders", do="send", orders="BUILD 3 0 1 0 0 Probe")
    site.work()
    seen = []
    ada.open("/learn").send("/learn/event_horizon/play")
    game = ada.path
    for _ in range(3):
        seen.append([text in ada.open(game).words for text in tips])
        ada.send(f"{game}/orders", do="send", orders="BUILD 1 0 1 0 0 Probe")
        site.work()
    assert seen == [[True, False, True], [False, True, True], [False, False, False]]
