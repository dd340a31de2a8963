"""Messages by mail: they are sent, and an answer goes to its thread and nowhere else."""

from __future__ import annotations

import pytest

from horizons_host.mail.line_kinds import own_words
from horizons_host.mail.replies import MARK
from horizons_host.messages.posting import Draft, send
from horizons_host.messages.reading import gamemaster_messages, messages_of
from horizons_host.messages.rules import set_rule
from horizons_host.seats.changes import hand_over
from horizons_host.store import GameStore, MessagingRule
from tests.host.helpers import fine
from tests.host.mails import ADA, BRIN, Mailbox, a_mail, a_set, mailed_game, outbox, stored


@pytest.fixture
def mars(tmp_path):
    return mailed_game(tmp_path / "mars")


@pytest.fixture
def box(tmp_path):
    return Mailbox(tmp_path / "Maildir")


def _sent(mars, place, server, draft=None):
    """Send a message from Ada to Brin and return the mail that Brin receives."""
    with GameStore(mars) as store:
        send(
            store, draft or Draft("Ada", "Peace?\n#EVENTHORIZON mars Brin", "Our border", ["Brin"])
        )
    fine("mail", "send", "-g", mars, "--settings", place)
    return server.mails[-1]


def _quoted(mail):
    """Return a mail's text as quoted in another."""
    return "".join(f"> {line}\n" for line in mail.get_content().splitlines())


def _answer(mail, text="Yes, peace.", sender=BRIN, **fields):
    body = (
        f"{text}\n\nOn Sunday, 1 March, at 20:00\nHorizons <{mail['From']}> wrote:\n{_quoted(mail)}"
    )
    fields = {"Subject": f"Re: {mail['Subject']}", "In_Reply_To": mail["Message-ID"], **fields}
    return a_mail(body, sender, **fields)


def _texts(mars, seat):
    with GameStore(mars) as store:
        return [(message.author, message.text) for message in messages_of(store, seat)]


def test_a_message_goes_out_by_mail(mars, place, server):
    mail = _sent(mars, place, server)
    assert (mail["To"], mail["Subject"]) == (BRIN, "[mars] Ada: Our border")
    text = mail.get_content().replace("\r\n", "\n")
    assert "Ada wrote to Brin in mars" in text
    assert "\nPeace?\n- #EVENTHORIZON mars Brin\n" in text, "no set of orders if it is sent back"
    assert mail["Auto-Submitted"] == "auto-generated"


def test_an_answer_goes_into_the_thread_without_what_it_quotes(mars, box, place, server):
    box.add(_answer(_sent(mars, place, server)))
    assert "a message passed on" in box.read(mars, settings=place)
    assert _texts(mars, "Ada")[-1] == ("Brin", "Yes, peace.")
    receipts = [mail for mail in outbox(mars) if mail[0] == BRIN]
    assert [subject for _, subject, _ in receipts] == ["Sent: Our border"]
    fine("mail", "send", "-g", mars, "--settings", place)
    (answer,) = [mail for mail in server.mails if mail["To"] == ADA]
    assert answer["Subject"] == "[mars] Brin: Our border"
    assert "Read 0 emails" in box.read(mars, settings=place)
    assert len(_texts(mars, "Ada")) == 2


def test_the_thread_goes_on_from_mail_to_mail(mars, box, place, server):
    first = _sent(mars, place, server)
    box.add(_answer(first))
    box.read(mars, settings=place)
    fine("mail", "send", "-g", mars, "--settings", place)
    second = next(mail for mail in server.mails if mail["To"] == ADA)
    box.add(_answer(second, "Good.", ADA))
    box.read(mars, settings=place)
    assert [text for _, text in _texts(mars, "Brin")][1:] == ["Yes, peace.", "Good."]
    fine("mail", "send", "-g", mars, "--settings", place)
    third = [mail for mail in server.mails if mail["To"] == BRIN][-1]
    assert str(first["Message-ID"]) in str(third["References"])


@pytest.mark.parametrize("sender", ["mallory@x.example", ADA])
def test_the_token_alone_proves_nothing(mars, box, place, server, sender):
    mail = _sent(mars, place, server)
    box.add(_answer(mail, sender=sender))
    assert "a message not passed on" in box.read(mars)
    assert len(_texts(mars, "Ada")) == 1
    (notice,) = [mail for mail in outbox(mars) if mail[0] == sender]
    assert "not sent" in notice[1]
    assert "Yes, peace." not in notice[2]


def test_the_address_alone_proves_nothing(mars, box, place, server):
    mail = _sent(mars, place, server)
    forged = f"<{'0' * 40}@host.example>"
    box.add(_answer(mail, In_Reply_To=forged))
    box.add(_answer(mail, In_Reply_To=None))
    assert box.read(mars).count("no orders in it") == 2
    assert len(_texts(mars, "Ada")) == 1


def test_references_serve_where_a_mail_says_no_more(mars, box, place, server):
    mail = _sent(mars, place, server)
    box.add(_answer(mail, In_Reply_To=None, References=f"<a@b> {mail['Message-ID']}"))
    assert "a message passed on" in box.read(mars)


def test_an_earlier_player_of_the_seat_cannot_answer(mars, box, place, server):
    mail = _sent(mars, place, server)
    with GameStore(mars) as store:
        hand_over(store, "Brin", "Eve", None, "eve@x.example")
    for sender in (BRIN, "eve@x.example"):
        box.add(_answer(mail, sender=sender))
    box.read(mars)
    assert len(_texts(mars, "Ada")) == 1


def test_what_the_rule_forbids_is_refused_by_mail_too(mars, box, place, server):
    mail = _sent(mars, place, server)
    with GameStore(mars) as store:
        set_rule(store, MessagingRule("none"))
    box.add(_answer(mail))
    assert "not passed on" in box.read(mars)
    assert "players can't write to each other" in " ".join(outbox(mars)[-1][2].split()).lower()


def test_an_answer_to_an_announcement_goes_to_the_gamemaster(mars, box, place, server):
    mail = _sent(mars, place, server, Draft(None, "Friday it is", to_all=True))
    seat = "Brin" if mail["To"] == BRIN else "Ada"
    box.add(_answer(mail, "Too early", BRIN if seat == "Brin" else ADA))
    box.read(mars)
    with GameStore(mars) as store:
        assert [message.text for message in gamemaster_messages(store)] == [
            "Friday it is",
            "Too early",
        ]
    assert _texts(mars, "Ada" if seat == "Brin" else "Brin") == [("the gamemaster", "Friday it is")]


def test_orders_in_an_answer_are_orders(mars, box, place, server):
    mail = _sent(mars, place, server)
    box.add(_answer(mail, a_set(player="Brin")))
    assert "orders accepted" in box.read(mars)
    assert len(stored(mars, "Brin")) == 1
    assert len(_texts(mars, "Ada")) == 1


@pytest.mark.parametrize("text", ["", "> quoted", "\n\n-- \nBrin\n"])
def test_an_answer_that_says_nothing_is_refused(mars, box, place, server, text):
    box.add(_answer(_sent(mars, place, server), text))
    assert "not passed on" in box.read(mars)
    assert len(_texts(mars, "Ada")) == 1


def test_an_answer_in_an_attached_text_is_refused_with_its_name(mars, box, place, server):
    message = _answer(_sent(mars, place, server), "")
    message.add_attachment("Yes.\n", filename="text_0.txt")
    box.add(message)
    assert "not passed on" in box.read(mars)
    assert "Not read: the attachment text_0.txt" in " ".join(outbox(mars)[-1][2].split())


def test_an_answering_machine_is_not_passed_on(mars, box, place, server):
    box.add(_answer(_sent(mars, place, server), Auto_Submitted="auto-replied"))
    assert "not answered" in box.read(mars)
    assert len(_texts(mars, "Ada")) == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yes.\n", "Yes."),
        ("Yes.\n\nOn Sunday Ada wrote:\n> Peace?\n", "Yes."),
        ("> Peace?\n\nYes.\n> Really?\nYes!", "\nYes.\nYes!".strip("\n")),
        (
            f"Yes.\n\nAm 1. März schrieb\nHorizons <games@host.example>:\n\n{MARK}\nPeace?",
            "Yes.",
        ),
        (f"> {MARK}\n> Peace?\nYes.", "Yes."),
        ("Yes.\n-- \nBrin", "Yes."),
        ("Yes.\n-----Original Message-----\nFrom: Horizons\nPeace?", "Yes."),
        ("Yes.\n\n________________________________\nVon: Horizons\nPeace?", "Yes."),
        ("I want two things:\nIo and Europa.", "I want two things:\nIo and Europa."),
        ("First line\nand a list:\n\n> Peace?\n", "First line\nand a list:"),
    ],
)
def test_what_is_quoted_is_cut(text, expected):
    assert own_words(text, MARK).strip() == expected


def test_cutting_takes_time_that_grows_with_the_text():
    own_words("\n\n> x" * 200_000 + "\n" * 200_000 + "> x\n" * 200_000, MARK)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Yes, next turn.\n\nBrin", "'Brin'"),
        ("Yes: write to brin@players.example", f"'{BRIN}'"),
        ("Yes.\n\n-- \nBrin, Firm Ltd", ""),
        ("Yes.", ""),
    ],
)
def test_an_anonymous_answer_that_names_its_writer_is_returned(
    mars, box, place, server, text, reason
):
    with GameStore(mars) as store:
        set_rule(store, MessagingRule(anonymous=True))
    box.add(_answer(_sent(mars, place, server), text))
    assert ("not passed on" in box.read(mars)) is bool(reason)
    answer = outbox(mars)[-1][2]
    assert reason in answer
    assert "    Yes" in answer
    passed_on = [words for author, words in _texts(mars, "Ada") if "Yes" in words]
    assert passed_on == ([] if reason else ["Yes."])


@pytest.mark.parametrize("anonymous", [False, True])
def test_what_may_be_quoted_is_shown_and_held_back_from_anonymous_messages(
    mars, box, place, server, anonymous
):
    with GameStore(mars) as store:
        set_rule(store, MessagingRule(anonymous=anonymous, opened=True))
    text = "Yes.\n\nFrom: Mars\nTo: Venus\nDate: turn 3\n\nWe sign."
    box.add(_answer(_sent(mars, place, server), text))
    assert ("not passed on" in box.read(mars)) is anonymous
    assert (_texts(mars, "Ada")[-1][1] == text) is not anonymous
    receipt = " ".join(outbox(mars)[-1][2].split())
    warning = "may contain a quoted email" if anonymous else "quoted text may begin there"
    assert "'From: Mars'" in receipt
    assert warning in receipt
    assert "We sign." in receipt


def test_the_receipt_shows_the_text_and_says_what_was_left_out(mars, box, place, server):
    message = _answer(_sent(mars, place, server), "Yes.\n\nAll of it:\nIo too.\n--\nBrin")
    message.add_attachment(b"\0\1", "image", "png", filename="map.png")
    box.add(message)
    box.read(mars)
    receipt = outbox(mars)[-1][2]
    assert "    Yes.\n\n    All of it:\n    Io too.\n" in receipt
    words = " ".join(receipt.split())
    assert "Not sent: quoted text (" in words
    assert "the signature (2 lines), the attachment map.png." in words
