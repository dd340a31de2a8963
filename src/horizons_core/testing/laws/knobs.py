"""What the author of a variant tells the contract, and what all laws need of it."""

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
from horizons_core.plugins.games import opening, run_turn
from horizons_core.plugins.loader import load_variant
from horizons_core.plugins.variant import Variant
from horizons_core.saves import load
from horizons_core.testing.playing import PlayedTurn, fresh, played
from horizons_core.turn.context import Phase
from horizons_core.turn.run import Turn

#: Names as players choose them: with blanks, signs of HTML and letters beyond ASCII.
NAMES = ("Ada", "Brin <3 & Co", "Çelik of Io")


class Knobs:
    """What can be set in a subclass of `VariantContract`.

    Only `variant_name` must be; or, for rules that are not installed, `variant`:

        class TestMoons(VariantContract):
            variant = hz.Variant(moons, [truce])
    """

    #: the name of the variant's entry point
    variant_name: ClassVar[str]
    #: house rules to play with, in order: the names of their entry points
    mods: ClassVar[tuple[str, ...]] = ()
    #: the players' names; as many are taken, or invented, as the variant allows
    players: ClassVar[tuple[str, ...]] = NAMES
    #: options of the games that are played
    options: ClassVar[Mapping[str, Any]] = {}
    #: the seeds of the games that the bots play, and how many turns they play
    seeds: ClassVar[tuple[int, ...]] = (1, 2, 3, 4, 5)
    turns: ClassVar[int] = 20
    #: the codes of events that tell of a loss which no bot may bring on by orders of its own
    losses: ClassVar[frozenset[str]] = frozenset()
    #: classes of units that may vanish without an event that names them, such as groups that merge
    silent_units: ClassVar[frozenset[str]] = frozenset()
    #: fields, as `Class.field`, that events tell everybody though not everybody sees them
    open_facts: ClassVar[frozenset[str]] = frozenset()
    #: the codes of refusals that depend on other players, on dice or on what is hidden
    unforeseen_refusals: ClassVar[frozenset[str]] = frozenset()
    #: battles (data for `Variant.battle`) to fight; needed if the variant has a combat resolver
    battles: ClassVar[Sequence[Mapping[str, Any]]] = ()
    battle_runs: ClassVar[int] = 200
    #: how many examples hypothesis tries of each law, unless HORIZONS_EXAMPLES says otherwise
    examples: ClassVar[int] = 50
    #: a folder of saved games (*.json, as dumped) that must still be read
    saved_games: ClassVar[Path | None] = None

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Make one test of each seed and each command where a law asks for them."""
        if "seed" in metafunc.fixturenames:
            metafunc.parametrize("seed", self.seeds)
        if "keyword" in metafunc.fixturenames:
            metafunc.parametrize("keyword", [c.keyword for c in self.variant.commands])

    @property
    def variant(self) -> Variant:
        """The variant under test, with its mods; an attribute of this name takes its place."""
        return load_variant(self.variant_name, self.mods)

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, as many as the variant takes."""
        low, high = self.variant.info.players
        count = max(low, min(high, len(self.players)))
        more = [f"Player {number}" for number in range(len(self.players) + 1, count + 1)]
        return (*self.players, *more)[:count]

    def as_set(self, command: Command, orders: Sequence[str], view: View) -> str:
        """One set of these orders of a command; each is its example, from the order's line on."""
        del command, view
        return "\n".join(orders)

    def new_game(self, seed: int = 1) -> Game:
        """A fresh game with the players and options of the contract."""
        return fresh(self.variant, self.seats, seed, self.options)

    def run_turn(self, game: Game, orders: Mapping[str, str], **more: Any) -> Turn:
        """The next turn by the variant under test."""
        return run_turn(game, orders, variant=self.variant, **more)

    def load(self, data: dict[str, Any]) -> Game:
        """A saved game, read by the variant under test."""
        return load(data, self.variant)

    def played(self, seed: int | None = None) -> tuple[PlayedTurn, ...]:
        """A game that the bots played, turn by turn; the first seed's unless another is named."""
        chosen = self.seeds[0] if seed is None else seed
        turns = played(self.variant, self.seats, chosen, self.turns, self.options)
        assert turns, "the game was over before its first turn"
        return turns

    def some_turns(self, count: int = 3) -> list[PlayedTurn]:
        """So many turns of the first game, from the first to the last; all, if it has fewer."""
        turns = self.played()
        last = len(turns) - 1
        return [turns[i] for i in sorted({last * i // (count - 1) for i in range(count)})]

    def middle_turn(self) -> PlayedTurn:
        """A turn after the first of the first game, or its only one."""
        turns = self.played()
        return turns[min(2, len(turns) - 1)]

    def told_turns(self, count: int = 2) -> Iterator[tuple[Turn, str]]:
        """Turns, the opening among them, each with every empire it is told to."""
        chosen = self.some_turns(count)
        for turn in (opening(chosen[0].before, self.variant), *(one.after for one in chosen)):
            for empire in turn.game.empires:
                yield turn, empire.id

    def watched_turn(self, game: Game, orders: Mapping[str, str]) -> Turn:
        """Run a turn; fails if a phase leaves an unsound game, or the ledger does not balance."""
        faults: list[str] = []

        def watch(phase: Phase, now: Game) -> None:
            faults.extend(f"after {phase.name}: {fault}" for fault in self.faults(now))

        turn = self.run_turn(game, orders, watch=watch)
        faults += imbalances(game, turn.game, turn.ledger)
        assert not faults, "\n".join(faults)
        return turn

    def faults(self, game: Game) -> list[str]:
        """What no game may have in it: what the variant says, and stocks below nothing."""
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
        """Try a law on what hypothesis draws from the strategies."""
        wanted = int(os.environ.get("HORIZONS_EXAMPLES") or examples or self.examples)
        checked = settings(
            max_examples=wanted,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        )(given(*strategies)(law))
        checked()
