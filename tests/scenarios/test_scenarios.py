"""Every scenario in this folder comes out as it says; it proves the clauses that it names."""

from pathlib import Path

import pytest

from horizons_core.scenarios import load_scenario, run_scenario

FOLDER = Path(__file__).parent


def cases():
    """One case a file, named by its path, marked with the scenario's clauses."""
    for file in sorted(FOLDER.glob("*/*.yaml")):
        rules = load_scenario(file).rules
        name = file.relative_to(FOLDER).with_suffix("").as_posix()
        yield pytest.param(file, id=name, marks=[pytest.mark.rule(*rules)] if rules else [])


@pytest.mark.parametrize("file", list(cases()))
def test_a_scenario_comes_out_as_expected(file):
    result = run_scenario(load_scenario(file))
    assert result.passed, "\n".join(result.failures)


def test_scenarios_lie_in_their_variant_s_folder():
    wrong = [f for f in FOLDER.glob("*/*.yaml") if load_scenario(f).variant != f.parent.name]
    assert wrong == []
