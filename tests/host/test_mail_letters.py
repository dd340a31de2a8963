"""Personal mails are kept for the gamemaster and forwarded; their senders are informed."""

from __future__ import annotations

import json

import pytest

from tests.host.helpers import fine, refused
from tests.host.mails import (
    ADA,
    OWN,
    Mailbox,
    a_mail,
    a_set,
    mailed_game,
    outbox,
    smtp_server,
    write_settings,
)

STRANGER, CLEO = "stranger@elsewhere.example", "cleo@host.example"
QUESTION = "When is the deadline?\n"


@pytest.fixture
def mars(tmp_path):
    return mailed_game(tmp_path / "mars")


@pytest.fixture
def box(tmp_path):
    return Mailbox(tmp_path / "box")


def letters(game):
    return json.loads(fine("mail", "inbox", "-g", game, "--json").stdout)


def answer(game, recipient=ADA):
    (text,) = [text for to, _, text in outbox(game) if to == recipient]
    return " ".join(text.split())


def with_gamemaster(folder, address=CLEO):
    path = write_settings(folder, 1)
    path.write_text(f'gamemaster = "{address}"\n{path.read_text()}')
    return path


def test_a_question_is_kept_and_its_sender_told(mars, box):
    box.add(a_mail(QUESTION, Subject="A question"))
    assert "no orders in it, kept for the gamemaster" in box.read(mars)
    (letter,) = letters(mars)
    assert (letter["sender"], letter["subject"], letter["text"]) == (ADA, "A question", QUESTION)
    assert "The gamemaster has received it, and will answer you." in answer(mars)


def test_the_inbox_lists_and_shows_letters(mars, box):
    assert "No emails without orders." in fine("mail", "inbox", "-g", mars).output
    box.add(a_mail(QUESTION, Subject="First"))
    box.add(a_mail("Hello\n", Subject="Second", sender=STRANGER))
    box.read(mars)
    table = fine("mail", "inbox", "-g", mars).output
    assert "First" in table
    assert STRANGER in table
    assert "First" not in fine("mail", "inbox", "-g", mars, "--last", 1).output
    output = fine("mail", "inbox", "-g", mars, "--show", 1).output
    assert output.startswith(f"From:    {ADA}\n")
    assert output.endswith(f"Subject: First\n\n{QUESTION}\n")
    assert "no mail 9 in the inbox" in refused("mail", "inbox", "-g", mars, "--show", 9)


def test_letters_go_on_to_the_gamemaster(mars, box):
    settings = with_gamemaster(mars.parent)
    box.add(a_mail(QUESTION, Subject="A question"))
    box.read(mars, settings=settings)
    ((_, subject, text),) = [mail for mail in outbox(mars) if mail[0] == CLEO]
    assert subject == f"[letter from {ADA}] A question"
    assert QUESTION in text
    assert f"Reply to {ADA}" in text


def test_what_goes_on_is_sent_and_does_not_come_back(mars, box):
    box.add(a_mail(QUESTION))
    with smtp_server() as server:
        settings = write_settings(mars.parent, server.port)
        settings.write_text(f'gamemaster = "{CLEO}"\n{settings.read_text()}')
        box.read(mars, settings=settings, more=("--send",))
        (mail,) = [mail for mail in server.mails if mail["To"] == CLEO]
    assert mail["From"].endswith(f"<{OWN}>")
    box.add(mail)
    assert "not answered: it comes from our own address" in box.read(mars)
    assert len(letters(mars)) == 1


def test_what_the_gamemaster_writes_does_not_go_in_circles(mars, box):
    settings = with_gamemaster(mars.parent)
    box.add(a_mail(QUESTION, sender=f"Cleo <{CLEO.upper()}>"))
    box.read(mars, settings=settings)
    assert [subject for _, subject, _ in outbox(mars)] == ["No orders found in your email"]


@pytest.mark.parametrize(
    ("address", "message"),
    [(OWN.upper(), "the program itself reads"), ("nobody", "is not an email address")],
)
def test_an_address_that_will_not_do_for_the_gamemaster_is_refused(mars, address, message):
    settings = with_gamemaster(mars.parent, address)
    output = refused("mail", "settings", "-g", mars, "--settings", settings)
    assert "gamemaster: " in output
    assert message in output


def test_a_stranger_is_told_how_to_join(mars, box):
    box.add(a_mail("I would like to play.\n", sender=STRANGER))
    box.read(mars)
    text = answer(mars, STRANGER)
    assert "If you want to play" in text
    assert "which game you would like to join, and under which name" in text
    assert "mars" not in text


def test_a_player_is_not_told_how_to_join(mars, box):
    box.add(a_mail(QUESTION))
    box.read(mars)
    assert "If you want to play" not in answer(mars)


def test_orders_are_no_letters(mars, box):
    box.add(a_mail("Dear Cleo,\n" + a_set()))
    box.read(mars)
    assert letters(mars) == []


@pytest.mark.parametrize("fields", [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}])
def test_programs_write_no_letters(mars, box, fields):
    box.add(a_mail("I am on holiday.\n", **fields))
    box.read(mars)
    assert letters(mars) == []


def test_an_empty_mail_without_a_subject_is_no_letter(mars, box):
    box.add(a_mail(" \n", Subject=""))
    assert "kept" not in box.read(mars)
    assert "The gamemaster has received it" not in answer(mars)


def test_a_letter_has_its_senders_words_and_names_what_it_has_not(mars, box):
    box.add(a_mail("May I join?\n\n-- \nEve\n\nOn Friday Brin wrote:\n> Come!\n> Now!\n"))
    box.read(mars)
    (letter,) = letters(mars)
    left_out = "Not stored: quoted text (3 lines), the signature (2 lines)."
    assert letter["text"] == f"May I join?\n\n[{left_out} The mailbox has the complete email.]\n"
    assert left_out in answer(mars)


@pytest.mark.parametrize("text", ["> Come!\n", "-- \nEve, who wants to play\n"])
def test_a_letter_without_words_of_its_sender_is_kept_whole(mars, box, text):
    box.add(a_mail(text))
    box.read(mars)
    assert [letter["text"] for letter in letters(mars)] == [text]


@pytest.mark.parametrize("plain", ["Hello\n", "A program for HTML is needed.\n"])
def test_words_that_only_the_page_of_a_letter_has_are_told(mars, box, plain):
    message = a_mail(plain)
    message.add_alternative("<p>Hello, may I join?", subtype="html")
    box.add(message)
    box.read(mars)
    assert "Only the plain text of your email was read" in answer(mars)


def test_a_letter_in_another_kind_of_text_is_kept(mars, box):
    message = a_mail()
    message.set_type("text/markdown")
    message.set_payload(QUESTION)
    box.add(message)
    box.read(mars)
    assert [letter["text"] for letter in letters(mars)] == [QUESTION]


def test_a_long_letter_is_cut_off_and_says_so(mars, box):
    box.add(a_mail("word " * 10_000))
    box.read(mars)
    (letter,) = letters(mars)
    assert len(letter["text"]) < 21_000
    assert letter["text"].endswith("... cut off here: the mailbox has the complete email.\n")


def test_nobody_fills_the_disk_with_letters(mars, box, monkeypatch):
    monkeypatch.setattr("horizons_host.mail.intake.MAX_PER_DAY", 23)
    for number in range(22):
        box.add(a_mail("hello\n", sender=f"Stranger+{number}@Elsewhere.example"))
    for number in range(5):
        box.add(a_mail("hello\n", sender=f"other{number}@elsewhere.example"))
    box.read(mars)
    assert len(letters(mars)) == 23


def test_a_letter_opens_no_set_of_orders_if_it_is_sent_back(mars, box):
    settings = with_gamemaster(mars.parent)
    box.add(a_mail("How do I write\n#EVENTHORIZN mars Ada\n?\n"))
    box.read(mars, settings=settings)
    (text,) = [text for to, _, text in outbox(mars) if to == CLEO]
    assert "- #EVENTHORIZN mars Ada" in text


def test_a_mail_that_is_too_large_is_told_of(mars, box, monkeypatch):
    monkeypatch.setattr("horizons_host.mail.sources.MAX_MAIL_SIZE", 10_000)
    box.add(a_mail("word " * 10_000, Subject="My map"))
    box.read(mars)
    assert [letter["subject"] for letter in letters(mars)] == ["My map"]
