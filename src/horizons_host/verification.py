"""Recomputing a game from its first turn and comparing it with what is stored, digest by digest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.codec import digest_of
from horizons_core.turn import secrets
from horizons_host.joining import with_seat
from horizons_host.seating import seat_of
from horizons_host.store import GameStore, StoredTurn


@frozen
class Verdict:
    """How many turns of a game were recomputed, and the first difference, if any."""

    turns: int
    difference: str = ""
    turn: int | None = None

    @property
    def sound(self) -> bool:
        """Whether everything was as stored."""
        return not self.difference


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
    start = store.first()
    before = store.stored(start)
    fault = "" if digest_of(before.state) == before.digest else "the state of the set-up"
    fault = fault or _public_part(store, before)
    if fault:
        return Verdict(0, fault, start)
    game, fault = _joined(store, hz.load(before.state), before)
    if fault:
        return Verdict(0, fault, start)
    for number in range(start + 1, until + 1):
        after = store.stored(number)
        played, fault = _compared(store, game, before, after)
        if not fault:
            game, fault = _joined(store, played.game, after)
        if fault:
            return Verdict(number - 1 - start, fault + _other_versions(after, game), number)
        before = after
        step()
    return Verdict(until - start)


def _joined(store: GameStore, game: hz.Game, stored: StoredTurn) -> tuple[hz.Game, str]:
    """The game with those who joined it after a turn, and the first who did so in another way."""
    variant = hz.variant_of(game)
    for joining in stored.joined:
        seat = seat_of(store.seats(), joining.seat)
        game = with_seat(variant, game, seat, joining.options)
        if digest_of(_as_stored(game, joining.state)) != joining.digest:
            return game, f"the game that {seat.name} joined differs"
    return game, ""


def _compared(
    store: GameStore, game: hz.Game, before: StoredTurn, after: StoredTurn
) -> tuple[hz.Turn, str]:
    used = store.used(after)
    if before.not_before is not None:
        hz.variant_of(game).put_off(game, before.not_before)
    turn = hz.run_turn(game, used.texts)
    checks = (
        (used.digest == after.orders_digest, "the orders it was run with were changed since"),
        (turn.game.turn_key == after.turn_key, "its key does not come from the game's secret"),
        (
            secrets.check_commitment(after.turn_key, before.state["commitment"]),
            "its key is not the one that was promised the turn before",
        ),
        (turn.events_digest == after.events_digest, "the events differ"),
        (digest_of(after.events) == after.events_digest, "the stored events were changed since"),
        (digest_of(_as_stored(turn.game, after.state)) == after.digest, "the state differs"),
    )
    fault = next((words for fine, words in checks if not fine), "")
    return turn, fault or _public_part(store, after, turn.unreported)


def _as_stored(game: hz.Game, state: Mapping[str, Any]) -> dict[str, Any]:
    """The recomputed state under the version's name that stands in the store."""
    data = hz.dump(game)
    return {**data, **{part: state[part] for part in ("version", "rules")}}


def _public_part(store: GameStore, stored: StoredTurn, unreported: Collection[str] = ()) -> str:
    """Whether the reports published the turn's key and the promise of the next one."""
    for seat in store.seats():
        if seat.name in unreported or stored.turn < seat.since:
            continue
        report = store.report(stored.turn, seat.name)
        if report["turn_key"] != stored.turn_key:
            return f"{seat.name}'s report gives another key of the turn"
        if report["next_commitment"] != stored.state["commitment"]:
            return f"{seat.name}'s report promises another key of the next turn"
    return ""


def _other_versions(stored: StoredTurn, game: hz.Game) -> str:
    if stored.versions["variant"] == game.version:
        return ""
    return (
        f" (it was run with version {stored.versions['variant']} of {game.variant},"
        f" this is {game.version})"
    )
