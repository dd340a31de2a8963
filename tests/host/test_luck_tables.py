"""Output and arguments of `horizons battle luck`, for battles that were never fought."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from horizons_core.luck import Luck
from horizons_host import store
from horizons_host.cli import common
from horizons_host.reports import battles as host_luck
from horizons_host.reports.battles import BattleLuck
from tests.host.helpers import fine, refused

ADA = Luck("Ada", "ships lost", 1_234, 1_230.5, 1.75, runs=9)
BRIN = Luck("Brin", "won", 0.5, 1.0, 0.0, runs=9)


@pytest.fixture
def of_file(monkeypatch):
    """The calls made for the battle in a file, which has this luck."""
    calls = []

    def fake_luck(*words):
        calls.append(words)
        return SimpleNamespace(title="Überfall"), (ADA, BRIN)

    monkeypatch.setattr(host_luck, "luck_of_file", fake_luck)
    return calls


def test_a_measure_of_a_side_is_a_line(of_file):
    output = fine("battle", "luck", "raid.yaml", "--run", 3, "--runs", 9, "--threads", 1).output
    assert output.splitlines() == [
        "Überfall: run 3 against 9 battles",
        "MEASURE     SIDE  ACTUAL  EXPECTED  LUCK   SD    Z",
        "ships lost  Ada   1,234   1,230.50  +3.50  1.75  +2.00",
        "won         Brin  0.5     1.00      -0.50  0.00  -",
    ]
    assert of_file == [(Path("raid.yaml"), "0", 3, 9, 1)]


def test_unless_told_the_first_run_is_held_against_2_000_battles(of_file):
    output = fine("battle", "luck", "raid.yaml").output
    assert output.startswith("Überfall: run 0 against 2,000 battles\n")
    assert of_file == [(Path("raid.yaml"), "0", 0, 2_000, 2)]
    explained = " ".join(fine("battle", "luck", "--help").output.split())
    assert "for the expectation. [default: 2000; 2<=x<=1000000]" in explained


def test_the_luck_of_a_file_is_told_to_programs(of_file):
    output = fine("battle", "luck", "raid.yaml", "--key", "fate", "--json").stdout
    assert json.loads(output) == {
        "title": "Überfall", "key": "fate", "run": 0, "runs": 2_000,
        "luck": [ADA.to_dict(), BRIN.to_dict()],
    }  # fmt: skip
    assert '"title": "Überfall"' in output


@pytest.mark.parametrize(
    ("runs", "fit"), [(1, False), (2, True), (10**6, True), (10**6 + 1, False)]
)
def test_the_number_of_battles_gives_a_mean_and_is_bounded(of_file, runs, fit):
    words = ("battle", "luck", "raid.yaml", "--runs", runs)
    if fit:
        fine(*words)
        assert of_file[0][3] == runs
    else:
        assert "is not in the range 2<=x<=1000000" in refused(*words, status=2)


@pytest.fixture
def of_game(monkeypatch):
    """The request of the command for a game that began in turn 3 and is in turn 5."""
    request = {"steps": 0}

    class Store:
        def __init__(self, folder):
            request["folder"] = Path(folder)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            request["closed"] = True

        def first(self):
            return 3

        def latest(self):
            return 5

    def fake_luck(store, turns, place, player, *, runs, threads, step):
        request.update(turns=list(turns), place=place, player=player, runs=runs, threads=threads)
        for turn in turns:
            step()
            yield BattleLuck(turn, "combat", "1,1", (ADA,))

    @contextmanager
    def working(label, count):
        request.update(what=label, count=count)

        def step():
            request["steps"] += 1

        yield step

    monkeypatch.setattr(store, "GameStore", Store)
    monkeypatch.setattr(host_luck, "luck_of_game", fake_luck)
    monkeypatch.setattr(common, "working", working)
    return request


def test_the_battles_of_all_turns_of_a_game_are_added_up(of_game):
    output = fine("battle", "luck", "-g", "mars", "--runs", 9).output
    lines = output.splitlines()
    assert lines[0] == "2 battles in turns 4 to 5, each against 9 battles"
    assert lines[2].split() == ["ships", "lost", "Ada", "2,468", "2,461.00", "+7.00", "2.47",
                                "+2.83"]  # fmt: skip
    assert of_game == {
        "folder": Path("mars"), "closed": True, "turns": [4, 5], "place": None, "player": None,
        "runs": 9, "threads": 2, "what": "replaying the battles", "count": 2, "steps": 2,
    }  # fmt: skip


def test_a_turn_a_place_and_a_player_are_asked_for(of_game):
    words = ("--turn", 4, "--place", "1,1", "-p", "Ada", "--threads", 3)
    output = fine("battle", "luck", "-g", "mars", *words).output
    assert output.startswith("1 battle in turn 4, each against 2,000 battles\n")
    passed = {name: of_game[name] for name in ("turns", "place", "player", "threads", "runs")}
    assert passed == {
        "turns": [4], "place": "1,1", "player": "Ada", "threads": 3, "runs": 2_000
    }  # fmt: skip


def test_the_luck_of_a_game_is_told_to_programs_battle_by_battle(of_game):
    result = json.loads(fine("battle", "luck", "-g", "mars", "--turn", 4, "--json").stdout)
    assert result == {
        "runs": 2_000,
        "luck": [{**ADA.to_dict(), "battles": 1}],
        "battles": [{"turn": 4, "phase": "combat", "place": "1,1", "luck": [ADA.to_dict()]}],
    }


@pytest.mark.parametrize("option", ["--turn", "--place", "-p"])
def test_what_is_asked_of_a_game_is_asked_of_no_file(of_file, option):
    output = refused("battle", "luck", "raid.yaml", option, 1, status=2)
    assert "can't be used with FILE" in output
    assert of_file == []
