"""The example is a separate distribution: it is installed, found, and keeps the contract."""

import json
import shutil
import tomllib

import pytest

from horizons_core.testing import passed_rules
from tests.examples.distributions import EXAMPLES, install, run, run_tests


@pytest.fixture(scope="module")
def prospectors(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prospectors")
    sources = shutil.copytree(EXAMPLES / "prospectors", folder / "sources")
    return install(sources, folder / "installed")


@pytest.mark.slow
def test_the_example_keeps_the_contract_and_proves_all_its_clauses(prospectors, tmp_path):
    test = shutil.copy(EXAMPLES / "prospectors" / "tests" / "test_prospectors.py", tmp_path)
    assert " passed" in run_tests(test, prospectors, cwd=tmp_path)
    passed = passed_rules(tmp_path / ".horizons" / "rule-tests.json")
    program = (
        "import horizons_core as hz;"
        "print(*[clause.id for clause in hz.load_variant('prospectors').rules])"
    )
    clauses = run(["-c", program], prospectors, cwd=tmp_path).stdout.split()
    assert sorted(passed) == sorted(clauses)


def test_the_example_is_found_by_its_entry_point_alone(prospectors, tmp_path):
    program = "import horizons_core as hz; print(hz.variants()['prospectors'].title)"
    assert run(["-c", program], prospectors, cwd=tmp_path).stdout == "Prospectors\n"


def test_the_example_needs_horizons_and_nothing_else():
    project = tomllib.loads((EXAMPLES / "prospectors" / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == ["horizons"]


def test_the_example_is_played_without_compiled_kernels(prospectors, tmp_path):
    program = (
        "import sys, json, horizons_core as hz; v = hz.load_variant('prospectors');"
        "t = hz.run_turn(v.new_game(['Ada', 'Brin'], seed=1), {}); t.report('Ada').html;"
        "print(json.dumps([m for m in ('numba', 'numpy') if m in sys.modules]))"
    )
    assert json.loads(run(["-c", program], prospectors, cwd=tmp_path).stdout) == []
