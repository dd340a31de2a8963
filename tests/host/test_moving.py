"""Import and export of games, in formats that variants and mods provide."""

from __future__ import annotations

import json

import pytest

import horizons_core as hz
from horizons_core.errors import SaveError
from horizons_core.plugins import GameFormat, Variant
from tests.host.helpers import fine, refused
from variants import event_horizon

FOREIGN = "game.txt"


def read(folder, players):
    """Read a game of another program: everything in one file, with the names of the ships."""
    try:
        data = json.loads((folder / FOREIGN).read_text("utf-8"))
    except FileNotFoundError:
        raise SaveError(f"{FOREIGN} is missing in {folder}", "export the game again") from None
    game = hz.load(data)
    for empire in game.empires:
        empire.id = players.get(empire.id, empire.id)
    for ship in game.ships:
        ship.owner = players.get(ship.owner, ship.owner)
    return game


def write(game, folder):
    folder.mkdir()
    (folder / FOREIGN).write_text(json.dumps(hz.dump(game)), "utf-8")


class Formats:
    """A mod that reads and writes one format and only writes another."""

    @hz.hookimpl
    def horizons_mod_info(self):
        return hz.ModInfo("foreign", "event_horizon", "Foreign", "1.0.0", "Knows a format.")

    @hz.hookimpl
    def horizons_formats(self):
        return {
            "foreign": GameFormat("one file", read, write),
            "table": GameFormat("a table", write=write),
            "relic": GameFormat("an old file", read=read),
        }


@pytest.fixture(autouse=True)
def _with_formats(monkeypatch):
    variant = Variant(event_horizon, [Formats()])
    monkeypatch.setattr("horizons_core.plugins.loader._loaded", lambda *_: variant)


@pytest.fixture
def exported(mars, tmp_path):
    """A game of another program after two turns."""
    fine("turn", "-g", mars, "--bots", "greedy", "--until", "2")
    target = tmp_path / "exported"
    fine("export", "-g", mars, "--format", "foreign", target)
    return target


def test_a_game_goes_to_another_program_and_comes_back_as_it_was(mars, exported, tmp_path):
    game = tmp_path / "there"
    answer = fine("import", "event_horizon", exported, "-g", game, "--format", "foreign", "--json")
    result = json.loads(answer.stdout)
    assert result["turn"] == 2
    assert result["seats"] == [
        {"name": "Ada", "plays": "Ada", "bot": None},
        {"name": "Brin", "plays": "Brin", "bot": None},
    ]
    returned = tmp_path / "again"
    fine("export", "-g", game, "--format", "foreign", returned)
    states = [json.loads((folder / FOREIGN).read_text("utf-8")) for folder in (exported, returned)]
    assert states[0]["secret"] != states[1]["secret"]
    for state in states:
        for part in ("secret", "commitment", "turn_key", "mods", "name"):
            del state[part]
        for empire in state["empires"]:
            del empire["own_key"], empire["own_commitment"]
    assert states[0] == states[1]


def test_the_game_goes_on_from_its_turn_and_can_be_verified(exported, tmp_path):
    game = tmp_path / "there"
    fine("import", "event_horizon", exported, "-g", game, "--format", "foreign", "--name", "Venus")
    assert (game / "reports" / "turn-002").is_dir()
    assert "Venus" in fine("report", "-g", game, "-p", "Ada").output
    fine("turn", "-g", game, "--bots", "greedy", "--until", "4")
    assert "2 turns replayed identically" in fine("verify", "-g", game).output
    assert "first turn here is 2" in refused("report", "-g", game, "-p", "Ada", "--turn", "1")


def test_players_take_the_seats_that_are_named_for_them(exported, tmp_path):
    game = tmp_path / "there"
    seats = ("--player", "Brin=Cleo", "--bot", "Cleo=greedy", "--address", "Ada=ada@example.org")
    result = fine("import", "event_horizon", exported, "-g", game, "--format", "foreign", *seats)
    assert "Cleo (bot greedy)" in result.output
    assert "Ada\n" in result.output
    fine("turn", "--yes", "-g", game)


def test_one_turn_of_several_is_exported(mars, exported, tmp_path):
    target = tmp_path / "earlier"
    words = ("export", "-g", mars, "--format", "table", "--turn", "1", target, "--json")
    result = json.loads(fine(*words).stdout)
    assert result == {"folder": str(target), "format": "table", "turn": 1, "files": [FOREIGN]}
    assert json.loads((target / FOREIGN).read_text("utf-8"))["turn"] == 1


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (("--format", "forein"), "did you mean 'foreign'?"),
        (("--format", "table"), "only writes"),
        (("--format", "foreign", "--bot", "Eve=greedy"), "Eve"),
        (("--format", "foreign", "--name", 'a"b'), "name"),
        (("--format", "foreign", "--player", "Ada=Brin"), "two players are called"),
    ],
)
def test_what_cannot_be_imported_leaves_nothing_behind(exported, tmp_path, words, answer):
    game = tmp_path / "there"
    assert answer in refused("import", "event_horizon", exported, "-g", game, *words)
    assert not game.exists()


def test_a_game_is_not_imported_over_another(mars, exported):
    output = refused("import", "event_horizon", exported, "-g", mars, "--format", "foreign")
    assert "already" in output


def test_a_missing_file_is_named(tmp_path):
    words = ("import", "event_horizon", tmp_path, "-g", tmp_path / "there", "--format", "foreign")
    assert f"{FOREIGN} is missing" in refused(*words)


def test_a_format_that_is_only_read_is_not_written(mars, tmp_path):
    output = refused("export", "-g", mars, "--format", "relic", tmp_path / "x")
    assert "only reads" in output
    assert not (tmp_path / "x").exists()
