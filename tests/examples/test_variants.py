"""Each example of a variant is a distribution: it is installed, found, and keeps the contract."""

import json
import shutil
import tomllib
from functools import cache

import pytest

from horizons_core.testing import passed_rules
from tests.effort import first
from tests.examples.distributions import EXAMPLES, install, run, run_tests

NAMES = ("jumpgates", "konquest", "prospectors")
every_example = pytest.mark.parametrize("name", NAMES)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return a function that returns the folder in which an example is installed."""

    @cache
    def folder_of(name):
        folder = tmp_path_factory.mktemp(name)
        sources = shutil.copytree(EXAMPLES / name, folder / "sources")
        return install(sources, folder / "installed")

    return folder_of


@pytest.mark.slow
@every_example
def test_the_example_keeps_the_contract_and_proves_all_its_clauses(name, installed, tmp_path):
    tests = shutil.copytree(EXAMPLES / name / "tests", tmp_path / "tests")
    assert " passed" in run_tests(tests, installed(name), cwd=tmp_path)
    passed = passed_rules(tmp_path / ".horizons" / "rule-tests.json")
    program = (
        "import horizons_core as hz;"
        f"print(*[clause.id for clause in hz.load_variant('{name}').rules])"
    )
    clauses = run(["-c", program], installed(name), cwd=tmp_path).stdout.split()
    assert sorted(passed) == sorted(clauses)


@every_example
def test_the_example_needs_horizons_and_nothing_else(name):
    project = tomllib.loads((EXAMPLES / name / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == ["horizons"]


@every_example
def test_the_example_is_short(name):
    lines = [
        line
        for file in (EXAMPLES / name / "src").rglob("*.py")
        for line in file.read_text().splitlines()
        if line.strip()
    ]
    assert len(lines) <= 450


# Other tests install and play Konquest and Jumpgates.
@pytest.mark.parametrize("name", first(["prospectors", "konquest", "jumpgates"]))
def test_the_example_is_found_and_played_without_compiled_kernels(name, installed, tmp_path):
    program = (
        "import sys, json, horizons_core as hz;"
        "from horizons_core.testing import play;"
        f"v = hz.load_variant('{name}');"
        "bots = dict.fromkeys(['Ada', 'Brin'], [*v.bots.values()][0]);"
        "turns = [*play(v, v.new_game([*bots], seed=1), bots, 1, turns=2)];"
        "turns[-1].after.report('Ada').html;"
        "print(json.dumps([m for m in ('numba', 'numpy') if m in sys.modules]))"
    )
    result = run(["-c", program], installed(name), cwd=tmp_path)
    assert result.stdout == "[]\n", result.stderr


def test_the_guide_of_konquest_has_a_battle_and_a_lesson_that_can_be_played(installed, tmp_path):
    program = (
        "import json, horizons_core as hz;"
        "from horizons_core.plugins.guides import guide_of;"
        "from horizons_core.testing.laws.lessons import LessonLaws;"
        "v = hz.load_variant('konquest'); guide = guide_of('konquest');"
        "laws = type('Laws', (LessonLaws,), {'variant_name': 'konquest'})();"
        "laws.test_the_solution_of_the_lesson_reaches_every_goal_and_wrong_orders_none();"
        "laws.test_the_steps_of_the_lesson_can_be_done();"
        "print(json.dumps([guide.lesson.count, v.battle(guide.battle).sides]))"
    )
    result = run(["-c", program], installed("konquest"), cwd=tmp_path)
    assert json.loads(result.stdout) == [10, ["Attacker", "Defender"]], result.stderr


def test_the_adjudication_of_jumpgates_is_right(installed, tmp_path):
    test = shutil.copy(EXAMPLES / "jumpgates" / "tests" / "test_adjudication.py", tmp_path)
    assert " passed" in run_tests(test, installed("jumpgates"), cwd=tmp_path)


def test_a_game_of_bots_goes_through_all_stages_of_jumpgates(installed, tmp_path):
    program = (
        "import horizons_core as hz; from horizons_core.testing import play;"
        "v = hz.load_variant('jumpgates'); g = v.new_game(['Ada', 'Brin', 'Cleo'], seed=1);"
        "bots = dict.fromkeys(['Ada', 'Brin', 'Cleo'], v.bots['admiral']);"
        "print(*sorted({played.before.stage for played in play(v, g, bots, 1, turns=16)}))"
    )
    result = run(["-c", program], installed("jumpgates"), cwd=tmp_path)
    assert result.stdout == " adjustments retreats\n", result.stderr
