"""Messages between seats that players receive and answer by email."""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from html import unescape
from textwrap import fill, indent
from urllib.parse import unquote

from attrs import frozen
from sqlalchemy import Connection

from horizons_host.clock import Clock, stamp
from horizons_host.mail.answers import AnswerPart, answers, inert
from horizons_host.mail.bodies import MailText
from horizons_host.mail.headers import Head, decoded_field, same
from horizons_host.mail.parts import PersonalText, personal_text
from horizons_host.messages.posting import (
    Draft,
    MessageError,
    MessagingState,
    clean,
    post,
    read_state,
)
from horizons_host.store import (
    GameMails,
    GameMessages,
    GameStore,
    GameStoreError,
    Message,
    NewMail,
    OutgoingMail,
    ReadMail,
)
from horizons_host.store.messages import rule as current_rule

_WORD = re.compile(r"[^\W_]+")
_MARKUP = re.compile(r"[*_~`^|\\/]+")
#: `A d a`, `A.d.a`
_SPELT = re.compile(r"(?<![^\W_])[^\W_](?:[\W_]{1,2}[^\W_](?![^\W_])){1,30}")
_ENCODED = re.compile(r"=\?[^?\s]{1,40}\?[bqBQ]\?[^?]{1,400}\?=")
#: Scripts without spaces between words.
_NO_BLANKS = re.compile(r"[\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff]")
_MIN_LETTERS = 3
_MIN_DIGITS = 5
#: Shorter names may occur by chance across words.
_MIN_JOINED = 6
#: Maximum number of words of a name; longer texts, such as a signature, are not names.
_MAX_WORDS = 8
#: Words in names and addresses that identify no person.
_COMMON = frozenset(
    """the and for from with lord lady king queen empire emperor der die das des dem den und von vom
    zur zum les des aux van del los las dos das mail email info office contact admin post hello
    web home team games game play com org net www""".split()  # noqa: SIM905
)
_UNDIVIDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "\u0131": "i", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d"}
)
_SPELT_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})

#: The reply is above this line; what is below is not read.
MARK = "--- Write your answer above this line. ---"
_TOKEN = re.compile(r"<([0-9a-f]{40})@[^<>@\s]+>")
_NOTHING = "Your email has no text above the quoted email."

_ATTEMPTS = 5


def identifying_words(text: str, names: Iterable[str], addresses: Iterable[str]) -> str:
    """Return the first name or address of the writer in a text; "" for none.

    Names count as a whole and, from three letters on, by their parts; case, accents, markup and
    encodings are ignored. For an address the parts before the @ count, too, and the domain as a
    whole.
    """
    visible = "\n".join(_forms(text))
    words = set(_WORD.findall(visible))
    joined = "".join(_WORD.findall(_plain(text)))
    known = [address for address in addresses if address]
    for address in known:
        local, _, domain = _plain(address).rpartition("@")
        if re.search(rf"(?<!\w)(?:{re.escape(local)}@)?{re.escape(domain)}(?!\w)", visible):
            return address
    for name in [*names, *(address.rpartition("@")[0] for address in known)]:
        for form in (_plain(name), _plain(name, _SPELT_OUT)):
            parts = _WORD.findall(form)[:_MAX_WORDS]
            for part in parts:
                if _is_identifying(part, alone=len(parts) == 1) and _contains(part, words, visible):
                    return part if len(parts) > 1 else name
            full_name = "".join(parts)
            if len(full_name) >= _MIN_JOINED and len(parts) > 1 and full_name in joined:
                return name
    return ""


def _is_identifying(part: str, *, alone: bool) -> bool:
    """Return whether a part of a name identifies a person."""
    if part.isdigit():
        return len(part) >= _MIN_DIGITS
    minimum = 1 if alone else 2 if _NO_BLANKS.search(part) else _MIN_LETTERS
    return len(part) >= minimum and part not in _COMMON


def _contains(part: str, words: set[str], visible: str) -> bool:
    if _NO_BLANKS.search(part):
        return part in visible
    return part in words or (len(part) >= _MIN_LETTERS and f"{part}s" in words)


def _forms(text: str) -> Iterator[str]:
    """Yield a text as a reader may see it: with and without markup, and decoded."""
    decoded = _ENCODED.sub(lambda match: decoded_field(match[0]), text)
    for form in (text, unescape(unquote(decoded))):
        yield _plain(form)
        yield _plain(form, _SPELT_OUT)
        yield _plain(_MARKUP.sub("", form))
        yield from (
            "".join(_WORD.findall(match)) for match in _SPELT.findall(_plain(_MARKUP.sub("", form)))
        )


def _plain(text: str, letters: dict[int, str] = _UNDIVIDED) -> str:
    """Return a text in lower case without accents and invisible characters."""
    small = unicodedata.normalize("NFC", text.casefold()).translate(letters).translate(_UNDIVIDED)
    return "".join(
        char
        for char in unicodedata.normalize("NFKD", small)
        if not unicodedata.combining(char) and unicodedata.category(char) != "Cf"
    )


def token_of(mail: OutgoingMail) -> str:
    """Return the token that identifies a reply to this email."""
    return mail.mail.thread.rpartition(" ")[2]


def thread_ids(mail: OutgoingMail, domain: str) -> list[str]:
    """Return the Message-IDs of the emails before this one in its thread."""
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
    foot = fill(f"{_footer(message)} Reply from the address that received it.", 78)
    return f"{MARK}\n\n{heading}\n\n{inert(message.text)}\n\n-- \n{foot}\n"


def _heading(message: Message) -> str:
    author = message.author[:1].upper() + message.author[1:]
    return f"{author} wrote to {message.recipients}"


def _footer(message: Message) -> str:
    if message.by_gamemaster and message.to_all:
        return "Replies to this email go to the gamemaster."
    if message.to_all:
        return "Replies to this email go to all."
    return "Replies to this email go to everyone in this thread."


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


class _ChangedError(Exception):
    """The game has changed since it was read."""


@frozen
class RepliedMessage:
    """The message that an email replies to, as its recipient's seat has it."""

    game_mails: GameMails
    seat: str
    message: Message


def replied_message(mails_of_games: Iterable[GameMails], head: Head) -> RepliedMessage | None:
    """Return the message that an email replies to, or None."""
    tokens = tokens_in(head.reply_to_ids)
    for game_post in mails_of_games:
        for token in tokens:
            seat_and_message = GameMessages(game_post.store).by_token(token)
            if seat_and_message is not None:
                return RepliedMessage(game_post, *seat_and_message)
    return None


def add_reply(
    original: RepliedMessage, head: Head, texts: Sequence[MailText], read: ReadMail, clock: Clock
) -> bool:
    """Add an email's text to the thread of the message it replies to, and mark the email as read.

    Its sender gets a receipt. Returns False if another process has read the email. Raises
    MessageError if the reply is not allowed, or does not come from the recipient of the message.
    """
    words = reply_text(texts)
    draft = Draft(original.seat, words.text, answers=original.message.number)
    for _ in range(_ATTEMPTS):
        context = read_state(original.game_mails.store)
        if not head.sender or not same(context.addresses.get(original.seat, ""), head.sender):
            raise MessageError(
                "it comes from a different address than the message was sent to",
                "reply from that address",
            )
        with contextlib.suppress(_ChangedError):
            return original.game_mails.take(
                read, partial(_send, draft, context, head, words, clock)
            )
    raise GameStoreError("the game kept changing", "read the emails again")


def _send(
    draft: Draft,
    context: MessagingState,
    head: Head,
    words: PersonalText,
    clock: Clock,
    connection: Connection,
) -> list[NewMail]:
    """Send a draft in this transaction and return the emails with the receipt."""
    if not context.is_current(connection):
        raise _ChangedError
    if current_rule(connection).anonymous:
        _check_anonymous(draft, context, head, words.doubtful)
    message = post(connection, draft, context, clock)
    receipt = reply_sent_part(message, head.sender, words.remarks("Not sent"))
    return answers([receipt], head, stamp(clock))


def _check_anonymous(draft: Draft, context: MessagingState, head: Head, doubtful: str) -> None:
    """Raise MessageError if a text for an anonymous message names, or may name, its writer."""
    if doubtful:
        raise ReturnedError(
            "messages in this game are anonymous, and yours may contain a quoted"
            f" email, from the line '{doubtful[:60]}'",
            "send it again without it",
            draft.text,
        )
    seat = draft.sender or ""
    names = {*context.names.get(seat, ()), head.name}
    named = identifying_words(
        clean(draft.text), names, (head.sender, context.addresses.get(seat, ""))
    )
    if named:
        raise ReturnedError(
            "messages in this game are anonymous, and yours contains your name or"
            f" address: '{named}'",
            "send it again without it",
            draft.text,
        )
