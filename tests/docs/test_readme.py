"""The README stays accurate: its session and its Python are run and give their output."""

from __future__ import annotations

import re
import shutil

from tests.docs.pages import FIRST_GAME, README, ROOT, blocks
from tests.docs.python_blocks import run_python
from tests.docs.sessions import disappointments, in_this_process, steps


def test_the_session_comes_out_as_it_is_shown(tmp_path):
    folder = shutil.copytree(FIRST_GAME, tmp_path / "first_game")
    faults = disappointments(README, folder, in_this_process)
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


def test_the_library_comes_next_from_a_game_to_a_battle():
    second = blocks(README)[1]
    assert second.language == "python"
    calls = re.findall(
        r"\b(load_variant|new_game|check_orders|run_turn|report|simulate)\(", second.text
    )
    assert calls == ["load_variant", "new_game", "check_orders", "run_turn", "report", "simulate"]


def test_the_programs_it_names_are_where_the_makefile_puts_them():
    named = set(re.findall(r"(\.\w+/\w+)/(?:horizons|python)\b", README.read_text("utf-8")))
    assert [f"BIN := {folder}" for folder in named] == [
        line for line in (ROOT / "Makefile").read_text("utf-8").splitlines() if "BIN :=" in line
    ]


def test_the_mail_it_shows_is_the_one_in_the_example():
    assert blocks(README, "text")[0].text == (FIRST_GAME / "ada-1.txt").read_text("utf-8")
