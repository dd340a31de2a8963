"""`horizons lab play`: the player, the server, and the polling interval."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import horizons_lab as lab
from horizons_host.cli.main import cli
from horizons_lab import online_play
from horizons_lab.online_play import GameServerError

WHERE = ("https://games.example.org", "mars")


@pytest.fixture
def play(monkeypatch):
    """Run the command without a server; return its result and the arguments it passed on."""

    def run(*words):
        passed = []

        def play_seat(*arguments, **more):
            passed.append((arguments, more))
            yield "turn 3: orders submitted"
            yield "the game is over"

        monkeypatch.setattr(online_play, "play_seat", play_seat)
        result = CliRunner().invoke(cli, ["lab", "play", *map(str, words)])
        return result, passed

    return run


def test_a_bot_plays_by_the_minute_and_says_what_is_done(play):
    result, passed = play(*WHERE, "greedy", "--token-file", "token")
    assert result.exit_code == 0, result.output
    assert result.output.splitlines() == ["turn 3: orders submitted", "the game is over"]
    unless_told = {"seed": "", "every": 60, "once": False}
    assert passed == [((*WHERE, Path("token"), "greedy"), unless_told)]


def test_a_program_plays_as_it_is_told(play):
    more = ("--seed", 7, "--every", 5, "--once", "--program", "perl 'my miner.pl' -v")
    result, passed = play(*WHERE, "--token-file", "token", *more)
    assert result.exit_code == 0, result.output
    (((*_, source), options),) = passed
    assert source == lab.Outside(("perl", "my miner.pl", "-v"))
    assert options == {"seed": "7", "every": 5, "once": True}


@pytest.mark.parametrize("player", [(), ("greedy", "--program", "sh miner.sh")])
def test_either_a_bot_plays_or_a_program(play, player):
    result, passed = play(*WHERE, *player, "--token-file", "token")
    assert (result.exit_code, passed) == (2, [])
    assert "use either a bot or --program" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--every", 4, "--token-file", "token"), "4 is not in the range x>=5"),
        ((), "Missing option '--token-file'"),
        (("--token-file", "."), "is a directory"),
    ],
)
def test_wrong_words_are_refused(play, words, message):
    result, passed = play(*WHERE, "greedy", *words)
    assert (result.exit_code, passed) == (2, [])
    assert message in result.output


@pytest.mark.parametrize("words", [(), WHERE[:1]])
def test_a_server_and_a_game_are_named(play, words):
    result, _ = play(*words, "--token-file", "token")
    assert result.exit_code == 2
    assert "Missing argument" in result.output


def test_how_often_the_server_is_asked_is_explained(play):
    text = " ".join(play("--help")[0].output.split())
    assert "--every SECONDS How often to ask the server for a new turn." in text
    assert "[default: 60; x>=5]" in text


def test_what_goes_wrong_is_told_with_status_1(play, monkeypatch):
    def play_seat(*_, **__):
        yield "turn 3: orders submitted"
        raise GameServerError("the server is away", "check the address")

    play()  # the fixture's own is replaced
    monkeypatch.setattr(online_play, "play_seat", play_seat)
    result = CliRunner().invoke(cli, ["lab", "play", *WHERE, "greedy", "--token-file", "token"])
    assert result.exit_code == 1
    assert "turn 3: orders submitted" in result.output
    assert "the server is away" in result.output
