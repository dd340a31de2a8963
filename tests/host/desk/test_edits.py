"""Edits of a game: refused as a whole or announced to all, kept, and recomputed by `verify`."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from contextlib import closing

import pytest

import horizons_core as hz
from horizons_core.stored_games import compare_rules, edited
from horizons_host.games import edits
from horizons_host.games.audit import entries
from horizons_host.games.edits import edit_game, try_edit
from horizons_host.games.turns import run_and_store
from horizons_host.games.upgrades import stored_game
from horizons_host.games.verification import verify
from horizons_host.store import GameMails, GameStore
from tests.host.helpers import as_file, database, fine, image, make_game, new_game, refused

WHY = "ship 2 was lost by a slip"
HULLS = "state: {stock: {Ada: {hull: 41}}}\n"
NO_SHIPS = "state: {remove_ships: true}\n"


@pytest.fixture(scope="module")
def _played(tmp_path_factory):
    folder = new_game(tmp_path_factory.mktemp("edits") / "mars")
    with GameStore(folder) as store:
        run_and_store(store)
    return folder


@pytest.fixture
def store(_played, tmp_path):
    with GameStore(shutil.copytree(_played, tmp_path / "mars")) as game:
        yield game


def _hull(store):
    return store.snapshot().state["empires"][0]["stock"]["hull"]


def _remarks(store, seat="Brin"):
    return [r for r in store.report(store.latest(), seat)["diagnostics"] if r["code"] == "edited"]


def test_it_holds_from_now_on_and_verify_lays_it_over_the_turn_again(store):
    edit_game(store, HULLS, WHY)
    assert _hull(store) == 41
    run_and_store(store)
    verdict = verify(store)
    assert (verdict.sound, verdict.turns, verdict.set_up) == (True, 2, "recomputed")


def test_a_dry_run_says_who_would_see_what_and_stores_nothing(store):
    before = image(store.folder)
    tried = try_edit(store, HULLS)
    assert [(view.empire, bool(view.changes)) for view in tried.effects] == [
        ("Ada", True),
        ("Brin", False),
    ]
    assert tried.kinds == ("stock",)
    assert image(store.folder) == before


def test_all_players_are_told_the_kind_of_it_and_not_what_is_secret(store):
    fine("seat", "address", "-g", store.folder, "-p", "Brin", "brin@players.example")
    edit_game(store, HULLS, WHY)
    (mail,) = [
        queued.mail for queued in GameMails(store).outgoing() if queued.mail.kind == "notice"
    ]
    assert (mail.seat, mail.subject) == ("Brin", "[mars] The gamemaster changed the game")
    assert "Changed: stock\nReason: ship 2 was lost by a slip" in mail.body
    entry = entries(store, public=True)[-1]
    assert entry.words == "The game was edited (ship 2 was lost by a slip): stock."
    run_and_store(store)
    (remark,) = _remarks(store)
    assert remark["message"] == "the gamemaster changed the game before this turn: stock"
    assert remark["hint"] == "why: ship 2 was lost by a slip"
    public_entry = {
        **entry.to_dict(public=True),
        "at": "whenever it was",
    }  # a clock may say 41, too
    public = [mail.body, str(public_entry), str(remark)]
    assert not [text for text in public if "hull" in text or "41" in text]
    run_and_store(store)
    assert _remarks(store) == []


def test_its_words_may_be_given(store):
    edit_game(store, HULLS, WHY, words="Ada has  the hull of ship 2 back")
    assert entries(store)[-1].words.endswith(": Ada has the hull of ship 2 back.")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("state: {stock: {Ada: {hull: -1}}}", "stock.Ada.hull cannot be -1"),
        ("state: {stocks: {}}", "unknown field 'stocks'"),
        ("state: {stock: {Ada: {hull: 41}, Eve: {hull: 1}}}", "no empire 'Eve'"),
        ("stock: {Ada: {hull: 41}}", "an edit must have a 'state' and nothing else"),
        ("state: {stock: {}}\nseed: 3", "an edit must have a 'state' and nothing else"),
        ("state: [", "the edit cannot be read"),
        ("", "an edit must have a 'state'"),
        ("state: {stock: {}}", "the edit changes nothing"),
        ("state: {ships: [{owner: Ada, number: 1, hull: 1, weapons: 9}]}", "is not a legal ship"),
    ],
)
def test_one_that_cannot_be_is_refused_whole(mars, text, message):
    before = image(mars)
    words = ("edit", "-g", mars, as_file(mars, text, "edit.yaml"), "--reason", WHY)
    assert message in refused(*words)
    assert image(mars) == before


@pytest.mark.parametrize("reason", ["", " ", "x" * 501, "a\x07b"])
def test_a_reason_that_cannot_be_told_is_refused(mars, reason):
    file = as_file(mars, HULLS, "edit.yaml")
    before = image(mars)
    assert "needs a reason" in refused("edit", "-g", mars, file, "--reason", reason)
    assert image(mars) == before


def test_it_changes_neither_turn_nor_players(tmp_path):
    folder = tmp_path / "far"
    people = ("--player", "Ada", "--player", "Brin")
    make_game(folder, "--variant", "far_horizons", *people)
    edit = as_file(folder, "state: {turn: 5}", "edit.yaml")
    output = refused("edit", "-g", folder, edit, "--dry-run")
    assert "an edit cannot change the turn of a running game" in output


def test_a_game_that_is_over_is_not_edited(store):
    fine("end", "-g", store.folder)
    file = as_file(store.folder, HULLS, "edit.yaml")
    assert "the game ended" in refused("edit", "-g", store.folder, file, "--reason", WHY)


def test_an_edit_goes_with_its_turn_and_an_attempt_before_it_is_recomputed_without(store):
    run_and_store(store)
    edit_game(store, HULLS, WHY)
    fine("undo", "-g", store.folder, "--reason", "run too early")
    assert _hull(store) != 41
    assert "(run too early), with the edits made after it;" in entries(store)[-1].words
    edit_game(store, NO_SHIPS, WHY)
    run_and_store(store)
    assert verify(store).sound
    with store.reading() as connection:
        rows = connection.exec_driver_sql("SELECT turn, attempt, kind FROM between_turns")
        assert list(rows) == [(1, 2, "edited")]


def test_who_joins_and_what_is_edited_keep_their_order(mars):
    fine("turn", "-g", mars, "--yes")
    fine("join", "-g", mars, "--seat", "Sam=spectator")
    file = as_file(mars, HULLS, "edit.yaml")
    fine("edit", "-g", mars, file, "--reason", WHY)
    fine("join", "-g", mars, "--seat", "Tom=spectator")
    with GameStore(mars) as store:
        run_and_store(store)
        stored = store.stored(1)
        assert [getattr(change.record, "seat", "edit") for change in stored.changes] == [
            "Sam",
            "edit",
            "Tom",
        ]
        assert verify(store).sound
        exported = stored_game(store)
        assert [edit.joined for edit in exported.turns[1].edits] == [1]
        assert compare_rules(exported).status == "same"


def test_one_made_while_the_game_was_read_is_not_lost(store):
    """A turn that was run without the edit is run again."""
    edits = iter([lambda: edit_game(store, HULLS, WHY)])

    def announce(_turn, _intake):
        for late in edits:
            late()

    played = run_and_store(store, announce=announce)
    assert played.before.empires[0].stock["hull"] == 41
    assert verify(store).sound


def test_verify_finds_an_edit_that_was_changed(store):
    edit_game(store, HULLS, WHY)
    with closing(sqlite3.connect(database(store.folder))) as connection, connection:
        connection.execute("UPDATE edits SET text = replace(text, '41', '42')")
    assert "the game with edit 1 differs" in refused("verify", "-g", store.folder)


def test_the_command_tries_first_and_asks_for_a_reason(mars):
    file = as_file(mars, HULLS, "edit.yaml")
    assert "add --reason" in refused("edit", "-g", mars, file, status=2)
    output = fine("edit", "-g", mars, file, "--dry-run").output
    assert "nothing was stored" in output
    assert re.search(r"Ada: hull in stock: 4\d instead of \d+", output)
    assert "Brin sees no difference" in output
    result = json.loads(fine("edit", "-g", mars, file, "--reason", WHY, "--json").stdout)
    assert (result["stored"], result["turn"], result["kinds"]) == (True, 0, ["stock"])


def test_a_backup_brings_its_own_edits(store):
    edit_game(store, HULLS, WHY)
    fine("backup", "-g", store.folder)
    run_and_store(store)
    fine("restore", "-g", store.folder, 1)
    assert _hull(store) == 41
    run_and_store(store)
    assert verify(store).sound


def test_what_a_bot_plays_can_be_edited(tmp_path):
    folder = new_game(tmp_path / "mars", "--bot", "Cleo=greedy")
    file = as_file(folder, "state: {stock: {Cleo: {hull: 3}}}", "edit.yaml")
    fine("edit", "-g", folder, file, "--reason", WHY)
    fine("turn", "-g", folder, "--yes")
    fine("verify", "-g", folder)


def test_a_law_that_was_broken_before_stops_no_edit_that_mends_another_thing():
    variant = hz.load_variant("event_horizon")
    game = variant.new_game(["Ada", "Brin"], seed=7)
    game.empire("Brin").stock["hull"] = -1
    after = edited(variant, game, {"stock": {"Ada": {"hull": 41}}})
    assert after.empire("Ada").stock["hull"] == 41
    assert game.empire("Ada").stock["hull"] != 41


def test_an_edit_that_makes_a_game_which_cannot_be_loaded_is_refused(store, monkeypatch):
    def spoiled(variant, game, state):
        changed = edited(variant, game, state)
        changed.ships[0].hull = 10**9
        return changed

    before = image(store.folder)
    monkeypatch.setattr(edits, "edited", spoiled)
    with pytest.raises(hz.HorizonsError, match="could not be loaded again.*hull"):
        edit_game(store, HULLS, WHY)
    assert image(store.folder) == before
