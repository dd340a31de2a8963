"""Games by the rules that they name: the variant of a game, and running its turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from horizons_core.model.entities import Game
from horizons_core.plugins.loader import load_variant
from horizons_core.plugins.variant import Variant
from horizons_core.turn import run
from horizons_core.turn.phase_runner import Watch
from horizons_core.turn.run import Turn


def variant_of(game: Game) -> Variant:
    """The variant with the mods that a game is played by, as installed.

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
    """Run the next turn for all empires at once; the game given is not changed.

    `orders` maps empires' names to order texts; who is missing gives no orders. `only` names the
    phases to run instead of all, `watch` is called after each. `variant` is for rules that are not
    installed; else those that the game names are used. The same game and orders give the same turn,
    byte for byte.

    Raises GameOverError after the game's end and UnknownNameError for a name that is no empire's or
    phase's. A bad order raises nothing: it becomes a diagnostic.
    """
    return run.run(variant or variant_of(game), game, orders, only=only, watch=watch)


def opening(game: Game, variant: Variant | None = None) -> Turn:
    """Turn 0 as a turn without events: every empire gets a report before its first orders.

    `variant` is for rules that are not installed; raises as `variant_of` does without it.
    """
    return run.opening(variant or variant_of(game), game)
