"""Saved games, which are loaded, migrated or refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from horizons_core.codec import DamagedError, structured
from horizons_core.errors import OptionError, SaveError
from horizons_core.model.entities import Game, damage
from horizons_core.plugins.loader import load_variant
from horizons_core.plugins.variant import Variant

__all__ = ["load", "load_under"]

_REMEDY = "restore a backup, or undo the turn"


def load(data: dict[str, Any], variant: Variant | None = None) -> Game:
    """Load a dumped game, migrated to the current schema if it is older.

    `data` is the result of `horizons_core.codec.dump`, directly or by way of JSON. `variant` is for
    rules that are not installed; by default the game's own are used. A game of an earlier version
    whose rules the variant still supports keeps that version (`VariantInfo.earlier_rules`).

    Raises SaveError for data that is not a game of an installed variant (or of `variant`), or was
    saved by a newer version or under other rules.
    """
    if not isinstance(data, dict) or not isinstance(data.get("variant"), str):
        raise SaveError("this is not a saved game: it names no variant")
    if variant is None:
        mods, data_mods = data.get("mods") or [], data.get("data_mods") or {}
        if not _are_texts(mods, list | tuple) or not _are_texts(data_mods, dict):
            raise SaveError("the saved game is damaged: its house rules are not texts", _REMEDY)
        variant = load_variant(data["variant"], tuple(mods), data_mods)
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
    """Load a dumped game under these rules, whatever rules it was saved under.

    For deliberate upgrades, and for studies: a version or house rules that change the game's rules
    are accepted. Raises SaveError for data that is not a game of the variant, or whose schema
    cannot be migrated.
    """
    if not isinstance(data, dict) or data.get("variant") != variant.name:
        raise SaveError(f"this is not a saved game of {variant.info.title}")
    mods = [mod.name for mod in variant.mods]
    adapted = {**data, "mods": mods, "data_mods": dict(variant.data_mods)}
    info = variant.info
    current = _migrated(adapted, info.schema, info.migrations, info.title)
    return _structured(current, variant, info.version, variant.rules_digest)


def _are_texts(values: Any, kind: Any) -> bool:
    """Return whether a value is a list, or a dict, of texts only."""
    if not isinstance(values, kind):
        return False
    texts = [*values, *values.values()] if isinstance(values, dict) else values
    return all(isinstance(text, str) for text in texts)


def _structured(current: dict[str, Any], variant: Variant, version: str, rules: str) -> Game:
    """Make a game from data of the current schema; raises SaveError."""
    try:
        game: Game = structured(current, variant.info.game)
    except DamagedError as problem:
        raise SaveError(f"the saved game is damaged: {problem}", _REMEDY) from problem
    fault = next(_faults(game, variant), "")
    if fault:
        raise SaveError(f"the saved game is damaged: {fault}", _REMEDY)
    game.rules, game.version = rules, version
    return game


def _faults(game: Game, variant: Variant) -> Iterator[str]:
    """Yield the inconsistencies of a loaded game."""
    try:
        yield from damage(game)
        for faults in variant.hook.horizons_damage(game=game):
            yield from faults or ()
    except Exception as problem:  # noqa: BLE001 - damaged data may make anything fail
        yield f"a part that it refers to is missing ({type(problem).__name__}: {problem})"
    for option in variant.options:
        value = game.options.get(option.name, option.default)
        try:
            if value is not None or option.default is not None:
                option.checked(value)
        except OptionError as problem:
            yield problem.message


def _check_rules(data: dict[str, Any], variant: Variant) -> None:
    """Raise SaveError for a game whose variant or mods differ from the given rules."""
    game_rules = _rules(data["variant"], map(str, data.get("mods") or ()))
    given_rules = _rules(variant.name, (mod.name for mod in variant.mods))
    if game_rules != given_rules:
        raise SaveError(
            f"the game is played by {game_rules}, not by {given_rules}",
            "pass the game's own rules",
        )


def _rules(variant: str, mods: Iterable[str]) -> str:
    """Describe a variant and its mods in words."""
    names = ", ".join(mods)
    return f"{variant} with {names}" if names else variant


def _migrated(
    data: dict[str, Any],
    schema: int,
    migrations: Any,
    title: str,
) -> dict[str, Any]:
    saved = data.get("schema")
    if type(saved) is not int or saved < 1:
        raise SaveError("the saved game names no schema version")
    if saved > schema:
        raise SaveError(
            f"the game was saved by a newer version of {title} (schema {saved}, known: {schema})",
            "update this installation",
        )
    for step in range(saved, schema):
        if step not in migrations:
            raise SaveError(
                f"no migration of {title} leads from schema {step} to {step + 1}",
                "load the game with an older version first",
            )
        data = {**migrations[step](data), "schema": step + 1}
    return data
