"""Reading the words and numbers of a scenario state; every fault is told with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError, did_you_mean
from horizons_core.model import folded
from horizons_core.scenario_state import empire, listed, named
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import market
from variants.campaign2e.designs.spares import spare_named
from variants.campaign2e.model import Campaign, Place, Player, World, place_id, place_of

#: The largest number in a state, far beyond what a campaign reaches.
MOST = 1_000_000_000
#: Whose the forces are that the umpire plays.
UMPIRE = "umpire"


def place(path: str, given: Any) -> Place:
    """A hex such as 7,7."""
    try:
        return place_of(str(given))
    except ValueError as problem:
        raise ScenarioError(f"{path}: {problem}", 'in quotes: "7,5"') from None


def world(game: Campaign, path: str, given: Any) -> World:
    """The world in a hex, or of a name."""
    same = folded(str(given))
    for one in game.worlds:
        if one.id == same or (one.called and folded(one.called) == same):
            return one
    known = [one.called or one.id for one in game.worlds]
    hint = did_you_mean(str(given), known)
    raise ScenarioError(f"{path}: there is no world {given}", hint or "add it to worlds")


def world_id(game: Campaign, path: str, given: Any) -> str:
    """The id of a world; "" for a world that is left empty on purpose."""
    return world(game, path, given).id if given else ""


def player(game: Campaign, path: str, given: Any) -> Player:
    """The player of a name."""
    found: Player = empire(game, path, given)
    return found


def owner(game: Campaign, path: str, given: Any) -> str:
    """The id of a player; "" for nobody, and for the umpire."""
    return "" if not given or given == UMPIRE else player(game, path, given).id


def players(game: Campaign, path: str, given: Any) -> list[str]:
    """The ids of several players."""
    return [player(game, path, one).id for one in listed(path, given)]


def hundredths(path: str, given: Any) -> int:
    """An amount of credits or tonnes, in hundredths."""
    return scenario_state.hundredths(path, given, MOST)


def design(path: str, given: Any, own: Mapping[str, Design], on_market: Campaign) -> Design:
    """The design of a name, own or the market's; or the market's of a type such as CH."""
    known = {**market(), **on_market.market, **own}
    same = folded(str(given))
    for name, one in known.items():
        if folded(name) == same:
            return one
    for one in market().values():
        if folded(one.type) == same:
            return one
    types = [one.type for one in market().values()]
    hint = did_you_mean(str(given), [*known, *types])
    raise ScenarioError(f"{path}: there is no design {given}", hint)


def parts(path: str, given: Any, own: Mapping[str, Design]) -> dict[str, int]:
    """How many of each spare part, by its word in orders."""
    found: dict[str, int] = {}
    for word, number in named(path, given).items():
        found[part(f"{path}.{word}", word, own)] = whole(f"{path}.{word}", number)
    return found


def part(path: str, given: Any, own: Mapping[str, Design]) -> str:
    """The word of a spare part."""
    try:
        return spare_named(str(given), own.values()).word
    except ValueError as problem:
        raise ScenarioError(f"{path}: {problem}") from None


def whole(path: str, given: Any, least: int = 0) -> int:
    """A whole number."""
    return scenario_state.whole(path, given, least, MOST)


def hexes(path: str, given: Any) -> list[str]:
    """The names of several hexes."""
    return [place_id(place(path, one)) for one in listed(path, given)]
