"""Spectators and umpires, and players who join a running game, on the command line."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from horizons_host.store import GameStore
from tests.host.helpers import (
    ORDERS,
    VARIANT,
    as_file,
    database,
    fine,
    image,
    make_game,
    new_game,
    refused,
    secrets,
)
from tests.host.mails import Mailbox, a_mail
from tests.umpired import installed

PEOPLE = ("--seat", "Uma=umpire", "--seat", "Sam=spectator")


@pytest.fixture
def io(tmp_path, monkeypatch):
    """A game of Ada and Brin with an umpire and a spectator, of a variant that is not installed."""
    installed(monkeypatch)
    folder = tmp_path / "io"
    players = ("--player", "Ada", "--player", "Brin", "--address", "Uma=uma@example.org")
    make_game(folder, "--variant", "umpired", *players, *PEOPLE, "--seed", 7)
    return folder


def submit(folder, player, text):
    return fine("orders", "submit", "-g", folder, "-p", player, as_file(folder, text))


def report(folder, player, *more):
    return fine("report", "-g", folder, "-p", player, *more).output


def verified(folder):
    return fine("verify", "-g", folder).output


def spoil(folder, statement, *values):
    with closing(sqlite3.connect(database(folder))) as connection, connection:
        connection.execute(statement, values)
    connection.close()


class TestSpectators:
    """In an installed variant: every game can be watched."""

    @pytest.fixture
    def watched(self, tmp_path):
        return new_game(tmp_path / "mars", "--seat", "Sam=spectator")

    def test_they_are_told_with_the_players(self, tmp_path):
        words = ("--player", "Ada", "--player", "Brin", "--seat", "Sam=spectator", "--json")
        result = json.loads(fine("new", tmp_path / "m", "--variant", VARIANT, *words).stdout)
        assert [(seat["name"], seat["role"]) for seat in result["seats"]] == [
            ("Ada", ""), ("Brin", ""), ("Sam", "spectator"),
        ]  # fmt: skip

    def test_they_get_reports_without_secrets_in_all_forms(self, watched):
        submit(watched, "Ada", ORDERS)
        fine("turn", "--yes", "-g", watched)
        text = report(watched, "sam")
        assert "Sam, turn 1" in text
        assert "Probe" not in text
        assert "Probe" in report(watched, "Ada")
        assert "</html>" in report(watched, "Sam", "--format", "html")
        assert json.loads(report(watched, "Sam", "--format", "json"))["role"] == "spectator"
        files = sorted(path.name for path in (watched / "reports" / "turn-001").iterdir())
        assert [name for name in files if name.startswith("Sam")] == [
            "Sam.html", "Sam.json", "Sam.txt",
        ]  # fmt: skip
        assert "replayed identically" in verified(watched)

    def test_nobody_waits_for_their_orders_and_no_bot_plays_for_them(self, watched):
        result = json.loads(fine("turn", "--yes", "-g", watched, "--json").stdout)
        assert result["missing"] == ["Ada", "Brin"]
        assert list(result["errors"]) == ["Ada", "Brin"]
        result = json.loads(fine("turn", "-g", watched, "--json", "--bots", "greedy").stdout)
        assert list(result["instead"]) == ["Ada", "Brin"]

    def test_their_orders_are_refused(self, watched):
        words = ("orders", "submit", "-g", watched, "-p", "Sam", as_file(watched, ORDERS))
        output = refused(*words)
        assert output.count("you may not give this order (it is for: players)") >= 2

    def test_they_may_draw_the_map_and_try_orders(self, watched):
        assert "</svg>" in fine("map", "-g", watched, "-p", "Sam").output
        fine("forecast", "-g", watched, "-p", "Sam", as_file(watched, "\n; nothing\n"))
        assert "spectator" in fine("orders", "status", "-g", watched).output

    @pytest.mark.parametrize(
        ("words", "answer"),
        [
            (("--seat", "Uma=umpire"), "event_horizon has no role 'umpire'"),
            (("--seat", "ada=spectator"), "two players are called 'Ada' and 'ada'"),
            (("--seat", "Sam=spectator", "--seat", "Sam=spectator"), "'Sam' is given a role twice"),
        ],
    )
    def test_seats_that_will_not_do_leave_nothing_behind(self, tmp_path, words, answer):
        game = ("new", tmp_path / "mars", "--variant", VARIANT, "--player", "Ada", *words)
        assert answer in refused(*game, "--player", "Brin")
        assert not (tmp_path / "mars").exists()

    def test_they_may_come_into_a_running_game(self, mars):
        fine("turn", "--yes", "-g", mars)
        output = fine("join", "-g", mars, "--seat", "Sam=spectator").output
        assert "Sam joins 'mars' as spectator after turn 1" in output
        assert "Sam, turn 1" in report(mars, "Sam")
        assert "they joined after turn 1" in refused("report", "-g", mars, "-p", "Sam", "-t", "0")
        fine("turn", "--yes", "-g", mars)
        assert "Sam, turn 2" in report(mars, "Sam")
        assert "2 turns replayed identically" in verified(mars)
        fine("report", "-g", mars, "--all")


class TestUmpires:
    def test_their_orders_are_carried_out_and_recomputed(self, io):
        receipt = submit(io, "Uma", "FINE Ada 3\nDROP\n").output
        assert "FINE: house Ada, coins 3" in receipt
        submit(io, "Ada", "CLAIM Io\n")
        assert "Uma: 0 errors" in fine("turn", "--yes", "-g", io).output
        assert "Ada was fined 3 by Uma." in report(io, "Brin")
        text = report(io, "Uma")
        assert "A rock will fall." in text
        assert "an invasion" in text
        assert "A rock will fall." not in report(io, "Sam")
        assert "1 turn replayed identically" in verified(io)

    def test_their_orders_are_checked_on_the_whole_game(self, io):
        words = ("orders", "check", "-g", io, "-p", "Uma", as_file(io, "FINE Brin 11"))
        assert "Brin has 10 coins" in refused(*words)

    def test_their_empty_order_set_has_their_orders(self, io):
        text = fine("orders", "template", "-g", io, "-p", "Uma").output
        assert "FINE Ada 3" in text
        assert "CLAIM" not in text

    def test_they_get_mail(self, io):
        waiting = json.loads(fine("mail", "outbox", "-g", io, "--json").stdout)
        assert [(mail["seat"], mail["recipient"]) for mail in waiting] == [
            ("Uma", "uma@example.org")
        ]
        fine("mail", "address", "-g", io, "-p", "Sam", "sam@example.org")
        fine("turn", "--yes", "-g", io)
        waiting = json.loads(fine("mail", "outbox", "-g", io, "--json").stdout)
        assert [mail["seat"] for mail in waiting] == ["Uma", "Uma", "Sam"]

    def test_they_give_orders_by_mail(self, io, tmp_path):
        box = Mailbox(tmp_path / "Maildir")
        box.add(a_mail("#UMPIRED io Uma\nFINE Ada 3\n#END\n", "uma@example.org"))
        box.add(a_mail("#UMPIRED io Uma\nFINE Ada 9\n#END\n", "mallory@example.org"))
        box.read(io)
        fine("turn", "--yes", "-g", io)
        assert "Ada was fined 3 by Uma." in report(io, "Brin")

    def test_a_password_guards_their_orders(self, tmp_path, monkeypatch):
        installed(monkeypatch)
        words = ("--player", "Ada", *PEOPLE, *secrets(tmp_path, Uma="lark"), "--seed", 7)
        folder = tmp_path / "io"
        make_game(folder, "--variant", "umpired", *words)
        words = ("orders", "submit", "-g", folder, "-p", "Uma")
        assert "need a password" in refused(*words, as_file(folder, "DROP"))
        fine(*words, as_file(folder, "#UMPIRED io Uma lark\nDROP\n#END"))

    def test_the_variant_is_described_with_its_roles(self, io):
        output = fine("variants", "umpired").output
        assert "umpire  Sees all" in output
        assert "spectator  Follows the game" in output
        assert "coins=0..100 (default 5)  What they begin with." in output
        assert "Fines somebody. For: umpire." in output


class TestArrivals:
    """Players whom an umpire's order brings into the game."""

    @pytest.fixture
    def admitted(self, io):
        submit(io, "Uma", "ADMIT Cara\n")
        fine("turn", "--yes", "-g", io)
        return io

    def test_they_get_a_report_of_the_turn_and_give_orders_for_the_next(self, admitted):
        assert "Cara, turn 1" in report(admitted, "Cara")
        assert (admitted / "reports" / "turn-001" / "Cara.txt").exists()
        submit(admitted, "Cara", "CLAIM Io\n")
        fine("turn", "--yes", "-g", admitted)
        assert "Io is yours." in report(admitted, "Cara")
        assert "2 turns replayed identically" in verified(admitted)

    def test_their_mail_goes_where_the_gamemaster_says(self, admitted):
        fine("mail", "address", "-g", admitted, "-p", "Cara", "cara@example.org")
        fine("turn", "--yes", "-g", admitted)
        waiting = json.loads(fine("mail", "outbox", "-g", admitted, "--json").stdout)
        assert "Cara" in [mail["seat"] for mail in waiting]

    def test_their_turn_cannot_be_taken_back_but_a_backup_brings_the_game_before_it(self, io):
        fine("turn", "--yes", "-g", io)
        submit(io, "Uma", "ADMIT Cara\n")
        fine("turn", "--yes", "-g", io)
        output = refused("undo", "-g", io, "--reason", "a slip")
        assert "turn 2 can't be undone: Cara entered the game during it" in output
        fine("restore", "-g", io, 1)
        assert "Cara" not in fine("seat", "show", "-g", io).output
        submit(io, "Uma", "ADMIT Cara\n")
        fine("turn", "--yes", "-g", io)
        assert "2 turns replayed identically" in verified(io)


class TestJoining:
    def test_a_player_joins_plays_and_the_game_can_be_verified(self, io):
        fine("turn", "--yes", "-g", io)
        more = ("--option", "coins=7", "--address", "cleo@example.org")
        output = fine("join", "-g", io, "--player", "Cleo", *more).output
        assert "Cleo joins 'io' after turn 1" in output
        assert "Cleo, turn 1" in report(io, "Cleo")
        assert (io / "reports" / "turn-001" / "Cleo.txt").is_file()
        submit(io, "Cleo", "CLAIM Io\n")
        submit(io, "Uma", "FINE Cleo 2\n")
        fine("join", "-g", io, "--player", "Dora")
        fine("turn", "--yes", "-g", io)
        assert "Io is yours." in report(io, "Cleo")
        assert "Coins  5" in report(io, "Dora")
        fine("turn", "--yes", "-g", io)
        assert "3 turns replayed identically" in verified(io)
        waiting = json.loads(fine("mail", "outbox", "-g", io, "--json").stdout)
        assert [mail["turn"] for mail in waiting if mail["seat"] == "Cleo"] == [1, 2, 3]

    def test_whoever_joins_is_in_the_game_before_the_next_turn(self, io):
        result = json.loads(fine("join", "-g", io, "--player", "Cleo", "--json").stdout)
        assert result["joined"] == {
            "name": "Cleo", "role": "", "turn": 0, "reports": str(io / "reports" / "turn-000"),
        }  # fmt: skip
        assert "Cleo" in fine("orders", "status", "-g", io).output
        assert json.loads(fine("turn", "-g", io, "--dry-run", "--json").stdout)["missing"] == [
            "Ada", "Brin", "Cleo",
        ]  # fmt: skip
        assert "The set-up and 0 turns replayed identically" in verified(io)

    @pytest.mark.parametrize(
        ("words", "answer", "status"),
        [
            (("--player", "ada"), "'ada' is already taken in this game", 1),
            (("--player", "Uma"), "'Uma' is already taken in this game", 1),
            (("--player", "Cleo", "--option", "coin=3"), "did you mean 'coins'", 1),
            (("--player", "Cleo", "--option", "coins=many"), "a whole number from 0 to 100", 1),
            (("--player", "Cleo", "--address", "cleo"), "is not an email address", 1),
            (("--seat", "Cleo=umpir"), "did you mean 'umpire'", 1),
            (("--seat", "Cleo"), "must have the form NAME=ROLE", 2),
            ((), "use either --player or --seat", 2),
            (("--player", "Cleo", "--seat", "Tom=spectator"), "use either", 2),
            (("--seat", "Tom=spectator", "--option", "coins=3"), "--option is for players", 2),
        ],
    )
    def test_who_cannot_join_changes_nothing(self, io, words, answer, status):
        before = image(io)
        assert answer in refused("join", "-g", io, *words, status=status)
        assert image(io) == before

    def test_nobody_joins_a_game_that_takes_no_late_players_or_has_ended(self, mars, io):
        output = refused("join", "-g", mars, "--player", "Cleo")
        assert "does not let players join a running game" in output
        fine("end", "-g", io, "--reason", "enough")
        assert "nobody can join a finished game" in refused("join", "-g", io, "--player", "Cleo")

    def test_a_joining_that_was_changed_since_is_found(self, io):
        fine("join", "-g", io, "--player", "Cleo", "--option", "coins=7")
        fine("turn", "--yes", "-g", io)
        spoil(io, "UPDATE joinings SET options = ?", '{"coins":"8"}')
        assert "turn 0: the game with Cleo, who joined, differs" in refused("verify", "-g", io)

    def test_a_turn_that_is_run_while_somebody_joins_has_them(self, io, monkeypatch):
        from horizons_host.games import turns

        played = turns.play_turn
        called = []

        def play(snapshot, **more):
            result = played(snapshot, **more)
            if not called:
                called.append(fine("join", "-g", io, "--player", "Cleo"))
            return result

        monkeypatch.setattr(turns, "play_turn", play)
        fine("turn", "--yes", "-g", io)
        assert "Cleo, turn 1" in report(io, "Cleo")
        assert "1 turn replayed identically" in verified(io)

    def test_two_who_join_at_the_same_time_are_both_in(self, io, monkeypatch):
        from horizons_host.games import setup

        called = []
        with_seat = setup.with_seat

        def slow(variant, game, seat, options):
            if not called:
                called.append(seat)
                fine("join", "-g", io, "--player", "Dora")
            return with_seat(variant, game, seat, options)

        monkeypatch.setattr(setup, "with_seat", slow)
        fine("join", "-g", io, "--player", "Cleo")
        with GameStore(io) as store:
            assert list(store.snapshot().joined) == ["Dora", "Cleo"]
        assert "replayed identically" in verified(io)
