"""Output of `horizons lab compare` and `replay`, for fictional comparisons."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from horizons_core.stored_games import Difference, GameVerdict, TurnVerdict
from horizons_host.cli.main import cli
from horizons_lab.comparisons import compare as comparing
from horizons_lab.comparisons import stored, versions
from horizons_lab.comparisons.compare import Divergence, RulesComparison
from horizons_lab.records import GameRecord, SeatRecord
from tests.lab.raids import RULES


def horizons(*words):
    return CliRunner().invoke(cli, ["lab", *map(str, words)])


# compare


def game(number, score, cell=""):
    seats = (SeatRecord(1, "ann", 1, True, score, "", {}),)
    return GameRecord(cell, number, 10, True, "", "", seats)


def side(scores, cells, title="", factors=(), turn_measures=()):
    known = [SimpleNamespace(key=key, index=index) for index, key in enumerate(cells)]
    study = SimpleNamespace(
        cells=known,
        key="k",
        title=title,
        variant="moons",
        factors=factors,
        turn_measures=turn_measures,
    )
    records = [game(n, score, cell) for cell in cells for n, score in enumerate(scores)]
    return SimpleNamespace(study=study, records=records)


class Comparing(RulesComparison):
    """Its games differ from the turn that equals their number; game 1 never does."""

    def first_difference(self, game, cell=0):
        return None if game == 1 else Divergence(game + cell, "end", "", "60 ore", "")


@pytest.fixture
def compare(monkeypatch, tmp_path):
    """Run the command on a comparison with these scores; return its output and passed arguments."""
    file = tmp_path / "study.yaml"
    file.write_text(f"{{variant: {RULES}, seats: [raider, idle], games: 3, options: {{goal: 20}}}}")

    def run(before, after, *words, cells=("",), **more):
        args = {}

        def compare(study, **options):
            args.update(options, games=study.games)
            sides = [side(scores, cells, **more) for scores in (before, after)]
            return Comparing(*sides, 0.95, study=None, changed=None)

        monkeypatch.setattr(comparing, "compare", compare)
        result = horizons("compare", file, "--out", tmp_path / "out", *words)
        assert result.exit_code == 0, result.output
        return result.output, args

    return run


def test_a_comparison_is_told_with_its_games_and_where_they_part(compare, tmp_path):
    changes = ("--option", "goal=30", "--mod", "a", "--mod", "b", "--variant", "x")
    output, args = compare(
        [1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 4.0, 4.0], *changes, "--games", 7, "--workers", 2
    )
    lines = output.splitlines()
    assert lines[0] == "moons: 4 pairs of games, 1 with the same result"
    assert lines[1].split() == ["QUANTITY", "PLAYER", "BEFORE", "AFTER", "DIFFERENCE"]
    assert [line.split()[:2] for line in lines[2:7]] == [
        ["turns", "10"], ["ended", "1.00"], ["won", "ann"], ["place", "ann"], ["score", "ann"]
    ]  # fmt: skip
    assert lines[7:] == [
        "game 0: turn 0, end: 60 ore | nothing",
        "game 2: turn 2, end: 60 ore | nothing",
        f"Wrote {tmp_path / 'out' / 'changes.csv'}",
    ]
    assert (args["mods"], args["options"], args["variant"]) == (("a", "b"), {"goal": "30"}, "x")
    assert (args["games"], args["workers"], args["out"]) == (7, 2, tmp_path / "out")


def test_cells_are_told_one_by_one_and_games_by_their_cell(compare, tmp_path):
    output, args = compare([1.0], [2.0], "--variant", "x", cells=("red", "blue"), title="Tests",
                           factors=("seats",), turn_measures=("ore",))  # fmt: skip
    lines = output.splitlines()
    assert lines[0] == "Tests: 2 pairs of games, 0 with the same result"
    assert lines[1:3] == ["", "Cell 0: red"]
    assert lines[9:11] == ["", "Cell 1: blue"]
    assert len({line.split()[0] for line in lines[4:9]}) == 5
    assert lines[17:] == [
        "game 0: turn 0, end: 60 ore | nothing",
        "game 0 of cell 1: turn 1, end: 60 ore | nothing",
        *(f"Wrote {tmp_path / 'out' / name}" for name in ("changes.csv", "turns.csv")),
    ]
    assert args["games"] == 3


@pytest.mark.parametrize(("look", "games"), [(0, []), (1, [0]), (4, [0, 2, 3]), (None, [0, 2])])
def test_as_many_games_are_looked_at_as_one_asks_for(compare, look, games):
    words = () if look is None else ("--look", look)
    output, _ = compare([0.0] * 5, [1.0] * 5, "--variant", "x", "--json", *words)
    answer = json.loads(output)
    assert [part["game"] for part in answer["first_differences"]] == games
    assert '\n  "pairs": 5,\n  "same": 0,\n' in output
    assert set(answer) == {"wrote", "pairs", "same", "changes", "first_differences"}
    assert all(part == {"cell": 0, "game": part["game"], "difference":
                       f"turn {part['game']}, end: 60 ore | nothing"}
               for part in answer["first_differences"])  # fmt: skip


def test_values_before_and_after_stand_with_the_difference_and_its_interval(compare):
    output, _ = compare([2.0, 4.0, 9.0], [3.0, 7.0, 17.0], "--variant", "x")
    line = next(line for line in output.splitlines() if line.startswith("score "))
    expected = Comparing(side([2.0, 4.0, 9.0], [""]), side([3.0, 7.0, 17.0], [""]), 0.95,
                     study=None, changed=None).change("score", "ann")  # fmt: skip
    before, after = expected.before.rounded, expected.after.rounded
    assert len({*before, *after}) == 6  # the values are none of their ends
    assert line.split(maxsplit=4) == ["score", "ann", before[0], after[0], str(expected.difference)]


def test_words_of_other_languages_stand_in_json_as_they_are(compare, monkeypatch):
    monkeypatch.setattr(
        Comparing, "first_difference", lambda *_: Divergence(1, "end", "", "übel", "")
    )
    output, _ = compare([1.0], [2.0], "--variant", "x", "--json")
    assert "turn 1, end: übel | nothing" in output


def test_how_many_games_are_looked_at_is_explained():
    text = " ".join(horizons("compare", "--help").output.split())
    assert "find the first difference. [default: 3; x>=0]" in text


def test_versions_are_compared_by_another_python_alone(monkeypatch, tmp_path):
    file, args = tmp_path / "study.yaml", {}
    file.write_text("")

    def compare(*words, **more):
        args.update(more, words=words)
        return Comparing(side([1.0], [""]), side([1.0], [""]), 0.95, study=None, changed=None)

    monkeypatch.setattr(versions, "compare_versions", compare)
    python = ("compare", file, "--out", tmp_path, "--python", "new/python")
    assert horizons(*python, "--workers", "dask").exit_code == 0
    assert [str(word) for word in args["words"]] == [str(file), "new/python", str(tmp_path)]
    assert (args["workers"], args["games"]) == ("dask", None)
    for words in (("--mod", "a"), ("--option", "a=b"), ("--variant", "x")):
        result = horizons(*python, *words)
        assert result.exit_code == 2
        assert "omit --mod, --option and --variant" in result.output


def test_one_game_is_enough_and_none_is_not(compare, tmp_path):
    assert compare([1.0], [2.0], "--variant", "x", "--games", 1)[1]["games"] == 1
    for words in (("--games", 0), ("--look", -1)):
        result = horizons("compare", tmp_path / "none", "--out", tmp_path, *words)
        assert result.exit_code == 2
        assert "is not in the range" in result.output


def test_options_are_names_and_values(tmp_path):
    for wrong in ("goal", "=3"):
        result = horizons("compare", tmp_path / "none", "--out", tmp_path, "--option", wrong)
        assert result.exit_code == 2
        assert f"'{wrong}' must have the form NAME=VALUE" in result.output


# replay

ENDED = Difference("end", "", "the game continued", "60 ore", ("Ada",))
TURNS = (TurnVerdict(0, "same"), TurnVerdict(1, "different", ENDED),
         TurnVerdict(2, "refused", reason="no ships"))  # fmt: skip


@pytest.fixture
def replay(monkeypatch):
    """Run the command on files with these verdicts; return its result and passed arguments."""

    def run(verdicts, *words):
        calls, coming = [], iter(verdicts)

        def compare(file, **more):
            calls.append((str(file), more))
            return next(coming)

        monkeypatch.setattr(stored, "compare_stored", compare)
        files = [f"{number}.json" for number in range(len(verdicts))]
        return horizons("replay", *files, *words), calls

    return run


def verdict(turns, mods=(), version="1.0"):
    return GameVerdict("Mars", "moons", version, mods, False, turns)


def test_each_turn_of_each_game_is_a_line(replay):
    same = verdict(TURNS[:1] * 2)
    result, calls = replay([verdict(TURNS, ("a", "b")), verdict(TURNS[:1], version=""), same])
    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "0.json: 'Mars' by moons 1.0 with a, b: " + str(verdict(TURNS)),
        "TURN  STATUS     FIRST DIFFERENCE",
        "0     same",
        "1     different  end: the game continued | 60 ore (seen by Ada)",
        "2     refused    no ships",
        "1.json: 'Mars' by moons: same in all 0 turns",
        "TURN  STATUS  FIRST DIFFERENCE",
        "0     same",
        "2.json: 'Mars' by moons 1.0: same in its one turn",
        "TURN  STATUS  FIRST DIFFERENCE",
        "0     same",
        "0     same",
    ]
    plain = {"mods": (), "options": {}, "variant": None, "python": None, "set_up_again": None}
    assert calls == [(f"{number}.json", plain) for number in range(3)]


def test_names_of_other_languages_stand_in_json_as_they_are(replay):
    result, _ = replay([GameVerdict("Ödland", "moons", "1.0", (), False, TURNS[:1])], "--json")
    assert '"name": "Ödland"' in result.output


def test_there_is_a_file_at_least():
    result = horizons("replay", "--mod", "a")
    assert result.exit_code == 2
    assert "Missing argument 'FILE...'" in result.output


def test_the_exit_status_says_whether_all_games_are_the_same(replay):
    same, other = verdict(TURNS[:1]), verdict(TURNS)
    for verdicts, status in (([same, same], 0), ([same, other], 1), ([other, same], 1)):
        assert replay(verdicts)[0].exit_code == status


def test_a_change_is_given_on_and_answered_as_data(replay):
    result, calls = replay([verdict(TURNS)], "--mod", "a", "--option", "goal=3", "--variant", "x",
                           "--python", "new", "--keep-set-up", "--json")  # fmt: skip
    assert json.loads(result.output) == [
        {"file": "0.json", **json.loads(json.dumps(verdict(TURNS).to_dict()))}
    ]
    assert result.output.startswith('[\n  {\n    "file"')
    ((_, options),) = calls
    assert (options["mods"], options["options"], options["variant"]) == (("a",), {"goal": "3"}, "x")
    assert (str(options["python"]), options["set_up_again"]) == ("new", False)


@pytest.mark.parametrize("words", [("compare", "--help"), ("replay", "--help")])
def test_a_change_is_explained_in_the_same_words(words):
    text = " ".join(horizons(*words).output.split())
    for words_ in (
        "--mod MOD Add a house rule.",
        "--option NAME=VALUE Change the value of an option.",
        "--variant VARIANT Use another variant: a name, or the path of a file.",
        "--python PYTHON Use the Python of an environment with other versions of the rules.",
    ):
        assert words_ in text
