"""Readers of the words and numbers of a scenario state; every error names its place."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from horizons_core.errors import ScenarioError, did_you_mean
from horizons_core.scenario_state import empire, fields, listed, text, word
from variants.far_horizons.constants import GASES, ITEM_OF, MAX_NAME_LENGTH
from variants.far_horizons.model import Colony, Game, Place, Sector, Species

_MAX_NUMBER = 10**9
_PLACE = re.compile(r"\s*(\d{1,4})\s+(\d{1,4})\s+(\d{1,4})(?:\s+#?\s*(\d))?\s*")
_GAS_CODES = {gas: code for code, gas in enumerate(GASES) if gas}


def integer(path: str, value: Any, minimum: int = 0, maximum: int = _MAX_NUMBER) -> int:
    """Read a whole number within these bounds."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise ScenarioError(f"{path}: {value!r} is not a whole number")
    if not minimum <= value <= maximum:
        raise ScenarioError(f"{path}: {value} is not {minimum} to {maximum}")
    return value


def decimal(path: str, value: Any, parts: int, minimum: int = 0) -> int:
    """Read a number as reports print it, counted in parts: tenths or hundredths."""
    if (
        not isinstance(value, int | float)
        or isinstance(value, bool)
        or not abs(value) <= _MAX_NUMBER
    ):
        raise ScenarioError(f"{path}: {value!r} is not a number")
    counted = Fraction(str(value)) * parts
    if counted.denominator != 1:
        raise ScenarioError(f"{path}: {value} has too many decimals", f"round to 1/{parts}")
    if counted < minimum:
        raise ScenarioError(f"{path}: {value} is too small")
    return int(counted)


def named(path: str, value: Any) -> str:
    """Read a valid name."""
    name = text(path, value).strip()
    if not 1 <= len(name) <= MAX_NAME_LENGTH or not name.isprintable() or set(name) & set(",;"):
        raise ScenarioError(
            f"{path}: '{name}' is not a name", f"1 to {MAX_NAME_LENGTH} characters, no comma"
        )
    return name


def place(path: str, value: Any) -> Place:
    """Read a place: "x y z", or "x y z #orbit"; the numbers may be in a list."""
    if isinstance(value, list | tuple):
        value = " ".join(map(str, value))
    match = _PLACE.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ScenarioError(f"{path}: {value!r} is not a place", "write 'x y z' or 'x y z #orbit'")
    x, y, z, orbit = (int(number or 0) for number in match.groups())
    return Place((x, y, z), orbit)


def sector(path: str, value: Any) -> Sector:
    """Read a sector: "x y z"."""
    result = place(path, value)
    if result.orbit:
        raise ScenarioError(f"{path}: {value!r} is a planet, not a sector", "write 'x y z'")
    return result.sector


def planet_place(game: Game, path: str, value: Any) -> Place:
    """Read the place of an existing planet."""
    result = place(path, value)
    if not result.orbit:
        raise ScenarioError(f"{path}: {value!r} is not a planet", "write 'x y z #orbit'")
    if game.planet_at(result) is None:
        raise ScenarioError(f"{path}: there is no planet {result}", "add it under stars")
    return result


def species(game: Game, path: str, name: Any) -> Species:
    """Return the species of this player or name."""
    return empire(game, path, name)


def colony(owner: Species, path: str, name: Any) -> Colony:
    """Return a species' named planet with this name."""
    by_name = {colony.name.casefold(): colony for colony in owner.living_colonies()}
    result = by_name.get(str(name).casefold())
    if result is None:
        hint = did_you_mean(str(name), [colony.name for colony in by_name.values()])
        raise ScenarioError(f"{path}: {owner.name} has no planet '{name}'", hint)
    return result


def gas(path: str, value: Any) -> int:
    """Read the code of a gas."""
    return _GAS_CODES[word(path, value, _GAS_CODES)]


def gas_list(path: str, value: Any) -> list[int]:
    """Read a list of gases as codes."""
    return [gas(path, name) for name in listed(path, value)]


def items(path: str, value: Any) -> dict[str, int]:
    """Read numbers of items by their abbreviations, without zeros."""
    counts = {
        name: integer(f"{path}.{name}", count)
        for name, count in fields(path, value, ITEM_OF).items()
    }
    return {name: count for name, count in counts.items() if count}
