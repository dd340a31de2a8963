"""A game that is moved arrives as it is, and is never lost, nor played in two places."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from sqlalchemy import func, select

from horizons_host.databases import copying
from horizons_host.hosting import moving, open_games
from horizons_host.hosting.games import Place
from horizons_host.hosting.moving import move, reopen
from horizons_host.hosting.places import place_of
from horizons_host.store import GameStore, GameStoreError
from horizons_host.store.schema import TABLES, orders
from horizons_host.verification import verify
from tests.host.databases.test_stores import clock, content, given, new_game, playing
from tests.host.helpers import database, fine, horizons, refused


class Killed(BaseException):
    """As if the process had ended there."""


@pytest.fixture
def other(postgresql, tmp_path):
    """A place on a server."""
    with place_of(f"{postgresql}#mars", tmp_path / "files") as place:
        yield place


def opened(place):
    return GameStore(place.folder, place.database)


def playable(place):
    """Whether a game can be played on there."""
    if not place.tables.there():
        return False
    try:
        with opened(place) as store, store.writing():
            return True
    except GameStoreError:
        return False


@pytest.fixture(scope="module")
def happened(tmp_path_factory):
    """The folder of a game that has happened."""
    games = open_games(tmp_path_factory.mktemp("host"))
    with new_game(games) as store:
        playing(store)
        (store.folder / "sent-mails.jsonl").write_text("journal\n", "utf-8")
        return store.folder


@pytest.fixture
def here(happened, tmp_path):
    """A place in a folder, with a copy of that game."""
    return Place(Path(shutil.copytree(happened, tmp_path / "mars")))


def test_it_arrives_as_it_is_and_comes_back(here, other):
    with opened(here) as store:
        before = content(store)
    done = move(here, other, clock=clock)
    assert (done.rows, done.turn) == (sum(table.rows for table in before.values()), 2)
    assert (playable(here), playable(other)) == (False, True)
    with pytest.raises(GameStoreError, match="was moved to 'postgresql.*#mars'"):
        opened(here)
    with opened(other) as store:
        assert content(store) == before
        assert verify(store).difference == ""
        assert (store.folder / "sent-mails.jsonl").read_text("utf-8") == "journal\n"
    move(other, here, clock=clock)
    assert (playable(here), playable(other)) == (True, False)
    with opened(here) as store:
        assert content(store) == before


def test_numbers_go_on_where_they_were(here, other):
    move(here, other)
    with opened(other) as store:
        with store.reading() as connection:
            last = connection.scalar(select(func.max(orders.c.id)))
        with store.writing() as connection:
            connection.execute(TABLES.metadata.tables["endings"].delete())
        assert store.submit(given(turn=3)).orders.id == last + 1


def test_a_copy_leaves_the_original_playable(here, other, tmp_path):
    move(here, other, keep=True)
    assert (playable(here), playable(other)) == (True, True)
    with pytest.raises(GameStoreError, match="already contains a game"):
        move(here, other)
    assert (playable(here), playable(other)) == (True, True)
    move(here, Place(tmp_path / "new" / "folder"), keep=True)
    assert playable(Place(tmp_path / "new" / "folder"))


#: Where it breaks off, as the name of a function and how often that is called before.
STEPS = [
    ("copy_rows", 0),
    ("put_aside", 0),
    ("_copy_files", 0),
    ("_compared", 0),
    ("put_aside", 1),
    ("reopen", 0),
    ("take_back", 0),
]


WAYS = [
    "between folders",
    pytest.param("to a server", marks=pytest.mark.slow),
    pytest.param("from a server", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("step", "calls"), STEPS)
def test_wherever_it_breaks_off_all_is_there_and_it_goes_on(
    here, request, tmp_path, monkeypatch, way, step, calls
):
    origin, goal = here, Place(tmp_path / "goal")
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


def test_what_arrives_otherwise_is_not_taken(here, other, monkeypatch):
    true = copying.copy_rows

    def wrong(source, target, tables):
        true(source, target, tables)
        target.execute(TABLES.metadata.tables["letters"].delete())
        target.execute(TABLES.metadata.tables["outbox"].update().values(subject="?"))

    monkeypatch.setattr(moving, "copy_rows", wrong)
    with pytest.raises(GameStoreError, match="the copy of table 'outbox'"):
        move(here, other)
    assert (playable(here), playable(other)) == (True, False)
    monkeypatch.undo()
    move(here, other)
    assert (playable(here), playable(other)) == (False, True)


def test_a_damaged_game_is_not_moved(here, other):
    with opened(here) as store, store.writing() as connection:
        turns = TABLES.metadata.tables["turns"]
        connection.execute(turns.update().where(turns.c.turn == 1).values(digest="0"))
    with pytest.raises(GameStoreError, match="the state of turn 1 differs from its digest"):
        move(here, other)
    assert not other.tables.there()


def test_what_was_left_behind_can_be_opened_again(here, other):
    move(here, other)
    reopen(here)
    assert playable(here)
    reopen(here)
    assert playable(here)


def test_the_command_moves_and_says_where(mars, postgresql, tmp_path):
    where = f"{postgresql}#mars"
    answer = json.loads(fine("move", mars, where, "--json").stdout)
    assert answer["turn"] == 0
    assert "was moved to 'postgresql" in refused("turn", "--yes", "-g", mars)
    assert "was moved to" in refused("move", mars, tmp_path / "new")
    said = fine("move", where, tmp_path / "new").output
    assert "at turn 0" in said
    assert "can't be played there" in said
    fine("report", "-g", tmp_path / "new", "-p", "Ada")
    fine("move", mars, "--reopen")
    fine("report", "-g", mars, "-p", "Ada")
    assert "add its key" in refused("move", mars, postgresql)
    assert horizons("move", mars).exit_code == 2
    assert database(mars).exists()
