"""Sight, the view of an empire, and the map."""

import math
from typing import Any

from horizons_core import Sight, View
from horizons_core.model import Observer
from prospectors.model import Game, Rock, Ship

SCHEMA = {
    "type": "object",
    "required": ["ore", "at", "robots", "turns", "rocks", "ships"],
    "properties": {key: {"type": "integer"} for key in ("ore", "at", "robots", "turns")}
    | {key: {"type": "array", "items": {"type": "object"}} for key in ("rocks", "ships")},
}


class Views:
    """Own things are known; rocks with own robots or ship are scanned, and ships there seen."""

    def observer(self, game: Game, empire: str) -> Observer:
        """Return how well this empire sees each entity."""
        near = {game.ship(empire).at, *(int(r.id) for r in game.rocks if r.owner == empire)}

        def sight(entity: Any) -> Sight:
            if isinstance(entity, Rock):
                return Sight.SCANNED if int(entity.id) in near else Sight.KNOWN
            if isinstance(entity, Ship) and entity.owner != empire:
                return Sight.SEEN if entity.at in near else Sight.NOTHING
            return Sight.OWN if empire in {entity.id, getattr(entity, "owner", "")} else Sight.KNOWN

        return sight

    def describe(self, known: Game, empire: str | None) -> dict[str, Any]:
        """Return the view; the gamemaster's has the ore of all players."""
        rocks, ships = known.rocks, [{"owner": s.owner, "at": s.at} for s in known.ships]
        if empire is None:
            stocks = {e.id: e.stock["ore"] for e in known.empires}
            return {"ore": stocks, "rocks": [_rock(r, Sight.OWN) for r in rocks], "ships": ships}
        me, sight = known.ship(empire), self.observer(known, empire)
        return {
            "ore": known.empire(empire).stock["ore"],
            "at": me.at,
            "robots": me.robots,
            "turns": known.options["turns"],
            "rocks": [_rock(r, sight(r)) for r in rocks],
            "ships": ships,
        }

    def hypothesize(self, known: Game, empire: str) -> None:
        """In a forecast the others do nothing: there is nothing to hypothesize."""

    def map(self, view: View) -> dict[str, Any]:
        """Return the ring, drawn on a plane; titles of places name the owners of claims."""
        owners = {entity["owner"] for entity in (*view["rocks"], *view["ships"])} - {""}
        chart = {"title": "The ring", "geometry": "plane", "width": 100, "height": 100}
        places = [_place(rock, len(view["rocks"]), view) for rock in view["rocks"]]
        chart |= {"wraps": False, "places": places, "legend": [{"kind": "home", "text": "a claim"}]}
        return chart | {"empires": sorted(owners), "you": view.empire}


VIEWS = Views()


def _rock(rock: Rock, sight: Sight) -> dict[str, Any]:
    scanned = sight >= Sight.SCANNED
    contents = {"ore": rock.ore, "robots": rock.robots} if scanned else {"ore": "?", "robots": "?"}
    return {"rock": int(rock.id), "owner": rock.owner} | contents


def _place(rock: dict[str, Any], rocks: int, view: View) -> dict[str, Any]:
    angle, scanned = 2 * math.pi * rock["rock"] / rocks, rock["ore"] != "?"
    claim = [{"kind": "home", "owner": rock["owner"]}] if rock["owner"] else []
    ships = [s["owner"] for s in view["ships"] if s["at"] == rock["rock"]]
    return {
        "id": str(rock["rock"]),
        "at": [round(50 + 45 * math.sin(angle), 1), round(50 - 45 * math.cos(angle), 1)],
        "label": f"Rock {rock['rock']}",
        "state": "in view" if scanned else "unknown",
        "level": min(1, rock["ore"] / 20) if scanned else None,
        "title": f"Rock {rock['rock']} of {rock['owner'] or 'nobody'}",
        "lines": [f"{rock['ore']} ore"] if scanned else [],
        "marks": claim
        + [{"kind": "own" if o == view.empire else "enemy", "owner": o, "count": 1} for o in ships],
    }
