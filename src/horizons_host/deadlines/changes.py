"""Changes of deadlines by the gamemaster or a seat's player; all players are notified.

Each is a permanent row (`Deadlines`) with its author, time and reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now
from horizons_host.deadlines.deciding import DeadlineEditor, deadline_editor
from horizons_host.deadlines.decisions import format_stored
from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.outlook import Outlook
from horizons_host.deadlines.rules import change_rule
from horizons_host.deadlines.zones import time_from
from horizons_host.store import GAMEMASTER, Deadlines, GameStore

#: Longest extension of a turn at once.
_LONGEST = timedelta(days=366)


def set_rule(
    store: GameStore,
    changes: Mapping[str, Any],
    *,
    reason: str = "",
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> Outlook:
    """Set a game's deadline rule, or parts of it (see `rules.changed` and `Rule.to_dict`).

    The next deadline stays unless the times change: then it is the first one that leaves the
    minimum time from now on. Raises DeadlineError.
    """
    editor = deadline_editor(store, reason, clock, by)
    before = editor.facts.course.rule
    zone = before.schedule.zone if before else UTC
    rule = change_rule(before, editor.time.astimezone(zone).date(), changes)
    words = LocalizedText("The schedule is now {rule}", rule=rule.schedule.words)
    return editor.decide("rule", words, rule.to_dict())


def clear_rule(
    store: GameStore, *, reason: str = "", clock: Clock = now, by: str = GAMEMASTER
) -> Outlook:
    """Remove deadlines, so that the gamemaster runs the turns; raises DeadlineError."""
    editor = deadline_editor(store, reason, clock, by)
    _ = editor.rule
    return editor.decide("rule", LocalizedText("Deadlines were removed"))


def pause(
    store: GameStore, *, reason: str = "", clock: Clock = now, by: str = GAMEMASTER
) -> Outlook:
    """Pause a game until it is resumed; raises DeadlineError."""
    editor = deadline_editor(store, reason, clock, by)
    _ = editor.deadline
    return editor.decide("pause", LocalizedText("The game is paused"))


def resume(
    store: GameStore,
    *,
    to: str = "",
    reason: str = "",
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> Outlook:
    """Resume a paused game.

    The deadline before the pause is kept if as much time is left as before, or the minimum time,
    or 24 hours; else it is the rule's first for which that is true. `to` sets another deadline,
    not before the former one. Raises DeadlineError.
    """
    editor = deadline_editor(store, reason, clock, by)
    course = editor.facts.course
    if not course.paused:
        raise DeadlineError(LocalizedText("the game is not paused"), "see: horizons deadline show")
    if not to:
        return editor.decide("resume", LocalizedText("The game was resumed"))
    after = _later(editor, time_from(to, editor.rule.schedule.zone), course.former or editor.time)
    words = LocalizedText("The game was resumed; the deadline is {time}", time=editor.local(after))
    return editor.decide("resume", words, {"to": format_stored(after)})


def extend(
    store: GameStore,
    *,
    to: str = "",
    hours: int = 0,
    reason: str = "",
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> Outlook:
    """Extend the next deadline, to a time in the game's zone or by hours.

    It cannot be moved to an earlier time. Raises DeadlineError.
    """
    editor = deadline_editor(store, reason, clock, by)
    before = editor.deadline
    if bool(to) == bool(hours):
        raise DeadlineError(
            "an extension needs either a time or a number of hours", "use one of them"
        )
    after = time_from(to, editor.rule.schedule.zone) if to else before + _span(hours)
    after = _later(editor, after, before + timedelta(seconds=1))
    words = LocalizedText("The deadline is {time}", time=editor.local(after))
    return editor.decide("extend", words, {"to": format_stored(after)})


def _later(editor: DeadlineEditor, after: datetime, earliest: datetime) -> datetime:
    """Return a valid new deadline; raises DeadlineError if it is too early or too late."""
    after = after.replace(microsecond=0)
    if after < max(earliest, editor.time):
        raise DeadlineError(
            LocalizedText(
                "{time} is too early: the deadline is {deadline}",
                time=editor.local(after),
                deadline=editor.local(max(earliest, editor.time)),
            ),
            "to run a turn before its deadline: horizons turn",
        )
    if after > editor.time + _LONGEST:
        raise DeadlineError(
            LocalizedText("{time} is more than a year away", time=editor.local(after)),
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
    """Skip the next deadline: the turn is due at the rule's following one; raises DeadlineError."""
    editor = deadline_editor(store, reason, clock, by)
    skipped = editor.local(editor.deadline)
    return editor.decide("skip", LocalizedText("The deadline of {time} is skipped", time=skipped))


def hold(
    store: GameStore, *, reason: str = "", clock: Clock = now, by: str = GAMEMASTER
) -> Outlook:
    """Hold the next turn: the program does not run it until it is released.

    Its deadline stands, and orders are accepted after it. Raises DeadlineError.
    """
    editor = deadline_editor(store, reason, clock, by)
    _ = editor.deadline
    if editor.facts.course.held:
        raise DeadlineError(
            LocalizedText("turn {turn} is already held", turn=editor.facts.turn),
            "horizons deadline release",
        )
    return editor.decide("hold", LocalizedText("Turn {turn} is held", turn=editor.facts.turn))


def release(
    store: GameStore, *, reason: str = "", clock: Clock = now, by: str = GAMEMASTER
) -> Outlook:
    """Release a held turn, which runs at once if its deadline has passed; raises DeadlineError."""
    editor = deadline_editor(store, reason, clock, by)
    if not editor.facts.course.held:
        raise DeadlineError(
            LocalizedText("turn {turn} is not held", turn=editor.facts.turn),
            "horizons deadline show",
        )
    return editor.decide(
        "release", LocalizedText("Turn {turn} was released", turn=editor.facts.turn)
    )


def history(store: GameStore) -> list[dict[str, Any]]:
    """Return all changes of deadlines, and the turns that were run for them, as plain data."""
    return [
        {
            "number": change.id,
            "at": change.decided_at,
            "by": change.decided_by,
            "turn": change.turn,
            "attempt": change.attempt,
            "kind": change.kind,
            "seat": change.seat,
            "facts": dict(change.facts),
            "reason": change.reason,
        }
        for change in Deadlines(store).changes()
    ]
