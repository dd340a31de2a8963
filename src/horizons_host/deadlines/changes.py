"""What a gamemaster, or a seat's player, decides on deadlines; everybody is told.

Each is a row that stays (`Deadlines`), with who decided it, when and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now
from horizons_host.deadlines.deciding import Deciding, deciding
from horizons_host.deadlines.decisions import stamped
from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.outlook import Outlook
from horizons_host.deadlines.rules import changed
from horizons_host.deadlines.zones import time_from
from horizons_host.store import GAMEMASTER, Deadlines, GameStore

#: A turn is put off for so long at most at once.
_LONGEST = timedelta(days=366)


def set_rule(
    store: GameStore,
    changes: Mapping[str, Any],
    *,
    reason: str = "",
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> Outlook:
    """Set the rule of a game's deadlines, or parts of it: see `rules.changed` and `Rule.told`.

    The deadline of the coming turn stays, unless other times are set: then it is the first one by
    them that leaves the minimum time from now on. Raises DeadlineError.
    """
    desk = deciding(store, reason, clock, by)
    before = desk.facts.course.rule
    zone = before.schedule.zone if before else UTC
    rule = changed(before, desk.time.astimezone(zone).date(), changes)
    told = LocalizedText("The schedule is now {rule}", rule=rule.schedule.words)
    return desk.decide("rule", told, rule.told())


def clear_rule(
    store: GameStore, *, reason: str = "", clock: Clock = now, by: str = GAMEMASTER
) -> Outlook:
    """Keep no deadlines any more: the gamemaster runs the turns. Raises DeadlineError."""
    desk = deciding(store, reason, clock, by)
    _ = desk.rule
    return desk.decide("rule", LocalizedText("Deadlines were removed"))


def pause(
    store: GameStore, *, reason: str = "", clock: Clock = now, by: str = GAMEMASTER
) -> Outlook:
    """Stop the clock of a game until it is resumed; raises DeadlineError."""
    desk = deciding(store, reason, clock, by)
    _ = desk.deadline
    return desk.decide("pause", LocalizedText("The game is paused"))


def resume(
    store: GameStore,
    *,
    to: str = "",
    reason: str = "",
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> Outlook:
    """Let the clock go on.

    The deadline that held before the pause stands if there is as much time left for it as before,
    or the minimum time, or 24 hours; else it is the first by the rule of which that is so. Or it is
    the time that is named, not before the one that held. Raises DeadlineError.
    """
    desk = deciding(store, reason, clock, by)
    course = desk.facts.course
    if not course.paused:
        raise DeadlineError(LocalizedText("the game is not paused"), "see: horizons deadline show")
    if not to:
        return desk.decide("resume", LocalizedText("The game was resumed"))
    after = _later(desk, time_from(to, desk.rule.schedule.zone), course.kept or desk.time)
    told = LocalizedText("The game was resumed; the deadline is {time}", time=desk.local(after))
    return desk.decide("resume", told, {"to": stamped(after)})


def extend(
    store: GameStore,
    *,
    to: str = "",
    hours: int = 0,
    reason: str = "",
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> Outlook:
    """Put the deadline of the coming turn off, to a time of the game's zone or by hours.

    A turn is never made due earlier by this. Raises DeadlineError.
    """
    desk = deciding(store, reason, clock, by)
    before = desk.deadline
    if bool(to) == bool(hours):
        raise DeadlineError(
            "an extension needs either a time or a number of hours", "use one of them"
        )
    after = time_from(to, desk.rule.schedule.zone) if to else before + _span(hours)
    after = _later(desk, after, before + timedelta(seconds=1))
    told = LocalizedText("The deadline is {time}", time=desk.local(after))
    return desk.decide("extend", told, {"to": stamped(after)})


def _later(desk: Deciding, after: datetime, than: datetime) -> datetime:
    """A time to which a deadline is put off; raises DeadlineError for one that is too early."""
    after = after.replace(microsecond=0)
    if after < max(than, desk.time):
        raise DeadlineError(
            LocalizedText(
                "{time} is too early: the deadline is {deadline}",
                time=desk.local(after),
                deadline=desk.local(max(than, desk.time)),
            ),
            "to run a turn before its deadline: horizons turn",
        )
    if after > desk.time + _LONGEST:
        raise DeadlineError(
            LocalizedText("{time} is more than a year away", time=desk.local(after)),
            "pause the game",
        )
    return after


def _span(hours: int) -> timedelta:
    if not 0 < hours <= _LONGEST.days * 24:
        raise DeadlineError(f"a turn cannot be extended by {hours} hours", "choose 1 or more")
    return timedelta(hours=hours)


def skip(
    store: GameStore, *, reason: str = "", clock: Clock = now, by: str = GAMEMASTER
) -> Outlook:
    """Have the coming turn be due at the next time by the rule instead; raises DeadlineError."""
    desk = deciding(store, reason, clock, by)
    left_out = desk.local(desk.deadline)
    return desk.decide("skip", LocalizedText("The deadline of {time} is skipped", time=left_out))


def hold(
    store: GameStore, *, reason: str = "", clock: Clock = now, by: str = GAMEMASTER
) -> Outlook:
    """Have the coming turn not be run by the program until it is released.

    Its deadline stands, and orders are taken after it. Raises DeadlineError.
    """
    desk = deciding(store, reason, clock, by)
    _ = desk.deadline
    if desk.facts.course.held:
        raise DeadlineError(
            LocalizedText("turn {turn} is already held", turn=desk.facts.turn),
            "horizons deadline release",
        )
    return desk.decide("hold", LocalizedText("Turn {turn} is held", turn=desk.facts.turn))


def release(
    store: GameStore, *, reason: str = "", clock: Clock = now, by: str = GAMEMASTER
) -> Outlook:
    """Let the coming turn be run again: at once if its deadline is over. Raises DeadlineError."""
    desk = deciding(store, reason, clock, by)
    if not desk.facts.course.held:
        raise DeadlineError(
            LocalizedText("turn {turn} is not held", turn=desk.facts.turn), "horizons deadline show"
        )
    return desk.decide("release", LocalizedText("Turn {turn} was released", turn=desk.facts.turn))


def history(store: GameStore) -> list[dict[str, Any]]:
    """All that was decided on deadlines, and the turns that were run for them, as plain data."""
    return [
        {
            "number": one.id,
            "at": one.decided_at,
            "by": one.decided_by,
            "turn": one.turn,
            "attempt": one.attempt,
            "kind": one.kind,
            "seat": one.seat,
            "facts": dict(one.facts),
            "reason": one.reason,
        }
        for one in Deadlines(store).changes()
    ]
