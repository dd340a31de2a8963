"""Every scenario in this folder has the result it states, and tests the clauses it names."""

from pathlib import Path

import pytest

from horizons_core.scenarios import load_scenario, run_scenario
from tests.games import shared_new_games

FOLDER = Path(__file__).parent
SCENARIOS = {file: load_scenario(file) for file in sorted(FOLDER.glob("*/*.yaml"))}


def cases():
    """Return one case per file, named by its path, marked with the scenario's clauses."""
    for file, scenario in SCENARIOS.items():
        rules = scenario.rules
        name = file.relative_to(FOLDER).with_suffix("").as_posix()
        yield pytest.param(file, id=name, marks=[pytest.mark.rule(*rules)] if rules else [])


@pytest.mark.parametrize("file", list(cases()))
def test_a_scenario_comes_out_as_expected(file):
    with shared_new_games():
        result = run_scenario(SCENARIOS[file])
    assert result.passed, "\n".join(result.failures)


def test_scenarios_lie_in_their_variant_s_folder():
    wrong = [file for file, scenario in SCENARIOS.items() if scenario.variant != file.parent.name]
    assert wrong == []
