"""The laws of turns: the same game and orders give the same turn, and every turn is sound."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

import pytest

from horizons_core.codec import canonical, dump, plain
from horizons_core.plugins.hooks import hookimpl
from horizons_core.testing.laws.knobs import Knobs
from horizons_core.testing.replay import digests, replay, replayed
from horizons_core.turn.context import Phase, TurnContext
from horizons_core.turn.run import Turn

#: The hash seed of another process; not that of this one, if it was given one.
_HASH_SEED = 2 if os.environ.get("PYTHONHASHSEED") == "1" else 1


class _Interruption(Exception):  # noqa: N818 - not an error of anybody's
    """What a test raises in the middle of a turn."""


class _Listener:
    """Takes down the notices of a turn."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    @hookimpl
    def horizons_turn_started(self) -> None:
        self.heard.append("started")

    @hookimpl
    def horizons_phase_ended(self, context: TurnContext) -> None:
        self.heard.append(context.phase_name)

    @hookimpl
    def horizons_turn_ended(self) -> None:
        self.heard.append("ended")


def _all_of(turn: Turn) -> bytes:
    """Everything that a turn says, as bytes."""
    told: Mapping[str, Any] = {
        "game": dump(turn.game),
        "events": plain(list(turn.events)),
        "diagnostics": plain({name: list(said) for name, said in turn.diagnostics.items()}),
        "ledger": plain(turn.ledger.entries),
    }
    return canonical(told)


def _differing(ours: Mapping[str, str], others: Mapping[str, str]) -> str:
    """The first parts of two replays that are not the same, in words."""
    names = [n for n in dict.fromkeys([*ours, *others]) if ours.get(n) != others.get(n)]
    return "; ".join(names[:5])


class TurnLaws(Knobs):
    """`run_turn` is a pure function, and what it gives is sound."""

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
            turned = {name: played.orders[name] for name in reversed(list(played.orders))}
            assert _all_of(self.run_turn(played.before, turned)) == _all_of(played.after)

    def _replay(self) -> dict[str, Any]:
        """What game is played anew, and which battles are fought."""
        return {
            "players": list(self.seats),
            "options": dict(self.options),
            "seed": self.seeds[0],
            "turns": min(5, self.turns),
            "battles": [dict(battle) for battle in self.battles],
        }

    def test_the_same_game_can_be_played_twice_in_one_process(self) -> None:
        """Nothing that one game leaves behind shows in another."""
        game = self._replay()
        ours = digests(self.variant, self.played()[: game["turns"]], self.battles)
        differing = _differing(ours, replay(self.variant, **game))
        assert not differing, f"played again, the same game has another {differing}"

    def test_another_process_plays_the_same_game(self) -> None:
        """Neither the order of sets nor what is kept in one process matters."""
        game = self._replay()
        ours = digests(self.variant, self.played()[: game["turns"]], self.battles)
        differing = _differing(ours, replayed(_HASH_SEED, self.variant, **game))
        assert not differing, f"in another process the same game has another {differing}"

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
        listener, played = _Listener(), self.played()[0]
        self.variant.manager.register(listener)
        try:
            self.run_turn(played.before, played.orders)
        finally:
            self.variant.manager.unregister(listener)
        assert listener.heard == ["started", *(p.name for p in self.variant.phases), "ended"]
