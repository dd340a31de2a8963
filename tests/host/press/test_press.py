"""Messages between seats: who receives them, and what others cannot infer."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from horizons_core.errors import HorizonsError
from horizons_host.games.endings import end_game
from horizons_host.games.turns import run_and_store
from horizons_host.games.undo import undo_turn
from horizons_host.messages.posting import MAX_AT_ONCE, MAX_TEXT_LENGTH, Draft, send
from horizons_host.messages.reading import (
    announcements,
    block,
    block_writer,
    blocked,
    gamemaster_messages,
    mark_read,
    messages_of,
    opened_messages,
    report,
    reports,
    threads_of,
    unblock,
    unread_of,
)
from horizons_host.messages.rules import rule_of, set_rule
from horizons_host.seats.changes import hand_over, set_bot
from horizons_host.store import GameMails, GameStore, MessagingRule
from tests.host.clocks import SetClock
from tests.host.helpers import fine

PEOPLE = ("Ada", "Brin", "Cleo", "Dai")


@pytest.fixture(scope="session")
def _io(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("press") / "io"
    words = [word for name in PEOPLE for word in ("--player", name)]
    at = [word for name in PEOPLE[:3] for word in ("--address", f"{name}={name}@x.example")]
    fine("new", folder, "--variant", "event_horizon", *words, *at, "--seed", 7, "--name", "io")
    return folder


@pytest.fixture
def io(_io: Path, tmp_path: Path):
    folder = Path(shutil.copytree(_io, tmp_path / "io"))
    with GameStore(folder) as store:
        yield store


def _texts(store: GameStore, seat: str) -> list[tuple[int, int, str, str]]:
    """Return number, thread, author and text of each message of a seat."""
    return [(m.number, m.thread, m.author, m.text) for m in messages_of(store, seat)]


def _mails(store: GameStore) -> list[tuple[str, str]]:
    queued = GameMails(store).outgoing(["queued"])
    return [(e.mail.seat or "", e.mail.subject) for e in queued if e.mail.kind == "press"]


def _play(store: GameStore) -> None:
    run_and_store(store, substitute="random")


def test_a_message_reaches_those_it_is_to_and_nobody_else(io):
    send(io, Draft("Ada", "Peace?", "Our border", to=["Cleo", "brin"]))
    for seat in ("Brin", "Cleo"):
        (got,) = messages_of(io, seat)
        assert (got.sender, got.to, got.subject) == ("Ada", ("Brin", "Cleo"), "Our border")
        assert (got.text, got.read, got.mine) == ("Peace?", False, False)
    assert messages_of(io, "Dai") == []
    assert _mails(io) == [("Brin", "[io] Ada: Our border"), ("Cleo", "[io] Ada: Our border")]


def test_an_answer_goes_to_all_of_its_thread(io):
    send(io, Draft("Ada", "Peace?", to=["Brin", "Cleo"]))
    send(io, Draft("Dai", "War!", to=["Brin"]))
    send(io, Draft("Brin", "Yes", answers=1))
    assert _texts(io, "Ada") == [(1, 1, "Ada", "Peace?"), (2, 1, "Brin", "Yes")]
    assert _texts(io, "Cleo") == [(1, 1, "Ada", "Peace?"), (2, 1, "Brin", "Yes")]
    (first, second) = threads_of(io, "Brin")
    assert [first.number, first.subject, first.unread] == [1, "Peace?", 1]
    assert [second.number, len(second.messages)] == [2, 1]


def test_messages_to_others_change_nothing_of_what_a_seat_is_shown(io, tmp_path):
    """Two worlds that differ in messages that Dai does not receive."""
    other = Path(shutil.copytree(io.folder, tmp_path / "other"))
    with GameStore(other) as quiet:
        send(io, Draft("Ada", "Let us attack Dai", to=["Brin"]), SetClock())
        send(io, Draft("Brin", "Yes", answers=1), SetClock())
        for world in (io, quiet):
            send(world, Draft("Cleo", "Hello", to=["Dai", "Ada"]), SetClock())
            send(world, Draft("Dai", "Hello yourself", answers=1), SetClock())
        views = [
            [message.to_dict() for message in messages_of(world, "Dai")] for world in (io, quiet)
        ]
    assert views[0] == views[1]
    assert len(views[0]) == 2


def test_a_message_to_all_reaches_all(io):
    send(io, Draft("Ada", "Hello", to_all=True))
    send(io, Draft("Brin", "Hello, Ada", answers=1))
    assert [len(messages_of(io, seat)) for seat in PEOPLE] == [2, 2, 2, 2]


def test_the_gamemaster_announces_and_is_answered_alone(io):
    send(io, Draft(None, "The deadline is Friday", to_all=True))
    send(io, Draft("Ada", "Too early!", answers=1))
    assert [announcement.text for announcement in announcements(io)] == ["The deadline is Friday"]
    assert len(messages_of(io, "Brin")) == 1
    message = gamemaster_messages(io)[-1]
    assert (message.sender, message.text) == ("Ada", "Too early!")
    send(io, Draft(None, "Saturday then", answers=message.number))
    assert [message.text for message in messages_of(io, "Ada")][-1] == "Saturday then"
    assert len(messages_of(io, "Brin")) == 1


def test_what_is_read_stays_so(io):
    for text in ("one", "two", "three"):
        send(io, Draft("Ada", text, to=["Brin"]))
    assert unread_of(io, "Brin") == 3
    mark_read(io, "Brin", [2])
    assert [message.read for message in messages_of(io, "Brin")] == [False, True, False]
    mark_read(io, "Brin")
    assert unread_of(io, "Brin") == unread_of(io, "Ada") == 0


class TestTheRule:
    def test_everybody_is_told_of_another_one(self, io):
        set_rule(io, MessagingRule("public"))
        assert rule_of(io) == MessagingRule("public")
        for seat in PEOPLE:
            assert "Players can write to everyone" in messages_of(io, seat)[-1].text
        with pytest.raises(HorizonsError, match="already apply"):
            set_rule(io, MessagingRule("public"))
        assert len(messages_of(io, "Ada")) == 1

    @pytest.mark.parametrize(
        ("writers", "single", "to_all"),
        [("none", False, False), ("public", False, True), ("all", True, True)],
    )
    def test_who_may_write(self, io, writers, single, to_all):
        if writers != "all":
            set_rule(io, MessagingRule(writers))
        for draft, may in (
            (Draft("Ada", "x", to=["Brin"]), single),
            (Draft("Ada", "x", to_all=True), to_all),
            (Draft("Ada", "x", gamemaster=True), True),
            (Draft(None, "x", to=["Brin"]), True),
        ):
            if may:
                send(io, draft)
            else:
                with pytest.raises(HorizonsError):
                    send(io, draft)

    def test_messages_wait_for_the_turn(self, io):
        set_rule(io, MessagingRule(with_turn=True))
        sent = send(io, Draft("Ada", "Peace?", to=["Brin"]))
        assert sent.waits
        assert len(messages_of(io, "Brin")) == 1  # about the rule
        _play(io)
        assert messages_of(io, "Brin")[-1].text == "Peace?"
        assert not messages_of(io, "Ada")[-1].waits
        assert ("Brin", "[io] Ada: Peace?") in _mails(io)
        undo_turn(io, "a mistake")
        _play(io)
        assert len(messages_of(io, "Brin")) == 2

    def test_what_waits_arrives_when_the_game_ends(self, io):
        set_rule(io, MessagingRule(with_turn=True))
        send(io, Draft("Ada", "Peace?", to=["Brin"]))
        end_game(io, "time is up")
        assert messages_of(io, "Brin")[-1].text == "Peace?"
        send(io, Draft("Brin", "Good game", to=["Ada"]))
        assert messages_of(io, "Ada")[-1].text == "Good game"

    def test_a_letter_to_the_gamemaster_does_not_wait(self, io):
        set_rule(io, MessagingRule(with_turn=True))
        send(io, Draft("Ada", "Help", gamemaster=True))
        assert gamemaster_messages(io)[-1].text == "Help"


class TestAnonymous:
    @pytest.fixture(autouse=True)
    def _rule(self, io):
        set_rule(io, MessagingRule(anonymous=True))

    def test_nobody_is_told_who_wrote(self, io, tmp_path):
        """Two worlds that differ in the author of a message."""
        other = Path(shutil.copytree(io.folder, tmp_path / "other"))
        with GameStore(other) as changed:
            for world, writer in ((io, "Ada"), (changed, "Cleo")):
                send(world, Draft(writer, "Beware", to=["Brin"]), SetClock())
                send(world, Draft("Brin", "Of whom?", answers=2), SetClock())
                send(world, Draft(writer, "Of Dai", answers=3), SetClock())
                report(world, "Brin", 2, "rude", SetClock())
                block_writer(world, "Brin", 2, SetClock())
            for view in (
                lambda world: [message.to_dict() for message in messages_of(world, "Brin")[1:]],
                lambda world: [report.to_dict()["message"] for report in reports(world)],
                lambda world: [block.to_dict() for block in blocked(world, "Brin")],
                lambda world: [
                    seat_and_subject
                    for seat_and_subject in _mails(world)
                    if seat_and_subject[0] == "Brin"
                ],
            ):
                assert view(io) == view(changed)
        assert messages_of(io, "Brin")[1].author == "somebody"

    def test_the_answerer_does_not_see_whom_they_answer(self, io):
        send(io, Draft("Ada", "Beware", to=["Brin", "Cleo"]))
        answer = send(io, Draft("Brin", "Of whom?", answers=2))
        assert answer.to == ()
        assert messages_of(io, "Cleo")[-1].to == ()
        set_rule(io, MessagingRule())
        assert send(io, Draft("Cleo", "Yes, of whom?", answers=3)).to == ()

    def test_a_name_blocks_nothing_anonymous(self, io):
        block(io, "Brin", "Ada")
        send(io, Draft("Ada", "Beware", to=["Brin"]))
        assert messages_of(io, "Brin")[-1].text == "Beware"

    def test_the_writer_of_a_message_can_be_blocked(self, io):
        send(io, Draft("Ada", "Beware", to=["Brin"]))
        block_writer(io, "Brin", 2)
        send(io, Draft("Ada", "Beware again", to=["Brin"]))
        send(io, Draft("Cleo", "Hello", to=["Brin"]))
        assert [message.text for message in messages_of(io, "Brin")[1:]] == ["Beware", "Hello"]
        set_rule(io, MessagingRule())
        send(io, Draft("Ada", "It was me", to=["Brin"]))
        assert messages_of(io, "Brin")[-1].sender == "Ada"

    def test_two_blocked_writers_are_not_said_to_be_one(self, io):
        for text in ("one", "two"):
            send(io, Draft("Ada", text, to=["Brin"]))
        for number in (2, 3):
            block_writer(io, "Brin", number)
        assert [(block.sender, block.number) for block in blocked(io, "Brin")] == [("", 2), ("", 3)]


class TestAfterTheEnd:
    def test_nothing_opens_before(self, io):
        with pytest.raises(HorizonsError, match="not over"):
            opened_messages(io)

    def test_what_was_written_under_an_opening_rule_opens_with_its_writers(self, io):
        send(io, Draft("Ada", "secret", to=["Brin"]))
        send(io, Draft("Ada", "public", to_all=True))
        set_rule(io, MessagingRule(anonymous=True))
        send(io, Draft("Ada", "anonymous and public", to_all=True))
        set_rule(io, MessagingRule(anonymous=True, opened=True))
        send(io, Draft("Ada", "opens", to=["Brin"]))
        send(io, Draft("Ada", "to the gamemaster", gamemaster=True))
        end_game(io, "time is up")
        rows = [(m.author, m.text) for m in opened_messages(io) if not m.by_gamemaster]
        assert rows == [("Ada", "public"), ("somebody", "anonymous and public"), ("Ada", "opens")]


class TestUnwanted:
    def test_a_blocked_sender_is_not_informed(self, io):
        block(io, "Brin", "Ada")
        assert [block.sender for block in blocked(io, "Brin")] == ["Ada"]
        sent = send(io, Draft("Ada", "Peace?", to=["Brin", "Cleo"]))
        assert sent.to == ("Brin", "Cleo")
        assert messages_of(io, "Brin") == []
        assert _mails(io) == [("Cleo", "[io] Ada: Peace?")]
        unblock(io, "Brin", "Ada")
        send(io, Draft("Ada", "Hello?", to=["Brin"]))
        assert _texts(io, "Brin") == [(1, 1, "Ada", "Hello?")]
        with pytest.raises(HorizonsError, match="not blocked"):
            unblock(io, "Brin", "Ada")

    def test_the_gamemaster_cannot_be_blocked(self, io):
        send(io, Draft(None, "Hello", to_all=True))
        with pytest.raises(HorizonsError, match="the gamemaster's"):
            block_writer(io, "Ada", 1)

    def test_a_message_is_shown_to_the_gamemaster_once(self, io):
        send(io, Draft("Ada", "You fool", to=["Brin"]))
        report(io, "Brin", 1, "an\x1b insult")
        with pytest.raises(HorizonsError, match="already"):
            report(io, "Brin", 1)
        (entry,) = reports(io)
        assert (entry.seat, entry.reason, entry.message.text) == ("Brin", "an insult", "You fool")
        send(io, Draft("Ada", "You and yours", to=["Brin", "Cleo"]))
        report(io, "Brin", 2, "another")
        report(io, "Cleo", 1, "the same")
        assert [(report.seat, report.message.text) for report in reports(io)[1:]] == [
            ("Brin", "You and yours"),
            ("Cleo", "You and yours"),
        ]
        assert gamemaster_messages(io) == []

    def test_the_next_player_of_a_seat_has_its_messages_and_blocks_nobody(self, io):
        block(io, "Brin", "Cleo")
        send(io, Draft("Ada", "Peace?", to=["Brin"]))
        before = messages_of(io, "Brin")[0].token
        hand_over(io, "Brin", "Eve", None, "eve@x.example")
        assert messages_of(io, "Brin")[0].text == "Peace?"
        assert messages_of(io, "Brin")[0].token != before
        assert blocked(io, "Brin") == []
        assert _mails(io) == []


class TestHostile:
    @pytest.mark.parametrize("text", ["", " \n\t", "\u202e\u200b\x00", "x" * (MAX_TEXT_LENGTH + 1)])
    def test_texts_that_are_none(self, io, text):
        with pytest.raises(HorizonsError):
            send(io, Draft("Ada", text, to=["Brin"]))

    def test_what_nobody_sees_is_taken_out(self, io):
        text = "a\u202eb\x1b[31m\r\nc\ud800" + "e" + "\u0301" * 50 + "\u2066" + "\n" * 90 + "end"
        sent = send(io, Draft("Ada", text, "Hi\r\nBcc: x@x", to=["Brin"]))
        assert sent.text == "ab[31m\nc\u00e9" + "\u0301" * 6 + "\n\n\nend"
        assert sent.subject == "Hi Bcc: x@x"

    @pytest.mark.parametrize(
        "draft",
        [
            Draft("Ada", "x"),
            Draft("Ada", "x", to=["Ada"]),
            Draft("Ada", "x", to=["Mallory"]),
            Draft("Mallory", "x", to=["Ada"]),
            Draft("Ada", "x", to=["Brin"], to_all=True),
            Draft("Ada", "x", "s" * 101, to=["Brin"]),
            Draft("Ada", "x", answers=9),
            Draft("Ada", "x", to=["Brin"], answers=1),
            Draft(None, "x", gamemaster=True),
            Draft(None, "x", answers=1),
        ],
    )
    def test_what_cannot_be_sent_is_refused_with_a_remedy(self, io, draft):
        send(io, Draft("Brin", "x", to=["Ada"]))
        before = [messages_of(io, seat) for seat in PEOPLE]
        with pytest.raises(HorizonsError) as refusal:
            send(io, draft)
        assert refusal.value.message
        assert refusal.value.hint
        assert [messages_of(io, seat) for seat in PEOPLE] == before

    def test_a_message_of_others_cannot_be_answered(self, io):
        send(io, Draft("Brin", "x", to=["Cleo"]))
        for draft in (Draft("Ada", "y", answers=1), Draft(None, "y", answers=1)):
            with pytest.raises(HorizonsError, match="no message 1"):
                send(io, draft)

    def test_a_bot_writes_nothing(self, io):
        set_bot(io, "Ada", "random")
        with pytest.raises(HorizonsError, match="played by the bot"):
            send(io, Draft("Ada", "x", to=["Brin"]))

    def test_a_flood_is_held_back_for_a_while(self, io, monkeypatch):
        monkeypatch.setattr("horizons_host.messages.posting.MAX_AT_ONCE", 3)
        assert MAX_AT_ONCE > 3
        watch = SetClock()
        for _ in range(3):
            send(io, Draft("Ada", "x", to=["Brin"]), watch)
        with pytest.raises(HorizonsError, match="too many"):
            send(io, Draft("Ada", "x", to=["Brin"]), watch)
        send(io, Draft("Cleo", "x", to=["Brin"]), watch)
        watch.time += timedelta(minutes=11)
        send(io, Draft("Ada", "x", to=["Brin"]), watch)


def test_a_message_and_its_mail_are_stored_together_or_not_at_all(io, monkeypatch):
    def broken(*_words):
        raise KeyboardInterrupt

    monkeypatch.setattr("horizons_host.store.rows.insert_mail", broken)
    with pytest.raises(KeyboardInterrupt):
        send(io, Draft("Ada", "x", to=["Brin"]))
    assert messages_of(io, "Ada") == messages_of(io, "Brin") == []
