"""First lessons: from an account to a finished turn, page by page, in every game."""

from __future__ import annotations

import pytest

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.plugins.guides import guide_of
from horizons_host.server.games import joining
from horizons_host.server.games.joining import LESSON_SEED, seat_name
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
def test_a_lesson_leads_from_its_button_to_the_report_of_a_turn(site: Site, variant: str) -> None:
    ada = begin_lesson(site.person("Ada"), variant)
    assert (ada.status, "Open your first report" in ada.words) == (200, True)
    assert "good orders to start with" in ada.words
    game = ada.path
    ada.send(f"{game}/orders", do="send")
    assert (ada.path, "The turn is being run." in ada.words) == (game, True)
    site.work()
    ada.open(game)
    assert "Turn 1 was run." in ada.words
    assert ada.open(f"{game}/turns/1/report.text").status == 200


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Ada", marks=pytest.mark.slow),
        "Zoë of the Nine Lakes",
        pytest.param("O'Neill 2", marks=pytest.mark.slow),
    ],
)
def test_the_orders_of_a_lesson_are_right_whoever_plays(variant: str, name: str) -> None:
    rules, lesson, seat = hz.load_variant(variant), guide_of(variant).lesson, seat_name(name)
    assert lesson
    empires = [seat, *(f"Bot {number + 1}" for number in range(lesson.bots))]
    game = rules.new_game(empires, seed=LESSON_SEED, options=lesson.options, name="a lesson")
    remarks = rules.check_orders(game, seat, lesson.orders(seat))
    assert [remark.message for remark in remarks if remark.severity == "error"] == []


def test_who_begins_a_lesson_twice_goes_on_with_the_first(site: Site) -> None:
    ada = site.person("Ada")
    first = begin_lesson(ada, "event_horizon").path
    assert begin_lesson(ada, "event_horizon").path == first
    assert begin_lesson(ada, "galaxy_g").path != first


@pytest.mark.parametrize("step", ["join", "start"])
def test_a_lesson_whose_beginning_broke_off_is_begun_when_somebody_asks_again(
    site: Site, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    def breaks_off(*_: object, **__: object) -> None:
        raise HorizonsError("the disk is full", "make room")

    ada = site.person("Ada")
    with monkeypatch.context() as broken:
        broken.setattr(joining, step, breaks_off)
        assert "the disk is full" in begin_lesson(ada, "event_horizon").words
    assert "Open your first report" in begin_lesson(ada, "event_horizon").words
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


def test_a_lessons_page_has_one_way_to_the_report(site: Site) -> None:
    ada = begin_lesson(site.person("Ada"), "event_horizon")
    game = ada.path
    ada.send(f"{game}/orders", do="send")
    site.work()
    assert ada.open(game).text.count(">Report of turn 1<") == 1
