"""Messages between seats as mails: their text, and the text of a reply.

Each such mail has an unguessable token in its Message-ID that identifies a reply. A reply is
accepted only from the address that the mail was sent to: an address alone can be forged, and a
token alone may have been forwarded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import fill, indent

from horizons_host.mail.answers import AnswerPart, inert
from horizons_host.mail.bodies import MailText
from horizons_host.mail.parts_read import PersonalText, personal_text
from horizons_host.press.texts import MessageError
from horizons_host.store import GameMessages, GameStore, Message, OutgoingMail

#: The reply is above this line; what is below is not read.
MARK = "--- Write your answer above this line. ---"
_TOKEN = re.compile(r"<([0-9a-f]{40})@[^<>@\s]+>")
_NOTHING = "Your mail has no text above the quoted mail."


def token_of(mail: OutgoingMail) -> str:
    """Return the token that identifies a reply to this mail."""
    return mail.mail.thread.rpartition(" ")[2]


def thread_ids(mail: OutgoingMail, domain: str) -> list[str]:
    """Return the Message-IDs of the mails before this one in its thread."""
    return [f"<{token}@{domain}>" for token in mail.mail.thread.split()[:-1]]


def tokens_in(message_ids: Iterable[str]) -> list[str]:
    """Return the tokens in Message-IDs that may be ours."""
    matches = (_TOKEN.fullmatch(message_id) for message_id in message_ids)
    return [match.group(1) for match in matches if match]


def message_text(mail: OutgoingMail, store: GameStore) -> str | None:
    """Return the text of a message's mail; None if the seat no longer has the message."""
    seat_and_message = GameMessages(store).by_token(token_of(mail))
    if seat_and_message is None:
        return None
    message, game = seat_and_message[1], store.info().name
    heading = fill(f"{_heading(message)} in {game or 'the game'}, after turn {message.turn}:", 78)
    foot = fill(f"{_foot(message)} Reply from the address that received it.", 78)
    return f"{MARK}\n\n{heading}\n\n{inert(message.text)}\n\n-- \n{foot}\n"


def _heading(message: Message) -> str:
    author = message.author[:1].upper() + message.author[1:]
    return f"{author} wrote to {message.recipients}"


def _foot(message: Message) -> str:
    if message.by_gamemaster and message.to_all:
        return "Replies to this mail go to the gamemaster."
    if message.to_all:
        return "Replies to this mail go to all."
    return "Replies to this mail go to everyone in this thread."


class ReturnedError(MessageError):
    """A message that is refused, with its text: its writer gets it back."""

    def __init__(self, message: str, hint: str, text: str) -> None:
        super().__init__(message, hint)
        self.text = text


def reply_text(texts: Sequence[MailText]) -> PersonalText:
    """Return the sender's own words in a reply; raises MessageError if there are none."""
    words = personal_text(texts, MARK)
    if not words.text:
        left_out = f" Not read: {words.left_out}." if words.left_out else ""
        raise MessageError(f"{_NOTHING}{left_out}", "write your answer above it")
    return words


def reply_sent_part(message: Message, recipient: str, left_out: str = "") -> AnswerPart:
    """Return the receipt, with the text, for a reply that was added to its thread."""
    when = "will be delivered after the next turn" if message.waits else "was sent"
    text = fill(f"Your message to {message.recipients}, number {message.number}, {when}.", 78)
    more = f"\n{fill(left_out, 78)}\n" if left_out else ""
    body = f"{text}\n{more}\nThe message:\n\n{_indented(message.text)}\n"
    return AnswerPart(recipient, f"Sent: {message.subject}", body, accepted=True)


def reply_refused_part(problem: MessageError, recipient: str) -> AnswerPart:
    """Return the answer for a reply that was refused."""
    reason = f"{problem.message[:1].upper()}{problem.message[1:].rstrip('.')}"
    text = fill(f"Your reply was not sent. {reason}: {problem.hint}.", 78)
    if isinstance(problem, ReturnedError):
        text += f"\n\nYour message:\n\n{_indented(problem.text)}"
    return AnswerPart(recipient, "Your reply was not sent", f"{text}\n")


def _indented(text: str) -> str:
    return indent(text, "    ")
