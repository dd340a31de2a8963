"""A possible battle at a place, built from the forces that a seat sees there."""

from __future__ import annotations

import json
from typing import Any

import yaml

import horizons_core as hz
from horizons_core.data_text import DataError, read_yaml
from horizons_core.errors import BattleError
from horizons_core.localized_text import LocalizedText
from horizons_host.odds_picture import BattleOdds, battle_odds
from horizons_host.server.battle_forms import inner_list
from horizons_host.server.fighting import battle_statistics
from horizons_host.server.ordering.board import OrderBoard

#: The most ships in a battle on a page; larger battles are for the command line.
MOST_SHIPS = 600
RUNS, RUNS_ONE_BY_ONE = 500, 40
_COUNT_FIELDS = ("count", "ships")


def battle_at(board: OrderBoard, place: str) -> dict[str, Any]:
    """Return the sides seen at a place, each with its units; identical units are counted."""
    sides: dict[str, dict[str, dict[str, Any]]] = {}
    for thing in board.things:
        if thing.place != place or not thing.unit:
            continue
        units = sides.setdefault(thing.owner, {})
        alike = units.get(json.dumps(thing.unit))
        if alike is None:
            units[json.dumps(thing.unit)] = dict(thing.unit)
        elif "ships" in alike:
            alike["ships"] += thing.unit["ships"]
        else:
            alike["count"] = alike.get("count", 1) + 1
    inner = inner_list(board.variant)
    return {
        name: {inner: list(units.values())} if inner else list(units.values())
        for name, units in sides.items()
    }


def battle_text(sides: dict[str, Any]) -> str:
    """Return the sides as a battle file, which the reader may edit."""
    return yaml.safe_dump({"sides": sides}, sort_keys=False, allow_unicode=True, width=100)


def odds_of(variant: hz.Variant, text: str) -> BattleOdds:
    """Return the odds of a battle in a battle file's text; raises BattleError."""
    try:
        spec = read_yaml(text)
    except DataError as problem:
        raise BattleError(problem.message, problem.hint) from problem
    if not isinstance(spec, dict):
        raise BattleError(
            LocalizedText("this isn't a battle"), LocalizedText("start with 'sides:'")
        )
    if _ships_in(spec.get("sides")) > MOST_SHIPS:
        raise BattleError(
            LocalizedText(
                "battles with more than {most} ships take too long here", most=MOST_SHIPS
            ),
            LocalizedText("use 'horizons battle' on your own computer"),
        )
    return battle_odds(
        battle_statistics(variant, spec, "a battle at a place", RUNS, RUNS_ONE_BY_ONE)
    )


def _ships_in(part: Any) -> int:
    """Count the ships in a part of a battle, as far as it names numbers."""
    if isinstance(part, dict):
        count = next((part[key] for key in _COUNT_FIELDS if isinstance(part.get(key), int)), 0)
        return max(count, 0) + sum(map(_ships_in, part.values()))
    return sum(max(1, _ships_in(key)) for key in part) if isinstance(part, list) else 0
