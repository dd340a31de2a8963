"""Studies with a change of rules: their arguments, and the Python that plays them."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

import horizons_core as hz
import horizons_lab as lab
from horizons_lab.comparisons import compare as comparing
from horizons_lab.comparisons import versions
from horizons_lab.comparisons.compare import changed_study
from horizons_lab.records import GameRecord, SeatRecord
from tests.lab.raids import LONG_WAR, RULES, raids

STRONGBOXES = str(Path(RULES).with_name("strongboxes.py"))


def result(score):
    """Return the result of a study of one game with one player, who has this score."""
    seats = (SeatRecord(1, "a", 1, True, score, "", {}),)
    study = SimpleNamespace(cells=[SimpleNamespace(key="", index=0)], key="k")
    return SimpleNamespace(study=study, records=[GameRecord("", 0, 10, True, "", "", seats)])


def test_house_rules_come_after_those_of_the_study_and_options_in_their_place():
    study = raids(mods=[LONG_WAR], options={"goal": 20})
    other = changed_study(study, mods=[STRONGBOXES], options={"goal": 30})
    assert list(other.mods) == [LONG_WAR, STRONGBOXES]
    assert dict(other.options) == {"goal": 30}
    assert (other.variant, other.key, other.games) == (study.variant, study.key, study.games)
    assert (list(study.mods), dict(study.options)) == ([LONG_WAR], {"goal": 20})
    changed = changed_study(raids(variant="event_horizon", seats=["random"] * 2), variant=RULES,
                            options={"goal": 40})  # fmt: skip
    assert (changed.variant, dict(changed.options)) == (RULES, {"goal": 40})


def test_what_is_varied_may_be_beside_what_is_changed():
    study = raids(factors={"mods": [[], [STRONGBOXES]]})
    assert dict(changed_study(study, options={"goal": 40}).options) == {"goal": 40}
    varied = raids(factors={"options.goal": [20, 30]})
    assert list(changed_study(varied, mods=[STRONGBOXES]).mods) == [STRONGBOXES]


@pytest.mark.parametrize("confidence", [0.0, 1.0, 1.5])
def test_a_confidence_that_is_none_is_refused_before_anything_is_played(monkeypatch, confidence):
    monkeypatch.setattr(lab.Study, "run", None)
    with pytest.raises(hz.HorizonsError, match=f"confidence is {confidence}"):
        lab.compare(raids(), options={"goal": 40}, confidence=confidence)


def test_both_are_played_as_they_are_told_and_kept_side_by_side(monkeypatch, tmp_path):
    played = []

    def run(study, workers, **more):
        played.append((dict(study.options), workers, more))
        return result(float(len(played)))

    monkeypatch.setattr(lab.Study, "run", run)
    study = raids(options={"goal": 20})
    diff = lab.compare(study, options={"goal": 30}, workers=3, out=tmp_path, confidence=0.9,
                       progress=print)  # fmt: skip
    assert played == [
        ({"goal": 20}, 3, {"out": tmp_path / "before", "progress": print, "other_python": False}),
        ({"goal": 30}, 3, {"out": tmp_path / "after", "progress": print, "other_python": False}),
    ]
    assert (diff.confidence, diff.study, dict(diff.changed.options)) == (0.9, study, {"goal": 30})
    assert diff.change("score", "a").difference.value == 1.0
    played.clear()
    assert lab.compare(study, options={"goal": 30}).confidence == 0.95
    assert [more for *_, more in played] == [
        {"out": None, "progress": None, "other_python": False}
    ] * 2
    assert [workers for _, workers, _ in played] == [1, 1]


def test_the_first_difference_is_of_the_game_and_cell_that_are_asked_for(monkeypatch):
    def played(name):
        return SimpleNamespace(game=lambda number, cell: SimpleNamespace(spec=(name, number, cell)))

    monkeypatch.setattr(comparing, "first_difference", lambda before, after: (before, after))
    diff = comparing.RulesComparison(None, None, study=played("without"), changed=played("with"))
    assert diff.first_difference(7) == (("without", 7, 0), ("with", 7, 0))
    assert diff.first_difference(7, 2) == (("without", 7, 2), ("with", 7, 2))


# other versions


@pytest.mark.parametrize(("games", "words"), [(None, []), (3, ["--games", "3"])])
def test_another_python_is_asked_for_the_same_study(monkeypatch, tmp_path, games, words):
    calls, played = [], []
    file = tmp_path / "study.yaml"
    file.write_text(f"{{variant: {RULES}, seats: [raider, idle], games: 9}}", "utf-8")

    def run(study, workers, **more):
        played.append((study.games, workers, more))
        return "before"

    monkeypatch.setattr(lab.Study, "run", run)
    monkeypatch.setattr(versions, "answer_of", lambda *args, **more: calls.append((args, more)))
    monkeypatch.setattr(versions, "read_results", lambda folder: f"read from {folder}")
    diff = lab.compare_versions(file, "new/python", tmp_path / "out", games=games)
    after = str(tmp_path / "out" / "after")
    assert played == [(games or 9, 1, {"out": tmp_path / "out" / "before"})]
    (((python, module, args), _),) = calls
    assert (python, module) == ("new/python", "horizons_host")
    assert args == ["lab", "run", str(file), "--out", after, "--workers", "1", "--json", *words]
    assert (diff.before, diff.after, diff.confidence) == ("before", f"read from {after}", 0.95)
    diff = lab.compare_versions(file, "x", tmp_path, workers=2, games=games, confidence=0.9)
    assert (diff.confidence, played[1][1]) == (0.9, 2)
    assert calls[1][0][2][6] == "2"
    versions.run_with_python(file, "x", tmp_path)
    assert calls[2][0][2][3:] == ["--out", str(tmp_path), "--workers", "1", "--json"]
