"""Vacations: that a seat's player is away, and deadlines that are put off for it."""

from __future__ import annotations

from datetime import timedelta

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now
from horizons_host.deadlines.deciding import deciding
from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.outlook import Outlook
from horizons_host.deadlines.rules import days_from
from horizons_host.seating import SeatError, seat_of
from horizons_host.store import GAMEMASTER, GameStore

#: So many vacations of a seat that are not over are noted.
MOST_AHEAD = 10
_AHEAD = timedelta(days=366)


def announce_vacation(
    store: GameStore,
    player: str,
    days: str,
    *,
    reason: str = "",
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> Outlook:
    """Note that a seat's player is away, from a day to a day ("2026-12-24..2027-01-02").

    Deadlines that fall on these days are put off to the next one after them, within the days that
    the rule grants each seat; beyond those, the seat's policy is applied at once, without grace.
    Raises DeadlineError, SeatError.
    """
    desk = deciding(store, reason, clock, by)
    seat = seat_of(store.seats(), player)
    if seat.bot or seat.role:
        raise SeatError(
            LocalizedText("{seat} gives no orders", seat=seat.name),
            LocalizedText("turns don't wait for this seat"),
        )
    away, zone = days_from(days), desk.rule.schedule.zone
    today = desk.time.astimezone(zone).date()
    if away.last < today:
        raise DeadlineError(
            LocalizedText("{days} is in the past", days=str(away)),
            LocalizedText("announce vacations in advance"),
        )
    mine = [one.days for one in desk.facts.course.vacations if one.seat == seat.name]
    if away.first > today + _AHEAD or sum(one.last >= today for one in mine) >= MOST_AHEAD:
        raise DeadlineError(
            f"{away} is too far ahead, or there are too many vacations",
            f"at most {MOST_AHEAD} vacations, beginning within a year",
        )
    if any(away.first <= other.last and other.first <= away.last for other in mine):
        raise DeadlineError(
            LocalizedText("{seat} is already away then", seat=seat.name),
            LocalizedText("cancel that vacation first"),
        )
    told = LocalizedText("{seat} is away on {days}", seat=seat.name, days=str(away))
    return desk.decide("vacation", told, {"days": str(away)}, seat.name)


def end_vacation(
    store: GameStore, player: str, *, reason: str = "", clock: Clock = now, by: str = GAMEMASTER
) -> Outlook:
    """Take a seat's vacations back that are not over; a deadline that was put off stays so.

    Raises DeadlineError, SeatError.
    """
    desk = deciding(store, reason, clock, by)
    seat = seat_of(store.seats(), player)
    today = desk.time.astimezone(desk.rule.schedule.zone).date()
    found = [
        one
        for one in desk.facts.course.vacations
        if one.seat == seat.name and one.days.last >= today
    ]
    if not found:
        raise DeadlineError(
            LocalizedText("{seat} has no vacation", seat=seat.name),
            "horizons deadline show",
        )
    numbers = {"vacations": [one.number for one in found]}
    told = LocalizedText("{seat} is no longer away", seat=seat.name)
    return desk.decide("return", told, numbers, seat.name)
