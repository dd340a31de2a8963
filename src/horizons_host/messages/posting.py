"""Sends messages, subject to the message rule and rate limits of a game."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from attrs import evolve, frozen
from sqlalchemy import ColumnElement, Connection, func, select

import horizons_core as hz
from horizons_core.errors import HorizonsError
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.mail.report_mails import addresses
from horizons_host.seats.seats import SeatError, seat_of
from horizons_host.store import (
    NO_MESSAGES,
    PUBLIC_MESSAGES,
    GameStore,
    GameStoreError,
    Message,
    MessagingRule,
    NewMessage,
    SeatRecord,
    rows,
)
from horizons_host.store.messages import insert_message, messages_of, release, row_of, to_gamemaster
from horizons_host.store.messages import rule as current_rule
from horizons_host.store.schema import messages

#: Size limits of a message, in characters.
MAX_TEXT_LENGTH = 10_000
MAX_SUBJECT_LENGTH = 100
#: Maximum number of combining marks on a letter.
_MAX_MARKS = 6
#: Invisible characters that join letters and emoji.
_JOINERS = "\u200c\u200d"
_LINE_END = re.compile(r"\r\n|\r|\x85|\u2028|\u2029")
_GAPS = re.compile(r"\n{4,}")
#: Categories of invisible characters: controls, direction overrides, surrogates, unassigned.
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Cn"))

#: Rate limits of a seat's messages, within a day and within ten minutes.
MAX_PER_DAY = 100
MAX_AT_ONCE = 20
#: Rate limit of a seat's messages to all, within a day.
MAX_TO_ALL = 25
_AT_ONCE = timedelta(minutes=10)
_DAY = timedelta(days=1)
_ATTEMPTS = 5
_ONLY_GAMEMASTER = "write to the gamemaster, or outside of the game"

T = TypeVar("T")


class MessageError(HorizonsError):
    """A message that cannot be sent or does not exist."""


def read_text(file: Path) -> str:
    """Read a text from a file, or from standard input for `-`; raises MessageError, OSError."""
    maximum = 4 * MAX_TEXT_LENGTH + 4
    if str(file) == "-":
        data = sys.stdin.buffer.read(maximum)
    else:
        with file.open("rb") as stream:
            data = stream.read(maximum)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise MessageError(
            f"'{file}' is not UTF-8 text", LocalizedText("save it as UTF-8")
        ) from problem


def clean(text: str) -> str:
    """Clean a message's text for storage; raises MessageError if it is empty or too long.

    Removes control characters, direction overrides, invisible characters and excess combining
    marks.
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise MessageError(
            f"the message has {len(text):,} characters", f"write at most {MAX_TEXT_LENGTH:,}"
        )
    lines = (line.rstrip() for line in _LINE_END.sub("\n", text).split("\n"))
    cleaned = _GAPS.sub("\n\n\n", "\n".join(_visible(line) for line in lines)).strip("\n")
    if not cleaned.strip() or len(cleaned) > MAX_TEXT_LENGTH:
        raise MessageError("the message is empty", "write a message")
    return cleaned


def clean_subject(subject: str, text: str) -> str:
    """Clean a subject to one line; without one, use the text's first words."""
    cleaned = _visible(" ".join(subject[: 10 * MAX_SUBJECT_LENGTH].split()))
    if len(cleaned) > MAX_SUBJECT_LENGTH:
        raise MessageError(
            "the subject is too long",
            LocalizedText("write at most {most} characters", most=MAX_SUBJECT_LENGTH),
        )
    words = " ".join(text[: 10 * MAX_SUBJECT_LENGTH].split())
    return cleaned or (words if len(words) <= 50 else f"{words[:50].rstrip()} ...")


def clean_reason(reason: str) -> str:
    """Clean the reason for a report to one line."""
    return _visible(" ".join(reason[:MAX_TEXT_LENGTH].split()))[:500]


def _visible(line: str) -> str:
    """Return the line without invisible characters."""
    characters: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", line):
        kind = unicodedata.category(char)
        if kind in _UNSEEN and char not in _JOINERS and char != "\t":
            continue
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if marks <= _MAX_MARKS:
            characters.append(char)
    return "".join(characters)


@frozen
class Draft:
    """A message to be sent: `sender` is a seat's name, None for the gamemaster.

    It goes to the seats in `to`, with `to_all` to everyone, with `gamemaster` to the gamemaster; or
    it `answers` a message, by its number in the writer's list, and goes to everyone in its thread.
    """

    sender: str | None
    text: str
    subject: str = ""
    to: Sequence[str] = ()
    to_all: bool = False
    gamemaster: bool = False
    answers: int = 0


@frozen
class MessagingState:
    """The state of a game when it was read: seats, email addresses, and whether it is over.

    `names` has the names of each seat's player and empire.
    """

    seats: Sequence[SeatRecord]
    turn: int
    addresses: Mapping[str, str]
    over: bool
    names: Mapping[str, frozenset[str]] = {}

    def is_current(self, connection: Connection) -> bool:
        """Return whether the stored game still has this state."""
        return rows.latest(connection) == self.turn and rows.seats(connection) == self.seats


def read_state(store: GameStore) -> MessagingState:
    """Read the current state of a game."""
    snapshot = store.snapshot()
    game = hz.load(snapshot.state)
    at = addresses(game, snapshot.seats)
    names = {
        seat.name: frozenset((seat.name, str(game.participant(seat.name).name)))
        for seat in snapshot.seats
    }
    return MessagingState(snapshot.seats, snapshot.turn, at, game.outcome is not None, names)


def in_transaction(store: GameStore, act: Callable[[Connection, MessagingState], T]) -> T:
    """Call `act` in a transaction with the game's state in that transaction.

    Raises GameStoreError if the game keeps changing, and the errors of `act`.
    """
    for _ in range(_ATTEMPTS):
        state = read_state(store)
        with store.writing() as connection:
            if state.is_current(connection):
                return act(connection, state)
    raise GameStoreError("the game kept changing", "try again; nothing was sent")


def send(store: GameStore, draft: Draft, clock: Clock = now) -> Message:
    """Send a message and return the sender's copy.

    Raises MessageError if a rule or limit forbids it, SeatError for an unknown name.
    """
    return in_transaction(store, lambda connection, state: post(connection, draft, state, clock))


def post(connection: Connection, draft: Draft, state: MessagingState, clock: Clock) -> Message:
    """Send a message in a transaction; raises the errors of `send`."""
    seat = None if draft.sender is None else _writer(state, draft.sender)
    text = clean(draft.text)
    rule = current_rule(connection)
    time = stamp(clock)
    new = (
        _answer(connection, state, seat, draft, text)
        if draft.answers
        else _first(state, seat, draft, text)
    )
    new = _by_rule(new, rule, state.turn, time)
    if seat is not None:
        _demand_allowed(new, rule)
        _demand_moderate(connection, new, clock)
    number = insert_message(connection, new)
    if seat is None or state.over or not (rule.with_turn and _is_for_seats(new)):
        release(connection, number, time, state.addresses)
    if seat is not None:
        return messages_of(connection, seat)[-1]
    row = connection.execute(select(messages).where(messages.c.id == number)).one()
    return to_gamemaster(row)


def _writer(state: MessagingState, name: str) -> str:
    seat = seat_of(state.seats, name)
    if seat.bot:
        raise SeatError(
            LocalizedText("{seat} is played by the bot {bot}", seat=seat.name, bot=seat.bot),
            "bots don't write messages",
        )
    return seat.name


def _first(state: MessagingState, seat: str | None, draft: Draft, text: str) -> NewMessage:
    """Build a message that begins a thread."""
    if draft.to_all and (draft.to or draft.gamemaster):
        raise MessageError("a message to all already goes to everyone", "omit the names")
    named = {seat_of(state.seats, name).name for name in draft.to}
    if seat is not None and seat in named:
        raise MessageError("you can't write to yourself", "choose another player")
    if not (named or draft.to_all or draft.gamemaster):
        raise MessageError("the message has no recipient", "choose a player, all or the gamemaster")
    if seat is None and draft.gamemaster:
        raise MessageError("the gamemaster can't write to the gamemaster", "choose a player")
    return NewMessage(
        seat,
        [recipient.name for recipient in state.seats if recipient.name in named],
        clean_subject(draft.subject, text),
        text,
        0,
        "",
        to_all=draft.to_all,
        gamemaster=draft.gamemaster,
    )


def _answer(
    connection: Connection, state: MessagingState, seat: str | None, draft: Draft, text: str
) -> NewMessage:
    """Build a reply, which goes to everyone in the thread.

    A reply to the gamemaster's announcement goes to the gamemaster alone.
    """
    if draft.to or draft.to_all or draft.gamemaster:
        raise MessageError("a reply goes to everyone in its thread", "omit the recipients")
    row = row_of(connection, seat, draft.answers)
    if row is None:
        raise unknown_message(draft.answers)
    announced = row.to_all and row.sender is None and seat is not None
    recipients = {row.sender, *row.audience} - {seat} if not row.to_all else set()
    return NewMessage(
        seat,
        [recipient.name for recipient in state.seats if recipient.name in recipients],
        row.subject,
        text,
        0,
        "",
        to_all=row.to_all and not announced,
        gamemaster=seat is not None and (row.gamemaster or row.sender is None),
        thread=row.thread or row.id,
        veiled=row.anonymous or row.veiled,
    )


def unknown_message(number: int) -> MessageError:
    """Return the error for an unknown message number."""
    return MessageError(f"there is no message {number}", "see the numbers in your list of messages")


def _by_rule(new: NewMessage, rule: MessagingRule, turn: int, time: str) -> NewMessage:
    """Apply the rule to a message: whether it is signed, and becomes public after the end."""
    anonymous = rule.anonymous and new.sender is not None
    between_seats = new.sender is not None and _is_for_seats(new)
    return evolve(
        new,
        turn=turn,
        sent_at=time,
        anonymous=anonymous,
        veiled=bool(new.thread) and (new.veiled or anonymous),
        opens=rule.opened and between_seats,
    )


def _is_for_seats(new: NewMessage) -> bool:
    return new.to_all or bool(new.audience)


def _demand_allowed(new: NewMessage, rule: MessagingRule) -> None:
    """Raise MessageError if the rule forbids a seat's message."""
    if rule.who == NO_MESSAGES and _is_for_seats(new):
        raise MessageError("players can't write to each other in this game", _ONLY_GAMEMASTER)
    if rule.who == PUBLIC_MESSAGES and new.audience:
        raise MessageError("players can only write to all in this game", "write to all")


def _demand_moderate(connection: Connection, new: NewMessage, clock: Clock) -> None:
    """Raise MessageError if a seat exceeds the rate limits."""
    table, times = messages.c, clock()
    now_ = stamp(clock)  # ignores messages stamped by a clock that ran ahead

    def since(span: timedelta, *more: ColumnElement[bool]) -> int:
        start = stamp(lambda: times - span)
        ours = table.sender == new.sender, table.sent_at > start, table.sent_at <= now_
        query = select(func.count()).select_from(messages).where(*ours, *more)
        return connection.execute(query).scalar_one()

    if since(_AT_ONCE) >= MAX_AT_ONCE or since(_DAY) >= MAX_PER_DAY:
        raise MessageError("you have sent too many messages", "try again later")
    if new.to_all and since(_DAY, table.to_all.is_(True)) >= MAX_TO_ALL:
        raise MessageError("you have sent too many messages to all", "try again tomorrow")
