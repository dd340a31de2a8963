"""The course of a scene: remarks, events, and every changed part of the game."""

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
#: Ignored parts: keys of dice, data that no rule reads, and designs, which are in their orders.
LEFT_OUT = ("key", "commitment", "schema", "version", "rules", "dice", "design")


@frozen
class Scene:
    """A game, the orders of its turns, and the recorded reports by reader and turn."""

    begin: Callable[[], Starcluster]
    orders: Sequence[Orders]
    reports: Sequence[tuple[int, str]] = ()


def without_natives(game: Starcluster) -> Starcluster:
    """The game without races, whose many ships would make it slow."""
    races = {native.id for native in game.natives}
    game.natives = []
    game.units = [unit for unit in game.units if unit.owner not in races]
    game.fleets = [fleet for fleet in game.fleets if fleet.owner not in races]
    for system in game.systems:
        if system.owner in races:
            system.owner, system.pu = "", 0
    return game


def course(scene: Scene) -> str:
    """The events; each turn is run on the stored game, like those of people."""
    game, lines = scene.begin(), []
    before = dict(_flat(dump(game)))
    for order in scene.orders:
        turn = run(stored(game), **order)
        game = turn.game
        after = dict(_flat(dump(game)))
        lines += [f"== turn {game.turn}", *_messages(turn), *_changes(before, after)]
        before = after
        for _, player in (report for report in scene.reports if report[0] == game.turn):
            lines += books(turn, player)
    return "".join(f"{line}\n" for line in lines)


def _messages(turn: hz.Turn) -> Iterator[str]:
    for player, remarks in turn.diagnostics.items():
        for remark in remarks:
            yield f"{player} {remark.line}: {remark.code}"
    for event in turn.events:
        yield f"{event.code} {','.join(sorted(event.audience))}: {event.text}"


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        if old != new and (old or new):
            yield f"{path}: {old} -> {new}"


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Each simple part of plain data with its path; objects with an id are listed under it.

    The many ships of unplayed races are left out.
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
