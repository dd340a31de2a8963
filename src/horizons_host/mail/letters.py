"""Mails without orders: they are stored for the gamemaster, and forwarded to them."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_host.clock import Clock, stamp
from horizons_host.mail.answers import inert
from horizons_host.mail.bodies import MailText
from horizons_host.mail.headers import Head
from horizons_host.mail.parts_read import personal_text
from horizons_host.mail.press_mails import MARK
from horizons_host.own_words.line_kinds import without_signs
from horizons_host.store import InboxMail, NewMail

#: The rest of a longer mail is not kept.
LONGEST_INBOX_MAIL = 20_000
#: The most such mails kept per day: mails with forged senders must not fill the disk.
MOST_A_DAY = 200
_LONGEST_SUBJECT = 150


def inbox_mail_of(
    head: Head, texts: Sequence[MailText], clock: Clock
) -> tuple[InboxMail | None, str]:
    """Return a mail without orders, with its sender's own words, and remarks on it for the sender.

    None for a mail that says nothing. If no words are certainly the sender's own, all are kept.
    """
    words = personal_text(texts, MARK)
    fallback = without_signs(texts[0].text) if texts and not texts[0].attached else ""
    text = f"{words.text}\n" if words.text else fallback
    if not text.strip() and not head.subject.strip() and not words.left_out:
        return None, ""
    if len(text) > LONGEST_INBOX_MAIL:
        text = (
            f"{text[:LONGEST_INBOX_MAIL]}\n... cut off here: the mailbox has the complete mail.\n"
        )
    if words.left_out:
        text += f"\n[Not stored: {words.left_out}. The mailbox has the complete mail.]\n"
    inbox_mail = InboxMail(head.sender, head.subject[:_LONGEST_SUBJECT], text, stamp(clock))
    return inbox_mail, words.remarks("Not stored")


def forwarded_mail(inbox_mail: InboxMail, gamemaster: str) -> NewMail:
    """Return the mail that forwards a mail without orders to the gamemaster."""
    sender = inbox_mail.sender or "an unknown sender"
    text = (
        f"{sender} sent this mail without orders to your games. Reply to {sender}:\na"
        " program reads the mail sent to the games.\n\nSubject:"
        f" {inbox_mail.subject}\n\n{inbox_mail.text}"
    )
    subject = f"[letter from {sender}] {inbox_mail.subject}"[:_LONGEST_SUBJECT]
    return NewMail("letter", gamemaster, subject, inbox_mail.came_at, body=inert(text))
