"""Games exported as files: included and excluded data, and an identical replay."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import attrs
import pytest
from jsonschema import Draft202012Validator

import horizons_core
from horizons_core.errors import HorizonsError, SaveError
from horizons_core.stored_games import (
    Newcomer,
    StoredGame,
    StoredGameEdit,
    StoredGameTurn,
    anonymized,
    compare_rules,
    read_stored_game,
    stored_game_data,
    stored_game_of,
    verdict_from,
)
from horizons_host.games.upgrades import stored_game, write_stored_game
from horizons_host.store import GameStore
from tests.host.helpers import as_file, fine, horizons, make_game, new_game, refused

SCHEMA = Path(horizons_core.__file__).parent / "stored_games" / "stored_game.schema.json"
PRIVATE = ("ada@mail.example.org", "ada.new@mail.example.org", "brin@mail.example.org", "$argon2")


def submit(folder, seat, text):
    horizons("orders", "submit", "-g", folder, "-p", seat, as_file(folder, text))


def export(folder, *more):
    fine("export", "-g", folder, "--format", "stored-game", folder / "out", *more)
    return folder / "out" / "stored-game.json"


@pytest.fixture(scope="module")
def eventful(tmp_path_factory):
    """An eventful game: undone turns, people who join, passwords, bots."""
    folder = tmp_path_factory.mktemp("stored") / "mars"
    people = ("--player", "Ada", "--player", "Brin", "--bot", "Cleo=random")
    addresses = ("--address", f"Ada={PRIVATE[0]}", "--address", f"Brin={PRIVATE[2]}")
    make_game(folder, "--variant", "galaxy_g", *people, *addresses, "--seed", 7)
    submit(folder, "Ada", f"Z {PRIVATE[1]}\nY sesame\nF Brin\nnonsense {PRIVATE[2]}\n")
    fine("turn", "-g", folder, "--yes")
    fine("undo", "-g", folder, "--reason", "too early")
    fine("turn", "-g", folder, "--yes")
    fine("join", "-g", folder, "--seat", "Sam=spectator", "--address", "sam@x.org")
    fine("turn", "-g", folder, "--bots", "expander", "--until", "3")
    return export(folder)


@cache
def data_of(file):
    return json.loads(file.read_text("utf-8"))


def test_a_game_plays_again_as_it_was(eventful):
    game = read_stored_game(eventful)
    verdict = compare_rules(game)
    assert [(turn.turn, turn.status) for turn in verdict.turns] == [(n, "same") for n in range(4)]
    assert compare_rules(game, set_up_again=True).status == "same"
    assert [turn.attempt for turn in game.turns] == [2, 1, 1]
    assert [joiner.seat for joiner in game.turns[1].joined] == ["Sam"]


def test_an_end_that_was_put_off_is_put_off_again(tmp_path):
    folder = tmp_path / "far"
    people = ("--player", "Ada", "--player", "Brin")
    make_game(folder, "--variant", "far_horizons", *people, "--option", "last_turn=1")
    fine("end", "-g", folder, "--not-before", 2)
    fine("turn", "-g", folder, "--bots", "auto", "--until", "2")
    game = read_stored_game(export(folder))
    assert [turn.not_before for turn in game.turns] == [2, None]
    assert compare_rules(game).status == "same"


def test_nothing_of_persons_is_in_it(eventful):
    text = eventful.read_text("utf-8")
    assert [words for words in (*PRIVATE, "sam@x.org", "sesame") if words in text] == []
    assert data_of(eventful)["turns"][0]["orders"]["Ada"].startswith("Z nobody@example.invalid\nY ")


def test_the_schema_describes_the_file_and_nothing_else(eventful):
    schema = json.loads(SCHEMA.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(data_of(eventful))
    for cls, part in ((StoredGameTurn, "turn"), (Newcomer, "newcomer"), (StoredGameEdit, "edit")):
        assert {f.name for f in attrs.fields(cls)} == set(schema["$defs"][part]["properties"])
    field_names = {f.name for f in attrs.fields(StoredGame)}
    assert field_names | {"format", "schema"} == set(schema["properties"])


def test_what_is_written_is_read_back(eventful):
    game = read_stored_game(eventful)
    assert stored_game_data(game) == data_of(eventful)


def test_only_what_was_set_up_here_can_be_set_up_again(eventful, monkeypatch):
    with GameStore(eventful.parents[1]) as store:
        set_up = store.set_up()
        assert stored_game(store).set_up == dict(set_up.options)
        for other in (None, attrs.evolve(set_up, origin="import")):
            monkeypatch.setattr(GameStore, "set_up", lambda _, value=other: value)
            assert stored_game(store).set_up is None


def test_other_orders_give_another_game(eventful):
    data = json.loads(eventful.read_text("utf-8"))
    data["turns"][1]["orders"]["Ada"] = "nothing of the kind"
    verdict = compare_rules(stored_game_of(data))
    assert [turn.status for turn in verdict.turns[:3]] == ["same", "same", "different"]
    assert verdict.first.difference.what == "remark"
    assert verdict.first.difference.seen_by == ("Ada",)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("format",), "horizons-report", "this is not a stored game"),
        (("schema",), 2, "its schema is 2, and this version reads 1"),
        (("players",), "Ada", "players is of another kind"),
        (("start",), [], "start is not an object"),
        (("start", "secret"), "00", "start.secret is not a secret"),
        (("start", "variant"), "far_horizons", "start.variant is not 'galaxy_g'"),
        (("start", "turn"), True, "start.turn is not a turn number"),
        (("start", "mods"), 7, "start.mods is not a list"),
        (("start", "mods"), ["./evil.py"], "start.mods names './evil.py', which is not a name"),
        (("start", "mods"), ["/tmp/evil.toml"], "which is not a name of rules"),
        (("start", "data_mods"), ["x"], "start.data_mods does not map names to texts"),
        (("start", "data_mods"), {"../x": ""}, "which is not a name of rules"),
        (("variant",), "./evil", "start.variant is not './evil'"),
        (("set_up",), 7, "damaged"),
        (("turns", 1, "joined"), [{"seat": "Eve", "wild": 1}], "damaged"),
        (("turns", 1, "turn"), 7, r"turns\[1\].turn is 7, not 2"),
        (("turns", 1, "attempt"), 0, r"turns\[1\].attempt is not a valid number"),
        (("turns", 1, "attempt"), "1", r"turns\[1\] has an invalid number"),
        (("turns", 0, "digest"), "x", r"turns\[0\].digest is not a digest"),
        (("turns", 0, "orders"), ["x"], r"turns\[0\].orders does not map names to texts"),
        (("turns", 0, "orders"), {"Ada": "x" * 1_000_001}, "has a text that is too long"),
        (("turns", 0, "events"), [{}], r"turns\[0\].events is not a list of events"),
        (("turns", 0, "remarks"), {"Ada": "x"}, r"turns\[0\].remarks is not a list of remarks"),
        (("turns", 0, "not_before"), "x", r"turns\[0\].not_before is not a number"),
        (("turns",), [7], r"turns\[0\] is not an object"),
        (("turns",), [{}] * 10_001, "turns has more than 10,000 entries"),
        (("wild",), 1, "damaged"),
        (("turns", 0, "orders"), {"Ada": "\ud800"}, "surrogates not allowed"),
        (("start", "name"), float("nan"), "damaged: Out of range float values"),
    ],
)  # fmt: skip
def test_a_hostile_file_is_refused_with_the_place(eventful, path, value, message):
    data = json.loads(eventful.read_text("utf-8"))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(SaveError, match=message) as error:
        stored_game_of(data)
    assert error.value.hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "file.json:1:2: "),
        ("[" * 100_000, "are nested more than"),
        ('{"format": 1, "format": 2}', "appears twice"),
        ('{"format": ' + "9" * 200 + "}", "more than 100 digits"),
    ],
)
def test_what_is_no_file_of_ours_is_refused_with_the_place(tmp_path, text, message):
    file = tmp_path / "file.json"
    file.write_text(text, "utf-8")
    with pytest.raises(SaveError) as error:
        read_stored_game(file)
    assert message in str(error.value)


def test_a_start_that_is_no_game_is_refused_when_it_is_played(eventful):
    data = json.loads(eventful.read_text("utf-8"))
    data["start"]["empires"] = 7
    verdict = compare_rules(stored_game_of(data))
    assert (verdict.status, len(verdict.turns)) == ("refused", 1)
    assert "the saved game is damaged" in verdict.first.reason


def test_rules_that_are_not_installed_are_told(eventful):
    data = json.loads(eventful.read_text("utf-8"))
    data["start"]["mods"] = ["no_such_mod"]
    verdict = compare_rules(stored_game_of(data))
    assert str(verdict).startswith("refused in turn 0: no mod 'no_such_mod' is installed")


def test_addresses_and_hashes_are_replaced_once_and_for_all():
    data = {"a": ["x a@b.c, <d@e>", "$argon2id$v=1$x"], "data_mods": {"m": "by a@b.c"}, "n": 1}
    anonymous = anonymized(data)
    assert anonymous["a"] == ["x nobody@example.invalid, <nobody@example.invalid>", "removed"]
    assert anonymous["data_mods"] == data["data_mods"]
    assert anonymized(anonymous) == anonymous


def test_a_long_word_is_looked_at_once():
    assert anonymized("a" * 300_000 + " b@c.d") == "a" * 300_000 + " nobody@example.invalid"


def test_the_verdict_of_a_later_version_is_understood(eventful):
    verdict = compare_rules(read_stored_game(eventful))
    data = {**verdict.to_dict(), "more": 1}
    data["turns"] = [{**turn, "more": 1} for turn in data["turns"]]
    assert verdict_from(data) == verdict
    for wrong in ({}, {"turns": 7}, {**data, "turns": [{}]}):
        with pytest.raises(HorizonsError, match="not a verdict"):
            verdict_from(wrong)


def test_the_command_says_whose_the_file_is(eventful, tmp_path):
    folder = eventful.parents[1]
    result = fine("export", "-g", folder, "--format", "stored-game", tmp_path / "a", "--turn", 2)
    assert "2 turns of 'mars' with all orders" in result.output
    assert "Keep the file to yourself" in result.output
    answer = fine("export", "-g", folder, "--format", "stored-game", tmp_path / "b", "--json")
    assert json.loads(answer.stdout)["over"] is False
    fine("end", "-g", folder, "--reason", "done")
    ended = fine("export", "-g", folder, "--format", "stored-game", tmp_path / "c")
    assert "goes on" not in ended.output


def test_a_folder_with_something_in_it_and_a_turn_that_was_not_run_are_refused(eventful, tmp_path):
    folder = eventful.parents[1]
    target = ("export", "-g", folder, "--format", "stored-game")
    assert "is not an empty folder" in refused(*target, eventful.parent)
    assert "turn 9" in refused(*target, tmp_path / "new", "--turn", 9)
    assert not (tmp_path / "new").exists()
    assert horizons("verify", "-g", folder).exit_code == 0


def test_edits_and_people_who_join_are_kept_in_the_order_in_which_they_came(tmp_path):
    folder = new_game(tmp_path / "mars")
    hulls = [as_file(folder, f"state: {{stock: {{Ada: {{hull: {number}}}}}}}\n", f"{number}.yaml")
             for number in (41, 42, 43)]  # fmt: skip
    fine("turn", "-g", folder, "--yes")
    fine("edit", "-g", folder, hulls[0], "--reason", "a slip")
    fine("join", "-g", folder, "--seat", "Sam=spectator")
    fine("edit", "-g", folder, hulls[1], "--reason", "a slip")
    fine("join", "-g", folder, "--seat", "Tom=spectator")
    fine("edit", "-g", folder, hulls[2], "--reason", "a slip")
    fine("turn", "-g", folder, "--yes")
    with GameStore(folder) as store:
        full, late = stored_game(store), stored_game(store, since=1)
        early = stored_game(store, last=1)
    first, second = full.turns
    assert (first.joined, first.edits) == ((), ())
    assert [joiner.seat for joiner in second.joined] == ["Sam", "Tom"]
    assert [(edit.state["stock"]["Ada"]["hull"], edit.joined) for edit in second.edits] == [
        (41, 0), (42, 1), (43, 2)
    ]  # fmt: skip
    assert early == attrs.evolve(full, turns=(first,))
    assert late.turns == (second,)
    assert (late.players, late.roles, late.set_up) == (("Ada", "Brin"), {}, None)
    assert late.start["turn"] == 1
    assert [compare_rules(stored).status for stored in (full, late)] == ["same", "same"]


def test_the_file_is_sorted_as_people_write_and_its_owners_alone(eventful, tmp_path):
    game = attrs.evolve(read_stored_game(eventful), name="Ödland")
    file = write_stored_game(game, tmp_path / "new")
    text = file.read_text("utf-8")
    data = stored_game_data(game)
    assert text == json.dumps(data, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    assert '"name": "Ödland"' in text
    assert (file, file.stat().st_mode & 0o777) == (tmp_path / "new" / "stored-game.json", 0o600)
    (tmp_path / "empty").mkdir()
    assert write_stored_game(game, tmp_path / "empty").is_file()
    for path in (file.parent, file):
        with pytest.raises(HorizonsError, match="is not an empty folder"):
            write_stored_game(game, path)
