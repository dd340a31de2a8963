"""Cases measured on the engine of 1999: read them, for our kernel to fight.

A file has `match_ups`, each with `sides`, their orders in the engine's words, and `results`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from horizons_core.data_text import DataError, read_file, read_yaml
from horizons_core.errors import BattleError
from variants.far_horizons.battle.battle_rules import BattleRules
from variants.far_horizons.battle.questions import FleetBattle
from variants.far_horizons.battle.spec import read_spec

_PLANET = re.compile(r"planet (\d)")
_SILENT = "none given"


@frozen
class ParityCase:
    """A battle and the engine's results; `letters` are the sides' names in the results."""

    id: str
    letters: tuple[str, ...]
    battle: FleetBattle
    results: Mapping[str, Any]


def read_cases(path: Path, rules: BattleRules) -> Iterator[ParityCase]:
    """Read the cases of a file; raises BattleError with the place, or OSError."""
    try:
        data = read_yaml(read_file(path))
    except DataError as problem:
        raise BattleError(f"{path}{problem.place}: {problem.reason}", problem.hint) from problem
    if not isinstance(data, Mapping) or not isinstance(data.get("match_ups"), list):
        raise BattleError(f"{path}: no cases", "write match_ups: [...]")
    for number, case in enumerate(data["match_ups"], start=1):
        name = str(case.get("id", number))
        try:
            yield ParityCase(
                id=name,
                letters=tuple(str(letter) for letter in case["sides"]),
                battle=read_spec(spec_of(case), rules),
                results=case["results"],
            )
        except (KeyError, TypeError, AttributeError) as problem:
            raise BattleError(f"{path}: case '{name}': {problem!r}") from problem
        except BattleError as problem:
            raise BattleError(f"{path}: case '{name}': {problem}", problem.hint) from problem


def spec_of(case: Mapping[str, Any]) -> dict[str, Any]:
    """Convert a case into the plain data of a battle."""
    place = case.get("place", {})
    names = {letter: str(side["name"]) for letter, side in case["sides"].items()}
    return {
        "at": [place.get(axis, 15) for axis in "xyz"],
        "sides": {names[letter]: _side(side, names) for letter, side in case["sides"].items()},
    }


def _side(side: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    orders = side.get("combat_orders", _SILENT)
    silent = isinstance(orders, str) and orders.casefold().startswith("none")
    side_data: dict[str, Any] = {
        "number": side["species_number"],
        "tech": dict(side["tech"]),
        "ships": [_ships(ships) for ships in side.get("ships", []) if _can_fight(ships)],
        "colonies": [_colony(colony) for colony in side.get("colonies", [])],
        "battle": not silent,
        "allies": [names.get(ally, ally) for ally in side.get("declared_allies", [])],
        "enemies": [names.get(enemy, enemy) for enemy in side.get("declared_enemies", [])],
    }
    if not silent:
        side_data["orders"] = orders
    return side_data


def _can_fight(ships: Mapping[str, Any]) -> bool:
    """Tell whether ships take part; those under construction do not."""
    return "construct" not in str(ships.get("where", ""))


def _ships(ships: Mapping[str, Any]) -> dict[str, Any]:
    location = str(ships.get("where", "deep space"))
    orbit = _PLANET.search(location)
    ship_data = {
        "class": ships["class"],
        "count": ships.get("count", 1),
        "age": ships.get("age", 0),
        "cargo": dict(ships.get("cargo_each", {})),
        "at": int(orbit[1]) if orbit else 0,
        "landed": "land" in location or "surface" in location,
    }
    if "tonnage" in ships:
        ship_data["tons"] = ships["tonnage"]
    return ship_data


def _colony(colony: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "planet": colony["planet"],
        "mining": colony.get("mining_base", 0),
        "manufacturing": colony.get("manufacturing_base", 0),
        "population": colony.get("available_population", 0),
        "shipyards": colony.get("shipyards", 0),
        "items": dict(colony.get("stock", {})),
        "hidden": bool(colony.get("hidden", False)),
        "home": bool(colony.get("home", False)),
        "ambush": colony.get("ambush", 0),
    }
