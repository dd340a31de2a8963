"""Moved games arrive unchanged, are never lost, and are playable in one place only."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from sqlalchemy import func, select

from horizons_host.games import moving
from horizons_host.games.moving import move, reopen
from horizons_host.games.verification import verify
from horizons_host.store import GameStore, GameStoreError, copies
from horizons_host.store.hosting import GameLocation
from horizons_host.store.locations import open_games, place_of
from horizons_host.store.schema import TABLES, orders
from tests.host.databases.test_stores import clock, content, new_game, playing, submission
from tests.host.helpers import database, fine, horizons, refused


class Killed(BaseException):
    """Simulates the end of the process."""


@pytest.fixture
def other(postgresql, tmp_path):
    """A place on a server."""
    with place_of(f"{postgresql}#mars", tmp_path / "files") as place:
        yield place


def opened(place):
    return GameStore(place.folder, place.database)


def playable(place):
    """Return whether a game can be played there."""
    if not place.tables.exists():
        return False
    try:
        with opened(place) as store, store.writing():
            return True
    except GameStoreError:
        return False


@pytest.fixture(scope="module")
def happened(tmp_path_factory):
    """The folder of an eventful game."""
    games = open_games(tmp_path_factory.mktemp("host"))
    with new_game(games) as store:
        playing(store)
        (store.folder / "sent-mails.jsonl").write_text("journal\n", "utf-8")
        return store.folder


@pytest.fixture
def home(happened, tmp_path):
    """A place in a folder, with a copy of that game."""
    return GameLocation(Path(shutil.copytree(happened, tmp_path / "mars")))


def test_a_moved_game_is_unchanged_and_can_be_moved_back(home, other):
    with opened(home) as store:
        before = content(store)
    result = move(home, other, clock=clock)
    assert (result.rows, result.turn) == (sum(table.rows for table in before.values()), 2)
    assert (playable(home), playable(other)) == (False, True)
    with pytest.raises(GameStoreError, match="was moved to 'postgresql.*#mars'"):
        opened(home)
    with opened(other) as store:
        assert content(store) == before
        assert verify(store).difference == ""
        assert (store.folder / "sent-mails.jsonl").read_text("utf-8") == "journal\n"
    move(other, home, clock=clock)
    assert (playable(home), playable(other)) == (True, False)
    with opened(home) as store:
        assert content(store) == before


def test_numbering_continues_after_a_move(home, other):
    move(home, other)
    with opened(other) as store:
        with store.reading() as connection:
            last = connection.scalar(select(func.max(orders.c.id)))
        with store.writing() as connection:
            connection.execute(TABLES.metadata.tables["endings"].delete())
        assert store.submit(submission(turn=3)).orders.id == last + 1


def test_a_copy_leaves_the_original_playable(home, other, tmp_path):
    move(home, other, keep=True)
    assert (playable(home), playable(other)) == (True, True)
    with pytest.raises(GameStoreError, match="already contains a game"):
        move(home, other)
    assert (playable(home), playable(other)) == (True, True)
    move(home, GameLocation(tmp_path / "new" / "folder"), keep=True)
    assert playable(GameLocation(tmp_path / "new" / "folder"))


#: Where the move is interrupted: a function's name and the number of calls before.
STEPS = [
    ("copy_rows", 0),
    ("mark_unusable", 0),
    ("_copy_files", 0),
    ("_compared", 0),
    ("mark_unusable", 1),
    ("reopen", 0),
    ("mark_usable", 0),
]


WAYS = [
    "between folders",
    pytest.param("to a server", marks=pytest.mark.slow),
    pytest.param("from a server", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("step", "calls"), STEPS)
def test_an_interrupted_move_loses_nothing_and_can_be_finished(
    home, request, tmp_path, monkeypatch, way, step, calls
):
    origin, goal = home, GameLocation(tmp_path / "goal")
    if "server" in way:
        goal = request.getfixturevalue("other")
    if way == "from a server":
        move(origin, goal)
        origin, goal = goal, origin
    with opened(origin) as store:
        before = content(store)
    _kill_at(monkeypatch, step, calls)
    with pytest.raises(Killed):
        move(origin, goal)
    monkeypatch.undo()
    assert not (playable(origin) and playable(goal))
    if playable(origin):
        with opened(origin) as store:
            assert content(store) == before
    move(origin, goal)
    assert (playable(origin), playable(goal)) == (False, True)
    with opened(goal) as store:
        assert content(store) == before


def _kill_at(monkeypatch, step, calls):
    true, left = getattr(moving, step), [calls]

    def dies(*arguments):
        if left[0] == 0:
            raise Killed
        left[0] -= 1
        return true(*arguments)

    monkeypatch.setattr(moving, step, dies)


def test_a_copy_that_differs_is_rejected(home, other, monkeypatch):
    true = copies.copy_rows

    def wrong(source, target, tables):
        true(source, target, tables)
        target.execute(TABLES.metadata.tables["letters"].delete())
        target.execute(TABLES.metadata.tables["outbox"].update().values(subject="?"))

    monkeypatch.setattr(moving, "copy_rows", wrong)
    with pytest.raises(GameStoreError, match="the copy of table 'outbox'"):
        move(home, other)
    assert (playable(home), playable(other)) == (True, False)
    monkeypatch.undo()
    move(home, other)
    assert (playable(home), playable(other)) == (False, True)


def test_a_damaged_game_is_not_moved(home, other):
    with opened(home) as store, store.writing() as connection:
        turns = TABLES.metadata.tables["turns"]
        connection.execute(turns.update().where(turns.c.turn == 1).values(digest="0"))
    with pytest.raises(GameStoreError, match="the state of turn 1 differs from its digest"):
        move(home, other)
    assert not other.tables.exists()


def test_what_was_left_behind_can_be_opened_again(home, other):
    move(home, other)
    reopen(home)
    assert playable(home)
    reopen(home)
    assert playable(home)


def test_the_command_moves_and_says_where(mars, postgresql, tmp_path):
    target = f"{postgresql}#mars"
    answer = json.loads(fine("move", mars, target, "--json").stdout)
    assert answer["turn"] == 0
    assert "was moved to 'postgresql" in refused("turn", "--yes", "-g", mars)
    assert "was moved to" in refused("move", mars, tmp_path / "new")
    output = fine("move", target, tmp_path / "new").output
    assert "at turn 0" in output
    assert "can't be played there" in output
    fine("report", "-g", tmp_path / "new", "-p", "Ada")
    fine("move", mars, "--reopen")
    fine("report", "-g", mars, "-p", "Ada")
    assert "add its key" in refused("move", mars, postgresql)
    assert horizons("move", mars).exit_code == 2
    assert database(mars).exists()
