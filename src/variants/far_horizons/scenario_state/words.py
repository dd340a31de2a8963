"""Reading the words and numbers of a scenario state; every fault is told with its place."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from horizons_core.errors import ScenarioError, did_you_mean
from horizons_core.scenario_state import empire, fields, listed, text, word
from variants.far_horizons.constants import GASES, ITEM_OF, LONGEST_NAME
from variants.far_horizons.model import Colony, Game, Place, Sector, Species

_MOST = 10**9
_PLACE = re.compile(r"\s*(\d{1,4})\s+(\d{1,4})\s+(\d{1,4})(?:\s+#?\s*(\d))?\s*")
_GAS_CODES = {gas: code for code, gas in enumerate(GASES) if gas}


def whole(where: str, given: Any, minimum: int = 0, maximum: int = _MOST) -> int:
    """A whole number within these bounds."""
    if not isinstance(given, int) or isinstance(given, bool):
        raise ScenarioError(f"{where}: {given!r} is no whole number")
    if not minimum <= given <= maximum:
        raise ScenarioError(f"{where}: {given} is not {minimum} to {maximum}")
    return given


def decimal(where: str, given: Any, parts: int, minimum: int = 0) -> int:
    """A number as reports print it, counted in parts: tenths or hundredths."""
    if not isinstance(given, int | float) or isinstance(given, bool) or not abs(given) <= _MOST:
        raise ScenarioError(f"{where}: {given!r} is no number")
    counted = Fraction(str(given)) * parts
    if counted.denominator != 1:
        raise ScenarioError(f"{where}: {given} has too many decimals", f"round to 1/{parts}")
    if counted < minimum:
        raise ScenarioError(f"{where}: {given} is too little")
    return int(counted)


def named(where: str, given: Any) -> str:
    """A name that things may have."""
    name = text(where, given).strip()
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or set(name) & set(",;"):
        raise ScenarioError(
            f"{where}: '{name}' is no name", f"1 to {LONGEST_NAME} characters, no comma"
        )
    return name


def place(where: str, given: Any) -> Place:
    """A place: "x y z", or "x y z #orbit"; the numbers may stand in a list."""
    if isinstance(given, list | tuple):
        given = " ".join(map(str, given))
    found = _PLACE.fullmatch(given) if isinstance(given, str) else None
    if found is None:
        raise ScenarioError(f"{where}: {given!r} is no place", "write 'x y z' or 'x y z #orbit'")
    x, y, z, orbit = (int(number or 0) for number in found.groups())
    return Place((x, y, z), orbit)


def sector(where: str, given: Any) -> Sector:
    """A sector: "x y z"."""
    found = place(where, given)
    if found.orbit:
        raise ScenarioError(f"{where}: {given!r} is a planet, not a sector", "write 'x y z'")
    return found.sector


def planet_place(game: Game, where: str, given: Any) -> Place:
    """The place of a planet that there is."""
    found = place(where, given)
    if not found.orbit:
        raise ScenarioError(f"{where}: {given!r} is no planet", "write 'x y z #orbit'")
    if game.planet_at(found) is None:
        raise ScenarioError(f"{where}: there is no planet {found}", "add it under stars")
    return found


def species(game: Game, where: str, name: Any) -> Species:
    """The species of this player or name."""
    found: Species = empire(game, where, name)
    return found


def colony(owner: Species, where: str, name: Any) -> Colony:
    """A species' named planet of this name."""
    known = {colony.name.casefold(): colony for colony in owner.living_colonies()}
    found = known.get(str(name).casefold())
    if found is None:
        hint = did_you_mean(str(name), [colony.name for colony in known.values()])
        raise ScenarioError(f"{where}: {owner.name} has no planet '{name}'", hint)
    return found


def gas(where: str, given: Any) -> int:
    """The code of a gas."""
    return _GAS_CODES[word(where, given, _GAS_CODES)]


def gas_list(where: str, given: Any) -> list[int]:
    """The codes of gases."""
    return [gas(where, one) for one in listed(where, given)]


def items(where: str, given: Any) -> dict[str, int]:
    """Numbers of items by their abbreviations; what is 0 is left out."""
    counts = {
        name: whole(f"{where}.{name}", count)
        for name, count in fields(where, given, ITEM_OF).items()
    }
    return {name: count for name, count in counts.items() if count}
