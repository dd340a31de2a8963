"""Answers to the senders of orders, such as receipts and refusals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from horizons_core.errors import HorizonsError
from horizons_host.clock import local_time
from horizons_host.games.order_claims import ExaminedOrders
from horizons_host.games.receipts import receipt_of, receipt_text, wrapped
from horizons_host.mail.headers import Head, normalized
from horizons_host.reports.files import titled_turn
from horizons_host.store import NewMail, SubmittedOrders, same_text

_OPENING = re.compile(r"^([> \t]*)(?=#)", re.MULTILINE)
_RULE = "\n" + "=" * 78 + "\n\n"
_MAX_SUBJECT_LENGTH = 150
_FOOT = "\n-- \nSent by Horizons, a program that reads orders. Other emails go to the gamemaster.\n"


_PASSED_ON = "The gamemaster has received it, and will answer you."
_JOINING = (
    "If you want to play and did not say so, please write again: which game you"
    " would like to join, and under which name. The gamemaster assigns the seats."
)
_JOINING_LATER = (
    "If you want to play, write which game you would like to join, and under which name."
)


@frozen
class AnswerPart:
    """An answer to one address about one set of orders; `taken` means that it was accepted."""

    recipient: str
    subject: str
    text: str
    accepted: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the part as plain data."""
        return {
            "recipient": self.recipient,
            "subject": self.subject,
            "text": self.text,
            "taken": self.accepted,
        }


def answer_part_from(data: Mapping[str, Any]) -> AnswerPart:
    """Read a part from plain data."""
    return AnswerPart(data["recipient"], data["subject"], data["text"], data["taken"])


def accepted_part(
    examined: ExaminedOrders,
    recipient: str,
    newest: SubmittedOrders | None = None,
    version: int = 0,
    unread: str = "",
) -> AnswerPart:
    """Return the receipt for accepted orders, which replace the `newest` ones if there are any.

    `unread` says what else of the email was not read.
    """
    receipt = receipt_of(examined)
    turn = titled_turn(receipt.turn, receipt.turn_title)
    errors = f"{examined.errors} error{'' if examined.errors == 1 else 's'}"
    state = f", with {errors}" if examined.errors else ""
    of = f" of {receipt.game}" if receipt.game else ""
    opening = (
        f"The orders of {receipt.player} for {receipt.turn_words}{of}"
        f" ({receipt.title}) were submitted{state}. They count until you send new"
        f" ones.{_replaced(examined, newest, version)}{unread}"
    )
    if not examined.final:
        state += ", as a draft"
        opening += " They are a draft: the turn will not run before its deadline."
    subject = f"[{receipt.game or receipt.title}] {turn}: orders of {receipt.player}"
    text = f"{wrapped(opening)}\n\n{receipt_text(receipt)}"
    return AnswerPart(recipient, f"{subject} submitted{state}", text, accepted=True)


def _replaced(examined: ExaminedOrders, newest: SubmittedOrders | None, version: int) -> str:
    """Return a sentence about the replaced orders, after a space; "" for none."""
    if newest is None:
        return ""
    if same_text(newest.text, examined.safe_text):
        return f" They are the same as version {version}."
    return (
        f" They replace version {version} ({newest.source},"
        f" {local_time(newest.submitted_at)}), which stays stored."
    )


def refused_part(problem: HorizonsError, game: str, recipient: str) -> AnswerPart:
    """Return the answer for a player's orders that were refused."""
    hint, reason = _sentence(problem.hint), _sentence(problem.message)
    text = "\n\n".join(wrapped(sentence) for sentence in (reason, hint) if sentence)
    text = f"Your orders were rejected.\n\n{text}\n\nOrders that you sent before still count.\n"
    return AnswerPart(recipient, f"[{game}] Orders rejected" if game else "Orders rejected", text)


def last_part(part: AnswerPart) -> AnswerPart:
    """Return the part with a note that further refusals are not answered today."""
    last = "This is the last answer today to emails that are rejected."
    return evolve(part, text=f"{part.text}\n{wrapped(last)}\n")


def _sentence(text: str) -> str:
    """Return a text as a sentence: capitalized, and with one mark at its end."""
    mark = "" if text.endswith((".", "?", "!")) or not text else "."
    return f"{text[:1].upper()}{text[1:]}{mark}"


def stranger_part(recipient: str) -> AnswerPart:
    """Return the only answer to a stranger whose orders were refused, whatever the reason."""
    reason = (
        "The orders in your email were rejected. The opening line must name a game"
        " and one of its players, and either the email must come from that player's"
        " address or the line must contain the player's password."
    )
    hint = (
        "If you are a player, check the opening line, send the orders from your"
        " usual address, or ask the gamemaster which address is yours."
    )
    return AnswerPart(recipient, "Orders rejected", f"{wrapped(reason)}\n\n{wrapped(hint)}\n")


def help_part(
    recipient: str, reason: str, openings: Iterable[str], *, forwarded: bool, stranger: bool
) -> AnswerPart:
    """Return instructions for writing orders, for an email without any.

    They say whether the email is `forwarded` to the gamemaster, and tell a stranger how to join.
    """
    forms = "\n".join(f"  Opening line:  {opening}" for opening in openings)
    more = [_PASSED_ON] if forwarded else []
    more += [_JOINING if forwarded else _JOINING_LATER] if stranger else []
    text = (
        f"{wrapped(' '.join([reason, *more]))}\n\nWrite orders in the text of an email,"
        f" one per line, between an opening line and a\nclosing line:\n\n{forms}\n"
        "  Closing line:  #END\n\nPut names with spaces in double quotes, or replace"
        " the spaces with underscores.\n"
    )
    return AnswerPart(recipient, "No orders found in your email", text)


def unreadable_part(recipient: str) -> AnswerPart:
    """Return the answer to an email that the program cannot read."""
    reason = (
        "Your email could not be read, and nothing in it was submitted. The"
        " gamemaster has been notified."
    )
    hint = "Send your orders in a new email, as plain text and without attachments."
    text = f"{wrapped(reason)}\n\n{wrapped(hint)}\n"
    return AnswerPart(recipient, "Your email could not be read", text)


def answers(parts: Sequence[AnswerPart], head: Head, time: str) -> list[NewMail]:
    """Compose one email for each address with answers."""
    by_recipient: dict[str, list[AnswerPart]] = {}
    for part in parts:
        if part.recipient:
            by_recipient.setdefault(normalized(part.recipient), []).append(part)
    return [_answer(group, head, time) for group in by_recipient.values()]


def _answer(parts: Sequence[AnswerPart], head: Head, time: str) -> NewMail:
    subjects = list(dict.fromkeys(part.subject for part in parts))
    more = f" (and {len(parts) - 1} more)" if len(parts) > 1 else ""
    thread = " ".join(message_id for message_id in (head.references, head.message_id) if message_id)
    return NewMail(
        kind="answer",
        recipient=parts[0].recipient,
        subject=subjects[0][:_MAX_SUBJECT_LENGTH] + more,
        created_at=time,
        body=inert(_RULE.join(part.text for part in parts)) + _FOOT,
        in_reply_to=head.message_id,
        thread=thread,
    )


def inert(text: str) -> str:
    """Return the text without lines that would open a set of orders if it was sent back."""
    return _OPENING.sub(r"\1- ", text)


@frozen
class HandledMail:
    """The result of an email: `outcome` in a few words, `orders` as pairs of game and player."""

    head: Head
    outcome: str
    orders: Sequence[tuple[str, str]] = ()
    recipients: Sequence[str] = ()
    defect: bool = False
    warnings: Sequence[str] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data."""
        return {
            "sender": self.head.sender,
            "subject": self.head.subject,
            "message_id": self.head.message_id,
            "outcome": self.outcome,
            "orders": [{"game": game, "player": player} for game, player in self.orders],
            "answered": list(self.recipients),
            "warnings": list(self.warnings),
        }


def outcome_words(parts: Sequence[AnswerPart]) -> str:
    """Return the outcome of an email with orders, in a few words."""
    accepted = sum(part.accepted for part in parts)
    refused = len(parts) - accepted
    if not accepted:
        return "orders refused"
    return "orders accepted" + (f", {refused} refused" if refused else "")


def handled_mail(
    head: Head, outcome: str, parts: Sequence[AnswerPart], orders: Sequence[tuple[str, str]] = ()
) -> HandledMail:
    """Return the result of an email with these answers."""
    recipients = list(dict.fromkeys(part.recipient for part in parts if part.recipient))
    return HandledMail(head, outcome, orders, recipients)
