"""Parsers for the words and numbers of a scenario state; errors contain the position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError, did_you_mean
from horizons_core.model import folded
from horizons_core.scenario_state import empire, listed, named
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import market, spare_named
from variants.campaign2e.model import Campaign, Place, Player, World, place_id, place_of

#: The largest number in a state, far above those of any campaign.
MAX_NUMBER = 1_000_000_000
#: Owner of the umpire's forces.
UMPIRE = "umpire"


def place(path: str, value: Any) -> Place:
    """Parse a hex such as 7,7."""
    try:
        return place_of(str(value))
    except ValueError as problem:
        raise ScenarioError(f"{path}: {problem}", 'in quotes: "7,5"') from None


def world(game: Campaign, path: str, value: Any) -> World:
    """Return the world with a hex or name."""
    key = folded(str(value))
    for candidate in game.worlds:
        if candidate.id == key or (candidate.called and folded(candidate.called) == key):
            return candidate
    names = [candidate.called or candidate.id for candidate in game.worlds]
    hint = did_you_mean(str(value), names)
    raise ScenarioError(f"{path}: there is no world {value}", hint or "add it to worlds")


def world_id(game: Campaign, path: str, value: Any) -> str:
    """Return the id of a world; "" for an intentionally empty value."""
    return world(game, path, value).id if value else ""


def player(game: Campaign, path: str, value: Any) -> Player:
    """Return the player with a name."""
    return empire(game, path, value)


def owner(game: Campaign, path: str, value: Any) -> str:
    """Return the id of a player; "" for no owner or the umpire."""
    return "" if not value or value == UMPIRE else player(game, path, value).id


def players(game: Campaign, path: str, value: Any) -> list[str]:
    """Return the ids of several players."""
    return [player(game, path, name).id for name in listed(path, value)]


def hundredths(path: str, value: Any) -> int:
    """Parse an amount of credits or tonnes in hundredths."""
    return scenario_state.hundredths(path, value, MAX_NUMBER)


def design(path: str, value: Any, own_designs: Mapping[str, Design], on_market: Campaign) -> Design:
    """Return the own or market design of this name, or the market design of a type such as CH."""
    designs = {**market(), **on_market.market, **own_designs}
    key = folded(str(value))
    for name, candidate in designs.items():
        if folded(name) == key:
            return candidate
    for candidate in market().values():
        if folded(candidate.type) == key:
            return candidate
    types = [candidate.type for candidate in market().values()]
    hint = did_you_mean(str(value), [*designs, *types])
    raise ScenarioError(f"{path}: there is no design {value}", hint)


def parts(path: str, value: Any, own_designs: Mapping[str, Design]) -> dict[str, int]:
    """Parse numbers of spare parts, by their words in orders."""
    counts: dict[str, int] = {}
    for word, number in named(path, value).items():
        counts[part(f"{path}.{word}", word, own_designs)] = count(f"{path}.{word}", number)
    return counts


def part(path: str, value: Any, own_designs: Mapping[str, Design]) -> str:
    """Parse the word of a spare part."""
    try:
        return spare_named(str(value), own_designs.values()).word
    except ValueError as problem:
        raise ScenarioError(f"{path}: {problem}") from None


def count(path: str, value: Any, minimum: int = 0) -> int:
    """Parse an integer."""
    return scenario_state.integer(path, value, minimum, MAX_NUMBER)


def hexes(path: str, value: Any) -> list[str]:
    """Parse the ids of several hexes."""
    return [place_id(place(path, name)) for name in listed(path, value)]
