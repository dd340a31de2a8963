"""The course of a scene: remarks, events, and every changed part of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
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
    before = dump(game)
    for order in scene.orders:
        turn = run(stored(game), **order)
        game = turn.game
        after = dump(game)
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


def _changes(before: Any, after: Any) -> list[str]:
    return [
        f"{path}: {old} -> {new}"
        for path, old, new in sorted(_changed(before, after), key=itemgetter(0))
    ]


def _changed(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Each simple part of plain data that differs, with its path.

    The many ships of unplayed races are left out.
    """
    if old == new or path.startswith("units.NPR"):
        return
    old_parts, new_parts = _parts(old), _parts(new)
    for name in dict.fromkeys([*old_parts, *new_parts]):
        place = f"{path}.{name}" if path else name
        yield from _changed(old_parts.get(name), new_parts.get(name), place)
    old, new = (None if parts else value for value, parts in ((old, old_parts), (new, new_parts)))
    if old or new:
        yield path, old, new


def _parts(value: Any) -> dict[str, Any]:
    """The parts of plain data by name; objects with an id are listed under it."""
    if isinstance(value, dict):
        return {
            name: part for name, part in value.items() if not any(word in name for word in LEFT_OUT)
        }
    if isinstance(value, list) and any(isinstance(part, dict) for part in value):
        return {
            str(part.get("id", number) if isinstance(part, dict) else number): part
            for number, part in enumerate(value)
        }
    return {}
