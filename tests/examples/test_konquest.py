"""The example on a plane is a distribution of its own: it is installed and keeps the contract."""

import json
import shutil

import pytest

from horizons_core.testing import passed_rules
from tests.examples.distributions import EXAMPLES, install, run, run_tests


@pytest.fixture(scope="module")
def konquest(tmp_path_factory):
    folder = tmp_path_factory.mktemp("konquest")
    sources = shutil.copytree(EXAMPLES / "konquest", folder / "sources")
    return install(sources, folder / "installed")


@pytest.mark.slow
def test_the_example_keeps_the_contract_and_proves_all_its_clauses(konquest, tmp_path):
    test = shutil.copy(EXAMPLES / "konquest" / "tests" / "test_konquest.py", tmp_path)
    assert " passed" in run_tests(test, konquest, cwd=tmp_path)
    passed = passed_rules(tmp_path / ".horizons" / "rule-tests.json")
    program = (
        "import horizons_core as hz;"
        "print(*[clause.id for clause in hz.load_variant('konquest').rules])"
    )
    clauses = run(["-c", program], konquest, cwd=tmp_path).stdout.split()
    assert sorted(passed) == sorted(clauses)


def test_the_guide_of_the_example_has_a_battle_and_a_lesson_without_mistakes(konquest, tmp_path):
    program = (
        "import json, horizons_core as hz; from horizons_core.plugins.guides import guide_of;"
        "from horizons_host.server.games.joining import LESSON_SEED;"
        "v = hz.load_variant('konquest'); guide = guide_of('konquest');"
        "game = v.new_game(['Ada', 'Bot 1', 'Bot 2'], seed=LESSON_SEED, name='a lesson');"
        "remarks = v.check_orders(game, 'Ada', guide.lesson.orders('Ada'));"
        "print(json.dumps([*map(str, remarks), v.battle(guide.battle).sides]))"
    )
    result = run(["-c", program], konquest, cwd=tmp_path)
    assert json.loads(result.stdout) == [["Attacker", "Defender"]], result.stderr
