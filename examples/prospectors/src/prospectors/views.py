"""Who sees what; what a view says; the map."""

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
    """Own things wholly; rocks with own robots or the own ship closely, and the ships there."""

    def observer(self, game: Game, empire: str) -> Observer:
        """How well this empire sees each thing."""
        here = {game.ship(empire).at, *(int(r.id) for r in game.rocks if r.owner == empire)}

        def sight(thing: Any) -> Sight:
            if isinstance(thing, Rock):
                return Sight.SCANNED if int(thing.id) in here else Sight.KNOWN
            if isinstance(thing, Ship) and thing.owner != empire:
                return Sight.SEEN if thing.at in here else Sight.NOTHING
            return Sight.OWN if empire in {thing.id, getattr(thing, "owner", "")} else Sight.KNOWN

        return sight

    def describe(self, known: Game, empire: str | None) -> dict[str, Any]:
        """The view; the gamemaster's has everybody's ore."""
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
        """The ring, drawn on a plane; the claims' owners stand in the places' titles."""
        owners = {thing["owner"] for thing in (*view["rocks"], *view["ships"])} - {""}
        chart = {"title": "The ring", "geometry": "plane", "width": 100, "height": 100}
        places = [_place(rock, len(view["rocks"]), view) for rock in view["rocks"]]
        chart |= {"wraps": False, "places": places, "legend": [{"kind": "home", "text": "a claim"}]}
        return chart | {"empires": sorted(owners), "you": view.empire}


VIEWS = Views()


def _rock(rock: Rock, sight: Sight) -> dict[str, Any]:
    seen = sight >= Sight.SCANNED
    told = {"ore": rock.ore, "robots": rock.robots} if seen else {"ore": "?", "robots": "?"}
    return {"rock": int(rock.id), "owner": rock.owner} | told


def _place(rock: dict[str, Any], rocks: int, view: View) -> dict[str, Any]:
    angle, seen = 2 * math.pi * rock["rock"] / rocks, rock["ore"] != "?"
    claim = [{"kind": "home", "owner": rock["owner"]}] if rock["owner"] else []
    ships = [s["owner"] for s in view["ships"] if s["at"] == rock["rock"]]
    return {
        "id": str(rock["rock"]),
        "at": [round(50 + 45 * math.sin(angle), 1), round(50 - 45 * math.cos(angle), 1)],
        "label": f"Rock {rock['rock']}",
        "state": "in view" if seen else "unknown",
        "level": min(1, rock["ore"] / 20) if seen else None,
        "title": f"Rock {rock['rock']} of {rock['owner'] or 'nobody'}",
        "lines": [f"{rock['ore']} ore"] if seen else [],
        "marks": claim
        + [{"kind": "own" if o == view.empire else "enemy", "owner": o, "count": 1} for o in ships],
    }
