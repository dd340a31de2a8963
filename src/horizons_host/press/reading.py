"""Reading messages: those of a seat or the gamemaster, by thread, and which are unread."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import frozen

from horizons_host.clock import Clock, now, stamp
from horizons_host.press.posting import no_message, read_state
from horizons_host.press.texts import MessageError
from horizons_host.seating import seat_of
from horizons_host.store import GameMessages, GameStore, Message


@frozen
class Thread:
    """A thread of messages, earliest first."""

    number: int
    messages: Sequence[Message]

    @property
    def subject(self) -> str:
        """The subject of the first message."""
        return self.messages[0].subject

    @property
    def unread(self) -> int:
        """Number of unread messages."""
        return sum(not message.read for message in self.messages)


def messages_of(store: GameStore, player: str) -> list[Message]:
    """Return all messages that a seat sent or received, with its numbers; raises SeatError."""
    return GameMessages(store).messages_of(seat_of(store.seats(), player).name)


def threads_of(store: GameStore, player: str) -> list[Thread]:
    """Return a seat's threads, the one with the latest message first; raises SeatError."""
    by_thread: dict[int, list[Message]] = {}
    for message in messages_of(store, player):
        by_thread.setdefault(message.thread, []).append(message)
    threads = [Thread(number, tuple(messages)) for number, messages in by_thread.items()]
    return sorted(threads, key=lambda thread: -thread.messages[-1].number)


def message_of(store: GameStore, player: str, number: int) -> Message:
    """Return a seat's message by its number; raises MessageError, SeatError."""
    for message in messages_of(store, player):
        if message.number == number:
            return message
    raise no_message(number)


def unread_of(store: GameStore, player: str) -> int:
    """Return the number of a seat's unread messages; raises SeatError."""
    return GameMessages(store).unread(seat_of(store.seats(), player).name)


def mark_read(
    store: GameStore, player: str, numbers: Collection[int] | None = None, clock: Clock = now
) -> None:
    """Mark these messages of a seat (None: all) as read; raises SeatError."""
    GameMessages(store).mark_read(seat_of(store.seats(), player).name, numbers, stamp(clock))


def gamemaster_messages(store: GameStore) -> list[Message]:
    """Return the messages from and to the gamemaster."""
    return GameMessages(store).of_gamemaster()


def announcements(store: GameStore) -> list[Message]:
    """Return the gamemaster's messages to all, visible to everyone who can see the game."""
    return [m for m in gamemaster_messages(store) if m.by_gamemaster and m.to_all]


def opened_messages(store: GameStore) -> list[Message]:
    """Return the messages that are public after the end of the game.

    These are messages to all, and those sent under a rule that opens them, with their senders.
    Raises MessageError before the end of the game.
    """
    if not read_state(store).over:
        raise MessageError("the game is not over", "messages become public after its end")
    return GameMessages(store).opening()
