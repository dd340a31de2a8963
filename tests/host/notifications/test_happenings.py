"""Events are stored with their cause, once, and numbered separately for each subscriber."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from horizons_host.games.endings import end_game
from horizons_host.games.turns import run_and_store
from horizons_host.games.undo import undo_turn
from horizons_host.messages.posting import Draft, send
from horizons_host.messages.reading import block, report
from horizons_host.notifications.delivery import (
    OPTIONAL_MAILS,
    add_webhook,
    deliver_due,
    seat_mails,
    set_mails,
    webhooks,
)
from horizons_host.notifications.texts import KINDS, SubscriptionError, feed, words
from horizons_host.seats.changes import hand_over
from horizons_host.store import GameEvent, GameMails, GameStore, Notifications


def _happenings(store: GameStore, seat: str | None) -> list[tuple[int, str]]:
    """Return the events that a seat (or the public) sees, with their numbers."""
    return [(event.number, event.kind) for event in Notifications(store).events(seat, 99)][::-1]


def test_a_game_from_beginning_to_end(game):
    run_and_store(game, substitute="random")
    undo_turn(game, "a mistake")
    run_and_store(game, substitute="random")
    hand_over(game, "Brin", "Eve", None, None)
    send(game, Draft(None, "Friday", to_all=True))
    end_game(game, "time is up", ["Ada"])
    kinds = ["turn", "undone", "turn", "seat", "announcement", "ended"]
    assert _happenings(game, None) == _happenings(game, "Ada") == list(enumerate(kinds, 1))
    texts = [words(event) for event in Notifications(game).events(None, 99)]
    assert texts[0] == "The game has ended, won by Ada: time is up"
    assert texts[-2] == "Turn 1 was undone: a mistake"


def test_messages_are_told_their_recipients_alone(game):
    send(game, Draft("Ada", "Peace?", to=["Brin"]))
    assert _happenings(game, "Brin") == [(1, "message")]
    assert _happenings(game, "Ada") == _happenings(game, None) == []
    block(game, "Brin", "Ada")
    send(game, Draft("Ada", "Please?", to=["Brin"]))
    assert _happenings(game, "Brin") == [(1, "message")]


def test_a_turn_that_is_not_stored_did_not_happen(game, monkeypatch):
    def broken(*_words):
        raise KeyboardInterrupt

    monkeypatch.setattr("horizons_host.store.messages.release_waiting", broken)
    with pytest.raises(KeyboardInterrupt):
        run_and_store(game, substitute="random")
    assert game.latest() == 0
    assert _happenings(game, None) == []


def test_what_has_a_key_is_noted_once(game, watch):
    near = GameEvent("reminder", "2026-03-01", 0, to_all=True, key="near 1")
    assert [Notifications(game).note(near) for _ in range(3)] == [True, False, False]
    assert _happenings(game, "Ada") == [(1, "reminder")]


def test_what_others_are_told_changes_nothing(game, tmp_path, watch):
    """Two worlds that differ in a message that Ada does not receive."""
    other = Path(shutil.copytree(game.folder, tmp_path / "other"))
    with GameStore(other) as quiet:
        send(game, Draft(None, "Psst", to=["Brin"]), watch)
        report(game, "Brin", 1, "", watch)
        for world in (game, quiet):
            send(world, Draft(None, "Friday", to_all=True), watch)
        for seat in (None, "Ada"):
            fed = [feed(g, "https://x.example/f", "https://x.example", seat) for g in (game, quiet)]
            assert fed[0] == fed[1]


def test_the_words_of_every_kind_can_be_said():
    for kind in [*KINDS, "something new"]:
        assert words(GameEvent(kind, "2026-03-01", 3)).endswith((".", ":"))
    spiced = GameEvent("undone", "", 3, {"reason": "{turn.__class__}\n\x1b[1m" + "x" * 1000})
    text = words(spiced)
    assert "{turn.__class__}" in text
    assert text.isprintable()
    assert len(text) < 400


class TestMails:
    def test_reports_are_mailed_unless_they_are_not_wanted(self, game):
        for seat in ("Ada", "Brin"):
            hand_over(game, seat, seat, None, f"{seat}@x.example")
        set_mails(game, "Ada", ["message"])
        assert seat_mails(game, "Ada") == ["message"]
        assert seat_mails(game, "Brin") == list(OPTIONAL_MAILS)
        run_and_store(game, substitute="random")
        send(game, Draft(None, "Friday", to_all=True))
        sent = [
            (entry.mail.seat, entry.mail.kind) for entry in GameMails(game).outgoing(["queued"])
        ]
        assert sent == [("Brin", "report"), ("Brin", "press")]

    def test_other_events_are_mailed_to_subscribers_only(self, game, watch):
        hand_over(game, "Ada", "Ada", None, "ada@x.example", watch)
        set_mails(game, "Ada", ["seat"], watch)
        hand_over(game, "Brin", "Eve", None, "eve@x.example", watch)
        assert [attempt.state for attempt in deliver_due(game, watch)] == ["sent"]
        assert list(deliver_due(game, watch)) == []
        mails = [entry.mail for entry in GameMails(game).outgoing(["queued"])]
        assert [(mail.recipient, mail.body) for mail in mails] == [
            ("ada@x.example", "Brin has a new player.\n")
        ]

    @pytest.mark.parametrize("kinds", [["undone"], ["nothing"]])
    def test_others_cannot_be_chosen(self, game, kinds):
        with pytest.raises(SubscriptionError) as refusal:
            set_mails(game, "Ada", kinds)
        assert refusal.value.hint


class TestTheNextPlayer:
    def test_a_new_player_does_not_inherit_subscriptions(self, game):
        add_webhook(game, "https://x.example/brin", "Brin")
        add_webhook(game, "https://x.example/ada", "Ada")
        set_mails(game, "Brin", [])
        hand_over(game, "Brin", "Eve", None, None)
        assert [webhook.seat for webhook in webhooks(game)] == ["Ada"]
        assert seat_mails(game, "Brin") == list(OPTIONAL_MAILS)


class TestFeeds:
    def test_the_feed_is_atom(self, game, watch):
        from lxml import etree

        run_and_store(game, substitute="random", clock=watch)
        send(game, Draft("Brin", "Peace?", "<script>&", to=["Ada"]), watch)
        document = feed(game, "https://x.example/f?a=1&b=2", "https://x.example/", "Ada")
        atom = {"a": "http://www.w3.org/2005/Atom"}
        root = etree.fromstring(document)
        assert root.xpath("a:entry/a:title/text()", namespaces=atom) == [
            "Ada has a new message.",
            "Turn 1 was run. The reports are ready.",
        ]
        ids = root.xpath("//a:id/text()", namespaces=atom)
        assert len(set(ids)) == len(ids) == 3
        assert root.xpath("a:updated/text()", namespaces=atom) == ["2026-03-01T20:00:00+00:00"]
        assert b"Peace" not in document
        assert b"script" not in document

    def test_an_entry_keeps_its_id(self, game):
        run_and_store(game, substitute="random")
        before = feed(game, "", "")
        run_and_store(game, substitute="random")
        first = before.partition(b"<entry>")[2]
        assert first.split(b"</feed>")[0] in feed(game, "", "")
