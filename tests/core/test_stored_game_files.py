"""Files of stored games are read up to their limits and refused beyond them."""

from __future__ import annotations

import copy
import json

import pytest

from horizons_core.errors import SaveError
from horizons_core.stored_games import __main__ as asked
from horizons_core.stored_games import (
    compare_rules,
    read_stored_game,
    reading,
    stored_game_data,
    stored_game_of,
    verdict_from,
)
from tests.core.stored_raids import raiders, stored_raids


@pytest.fixture(scope="module")
def raids():
    return stored_raids()


def test_what_stands_at_a_bound_is_read(raids):
    """The longest orders, the most attempts, the longest name, and a game from any turn on."""
    data = stored_game_data(raids)
    assert stored_game_of(data) == raids
    data["turns"][0]["orders"]["Ada"] = "x" * 1_000_000
    data["turns"][0]["attempt"] = 10_000
    data["turns"][0]["not_before"] = 3
    data["start"]["mods"] = ["x" * 100, "a-b_1"]
    data["start"]["data_mods"] = {"a-b_1": "any words: ./x"}
    read = stored_game_of(data)
    assert (read.mods, read.data_mods) == (("x" * 100, "a-b_1"), {"a-b_1": "any words: ./x"})
    assert read.turns[0].not_before == 3


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("turns", 0, "attempt"), 10_001, "turns[0].attempt is not a valid number"),
        (("turns", 0, "attempt"), True, "turns[0] has an invalid number"),
        (("turns", 0, "not_before"), True, "turns[0].not_before is not a number"),
        (("turns", 0, "digest"), "0" * 65, "turns[0].digest is not a digest"),
        (("turns", 0, "orders"), {"Ada": 1}, "turns[0].orders does not map names to texts"),
        (("turns", 0, "events"), {}, "turns[0].events is not a list of events"),
        (("turns", 0, "edits"), {}, "turns[0].edits is not a list of edits"),
        (("turns", 0, "edits"), [7], "turns[0].edits is not a list of edits"),
        (("turns", 0, "edits"), [{"state": 7}], "turns[0].edits is not a list of edits"),
        (("turns", 0, "edits"), [{"state": {}, "joined": "1"}],
         "turns[0].edits is not a list of edits"),
        (("turns", 0, "remarks"), [], "turns[0].remarks is not a list of remarks"),
        (("turns", 0, "remarks"), {"Ada": [{"message": 1}]},
         "turns[0].remarks is not a list of remarks"),
        (("turns", 0, "remarks"), {"Ada": ["x"]}, "turns[0].remarks is not a list of remarks"),
        (("start", "turn"), -1, "start.turn is not a turn number"),
        (("start", "turn"), 1, "turns[0].turn is 1, not 2"),
        (("start", "secret"), "5" * 63, "start.secret is not a secret"),
        (("start", "secret"), "5" * 65, "start.secret is not a secret"),
        (("start", "mods"), ["x" * 101], f"start.mods names '{'x' * 80}', which is not a name of"),
        (("start", "mods"), [7], "start.mods names '7', which is not a name of rules"),
        (("start", "mods"), [""], "start.mods names '', which is not a name of rules"),
        (("start", "data_mods"), {"a": 1}, "start.data_mods does not map names to texts"),
        (("roles",), [], "roles is of another kind"),
        (("schema",), "1", "its schema is '1', and this version reads 1"),
        (("schema",), 0, "its schema is 0, and this version reads 1 (write it again"),
        (("schema",), 2, "its schema is 2, and this version reads 1 (update this installation)"),
    ],
)  # fmt: skip
def test_what_is_beyond_a_bound_is_refused_with_its_place(raids, path, value, message):
    data = copy.deepcopy(stored_game_data(raids))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(SaveError) as error:
        stored_game_of(data)
    assert message in str(error.value)


@pytest.mark.parametrize("name", ["phase", "code", "text", "audience"])
def test_an_event_without_its_parts_is_refused(raids, name):
    for wrong in (7, [7]):
        data = copy.deepcopy(stored_game_data(raids))
        data["turns"][1]["events"][0][name] = wrong
        with pytest.raises(SaveError, match="is not a list of events"):
            stored_game_of(data)


def test_a_game_of_too_many_turns_is_refused_before_they_are_looked_at(raids):
    data = copy.deepcopy(stored_game_data(raids))
    data["turns"] = [7] * 10_000
    with pytest.raises(SaveError, match=r"turns\[0\] is not an object"):
        stored_game_of(data)
    data["turns"].append(7)
    with pytest.raises(SaveError, match="turns has more than 10,000 entries"):
        stored_game_of(data)


def test_a_file_that_is_too_large_or_none_is_named(tmp_path, monkeypatch):
    file = tmp_path / "game.json"
    monkeypatch.setattr(reading, "MAX_FILE_SIZE", 30)
    file.write_text('{"format": 1}' + " " * 18, "utf-8")
    with pytest.raises(SaveError, match=r"game\.json.* 30 bytes"):
        read_stored_game(file)
    file.write_text('{"format": 1}' + " " * 17, "utf-8")
    with pytest.raises(SaveError, match=r"game\.json: this is not a stored game"):
        read_stored_game(file)
    file.write_text("{}", "utf-8")
    with pytest.raises(SaveError, match=r"game\.json: this is not a stored game") as error:
        read_stored_game(file)
    assert error.value.hint.startswith("write it again")


@pytest.mark.parametrize("name", ["turn", "attempt"])
def test_what_is_left_out_of_a_turn_is_no_number_that_is_none(raids, name):
    data = copy.deepcopy(stored_game_data(raids))
    del data["turns"][0][name]
    if name == "attempt":
        assert stored_game_of(data).turns[0].attempt == 1
    else:
        with pytest.raises(SaveError, match="damaged"):
            stored_game_of(data)


def test_an_edit_that_says_nothing_of_those_who_joined_came_before_them(raids):
    data = copy.deepcopy(stored_game_data(raids))
    data["turns"][0]["edits"] = [{"state": {"a": 1}}, {"state": {}, "joined": 2}]
    assert [edit.joined for edit in stored_game_of(data).turns[0].edits] == [0, 2]


# replaying in another Python environment


def test_a_file_is_played_by_the_versions_that_are_installed(raids, tmp_path, monkeypatch, capsys):
    file, played = tmp_path / "game.json", []
    file.write_text(json.dumps(stored_game_data(raids)), "utf-8")
    verdict = compare_rules(raids, raiders())
    monkeypatch.setattr(asked, "compare_rules", lambda game: played.append(game) or verdict)
    assert asked.main(str(file)) == 0
    assert played == [raids]
    output = capsys.readouterr()
    assert (verdict_from(json.loads(output.out)), output.err) == (verdict, "")


@pytest.mark.parametrize(("text", "fault"), [("{}", "not a stored game"), (None, "none.json")])
def test_what_cannot_be_played_is_said_in_words_with_status_1(tmp_path, capsys, text, fault):
    file = tmp_path / "none.json"
    if text is not None:
        file.write_text(text, "utf-8")
    assert asked.main(str(file)) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert fault in output.err
    assert output.err.endswith("\n")
