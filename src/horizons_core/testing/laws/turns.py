"""Laws of turns: the same game and orders give the same turn, and every turn is sound."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

import pytest

from horizons_core.codec import canonical, dump, plain
from horizons_core.plugins.hooks import hookimpl
from horizons_core.testing.laws.settings import ContractSettings
from horizons_core.testing.replay import digests, replay, replay_elsewhere
from horizons_core.turn.context import Phase, TurnContext
from horizons_core.turn.run import Turn

#: The hash seed of the other process, different from this one's.
_HASH_SEED = 2 if os.environ.get("PYTHONHASHSEED") == "1" else 1


class _Interruption(Exception):  # noqa: N818 - not an error
    """Raised by a test in the middle of a turn."""


class _TurnListener:
    """Records the notices of a turn."""

    def __init__(self) -> None:
        self.notices: list[str] = []

    @hookimpl
    def horizons_turn_started(self) -> None:
        self.notices.append("started")

    @hookimpl
    def horizons_phase_ended(self, context: TurnContext) -> None:
        self.notices.append(context.phase_name)

    @hookimpl
    def horizons_turn_ended(self) -> None:
        self.notices.append("ended")


def _all_of(turn: Turn) -> bytes:
    """Return everything in a turn, as bytes."""
    parts: Mapping[str, Any] = {
        "game": dump(turn.game),
        "events": plain(list(turn.events)),
        "diagnostics": plain({name: list(remarks) for name, remarks in turn.diagnostics.items()}),
        "ledger": plain(turn.ledger.entries),
    }
    return canonical(parts)


def _differing(expected: Mapping[str, str], actual: Mapping[str, str]) -> str:
    """Describe the first parts that differ between two replays."""
    parts = dict.fromkeys([*expected, *actual])
    names = [name for name in parts if expected.get(name) != actual.get(name)]
    return "; ".join(names[:5])


class TurnLaws(ContractSettings):
    """`run_turn` is a pure function with sound results."""

    def test_a_turn_leaves_its_game_as_it_was(self) -> None:
        turns = self.played()
        for played in (*turns[:2], turns[-1]):
            before = canonical(dump(played.before))
            self.run_turn(played.before, played.orders)
            assert canonical(dump(played.before)) == before

    def test_a_turn_that_breaks_off_leaves_its_game_as_it_was(self) -> None:
        def break_off(_phase: Phase, _game: Any) -> None:
            raise _Interruption

        played = self.played()[-1]
        before = canonical(dump(played.before))
        with pytest.raises(_Interruption):
            self.run_turn(played.before, played.orders, watch=break_off)
        assert canonical(dump(played.before)) == before

    def test_the_same_game_and_orders_give_the_same_turn(self) -> None:
        for played in self.some_turns():
            assert _all_of(self.run_turn(played.before, played.orders)) == _all_of(played.after)

    def test_a_game_shares_nothing_that_changes_with_the_game_before_it(self) -> None:
        for played in self.some_turns():
            copy = self.load(json.loads(canonical(dump(played.before))))
            turn = self.run_turn(played.before, played.orders)
            if turn.game.outcome is None:
                self.run_turn(turn.game, played.orders)
            assert canonical(dump(copy)) == canonical(dump(played.before))
            assert _all_of(self.run_turn(copy, played.orders)) == _all_of(turn)

    def test_it_does_not_matter_whose_orders_come_first(self) -> None:
        for played in self.some_turns():
            reversed_orders = {name: played.orders[name] for name in reversed(list(played.orders))}
            assert _all_of(self.run_turn(played.before, reversed_orders)) == _all_of(played.after)

    def _replay(self) -> dict[str, Any]:
        """Return the game to replay and the battles to fight."""
        return {
            "players": list(self.seats),
            "options": dict(self.options),
            "seed": self.seeds[0],
            "turns": min(5, self.turns),
            "battles": [dict(battle) for battle in self.battles],
        }

    def test_the_same_game_can_be_played_twice_in_one_process(self) -> None:
        """A game leaves nothing behind that affects another game."""
        game = self._replay()
        ours = digests(self.variant, self.played()[: game["turns"]], self.battles)
        differing = _differing(ours, replay(self.variant, **game))
        assert not differing, f"replayed, the same game has a different {differing}"

    def test_another_process_plays_the_same_game(self) -> None:
        """The order of sets and the caches of a process do not matter."""
        game = self._replay()
        ours = digests(self.variant, self.played()[: game["turns"]], self.battles)
        differing = _differing(ours, replay_elsewhere(_HASH_SEED, self.variant, **game))
        assert not differing, f"in another process, the same game has a different {differing}"

    def test_a_new_game_is_sound(self) -> None:
        assert self.faults(self.new_game()) == []

    def test_a_game_is_sound_after_every_phase_and_its_ledger_balances(self) -> None:
        for played in self.played():
            self.watched_turn(played.before, played.orders)

    def test_a_turn_without_orders_is_sound(self) -> None:
        for played in self.some_turns():
            self.watched_turn(played.before, {})

    def test_every_phase_can_be_run_alone(self) -> None:
        assert len({phase.name for phase in self.variant.phases}) == len(self.variant.phases)
        played = self.middle_turn()
        for phase in self.variant.phases:
            self.run_turn(played.before, played.orders, only=(phase.name,))

    def test_the_notices_of_a_turn_come_in_order(self) -> None:
        listener, played = _TurnListener(), self.played()[0]
        self.variant.manager.register(listener)
        try:
            self.run_turn(played.before, played.orders)
        finally:
            self.variant.manager.unregister(listener)
        assert listener.notices == ["started", *(p.name for p in self.variant.phases), "ended"]
