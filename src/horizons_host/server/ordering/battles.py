"""A battle as it may come at a place, made of the forces that one sees there."""

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
from horizons_host.server.fighting import statistics_of
from horizons_host.server.ordering.board import Board

#: So many ships may fight on a page; larger battles are for the command line.
MOST_SHIPS = 600
RUNS, RUNS_ONE_BY_ONE = 500, 40
_COUNTS = ("count", "ships")


def battle_at(board: Board, place: str) -> dict[str, Any]:
    """The sides that are seen at a place, each with its units; like ones are counted."""
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


def as_text(sides: dict[str, Any]) -> str:
    """The sides as a battle file has them, to be changed by hand."""
    return yaml.safe_dump({"sides": sides}, sort_keys=False, allow_unicode=True, width=100)


def odds_of(variant: hz.Variant, text: str) -> BattleOdds:
    """The odds of a battle that is written as a battle file; raises BattleError."""
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
    return battle_odds(statistics_of(variant, spec, "a battle at a place", RUNS, RUNS_ONE_BY_ONE))


def _ships_in(part: Any) -> int:
    """How many ships a part of a battle has, as far as it says so."""
    if isinstance(part, dict):
        count = next((part[one] for one in _COUNTS if isinstance(part.get(one), int)), 0)
        return max(count, 0) + sum(map(_ships_in, part.values()))
    return sum(max(1, _ships_in(one)) for one in part) if isinstance(part, list) else 0
