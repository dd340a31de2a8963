"""Messages between seats as mails: what is sent, and what an answer to it says.

Each such mail has a token in its Message-ID that nobody can guess. An answer is known by it, and is
taken only from the address that the mail went to: an address alone, which anybody can write into a
mail, proves nothing, and neither does the token alone, which goes along where mails are passed on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import fill, indent

from horizons_host.mail.answers import Part, inert
from horizons_host.mail.bodies import Body
from horizons_host.mail.parts_read import Words, words_for_people
from horizons_host.press.texts import PressError
from horizons_host.store import GameStore, Message, OutgoingMail, Press

#: Above this line of a mail its answer stands; what is below is not read.
MARK = "--- Write your answer above this line. ---"
_TOKEN = re.compile(r"<([0-9a-f]{40})@[^<>@\s]+>")
_NOTHING = "Your mail has no text above the quoted mail."


def token_of(mail: OutgoingMail) -> str:
    """The token by which an answer to this mail is known."""
    return mail.mail.thread.rpartition(" ")[2]


def thread_ids(mail: OutgoingMail, domain: str) -> list[str]:
    """The Message-IDs of the mails before this one in its thread."""
    return [f"<{token}@{domain}>" for token in mail.mail.thread.split()[:-1]]


def tokens_in(message_ids: Iterable[str]) -> list[str]:
    """The tokens in Message-IDs, where they can be ours."""
    found = (_TOKEN.fullmatch(one) for one in message_ids)
    return [one.group(1) for one in found if one]


def press_text(mail: OutgoingMail, store: GameStore) -> str | None:
    """The text of a mail that carries a message; None if the seat has the message no more."""
    found = Press(store).by_token(token_of(mail))
    if found is None:
        return None
    message, game = found[1], store.plate().name
    said = fill(f"{_heading(message)} in {game or 'the game'}, after turn {message.turn}:", 78)
    foot = fill(f"{_foot(message)} Reply from the address that received it.", 78)
    return f"{MARK}\n\n{said}\n\n{inert(message.text)}\n\n-- \n{foot}\n"


def _heading(message: Message) -> str:
    author = message.author[:1].upper() + message.author[1:]
    return f"{author} wrote to {message.recipients}"


def _foot(message: Message) -> str:
    if message.by_gamemaster and message.everybody:
        return "Replies to this mail go to the gamemaster."
    if message.everybody:
        return "Replies to this mail go to all."
    return "Replies to this mail go to everyone in this thread."


class ReturnedError(PressError):
    """A message that is not passed on, with its text: its writer gets it back."""

    def __init__(self, message: str, hint: str, text: str) -> None:
        super().__init__(message, hint)
        self.text = text


def answer_in(texts: Sequence[Body]) -> Words:
    """What a mail says of its own; raises PressError if that is nothing."""
    words = words_for_people(texts, MARK)
    if not words.text:
        left_out = f" Not read: {words.left_out}." if words.left_out else ""
        raise PressError(f"{_NOTHING}{left_out}", "write your answer above it")
    return words


def sent_part(message: Message, recipient: str, left_out: str = "") -> Part:
    """The receipt for an answer that went into its thread, with its text."""
    when = "will be delivered after the next turn" if message.waits else "was sent"
    text = fill(f"Your message to {message.recipients}, number {message.number}, {when}.", 78)
    more = f"\n{fill(left_out, 78)}\n" if left_out else ""
    said = f"{text}\n{more}\nThe message:\n\n{_indented(message.text)}\n"
    return Part(recipient, f"Sent: {message.subject}", said, taken=True)


def not_sent_part(problem: PressError, recipient: str) -> Part:
    """Why an answer did not go into its thread."""
    said = f"{problem.message[:1].upper()}{problem.message[1:].rstrip('.')}"
    text = fill(f"Your reply was not sent. {said}: {problem.hint}.", 78)
    if isinstance(problem, ReturnedError):
        text += f"\n\nYour message:\n\n{_indented(problem.text)}"
    return Part(recipient, "Your reply was not sent", f"{text}\n")


def _indented(text: str) -> str:
    return indent(text, "    ")
