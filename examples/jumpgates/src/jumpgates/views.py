"""The view, in which everything is public, and the map."""

from typing import Any

from horizons_core import Sight, View
from horizons_core.model import Observer, Thing
from jumpgates.model import BOARD, Game

STAGES = {"": "Moves", "retreats": "Retreats", "adjustments": "Adjustments"}
SCHEMA = {
    "type": "object",
    "required": ["season", "empires", "systems", "fleets"],
    "properties": {"season": {"type": "string"}}
    | {
        key: {"type": "array", "items": {"type": "object"}}
        for key in ("empires", "systems", "fleets")
    },
}


def title(game: Game) -> str:
    """Return the title of the next turn."""
    words = f"{('Spring', 'Autumn')[game.season % 2]} {2400 + game.season // 2}"
    return f"{words}: {STAGES[game.stage].lower()}"


def describe(game: Game, _: str | None = None) -> dict[str, Any]:
    """Return the view."""
    return {
        "season": title(game),
        "empires": [
            {
                "empire": empire.id,
                "systems": len(game.owned(empire.id)),
                "fleets": len(game.fleets_of(empire.id)),
                "builds": game.builds(empire),
                "sites": game.sites(empire),
            }
            for empire in game.empires
        ],
        "systems": [{"system": s.id, "owner": s.owner} for s in game.systems],
        "fleets": [{"at": f.at, "owner": f.owner, "retreats": [*f.retreats]} for f in game.fleets],
    }


class Views:
    """Everyone sees everything but the private data of other players."""

    kinds = ("fleet", "system", "gate")

    def observer(self, game: Game, empire: str) -> Observer:
        """Return how well an empire sees an entity."""
        del game
        return lambda e: Sight.OWN if empire in {e.id, getattr(e, "owner", "")} else Sight.SEEN

    describe = staticmethod(describe)

    def hypothesize(self, known: Game, empire: str) -> None:
        """In a forecast the others hold."""

    def things(self, view: View) -> list[Thing]:
        """Return fleets, systems and gates."""
        owners = {row["system"]: row["owner"] for row in view["systems"]}
        fleets = [
            Thing(f["at"], "fleet", f["at"], f"{f['owner']}'s fleet at {f['at']}",
                  yours=f["owner"] == view.empire, owner=f["owner"])
            for f in view["fleets"]
        ]  # fmt: skip
        places = [
            Thing(name, "gate" if place.gate else "system", name, name, is_place=True,
                  yours=bool(view.empire) and owners.get(name) == view.empire)
            for name, place in BOARD.items()
        ]  # fmt: skip
        return fleets + places

    def map(self, view: View) -> dict[str, Any]:
        """Return the map."""
        owners = {row["system"]: row["owner"] for row in view["systems"]}
        empires = [row["empire"] for row in view["empires"]]
        legend = {"home": "a system of this empire", "own": "your fleet", "enemy": "another fleet",
                  "battle": "a fleet is dislodged", "lane": "lane", "course": "lane of gates"}  # fmt: skip
        links = [
            {"a": name, "b": end, "title": f"{name} to {end}",
             "kind": "course" if place.gate or BOARD[end].gate else "lane"}
            for name, place in BOARD.items()
            for end in place.lanes
            if name < end
        ]  # fmt: skip
        return {
            "title": view["season"], "geometry": "graph", "width": 13, "height": 13, "wraps": False,
            "places": [_place(name, owners.get(name), view) for name in BOARD],
            "links": links, "empires": empires, "you": view.empire,
            "legend": [{"kind": kind, "text": text} for kind, text in legend.items()],
        }  # fmt: skip


def _place(name: str, owner: str | None, view: View) -> dict[str, Any]:
    fleets = [fleet for fleet in view["fleets"] if fleet["at"] == name]
    kinds = [("own" if f["owner"] == view.empire else "enemy", f["owner"]) for f in fleets]
    marks = [{"kind": kind, "owner": empire, "count": 1} for kind, empire in kinds]
    marks += [{"kind": "home", "owner": owner}] if owner else []
    marks += [{"kind": "battle"}] if len(fleets) > 1 else []
    title_of = f"system of {owner}" if owner else "gate" if owner is None else "neutral system"
    return {
        "id": name, "at": list(BOARD[name].at), "label": name, "state": "in view",
        "level": None, "title": f"{name}, {title_of}", "marks": marks,
        "lines": ["gate"] if owner is None else [],
    }  # fmt: skip


VIEWS = Views()
