"""What a seat has of messages, and the gamemaster; and which of them a seat has read."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from attrs import frozen

from horizons_host.clock import Clock, now, stamp
from horizons_host.press.posting import here_of, no_message
from horizons_host.press.texts import PressError
from horizons_host.seating import seat_of
from horizons_host.store import GameStore, Message, Press


@frozen
class Thread:
    """Messages that answer each other, the earliest first."""

    number: int
    messages: Sequence[Message]

    @property
    def subject(self) -> str:
        """What it is about."""
        return self.messages[0].subject

    @property
    def unread(self) -> int:
        """How many of its messages have not been read."""
        return sum(not one.read for one in self.messages)


def messages_of(store: GameStore, player: str) -> list[Message]:
    """All messages that a seat wrote or got, as it counts them; raises SeatError."""
    return Press(store).messages_of(seat_of(store.seats(), player).name)


def threads_of(store: GameStore, player: str) -> list[Thread]:
    """A seat's messages by thread, that with the latest message first; raises SeatError."""
    found: dict[int, list[Message]] = {}
    for one in messages_of(store, player):
        found.setdefault(one.thread, []).append(one)
    threads = [Thread(number, tuple(its)) for number, its in found.items()]
    return sorted(threads, key=lambda thread: -thread.messages[-1].number)


def message_of(store: GameStore, player: str, number: int) -> Message:
    """The message that a seat has under this number; raises PressError, SeatError."""
    for one in messages_of(store, player):
        if one.number == number:
            return one
    raise no_message(number)


def unread_of(store: GameStore, player: str) -> int:
    """How many messages a seat has not read; raises SeatError."""
    return Press(store).unread(seat_of(store.seats(), player).name)


def mark_read(
    store: GameStore, player: str, numbers: Collection[int] | None = None, clock: Clock = now
) -> None:
    """Note that a seat has read these messages (None: all that it has); raises SeatError."""
    Press(store).mark_read(seat_of(store.seats(), player).name, numbers, stamp(clock))


def gamemasters(store: GameStore) -> list[Message]:
    """What the gamemaster wrote, and what was written to the gamemaster."""
    return Press(store).of_gamemaster()


def announcements(store: GameStore) -> list[Message]:
    """What the gamemaster wrote to everybody: open to whoever may look at the game."""
    return [one for one in gamemasters(store) if one.by_gamemaster and one.everybody]


def opened(store: GameStore) -> list[Message]:
    """The messages that are open to everybody now that the game is over.

    Those to everybody, and those written under a rule that opens them, with who wrote them. Raises
    PressError while the game goes on.
    """
    if not here_of(store).over:
        raise PressError("the game is not over", "messages become public after its end")
    return Press(store).opening()
