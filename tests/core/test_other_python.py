"""Calling the Python of another environment, and the errors and remedies when that fails."""

from __future__ import annotations

import sys

import pytest

from horizons_core.errors import HorizonsError
from horizons_core.other_python import MAX_OUTPUT, answer_of


def stand_in(folder, script):
    """Write a shell script that replaces a Python interpreter."""
    program = folder / "python"
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    program.chmod(0o755)
    return program


def refusal(python):
    with pytest.raises(HorizonsError) as error:
        answer_of(python, "games", ["3"], task="count the games", remedy="install games there")
    return error.value


def test_its_answer_is_what_the_module_prints_for_the_words(tmp_path, monkeypatch):
    """Modules in the current folder don't hide those installed in the other environment."""
    python = stand_in(tmp_path, """printf '["%s", "%s", "%s", "%s", "%s"]' "$@\"""")
    answer = answer_of(python, "games", ["3", "a b"], task="", remedy="")
    assert answer == ["-P", "-m", "games", "3", "a b"]
    (tmp_path / "games.py").write_text("print(1)", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert "No module named games" in refusal(sys.executable).message


def test_a_missing_python_is_reported(tmp_path):
    error = refusal(tmp_path / "none")
    assert error.message == f"{tmp_path / 'none'} cannot be started: No such file or directory"
    assert "such as ../new/bin/python" in error.hint


@pytest.mark.parametrize("stream", ["", " >&2"])
def test_a_failing_python_is_reported_with_its_last_output(tmp_path, stream):
    error = refusal(stand_in(tmp_path, f"echo 'no games here'{stream}\nexit 3"))
    assert error.message.endswith("could not count the games: no games here")
    assert error.hint == "install games there"
    long = refusal(stand_in(tmp_path, f"printf '%0{MAX_OUTPUT}d end' 7{stream}\nexit 1"))
    assert long.message.endswith(": " + f"{7:0{MAX_OUTPUT}d} end"[-MAX_OUTPUT:])


def test_an_answer_that_is_not_json_is_reported(tmp_path):
    error = refusal(stand_in(tmp_path, "echo hello"))
    assert error.message.endswith("answers 'hello\\n', which is not JSON")
    assert error.hint == "install games there"
