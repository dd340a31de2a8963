"""`horizons message`: messages written, read, blocked and reported on the command line."""

from __future__ import annotations

import json

import pytest

from tests.host.helpers import as_file, fine, new_game, refused


@pytest.fixture
def mars(tmp_path):
    """A game of Ada and Brin with a message from Ada to Brin and one from the gamemaster."""
    folder = new_game(tmp_path / "mars")
    output = press(
        folder, "send", "-p", "Ada", "--to", "Brin", "--subject", "Io", as_file(folder, "Peace?")
    )
    assert output == "Message 1 to Brin was sent.\n"
    press(folder, "send", "--gamemaster", "--to-all", as_file(folder, "Welcome"))
    return folder


def press(folder, command, *words):
    return fine("message", command, "-g", folder, *words).stdout


def press_json(folder, command, *words):
    return json.loads(press(folder, command, *words, "--json"))


def test_messages_are_listed_until_they_are_read(mars):
    unread = press_json(mars, "list", "-p", "Brin", "--unread")
    assert [(m["number"], m["sender"]) for m in unread] == [(1, "Ada"), (2, "")]
    assert "Peace?" in press(mars, "read", "-p", "Brin", "1")
    assert [m["number"] for m in press_json(mars, "list", "-p", "Brin", "--unread")] == [2]
    assert [m["number"] for m in press_json(mars, "list", "-p", "Brin", "--thread", "1")] == [1]
    assert press_json(mars, "read", "-p", "Brin", "2")["text"] == "Welcome"
    assert press(mars, "list", "-p", "Brin", "--unread") == "No messages.\n"
    rows = press(mars, "list", "-p", "Ada").splitlines()
    assert rows[0].split() == ["NO.", "THREAD", "WHEN", "FROM", "TO", "SUBJECT"]
    assert len(rows) == 3


def test_an_answer_goes_into_the_thread_of_its_message(mars):
    answer = press_json(mars, "send", "-p", "Brin", "--answer", "1", as_file(mars, "Never"))
    assert (answer["thread"], answer["to"], answer["subject"]) == (1, ["Ada"], "Io")
    apart = press_json(mars, "send", "-p", "Brin", "--to", "Ada", as_file(mars, "Or perhaps"))
    assert (apart["number"], apart["thread"]) == (4, 4)


def test_whose_messages_do_not_come_is_said_by_name_or_by_a_message(mars):
    no_names = "Blocked senders: none.\n"
    assert press(mars, "block", "-p", "Brin", "--list") == no_names
    for named in (("--sender", "Ada"), ("--message", "1")):
        output = press(mars, "block", "-p", "Brin", *named)
        assert output == "Blocked senders: Ada.\n"
        assert press(mars, "block", "-p", "Brin", "--list") == output
        assert press(mars, "block", "-p", "Brin", *named, "--remove") == no_names
    for wrong in ((), ("--sender", "Ada", "--list"), ("--sender", "Ada", "--message", "1")):
        output = refused("message", "block", "-g", mars, "-p", "Brin", *wrong, status=2)
        assert "use one of --sender, --message and --list" in output
    assert press(mars, "block", "-p", "Brin", "--list") == no_names


def test_a_message_is_shown_to_the_gamemaster_with_its_reason(mars):
    assert press(mars, "report") == "No reported messages.\n"
    output = press(mars, "report", "-p", "Brin", "1", "--reason", "a threat")
    assert output == "Reported to the gamemaster.\n"
    reports = press(mars, "report")
    assert "a threat" in reports
    assert "  Ada to Brin: Io\n  > Peace?\n" in reports
    assert [report["reason"] for report in press_json(mars, "report")] == ["a threat"]
    for wrong in (("-p", "Brin"), ("1",)):
        output = refused("message", "report", "-g", mars, *wrong, status=2)
        assert "use -p NAME with a message, or neither" in output


def test_the_rule_is_told_in_sentences(mars):
    output = press(mars, "rule")
    assert (
        "- Messages name their sender.\n- Messages are delivered at once.\n- Messages stay private"
        in output
    )
    press(mars, "rule", "--anonymous", "--with-turn", "--opened")
    output = press(mars, "rule")
    assert "- Messages are anonymous.\n- Messages are delivered after the next turn" in output
    assert "- Messages sent from now on become public when the game ends" in output
    press(mars, "rule", "--who", "none")
    assert "signed" not in press(mars, "rule")


def test_the_rule_is_shown_and_changed_in_its_parts(mars):
    before = press_json(mars, "rule")
    after = press_json(mars, "rule", "--who", "public", "--with-turn")
    assert after == {**before, "who": "public", "with_turn": True} != before
    assert press_json(mars, "rule", "--at-once", "--who", "all") == before
    output = refused("message", "send", "-g", mars, "-p", "Ada", "--anonymous", status=2)
    assert "No such option" in output
