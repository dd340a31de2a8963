"""Saved games: reading them back, migrated or refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from horizons_core.codec import converter
from horizons_core.errors import SaveError
from horizons_core.model.entities import Game
from horizons_core.plugins.loader import load_variant
from horizons_core.plugins.variant import Variant

__all__ = ["load", "load_under"]


def load(data: dict[str, Any], variant: Variant | None = None) -> Game:
    """The game that was dumped, migrated to today's schema if it is older.

    `data` is what `horizons_core.codec.dump` gives, fresh or back from JSON. `variant` is for rules
    that are not installed; else those that the game names are used. A game of an earlier version
    whose rules the variant still plays keeps that version (`VariantInfo.earlier_rules`).

    Raises SaveError if the data is no game of an installed variant (or of the one given), was
    written by a newer one or under other rules.
    """
    if not isinstance(data, dict) or not isinstance(data.get("variant"), str):
        raise SaveError("this is no saved game: it names no variant")
    if variant is None:
        kept = data.get("data_mods") or {}
        variant = load_variant(data["variant"], tuple(data.get("mods") or ()), kept)
    else:
        _check_rules(data, variant)
    current = _migrated(data, variant.info.schema, variant.info.migrations, variant.info.title)
    accepted = (variant.rules_digest, *variant.info.compatible_rules)
    earlier = variant.info.earlier_rules.get(str(current.get("version")), ())
    if current.get("rules") in earlier:
        return _structured(current, variant, str(current["version"]), earlier[0])
    if current.get("rules") not in accepted:
        raise SaveError(
            f"the game was saved under other rules of {variant.info.title}"
            f" (version {current.get('version')})",
            f"install that version; this one is {variant.info.version}",
        )
    return _structured(current, variant, variant.info.version, variant.rules_digest)


def load_under(data: dict[str, Any], variant: Variant) -> Game:
    """The game that was dumped, as it goes on under these rules, whatever it was saved under.

    For an upgrade that is meant, and for studies: a version or house rules that change what the
    game's rules say are no fault here. Raises SaveError for data that is no game of the variant, or
    of no shape that can be migrated to its own.
    """
    if not isinstance(data, dict) or data.get("variant") != variant.name:
        raise SaveError(f"this is no saved game of {variant.info.title}")
    mods = [mod.name for mod in variant.mods]
    ours = {**data, "mods": mods, "data_mods": dict(variant.data_mods)}
    info = variant.info
    current = _migrated(ours, info.schema, info.migrations, info.title)
    return _structured(current, variant, info.version, variant.rules_digest)


def _structured(current: dict[str, Any], variant: Variant, version: str, rules: str) -> Game:
    """The game in data of today's shape, by these rules; raises SaveError."""
    from cattrs.errors import BaseValidationError

    try:
        game: Game = converter().structure(current, variant.info.game)
    except (BaseValidationError, TypeError, ValueError, KeyError) as problem:
        raise SaveError(f"the saved game is damaged: {_first_fault(problem)}") from problem
    game.rules, game.version = rules, version
    return game


def _check_rules(data: dict[str, Any], variant: Variant) -> None:
    """Raise SaveError for a game of another variant, or of other mods, than was handed over."""
    theirs = _rules(data["variant"], map(str, data.get("mods") or ()))
    ours = _rules(variant.name, (mod.name for mod in variant.mods))
    if theirs != ours:
        raise SaveError(
            f"the game is played by {theirs}, not by {ours}", "hand over the rules of the game"
        )


def _rules(variant: str, mods: Iterable[str]) -> str:
    """A variant and its mods in words."""
    named = ", ".join(mods)
    return f"{variant} with {named}" if named else variant


def _migrated(
    data: dict[str, Any],
    schema: int,
    migrations: Any,
    title: str,
) -> dict[str, Any]:
    found = data.get("schema")
    if not isinstance(found, int) or found < 1:
        raise SaveError("the saved game names no schema version")
    if found > schema:
        raise SaveError(
            f"the game was saved by a newer version of {title} (schema {found}, known: {schema})",
            "update this installation",
        )
    for step in range(found, schema):
        if step not in migrations:
            raise SaveError(
                f"no migration of {title} leads from schema {step} to {step + 1}",
                "load the game with an older version first",
            )
        data = {**migrations[step](data), "schema": step + 1}
    return data


def _first_fault(problem: BaseException) -> str:
    if isinstance(problem, BaseException) and isinstance(problem, BaseExceptionGroup):
        return _first_fault(problem.exceptions[0])
    notes = " ".join(getattr(problem, "__notes__", ()))
    return f"{problem} {notes}".strip()
