"""The laws of turns: the same game and orders give the same turn, and every turn is sound."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from horizons_core.codec import canonical, dump, plain
from horizons_core.plugins.games import run_turn
from horizons_core.plugins.hooks import hookimpl
from horizons_core.saves import load
from horizons_core.testing.laws.knobs import Knobs
from horizons_core.testing.replay import digests, replayed
from horizons_core.turn.context import Phase, TurnContext
from horizons_core.turn.run import Turn


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


class TurnLaws(Knobs):
    """`run_turn` is a pure function, and what it gives is sound."""

    def test_a_turn_leaves_its_game_as_it_was(self) -> None:
        for played in self.some_turns():
            before = canonical(dump(played.before))
            run_turn(played.before, played.orders)
            assert canonical(dump(played.before)) == before

    def test_a_turn_that_breaks_off_leaves_its_game_as_it_was(self) -> None:
        def break_off(_phase: Phase, _game: Any) -> None:
            raise _Interruption

        played = self.played()[-1]
        before = canonical(dump(played.before))
        with pytest.raises(_Interruption):
            run_turn(played.before, played.orders, watch=break_off)
        assert canonical(dump(played.before)) == before

    def test_the_same_game_and_orders_give_the_same_turn(self) -> None:
        for played in self.some_turns():
            assert _all_of(run_turn(played.before, played.orders)) == _all_of(played.after)

    def test_a_game_shares_nothing_that_changes_with_the_game_before_it(self) -> None:
        for played in self.some_turns():
            copy = load(json.loads(canonical(dump(played.before))))
            turn = run_turn(played.before, played.orders)
            if turn.game.outcome is None:
                run_turn(turn.game, played.orders)
            assert canonical(dump(copy)) == canonical(dump(played.before))
            assert _all_of(run_turn(copy, played.orders)) == _all_of(turn)

    def test_it_does_not_matter_whose_orders_come_first(self) -> None:
        for played in self.some_turns():
            turned = {name: played.orders[name] for name in reversed(list(played.orders))}
            assert _all_of(run_turn(played.before, turned)) == _all_of(played.after)

    def test_another_process_plays_the_same_game(self) -> None:
        turns = min(8, self.turns)
        ours = digests(self.played()[:turns])
        others = replayed(
            (1, 2, 3),
            variant=self.variant_name,
            mods=list(self.mods),
            players=list(self.seats),
            options=dict(self.options),
            seed=self.seeds[0],
            turns=turns,
        )
        assert others == [ours] * len(others)

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
        played = self.some_turns()[1]
        for phase in self.variant.phases:
            run_turn(played.before, played.orders, only=(phase.name,))

    def test_the_notices_of_a_turn_come_in_order(self) -> None:
        listener, played = _Listener(), self.played()[0]
        self.variant.manager.register(listener)
        try:
            run_turn(played.before, played.orders)
        finally:
            self.variant.manager.unregister(listener)
        assert listener.heard == ["started", *(p.name for p in self.variant.phases), "ended"]
