"""Steps of a player on a server, turn by turn, and the lines it prints."""

from __future__ import annotations

from types import SimpleNamespace

import attrs
import pytest

import horizons_core as hz
from horizons_lab import online_play
from horizons_lab.online_play import (
    GameServerError,
    OnlineSeat,
    SubmissionResult,
    play_seat,
    view_of,
)
from tests.lab.raids import RULES

REPORT = {
    "variant": "moons", "game": "Mars", "turn": 4, "empire": "P1", "view": {"ore": 3},
    "outcome": None,
}  # fmt: skip


@attrs.define
class Server:
    """A server with one game, in place of a connection."""

    state: str = "running"
    report_of: dict = attrs.field(factory=lambda: dict(REPORT))
    coming: dict = attrs.field(factory=lambda: {"turn": 5, "version": 0, "text": ""})
    errors: int = 0
    refused: bool = False
    submitted: list[str] = attrs.field(factory=list)
    requests: list[object] = attrs.field(factory=list)

    def game_state(self):
        self.requests.append("facts")
        return {"variant": RULES, "mods": [], "state": self.state, "turn": self.report_of["turn"]}

    def report(self, turn):
        self.requests.append(turn)
        return self.report_of

    def own_orders(self):
        return self.coming

    def submit_orders(self, text, turn):
        if turn != self.coming["turn"] or self.refused:
            raise GameServerError("refused")
        self.submitted.append(text)
        return {"version": 1, "errors": self.errors}


class Dice:
    """A player whose orders are its dice."""

    forfeit = None

    def orders(self, view, stream):
        return f"{view.turn} {view.data['ore']} {stream.below(1_000_000)}"


# a step


def test_orders_are_given_for_the_turn_after_the_report_and_their_mistakes_counted():
    server = Server(errors=2)
    assert OnlineSeat(server, "luck").step(Dice()) == SubmissionResult(5, submitted=True, errors=2)
    assert server.requests == ["facts", 4]
    dice = hz.Stream.from_key("online", "luck", "Mars", "P1", 4)
    assert server.submitted == [f"4 3 {dice.below(1_000_000)}"]


def test_one_who_plays_no_empire_has_dice_too():
    server = Server(report_of={**REPORT, "empire": None, "role": "umpire"})
    OnlineSeat(server, "luck").step(Dice())
    dice = hz.Stream.from_key("online", "luck", "Mars", "", 4)
    assert server.submitted == [f"4 3 {dice.below(1_000_000)}"]


def test_orders_for_a_turn_that_is_run_meanwhile_are_not_taken_for_the_next_one():
    server = Server()

    class Slow(Dice):
        def orders(self, view, stream):
            server.coming = {"turn": 6, "version": 0, "text": ""}
            return super().orders(view, stream)

    assert OnlineSeat(server, "luck").step(Slow()) == SubmissionResult(5, reason="late")
    assert server.submitted == []


def test_orders_that_are_refused_in_time_are_a_fault_to_be_told():
    with pytest.raises(GameServerError, match="refused"):
        OnlineSeat(Server(refused=True), "luck").step(Dice())


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"state": "open"}, SubmissionResult(None, reason="not begun")),
        ({"state": "ended"}, SubmissionResult(None, reason="over")),
        (
            {"report_of": {**REPORT, "outcome": {"reason": "won"}}},
            SubmissionResult(None, reason="over"),
        ),
        ({"coming": {"turn": 5, "version": 1}}, SubmissionResult(5, reason="in")),
        ({"coming": {"turn": 6, "version": 0}}, SubmissionResult(6, reason="in")),
        ({"coming": {"turn": 4, "version": 0}}, SubmissionResult(4, reason="in")),
    ],
)
def test_nothing_is_given_where_nothing_is_wanted(changes, expected):
    server = Server(**changes)
    assert OnlineSeat(server, "luck").step(Dice()) == expected
    assert server.submitted == []


def test_before_a_game_begins_there_is_no_report_to_ask_for():
    server = Server(state="open")
    OnlineSeat(server, "luck").step(Dice())
    assert server.requests == ["facts"]


def test_the_rules_are_asked_for_once(monkeypatch):
    loaded = []
    monkeypatch.setattr(
        online_play,
        "hz",
        SimpleNamespace(load_variant=lambda *names: loaded.append(names) or "rules"),
    )
    server = Server()
    player = OnlineSeat(server, "luck")
    assert (player.variant(), player.variant()) == ("rules", "rules")
    assert (loaded, server.requests) == ([(RULES, ())], ["facts"])
    with pytest.raises(TypeError):
        OnlineSeat(server, "luck", "rules")


def test_what_a_seat_knows_is_what_its_report_says():
    expected = hz.View("moons", "Mars", 4, "P1", {"ore": 3})
    assert view_of(REPORT) == expected
    assert view_of({**REPORT, "role": "umpire"}) == attrs.evolve(expected, role="umpire")


# turn after turn


@pytest.fixture
def followed(monkeypatch, tmp_path):
    """Play a seat whose steps end like this; return the printed lines and the waiting times."""

    def run(steps, *, player=None, **more):
        token = tmp_path / "token"
        token.write_text(" hz_x\n")
        waited, coming = [], iter(steps)

        def step(self, player):
            outcome = next(coming)
            if isinstance(outcome, Exception):
                raise outcome
            if outcome.reason == "gave up":
                monkeypatch.setattr(type(player), "forfeit", "it gave up")
                return SubmissionResult(outcome.turn, submitted=outcome.submitted)
            return outcome

        monkeypatch.setattr(OnlineSeat, "variant", lambda _: None)
        monkeypatch.setattr(OnlineSeat, "check", lambda *_: None)
        monkeypatch.setattr(OnlineSeat, "step", step)
        printed = []
        try:
            lines = play_seat("https://x.example", "mars", token, idle, sleep=waited.append, **more)
            printed.extend(lines)
        except GameServerError as problem:
            printed.append(f"! {problem.message}")
        return printed, waited

    return run


def idle(view, stream):
    return ""


GIVEN, OVER = SubmissionResult(3, submitted=True), SubmissionResult(None, reason="over")
AWAY, REFUSED = GameServerError("away", is_temporary=True), GameServerError("refused")


def test_every_turn_is_told_once_and_the_server_asked_once_a_minute(followed):
    steps = [
        SubmissionResult(None, reason="not begun"),
        GIVEN,
        SubmissionResult(3, reason="in"),
        SubmissionResult(4, submitted=True, errors=2),
    ]
    lines, waited = followed([*steps, OVER])
    assert lines == [
        "turn 3: orders submitted", "turn 4: orders submitted, with 2 errors", "the game is over"
    ]  # fmt: skip
    assert waited == [60] * 4


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (GIVEN, "turn 3: orders submitted"),
        (SubmissionResult(3, reason="in"), "turn 3: orders were already submitted"),
        (SubmissionResult(3, reason="late"), "turn 3: it was run before orders were submitted"),
        (SubmissionResult(None, reason="not begun"), "the game has not begun"),
        (OVER, "the game is over"),
        (AWAY, "! away"),
    ],
)
def test_once_is_once(followed, step, line):
    assert followed([step], once=True) == ([line], [])


def test_what_passes_is_waited_for_and_what_does_not_is_told_at_once(followed):
    lines, waited = followed([AWAY, AWAY, GIVEN, REFUSED], every=7)
    assert (lines, waited) == (["turn 3: orders submitted", "! refused"], [7, 7, 7])


def test_sixty_failures_in_a_row_are_the_most(followed):
    lines, waited = followed([AWAY] * 59 + [GIVEN] + [AWAY] * 60)
    assert lines == ["turn 3: orders submitted", "! away"]
    assert len(waited) == 59 + 1 + 59
    assert online_play.MAX_FAILURES == 60


@pytest.mark.parametrize("ordered", [True, False])
def test_a_player_that_gives_up_plays_no_more(followed, ordered):
    lines, waited = followed([SubmissionResult(3, submitted=ordered, reason="gave up")])
    assert lines == [*(["turn 3: orders submitted"] if ordered else []), "it gave up"]
    assert waited == []


def test_dice_are_drawn_anew_unless_a_seed_is_told(followed, monkeypatch):
    seeds = []
    init = OnlineSeat.__init__

    def watched(self, connection, seed):
        seeds.append(seed)
        init(self, connection, seed)

    monkeypatch.setattr(OnlineSeat, "__init__", watched)
    for more in ({}, {}, {"seed": "luck"}):
        followed([OVER], **more)
    assert seeds[2] == "luck"
    assert len({*seeds}) == 3
    assert {len(bytes.fromhex(seed)) for seed in seeds[:2]} == {8}


@pytest.mark.parametrize(("length", "is_one"), [(1, True), (999, True), (1000, False)])
def test_a_token_has_less_than_a_thousand_signs(followed, tmp_path, length, is_one):
    token = tmp_path / "long"
    token.write_text("x" * length)
    if is_one:
        assert online_play._token(token) == "x" * length
    else:
        with pytest.raises(GameServerError, match="contains no token"):
            online_play._token(token)
