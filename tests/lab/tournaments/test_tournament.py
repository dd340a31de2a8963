"""Tournaments of Moon Raiders, a game that takes milliseconds."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import attrs
import pytest
from click.testing import CliRunner

import horizons_core as hz
import horizons_lab as lab
from horizons_host.cli.main import cli
from horizons_lab.tournaments import plan
from tests.lab.raids import RULES, digger
from tests.lab.tournaments.cups import idler, moons, raider_by_turns


def test_everybody_meets_everybody_and_the_better_stand_higher():
    result = moons(games=6).run()
    assert len(result.records) == 18
    assert [s.player for s in result.standings][-1] == "idler"
    assert {(e.player, e.opponent): e.games for e in result.encounters.values()} == {
        (a, b): 6 for a in result.plan.labels for b in result.plan.labels if a != b
    }
    table = result.table
    assert table.columns == [
        "rank", "player", "points", "rating", "low", "high", "deviation", "games"
    ]  # fmt: skip
    assert table["rank"].to_list() == [1, 2, 3]
    assert table["rating"].is_sorted(descending=True)
    assert (table["low"] < table["rating"]).all()
    assert result.pairs.height == 3


def test_seats_are_shared_out_evenly():
    result = moons().run()
    for record in result.records:
        assert len(record.seats) == 2
    seats = [(seat.player, seat.seat) for record in result.records for seat in record.seats]
    assert {seats.count((name, seat)) for name in result.plan.labels for seat in (1, 2)} == {4}


def test_three_at_a_table():
    result = moons(per_game=3, games=3).run()
    assert len(result.records) == 3
    assert {s.rating.games for s in result.standings} == {3}


def test_by_the_swiss_system_each_round_brings_those_together_who_stand_alike():
    players = ["raider", digger, idler, raider_by_turns]
    result = moons(players=players, system="swiss", games=2).run()
    assert result.plan.round_count == 2
    first, second = result.rounds
    assert first.tables == ((0, 1), (2, 3))
    points = first.points(result.plan.labels)
    ahead = {max(table, key=lambda p: points[result.plan.labels[p]]) for table in first.tables}
    assert ahead in [set(table) for table in second.tables]
    total = [s.points for s in result.standings]
    assert total == sorted(total, reverse=True)
    assert sum(total) == 4


def test_who_is_left_over_sits_out_once_and_has_the_points_of_a_win():
    result = moons(system="swiss", rounds=3, games=2).run()
    assert sorted(p for r in result.rounds for p in r.sitting_out) == [0, 1, 2]
    (out,) = result.rounds[0].sitting_out
    assert result.rounds[0].points(result.plan.labels)[result.plan.labels[out]] == 1.0


@pytest.mark.slow
def test_the_same_key_gives_the_same_games_with_any_workers():
    players = ["raider", "idle", digger, idler]
    single = moons(players=players, system="swiss", games=2).run()
    parallel = moons(players=players, system="swiss", games=2).run(workers=2)
    assert single.records == parallel.records
    assert single.ratings == parallel.ratings
    other = moons(players=players, system="swiss", games=2, key="other").run()
    assert other.records != single.records


def test_the_dice_follow_from_names_and_not_from_how_programs_are_started():
    def seeds(*players):
        study = moons(players=players).first_study
        return [study.game_spec(study.cells[0], game).seed for game in range(3)]

    def other_digger(view, stream):
        return "DIG"

    other_digger.__name__ = "digger"
    trappers = [lab.Outside(["sh", "-c", command], name="trapper") for command in "ab"]
    assert seeds("raider", trappers[0]) == seeds("raider", trappers[1])
    assert seeds("raider", digger) == seeds("raider", other_digger)
    assert len({*seeds("raider", digger), *seeds("idle", digger)}) == 6


def test_a_tournament_goes_on_where_it_was(tmp_path):
    players = ["raider", "idle", digger, idler]
    plan = moons(players=players, system="swiss", games=2)

    class EnoughError(Exception):
        """Raised to interrupt the tournament."""

    played = 0

    def stop(_: object) -> None:
        nonlocal played
        played += 1
        if played == 5:
            raise EnoughError

    with pytest.raises(EnoughError):
        plan.run(out=tmp_path, progress=stop)
    counts: list[int] = []
    result = plan.run(out=tmp_path, progress=lambda progress: counts.append(progress.done))
    assert len(counts) == 8 - 5  # what was finished is not played again
    assert result.records == plan.run().records


@pytest.mark.parametrize(
    ("players", "per_game", "rounds"),
    [(2, 2, 1), (3, 2, 2), (4, 2, 2), (5, 2, 3), (8, 2, 3), (9, 2, 4), (4, 4, 1), (5, 4, 2),
     (16, 4, 3), (6, 3, 2)],
)  # fmt: skip
def test_the_swiss_system_has_as_many_rounds_as_halving_takes(players, per_game, rounds):
    named = [lab.Outside(["sh"], name=f"p{number}") for number in range(players)]
    plan = moons(players=named, per_game=per_game, games=12, system="swiss")
    assert plan.round_count == rounds
    assert attrs.evolve(plan, rounds=7).round_count == 7
    assert attrs.evolve(plan, system="round_robin").round_count == 1


def test_a_round_is_a_study_of_all_its_tables():
    plan = moons(
        options={"goal": 30}, measures={"ore": "turn"}, title="Cup", max_turns=9, games=6, key="k"
    )
    study = plan.study(2, [(0, 1), (2, 1)])
    assert (study.games, study.max_turns, study.title) == (6, 9, "Cup")
    assert (dict(study.options), dict(study.measures)) == ({"goal": 30}, {"ore": "turn"})
    seats = [[entrant.label for entrant in study.setup(cell).entrants] for cell in study.cells]
    assert seats == [["raider", "digger"], ["idler", "digger"]]
    keys = {plan.study(number, [(0, 1)]).key for number in (1, 2)}
    assert len(keys | {moons(key="other").study(1, [(0, 1)]).key}) == 3


def test_a_table_plays_20_games_of_two_unless_told():
    plan = lab.Tournament(variant=RULES, players=["raider", "idle"])
    assert (plan.games, plan.per_game, plan.system, plan.rounds) == (20, 2, "round_robin", None)
    assert (plan.is_swiss, plan.key, plan.max_turns) == (False, "", None)


WRONG = {
    "a single player": ({"players": ["raider"]}, "1 players"),
    "one who is there twice": ({"players": ["raider", "raider"]}, "'raider' is listed twice"),
    "two of one name": (
        {"players": [lambda v, s: "", lambda v, s: "DIG"]},
        "two players are called 'function'",
    ),
    "one whom nobody knows": ({"players": ["raider", "riader"]}, "riader"),
    "games that leave a seat out": ({"games": 3}, "use a multiple, such as 4"),
    "games of three that leave a seat out": (
        {"games": 7, "per_game": 3},
        "games is 7, but each game has 3 players (use a multiple, such as 9",
    ),
    "no games": ({"games": 0}, "games is 0"),
    "one at a table": ({"per_game": 1}, "per_game is 1"),
    "no turns": ({"max_turns": 0}, "max_turns is 0"),
    "a title that is no text": ({"title": 7}, "title is 7"),
    "no rounds": ({"system": "swiss", "rounds": 0}, "rounds is 0"),
    "a system that is none": ({"system": "league"}, "known: round_robin, swiss"),
    "rounds of a round robin": ({"rounds": 2}, "write system: swiss"),
    "too many tables": ({"players": [*"abcdefghijklmnopqrstuvwxyz"], "per_game": 12, "games": 12},
        "tables"),
    "too few players": ({"per_game": 4, "games": 4}, "add players"),
    "no such option": ({"options": {"gaol": 3}}, "gaol"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_before_anything_is_played(name):
    changes, words = WRONG[name]
    with pytest.raises(hz.HorizonsError) as error:
        moons(**changes)
    assert words in str(error.value)


def test_one_of_each_is_enough():
    plan = moons(players=["raider", "idle"], games=2, system="swiss", rounds=1, max_turns=1)
    assert (plan.round_count, plan.max_turns) == (1, 1)
    assert len(plan.run().records) == 2


def test_a_round_robin_has_up_to_100_000_tables(monkeypatch):
    assert plan.MAX_TABLES == 100_000
    monkeypatch.setattr(plan, "MAX_TABLES", 3)
    moons(players=["raider", "idle", digger])
    four = ["raider", "idle", digger, idler]
    moons(players=four, system="swiss")
    with pytest.raises(lab.StudyError, match="4 players make 6 tables"):
        moons(players=four)


def test_what_all_tables_have_in_common_is_told_by_the_first_of_the_first_round():
    plan = moons(per_game=2)
    first, other = plan.first_study, plan.study(1, [(0, 1)])
    assert (first.key, len(first.cells)) == (other.key, 1)
    assert first.game_spec(first.cells[0], 0).seed == other.game_spec(other.cells[0], 0).seed


def test_by_the_swiss_system_nobody_meets_again_and_nobody_sits_out_again_before_all_have():
    four = ["raider", digger, idler, raider_by_turns]
    result = moons(players=four, system="swiss", rounds=3, games=2, max_turns=2).run()
    met = [table for r in result.rounds for table in r.tables]
    assert sorted(tuple(sorted(table)) for table in met) == list(combinations(range(4), 2))
    five = [*four, "idle"]
    result = moons(players=five, system="swiss", rounds=5, games=2, max_turns=2).run()
    assert sorted(player for r in result.rounds for player in r.sitting_out) == [0, 1, 2, 3, 4]


def test_a_tournament_is_played_in_one_call(tmp_path):
    fields = {"variant": RULES, "players": ["raider", digger], "games": 2, "max_turns": 3}
    progress = []
    result = lab.tournament(**fields, out=tmp_path, progress=progress.append)
    assert result.records == lab.Tournament(**fields).run().records
    assert [path.name for path in tmp_path.iterdir()] == ["round-1"]
    assert len(progress) == 2


# the command line


def horizons(*words: object):
    return CliRunner().invoke(cli, [str(word) for word in words])


def tournament_file(folder: Path, more: str = "") -> Path:
    file = folder / "bots.yaml"
    file.write_text(
        f"{{variant: {RULES}, players: [raider, idle], games: 4, max_turns: 30, "
        f"options: {{goal: 20}}, title: Raids{more}}}"
    )
    return file


def test_a_tournament_in_a_file_is_played_and_told(tmp_path):
    file, league = tournament_file(tmp_path), tmp_path / "league.json"
    result = horizons("lab", "tournament", file, "--out", tmp_path / "out", "--league", league)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0] == "Raids: 4 games"
    assert lines[1].split() == ["PLAYER", "RATING"]
    assert lines[2].startswith("1  raider  ")
    assert lines[3].startswith("2  idle    ")
    assert lines[7].split() == ["1", "raider", "4/4"]
    assert lines[8].split() == ["2", "idle", "0/4"]
    for name in ("standings.csv", "pairs.csv", "cross-table.csv", "round-1/games.parquet"):
        assert (tmp_path / "out" / name).is_file()
    table = horizons("lab", "league", league)
    assert [line.split()[0] for line in table.output.splitlines()] == ["PLAYER", "raider", "idle"]
    rerun = horizons("lab", "tournament", file, "--out", tmp_path / "out", "--league", league)
    assert rerun.exit_code == 1
    assert "counted" in rerun.output


def test_it_answers_in_json(tmp_path):
    file = tournament_file(tmp_path, ", system: swiss")
    league = tmp_path / "league.json"
    result = horizons(
        "lab", "tournament", file, "--out", tmp_path / "out", "--league", league, "--json"
    )
    answer = json.loads(result.output)
    assert [row["player"] for row in answer["standings"]] == ["raider", "idle"]
    assert answer["pairs"][0]["ahead"] == 4
    assert {row["player"] for row in answer["league"]} == {"raider", "idle"}
    assert json.loads(horizons("lab", "league", league, "--json").output)["players"]


def test_points_are_told_by_the_swiss_system(tmp_path):
    file = tournament_file(tmp_path, ", system: swiss")
    lines = horizons("lab", "tournament", file, "--out", tmp_path / "out").output.splitlines()
    assert lines[1].split() == ["PLAYER", "RATING", "POINTS"]
    assert lines[2].split()[-1] == "1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{variant: x}", "it has no players"),
        ("[]", "this is not a tournament"),
        ("{variant: x, players: [a, b], seats: [a]}", "a tournament has no field 'seats'"),
        ("{", "bots.yaml:2:1"),
    ],
)
def test_a_file_that_is_no_tournament_is_refused(tmp_path, text, words):
    file = tmp_path / "bots.yaml"
    file.write_text(text)
    result = horizons("lab", "tournament", file, "--out", tmp_path / "out")
    assert result.exit_code == 1
    assert words in result.output
    assert not (tmp_path / "out").exists()


TOURNAMENTS = sorted((Path(RULES).parents[1] / "tournaments").glob("*.yaml"))


@pytest.mark.parametrize("file", TOURNAMENTS, ids=lambda file: file.stem)
@pytest.mark.slow
def test_the_examples_can_be_played(file):
    plan = lab.Tournament.from_file(file)
    short = attrs.evolve(plan, games=plan.per_game, max_turns=2).run()
    assert {s.player for s in short.standings} == set(plan.labels)
