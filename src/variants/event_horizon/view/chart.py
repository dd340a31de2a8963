"""The map of a view as a document for the map drawer (`horizons_core.report`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.model import View
from horizons_core.sums import ordered_sum
from variants.event_horizon.constants import COMPONENTS

_BEST = 9 * len(COMPONENTS)
_LEGEND = (
    ("in view", "in view: a ship of yours is there"),
    ("mapped", "mapped: values known, enemies not"),
    ("unknown", "never mapped"),
    ("home", "home sector"),
    ("mothership", "mothership"),
    ("own", "own ships"),
    ("enemy", "enemy ships"),
)
_LEGEND_OF_ALL = (
    ("in view", "a ship is there"),
    ("mapped", "no ship is there"),
    ("home", "home sector"),
    ("mothership", "mothership"),
)


def chart(view: View) -> dict[str, Any]:
    """Return all sectors of the map, with the known values and the visible ships of each."""
    side = view["side"]
    known = {sector["sector"]: sector for sector in view["sectors"]}
    marks = _marks(view)
    legend = _LEGEND if view.empire else _LEGEND_OF_ALL
    places = [
        _place(q, r, known.get(f"{q},{r}"), marks.get(f"{q},{r}", []))
        for r in range(side)
        for q in range(side)
    ]
    return {
        "title": f"Sectors known to {view.empire}" if view.empire else "All sectors",
        "geometry": "hex",
        "width": side,
        "height": side,
        "wraps": True,
        "places": places,
        "empires": view["empires"],
        "you": view.empire,
        "legend": [{"kind": kind, "text": text} for kind, text in legend],
    }


def _place(q: int, r: int, sector: Mapping[str, Any] | None, marks: list[Any]) -> dict[str, Any]:
    state, level, words, lines = "unknown", None, "not mapped", []
    if sector is not None:
        state = "in view" if sector["in_view"] else "mapped"
        values = sector["values"]
        level = round(ordered_sum(values.values()) / _BEST, 3)
        words = ", ".join(f"{part} {values[part]}" for part in COMPONENTS)
        lines = [
            f"H{values['hull']} T{values['thruster']}",
            f"W{values['weapon']} S{values['shield']}",
        ]
    marked = "; ".join(mark["title"] for mark in marks)
    return {
        "id": f"{q},{r}",
        "at": [q, r],
        "label": f"{q},{r}",
        "state": state,
        "level": level,
        "title": f"Sector {q},{r}: {words}" + (f" ({marked})" if marked else ""),
        "lines": lines,
        "marks": marks,
    }


def _marks(view: View) -> dict[str, list[dict[str, Any]]]:
    marks: dict[str, list[dict[str, Any]]] = {}
    homes = {view.empire: view["home"]} if view.empire else view["homes"]
    for owner, home in homes.items():
        marks.setdefault(home, []).append(_mark("home", owner, 1, f"home of {owner}"))
    groups: dict[tuple[str, str, str], int] = {}
    for ship in view["ships"]:
        kind = "mothership" if ship["mothership"] else "own"
        key = (ship["sector"], kind, ship.get("owner", view.empire))
        groups[key] = groups.get(key, 0) + 1
    for contact in view.get("contacts", []):
        kind = "mothership" if contact["mothership"] else "enemy"
        key = (contact["sector"], kind, contact["owner"])
        groups[key] = groups.get(key, 0) + 1
    for (sector, kind, owner), count in groups.items():
        text = "mothership" if kind == "mothership" else f"{count} ship{'s' * (count > 1)}"
        marks.setdefault(sector, []).append(_mark(kind, owner, count, f"{owner}: {text}"))
    return marks


def _mark(kind: str, owner: str, count: int, title: str) -> dict[str, Any]:
    return {"kind": kind, "owner": owner, "count": count, "title": title}
