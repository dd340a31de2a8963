"""Recomputing a game from its set-up and comparing everything with what is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, frozen

import horizons_core as hz
from horizons_core.codec import copy_of, digest_of
from horizons_core.stored_games import edited
from horizons_core.turn import reopened, secrets
from horizons_host.desk.edit_files import edit_in
from horizons_host.joining import with_seat
from horizons_host.retakes import with_notes
from horizons_host.seating import seat_of
from horizons_host.shared_chance import SharedChance, made_of, plan_of
from horizons_host.store import (
    Edit,
    GameStore,
    Joining,
    SetUp,
    StoredTurn,
    Undone,
    next_attempt,
)
from horizons_host.upgrades import migrated_after

#: What there is to be said of the set-up.
RECOMPUTED, IMPORTED, UNKNOWN = "recomputed", "imported", "unknown"
#: That a game was migrated to rules which change it: turns before are taken as they are stored.
MIGRATED = "migrated"


@frozen
class Verdict:
    """What was recomputed, and the first difference, if any.

    Attributes:
        turns: how many turns recomputed as they are stored.
        reports: how many reports were as stored, word for word.
        set_up: whether the set-up was recomputed; it cannot be if it was "imported", or made by a
            version that did not keep its options ("unknown"), nor if the game was migrated since to
            rules that change it ("migrated"): then it is recomputed from there on.
        difference: what differs, in words.
        turn: the turn in which it does.
    """

    turns: int
    reports: int
    set_up: str
    difference: str = ""
    turn: int | None = None

    @property
    def sound(self) -> bool:
        """Whether everything was as stored."""
        return not self.difference


class _Differs(Exception):  # noqa: N818 - not an error of the program's
    """Something recomputed is not as it is stored."""


def _no_step() -> None:
    """Tell nobody."""


def verify(
    store: GameStore, last: int | None = None, step: Callable[[], None] = _no_step
) -> Verdict:
    """Recompute the game up to a turn (None: the latest) and say where it first differs.

    `step` is called after each turn. Raises GameStoreError for a turn that was not run or cannot
    be read, SaveError if the game is of other rules than those installed.
    """
    until = store.latest() if last is None else last
    store.stored(until)  # a turn that was not run is said at once
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
    except _Differs as found:
        turns = max(0, number - 1 - start)
        words = f"{found}{_other_versions(stored)}"
        return Verdict(turns, check.reports, check.made, words, number)
    return Verdict(until - start, check.reports, check.made)


@define
class _Check:
    """Recomputes parts of a stored game and compares them; every method raises _Differs."""

    store: GameStore
    made: str = UNKNOWN
    reports: int = 0

    def set_up(self, stored: StoredTurn) -> hz.Game:
        """The game as it was made, with those who joined it before its first turn."""
        if digest_of(stored.state) != stored.digest:
            raise _Differs("the stored set-up was changed")
        game = hz.load({**stored.state, **stored.plates})
        made = self.store.set_up()
        if made is not None and made.made == "new":
            game = self._made_again(game, made, stored)
            _require(_same(game, stored.state, stored.digest), "the set-up differs")
            self.made = RECOMPUTED
        elif made is not None:
            self.made = IMPORTED
        return self._finished(hz.opening(game), stored)

    def go_on(self, stored: StoredTurn) -> hz.Game:
        """The game as it went on by other rules after a turn."""
        self.made = MIGRATED
        return hz.load(dict(stored.standing))

    def _made_again(self, game: hz.Game, made: SetUp, stored: StoredTurn) -> hz.Game:
        """The set-up from its secret, options and seats; the secret from all shares, if shared."""
        shared = made_of(made.shares) if made.shares else None
        if shared is not None:
            _require(shared.secret == game.secret, "its random seed does not match the shares")
            _require(
                self._as_planned(game, made, shared), "the set-up differs from the announced one"
            )
        late = {joining.seat for joining in stored.joined}
        seats = [one for one in self.store.seats() if not one.since and one.name not in late]
        again = hz.variant_of(game).new_game(
            [seat.name for seat in seats if not seat.role],
            secret=game.secret,
            options=made.options,
            name=game.name,
            seats={seat.name: seat.role for seat in seats if seat.role},
        )
        for seat in seats:
            if not seat.role:
                again.empire(seat.name).address = seat.address
        again.shared_chance = shared.told() if shared else {}
        again.version, again.rules = game.version, game.rules
        return again

    def _as_planned(self, game: hz.Game, made: SetUp, shared: SharedChance) -> bool:
        """Whether the set-up is the one for which shares were promised."""
        players = [empire.id for empire in game.empires]
        left = [name for name in shared.plan["players"] if name not in shared.withheld]
        plan = plan_of(hz.variant_of(game), made.options, shared.plan["players"])
        plan["version"] = shared.plan["version"]
        return plan == shared.plan and players == left

    def turn(self, game: hz.Game, before: StoredTurn, stored: StoredTurn) -> hz.Game:
        """The game after the next turn, with all attempts at it that were taken back."""
        undone = self.store.undone(stored.turn)
        for past in undone:
            if not past.digest:
                continue  # it was lost, or what it was run with, when a backup was restored
            if self._by_other_rules(before, past.attempt):
                continue
            words = f"attempt {past.attempt}, which was undone: "
            self._rerun(_as_it_stood(game, before, past.attempt), past, words)
        turn = self._rerun(_as_it_stood(game, before, next_attempt(undone)), stored)
        stored_events = digest_of(stored.events)
        _require(stored_events == stored.events_digest, "the stored events were changed")
        _require(_same(turn.game, stored.state, stored.digest), "the state differs")
        used = self.store.used(stored)
        told = with_notes(turn, used.instead, undone, before.migrated, before.edits, used.behalf)
        return self._finished(told, stored)

    def _rerun(self, game: hz.Game, stored: StoredTurn | Undone, which: str = "") -> hz.Turn:
        """A turn run with its orders again."""
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
        """The game with what was done to it after a turn, after a look at all its reports."""
        game: hz.Game = turn.game
        expected = {name: [dict(one.data)] for name, one in turn.reports().items()}
        for change in stored.changes:
            game = self._changed(game, change.what)
            if isinstance(change.what, Joining):
                expected[change.what.seat] = self._first_reports(game, change.what.seat)
        self._compare_reports(stored.turn, expected)
        return game

    def _changed(self, game: hz.Game, what: Joining | Edit) -> hz.Game:
        """The game with somebody who joined it, or as it was edited."""
        variant = hz.variant_of(game)
        if isinstance(what, Edit):
            after, words = edited(variant, game, edit_in(what.text)), f"with edit {what.id} differs"
        else:
            seat = seat_of(self.store.seats(), what.seat)
            after = with_seat(variant, game, seat, what.options)
            words = f"with {seat.name}, who joined, differs"
        _require(_same(after, what.state, what.digest), f"the game {words}")
        return after

    @staticmethod
    def _by_other_rules(before: StoredTurn, attempt: int) -> bool:
        """Whether an attempt was run before the game was migrated to rules that change it."""
        migrated = before.migrated
        changes = migrated is not None and migrated.found != "same"
        return changes and attempt < before.migrated_before

    def _first_reports(self, game: hz.Game, name: str) -> list[dict[str, Any]]:
        """The reports that somebody who joins may have got.

        Their promise is that of the attempt at the next turn that was to come by then.
        """
        attempts = (one.attempt + 1 for one in self.store.undone(game.turn + 1))
        openings = [hz.opening(reopened(game, attempt)) for attempt in (1, *attempts)]
        return [dict(opening.report(name).data) for opening in openings]

    def _compare_reports(self, turn: int, expected: Mapping[str, list[dict[str, Any]]]) -> None:
        """Hold all reports of a turn against those that are stored, word for word."""
        for name in self.store.reported(turn):
            _require(name in expected, f"{name} has a report, but should have none")
        for name, documents in expected.items():
            _require(name in self.store.reported(turn), f"{name}'s report is missing")
            found = self.store.report(turn, name)
            if digest_of(found) not in map(digest_of, documents):
                parts = ", ".join(_differing(documents[0], found))
                raise _Differs(f"{name}'s report differs in {parts}")
            self.reports += 1


def _as_it_stood(game: hz.Game, before: StoredTurn, attempt: int) -> hz.Game:
    """The game after a turn as it stood before an attempt at the next one.

    `game` is as it stood before the last of them.
    """
    if any(change.attempt > attempt for change in before.changes):
        known = [one.what.state for one in before.changes if one.attempt <= attempt]
        game = hz.load({**(known[-1] if known else before.state), **before.plates})
    until = [turn for since, turn in before.put_off if since <= attempt]
    if until:
        game = copy_of(game)
        hz.variant_of(game).put_off(game, max(until))
    return reopened(game, attempt)


def _require(fine: bool, words: str) -> None:  # noqa: FBT001 - reads like a sentence
    if not fine:
        raise _Differs(words)


def _same(game: hz.Game, state: Mapping[str, Any], digest: str) -> bool:
    """Whether a state recomputed has the digest, under the version's name that is stored."""
    data = {**hz.dump(game), **{part: state[part] for part in ("version", "rules")}}
    return digest_of(data) == digest


def _differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The parts of a report that are not the same in another."""
    parts = dict.fromkeys([*one, *other])
    return [part for part in parts if one.get(part) != other.get(part)]


def _other_versions(stored: StoredTurn) -> str:
    """That the turn was run with another version, if so."""
    used, variant = stored.versions["variant"], hz.load_variant(stored.state["variant"])
    if used == variant.info.version:
        return ""
    return f" (it was run with version {used} of {variant.name}, this is {variant.info.version})"
