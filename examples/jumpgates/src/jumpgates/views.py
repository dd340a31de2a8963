"""The view, in which everything is public, and the map."""

from typing import Any

from horizons_core import Sight, View
from horizons_core.model import Observer, Thing
from jumpgates.model import BOARD, CHART, LINKS, Game, is_gate

STAGES = {"": "Moves", "retreats": "Retreats", "adjustments": "Adjustments"}
SCHEMA = {"type": "object", "required": ["title", "empires", "fleets", "systems"]}


def title(game: Game) -> str:
    """Return the title of the next turn."""
    return f"{2400 + game.year}: {STAGES[game.stage].lower()}"


def describe(game: Game, _: str | None = None) -> dict[str, Any]:
    """Return the view of any empire."""
    empires = [
        {"empire": e, "systems": len(game.owned(e)), "fleets": len(game.fleets_of(e)),
         "builds": game.builds(e), "sites": game.sites(e)}
        for e in [empire.id for empire in game.empires]
    ]  # fmt: skip
    fleets = [{"at": f.at, "owner": f.owner, "retreats": [*f.retreats]} for f in game.fleets]
    owners = {system.id: system.owner for system in game.systems}
    return {"title": title(game), "empires": empires, "fleets": fleets, "systems": owners}


class Views:
    """Everyone sees everything, except the private data of players."""

    kinds = ("fleet", "place")
    describe = staticmethod(describe)

    def observer(self, game: Game, empire: str) -> Observer:  # noqa: ARG002
        """Return how well an empire sees an entity."""
        return lambda e: Sight.OWN if empire in {e.id, getattr(e, "owner", "")} else Sight.SEEN

    def hypothesize(self, known: Game, empire: str) -> None:
        """In a forecast, all others hold."""

    def things(self, view: View) -> list[Thing]:
        """Return fleets and places."""
        fleets = [
            Thing(f["at"], "fleet", f["at"], f"{f['owner']}'s fleet at {f['at']}",
                  f["owner"] == view.empire)
            for f in view["fleets"]
        ]  # fmt: skip
        return [*fleets, *(Thing(place, "place", place, is_place=True) for place in BOARD)]

    def stocks(self, view: View) -> dict[str, int]:
        """Return how many fleets the adjustments are about."""
        count = next((row["builds"] for row in view["empires"] if row["empire"] == view.empire), 0)
        words = f"fleets to {'build' if count > 0 else 'disband'}"
        return {words: abs(count)} if count and view.stage == "adjustments" else {}

    def map(self, view: View) -> dict[str, Any]:
        """Return the map."""
        return {
            **CHART, "title": view["title"], "you": view.empire,
            "empires": [row["empire"] for row in view["empires"]],
            "places": [_place(name, view) for name in BOARD],
            "links": [{"a": a, "b": b, "title": f"{a} to {b}", "kind": "lane"} for a, b in LINKS],
        }  # fmt: skip


def _place(name: str, view: View) -> dict[str, Any]:
    owner = view["systems"].get(name)
    fleets = [fleet["owner"] for fleet in view["fleets"] if fleet["at"] == name]
    marks = [{"kind": "own" if empire == view.empire else "enemy", "owner": empire, "count": 1}
             for empire in fleets]  # fmt: skip
    marks += [{"kind": "home", "owner": owner}] if owner else []
    return {
        "id": name, "at": BOARD[name]["at"], "label": name, "state": "in view", "level": None,
        "title": f"{name}, {owner or 'neutral'}", "marks": marks, "lines": ["gate"] * is_gate(name),
    }  # fmt: skip
