"""The command line as such: quick to start, helpful, and never a traceback."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

import click
import pytest

from horizons_host.cli import COMMANDS, cli
from horizons_host.commands.reference import commands, reference
from horizons_host.progress import working
from tests.host.helpers import child, horizons, refused

ROOT = Path(__file__).resolve().parents[2]
ALL = dict(commands())
HEAVY = {"numpy", "numba", "sqlalchemy", "scipy", "matplotlib", "rich", "argon2", "horizons_core"}


def test_help_imports_nothing_of_weight():
    code = (
        "import sys\n"
        "from horizons_host.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: print('LOADED', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split("LOADED", 1)[1].split()
    assert not HEAVY & set(loaded)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_command_says(name):
    command = import_module(f"horizons_host.commands.{name}").command
    assert command.name == name
    assert command.get_short_help_str(limit=200) == COMMANDS[name]


def test_every_command_is_listed():
    modules = {path.stem for path in (ROOT / "src/horizons_host/commands").glob("*.py")}
    helpers = {
        "__init__",
        "battle_luck",
        "battle_options",
        "common",
        "deadline_missing",
        "deadline_options",
        "deadline_running",
        "diagnostics",
        "failures",
        "groups",
        "mail_inbox",
        "mail_upkeep",
        "reference",
        "password_options",
        "seat_papers",
        "server_options",
        "setting_up",
    }
    assert modules - helpers == set(COMMANDS)


@pytest.mark.parametrize("name", ALL)
def test_every_command_has_help_with_examples(name):
    result = horizons(*name.split()[1:], "--help")
    assert result.exit_code == 0
    examples = result.output.split("Examples:\n")[1].splitlines()
    assert examples
    for example in examples:
        assert example.strip().startswith("horizons ")


@pytest.mark.parametrize("name", ALL)
def test_every_option_has_a_line_of_help(name):
    for option in ALL[name].params:
        if isinstance(option, click.Option):
            assert option.help, f"{name} {option.name}"


@pytest.mark.parametrize(
    "example",
    [example for command in ALL.values() for example in command.examples],
)
def test_every_example_can_be_typed(example):
    words = shlex.split(example.split(" < ")[0])[1:]
    context = cli.make_context("horizons", words)
    while isinstance(context.command, click.Group):
        rest = [*context._protected_args, *context.args]
        _, command, rest = context.command.resolve_command(context, rest)
        context = command.make_context(command.name, rest, parent=context)
    assert context.command in ALL.values()


def test_the_reference_is_up_to_date():
    assert (ROOT / "docs" / "cli.md").read_text("utf-8") == reference(), (
        "make it anew: python -m horizons_host.commands.reference > docs/cli.md"
    )


@pytest.mark.parametrize("name", ALL)
def test_the_reference_names_every_option(name):
    page = (ROOT / "docs" / "cli.md").read_text("utf-8")
    found = re.search(
        rf"^#+ `{re.escape(name)}`\n(.*?)(?=^#+ `|\Z)", page, re.DOTALL | re.MULTILINE
    )
    assert found
    shown = [one for one in ALL[name].params if isinstance(one, click.Option) and not one.hidden]
    for option in shown:
        for spelling in option.opts:
            assert f"`{spelling}" in found.group(1)


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
    said = refused(*words)
    assert "did you mean 'event_horizon'?" in said or "did you mean 'shared_mining'?" in said


def test_a_game_is_found_by_the_environment(mars, monkeypatch):
    monkeypatch.setenv("HORIZONS_GAME", str(mars))
    assert "Orders for turn 1" in horizons("orders", "status").output


def test_a_game_is_found_in_the_folder_one_is_in(mars, monkeypatch):
    monkeypatch.chdir(mars)
    assert "Orders for turn 1" in horizons("orders", "status").output


def test_ctrl_c_is_quiet(mars, monkeypatch):
    def interrupted(*_words: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("horizons_host.turns.play", interrupted)
    result = horizons("turn", "--yes", "-g", mars)
    assert (result.exit_code, result.output) == (130, "")


def test_a_reader_that_goes_away_is_no_error(mars):
    done = subprocess.run(
        f"{shlex.quote(sys.executable)} -m horizons_host report -g {shlex.quote(str(mars))} -p Ada"
        " --format json | head -c 10",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr


def test_names_that_the_terminal_cannot_show_stop_nothing(tmp_path):
    done = child(
        "new",
        tmp_path / "venus",
        "--variant",
        "event_horizon",
        "--player",
        "Łucja",
        "--player",
        "Brin",
        environment={"PYTHONIOENCODING": "latin-1:strict"},
    )
    assert done.returncode == 0, done.stderr
    assert "\\u0141ucja\n" in done.stdout


class _Terminal(io.StringIO):
    """Something that calls itself a terminal and keeps what is written."""

    def isatty(self) -> bool:
        return True


def test_long_work_shows_a_bar_on_a_terminal_and_short_work_does_not(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    shown = {}
    for patience in (0.0, 60.0):
        terminal = _Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        monkeypatch.setattr("horizons_host.progress.PATIENCE_SECONDS", patience)
        with working("running turns", 3) as step:
            time.sleep(0.2)
            step()
        shown[patience] = terminal.getvalue()
    assert "running turns" in shown[0.0]
    assert shown[60.0] == ""


def test_off_a_terminal_there_is_no_bar(monkeypatch, capsys):
    monkeypatch.setattr("horizons_host.progress.PATIENCE_SECONDS", 0.0)
    with working("running turns") as step:
        time.sleep(0.1)
        step()
    assert capsys.readouterr() == ("", "")


def test_too_little_memory_is_said(mars, monkeypatch):
    def greedy(*_words: object, **_more: object) -> None:
        raise MemoryError

    monkeypatch.setattr("horizons_host.turns.play", greedy)
    assert "not enough memory" in refused("turn", "--yes", "-g", mars)


def test_a_file_named_as_the_game_is_not_its_folder(mars):
    assert "is a file" in refused("turn", "--yes", "-g", mars / "horizons.sqlite")
