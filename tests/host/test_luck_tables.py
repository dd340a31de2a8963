"""What `horizons battle luck` writes, and of what, of battles that were never fought."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from horizons_core.luck import Luck
from horizons_host import luck as host_luck
from horizons_host import progress, store
from horizons_host.luck import BattleLuck
from tests.host.helpers import fine, refused

ADA = Luck("Ada", "ships lost", 1_234, 1_230.5, 1.75, runs=9)
BRIN = Luck("Brin", "won", 0.5, 1.0, 0.0, runs=9)


@pytest.fixture
def of_file(monkeypatch):
    """What was asked of the battle in a file, which has this luck."""
    asked = []

    def told(*words):
        asked.append(words)
        return SimpleNamespace(title="Überfall"), (ADA, BRIN)

    monkeypatch.setattr(host_luck, "luck_of_file", told)
    return asked


def test_a_measure_of_a_side_is_a_line(of_file):
    said = fine("battle", "luck", "raid.yaml", "--run", 3, "--runs", 9, "--threads", 1).output
    assert said.splitlines() == [
        "Überfall: run 3 against 9 battles",
        "MEASURE     SIDE  ACTUAL  EXPECTED  LUCK   SD    Z",
        "ships lost  Ada   1,234   1,230.50  +3.50  1.75  +2.00",
        "won         Brin  0.5     1.00      -0.50  0.00  -",
    ]
    assert of_file == [(Path("raid.yaml"), "0", 3, 9, 1)]


def test_unless_told_the_first_run_is_held_against_2_000_battles(of_file):
    said = fine("battle", "luck", "raid.yaml").output
    assert said.startswith("Überfall: run 0 against 2,000 battles\n")
    assert of_file == [(Path("raid.yaml"), "0", 0, 2_000, 2)]
    explained = " ".join(fine("battle", "luck", "--help").output.split())
    assert "for the expectation. [default: 2000; 2<=x<=1000000]" in explained


def test_the_luck_of_a_file_is_told_to_programs(of_file):
    said = fine("battle", "luck", "raid.yaml", "--key", "fate", "--json").stdout
    assert json.loads(said) == {
        "title": "Überfall", "key": "fate", "run": 0, "runs": 2_000,
        "luck": [ADA.told(), BRIN.told()],
    }  # fmt: skip
    assert '"title": "Überfall"' in said


@pytest.mark.parametrize(
    ("runs", "fit"), [(1, False), (2, True), (10**6, True), (10**6 + 1, False)]
)
def test_as_many_battles_are_fought_as_tell_a_mean_and_come_to_an_end(of_file, runs, fit):
    words = ("battle", "luck", "raid.yaml", "--runs", runs)
    if fit:
        fine(*words)
        assert of_file[0][3] == runs
    else:
        assert "is not in the range 2<=x<=1000000" in refused(*words, status=2)


@pytest.fixture
def of_game(monkeypatch):
    """The command on a game that began in turn 3 and is in turn 5; what was asked of it."""
    asked = {"steps": 0}

    class Store:
        def __init__(self, folder):
            asked["folder"] = Path(folder)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            asked["closed"] = True

        def first(self):
            return 3

        def latest(self):
            return 5

    def told(store, turns, place, player, *, runs, threads, step):
        asked.update(turns=list(turns), place=place, player=player, runs=runs, threads=threads)
        for turn in turns:
            step()
            yield BattleLuck(turn, "combat", "1,1", (ADA,))

    @contextmanager
    def working(what, count):
        asked.update(what=what, count=count)

        def step():
            asked["steps"] += 1

        yield step

    monkeypatch.setattr(store, "GameStore", Store)
    monkeypatch.setattr(host_luck, "luck_of_game", told)
    monkeypatch.setattr(progress, "working", working)
    return asked


def test_the_battles_of_all_turns_of_a_game_are_added_up(of_game):
    said = fine("battle", "luck", "-g", "mars", "--runs", 9).output
    lines = said.splitlines()
    assert lines[0] == "2 battles in turns 4 to 5, each against 9 battles"
    assert lines[2].split() == ["ships", "lost", "Ada", "2,468", "2,461.00", "+7.00", "2.47",
                                "+2.83"]  # fmt: skip
    assert of_game == {
        "folder": Path("mars"), "closed": True, "turns": [4, 5], "place": None, "player": None,
        "runs": 9, "threads": 2, "what": "replaying the battles", "count": 2, "steps": 2,
    }  # fmt: skip


def test_a_turn_a_place_and_a_player_are_asked_for(of_game):
    words = ("--turn", 4, "--place", "1,1", "-p", "Ada", "--threads", 3)
    said = fine("battle", "luck", "-g", "mars", *words).output
    assert said.startswith("1 battle in turn 4, each against 2,000 battles\n")
    found = {name: of_game[name] for name in ("turns", "place", "player", "threads", "runs")}
    assert found == {
        "turns": [4], "place": "1,1", "player": "Ada", "threads": 3, "runs": 2_000
    }  # fmt: skip


def test_the_luck_of_a_game_is_told_to_programs_battle_by_battle(of_game):
    told = json.loads(fine("battle", "luck", "-g", "mars", "--turn", 4, "--json").stdout)
    assert told == {
        "runs": 2_000,
        "luck": [{**ADA.told(), "battles": 1}],
        "battles": [{"turn": 4, "phase": "combat", "place": "1,1", "luck": [ADA.told()]}],
    }


@pytest.mark.parametrize("option", ["--turn", "--place", "-p"])
def test_what_is_asked_of_a_game_is_asked_of_no_file(of_file, option):
    said = refused("battle", "luck", "raid.yaml", option, 1, status=2)
    assert "can't be used with FILE" in said
    assert of_file == []
