"""The view, in which everything is public, and the map."""

from typing import Any

from horizons_core import Sight, View
from horizons_core.model import Observer, Thing
from jumpgates.model import BOARD, CHART, LANES, Game, is_gate

STAGES = {"": "Moves", "retreats": "Retreats", "adjustments": "Adjustments"}
_EMPIRES, _FLEETS = ("empire", "systems", "fleets", "builds", "sites"), ("at", "owner", "retreats")
_ROWS: dict[str, Any] = {
    name: {"type": "array", "items": {"properties": {column: {} for column in columns}}}
    for name, columns in (("empires", _EMPIRES), ("fleets", _FLEETS))
}
SCHEMA = {"type": "object", "properties": {"season": {}, **_ROWS}, "required": [*_ROWS, "systems"]}


def title(game: Game) -> str:
    """Return the title of the next turn."""
    is_winter = game.stage == "adjustments"
    season = "Winter" if is_winter else ("Spring", "Autumn")[game.season % 2]
    return f"{season} {2400 + (game.season - is_winter) // 2}: {STAGES[game.stage].lower()}"


def describe(game: Game, _: str | None = None) -> dict[str, Any]:
    """Return the view of any empire."""
    empires = [
        {"empire": e, "systems": len(game.owned(e)), "fleets": len(game.fleets_of(e)),
         "builds": game.builds(e), "sites": game.sites(e)}
        for e in [empire.id for empire in game.empires]
    ]  # fmt: skip
    fleets = [{"at": f.at, "owner": f.owner, "retreats": [*f.retreats]} for f in game.fleets]
    owners = {system.id: system.owner for system in game.systems}
    return {"season": title(game), "empires": empires, "fleets": fleets, "systems": owners}


class Views:
    """Everyone sees everything, except the private data of players."""

    kinds = ("fleet", "system", "gate")
    describe = staticmethod(describe)

    def observer(self, game: Game, empire: str) -> Observer:  # noqa: ARG002
        """Return how well an empire sees an entity."""
        return lambda e: Sight.OWN if empire in {e.id, getattr(e, "owner", "")} else Sight.SEEN

    def hypothesize(self, known: Game, empire: str) -> None:
        """In a forecast, all others hold."""

    def things(self, view: View) -> list[Thing]:
        """Return fleets, systems and gates."""
        owners = dict.fromkeys(BOARD, "") | view["systems"]
        rows = [(f["at"], "fleet", f["owner"], f"{f['owner']}'s fleet at {f['at']}")
                for f in view["fleets"]]  # fmt: skip
        rows += [(p, "gate" if is_gate(p) else "system", o, p) for p, o in owners.items()]
        return [
            Thing(at, kind, at, name, yours=owner == view.empire, is_place=kind != "fleet",
                  owner=owner)
            for at, kind, owner, name in rows
        ]  # fmt: skip

    def map(self, view: View) -> dict[str, Any]:
        """Return the map."""
        return {
            **CHART, "title": view["season"], "you": view.empire,
            "empires": [row["empire"] for row in view["empires"]],
            "places": [_place(name, view) for name in BOARD],
            "links": [{"a": lane.a, "b": lane.b, "title": f"{lane.a} to {lane.b}",
                       "kind": "course" if is_gate(lane.a) else "lane"} for lane in LANES.lines],
        }  # fmt: skip


def _place(name: str, view: View) -> dict[str, Any]:
    owner = view["systems"].get(name)
    fleets = [fleet["owner"] for fleet in view["fleets"] if fleet["at"] == name]
    sides = {empire: "own" if empire == view.empire else "enemy" for empire in fleets}
    marks = [{"kind": sides[empire], "owner": empire, "count": 1} for empire in fleets]
    marks += [{"kind": "home", "owner": owner}] if owner else []
    marks += [{"kind": "battle"}] if len(fleets) > 1 else []
    about = f"system of {owner}" if owner else "gate" if is_gate(name) else "neutral system"
    return {
        "id": name, "at": BOARD[name]["at"], "label": name, "state": "in view", "level": None,
        "title": f"{name}, {about}", "marks": marks, "lines": ["gate"] if is_gate(name) else [],
    }  # fmt: skip


VIEWS = Views()
