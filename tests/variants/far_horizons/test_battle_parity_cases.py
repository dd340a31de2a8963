"""Measured cases: they are read, fought and compared, and a wrong figure is found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from horizons_host.cli.main import cli
from tools.far_horizons_battle_parity import __main__ as command
from tools.far_horizons_battle_parity.cases import read_cases, spec_of
from tools.far_horizons_battle_parity.statistics import rows, unknown
from variants.far_horizons.battle.battle_rules import RULEBOOK_BATTLES
from variants.far_horizons.battle.kernels.fights import fight_runs
from variants.far_horizons.mods.engine_1999.economy import ENGINE_1999_BATTLES

TECH = dict.fromkeys(("MI", "MA", "ML", "GV", "LS", "BI"), 10)
#: Measured on the engine of 1999, 20,000 runs: a frigate and planetary defences of its power.
MEASURED = {
    "id": "defences",
    "place": {"x": 21, "y": 6, "z": 25},
    "sides": {
        "A": {"species_number": 1, "name": "Alphans", "tech": TECH,
              "colonies": [{"planet": 2, "mining_base": 10.0, "manufacturing_base": 10.0,
                            "available_population": 0, "shipyards": 0, "stock": {"PD": 2000},
                            "hidden": False}],
              "combat_orders": ["BATTLE 21 6 25", "ENGAGE 2 2"]},
        "B": {"species_number": 2, "name": "Betazoid", "tech": TECH,
              "ships": [{"count": 1, "class": "FF", "age": 0, "where": "orbit of planet 2"}],
              "combat_orders": ["BATTLE 21 6 25", "ATTACK SP Alphans", "ENGAGE 4 2"]},
    },
    "results": {
        "runs": 20000,
        "left_on_the_field": {"A": 0.7729, "B": 0.2271},
        "rounds": {"mean": 2.4325, "sd": 0.6039, "shares": {2: 0.6217, 3: 0.329}},
        "shots_fired": {"mean": 8.0732, "sd": 2.4925},
        "shots_that_hit": {"mean": 5.1764, "sd": 1.0261},
        "sides": {
            "A": {"planetary_defences_left": {"mean": 983.03, "sd": 772.8375,
                                              "share_all_gone": 0.2271}},
            "B": {"ships_at_start": 1,
                  "ships_surviving_in_place": {"mean": 0.2271, "sd": 0.419},
                  "age_of_survivors": {"mean": 14.166, "sd": 13.6998, "ships_counted": 4543},
                  "riddle": {"mean": 3}},
        },
    },
}  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "measured.yaml"
    path.write_text(yaml.safe_dump({"match_ups": [MEASURED]}))
    return path


def test_orders_of_a_case_are_those_of_its_battle_and_none_are_no_battle():
    assert spec_of(MEASURED)["sides"]["Alphans"]["orders"] == ["BATTLE 21 6 25", "ENGAGE 2 2"]
    assert spec_of(MEASURED)["sides"]["Alphans"]["battle"] is True
    for orders in ({"combat_orders": "None given"}, {}):
        side = {key: fact for key, fact in MEASURED["sides"]["A"].items() if key != "combat_orders"}
        silent = spec_of({"sides": {"A": side | orders}})["sides"]["Alphans"]
        assert silent["battle"] is False
        assert "orders" not in silent


def compare(file: Path):
    (case,) = read_cases(file, ENGINE_1999_BATTLES)
    runs = fight_runs(case.battle.field, 1, 40_000)
    return case, {row.name: row for row in rows(case, runs)}


def test_the_kernel_agrees_with_the_engine(file):
    case, figures = compare(file)
    assert [row.name for row in figures.values() if not row.agrees] == []
    assert len(figures) == 11
    assert unknown(case) == ["B riddle"]


@pytest.mark.parametrize("name", ["AB", "A+B", "A and B", "A, B"])
def test_both_sides_may_be_left(file, name):
    data = yaml.safe_load(file.read_text())
    data["match_ups"][0]["results"]["left_on_the_field"] = {name: 0.5, "nobody": 0.5}
    file.write_text(yaml.safe_dump(data))
    _, figures = compare(file)
    for each in (name, "nobody"):
        assert figures[f"left on the field: {each}"].ours == 0


@pytest.mark.parametrize(
    ("figure", "wrong"),
    [
        (("left_on_the_field", "A"), 0.79),
        (("rounds", "mean"), 2.47),
        (("rounds", "shares", 2), 0.645),
        (("shots_that_hit", "mean"), 5.25),
        (("sides", "A", "planetary_defences_left", "mean"), 1020.0),
        (("sides", "B", "age_of_survivors", "mean"), 16.5),
    ],
)
def test_a_wrong_figure_is_beyond(file, figure, wrong, capsys):
    data = yaml.safe_load(file.read_text())
    place = data["match_ups"][0]["results"]
    for step in figure[:-1]:
        place = place[step]
    place[figure[-1]] = wrong
    file.write_text(yaml.safe_dump(data))
    assert command.main([str(file), "--runs", "40000"]) == 1
    assert "1 figures beyond" in capsys.readouterr().out


def test_the_command_prints_a_table(file, capsys):
    assert command.main([str(file), "--runs", "2000", "--all"]) == 0
    output = capsys.readouterr().out
    assert "defences" in output
    assert "left on the field: A" in output
    assert "all within 4" in output


@pytest.mark.parametrize(
    ("words", "rules"), [((), ENGINE_1999_BATTLES), (("--rulebook",), RULEBOOK_BATTLES)]
)
def test_cases_are_fought_by_the_rules_that_are_asked_for(file, words, rules, monkeypatch, capsys):
    rules_asked = []

    def read(path, of):
        rules_asked.append(of)
        return read_cases(path, of)

    monkeypatch.setattr(command, "read_cases", read)
    command.main([str(file), "--runs", "300", *words])
    assert rules_asked == [rules]
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "defences" in line]
    _, figures, beyond, largest, square = line.split()
    assert (figures, beyond) == ("11", "0")
    assert 0 < float(square) <= float(largest) ** 2 < 16


@pytest.mark.parametrize("text", ["[]", "match_ups: 3", "match_ups: [{id: x}]", "a: [", "sides: 3"])
def test_a_file_without_cases_is_refused(tmp_path, text, capsys):
    path = tmp_path / "wrong.yaml"
    path.write_text(text)
    assert command.main([str(path)]) == 2
    assert "error:" in capsys.readouterr().err


RAID = """
variant: far_horizons
sides:
  Human: {ships: [{class: CA, count: 3}]}
  Klingon: {ships: [{class: CA, count: 3}]}
"""


JUMP = """
variant: far_horizons
jump: {from: 1 1 1, to: 2 2 2, gravitics: 4, radius: 9, ships: [{}]}
"""


def horizons(*words):
    return CliRunner().invoke(cli, ["battle", "sweep", *map(str, words)])


def test_a_sweep_says_what_a_ship_or_better_techs_would_change(tmp_path):
    path, picture = tmp_path / "raid.yaml", tmp_path / "raid.svg"
    path.write_text(RAID)
    result = horizons(path, "--runs", 2000, "--json", "--plot", picture)
    assert result.exit_code == 0, result.output
    steps = json.loads(result.output)["sides"]["Human"]
    chances = {step["change"]: step["chance"] for step in steps}
    assert list(chances) == ["as it is", "one more CA Ship", "ML 20", "LS 20"]
    assert min(chances["one more CA Ship"], chances["ML 20"], chances["LS 20"]) > 0.6
    assert 0.45 < chances["as it is"] < 0.55
    assert "Klingon wins" in picture.read_text()


def test_a_sweep_as_a_table(tmp_path):
    path = tmp_path / "raid.yaml"
    path.write_text(RAID)
    result = horizons(path, "--runs", 100)
    assert result.exit_code == 0, result.output
    assert "one more CA Ship" in result.output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("variant: far_horizons\nsides: 3", "'sides' needs"),
        (JUMP, "no sides to change"),
    ],
)  # fmt: skip
def test_a_sweep_of_what_is_no_battle_is_refused(tmp_path, text, message):
    path = tmp_path / "raid.yaml"
    path.write_text(text)
    result = horizons(path)
    assert result.exit_code == 1
    assert message in result.output
