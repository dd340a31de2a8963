"""Sight, the view of an empire, the things that orders can name, and the map."""

from typing import Any

from attrs import asdict

from horizons_core import Sight, View
from horizons_core.model import Observer, Thing, facts_in
from konquest.model import Fleet, Game, Planet

SCHEMA = {"type": "object", "required": ["size", "planets", "fleets", "turns"]}
LEGEND = {
    "owned": "a player's planet", "ring": "a neutral planet", "dot": "unknown",
    "ships": "ships", "flight": "fleet",
}  # fmt: skip


class Views:
    """Players know their planets and fleets, and remember planets that their ships reached."""

    kinds = ("planet", "fleet")

    def observer(self, game: Game, empire: str) -> Observer:  # noqa: ARG002
        """Return how well this empire sees each entity (KO-FOG)."""

        def sight(entity: Any) -> Sight:
            if getattr(entity, "owner", entity.id) == empire:
                return Sight.OWN
            return Sight.NOTHING if isinstance(entity, Fleet) else Sight.KNOWN

        return sight

    def describe(self, known: Game, empire: str | None) -> dict[str, Any]:
        """Return the view; the gamemaster's has all planets as they are."""
        players = [{"empire": e.id, "in the game": e.active} for e in known.empires]
        lists = {"empires": players, "planets": [_row(known, p, empire) for p in known.planets]}
        lists["fleets"] = [asdict(fleet) for fleet in known.fleets]
        return {"size": known.size, "turns": known.options["turns"], **lists}

    def hypothesize(self, known: Game, empire: str) -> None:
        """In a forecast the others do nothing: there is nothing to hypothesize."""

    def things(self, view: View) -> list[Thing]:
        """Return planets, which orders name and pages make clickable, and own fleets."""
        fleets = [
            Thing("", "fleet", f["target"], _flight(f), owner=f["owner"], unit=_unit(f))
            for f in view["fleets"]
        ]
        planets = [
            Thing(p["planet"], "planet", p["planet"], _title(p), p["is_yours"], is_place=True,
                  facts=facts_in(p, ("planet", "is_yours", *["seen"] * p["is_yours"])),
                  owner=p["owner"] or "neutral ships", unit=_unit(p))
            for p in view["planets"]
        ]  # fmt: skip
        return [*fleets, *planets]

    def map(self, view: View) -> dict[str, Any]:
        """Return the plane, with fleets as arrows."""
        spots = {p["planet"]: [p["x"], p["y"]] for p in view["planets"]}
        arrows = [
            {"kind": "flight", "from": spots[f["start"]], "to": spots[f["target"]],
             "title": _flight(f), "owner": f["owner"], "text": str(f["ships"]),
             "at": _position(f, spots, view.turn)}
            for f in view["fleets"]
        ]  # fmt: skip
        return {
            "title": "The planets", "geometry": "plane", "width": view["size"],
            "height": view["size"], "wraps": False, "arrows": arrows,
            "places": [_place(planet) for planet in view["planets"]],
            "empires": [row["empire"] for row in view["empires"]], "you": view.empire,
            "legend": [{"kind": kind, "text": text} for kind, text in LEGEND.items()],
        }  # fmt: skip


def _row(known: Game, planet: Planet, empire: str | None) -> dict[str, Any]:
    """Return a planet as it is, or as it was when last seen; its facts are null if it never was."""
    yours = empire is None or planet.owner == empire
    facts: dict[str, Any] = {**dict.fromkeys(planet.facts), "seen": None}
    if yours:
        facts = {**planet.facts, "seen": known.turn}
    elif empire is not None:
        facts |= known.empire(empire).charts.get(planet.id, {})
    return {"planet": planet.id, "x": planet.at[0], "y": planet.at[1], "is_yours": yours, **facts}


def _unit(row: dict[str, Any]) -> dict[str, int]:
    return {"ships": row["ships"], "kill": row["kill"]} if row["ships"] else {}


def _title(planet: dict[str, Any]) -> str:
    if planet["seen"] is None:
        return f"{planet['planet']}, unknown"
    when = "" if planet["is_yours"] else f" in turn {planet['seen']}"
    return f"{planet['planet']}, {planet['owner'] or 'neutral'}, {planet['ships']} ships{when}"


def _flight(fleet: dict[str, Any]) -> str:
    way = f"{fleet['start']} to {fleet['target']}"
    return f"{fleet['ships']} ships from {way}, there in turn {fleet['arrives']}"


def _position(fleet: dict[str, Any], spots: dict[str, list[int]], turn: int) -> list[float]:
    share = (turn - fleet["left"]) / (fleet["arrives"] - fleet["left"])
    ends = zip(spots[fleet["start"]], spots[fleet["target"]], strict=True)
    return [round(start + (end - start) * share, 1) for start, end in ends]


def _place(planet: dict[str, Any]) -> dict[str, Any]:
    name, owner, known = planet["planet"], planet["owner"] or "", planet["seen"] is not None
    kind = "own" if planet["is_yours"] else "enemy"
    return {
        "id": name, "at": [planet["x"], planet["y"]], "label": name, "title": _title(planet),
        "state": "in view" if planet["is_yours"] else "mapped" if known else "unknown",
        "level": min(1, planet["production"] / 12) if known else None, "lines": [],
        "marks": [{"kind": kind, "owner": owner, "count": planet["ships"]}] if owner else [],
        "sign": "owned" if owner else "ring" if known else "dot", "owner": owner,
    }  # fmt: skip
