"""Deciding on deadlines: what is so now, and storing a change with the mails that tell of it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock
from horizons_host.deadlines.course import course_of
from horizons_host.deadlines.decisions import stamped
from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.facts import Facts, changes_of, facts_of
from horizons_host.deadlines.outlook import Outlook, outlook_of
from horizons_host.deadlines.rules import Rule
from horizons_host.desk.audit import act, public_words
from horizons_host.report_mails import addresses
from horizons_host.store import DeadlineChange, Deadlines, GameStore, NewMail


@frozen
class Deciding:
    """A game as it is when something is decided on its deadlines."""

    store: GameStore
    facts: Facts
    time: datetime
    reason: str
    by: str

    @property
    def rule(self) -> Rule:
        """The rule; raises DeadlineError if there is none."""
        if self.facts.course.rule is None:
            raise DeadlineError(
                LocalizedText("this game has no deadlines"),
                'set them: horizons deadline set "Mon and Thu 20:00 Europe/Berlin"',
            )
        return self.facts.course.rule

    @property
    def deadline(self) -> datetime:
        """The deadline of the coming turn; raises DeadlineError if it has none now."""
        found = self.facts.course.deadline
        rule = self.rule
        if self.facts.course.paused:
            raise DeadlineError(
                LocalizedText("the game is paused"), "resume it: horizons deadline resume"
            )
        if found is None:
            raise DeadlineError(
                f"'{rule.schedule.words}' has no deadline in the next years",
                "choose another schedule",
            )
        return found

    def local(self, time: datetime) -> datetime:
        """A time by the clocks of the game's zone."""
        return time.astimezone(self.rule.schedule.zone)

    def decide(
        self,
        kind: str,
        told: LocalizedText,
        facts: Mapping[str, Any] | None = None,
        seat: str | None = None,
    ) -> Outlook:
        """Store a change with the mails that tell of it; gives what will happen now."""
        new = DeadlineChange(
            id=self.facts.change,
            turn=self.facts.turn,
            attempt=self.facts.attempt,
            kind=kind,
            facts=dict(facts or {}),
            reason=self.reason,
            decided_by=self.by,
            decided_at=stamped(self.time),
            seat=seat,
        )
        after = outlook_of(self._with(new), self.time)
        said = LocalizedText("{what}.", what=told)
        if self.reason:
            said = LocalizedText("{what}: {why}.", what=told, why=self.reason)
        entry = act("deadline", new.turn - 1, said, lambda: self.time, self.by, kind=kind)
        Deadlines(self.store).decide(new, entry, _notices(self, told, after))
        return outlook_of(facts_of(self.store), self.time)

    def _with(self, new: DeadlineChange) -> Facts:
        """The facts as they will be with a change."""
        latest = self.facts.turn - 1
        known = [*changes_of(self.store, latest), evolve(new, id=new.id + 1)]
        facts = self.facts
        course = course_of(known, facts.turn, facts.attempt, facts.course.opened)
        places = tuple(evolve(one, away=course.away(one.seat)) for one in facts.places)
        return evolve(facts, course=course, places=places, change=new.id + 1)


def deciding(store: GameStore, reason: str, clock: Clock, by: str) -> Deciding:
    """A game whose deadlines somebody is going to change; raises DeadlineError after its end."""
    told = public_words(reason, "the reason can't be shown to players") if reason.split() else ""
    facts = facts_of(store)
    if facts.over:
        raise DeadlineError(facts.over, LocalizedText("there are no more turns or deadlines"))
    return Deciding(store, facts, clock().replace(microsecond=0), told, by)


def _notices(desk: Deciding, told: str, after: Outlook) -> list[NewMail]:
    snapshot = desk.store.snapshot()
    game = hz.load(snapshot.state)
    title = game.name or hz.variant_of(game).info.title
    because = f"Reason: {desk.reason}" if desk.reason else ""
    lines = [f"{told}.", because, "", *after.words]
    body = "".join(f"{line}\n" for line in lines if line or line == "")
    subject = f"[{title}] Turn {desk.facts.turn}: {told}"[:150]
    return [
        NewMail("notice", at, subject, stamped(desk.time), seat, desk.facts.turn, body=body)
        for seat, at in addresses(game, snapshot.seats).items()
    ]
