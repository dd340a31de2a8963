"""Vacations of players, which postpone deadlines."""

from __future__ import annotations

from datetime import timedelta

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now
from horizons_host.deadlines.deciding import deadline_editor
from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.outlook import Outlook
from horizons_host.deadlines.rules import days_from
from horizons_host.seating import SeatError, seat_of
from horizons_host.store import GAMEMASTER, GameStore

#: Largest number of current and future vacations of a seat.
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
    """Announce that a seat's player is away on some days ("2026-12-24..2027-01-02").

    Deadlines on these days are postponed to the next one after them, within the days that the rule
    grants each seat; beyond those, the seat's policy applies at once, without a grace period.
    Raises DeadlineError, SeatError.
    """
    editor = deadline_editor(store, reason, clock, by)
    seat = seat_of(store.seats(), player)
    if seat.bot or seat.role:
        raise SeatError(
            LocalizedText("{seat} gives no orders", seat=seat.name),
            LocalizedText("turns don't wait for this seat"),
        )
    away, zone = days_from(days), editor.rule.schedule.zone
    today = editor.time.astimezone(zone).date()
    if away.last < today:
        raise DeadlineError(
            LocalizedText("{days} is in the past", days=str(away)),
            LocalizedText("announce vacations in advance"),
        )
    vacations = [v.days for v in editor.facts.course.vacations if v.seat == seat.name]
    if away.first > today + _AHEAD or sum(v.last >= today for v in vacations) >= MOST_AHEAD:
        raise DeadlineError(
            f"{away} is too far ahead, or there are too many vacations",
            f"at most {MOST_AHEAD} vacations, beginning within a year",
        )
    if any(away.first <= other.last and other.first <= away.last for other in vacations):
        raise DeadlineError(
            LocalizedText("{seat} is already away then", seat=seat.name),
            LocalizedText("cancel that vacation first"),
        )
    words = LocalizedText("{seat} is away on {days}", seat=seat.name, days=str(away))
    return editor.decide("vacation", words, {"days": str(away)}, seat.name)


def end_vacation(
    store: GameStore, player: str, *, reason: str = "", clock: Clock = now, by: str = GAMEMASTER
) -> Outlook:
    """Cancel a seat's current and future vacations; a postponed deadline stays postponed.

    Raises DeadlineError, SeatError.
    """
    editor = deadline_editor(store, reason, clock, by)
    seat = seat_of(store.seats(), player)
    today = editor.time.astimezone(editor.rule.schedule.zone).date()
    vacations = [
        vacation
        for vacation in editor.facts.course.vacations
        if vacation.seat == seat.name and vacation.days.last >= today
    ]
    if not vacations:
        raise DeadlineError(
            LocalizedText("{seat} has no vacation", seat=seat.name),
            "horizons deadline show",
        )
    numbers = {"vacations": [vacation.number for vacation in vacations]}
    words = LocalizedText("{seat} is no longer away", seat=seat.name)
    return editor.decide("return", words, numbers, seat.name)
