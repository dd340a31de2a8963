"""Games and their rules: the variant of a game, and running its turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from horizons_core.model.entities import Game
from horizons_core.plugins.loader import load_variant
from horizons_core.plugins.variant import Variant
from horizons_core.turn import run
from horizons_core.turn.phase_runner import Watch
from horizons_core.turn.run import Turn


def variant_of(game: Game) -> Variant:
    """Return the installed variant and mods of a game.

    Raises UnknownNameError for one that is not installed, PluginError for one that is broken.
    """
    return load_variant(game.variant, game.mods, game.data_mods)


def run_turn(
    game: Game,
    orders: Mapping[str, str],
    *,
    only: Sequence[str] | None = None,
    watch: Watch | None = None,
    variant: Variant | None = None,
) -> Turn:
    """Run the next turn for all empires at once and return it; `game` does not change.

    `orders` maps empires' names to order texts; a missing empire gives no orders. `only` names the
    phases to run instead of all, and `watch` is called after each. `variant` is for rules that are
    not installed; by default the game's own are used. The result is deterministic, byte for byte.

    Raises GameOverError after the game's end and UnknownNameError for an unknown empire or phase. A
    bad order raises nothing: it becomes a diagnostic.
    """
    return run.run(variant or variant_of(game), game, orders, only=only, watch=watch)


def opening(game: Game, variant: Variant | None = None) -> Turn:
    """Return turn 0 as a turn without events, so that empires get a report before their orders.

    `variant` is for rules that are not installed; without it, raises as `variant_of` does.
    """
    return run.opening(variant or variant_of(game), game)
