"""Rerunning stored turns, and recomputing a whole game to compare it with the stored one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, frozen

import horizons_core as hz
from horizons_core.codec import copy_of, digest_of
from horizons_core.stored_games import edited
from horizons_core.turn import reopened, secrets
from horizons_host.games.setup import with_seat
from horizons_host.games.shared_seed import SharedChance, from_dict, plan_of
from horizons_host.games.turn_notes import with_notes
from horizons_host.games.upgrades import edit_in, migrated_after
from horizons_host.seats.seats import seat_of
from horizons_host.store import (
    Edit,
    GameStore,
    GameStoreError,
    Joining,
    SetUp,
    StoredTurn,
    UndoneTurn,
    next_attempt,
)

#: How the set-up was verified.
RECOMPUTED, IMPORTED, UNKNOWN = "recomputed", "imported", "unknown"
#: The game was migrated to different rules: earlier turns are not recomputed.
MIGRATED = "migrated"


def rerun(store: GameStore, number: int) -> hz.Turn:
    """Rerun a turn from the stored game before it and its orders.

    Raises GameStoreError for a turn that was not run or does not replay identically; SaveError for
    a game of other rules than those installed.
    """
    first = store.first()
    if number <= first:
        raise GameStoreError(
            f"turn {number} was not run: the game was set up at turn {first}",
            "choose a later turn",
        )
    before, stored = store.stored(number - 1), store.stored(number)
    game = reopened(hz.load(dict(before.current_state)), next_attempt(store.undone(number)))
    if before.not_before is not None:
        hz.variant_of(game).postpone_end(game, before.not_before)
    turn = hz.run_turn(game, store.used(stored).texts)
    if turn.events_digest != stored.events_digest:
        raise GameStoreError(
            f"turn {number} does not replay identically",
            "run 'horizons verify' to see what differs",
        )
    return turn


@frozen
class Verdict:
    """Result of a verification, with the first difference, if any.

    Attributes:
        turns: number of turns that match the stored ones.
        reports: number of reports that match the stored ones.
        set_up: whether the set-up was recomputed. It cannot be if it was "imported", made by a
            version that did not store its options ("unknown"), or if the game was later migrated
            to different rules ("migrated"): then it is recomputed from there on.
        difference: description of the difference.
        turn: the turn of the difference.
    """

    turns: int
    reports: int
    set_up: str
    difference: str = ""
    turn: int | None = None

    @property
    def sound(self) -> bool:
        """True if everything matches the stored game."""
        return not self.difference


class _Differs(Exception):  # noqa: N818 - control flow, not an error
    """A recomputed part differs from the stored one."""


def _no_step() -> None:
    """Do nothing."""


def verify(
    store: GameStore, last: int | None = None, step: Callable[[], None] = _no_step
) -> Verdict:
    """Recompute the game up to a turn (None: the latest) and find the first difference.

    `step` is called after each turn. Raises GameStoreError for a turn that was not run or cannot
    be read, SaveError if the game has other rules than those installed.
    """
    until = store.latest() if last is None else last
    store.stored(until)  # fails early for a turn that was not run
    check = _Check(store)
    since = migrated_after(store, until)
    number = start = store.first() if since is None else since
    stored = store.stored(start)
    try:
        game = check.set_up(stored) if since is None else check.go_on(stored)
        for number in range(start + 1, until + 1):
            before, stored = stored, store.stored(number)
            game = check.turn(game, before, stored)
            step()
    except _Differs as difference:
        turns = max(0, number - 1 - start)
        words = f"{difference}{_other_versions(stored)}"
        return Verdict(turns, check.reports, check.set_up_result, words, number)
    return Verdict(until - start, check.reports, check.set_up_result)


@define
class _Check:
    """Recomputes and compares parts of a stored game; all methods raise _Differs."""

    store: GameStore
    set_up_result: str = UNKNOWN
    reports: int = 0

    def set_up(self, stored: StoredTurn) -> hz.Game:
        """Recompute the set-up, with seats that joined before the first turn."""
        if digest_of(stored.state) != stored.digest:
            raise _Differs("the stored set-up was changed")
        game = hz.load({**stored.state, **stored.rules_names})
        set_up = self.store.set_up()
        if set_up is not None and set_up.origin == "new":
            game = self._recomputed(game, set_up, stored)
            _require(_same(game, stored.state, stored.digest), "the set-up differs")
            self.set_up_result = RECOMPUTED
        elif set_up is not None:
            self.set_up_result = IMPORTED
        return self._finished(hz.opening(game), stored)

    def go_on(self, stored: StoredTurn) -> hz.Game:
        """Load the game as it continued with other rules after a turn."""
        self.set_up_result = MIGRATED
        return hz.load(dict(stored.current_state))

    def _recomputed(self, game: hz.Game, set_up: SetUp, stored: StoredTurn) -> hz.Game:
        """Recompute the set-up from its seed, options and seats, and check a shared seed."""
        shared = from_dict(set_up.shares) if set_up.shares else None
        if shared is not None:
            _require(shared.secret == game.secret, "its random seed does not match the shares")
            _require(
                self._matches_plan(game, set_up, shared),
                "the set-up is not the announced one",
            )
        late = {joining.seat for joining in stored.joined}
        seats = [s for s in self.store.seats() if not s.since and s.name not in late]
        fresh = hz.variant_of(game).new_game(
            [seat.name for seat in seats if not seat.role],
            secret=game.secret,
            options=set_up.options,
            name=game.name,
            seats={seat.name: seat.role for seat in seats if seat.role},
        )
        for seat in seats:
            if not seat.role:
                fresh.empire(seat.name).address = seat.address
        fresh.shared_chance = shared.to_dict() if shared else {}
        fresh.version, fresh.rules = game.version, game.rules
        return fresh

    def _matches_plan(self, game: hz.Game, set_up: SetUp, shared: SharedChance) -> bool:
        """Return whether the set-up is the one to which the shares were committed."""
        players = [empire.id for empire in game.empires]
        left = [name for name in shared.plan["players"] if name not in shared.withheld]
        plan = plan_of(hz.variant_of(game), set_up.options, shared.plan["players"])
        plan["version"] = shared.plan["version"]
        return plan == shared.plan and players == left

    def turn(self, game: hz.Game, before: StoredTurn, stored: StoredTurn) -> hz.Game:
        """Recompute the next turn, with all its undone attempts."""
        undone = self.store.undone(stored.turn)
        for past in undone:
            if not past.digest:
                continue  # the attempt or its orders were lost when a backup was restored
            if self._by_other_rules(before, past.attempt):
                continue
            words = f"attempt {past.attempt}, which was undone: "
            self._rerun(_state_before_attempt(game, before, past.attempt), past, words)
        turn = self._rerun(_state_before_attempt(game, before, next_attempt(undone)), stored)
        stored_events = digest_of(stored.events)
        _require(stored_events == stored.events_digest, "the stored events were changed")
        _require(_same(turn.game, stored.state, stored.digest), "the state differs")
        used = self.store.used(stored)
        noted = with_notes(turn, used.instead, undone, before.migrated, before.edits, used.behalf)
        return self._finished(noted, stored)

    def _rerun(self, game: hz.Game, stored: StoredTurn | UndoneTurn, which: str = "") -> hz.Turn:
        """Rerun a turn with its orders and compare its keys and events."""
        used = self.store.used(stored)
        turn = hz.run_turn(game, used.texts)
        for fine, words in (
            (used.digest == stored.orders_digest, "its stored orders were changed"),
            (
                turn.game.turn_key == stored.turn_key,
                "its key does not match the game's random seed",
            ),
            (
                secrets.check_commitment(stored.turn_key, game.commitment),
                "its key does not match its commitment",
            ),
            (turn.events_digest == stored.events_digest, "the events differ"),
        ):
            _require(fine, which + words)
        return turn

    def _finished(self, turn: hz.Turn, stored: StoredTurn) -> hz.Game:
        """Apply the changes after a turn, and compare all its reports."""
        game: hz.Game = turn.game
        expected = {name: [dict(report.data)] for name, report in turn.reports().items()}
        for change in stored.changes:
            game = self._apply(game, change.record)
            if isinstance(change.record, Joining):
                expected[change.record.seat] = self._first_reports(game, change.record.seat)
        self._compare_reports(stored.turn, expected)
        return game

    def _apply(self, game: hz.Game, change: Joining | Edit) -> hz.Game:
        """Apply an edit to the game, or add a seat that joined."""
        variant = hz.variant_of(game)
        if isinstance(change, Edit):
            after = edited(variant, game, edit_in(change.text))
            words = f"with edit {change.id} differs"
        else:
            seat = seat_of(self.store.seats(), change.seat)
            after = with_seat(variant, game, seat, change.options)
            words = f"with {seat.name}, who joined, differs"
        _require(_same(after, change.state, change.digest), f"the game {words}")
        return after

    @staticmethod
    def _by_other_rules(before: StoredTurn, attempt: int) -> bool:
        """Return whether an attempt was run before the game was migrated to different rules."""
        migrated = before.migrated
        changes = migrated is not None and migrated.result != "same"
        return changes and attempt < before.migrated_before

    def _first_reports(self, game: hz.Game, name: str) -> list[dict[str, Any]]:
        """Return the first reports that a seat that joined may have got.

        They differ in the commitment, which is for the attempt at the next turn at that time.
        """
        attempts = (undone.attempt + 1 for undone in self.store.undone(game.turn + 1))
        openings = [hz.opening(reopened(game, attempt)) for attempt in (1, *attempts)]
        return [dict(opening.report(name).data) for opening in openings]

    def _compare_reports(self, turn: int, expected: Mapping[str, list[dict[str, Any]]]) -> None:
        """Compare all reports of a turn with the stored ones."""
        for name in self.store.reported(turn):
            _require(name in expected, f"{name} has a report, but should have none")
        for name, documents in expected.items():
            _require(name in self.store.reported(turn), f"{name}'s report is missing")
            report = self.store.report(turn, name)
            if digest_of(report) not in map(digest_of, documents):
                parts = ", ".join(_differing(documents[0], report))
                raise _Differs(f"{name}'s report differs in {parts}")
            self.reports += 1


def _state_before_attempt(game: hz.Game, before: StoredTurn, attempt: int) -> hz.Game:
    """Return the game after a turn in its state before an attempt at the next one.

    `game` is its state before the last attempt.
    """
    if any(change.attempt > attempt for change in before.changes):
        known = [change.record.state for change in before.changes if change.attempt <= attempt]
        game = hz.load({**(known[-1] if known else before.state), **before.rules_names})
    until = [turn for since, turn in before.put_off if since <= attempt]
    if until:
        game = copy_of(game)
        hz.variant_of(game).postpone_end(game, max(until))
    return reopened(game, attempt)


def _require(fine: bool, words: str) -> None:  # noqa: FBT001 - reads like a sentence
    if not fine:
        raise _Differs(words)


def _same(game: hz.Game, state: Mapping[str, Any], digest: str) -> bool:
    """Return whether a recomputed state has the digest, with the stored version's name."""
    data = {**hz.dump(game), **{part: state[part] for part in ("version", "rules")}}
    return digest_of(data) == digest


def _differing(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Return the differing parts of two reports."""
    parts = dict.fromkeys([*first, *second])
    return [part for part in parts if first.get(part) != second.get(part)]


def _other_versions(stored: StoredTurn) -> str:
    """Return a note if the turn was run with another version, else ""."""
    used, variant = stored.versions["variant"], hz.load_variant(stored.state["variant"])
    if used == variant.info.version:
        return ""
    return f" (it was run with version {used} of {variant.name}, this is {variant.info.version})"
