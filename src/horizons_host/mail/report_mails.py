"""Queued emails with the reports of a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import horizons_core as hz
from horizons_host.games.order_claims import address_of
from horizons_host.reports.files import titled_turn
from horizons_host.store import NewMail, SeatRecord


def report_mails(
    game: Any, seats: Sequence[SeatRecord], reports: Mapping[str, Mapping[str, Any]], time: str
) -> list[NewMail]:
    """Return an email for each person with an address who got a report of the turn."""
    at = addresses(game, seats)
    return [
        report_mail(game, reports[name], name, at[name], time) for name in at if name in reports
    ]


def addresses(game: Any, seats: Sequence[SeatRecord]) -> dict[str, str]:
    """Return the email addresses of people, by seat; seats without one are left out."""
    by_seat = {seat.name: address_of(seat, game) for seat in seats if not seat.bot}
    return {name: address for name, address in by_seat.items() if address}


def report_mail(
    game: Any, report: Mapping[str, Any], seat: str, address: str, time: str
) -> NewMail:
    """Return the email with a seat's report of a turn."""
    variant, number = hz.variant_of(game), report["turn"]
    title = titled_turn(number, variant.report_title(report))
    last = game.outcome is not None and number == game.turn
    return NewMail(
        kind="report",
        recipient=address,
        subject=f"[{game.name or variant.info.title}] {title}: report for {seat}"
        + (", the last" if last else ""),
        created_at=time,
        seat=seat,
        turn=number,
    )
