"""Upgrades: the check of a running game, and the gamemaster's decision."""

from __future__ import annotations

import json
import sqlite3
import sys
import zlib
from types import SimpleNamespace

import pytest
from attrs import evolve

import horizons_core as hz
from horizons_core.codec import canonical, digest_of
from horizons_host.games import upgrades
from horizons_host.games.upgrades import format_versions, migrated_after
from horizons_host.store import GameStore, Upgrade, Upgrades
from tests.host.helpers import database, fine, horizons, image, new_game, refused

EVENT_HORIZON = hz.load_variant("event_horizon")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = new_game(tmp_path_factory.mktemp("upgrade") / "mars")
    fine("turn", "-g", folder, "--bots", "greedy", "--until", "3")
    return folder


@pytest.fixture
def mars(played, tmp_path):
    """A copy of a game of three turns."""
    folder = tmp_path / "mars"
    folder.mkdir()
    database(folder).write_bytes(database(played).read_bytes())
    return folder


def run_by_an_older_version(folder, rules="0" * 64):
    """Make the game look as if run by an older version, whose rules these do not accept."""
    connection = sqlite3.connect(database(folder))
    with connection:
        for turn, blob in connection.execute("SELECT turn, state FROM turns").fetchall():
            state = json.loads(zlib.decompress(blob)) | {"rules": rules, "version": "0.9.0"}
            versions = {"horizons": "0.0.9", "variant": "0.9.0", "rules": rules, "schema": 1}
            connection.execute(
                "UPDATE turns SET state = ?, digest = ?, versions = ? WHERE turn = ?",
                (zlib.compress(canonical(state)), digest_of(state), json.dumps(versions), turn),
            )
    connection.close()


def with_other_orders(folder, turn):
    """Replace the stored orders of a turn, so that its result differs."""
    connection = sqlite3.connect(database(folder))
    with connection:
        connection.execute("UPDATE orders SET text = 'nonsense' WHERE turn = ?", (turn,))
    connection.close()


def words_of(folder, *more):
    """Return Ada's report without line breaks."""
    return " ".join(fine("report", "-g", folder, "-p", "Ada", *more).stdout.split())


def decisions(folder):
    with GameStore(folder) as store:
        return [(d.kind, d.turn, d.result) for d in Upgrades(store).decided()]


# check


def test_a_game_goes_on_the_same_by_the_version_that_ran_it(mars):
    before = image(mars)
    output = fine("upgrade", "--check", "-g", mars).output
    assert "With event_horizon 1.1.0: same in all 3 turns." in output
    result = json.loads(fine("upgrade", "--check", "-g", mars, "--json").stdout)
    assert (result["turn"], result["refusal"], result["decided"]) == (3, None, [])
    assert [turn["status"] for turn in result["verdict"]["turns"]] == ["same"] * 4
    assert image(mars) == before


def test_the_version_of_another_environment_is_asked(mars, tmp_path):
    before = image(mars)
    same = fine("upgrade", "--check", "-g", mars, "--python", sys.executable)
    assert "same in all 3 turns" in same.output
    old = tmp_path / "python"
    old.write_text("#!/bin/sh\necho 'No module named horizons_core' >&2; exit 1\n", "utf-8")
    old.chmod(0o755)
    assert "No module named horizons_core" in refused(
        "upgrade", "--check", "-g", mars, "--python", old
    )
    assert image(mars) == before


def test_turns_that_come_out_otherwise_are_named_with_what_differs_first(mars):
    with_other_orders(mars, 2)
    output = refused("upgrade", "--check", "-g", mars)
    assert "different from turn 2: remark on the orders of Ada: nothing | line 1: " in output
    assert "horizons upgrade --pin" in output


def test_a_refusal_is_told_before_the_turn_is_to_be_run(mars):
    run_by_an_older_version(mars)
    output = fine("upgrade", "--check", "-g", mars).output
    assert "run with event_horizon 0.9.0 of Horizons 0.0.9" in output
    assert "same in all 3 turns" in output
    assert "The next turn can't be run here: the game was saved under other rules" in output
    assert "was saved under other rules" in refused("turn", "-g", mars, "--bots", "greedy")


def test_a_game_goes_on_by_the_rules_of_its_version_until_it_is_upgraded(mars, monkeypatch):
    run_by_an_older_version(mars)
    info = EVENT_HORIZON.info
    monkeypatch.setattr(EVENT_HORIZON, "info", evolve(info, earlier_rules={"0.9.0": ("0" * 64,)}))
    fine("verify", "-g", mars)
    output = fine("upgrade", "--check", "-g", mars).output
    assert "It continues with the rules of version 0.9.0 until you use --migrate" in output
    fine("turn", "-g", mars, "--bots", "greedy")
    with GameStore(database(mars).parent) as store:
        assert store.stored(4).state["version"] == "0.9.0"
    fine("upgrade", "--migrate", "-g", mars)
    fine("turn", "-g", mars, "--bots", "greedy")
    with GameStore(database(mars).parent) as store:
        assert store.stored(5).state["version"] == info.version
    fine("verify", "-g", mars)


def test_code_that_was_changed_under_the_same_version_is_named(mars, monkeypatch):
    assert "under the same version" not in fine("turn", "-g", mars, "--bots", "greedy").output
    monkeypatch.setattr(type(EVENT_HORIZON), "source_digest", "other code")
    output = fine("turn", "-g", mars, "--bots", "greedy").output
    assert "the program's code has changed since the previous turn, but not its version" in output
    assert (
        "changed since the previous turn, but not its version." in fine("audit", "-g", mars).output
    )
    assert "under the same version" not in fine("turn", "-g", mars, "--bots", "greedy").output


# pin


def test_a_pinned_game_is_run_by_its_version_alone(mars):
    fine("upgrade", "--pin", "-g", mars)
    fine("turn", "-g", mars, "--bots", "greedy")
    connection = sqlite3.connect(database(mars))
    with connection:
        connection.execute("UPDATE upgrades SET versions = replace(versions, '1.1.0', '0.9.0')")
    connection.close()
    before = image(mars)
    output = refused("turn", "-g", mars, "--bots", "greedy")
    assert "pinned to event_horizon 0.9.0" in output
    assert "event_horizon 1.1.0 of Horizons" in output
    assert image(mars) == before
    assert "can't be run here: the game is pinned" in fine("upgrade", "--check", "-g", mars).output
    fine("upgrade", "--unpin", "-g", mars)
    fine("turn", "-g", mars, "--bots", "greedy")
    assert decisions(mars) == [("pinned", 3, ""), ("unpinned", 4, "")]
    assert "is not pinned" in refused("upgrade", "--unpin", "-g", mars)


def test_a_version_that_refuses_the_game_cannot_be_what_it_is_pinned_to(mars):
    run_by_an_older_version(mars)
    assert "was saved under other rules" in refused("upgrade", "--pin", "-g", mars)
    assert decisions(mars) == []


# migrate


def test_a_migrated_game_goes_on_and_is_still_sound(mars):
    run_by_an_older_version(mars)
    fine("upgrade", "--migrate", "-g", mars)
    fine("turn", "-g", mars, "--bots", "greedy", "--until", "5")
    assert decisions(mars) == [("migrated", 3, "same")]
    for turn, noticed in ((4, True), (5, False)):
        report = words_of(mars, "--turn", turn)
        assert ("uses version 1.1.0 of its rules; before, it used 0.9.0" in report) is noticed
    output = fine("upgrade", "--check", "-g", mars).output
    assert "migrated after turn 3 to event_horizon 1.1.0" in output
    assert "same in all 5 turns" in output


def test_a_game_that_would_go_on_otherwise_wants_one_word_more(mars):
    with_other_orders(mars, 2)
    before = image(mars)
    output = refused("upgrade", "--migrate", "-g", mars)
    assert "does not replay identically: different from turn 2" in output
    assert image(mars) == before
    migration = fine("upgrade", "--migrate", "-g", mars, "--yes").output
    assert "the players' next reports mention the new version" in migration
    fine("turn", "-g", mars, "--bots", "greedy")
    assert "earlier turns would have had different results: ask your gamemaster" in words_of(mars)
    assert decisions(mars) == [("migrated", 3, "different")]
    assert "since turn 3: same in its one turn" in fine("upgrade", "--check", "-g", mars).output
    verdict = json.loads(fine("verify", "-g", mars, "--json").stdout)
    assert (verdict["sound"], verdict["set_up"], verdict["turns"]) == (True, "migrated", 1)
    output = fine("verify", "-g", mars).output
    assert "as were the turns before the game was migrated" in output
    assert not json.loads(horizons("verify", "-g", mars, "--turn", 2, "--json").stdout)["sound"]


def test_a_pin_ends_when_the_game_is_migrated(mars):
    fine("upgrade", "--pin", "-g", mars)
    fine("upgrade", "--migrate", "-g", mars)
    assert "is not pinned" in refused("upgrade", "--unpin", "-g", mars)


def test_nothing_is_decided_without_a_word_or_after_the_end(mars):
    assert "use one of --check, --pin" in refused("upgrade", "-g", mars, status=2)
    python = ("--python", sys.executable)
    assert "--python is for --check" in refused("upgrade", "--pin", "-g", mars, *python, status=2)
    fine("end", "-g", mars, "--reason", "done")
    assert "the gamemaster has ended the game" in refused("upgrade", "--pin", "-g", mars)


# versions


def test_versions_are_told_in_words():
    versions = {"variant": "1.2", "horizons": "0.1", "rules": "0123456789abcdef"}
    assert format_versions(versions, "mars") == "mars 1.2 of Horizons 0.1 (rules 01234567)"
    mods = {**versions, "mods": {"a": "1.0", "b": "2.0"}}
    assert (
        format_versions(mods, "mars") == "mars 1.2 of Horizons 0.1 (rules 01234567), a 1.0, b 2.0"
    )
    assert format_versions({}, "mars") == "mars ? of Horizons ? (rules ?)"


def test_the_last_migration_that_changed_turns_counts(monkeypatch):
    """Not a pin, nor a migration with the same result, nor one after the turn in question."""
    rows = [("migrated", 1, "different"), ("migrated", 3, "refused"), ("migrated", 4, "same"),
            ("pinned", 5, ""), ("migrated", 7, "different")]  # fmt: skip
    decided = tuple(Upgrade(turn, kind, {}, {}, outcome, "", "") for kind, turn, outcome in rows)
    monkeypatch.setattr(
        upgrades, "Upgrades", lambda store: SimpleNamespace(decided=lambda: decided)
    )
    assert [migrated_after(None, until) for until in range(9)] == [None, 1, 1, 3, 3, 3, 3, 7, 7]


def test_what_was_decided_is_kept_with_what_was_found(mars):
    with_other_orders(mars, 2)
    fine("upgrade", "--pin", "-g", mars)
    fine("upgrade", "--migrate", "-g", mars, "--yes")
    fine("upgrade", "--pin", "-g", mars)
    fine("upgrade", "--unpin", "-g", mars)
    with GameStore(mars) as store:
        pinned, migrated, second, unpinned = Upgrades(store).decided()
        run = store.stored(3).versions
    expected = {**run, "mods": {}}
    assert (pinned.versions, pinned.before, pinned.result, pinned.summary) == (
        expected,
        run,
        "",
        "",
    )
    assert (migrated.versions, migrated.before, migrated.result) == (expected, run, "different")
    assert migrated.summary.startswith("different from turn 2: remark on the orders of Ada")
    assert (unpinned.versions, unpinned.before) == ({}, second.versions)
