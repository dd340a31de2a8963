"""The battles of a game that luck is computed for, in turns that were never played."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from horizons_core.combat import Battle, BattleStatistics
from horizons_core.errors import BattleError, HorizonsError
from horizons_core.luck import luck
from horizons_core.turn import FoughtBattle
from horizons_host.reports import battles as host_luck
from horizons_host.reports.battles import (
    BattleLuck,
    luck_of_file,
    luck_of_game,
    total_luck,
    with_luck,
)

DUEL = Battle(("Red", "Blue"))


class Coins:
    """Battles decided by the key: the winner, the number of rounds, and the survivors."""

    def simulate(self, battle, runs, key, threads=1):
        number = int(key) % 1000 if runs == 1 else 7
        winner = np.full(runs, number % 3 - 1)
        left = np.full((runs, 2), number)
        return BattleStatistics(battle.sides, winner, np.full(runs, number), winner, {"left": left})


def fought(key, place, *empires, phase="combat"):
    return FoughtBattle(phase, place, DUEL, key, empires or (("Ada",), ("Brin",)))


@pytest.fixture
def played(monkeypatch):
    """Return a function that creates a game of turns with these battles, over or not."""

    def build(over=True, **battles):
        turns = {int(name[1:]): fights for name, fights in battles.items()}
        variant = SimpleNamespace(combat=Coins())
        monkeypatch.setattr(
            host_luck, "rerun",
            lambda store, number: SimpleNamespace(battles=turns[number], variant=variant),
        )  # fmt: skip
        monkeypatch.setattr(
            host_luck, "hz",
            SimpleNamespace(load=lambda state: SimpleNamespace(outcome=None)),
        )  # fmt: skip
        seats = [SimpleNamespace(name=name) for name in ("Ada", "Brin", "Cleo")]
        monkeypatch.setattr(
            host_luck, "seat_of",
            lambda known, name: next(s for s in known if s.name.lower() == name.lower()),
        )  # fmt: skip
        return SimpleNamespace(
            seats=lambda: seats,
            ending=lambda: "over" if over else None,
            latest=lambda: 9,
            stored=lambda turn: SimpleNamespace(state={}),
        )

    return build


def places_of(battles):
    return [(battle.turn, battle.phase, battle.place) for battle in battles]


def test_battles_are_told_turn_by_turn_and_each_turn_is_a_step(played):
    steps = []
    store = played(
        t1=[fought(1, "1,1"), fought(2, None, phase="siege")], t2=[], t3=[fought(3, "x")]
    )
    battles = list(luck_of_game(store, [1, 2, 3], runs=5, step=lambda: steps.append(1)))
    assert places_of(battles) == [(1, "combat", "1,1"), (1, "siege", None), (3, "combat", "x")]
    assert len(steps) == 3
    assert {entry.runs for battle in battles for entry in battle.luck} == {5}
    assert battles[2].to_dict() == {
        "turn": 3, "phase": "combat", "place": "x", "luck": [e.to_dict() for e in battles[2].luck]
    }  # fmt: skip


def test_a_place_is_the_same_in_small_letters(played):
    store = played(t1=[fought(1, "Sol"), fought(2, None), fought(3, "Sun")])
    assert places_of(luck_of_game(store, [1], "sOL")) == [(1, "combat", "Sol")]
    assert places_of(luck_of_game(store, [1], "")) == [(1, "combat", None)]


def test_a_player_is_told_of_own_battles_when_the_game_is_over(played):
    battles = [fought(1, "a", ("Ada", "Cleo"), ("Brin",)), fought(2, "b", ("Ada",), ("Brin",))]
    assert places_of(luck_of_game(played(t1=battles), [1], None, "cleo")) == [(1, "combat", "a")]
    with pytest.raises(HorizonsError, match="after the end of the game"):
        list(luck_of_game(played(over=False, t1=battles), [1], None, "cleo"))


def test_luck_of_battles_adds_up(played):
    battles = list(luck_of_game(played(t1=[fought(1, "a"), fought(2, "b")]), [1]))
    assert {entry.battles for entry in total_luck(battles)} == {2}
    assert {entry.side for entry in total_luck(battles)} == {"Ada", "Brin"}
    with pytest.raises(BattleError, match="no battle there"):
        total_luck([])
    assert total_luck([BattleLuck(1, "", None, ())]) == ()


@pytest.mark.parametrize("key", [1, 2, 4])
def test_a_battle_is_matched_by_its_outcome(played, key):
    """The key decides: 1 means the first side wins in 1 round, 2 the second in 2."""
    battles = [fought(n, "a") for n in (1, 2, 4)]
    store = played(t5=[fought(key, "b"), fought(key, "a", phase="siege"), *battles])
    winner = {0: None, 1: 0, 2: 1}[key % 3]
    record = {"turn": 5, "phase": "combat", "place": "a", "winner": winner, "rounds": key}
    expected = [entry.to_dict() for entry in luck(Coins(), DUEL, key)]
    assert with_luck(store, record) == {**record, "luck": expected}
    for other in ({"rounds": 9}, {"winner": 7}, {"place": "c"}, {"phase": "later"}):
        assert with_luck(store, record | other) == record | other


def test_the_last_run_that_may_be_asked_for_is_a_million(monkeypatch, tmp_path):
    calls = []
    battle = SimpleNamespace(variant=SimpleNamespace(combat=None), battle=DUEL)
    monkeypatch.setattr(host_luck, "read_battle", lambda file: battle)
    monkeypatch.setattr(host_luck, "luck", lambda *args, **more: calls.append((*args, more)))
    luck_of_file(tmp_path, "7", 1_000_000, 30, 2)
    assert calls == [(None, DUEL, 7, 1_000_000, {"runs": 30, "threads": 2})]
    with pytest.raises(BattleError, match="the luck of run 1,000,001 needs all runs before it"):
        luck_of_file(tmp_path, "7", 1_000_001)
