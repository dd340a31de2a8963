"""The ways by which somebody is told: webhooks, and the mails that a seat wants."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now, stamp
from horizons_host.notifications.addresses import target_of
from horizons_host.notifications.words import KINDS, NoticeError, known_kinds
from horizons_host.seating import SeatError, seat_of
from horizons_host.store import GameStore, Notices, Way, telling

#: So many webhooks a seat has, or the game.
MOST_WEBHOOKS = 5
#: Mails that there are anyway and that a seat may do without.
OPTIONAL_MAILS = ("turn", "deadline", "reminder", "message", "announcement")
#: Kinds of which there are no other mails: a seat may have a short one.
MORE_MAILS = ("joined", "seat")


def add_webhook(
    store: GameStore,
    url: str,
    player: str | None = None,
    kinds: Collection[str] = (),
    clock: Clock = now,
    *,
    gamemaster: bool = False,
    secret: str = "",
) -> Way:
    """Have what happens from now on be posted to a URL; without `kinds` all of it.

    With a `player` it is what that seat is told; else what everybody may know, and for the
    `gamemaster` what is the gamemaster's besides. The posts are signed with the `secret`, or a new
    one; it is in the answer. Raises NoticeError, SeatError.
    """
    target_of(url)
    seat = None if player is None else seat_of(store.seats(), player).name
    scope = telling.SEAT if seat else telling.GAMEMASTER if gamemaster else telling.GAME
    others = [one for one in webhooks(store) if (one.scope, one.seat) == (scope, seat)]
    if any(one.address == url for one in others):
        raise NoticeError("this webhook already exists", LocalizedText("nothing was changed"))
    if len(others) >= MOST_WEBHOOKS:
        raise NoticeError(f"there are already {len(others)} webhooks", "remove one of them")
    way = Way("webhook", scope, url, secret or new_secret(), stamp(clock), seat, known_kinds(kinds))
    number = Notices(store).add(way)
    return next(one for one in webhooks(store) if one.id == number)


def new_secret() -> str:
    """A secret that posts to a webhook are signed with."""
    return secrets.token_hex(32)


def webhooks(store: GameStore) -> list[Way]:
    """The webhooks of a game and its seats."""
    return [one for one in Notices(store).ways() if one.how == "webhook"]


def webhooks_of(store: GameStore, player: str) -> list[Way]:
    """The webhooks of a seat; raises SeatError."""
    seat = seat_of(store.seats(), player).name
    return [one for one in webhooks(store) if one.seat == seat]


def webhook(store: GameStore, number: int) -> Way:
    """The webhook of this number; raises NoticeError."""
    for one in webhooks(store):
        if one.id == number:
            return one
    raise NoticeError(
        LocalizedText("there is no webhook {number}", number=number),
        "see 'horizons notify list'",
    )


def remove_webhook(store: GameStore, number: int, clock: Clock = now) -> None:
    """Post to a webhook no more; what waits for it is not sent. Raises NoticeError."""
    Notices(store).remove(webhook(store, number).id, stamp(clock))


def mails_of(store: GameStore, player: str) -> list[str]:
    """The kinds of happenings of which a seat gets mails; raises SeatError.

    It may choose among `OPTIONAL_MAILS` and `MORE_MAILS`; of all other kinds it gets them anyway.
    """
    muted, more = Notices(store).mails(seat_of(store.seats(), player).name)
    wanted = {*(one for one in OPTIONAL_MAILS if one not in muted), *(more.kinds if more else ())}
    return [kind for kind in KINDS if kind in wanted]


def set_mails(
    store: GameStore, player: str, kinds: Collection[str], clock: Clock = now
) -> list[str]:
    """Have a seat get mails of these kinds, and of no other that it may do without.

    Raises SeatError, NoticeError for a kind that cannot be chosen.
    """
    seat = seat_of(store.seats(), player)
    if seat.bot:
        raise SeatError(
            LocalizedText("{seat} is played by the bot {bot}", seat=seat.name, bot=seat.bot),
            "bots get no mails",
        )
    for kind in known_kinds(kinds):
        if kind not in (*OPTIONAL_MAILS, *MORE_MAILS):
            chosen = ", ".join((*OPTIONAL_MAILS, *MORE_MAILS))
            raise NoticeError(
                f"there is no subscription '{kind}'",
                LocalizedText("choose from {names}", names=chosen),
            )
    muted = [kind for kind in OPTIONAL_MAILS if kind not in kinds]
    more = [kind for kind in MORE_MAILS if kind in kinds]
    Notices(store).set_mails(seat.name, muted, more, stamp(clock))
    return mails_of(store, seat.name)
