"""The settings of the contract, and the helpers that all laws share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from horizons_core.model.entities import Game
from horizons_core.model.ledger import imbalances
from horizons_core.model.views import View
from horizons_core.orders.commands import Command
from horizons_core.plugins.loader import load_variant, opening, run_turn
from horizons_core.plugins.variant import Variant
from horizons_core.saves import load
from horizons_core.testing.playing import PlayedTurn, fresh, played
from horizons_core.turn.context import Phase
from horizons_core.turn.run import Turn

#: Names as players choose them: with spaces, HTML characters and letters beyond ASCII.
NAMES = ("Ada", "Brin <3 & Co", "Çelik of Io")


class ContractSettings:
    """The attributes that a subclass of `VariantContract` may set.

    Only `variant_name` is required; for rules that are not installed, `variant` instead:

        class TestMoons(VariantContract):
            variant = hz.Variant(moons, [truce])
    """

    #: the name of the variant's entry point
    variant_name: ClassVar[str]
    #: active house rules, in order: the names of their entry points
    mods: ClassVar[tuple[str, ...]] = ()
    #: the players' names, shortened or extended to a number that the variant allows
    players: ClassVar[tuple[str, ...]] = NAMES
    #: options of the games
    options: ClassVar[Mapping[str, Any]] = {}
    #: the seeds of the games that bots play, and the number of turns of each
    seeds: ClassVar[tuple[int, ...]] = (1, 2, 3, 4, 5)
    turns: ClassVar[int] = 20
    #: codes of events that report a loss; no bot may cause one by its own orders
    losses: ClassVar[frozenset[str]] = frozenset()
    #: classes of units that may vanish without an event that names them, such as groups that merge
    silent_units: ClassVar[frozenset[str]] = frozenset()
    #: private fields, as `Class.field`, that public events may reveal
    open_facts: ClassVar[frozenset[str]] = frozenset()
    #: codes of refusals that depend on other players, on dice or on hidden information
    unforeseen_refusals: ClassVar[frozenset[str]] = frozenset()
    #: battles (data for `Variant.battle`) to fight; required if the variant has a combat resolver
    battles: ClassVar[Sequence[Mapping[str, Any]]] = ()
    battle_runs: ClassVar[int] = 200
    #: number of hypothesis examples for each law, unless HORIZONS_EXAMPLES is set
    examples: ClassVar[int] = 50
    #: a folder of saved games (*.json, as dumped) that must remain readable
    saved_games: ClassVar[Path | None] = None

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Parametrize laws that take a `seed` or a `keyword`."""
        if "seed" in metafunc.fixturenames:
            metafunc.parametrize("seed", self.seeds)
        if "keyword" in metafunc.fixturenames:
            metafunc.parametrize("keyword", [c.keyword for c in self.variant.commands])

    @property
    def variant(self) -> Variant:
        """The variant under test, with its mods; a class attribute may replace it."""
        return load_variant(self.variant_name, self.mods)

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, as many as the variant takes."""
        low, high = self.variant.info.players
        count = max(low, min(high, len(self.players)))
        invented = [f"Player {number}" for number in range(len(self.players) + 1, count + 1)]
        return (*self.players, *invented)[:count]

    def as_set(self, command: Command, orders: Sequence[str], view: View) -> str:
        """Return an order text with these orders of one command.

        Games whose orders belong in sections add lines to it.
        """
        del command, view
        return "\n".join(orders)

    def new_game(self, seed: int = 1) -> Game:
        """Return a fresh game with the contract's players and options."""
        return fresh(self.variant, self.seats, seed, self.options)

    def run_turn(self, game: Game, orders: Mapping[str, str], **more: Any) -> Turn:
        """Run the next turn with the variant under test."""
        return run_turn(game, orders, variant=self.variant, **more)

    def load(self, data: dict[str, Any]) -> Game:
        """Load a saved game with the variant under test."""
        return load(data, self.variant)

    def played(self, seed: int | None = None) -> tuple[PlayedTurn, ...]:
        """Return a game that bots played, turn by turn; by default with the first seed."""
        chosen = self.seeds[0] if seed is None else seed
        turns = played(self.variant, self.seats, chosen, self.turns, self.options)
        assert turns, "the game was over before its first turn"
        return turns

    def some_turns(self, count: int = 3) -> list[PlayedTurn]:
        """Return `count` turns of the first game, evenly spaced; all, if it has fewer."""
        turns = self.played()
        last = len(turns) - 1
        return [turns[i] for i in sorted({last * i // (count - 1) for i in range(count)})]

    def middle_turn(self) -> PlayedTurn:
        """Return an early turn of the first game, but not the first if there are more."""
        turns = self.played()
        return turns[min(2, len(turns) - 1)]

    def reported_turns(self, count: int = 2) -> Iterator[tuple[Turn, str]]:
        """Yield turns, beginning with the opening, each with every empire that gets a report."""
        chosen = self.some_turns(count)
        for turn in (opening(chosen[0].before, self.variant), *(p.after for p in chosen)):
            for empire in turn.game.empires:
                yield turn, empire.id

    def watched_turn(self, game: Game, orders: Mapping[str, str]) -> Turn:
        """Run a turn; fails if a phase leaves an unsound game or the ledger does not balance."""
        faults: list[str] = []

        def watch(phase: Phase, now: Game) -> None:
            faults.extend(f"after {phase.name}: {fault}" for fault in self.faults(now))

        turn = self.run_turn(game, orders, watch=watch)
        faults += imbalances(game, turn.game, turn.ledger)
        assert not faults, "\n".join(faults)
        return turn

    def faults(self, game: Game) -> list[str]:
        """Return the variant's invariants that the game violates, and its negative stocks."""
        negative = [
            f"{empire.id} has {amount} {account}"
            for empire in game.empires
            for account, amount in empire.stock.items()
            if amount < 0
        ]
        return [*self.variant.invariants(game), *negative]

    def explore(
        self,
        law: Callable[..., None],
        *strategies: st.SearchStrategy[Any],
        examples: int | None = None,
    ) -> None:
        """Test a law with values that hypothesis draws from the strategies."""
        count = int(os.environ.get("HORIZONS_EXAMPLES") or examples or self.examples)
        test = settings(
            max_examples=count,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        )(given(*strategies)(law))
        test()
