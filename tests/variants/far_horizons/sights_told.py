"""Views, maps and starts of forecasts of a small game as text, one line per object.

PYTHONPATH=../../.. python -m tests.variants.far_horizons.sights_told > golden/sights.txt
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from horizons_core.codec import plain
from tests.variants.far_horizons.sights import VARIANT, at_the_end, hypothesized, view_of
from tests.variants.far_horizons.single_steps import game_with
from variants.far_horizons.model import Game
from variants.far_horizons.model.memory import Detected
from variants.far_horizons.report.map3d import map_data
from variants.far_horizons.rules.knowledge import scan_of

PLAYERS = ("Human", "Klingon", "Romulan")
#: The game contains many visible facts about others.
STATE: dict[str, Any] = {
    "turn": 4,
    "stars": {
        "9 9 9": {"kind": "giant", "colour": "red", "size": 3},
        "12 13 10": {"kind": "dwarf", "colour": "blue", "size": 0},
    },
    "species": {
        "Human": {
            "met": ["Klingon"],
            "visited": ["9 9 9"],
            "planets": {
                "Camp": {"at": "15 10 10 #3", "population": 3},
                "Mars": {"at": "12 13 10 #1", "mining_base": 120.0},
                "Hope": {"at": "9 9 9 #1"},
            },
            "ships": {
                "TR1 Scout": {"at": "3 4 5", "status": "deep"},
                "CTS Dog": {"at": "Earth"},
                "CT Lost": {"at": "7 7 7", "status": "withdrew", "to": "1 1 1"},
                "PB Tunnel": {"at": "38 38 38", "status": "deep", "through_wormhole": True},
            },
        },
        "Klingon": {
            "planets": {
                "Praxis": {"at": "15 10 10 #2", "mining_base": 9.6, "kind": "mining"},
                "Risa": {"at": "15 10 10 #4", "manufacturing_base": 14.9, "kind": "resort"},
                "Camp": {"at": "12 13 10 #2", "population": 5},
                "Kronos": {"items": {"PD": 7}, "shipyards": 2},
            },
            "ships": {
                "DD Claw": {"at": "Kronos", "age": 4},
                "TR9S Hold": {"at": "Kronos", "status": "landed"},
                "ES Egg": {"at": "Kronos", "status": "building", "unpaid": 300},
                "FF Veil": {"at": "Kronos", "cargo": {"FD": 10}},
                "BAS Gate": {"at": "15 10 10", "status": "deep", "tons": 300000},
            },
        },
    },
}

#: The parts of a view that are not about the species itself.
_OF_THE_GALAXY = (
    "aliens", "everybody", "radius", "seen_in", "stars", "visited", "scans", "wormholes",
    "neighbours", "detected",
)  # fmt: skip


def game() -> Game:
    """The game, with a scan, a telescope's results and planets that were seen earlier."""
    game = game_with(STATE, PLAYERS)
    me = game.empire("Human").knowledge
    me.scans["9 9 9"] = scan_of(game.star_at((9, 9, 9)), 2)  # type: ignore[arg-type]
    me.scans["38 38 38"] = scan_of(game.star_at((38, 38, 38)), 3)  # type: ignore[arg-type]
    me.detected = [
        Detected(3, (20, 10, 10), 3, "Romulan", "Romulan Prime", 150),
        Detected(4, (20, 10, 10), 0, "Romulan", "BC Shadow"),
    ]
    return at_the_end(game)


def render() -> str:
    """Everything rendered from the game for a species and for the gamemaster."""
    lines: list[str] = []
    for empire in ("Human", None):
        view = view_of(game(), empire)
        data = {name: part for name, part in view.data.items() if name in _OF_THE_GALAXY}
        lines += _section(f"view of {empire}", data)
        lines += _section(f"map of {empire}", VARIANT.view_model.map(view))
        lines += _section(f"map in space of {empire}", map_data(view.data))
    known = hypothesized(game(), "Human")
    lines += _section("stars of a forecast", {star.id: plain(star) for star in known.stars})
    aliens = {species.id: species for species in known.empires[1:]}
    lines += _section(
        "others in a forecast",
        {
            name: [plain(value) for value in (*other.colonies, *other.ships)] + [other.allies]
            for name, other in aliens.items()
        },
    )
    return "\n".join([*lines, ""])


def _section(title: str, parts: dict[str, Any]) -> Iterator[str]:
    """A title, and each part; lists take one line per entry."""
    yield f"== {title}"
    for name, part in parts.items():
        if isinstance(part, list) and part and isinstance(part[0], dict | list | None):
            yield f"{name}:"
            yield from (f"  {json.dumps(value, ensure_ascii=False)}" for value in part)
        else:
            yield f"{name}: {json.dumps(part, ensure_ascii=False)}"


if __name__ == "__main__":
    sys.stdout.write(render())
