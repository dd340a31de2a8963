"""`horizons lab play`: who plays, where, and how often the server is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import horizons_lab as lab
from horizons_host.cli import cli
from horizons_lab.online import ServerError, following

WHERE = ("https://games.example.org", "mars")


@pytest.fixture
def play(monkeypatch):
    """The command on a server that is not there; what was to be followed."""

    def made(*words):
        given = []

        def follow(*asked, **more):
            given.append((asked, more))
            yield "turn 3: orders submitted"
            yield "the game is over"

        monkeypatch.setattr(following, "follow", follow)
        done = CliRunner().invoke(cli, ["lab", "play", *map(str, words)])
        return done, given

    return made


def test_a_bot_plays_by_the_minute_and_says_what_is_done(play):
    done, given = play(*WHERE, "greedy", "--token-file", "token")
    assert done.exit_code == 0, done.output
    assert done.output.splitlines() == ["turn 3: orders submitted", "the game is over"]
    unless_told = {"seed": "", "every": 60, "once": False}
    assert given == [((*WHERE, Path("token"), "greedy"), unless_told)]


def test_a_program_plays_as_it_is_told(play):
    more = ("--seed", 7, "--every", 5, "--once", "--program", "perl 'my miner.pl' -v")
    done, given = play(*WHERE, "--token-file", "token", *more)
    assert done.exit_code == 0, done.output
    (((*_, source), told),) = given
    assert source == lab.Outside(("perl", "my miner.pl", "-v"))
    assert told == {"seed": "7", "every": 5, "once": True}


@pytest.mark.parametrize("who", [(), ("greedy", "--program", "sh miner.sh")])
def test_either_a_bot_plays_or_a_program(play, who):
    done, given = play(*WHERE, *who, "--token-file", "token")
    assert (done.exit_code, given) == (2, [])
    assert "use either a bot or --program" in done.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--every", 4, "--token-file", "token"), "4 is not in the range x>=5"),
        ((), "Missing option '--token-file'"),
        (("--token-file", "."), "is a directory"),
    ],
)
def test_wrong_words_are_refused(play, words, said):
    done, given = play(*WHERE, "greedy", *words)
    assert (done.exit_code, given) == (2, [])
    assert said in done.output


@pytest.mark.parametrize("words", [(), WHERE[:1]])
def test_a_server_and_a_game_are_named(play, words):
    done, _ = play(*words, "--token-file", "token")
    assert done.exit_code == 2
    assert "Missing argument" in done.output


def test_how_often_the_server_is_asked_is_explained(play):
    said = " ".join(play("--help")[0].output.split())
    assert "--every SECONDS How often to ask the server for a new turn." in said
    assert "[default: 60; x>=5]" in said


def test_what_goes_wrong_is_told_with_status_1(play, monkeypatch):
    def follow(*_, **__):
        yield "turn 3: orders submitted"
        raise ServerError("the server is away", "check the address")

    play()  # the fixture's own is replaced
    monkeypatch.setattr(following, "follow", follow)
    done = CliRunner().invoke(cli, ["lab", "play", *WHERE, "greedy", "--token-file", "token"])
    assert done.exit_code == 1
    assert "turn 3: orders submitted" in done.output
    assert "the server is away" in done.output
