"""Queued emails with the reports of a turn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import horizons_core as hz
from horizons_host.games.order_claims import address_of
from horizons_host.store import NewMail, SeatRecord


def report_mails(
    game: Any, seats: Sequence[SeatRecord], reported: Collection[str], time: str
) -> list[NewMail]:
    """Return an email for each person with an address who got a report of the turn."""
    at = addresses(game, seats)
    return [report_mail(game, name, at[name], time) for name in at if name in reported]


def addresses(game: Any, seats: Sequence[SeatRecord]) -> dict[str, str]:
    """Return the email addresses of people, by seat; seats without one are left out."""
    by_seat = {seat.name: address_of(seat, game) for seat in seats if not seat.bot}
    return {name: address for name, address in by_seat.items() if address}


def report_mail(game: Any, seat: str, address: str, time: str, turn: int | None = None) -> NewMail:
    """Return the email with a seat's report of a turn (None: the latest)."""
    title = game.name or hz.variant_of(game).info.title
    number = game.turn if turn is None else turn
    last = game.outcome is not None and number == game.turn
    return NewMail(
        kind="report",
        recipient=address,
        subject=f"[{title}] Turn {number}: report for {seat}" + (", the last" if last else ""),
        created_at=time,
        seat=seat,
        turn=number,
    )
