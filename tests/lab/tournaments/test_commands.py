"""Output of `horizons lab tournament`, for fictional tournaments."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from horizons_host.cli.main import cli
from horizons_lab import Tournament
from horizons_lab.tournaments.league import League
from horizons_lab.tournaments.results import Round, TournamentResult
from tests.lab.raids import RULES
from tests.lab.tournaments.records import game

GAMES = [game(0, raider=1, idle=2), game(1, raider=2, idle=2), game(2, raider=1, random=2)]


@pytest.fixture
def hold(monkeypatch, tmp_path):
    """Run the command on a tournament with these games; return its output and passed arguments."""

    def run(*words, more=""):
        file, passed = tmp_path / "bots.yaml", {}
        file.write_text(f"{{variant: {RULES}, players: [raider, idle, random], games: 4{more}}}")

        def run(plan, workers, *, out, progress, other_python):
            passed.update(workers=workers, out=out)
            study = SimpleNamespace(cells=[SimpleNamespace(key="", index=0)])
            result = SimpleNamespace(study=study, records=GAMES)
            passed["result"] = TournamentResult(plan, (Round(result, ()),))
            return passed["result"]

        monkeypatch.setattr(Tournament, "run", run)
        words = ("lab", "tournament", file, "--out", tmp_path / "out", *words)
        result_ = CliRunner().invoke(cli, [str(word) for word in words])
        assert result_.exit_code == 0, result_.output
        return result_.output, passed

    return run


def table(rows):
    """Return rows with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows]  # fmt: skip


CROSS = [
    ["", "PLAYER", "1", "2", "3"],
    ["1", "raider", "", "1/1", "1.5/2"],
    ["2", "random", "0/1", "", ""],
    ["3", "idle", "0.5/2", "", ""],
]
WROTE = ("standings.csv", "pairs.csv", "cross-table.csv")


def in_order(result):
    """Return the players in order of standings, after checking that the cross table agrees."""
    names = [standing.player for standing in result.standings]
    assert names[0] == "raider"
    return names


def cross(names):
    cells = {(row[1], CROSS[place][1]): row[place + 1] for row in CROSS[1:] for place in (1, 2, 3)}
    rows = [[str(rank), name, *(cells[name, other] for other in names)]
            for rank, name in enumerate(names, start=1)]  # fmt: skip
    return table([["", "PLAYER", "1", "2", "3"], *rows])


def test_standings_and_a_cross_table_are_told(hold, tmp_path):
    output, passed = hold("--workers", 3, more=", title: Cup")
    names = in_order(passed["result"])
    rows = [[str(s.rank), s.player, str(s.rating)] for s in passed["result"].standings]
    assert output.splitlines() == [
        "Cup: 3 games",
        *table([["", "PLAYER", "RATING"], *rows]),
        "",
        "Points and games by opponent",
        *cross(names),
        *(f"Wrote {tmp_path / 'out' / name}" for name in WROTE),
    ]
    assert (passed["workers"], passed["out"]) == (3, tmp_path / "out")


def test_points_are_told_by_the_swiss_system_and_a_league_below(hold, tmp_path):
    league = tmp_path / "league.json"
    output, passed = hold("--league", league, more=", system: swiss")
    result = passed["result"]
    rows = [[str(s.rank), s.player, str(s.rating), f"{s.points:g}"]
            for s in result.standings]  # fmt: skip
    members = [[s.player, s.version, str(s.rating)] for s in League.load(league).standings]
    assert output.splitlines() == [
        "bots.yaml: 3 games",
        *table([["", "PLAYER", "RATING", "POINTS"], *rows]),
        "",
        "Points and games by opponent",
        *cross(in_order(result)),
        "",
        "The league",
        *table([["PLAYER", "VERSION", "RATING"], *members]),
        *(f"Wrote {tmp_path / 'out' / name}" for name in WROTE),
        f"Wrote {league}",
    ]
    assert len(members) == 3


def test_names_of_other_languages_stand_in_json_as_they_are(hold, tmp_path):
    output, _ = hold("--json", "--league", tmp_path / "Süd.json")
    assert 'Süd.json"' in output


def test_programs_are_told_the_same_in_json(hold, tmp_path):
    output, passed = hold("--json")
    result = passed["result"]
    assert json.loads(output) == {
        "wrote": [str(tmp_path / "out" / name) for name in WROTE],
        "games": 3,
        "standings": result.table.to_dicts(),
        "pairs": result.pairs.to_dicts(),
    }
    assert output.startswith('{\n  "wrote": [\n    "')
    league = tmp_path / "league.json"
    answer = json.loads(hold("--json", "--league", league)[0])
    assert answer["wrote"][-1] == str(league)
    assert answer["league"] == [
        {"player": member.player, "version": member.version, "rating": member.rating.mean,
         "deviation": member.rating.deviation, "games": member.rating.games}
        for member in League.load(league).standings
    ]  # fmt: skip
