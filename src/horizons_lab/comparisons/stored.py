"""Games of people under a change of rules: their orders, the new rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from horizons_core.stored_games import (
    GameVerdict,
    StoredGame,
    compare_elsewhere,
    compare_rules,
    read_stored_game,
)
from horizons_lab.errors import StudyError
from horizons_lab.plan import mod_list
from horizons_lab.rule_sources import VariantSource, variant_of


def compare_stored(
    game: StoredGame | Path | str,
    *,
    mods: Sequence[Any] | str | Path = (),
    options: Mapping[str, Any] | None = None,
    variant: VariantSource | None = None,
    python: Path | str | None = None,
    set_up_again: bool | None = None,
) -> GameVerdict:
    """Play a stored game of people again under a change of rules; on the same dice.

    For example::

        verdict = compare_stored("mars-2026/stored-game.json", mods=["shared_mining"])
        print(verdict)                # different from turn 3: event in production: ...
        print(verdict.first.difference.seen_by)

    The change is house rules more, other options, another variant, or the versions in the
    environment of another `python`; without any, the same rules as they are installed here. House
    rules and options are in force from the set-up on, which is made again and is the first
    verdict; `set_up_again=False` leaves the stored set-up as it is and changes the turns alone.
    Another variant or version goes on from the stored set-up unless told.

    People gave their orders for the game as it was. From the first difference on they are given
    to another game: where rules begin to act is found in this way, not how people would have
    played by them.

    Raises SaveError for a file that is no stored game, StudyError for a change that cannot be
    made, what loading rules raises; OSError.
    """
    if python is not None:
        if mods or options or variant is not None or set_up_again:
            raise StudyError(
                "another Python plays the game by the rules that it names",
                "leave out house rules, options, another variant, and a new set-up",
            )
        return _elsewhere(game, Path(python))
    stored = game if isinstance(game, StoredGame) else read_stored_game(Path(game))
    more, other = mod_list(mods), dict(options or {})
    if other and set_up_again is False:
        raise StudyError("options are chosen at the set-up", "let the game be set up again")
    again = bool(more or other) if set_up_again is None else set_up_again
    return compare_rules(stored, _rules(stored, variant, more), options=other, set_up_again=again)


def _rules(stored: StoredGame, variant: VariantSource | None, more: Sequence[Any]) -> Any:
    """The rules under which the game is played again; None for those that it names."""
    if variant is None and not more:
        return None
    from horizons_core.plugins import read_data_mod

    kept = stored.data_mods
    own = [read_data_mod(kept[mod], mod) if mod in kept else mod for mod in stored.mods]
    return variant_of(stored.variant if variant is None else variant, [*own, *more])


def _elsewhere(game: StoredGame | Path | str, python: Path) -> GameVerdict:
    if isinstance(game, StoredGame):
        raise StudyError("another Python reads the game from its file", "name the file")
    read_stored_game(Path(game))  # what is wrong with it is said here
    return compare_elsewhere(Path(game), python)
