"""The example with stages is a distribution of its own: it is installed and keeps the contract."""

import shutil

import pytest

from horizons_core.testing import passed_rules
from tests.examples.distributions import EXAMPLES, install, run, run_tests


@pytest.fixture(scope="module")
def jumpgates(tmp_path_factory):
    folder = tmp_path_factory.mktemp("jumpgates")
    sources = shutil.copytree(EXAMPLES / "jumpgates", folder / "sources")
    return install(sources, folder / "installed")


@pytest.mark.slow
def test_the_example_keeps_the_contract_and_proves_all_its_clauses(jumpgates, tmp_path):
    tests = shutil.copytree(EXAMPLES / "jumpgates" / "tests", tmp_path / "tests")
    assert " passed" in run_tests(tests, jumpgates, cwd=tmp_path)
    passed = passed_rules(tmp_path / ".horizons" / "rule-tests.json")
    program = (
        "import horizons_core as hz;"
        "print(*[clause.id for clause in hz.load_variant('jumpgates').rules])"
    )
    clauses = run(["-c", program], jumpgates, cwd=tmp_path).stdout.split()
    assert sorted(passed) == sorted(clauses)


def test_the_adjudication_of_the_example_is_right(jumpgates, tmp_path):
    test = shutil.copy(EXAMPLES / "jumpgates" / "tests" / "test_adjudication.py", tmp_path)
    assert " passed" in run_tests(test, jumpgates, cwd=tmp_path)


def test_a_game_of_bots_goes_through_all_stages_without_compiled_kernels(jumpgates, tmp_path):
    program = (
        "import sys, horizons_core as hz;"
        "from horizons_core.testing import play, seated;"
        "v = hz.load_variant('jumpgates'); g = v.new_game(['Ada', 'Brin', 'Cleo'], seed=1);"
        "bots = dict.fromkeys(['Ada', 'Brin', 'Cleo'], v.bots['admiral']);"
        "stages = {played.before.stage for played in play(v, g, bots, 1, turns=40)};"
        "print(*sorted(stages), 'numba' in sys.modules)"
    )
    result = run(["-c", program], jumpgates, cwd=tmp_path)
    assert result.stdout == " adjustments retreats False\n", result.stderr
