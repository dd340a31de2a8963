"""Messages of a seat by thread, and the blocks and reports of players."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import frozen

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.messages.posting import MessageError, clean_reason, read_state, unknown_message
from horizons_host.seats.seats import seat_of
from horizons_host.store import Block, GameMessages, GameStore, Message, MessageReport


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
    raise unknown_message(number)


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


def block(store: GameStore, player: str, sender: str, clock: Clock = now) -> None:
    """Block messages under a name for a seat; the sender is not notified.

    Raises SeatError, MessageError for the seat's own name.
    """
    seats = store.seats()
    seat, other = seat_of(seats, player), seat_of(seats, sender)
    if seat.name == other.name:
        raise MessageError("you can't block yourself", "choose another player")
    GameMessages(store).block(seat.name, other.name, stamp(clock))


def block_writer(store: GameStore, player: str, number: int, clock: Clock = now) -> None:
    """Block the sender of a message for a seat; the sender is not notified.

    For a signed message this blocks the name; else the same player's anonymous messages, without
    revealing the player. Raises SeatError, MessageError for the seat's own message or the
    gamemaster's.
    """
    message = message_of(store, player, number)
    if message.mine or message.by_gamemaster:
        owner = "your own" if message.mine else "the gamemaster's"
        raise MessageError(f"message {number} is {owner}", "choose a message of another player")
    if message.sender:
        block(store, player, message.sender, clock)
        return
    GameMessages(store).block_writer(seat_of(store.seats(), player).name, number, stamp(clock))


def unblock(store: GameStore, player: str, sender: str = "", number: int = 0) -> None:
    """Unblock a sender for a seat; messages sent in the meantime are not delivered.

    The sender is given by name, or by the number of a message as in `block_writer`. Raises
    SeatError, MessageError if the sender is not blocked.
    """
    seats = store.seats()
    signed = message_of(store, player, number).sender if number else None
    if signed:
        sender, number = signed, 0
    other = "" if number else seat_of(seats, sender).name
    if not GameMessages(store).unblock(seat_of(seats, player).name, other, number):
        blocked_sender = f"the sender of message {number}" if number else other
        raise MessageError(f"{blocked_sender} is not blocked", "see the list of blocked senders")


def blocked(store: GameStore, player: str) -> list[Block]:
    """Return the blocked senders of a seat; raises SeatError."""
    return GameMessages(store).blocks(seat_of(store.seats(), player).name)


def report(
    store: GameStore, player: str, number: int, reason: str = "", clock: Clock = now
) -> None:
    """Report a message of a seat to the gamemaster, with its text, and its writer if signed.

    Raises SeatError, MessageError for a message that does not exist or was reported before.
    """
    message = message_of(store, player, number)
    seat = seat_of(store.seats(), player).name
    if message.mine:
        raise MessageError(f"message {number} is your own", "write to the gamemaster")
    if not GameMessages(store).report(seat, number, clean_reason(reason), stamp(clock)):
        raise MessageError(
            f"message {number} has already been reported", LocalizedText("nothing was changed")
        )


def reports(store: GameStore) -> list[MessageReport]:
    """Return the messages that were reported to the gamemaster."""
    return GameMessages(store).reports()
