"""Moderation of messages: blocking senders, and reporting messages to the gamemaster."""

from __future__ import annotations

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.press.reading import message_of
from horizons_host.press.texts import MessageError, clean_reason
from horizons_host.seating import seat_of
from horizons_host.store import Block, GameMessages, GameStore, MessageReport


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
