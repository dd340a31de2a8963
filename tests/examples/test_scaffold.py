"""The skeleton of a new variant can be installed, tested and played unchanged."""

import json

import pytest

from horizons_core.errors import HorizonsError
from horizons_core.testing import passed_rules
from horizons_host.scaffold import write_skeleton
from tests.examples.distributions import install, run, run_tests

NAME = "deep_space_9"
PLAY = f"""
import json
import horizons_core as hz
from horizons_core.testing.playing import play, seated

variant = hz.load_variant("{NAME}")
players = ["Ada", "Brin", "Cato"]
game = variant.new_game(players, seed=1)
turns = list(play(variant, game, seated(variant, players, 0), "test", 20))
last = turns[-1].after
print(json.dumps([variant.info.title, len(turns), last.game.outcome.turn, last.report("Ada").text]))
"""


@pytest.fixture(scope="module")
def skeleton(tmp_path_factory):
    folder = tmp_path_factory.mktemp("skeleton")
    return folder / NAME, write_skeleton(NAME, folder)


@pytest.fixture(scope="module")
def installed(skeleton, tmp_path_factory):
    return install(skeleton[0], tmp_path_factory.mktemp("installed"))


def test_every_file_that_was_written_is_named(skeleton):
    folder, files = skeleton
    assert sorted(files) == sorted(path for path in folder.rglob("*") if path.is_file())


def test_no_word_of_the_skeleton_is_left_to_fill_in(skeleton):
    assert not [path for path in skeleton[1] if "$" in path.read_text("utf-8")]


def test_a_new_variant_keeps_the_contract_and_proves_all_its_clauses(skeleton, installed, tmp_path):
    test = tmp_path / "test_it.py"
    test.write_text((skeleton[0] / "tests" / f"test_{NAME}.py").read_text("utf-8"), "utf-8")
    assert " passed" in run_tests(test, installed, cwd=tmp_path)
    passed = passed_rules(tmp_path / ".horizons" / "rule-tests.json")
    assert sorted(passed) == ["DEEPSPACE9-DIG", "DEEPSPACE9-END", "DEEPSPACE9-SET"]


def test_its_bots_play_a_whole_game(installed, tmp_path):
    result = run(["-c", PLAY], installed, cwd=tmp_path)
    title, turns, end, report = json.loads(result.stdout or result.stderr)
    assert (title, turns, end) == ("Deep Space 9", 10, 10)
    assert "The game is over" in report


def test_nothing_is_overwritten(tmp_path):
    file = tmp_path / "my_game" / "src" / "my_game" / "model.py"
    file.parent.mkdir(parents=True)
    file.write_text("mine")
    with pytest.raises(HorizonsError, match=r"model\.py already exists"):
        write_skeleton("my_game", tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [file]
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "9lives",
        "deep space",
        "deep-space",
        "../up",
        "Deep",
        "class",
        "match",
        "_",
        "étoile",
        "random",
        "horizons_core",
        "variants",
        "event_horizon",
    ],
)
def test_a_name_that_will_not_do_is_refused(name, tmp_path):
    with pytest.raises(HorizonsError, match=r"name|installed"):
        write_skeleton(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "my_game").write_text("a file where a folder should be")
    with pytest.raises(OSError, match="my_game"):
        write_skeleton("my_game", tmp_path)
