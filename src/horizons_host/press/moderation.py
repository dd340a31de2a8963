"""Messages that somebody does not want: senders blocked, and messages shown to the gamemaster."""

from __future__ import annotations

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.press.reading import message_of
from horizons_host.press.texts import PressError, clean_reason
from horizons_host.seating import seat_of
from horizons_host.store import Block, GameStore, MessageReport, Press


def block(store: GameStore, player: str, sender: str, clock: Clock = now) -> None:
    """Have a seat get no further messages under a name; who is blocked is not told.

    Raises SeatError, PressError for one's own name.
    """
    seats = store.seats()
    seat, other = seat_of(seats, player), seat_of(seats, sender)
    if seat.name == other.name:
        raise PressError("you can't block yourself", "choose another player")
    Press(store).block(seat.name, other.name, stamp(clock))


def block_writer(store: GameStore, player: str, number: int, clock: Clock = now) -> None:
    """Have a seat get no further messages of whoever wrote this one.

    If that was written under a name, of this name; else what the same player writes anonymously.
    Who it is, is not told. Raises SeatError, PressError for one's own message and the gamemaster's.
    """
    message = message_of(store, player, number)
    if message.mine or message.by_gamemaster:
        whose = "your own" if message.mine else "the gamemaster's"
        raise PressError(f"message {number} is {whose}", "choose a message of another player")
    if message.sender:
        block(store, player, message.sender, clock)
        return
    Press(store).block_writer(seat_of(store.seats(), player).name, number, stamp(clock))


def unblock(store: GameStore, player: str, sender: str = "", number: int = 0) -> None:
    """Have a seat get messages again; those that were sent meanwhile do not come any more.

    They are named like those that are blocked: by a sender, or by a message of whoever wrote it.
    Raises SeatError, PressError if nothing stands in their way.
    """
    seats = store.seats()
    signed = message_of(store, player, number).sender if number else None
    if signed:
        sender, number = signed, 0
    other = "" if number else seat_of(seats, sender).name
    if not Press(store).unblock(seat_of(seats, player).name, other, number):
        whom = f"the sender of message {number}" if number else other
        raise PressError(f"{whom} is not blocked", "see the list of blocked senders")


def blocked(store: GameStore, player: str) -> list[Block]:
    """Whose messages a seat wants none of; raises SeatError."""
    return Press(store).blocks(seat_of(store.seats(), player).name)


def report(
    store: GameStore, player: str, number: int, reason: str = "", clock: Clock = now
) -> None:
    """Show a message of a seat to the gamemaster, with its text and its writer if it is signed.

    Raises SeatError, PressError for a message that there is not, or that was shown before.
    """
    message = message_of(store, player, number)
    seat = seat_of(store.seats(), player).name
    if message.mine:
        raise PressError(f"message {number} is your own", "write to the gamemaster")
    if not Press(store).report(seat, number, clean_reason(reason), stamp(clock)):
        raise PressError(
            f"message {number} has already been reported", LocalizedText("nothing was changed")
        )


def reports(store: GameStore) -> list[MessageReport]:
    """The messages that were shown to the gamemaster."""
    return Press(store).reports()
