"""Saved games: reading them back, migrated or refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from horizons_core.codec import DamagedError, structured
from horizons_core.errors import OptionError, SaveError
from horizons_core.model.entities import Game, damage
from horizons_core.plugins.loader import load_variant
from horizons_core.plugins.variant import Variant

__all__ = ["load", "load_under"]

_REMEDY = "take it from a backup, or undo the turn"


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
        mods, kept = data.get("mods") or [], data.get("data_mods") or {}
        if not _are_texts(mods, list | tuple) or not _are_texts(kept, dict):
            raise SaveError("the saved game is damaged: its house rules are no texts", _REMEDY)
        variant = load_variant(data["variant"], tuple(mods), kept)
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


def _are_texts(values: Any, kind: Any) -> bool:
    """Whether this is a list, or a dict, of texts alone."""
    if not isinstance(values, kind):
        return False
    texts = [*values, *values.values()] if isinstance(values, dict) else values
    return all(isinstance(text, str) for text in texts)


def _structured(current: dict[str, Any], variant: Variant, version: str, rules: str) -> Game:
    """The game in data of today's shape; raises SaveError."""
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
    """What does not fit together in a game that was read."""
    try:
        yield from damage(game)
        for faults in variant.hook.horizons_damage(game=game):
            yield from faults or ()
    except Exception as problem:  # noqa: BLE001 - damaged data may make anything fail
        yield f"what belongs together is not there ({type(problem).__name__}: {problem})"
    for option in variant.options:
        value = game.options.get(option.name, option.default)
        try:
            if value is not None or option.default is not None:
                option.checked(value)
        except OptionError as problem:
            yield problem.message


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
    if type(found) is not int or found < 1:
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
