"""The table of measurements, and the situations that are measured."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from benchmarks import __main__ as bench
from benchmarks import turns

ROW = {"name": "speed", "value": 2.0, "low": 1.5, "high": 2500.0, "unit": "x", "note": "a note"}


@pytest.mark.parametrize(
    ("bar", "better", "verdict"),
    [
        (2.0, "at least", "met"),
        (2.1, "at least", "MISSED"),
        (2.0, "at most", "met"),
        (1.9, "at most", "MISSED"),
        (None, "at most", ""),
    ],
)
def test_a_row_meets_its_bar_or_misses_it(bar, better, verdict):
    assert verdict == bench.verdict({**ROW, "bar": bar, "better": better})


def test_the_table_has_a_line_a_row_and_its_note_below():
    head, line, note = bench.table([{**ROW, "bar": 3.0, "better": "at most"}]).splitlines()

    assert head.split() == ["median", "low", "..", "high", "bar"]
    assert line == "speed  2 x     1.5 x .. 2,500 x  at most 3 x  met"
    assert note == "    a note"


@pytest.mark.parametrize(("quick", "status"), [([], 1), (["--quick"], 0)])
def test_a_missed_bar_is_the_exit_status_unless_the_run_was_quick(
    monkeypatch, tmp_path, capsys, quick, status
):
    row = {**ROW, "bar": 1.0, "better": "at most"}
    monkeypatch.setattr(turns, "rows", lambda **_: [row])
    file = tmp_path / "rows.json"

    assert status == bench.main(["--only", "turns", "--json", str(file), *quick])
    assert [row] == json.loads(file.read_text())["rows"]
    assert "numba" in capsys.readouterr().out


@pytest.mark.parametrize("ships", [1_000, 3_000])
def test_more_ships_are_more_of_the_same(ships):
    game, orders = turns.situation(ships)
    moves = sum(text.count("MOVE") for text in orders.values())
    sectors = Counter(ship.at for ship in game.ships)
    raided = sum(len({s.owner for s in game.ships if s.at == place}) == 2 for place in sectors)

    assert ships == pytest.approx(len(game.ships), rel=0.02)
    assert pytest.approx(moves / ships, abs=0.05) == 0.2
    assert pytest.approx(raided / len(sectors), abs=0.01) == 1 / turns.RAIDED


def test_the_parts_of_a_turn_are_timed_and_add_up():
    seconds, parts = turns.timed(*turns.situation(600))

    assert {"construction", "moves", "combat", "reports"} < set(parts)
    assert seconds >= sum(parts.values())
