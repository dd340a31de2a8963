"""Studies of battles: their cells, dice and estimates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import horizons_core as hz
import horizons_lab as lab

MODS = Path(__file__).parents[3] / "examples" / "mods" / "event_horizon"
LANCER = {"hull": 4, "thrusters": 1, "weapons": 2, "shields": 1, "count": 3}
BOAT = {"hull": 1, "weapons": 1}
BATTLE = {"sides": {"Ada": [LANCER], "Brin": [LANCER]}}


def duels(**changes: Any) -> lab.BattleStudy:
    """Return a study of few runs, with changes."""
    fields = {"variant": "event_horizon", "battle": BATTLE, "runs": 200, "key": "duels"}
    return lab.BattleStudy(**{**fields, **changes})


def test_a_cell_is_the_kernels_own_simulation_under_its_own_key():
    study = duels(factors={"sides.Ada.0.count": [1, 3]})
    result = study.run()
    resolver = hz.load_variant("event_horizon").combat
    for cell, count in enumerate([1, 3]):
        battle = resolver.battle(
            {"sides": {**BATTLE["sides"], "Ada": [{**LANCER, "count": count}]}}
        )
        key = hz.canonical(["battles", "duels", study.cells[cell].key]).decode()
        fought = resolver.simulate(battle, 200, key)
        rate = result.win_rate("Ada", cell=cell)
        assert (rate.value, rate.n) == (fought.wins("Ada") / 200, 200)
        lost = fought.measures["ships lost"][:, 1]
        assert result.mean("Brin", "ships lost", cell=cell).value == pytest.approx(lost.mean())
        assert sorted(lost) == list(result.distribution("Brin", "ships lost", cell=cell).sample())


def test_the_table_has_a_row_a_cell_and_side():
    factors = {"sides.Ada.0.count": [3, 2], "sides.Brin": [[LANCER], [BOAT]]}
    table = duels(factors=factors).run().table
    assert table.select("cell", "sides.Ada.0.count", "sides.Brin", "side").rows()[:3] == [
        (0, 3, '[{"count":3,"hull":4,"shields":1,"thrusters":1,"weapons":2}]', "Ada"),
        (0, 3, '[{"count":3,"hull":4,"shields":1,"thrusters":1,"weapons":2}]', "Brin"),
        (1, 3, '[{"hull":1,"weapons":1}]', "Ada"),
    ]
    row = table.row(0, named=True)
    assert row["share"] == row["wins"] / 200
    assert row["low"] < row["share"] < row["high"]
    assert row["ships lost 5%"] <= row["ships lost 50%"] <= row["ships lost 95%"]


def test_threads_change_nothing_and_the_key_changes_all():
    table = duels().run().table
    assert duels().run(threads=2).table.equals(table)
    assert not duels(key="others").run().table.equals(table)


def test_a_level_that_is_added_leaves_the_others_as_they_are():
    few = duels(factors={"sides.Ada.0.count": [2, 3]}).run()
    more = duels(factors={"sides.Ada.0.count": [1, 2, 3]}).run()
    for cell in (0, 1):
        assert few.win_rate("Ada", cell=cell) == more.win_rate("Ada", cell=cell + 1)


def test_a_run_can_be_looked_at_alone():
    study = duels()
    records = [study.record(run) for run in range(200)]
    wins = sum(record.winner == 0 for record in records)
    assert study.run().win_rate("Ada").value == wins / 200


def test_house_rules_that_are_not_installed_decide_its_battles():
    """The rule of the example doubles the losses of a hit."""
    plain, changed = duels().run(), duels(mods=[str(MODS / "battle_rule.py")]).run()
    assert changed.cells[0].rounds.mean < plain.cells[0].rounds.mean


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"factors": {"sides.Eve.0.count": [1]}},
            "no path 'sides.Eve.0.count': there is no 'Eve'",
        ),
        ({"factors": {"sides.Ada.1.count": [1]}}, "there is no '1' .*from 0 to 0"),
        ({"factors": {"sides.Ada.0.count.more": [1]}}, "only go through mappings and lists"),
        ({"factors": {"sides.Ada.0.count": 3}}, "no list of levels"),
        ({"factors": {"sides.Ada.0.count": [1, 1]}}, "the level .* twice"),
        ({"factors": {"sides.Ada.0.hull": [4, -1]}}, r'hull.*cell 1: {"sides.Ada.0.hull":-1}'),
        ({"runs": 0}, "runs is 0"),
        ({"battle": "a fight"}, "battle is 'a fight'"),
    ],
)
def test_what_cannot_be_fought_is_refused_when_the_study_is_made(changes, message):
    with pytest.raises(hz.HorizonsError, match=message):
        duels(**changes)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda result: result.win_rate("Ade"), "no side 'Ade'.*Ada"),
        (lambda result: result.win_rate("Ada", cell=1), "no cell 1"),
        (lambda result: result.mean("Ada", "ships lots"), "no measure 'ships lots'.*ships lost"),
    ],
)
def test_what_a_result_does_not_have_is_told(ask, message):
    with pytest.raises(lab.StudyError, match=message):
        ask(duels(runs=1).run())


def test_the_luck_of_a_run_is_that_of_its_record():
    study = duels()
    for run in (0, 5):
        record = study.record(run)
        luck_of = {luck.side: luck for luck in study.luck(run, runs=20) if luck.measure == "won"}
        for index, side in enumerate(record.sides):
            shared = 1 / len(record.sides) if record.winner is None else record.winner == index
            assert luck_of[side].actual == shared


def test_a_battle_that_is_not_there_has_no_luck():
    with pytest.raises(lab.StudyError, match="no cell 2"):
        duels().luck(0, 2)


def test_a_battle_that_is_not_there_has_no_record():
    with pytest.raises(lab.StudyError, match="no cell 2"):
        duels().record(0, cell=2)
    with pytest.raises(lab.StudyError, match="no run -1"):
        duels().record(-1)


@pytest.mark.parametrize("game", ["galaxy_g", "far_horizons"])
def test_battles_of_other_games_are_studied_as_well(game):
    sides = {
        "galaxy_g": {s: [{"ships": 2, "design": [10, 1, 10, 10, 0]}] for s in ("Ada", "Brin")},
        "far_horizons": {s: {"ships": [{"class": "DD", "count": 2}]} for s in ("Human", "Klingon")},
    }[game]
    result = lab.BattleStudy(variant=game, battle={"sides": sides}, runs=20).run()
    assert {row["side"] for row in result.table.to_dicts()} == set(sides)
    assert sum(fought for fought in result.cells[0].wins.values()) <= 20
    assert int(result.cells[0].rounds.counts.sum()) == 20
