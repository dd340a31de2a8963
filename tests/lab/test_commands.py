"""`horizons lab`: its entry point, and its commands for studies in files."""

from __future__ import annotations

import io
import json
import sys
from importlib import metadata
from pathlib import Path

import attrs
import click
import pytest
from click.testing import CliRunner

import horizons_lab as lab
from horizons_host.cli import root
from horizons_host.cli.main import cli
from horizons_lab.commands import command
from tests.lab.raids import RULES
from tests.lab.report.example_results import folder, record

STUDIES = sorted((Path(RULES).parents[1] / "studies").glob("*.yaml"))


def horizons(*words: object):
    return CliRunner().invoke(cli, [str(word) for word in words])


def study_file(folder: Path, more: str = "") -> Path:
    file = folder / "study.yaml"
    file.write_text(
        f"{{variant: {RULES}, seats: [raider, idle], games: 3, max_turns: 30, "
        f"options: {{goal: 20}}, title: Raids{more}}}"
    )
    return file


# running


def test_a_study_is_run_and_its_players_are_told(tmp_path):
    result = horizons("lab", "run", study_file(tmp_path), "--out", tmp_path / "out")
    assert result.exit_code == 0, result.output
    title, head, raider, idle, wrote = result.output.splitlines()
    assert title == "Raids: 3 games"
    assert head == "PLAYER  SHARE OF GAMES WON"
    assert raider.startswith("raider  1.")
    assert "(95% interval " in raider
    assert idle.startswith("idle    0.")
    assert wrote == f"Wrote {tmp_path / 'out'}"
    assert (tmp_path / "out" / "games.parquet").is_file()


def test_every_cell_has_its_own_table(tmp_path):
    file = study_file(tmp_path, ", factors: {players: [2, 3]}")
    output = horizons("lab", "run", file, "--out", tmp_path / "out", "--games", 1).output
    assert output.startswith("Raids: 2 games\n")
    assert '\nCell 0: {"players":2}\n' in output
    assert '\nCell 1: {"players":3}\n' in output


def test_programs_get_the_answer_in_json(tmp_path):
    words = ("lab", "run", study_file(tmp_path), "--out", tmp_path / "out", "--json")
    answer = json.loads(horizons(*words).output)
    assert answer["games"] == 3
    assert answer["cells"] == [{"cell": 0, "levels": {}}]
    rates = {row["player"]: row["win_rate"] for row in answer["players"]}
    assert rates["raider"]["value"] == 1
    assert rates["idle"]["n"] == 3


def test_programs_get_names_as_they_are_written(tmp_path):
    words = ("lab", "run", study_file(tmp_path), "--out", tmp_path / "Zoë")
    assert "Zoë" in horizons(*words, "--games", 1, "--json").output
    assert "Zoë" in horizons("lab", "report", tmp_path / "Zoë", "--json").output


def test_trajectories_are_kept_if_they_are_asked_for(tmp_path):
    file, out = study_file(tmp_path), tmp_path / "out"
    assert horizons("lab", "run", file, "--out", out, "--trajectory").exit_code == 0
    assert len(list((out / "trajectories").iterdir())) == 3


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["--workers", "many"], 1, "workers is 'many'"),
        (["--workers", "0"], 1, "workers is 0"),
        (["--games", "0"], 2, "--games"),
    ],
)
def test_what_is_wrong_is_told_without_a_traceback(tmp_path, words, status, message):
    result = horizons("lab", "run", study_file(tmp_path), "--out", tmp_path / "out", *words)
    assert result.exit_code == status
    assert message in result.output


def test_a_file_that_is_not_there_is_told(tmp_path):
    result = horizons("lab", "run", tmp_path / "no.yaml", "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert "no.yaml" in result.output


# reporting


def test_results_are_reported_as_a_page_and_tables(tmp_path):
    result = horizons("lab", "report", folder(tmp_path), "--csv", tmp_path / "tables")
    assert result.exit_code == 0, result.output
    paths = [tmp_path / "report.html"]
    paths += [tmp_path / "tables" / f"{name}.csv" for name in ("games", "turns", "summary")]
    assert result.output.splitlines() == [f"Wrote {path}" for path in paths]
    assert all(path.stat().st_size for path in paths)


def test_programs_get_the_estimates_in_json(tmp_path):
    page = tmp_path / "pages" / "one.html"
    study_folder = folder(tmp_path, [record(0)], measures={"ore": "", "word": ""})
    answer = json.loads(horizons("lab", "report", study_folder, "--out", page, "--json").output)
    assert answer["wrote"] == [str(page)]
    assert (answer["games"], answer["finished"]) == (1, False)
    means = [row for row in answer["estimates"] if row["column"] == "ore"]
    assert [(row["value"], row["low"], row["high"], row["n"]) for row in means] == [
        (-3, None, None, 1)
    ] * 2


def test_a_folder_without_results_is_told(tmp_path):
    result = horizons("lab", "report", tmp_path)
    assert result.exit_code == 1
    assert "contains no results of a study: study.json is missing" in result.output
    assert "horizons lab run --out" in result.output


# progress


class Terminal(io.StringIO):
    """A stream that claims to be a terminal and keeps its output."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("name", ["run", "report"])
def test_a_line_says_how_far_it_is_to_people_who_look_and_goes_at_the_end(
    tmp_path, monkeypatch, name
):
    words = {
        "run": [str(study_file(tmp_path)), "--out", str(tmp_path / "out")],
        "report": [str(folder(tmp_path))],
    }
    steps = {
        "run": ["1 of 3 games, ", "2 of 3 games, ", "3 of 3 games, "],
        "report": [
            "reading the results",
            "1 of 7: win rates",
            "2 of 7: win rates by level",
            "3 of 7: win rates by seat",
            "4 of 7: lengths of games",
            "5 of 7: means of scores and measures",
            "6 of 7: forfeits",
            "7 of 7: measures turn by turn",
            "writing the page",
        ],
    }
    terminal = Terminal()
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stderr", terminal)
        command.commands[name].main(words[name], standalone_mode=False)
    *lines, gone, rest = terminal.getvalue().split("\x1b[K")
    assert len(lines) == len(steps[name])
    assert all(line.startswith(f"\r{text}") for line, text in zip(lines, steps[name], strict=True))
    assert (gone, rest) == ("\r", "")


# the studies of the project


@pytest.mark.parametrize("file", STUDIES, ids=lambda file: file.stem)
def test_the_studies_of_the_examples_run(file):
    study = attrs.evolve(lab.Study.from_file(file), games=1, max_turns=2)
    result = study.run()
    assert result.games == len(study.cells)
    for measure in study.measures:
        assert result.table[measure].null_count() == 0


# commands of other distributions


class Points(dict):
    """Entry points of these commands only, in place of the installed ones."""

    def __call__(self, *, group):
        if group != "horizons.commands":
            return []
        return [metadata.EntryPoint(name, value, group) for name, value in self.items()]


def test_a_command_that_cannot_be_loaded_stands_in_nobody_s_way(monkeypatch):
    points = Points(
        lab="horizons_lab.commands:command", bad="no_such_module", odd="horizons_lab:Study"
    )
    monkeypatch.setattr(root.metadata, "entry_points", points)
    output = horizons("--help").output
    assert "Study games and battles between bots" in output
    assert "Broken: the command 'bad' cannot be loaded: ModuleNotFoundError" in " ".join(
        output.split()
    )
    refused = horizons("bad", "x")
    assert refused.exit_code == 1
    assert "Error: the command 'bad' cannot be loaded: ModuleNotFoundError" in refused.output
    assert "must be a click command" in horizons("odd").output
    assert horizons("lab", "--help").exit_code == 0


def test_a_command_of_another_distribution_does_not_take_the_place_of_one_that_is_there(
    monkeypatch,
):
    points = Points(turn="horizons_lab.commands:command")
    monkeypatch.setattr(root.metadata, "entry_points", points)
    assert "Run the next turn" in horizons("turn", "--help").output
    assert cli.list_commands(click.Context(cli)).count("turn") == 1
    assert horizons("--help").output.count("\n  turn ") == 1


def test_an_unknown_command_is_still_unknown(monkeypatch):
    monkeypatch.setattr(root.metadata, "entry_points", Points())
    assert horizons("lab").exit_code == 2
