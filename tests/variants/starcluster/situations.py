"""Situations for bots: handwritten views with only the relevant parts."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from horizons_core.model import View
from variants.starcluster.bots.bot_view import BotView
from variants.starcluster.economy import StarclusterEconomy

Row = dict[str, Any]


def bot(cash: float = 0.0, turn: int = 10, **parts: Any) -> BotView:
    """A bot with this much money; the parts of its view that are not given are empty."""
    rows = (
        "systems", "links", "fleets", "units", "colonies", "classes", "yards", "projects", "trees",
        "installing", "carried", "contacts", "sightings", "expeditions", "prices",
    )  # fmt: skip
    data: Row = {name: [] for name in rows}
    data |= {"home": "1", "el": 1, "last_el": None}
    data["treasury"] = {"treasury": cash, "net": 0.0, "gross": 0.0, "upkeep": []}
    data["pool"] = {"freighters": 10, "needed": 5, "spare": 5, "convoy": False}
    data["treasury"] |= parts.pop("treasury", {})
    data["pool"] |= parts.pop("pool", {})
    return BotView.from_view(
        View("starcluster", "game", turn, "Ada", data | parts), StarclusterEconomy()
    )


def system(name: str, **changes: Any) -> Row:
    """A system with only its name known."""
    return {
        "id": name, "level": 0, "visited": False, "yours": False, "owner": "", "habitable": None,
        "planets": [], "most_pu": None, "wealth": None, "bearable": None, "points": [], "pu": None,
        "nebula": None, "anomaly": None, "kind": "", "claimed": False, "transits": None, **changes,
    }  # fmt: skip


def surveyed(name: str, **changes: Any) -> Row:
    """A system that was surveyed and can be settled, with one planet."""
    usual = {
        "level": 2, "visited": True, "habitable": 1, "bearable": True, "planets": ["T"],
        "most_pu": 500, "wealth": 1, "nebula": "", "anomaly": "", "pu": 0,
    }  # fmt: skip
    return system(name, **{**usual, **changes})


def link(a: str, b: str) -> Row:
    """A known way between two systems."""
    return {"a": a, "b": b, "a_point": f"{a}.W1", "b_point": f"{b}.W1"}


def chain(*systems: str) -> list[Row]:
    """Ways along these systems."""
    return [link(a, b) for a, b in pairwise(systems)]


def fleet(name: str, at: str, ships: int = 1, **changes: Any) -> Row:
    """A fleet of scouts with nothing to do."""
    return {
        "name": name, "at": at, "units": [f"{name}-{n}" for n in range(1, ships + 1)], "path": [],
        "goal": "", "speed": 5.0, "scan": "", "x_rating": 1.0, "xp_rating": 1.0, "armed": False,
        "detuned": False, "guards": "", **changes,
    }  # fmt: skip


def unit(name: str, of_class: str, at: str = "1", **changes: Any) -> Row:
    """A ship without damage."""
    return {
        "name": name, "of_class": of_class, "fleet": name.partition("-")[0], "at": at,
        "yards": 0, "train": False, "shuttles": 0, "troops": 0.0, "points": 30.0,
        "points_of": 30.0, "in_line": True, "spaces": 30, "cruising": 5.0, "long": 4.0,
        "short": 4.0, **changes,
    }  # fmt: skip


def colony(name: str, **changes: Any) -> Row:
    """A colony of a thousand people, its maximum."""
    return {"id": name, "pu": 1000, "most_pu": 1000, "science": 0, "generic": 0, **changes}


def contact(name: str, **changes: Any) -> Row:
    """A race that was met, and called so in orders."""
    return {
        "id": name, "name": f"Race of {name}", "npr": True, "active": True, "stance": "NEUTRAL",
        "since": 0, "talks": True, "envoy": 0, "gifts": [], "asked": 0, "offers_trade": True,
        **changes,
    }  # fmt: skip


def sighting(at: str, owner: str, units: int, **hulls: int) -> Row:
    """A fleet of others that is in sight."""
    return {"system": at, "owner": owner, "units": units, "hulls": hulls, "left_by": ""}
