"""`horizons press`: messages written, read, blocked and shown by the command line."""

from __future__ import annotations

import json

import pytest

from tests.host.helpers import fine, new_game, refused, written


@pytest.fixture
def mars(tmp_path):
    """A game of Ada and Brin, with a message of Ada's to Brin and one of the gamemaster's."""
    folder = new_game(tmp_path / "mars")
    said = press(
        folder, "send", "-p", "Ada", "--to", "Brin", "--subject", "Io", written(folder, "Peace?")
    )
    assert said == "Message 1 to Brin was sent.\n"
    press(folder, "send", "--gamemaster", "--to-all", written(folder, "Welcome"))
    return folder


def press(folder, command, *words):
    return fine("press", command, "-g", folder, *words).stdout


def told(folder, command, *words):
    return json.loads(press(folder, command, *words, "--json"))


def test_messages_are_listed_until_they_are_read(mars):
    unread = told(mars, "list", "-p", "Brin", "--unread")
    assert [(one["number"], one["sender"]) for one in unread] == [(1, "Ada"), (2, "")]
    assert "Peace?" in press(mars, "read", "-p", "Brin", "1")
    assert [one["number"] for one in told(mars, "list", "-p", "Brin", "--unread")] == [2]
    assert [one["number"] for one in told(mars, "list", "-p", "Brin", "--thread", "1")] == [1]
    assert told(mars, "read", "-p", "Brin", "2")["text"] == "Welcome"
    assert press(mars, "list", "-p", "Brin", "--unread") == "No messages.\n"
    rows = press(mars, "list", "-p", "Ada").splitlines()
    assert rows[0].split() == ["NO.", "THREAD", "WHEN", "FROM", "TO", "SUBJECT"]
    assert len(rows) == 3


def test_an_answer_goes_into_the_thread_of_its_message(mars):
    answer = told(mars, "send", "-p", "Brin", "--answer", "1", written(mars, "Never"))
    assert (answer["thread"], answer["to"], answer["subject"]) == (1, ["Ada"], "Io")
    apart = told(mars, "send", "-p", "Brin", "--to", "Ada", written(mars, "Or perhaps"))
    assert (apart["number"], apart["thread"]) == (4, 4)


def test_whose_messages_do_not_come_is_said_by_name_or_by_a_message(mars):
    nobody = "Blocked senders: none.\n"
    assert press(mars, "block", "-p", "Brin", "--list") == nobody
    for named in (("--sender", "Ada"), ("--message", "1")):
        said = press(mars, "block", "-p", "Brin", *named)
        assert said == "Blocked senders: Ada.\n"
        assert press(mars, "block", "-p", "Brin", "--list") == said
        assert press(mars, "block", "-p", "Brin", *named, "--remove") == nobody
    for wrong in ((), ("--sender", "Ada", "--list"), ("--sender", "Ada", "--message", "1")):
        said = refused("press", "block", "-g", mars, "-p", "Brin", *wrong, status=2)
        assert "use one of --sender, --message and --list" in said
    assert press(mars, "block", "-p", "Brin", "--list") == nobody


def test_a_message_is_shown_to_the_gamemaster_with_its_reason(mars):
    assert press(mars, "report") == "No reported messages.\n"
    said = press(mars, "report", "-p", "Brin", "1", "--reason", "a threat")
    assert said == "Reported to the gamemaster.\n"
    shown = press(mars, "report")
    assert "a threat" in shown
    assert "  Ada to Brin: Io\n  > Peace?\n" in shown
    assert [one["reason"] for one in told(mars, "report")] == ["a threat"]
    for wrong in (("-p", "Brin"), ("1",)):
        said = refused("press", "report", "-g", mars, *wrong, status=2)
        assert "use -p NAME with a message, or neither" in said


def test_the_rule_is_told_in_sentences(mars):
    said = press(mars, "rule")
    assert (
        "- Messages name their sender.\n- Messages are delivered at once.\n- Messages stay private"
        in said
    )
    press(mars, "rule", "--anonymous", "--with-turn", "--opened")
    said = press(mars, "rule")
    assert "- Messages are anonymous.\n- Messages are delivered after the next turn" in said
    assert "- Messages sent from now on become public after the end of the game" in said
    press(mars, "rule", "--who", "none")
    assert "signed" not in press(mars, "rule")


def test_the_rule_is_shown_and_changed_in_its_parts(mars):
    before = told(mars, "rule")
    after = told(mars, "rule", "--who", "public", "--with-turn")
    assert after == {**before, "who": "public", "with_turn": True} != before
    assert told(mars, "rule", "--at-once", "--who", "all") == before
    said = refused("press", "send", "-g", mars, "-p", "Ada", "--anonymous", status=2)
    assert "No such option" in said
