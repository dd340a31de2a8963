"""The command line in general: quick to start, helpful, and without tracebacks."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from horizons_host.cli.common import working
from horizons_host.cli.main import COMMANDS, SOURCES, cli
from horizons_host.cli.reference import commands, reference
from tests.host import forks
from tests.host.helpers import horizons, refused

ROOT = Path(__file__).resolve().parents[2]
ALL = dict(commands())
HEAVY = {"numpy", "numba", "sqlalchemy", "scipy", "matplotlib", "rich", "argon2", "horizons_core"}


def test_help_imports_nothing_of_weight():
    code = (
        "import sys\n"
        "from horizons_host.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: print('LOADED', *sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = run.stdout.split("LOADED", 1)[1].split()
    assert not HEAVY & set(loaded)


def test_the_list_of_commands_says_what_each_command_says():
    for name, summary in COMMANDS.items():
        command = cli.get_command(click.Context(cli), name)
        assert (command.name, command.get_short_help_str(limit=200)) == (name, summary)


@pytest.mark.parametrize(
    ("words", "new_name"),
    [
        (("press", "list"), "message"),
        (("chance", "draw"), "seed"),
        (("seat", "papers"), "handover"),
        (("seat", "hand-over"), "replace"),
    ],
)
def test_a_renamed_command_answers_with_its_new_name(words, new_name):
    assert f"is now '{new_name}'" in refused(*words, status=2)


def test_every_command_is_listed():
    assert list(SOURCES) == list(COMMANDS)
    code = [path.read_text(encoding="utf-8") for path in (ROOT / "src/horizons_host").rglob("*.py")]
    functions = {
        name for text in code for name in re.findall(r"^def (\w+_command)\(", text, re.MULTILINE)
    }
    assert functions == {source.rpartition(".")[2] for source in SOURCES.values()}


def test_every_command_has_help_with_examples():
    for name in ALL:
        result = horizons(*name.split()[1:], "--help")
        assert result.exit_code == 0, name
        examples = result.output.split("Examples:\n")[1].splitlines()
        assert examples, name
        assert all(example.strip().startswith("horizons ") for example in examples), name


def test_every_option_has_a_line_of_help():
    for name, command in ALL.items():
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help, f"{name} {option.name}"


def test_every_example_can_be_typed():
    for example in (example for command in ALL.values() for example in command.examples):
        words = shlex.split(example.split(" < ")[0])[1:]
        context = cli.make_context("horizons", words)
        while isinstance(context.command, click.Group):
            rest = [*context._protected_args, *context.args]
            _, command, rest = context.command.resolve_command(context, rest)
            context = command.make_context(command.name, rest, parent=context)
        assert context.command in ALL.values(), example


def test_the_reference_is_up_to_date():
    assert (ROOT / "docs" / "cli.md").read_text("utf-8") == reference(), (
        "make it anew: python -m horizons_host.cli.reference > docs/cli.md"
    )


def test_the_reference_names_every_option():
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    parts = dict(re.findall(r"^#+ `(.*?)`\n(.*?)(?=^#+ `|\Z)", page, re.DOTALL | re.MULTILINE))
    for name, command in ALL.items():
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                for spelling in option.opts:
                    assert f"`{spelling}" in parts[name], name


@pytest.mark.parametrize(
    "words",
    [
        ["trun"],
        ["turn", "--dryrun"],
        ["new"],
        ["new", "x", "--variant", "event_horizon", "--bot", "Brin"],
        ["report", "--format", "pdf", "-p", "Ada"],
        ["report"],
        ["report", "--all", "-p", "Ada"],
        ["turn", "--until", "soon"],
        ["turn", "--until", "5", "--dry-run"],
        ["map", "-p", "Ada", "--gamemaster"],
        ["explain"],
        ["battle"],
        ["battle", "x.yaml", "--runs", "0"],
        ["battle", "replay", "x.yaml", "--turn", "2", "--out", "x.html"],
        ["orders", "check"],
    ],
)
def test_wrong_usage_has_its_own_exit_status(words):
    assert "Usage: horizons" in refused(*words, status=2)


@pytest.mark.parametrize(
    "words",
    [
        ["variants", "event_horizont"],
        ["rules", "event_horizont"],
        ["new", "x", "--variant", "event_horizont", "--player", "Ada"],
        ["new", "x", "--variant", "event_horizon", "--mod", "sharedmining", "--player", "Ada"],
    ],
)
def test_a_misspelt_name_gets_a_suggestion(words):
    output = refused(*words)
    assert "did you mean 'event_horizon'?" in output or "did you mean 'shared_mining'?" in output


def test_a_game_is_found_by_the_environment(mars, monkeypatch):
    monkeypatch.setenv("HORIZONS_GAME", str(mars))
    assert "Orders for turn 1" in horizons("orders", "status").output


def test_a_game_is_found_in_the_folder_one_is_in(mars, monkeypatch):
    monkeypatch.chdir(mars)
    assert "Orders for turn 1" in horizons("orders", "status").output


def test_ctrl_c_is_quiet(mars, monkeypatch):
    def interrupted(*_words: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("horizons_host.games.turns.play_turn", interrupted)
    result = horizons("turn", "--yes", "-g", mars)
    assert (result.exit_code, result.output) == (130, "")


def _show_latin_1():
    sys.stdout.reconfigure(encoding="latin-1", errors="strict")


def test_names_that_the_terminal_cannot_show_stop_nothing(tmp_path):
    people = ("--player", "Łucja", "--player", "Brin")
    words = ("new", tmp_path / "venus", "--variant", "event_horizon", *people)
    process = forks.call(*words, before=_show_latin_1)
    assert process.returncode == 0, process.stderr
    assert "\\u0141ucja\n" in process.stdout


class _Terminal(io.StringIO):
    """A stream that claims to be a terminal and keeps its text."""

    def isatty(self) -> bool:
        return True


def test_long_work_shows_a_bar_on_a_terminal_and_short_work_does_not(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    outputs = {}
    for patience in (0.0, 60.0):
        terminal = _Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setattr("horizons_host.cli.common.PATIENCE_SECONDS", patience)
        with working("running turns", 3) as step:
            time.sleep(0.2)
            step()
        outputs[patience] = terminal.getvalue()
    assert "running turns" in outputs[0.0]
    assert outputs[60.0] == ""


def test_off_a_terminal_there_is_no_bar(monkeypatch, capsys):
    monkeypatch.setattr("horizons_host.cli.common.PATIENCE_SECONDS", 0.0)
    with working("running turns") as step:
        time.sleep(0.1)
        step()
    assert capsys.readouterr() == ("", "")


def test_too_little_memory_is_said(mars, monkeypatch):
    def greedy(*_words: object, **_more: object) -> None:
        raise MemoryError

    monkeypatch.setattr("horizons_host.games.turns.play_turn", greedy)
    assert "not enough memory" in refused("turn", "--yes", "-g", mars)


def test_a_file_named_as_the_game_is_not_its_folder(mars):
    assert "is a file" in refused("turn", "--yes", "-g", mars / "horizons.sqlite")
