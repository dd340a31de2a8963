"""Replay people's stored games with the same orders under changed rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from horizons_core.stored_games import (
    GameVerdict,
    StoredGame,
    compare_rules,
    compare_with_python,
    read_stored_game,
)
from horizons_lab.checks import StudyError
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
    """Replay a stored game of players under a change of rules, on the same dice.

    For example::

        verdict = compare_stored("mars-2026/stored-game.json", mods=["shared_mining"])
        print(verdict)                # different from turn 3: event in production: ...
        print(verdict.first.difference.seen_by)

    The change is additional house rules, other options, another variant, or the versions in the
    environment of another `python`; without any of these, the same rules as installed here. House
    rules and options are in force from the set-up on, which is run again and gives the first
    verdict; with `set_up_again=False` the stored set-up is used, and only the turns change. Another
    variant or version starts from the stored set-up by default.

    The players gave their orders in the original game. After the first difference, these orders
    apply to a different game: this shows where the rules begin to matter, not how people would have
    played.

    Raises SaveError for a file that is not a stored game, StudyError for an impossible change, the
    errors of loading rules, and OSError.
    """
    if python is not None:
        if mods or options or variant is not None or set_up_again:
            raise StudyError(
                "another Python plays the game with the rules named in its file",
                "leave out house rules, options, the variant and the new set-up",
            )
        return _compare_with_python(game, Path(python))
    stored = game if isinstance(game, StoredGame) else read_stored_game(Path(game))
    added, changed = mod_list(mods), dict(options or {})
    if changed and set_up_again is False:
        raise StudyError("options only take effect at the set-up", "set the game up again")
    set_up = bool(added or changed) if set_up_again is None else set_up_again
    return compare_rules(
        stored, _rules(stored, variant, added), options=changed, set_up_again=set_up
    )


def _rules(stored: StoredGame, variant: VariantSource | None, added: Sequence[Any]) -> Any:
    """Return the rules for the replay; None for the rules that the game names."""
    if variant is None and not added:
        return None
    from horizons_core.plugins import read_data_mod

    data_mods = stored.data_mods
    mods = [read_data_mod(data_mods[mod], mod) if mod in data_mods else mod for mod in stored.mods]
    return variant_of(stored.variant if variant is None else variant, [*mods, *added])


def _compare_with_python(game: StoredGame | Path | str, python: Path) -> GameVerdict:
    if isinstance(game, StoredGame):
        raise StudyError(
            "another Python can only read the game from a file", "pass the path of the file"
        )
    read_stored_game(Path(game))  # reports errors of the file here
    return compare_with_python(Path(game), python)
