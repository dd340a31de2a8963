"""Changing deadlines: the current state, and storing a change with mails to players."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from attrs import evolve, frozen

import horizons_core as hz
from horizons_core.localized_text import LocalizedText
from horizons_host.clock import Clock
from horizons_host.deadlines.course import deadline_state
from horizons_host.deadlines.decisions import format_stored
from horizons_host.deadlines.errors import DeadlineError
from horizons_host.deadlines.facts import DeadlineFacts, changes_of, facts_of
from horizons_host.deadlines.outlook import Outlook, outlook_of
from horizons_host.deadlines.rules import Rule
from horizons_host.desk.audit import act, public_words
from horizons_host.report_mails import addresses
from horizons_host.store import DeadlineChange, Deadlines, GameStore, NewMail


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
        """Store a change with mails to players, and return the new outlook."""
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
        course = deadline_state(known, facts.turn, facts.attempt, facts.course.opened)
        places = tuple(evolve(place, away=course.away(place.seat)) for place in facts.places)
        return evolve(facts, course=course, places=places, change=new.id + 1)


def deadline_editor(store: GameStore, reason: str, clock: Clock, by: str) -> DeadlineEditor:
    """Read the state of a game for a change of deadlines; raises DeadlineError after its end."""
    public_reason = (
        public_words(reason, "the reason can't be public_reason to players")
        if reason.split()
        else ""
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
