"""The README cannot rot: its session and its Python are run, and come out as they are shown."""

from __future__ import annotations

import shutil

from tests.docs.pages import FIRST_GAME, README, blocks
from tests.docs.python_blocks import run_python
from tests.docs.sessions import disappointments, in_a_shell, steps


def test_the_session_comes_out_as_it_is_shown(tmp_path):
    folder = shutil.copytree(FIRST_GAME, tmp_path / "first_game")
    faults = disappointments(README, folder, in_a_shell)
    assert not faults, "\n".join(faults)


def test_the_session_goes_from_the_set_up_to_a_second_report():
    commands = [step.command for step in steps(README)]
    assert commands[0].startswith("horizons new ")
    assert "--seed" in commands[0]
    assert sum(command.startswith("horizons turn ") for command in commands) == 2
    assert any(command.startswith("horizons report ") for command in commands)


def test_the_python_comes_out_as_it_is_shown():
    assert run_python(README) >= 1


def test_it_opens_with_the_two_commands():
    first = blocks(README)[0]
    assert first.language == "sh"
    assert [line.split("#")[0].split() for line in first.text.splitlines()] == [
        ["make", "demo"],
        ["make", "test"],
    ]


def test_the_mail_it_shows_is_the_one_in_the_example():
    assert blocks(README, "text")[0].text == (FIRST_GAME / "ada-1.txt").read_text("utf-8")
