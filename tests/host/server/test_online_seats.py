"""Bots that play seats of a game on a server, with tokens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from horizons_core.errors import UnknownNameError
from horizons_lab import StudyError, online_play
from horizons_lab.online_play import (
    GameConnection,
    GameServerError,
    OnlineSeat,
    SubmissionResult,
    connect,
    play_seat,
)
from horizons_lab.seats import SeatSource, entrants
from tests.host.server.browser import Browser, Site
from tests.host.server.games import running_game
from tests.host.server.test_calls import KEY, program


@contextmanager
def open_seat(seat: OnlineSeat, bot: SeatSource) -> Iterator[object]:
    (entrant,) = entrants([bot])
    seat.check(entrant)
    with entrant.opened(seat.variant()) as player:
        yield player


@pytest.fixture
def people(site: Site) -> dict[str, Browser]:
    return running_game(site)


def test_a_bot_gives_orders_once_a_turn_and_leaves_those_of_people_alone(site, people):
    ada = OnlineSeat(GameConnection(program(people["Ada"], site), KEY), seed="1")
    brin = OnlineSeat(GameConnection(program(people["Brin"], site), KEY), seed="1")
    people["Brin"].open(f"/games/{KEY}/orders").send(
        f"/games/{KEY}/orders", orders="; by hand", do="send"
    )
    with open_seat(ada, "greedy") as player, open_seat(brin, "greedy") as other:
        assert ada.step(player) == SubmissionResult(1, submitted=True)
        assert ada.step(player) == SubmissionResult(1, reason="in")
        assert brin.step(other) == SubmissionResult(1, reason="in")
        people["Cleo"].open(f"/games/{KEY}/desk").send(f"/games/{KEY}/desk/run")
        site.work()
        assert brin.step(other) == SubmissionResult(2, submitted=True)
    assert brin.connection.own_orders()["text"]
    report = ada.connection.report(1)
    assert report["orders"]
    assert all(order["done"] for order in report["orders"])


def test_orders_that_were_thought_of_for_one_turn_are_not_taken_for_the_next(site, people):
    ada = OnlineSeat(GameConnection(program(people["Ada"], site), KEY), seed="1")

    def slow(*_: object) -> str:
        people["Cleo"].open(f"/games/{KEY}/desk").send(f"/games/{KEY}/desk/run", anyway="yes")
        site.work()
        return "; for turn 1"

    with open_seat(ada, slow) as player:
        assert ada.step(player) == SubmissionResult(1, reason="late")
    orders = ada.connection.own_orders()
    assert (orders["turn"], orders["version"]) == (2, 0)


def test_it_plays_until_the_game_is_over(site, people, monkeypatch, tmp_path):
    client = program(people["Ada"], site)
    token = tmp_path / "token"
    token.write_text(client.headers["authorization"].split()[1] + "\n")

    @contextmanager
    def to_the_site(_: str, game: str, key: str) -> Iterator[GameConnection]:
        client.headers["authorization"] = f"Bearer {key}"
        yield GameConnection(client, game)

    monkeypatch.setattr(online_play, "connect", to_the_site)
    desk = people["Cleo"].open(f"/games/{KEY}/desk")

    def time_passes(_: float) -> None:
        desk.open(f"/games/{KEY}/desk").send(f"/games/{KEY}/desk/run", anyway="yes")
        site.work()
        if "turn 3 was run" in desk.open(f"/games/{KEY}/desk").words:
            desk.send(f"/games/{KEY}/desk/end", reason="enough", name="The Mars affair")

    lines = list(play_seat("https://x.example", KEY, token, "greedy", sleep=time_passes))
    assert lines == [
        *(f"turn {turn}: orders submitted" for turn in (1, 2, 3)),
        "the game is over",
    ]


def test_who_cannot_play_is_told_before_anything_is_given(site, people):
    seat = OnlineSeat(GameConnection(program(people["Ada"], site), KEY), seed="1")
    with pytest.raises(UnknownNameError, match="no bot 'greddy'"), open_seat(seat, "greddy"):
        pass
    with (
        pytest.raises(StudyError, match="'lookahead' tries orders out"),
        open_seat(seat, "lookahead") as player,
    ):
        seat.step(player)
    assert seat.connection.own_orders()["version"] == 0


def test_a_refusal_is_told_in_the_words_of_the_server(site, people):
    eve = GameConnection(program(site.person("Eve"), site), KEY)
    with pytest.raises(GameServerError) as refused:
        eve.own_orders()
    assert not refused.value.is_temporary
    stranger = program(people["Ada"], site)
    stranger.headers["authorization"] = "Bearer hz_wrong"
    with pytest.raises(GameServerError, match="token"):
        GameConnection(stranger, KEY).game_state()


def test_a_server_that_is_away_is_asked_again_and_not_for_ever(monkeypatch, tmp_path):
    token = tmp_path / "token"
    token.write_text("hz_x")
    waited: list[float] = []
    monkeypatch.setattr(online_play, "MAX_FAILURES", 3)
    monkeypatch.setattr(OnlineSeat, "check", lambda *_: None)
    monkeypatch.setattr(OnlineSeat, "variant", lambda _: None)

    def idle(*_: object) -> str:
        return ""

    with pytest.raises(GameServerError, match="cannot reach the server"):
        list(play_seat("http://127.0.0.1:9", KEY, token, idle, every=7, sleep=waited.append))
    assert waited == [7, 7]


@pytest.mark.parametrize("text", ["", "two words\nand lines", "é", "x" * 5000])
def test_a_file_without_a_token_is_refused(tmp_path: Path, text):
    token = tmp_path / "token"
    token.write_text(text, "utf-8")
    with pytest.raises(GameServerError, match="contains no token"):
        next(play_seat("https://x.example", KEY, token, "greedy"))
    with pytest.raises(GameServerError, match="cannot read"):
        next(play_seat("https://x.example", KEY, tmp_path / "none", "greedy"))


def test_an_address_without_a_scheme_is_refused():
    with (
        pytest.raises(GameServerError, match="not the address"),
        connect("games.example", KEY, "x"),
    ):
        pass
