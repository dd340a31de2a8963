"""Comparisons of Moon Raiders with and without its house rules, on the same dice."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import horizons_core as hz
import horizons_lab as lab
from horizons_host.cli.main import cli
from horizons_lab.comparisons.compare import first_difference
from horizons_lab.comparisons.comparison import Comparison, change, changes_of, turn_changes_of
from horizons_lab.records import GameRecord, SeatRecord, TurnRecord
from tests.lab.raids import RULES, digger, raids

STRONGBOXES = str(Path(RULES).with_name("strongboxes.py"))
ORE = "empires[?id=='{player}'].stock.ore | [0]"


def game(number: int, scores: dict[str, float], turns: int = 10, **more) -> GameRecord:
    """Return a fictional game; the highest score wins."""
    best = max(scores.values())
    seats = tuple(
        SeatRecord(seat, player, 1 if score == best else 2, score == best, score, "", {"ore": seat})
        for seat, (player, score) in enumerate(scores.items(), start=1)
    )
    return GameRecord("", number, turns, True, "", f"digest {number}", seats, **more)


# differences


def test_differences_go_pair_by_pair():
    before = [game(n, {"a": 10.0 * n, "b": 5}) for n in range(20)]
    after = [game(n, {"a": 10.0 * n + 3 + n % 2, "b": 5}, 12) for n in range(20)]
    changes = {(c.column, c.player): c for c in changes_of(list(zip(before, after)), 0, "k", 0.95)}  # noqa: B905
    score = changes["score", "a"]
    assert score.before.value == 95
    assert score.difference.value == pytest.approx(3.5)
    assert score.is_clear
    assert score.moved == 20
    assert score.gain < 0.05  # games differ by far more than the change does
    assert changes["score", "b"].difference.width == 0
    assert changes["turns", ""].difference.value == 2
    assert changes["ended", ""].moved == 0
    assert changes["won", "a"].before.value == 0.95
    assert changes["ore", "b"].before.value == 2


def test_an_outcome_is_counted_and_a_place_is_not():
    pairs = [(game(n, {"a": 1, "b": 0}), game(n, {"a": 1, "b": 0})) for n in range(8)]
    changes = {(c.column, c.player): c for c in changes_of(pairs, 0, "k", 0.95)}
    assert changes["won", "a"].difference.width > 0.2
    assert changes["place", "a"].difference.width == 0


def test_several_seats_of_a_player_are_one():
    seats = game(0, {"a": 4, "b": 2, "c": 1}).seats
    import attrs

    mixed = tuple(attrs.evolve(s, player=p) for s, p in zip(seats, ("b", "a", "b"), strict=True))
    merged = attrs.evolve(game(0, {"a": 1}), seats=mixed)
    changes = {(c.column, c.player): c for c in changes_of([(merged, merged)] * 2, 0, "k", 0.95)}
    assert changes["score", "b"].before.value == 2.5
    assert changes["won", "b"].before.value == 1


def test_values_that_one_game_does_not_have_are_left_out():
    import attrs

    known = game(0, {"a": 1, "b": 0})
    unknown = attrs.evolve(
        known, seats=tuple(attrs.evolve(seat, score=None) for seat in known.seats)
    )
    changes = list(changes_of([(known, unknown)], 0, "k", 0.95))
    assert "score" not in {change_.column for change_ in changes}
    assert changes_of([(known, known)], 0, "k", 0.95)


def test_turns_are_compared_as_far_as_both_games_last():
    def with_turns(ore: float, turns: int) -> GameRecord:
        by_turn = tuple(TurnRecord(t, s, {"ore": ore * t, "name": "x"}) for t in range(1, turns)
                     for s in (1, 2))  # fmt: skip
        return game(0, {"a": 1, "b": 0}, by_turn=by_turn)

    pairs = [(with_turns(1, 5), with_turns(2, 4))] * 3
    changes = list(turn_changes_of(pairs, 0, "k", 0.95))
    assert [(c.player, c.turn) for c in changes] == [(p, t) for p in "ab" for t in (1, 2, 3)]
    assert [c.difference.value for c in changes] == [1, 2, 3, 1, 2, 3]
    assert {c.column for c in changes} == {"ore"}


def test_the_interval_of_a_mean_follows_from_the_key():
    values = [(float(n % 5), float(n % 3)) for n in range(30)]
    arguments = {"column": "ore", "player": "a", "cell": 0, "confidence": 0.95}
    assert change(values, key="k", **arguments) == change(values, key="k", **arguments)
    assert change(values, key="other", **arguments) != change(values, key="k", **arguments)


# whole comparisons


def test_a_change_that_never_matters_changes_nothing():
    study = raids(games=3, max_turns=4)
    same = lab.compare(study, options={"goal": 500})
    assert same.same == 3
    assert same.first_difference(0) is None
    assert not any(change_.is_clear for change_ in same.changes)


def test_games_have_the_same_dice_and_part_where_the_rule_is_used():
    study = raids(games=8, measures={"ore": ORE}, turn_measures={"raids": {"events": "raid*"}})
    diff = lab.compare(study, mods=[STRONGBOXES])
    assert len(diff.pairs) == 8
    assert diff.before.records == study.run().records
    assert diff.change("ore", "raider").before.n == 8
    assert 0 < len(diff.moved_pairs) <= 8
    number = diff.moved_pairs[0][0].game
    parted = diff.first_difference(number)
    assert parted.kind == "event"
    assert "raids" in parted.before
    assert "raids" in parted.after
    before, after = study.game(number), diff.changed.game(number)
    for turn in range(1, parted.turn):
        assert before.orders(turn) == after.orders(turn)
        assert [e.text for e in before.turns[turn].events] == [
            e.text for e in after.turns[turn].events
        ]
    assert parted.before in [e.text for e in before.turns[parted.turn].events]
    assert parted.after in [e.text for e in after.turns[parted.turn].events]
    assert str(parted).startswith(f"turn {parted.turn}, event")
    assert diff.turns.height
    assert diff.table.columns[:4] == ["cell", "quantity", "player", "turn"]


def test_games_that_end_at_different_times_part_at_the_end():
    study = raids(games=1, max_turns=30, options={"goal": 20})
    parted = lab.compare(study, options={"goal": 30}).first_difference(0)
    assert parted.kind in {"end", "event"}
    assert parted.turn >= 1
    cut = lab.compare(study, options={"goal": 500}).first_difference(0)
    assert (cut.kind, cut.after) in {("end", ""), ("event", "")}


def test_other_orders_are_told_before_what_comes_of_them():
    idle, digging = (raids(seats=[seat, "idle"], games=1).game(0).spec for seat in ("idle", digger))
    parted = first_difference(idle, digging)
    assert (parted.kind, parted.turn, parted.place) == ("orders", 1, "P1")
    assert (parted.before, parted.after) == ("", "DIG")
    assert str(parted) == "turn 1, orders of P1: nothing | DIG"


def test_what_is_kept_is_not_played_again(tmp_path):
    study = raids(games=2, max_turns=4)
    first = lab.compare(study, options={"goal": 20}, out=tmp_path)
    progress: list[object] = []
    repeated = lab.compare(study, options={"goal": 20}, out=tmp_path, progress=progress.append)
    assert repeated.changes == first.changes
    assert not progress
    assert {path.name for path in tmp_path.iterdir()} == {"before", "after"}
    assert isinstance(Comparison(first.before, first.after).changes, tuple)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "there is no change to compare"),
        ({"options": {"goal": 20}}, "'options.goal' is a factor"),
        ({"mods": [STRONGBOXES]}, "'mods' is a factor"),
        ({"variant": 7}, "variant is 7"),
        ({"mods": ["strongbox.py"]}, "strongbox.py"),
    ],
)
def test_what_is_no_change_is_refused(changes, words):
    study = raids(factors={"options.goal": [20, 30], "mods": [[]]} if "factor" in words else {})
    with pytest.raises(hz.HorizonsError, match=words):
        lab.compare(study, **changes)


def test_a_quantity_that_is_not_there_is_refused():
    diff = lab.compare(raids(games=1, max_turns=2), options={"goal": 20})
    with pytest.raises(lab.StudyError, match="known: .*won of raider"):
        diff.change("gold", "raider")


# other versions


def study_file(folder: Path, more: str = "") -> Path:
    file = folder / "study.yaml"
    file.write_text(
        f"{{variant: {RULES}, seats: [raider, idle], games: 3, max_turns: 30, "
        f"options: {{goal: 20}}, title: Raids{more}}}"
    )
    return file


def test_the_same_version_elsewhere_plays_the_same_games(tmp_path):
    diff = lab.compare_versions(study_file(tmp_path), sys.executable, tmp_path / "out", games=2)
    assert diff.same == len(diff.pairs) == 2
    assert diff.before.records == diff.after.records


@pytest.mark.parametrize(
    ("python", "words"),
    [("no/such/python", "cannot be started"), ("/bin/false", "could not play the study"),
     ("/bin/true", "which is not JSON")],
)  # fmt: skip
def test_a_python_that_cannot_play_is_told(tmp_path, python, words):
    with pytest.raises(lab.StudyError) as error:
        lab.compare_versions(study_file(tmp_path), python, tmp_path / "out", games=1)
    assert words in error.value.message


# the command line


def horizons(*words: object):
    return CliRunner().invoke(cli, [str(word) for word in words])


def test_a_change_is_told_with_its_intervals(tmp_path):
    file, out = study_file(tmp_path), tmp_path / "out"
    result = horizons("lab", "compare", file, "--mod", STRONGBOXES, "--out", out)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].startswith("Raids: 3 pairs of games, ")
    assert lines[1].split() == ["QUANTITY", "PLAYER", "BEFORE", "AFTER", "DIFFERENCE"]
    assert any(line.startswith("won       raider  ") and "interval" in line for line in lines)
    assert lines[-1] == f"Wrote {out / 'changes.csv'}"
    assert (out / "before" / "games.parquet").is_file()
    assert (out / "after" / "games.parquet").is_file()


def test_it_answers_in_json_with_the_first_differences(tmp_path):
    file = study_file(tmp_path, ", turn_measures: {raids: {events: 'raid*'}}")
    out = tmp_path / "out"
    result = horizons("lab", "compare", file, "--option", "goal=40", "--out", out, "--json")
    answer = json.loads(result.output)
    assert answer["pairs"] == 3
    assert [Path(path).name for path in answer["wrote"]] == ["changes.csv", "turns.csv"]
    assert len(answer["first_differences"]) == 3 - answer["same"]
    assert {row["quantity"] for row in answer["changes"]} >= {"won", "turns", "ended"}


def test_wrong_words_are_refused(tmp_path):
    file = study_file(tmp_path)
    for words, code, message in (
        (["--option", "goal"], 2, "NAME=VALUE"),
        (["--python", sys.executable, "--option", "goal=3"], 2, "--python compares versions"),
        ([], 1, "there is no change to compare"),
    ):
        result = horizons("lab", "compare", file, "--out", tmp_path / "out", *words)
        assert (result.exit_code, message in result.output) == (code, True), result.output
