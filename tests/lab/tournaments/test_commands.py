"""What `horizons lab tournament` writes, of tournaments that were never played."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from horizons_host.cli import cli
from horizons_lab.tournaments.league import League
from horizons_lab.tournaments.results import Round, TournamentResult
from horizons_lab.tournaments.tournament import Tournament
from tests.lab.raids import RULES
from tests.lab.tournaments.records import game

GAMES = [game(0, raider=1, idle=2), game(1, raider=2, idle=2), game(2, raider=1, random=2)]


@pytest.fixture
def held(monkeypatch, tmp_path):
    """The command on a tournament that comes out as these games; what it was run with."""

    def made(*words, more=""):
        file, given = tmp_path / "bots.yaml", {}
        file.write_text(f"{{variant: {RULES}, players: [raider, idle, random], games: 4{more}}}")

        def run(plan, workers, *, out, progress, other_python):
            given.update(workers=workers, out=out)
            study = SimpleNamespace(cells=[SimpleNamespace(key="", index=0)])
            result = SimpleNamespace(study=study, records=GAMES)
            given["result"] = TournamentResult(plan, (Round(result, ()),))
            return given["result"]

        monkeypatch.setattr(Tournament, "run", run)
        words = ("lab", "tournament", file, "--out", tmp_path / "out", *words)
        done = CliRunner().invoke(cli, [str(word) for word in words])
        assert done.exit_code == 0, done.output
        return done.output, given

    return made


def table(rows):
    """Rows with columns below each other."""
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


def ordered(result):
    """The players in their order, with those of the cross table in the same one."""
    names = [one.player for one in result.standings]
    assert names[0] == "raider"
    return names


def cross(names):
    cells = {(row[1], CROSS[place][1]): row[place + 1] for row in CROSS[1:] for place in (1, 2, 3)}
    rows = [[str(rank), name, *(cells[name, other] for other in names)]
            for rank, name in enumerate(names, start=1)]  # fmt: skip
    return table([["", "PLAYER", "1", "2", "3"], *rows])


def test_standings_and_a_cross_table_are_told(held, tmp_path):
    said, given = held("--workers", 3, more=", title: Cup")
    names = ordered(given["result"])
    rows = [[str(one.rank), one.player, str(one.rating)] for one in given["result"].standings]
    assert said.splitlines() == [
        "Cup: 3 games",
        *table([["", "PLAYER", "RATING"], *rows]),
        "",
        "Points and games by opponent",
        *cross(names),
        *(f"Wrote {tmp_path / 'out' / name}" for name in WROTE),
    ]
    assert (given["workers"], given["out"]) == (3, tmp_path / "out")


def test_points_are_told_by_the_swiss_system_and_a_league_below(held, tmp_path):
    league = tmp_path / "league.json"
    said, given = held("--league", league, more=", system: swiss")
    result = given["result"]
    rows = [[str(one.rank), one.player, str(one.rating), f"{one.points:g}"]
            for one in result.standings]  # fmt: skip
    members = [[one.player, one.version, str(one.rating)] for one in League.load(league).standings]
    assert said.splitlines() == [
        "bots.yaml: 3 games",
        *table([["", "PLAYER", "RATING", "POINTS"], *rows]),
        "",
        "Points and games by opponent",
        *cross(ordered(result)),
        "",
        "The league",
        *table([["PLAYER", "VERSION", "RATING"], *members]),
        *(f"Wrote {tmp_path / 'out' / name}" for name in WROTE),
        f"Wrote {league}",
    ]
    assert len(members) == 3


def test_names_of_other_languages_stand_in_json_as_they_are(held, tmp_path):
    said, _ = held("--json", "--league", tmp_path / "Süd.json")
    assert 'Süd.json"' in said


def test_programs_are_told_the_same_in_json(held, tmp_path):
    said, given = held("--json")
    result = given["result"]
    assert json.loads(said) == {
        "wrote": [str(tmp_path / "out" / name) for name in WROTE],
        "games": 3,
        "standings": result.table.to_dicts(),
        "pairs": result.pairs.to_dicts(),
    }
    assert said.startswith('{\n  "wrote": [\n    "')
    league = tmp_path / "league.json"
    told = json.loads(held("--json", "--league", league)[0])
    assert told["wrote"][-1] == str(league)
    assert told["league"] == [
        {"player": one.player, "version": one.version, "rating": one.rating.mean,
         "deviation": one.rating.deviation, "games": one.rating.games}
        for one in League.load(league).standings
    ]  # fmt: skip
