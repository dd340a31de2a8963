"""Changes of deadlines by the gamemaster or a player, vacations included."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.errors import UnknownNameError, did_you_mean
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock, now
from horizons_host.deadlines.decisions import format_stored
from horizons_host.deadlines.outlook import Outlook, outlook_of
from horizons_host.deadlines.rules import Rule, change_rule, days_from
from horizons_host.deadlines.schedules import DeadlineError, time_from
from horizons_host.deadlines.state import DeadlineFacts, changes_of, deadline_state, facts_of
from horizons_host.games.audit import act, public_words
from horizons_host.mail.report_mails import addresses
from horizons_host.seats.seats import SeatError, seat_of
from horizons_host.store import GAMEMASTER, DeadlineChange, Deadlines, GameStore, NewMail

#: Maximum extension of a turn in one change.
_MAX_EXTENSION = timedelta(days=366)

#: Maximum number of current and future vacations of a seat.
MAX_AHEAD = 10
_AHEAD = timedelta(days=366)


@frozen
class DeadlineEditor:
    """The state of a game at the time of a change of its deadlines."""

    store: GameStore
    facts: DeadlineFacts
    time: datetime
    reason: str
    by: str

    @property
    def rule(self) -> Rule:
        """The deadline rule; raises DeadlineError if it does not exist."""
        if self.facts.course.rule is None:
            raise DeadlineError(
                LocalizedText("this game has no deadlines"),
                'set them: horizons deadline set "Mon and Thu 20:00 Europe/Berlin"',
            )
        return self.facts.course.rule

    @property
    def deadline(self) -> datetime:
        """The next deadline; raises DeadlineError if it does not exist now."""
        deadline = self.facts.course.deadline
        rule = self.rule
        if self.facts.course.paused:
            raise DeadlineError(
                LocalizedText("the game is paused"), "resume it: horizons deadline resume"
            )
        if self.facts.course.awaits_all:
            raise DeadlineError(
                LocalizedText("turns of this game have no deadlines"),
                LocalizedText("they run as soon as all orders are final"),
            )
        if deadline is None:
            raise DeadlineError(
                f"'{rule.schedule.words}' has no deadline in the next years",
                "choose another schedule",
            )
        return deadline

    def local(self, time: datetime) -> datetime:
        """Convert a time to the game's zone."""
        return time.astimezone(self.rule.schedule.zone)

    def decide(
        self,
        kind: str,
        words: LocalizedText,
        facts: Mapping[str, Any] | None = None,
        seat: str | None = None,
    ) -> Outlook:
        """Store a change with emails to players, and return the new outlook."""
        new = DeadlineChange(
            id=self.facts.change,
            turn=self.facts.turn,
            attempt=self.facts.attempt,
            kind=kind,
            facts=dict(facts or {}),
            reason=self.reason,
            decided_by=self.by,
            decided_at=format_stored(self.time),
            seat=seat,
        )
        after = outlook_of(self._with(new), self.time)
        sentence = LocalizedText("{what}.", what=words)
        if self.reason:
            sentence = LocalizedText("{what}: {why}.", what=words, why=self.reason)
        entry = act("deadline", new.turn - 1, sentence, lambda: self.time, self.by, kind=kind)
        Deadlines(self.store).decide(new, entry, _notices(self, words, after))
        return outlook_of(facts_of(self.store), self.time)

    def _with(self, new: DeadlineChange) -> DeadlineFacts:
        """Return the facts after a change."""
        latest = self.facts.turn - 1
        known = [*changes_of(self.store, latest), evolve(new, id=new.id + 1)]
        facts = self.facts
        course = deadline_state(
            known, facts.turn, facts.attempt, facts.course.opened, facts.coming.stage
        )
        places = tuple(evolve(place, away=course.away(place.seat)) for place in facts.places)
        return evolve(facts, course=course, places=places, change=new.id + 1)


def deadline_editor(store: GameStore, reason: str, clock: Clock, by: str) -> DeadlineEditor:
    """Read the state of a game for a change of deadlines; raises DeadlineError after its end."""
    public_reason = (
        public_words(reason, "the reason can't be shown to players") if reason.split() else ""
    )
    facts = facts_of(store)
    if facts.over:
        raise DeadlineError(facts.over, LocalizedText("there are no more turns or deadlines"))
    return DeadlineEditor(store, facts, clock().replace(microsecond=0), public_reason, by)


def _notices(editor: DeadlineEditor, words: str, after: Outlook) -> list[NewMail]:
    snapshot = editor.store.snapshot()
    game = hz.load(snapshot.state)
    title = game.name or hz.variant_of(game).info.title
    because = f"Reason: {editor.reason}" if editor.reason else ""
    lines = [f"{words}.", because, "", *after.words]
    body = "".join(f"{line}\n" for line in lines if line or line == "")
    subject = f"[{title}] Turn {editor.facts.turn}: {words}"[:150]
    return [
        NewMail(
            "notice", at, subject, format_stored(editor.time), seat, editor.facts.turn, body=body
        )
        for seat, at in addresses(game, snapshot.seats).items()
    ]


def set_rule(
    store: GameStore,
    changes: Mapping[str, Any],
    *,
    reason: str = "",
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> Outlook:
    """Set a game's deadline rule, or parts of it (see `change_rule` and `Rule.to_dict`).

    The next deadline stays unless the times change: then it is the first one that leaves the
    minimum time from now on. Raises DeadlineError.
    """
    editor = deadline_editor(store, reason, clock, by)
    before = editor.facts.course.rule
    zone = before.schedule.zone if before else UTC
    rule = change_rule(before, editor.time.astimezone(zone).date(), changes)
    words = LocalizedText("The schedule is now {rule}", rule=rule.schedule.words)
    return editor.decide("rule", words, rule.to_dict())


def set_stage_schedule(
    store: GameStore,
    stage: str,
    changes: Mapping[str, Any],
    *,
    reason: str = "",
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> Outlook:
    """Give a stage of the game its own schedule; without "rule" in `changes`, remove it.

    `changes` may contain "rule", "zone" and "start", as for `set_rule`; everything else is that of
    the game's rule. Raises DeadlineError, UnknownNameError for a stage that the game does not have.
    """
    editor = deadline_editor(store, reason, clock, by)
    info, rule = store.info(), editor.rule
    known = hz.load_variant(info.variant, info.mods, info.data_mods).stages
    if not stage or stage not in known:
        names = [name for name in known if name]
        hint = did_you_mean(stage, names) if names else LocalizedText("it has no stages")
        raise UnknownNameError(
            LocalizedText("{game} has no stage '{name}'", game=info.variant, name=stage), hint
        )
    title = known[stage]
    if changes.keys() - {"rule", "zone", "start"}:
        raise DeadlineError(
            LocalizedText("only the schedule can be set for a stage"),
            LocalizedText("set the rest for all turns"),
        )
    stages = {name: schedule for name, schedule in rule.stages.items() if name != stage}
    words = LocalizedText("The stage {stage} has the schedule of other turns", stage=title)
    if changes.get("rule"):
        zone = str(changes.get("zone") or rule.schedule.zone_name)
        day = editor.time.astimezone(rule.schedule.zone).date()
        own = change_rule(None, day, {"zone": zone, **changes}).schedule
        stages[stage] = own
        words = LocalizedText(
            "The schedule of the stage {stage} is now {rule}", stage=title, rule=own.words
        )
    return editor.decide("rule", words, evolve(rule, stages=stages).to_dict())


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
    if after > editor.time + _MAX_EXTENSION:
        raise DeadlineError(
            LocalizedText("{time} is more than a year away", time=editor.local(after)),
            "pause the game",
        )
    return after


def _span(hours: int) -> timedelta:
    if not 0 < hours <= _MAX_EXTENSION.days * 24:
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

    Its deadline stays the same, and orders are accepted after it. Raises DeadlineError.
    """
    editor = deadline_editor(store, reason, clock, by)
    _ = editor.facts.course.awaits_all or editor.deadline
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


def announce_vacation(
    store: GameStore,
    player: str,
    days: str,
    *,
    reason: str = "",
    clock: Clock = now,
    by: str = GAMEMASTER,
) -> Outlook:
    """Announce that a seat's player is away on these days ("2026-12-24..2027-01-02").

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
    if away.first > today + _AHEAD or sum(v.last >= today for v in vacations) >= MAX_AHEAD:
        raise DeadlineError(
            f"{away} is too far ahead, or there are too many vacations",
            f"at most {MAX_AHEAD} vacations, beginning within a year",
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
