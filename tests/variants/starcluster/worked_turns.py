"""The course of a scene: what is said, what happens, and every part of the game that changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

import horizons_core as hz
from horizons_core.codec import dump
from tests.variants.starcluster.builders import books, run, stored
from variants.starcluster.model import Starcluster

#: By player, the orders of a turn.
Orders = Mapping[str, str]
#: What plays no part: keys of dice, what no rule reads, and designs, which stand in their orders.
LEFT_OUT = ("key", "commitment", "schema", "version", "rules", "dice", "design")


@frozen
class Scene:
    """A game, the orders of its turns, and whose reports of which turns are kept besides."""

    begin: Callable[[], Starcluster]
    orders: Sequence[Orders]
    reports: Sequence[tuple[int, str]] = ()


def without_natives(game: Starcluster) -> Starcluster:
    """The game without races, whose many ships would make it slow."""
    races = {one.id for one in game.natives}
    game.natives = []
    game.units = [unit for unit in game.units if unit.owner not in races]
    game.fleets = [fleet for fleet in game.fleets if fleet.owner not in races]
    for system in game.systems:
        if system.owner in races:
            system.owner, system.pu = "", 0
    return game


def course(scene: Scene) -> str:
    """What happens; each turn is run on the stored game, as those of people are."""
    game, lines = scene.begin(), []
    before = dict(_flat(dump(game)))
    for given in scene.orders:
        turn = run(stored(game), **given)
        game = turn.game
        after = dict(_flat(dump(game)))
        lines += [f"== turn {game.turn}", *_said(turn), *_changes(before, after)]
        before = after
        for _, player in (one for one in scene.reports if one[0] == game.turn):
            lines += books(turn, player)
    return "".join(f"{line}\n" for line in lines)


def _said(turn: hz.Turn) -> Iterator[str]:
    for player, remarks in turn.diagnostics.items():
        for one in remarks:
            yield f"{player} {one.line}: {one.code}"
    for event in turn.events:
        yield f"{event.code} {','.join(sorted(event.audience))}: {event.text}"


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        if old != new and (old or new):
            yield f"{path}: {old} -> {new}"


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Each simple part of plain data with its path; things with an id stand under that.

    The many ships of races that nobody plays are left out.
    """
    if path.startswith("units.NPR"):
        return
    if isinstance(value, dict):
        for name, part in value.items():
            if not any(word in name for word in LEFT_OUT):
                yield from _flat(part, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and any(isinstance(part, dict) for part in value):
        for number, part in enumerate(value):
            name = part.get("id", number) if isinstance(part, dict) else number
            yield from _flat(part, f"{path}.{name}")
    else:
        yield path, value
