"""Map of a view, as a document for the map renderer (`horizons_core.report`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from horizons_core.model import View
from variants.campaign2e.constants import GRID
from variants.campaign2e.model.places import neighbours, place_id, place_of

#: Income that gets the deepest shade.
_BEST = 15
#: Shade of worlds with unknown income.
_UNVISITED = 0.1
_LEGEND = (
    ("mapped", "world; a stronger colour for a richer one"),
    ("home", "world of a player"),
    ("own", "own task groups"),
    ("enemy", "counters of others"),
    ("lane", "space lane"),
    ("blocked", "blocked space lane"),
    ("trade", "trade"),
    ("interdicted", "interdicted"),
    ("controlled", "under hostile control"),
    ("battle", "battle"),
    ("unknown", "not explored"),
)
_LAYERS = ({"name": "lanes", "text": "space lanes"}, {"name": "trade", "text": "trade"})
#: Place, kind, owner, count and title of a mark.
Mark = tuple[str, str, str, int, str]
_LETTERS = {
    "Mining/Ore": "Ore",
    "Food": "Food",
    "Fuel": "Fuel",
    "Manufactured Goods": "Goods",
    "Luxuries": "Lux",
    "Major Trading Hub": "HUB",
}


def chart(view: View) -> dict[str, Any]:
    """Return the map document: all known hexes, and a ring of unexplored ones around them.

    It shows worlds and their yields, lanes, trade, groups and counters, interdiction and control.
    """
    worlds = {world["id"]: world for world in view["worlds"]}
    marks = _marks(view)
    hexes = {*_initial_area(), *worlds, *view["empty"], *marks}
    beyond = {neighbour for name in hexes for neighbour in _around(name)} - hexes
    places = [
        _unexplored(name) if name in beyond else _place(name, worlds.get(name), marks.get(name, []))
        for name in sorted(hexes | beyond, key=place_of)
    ]
    you = view.empire if view.empire and not view.role else None
    return {
        "title": f"The map of {you}" if you else "The map",
        "geometry": "columns",
        "width": GRID,
        "height": GRID,
        "wraps": False,
        "places": places,
        "links": [*_lanes(view, worlds), *_trades(view)],
        "empires": [player["name"] for player in view["players"]],
        "you": you,
        "layers": list(_LAYERS),
        "legend": [
            {"kind": kind, "text": text}
            for kind, text in _LEGEND
            if you or kind not in ("own", "enemy")
        ],
    }


@cache
def _initial_area() -> frozenset[str]:
    return frozenset(place_id((x, y)) for x in range(1, GRID + 1) for y in range(1, GRID + 1))


@lru_cache(maxsize=1 << 16)
def _around(name: str) -> tuple[str, ...]:
    return tuple(place_id(at) for at in neighbours(place_of(name)))


def _unexplored(name: str) -> dict[str, Any]:
    return {
        "id": name,
        "at": list(place_of(name)),
        "label": name,
        "state": "unknown",
        "level": None,
        "title": f"{name}: not explored",
        "lines": [],
        "marks": [],
    }


def _place(
    name: str, world: Mapping[str, Any] | None, marks: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    place = {"id": name, "at": list(place_of(name)), "marks": list(marks)}
    if world is None:
        return place | {
            "label": name,
            "state": "mapped",
            "level": 0.0,
            "title": f"{name}: empty",
            "lines": [],
        }
    owner = world["owner"] or "nobody"
    yields = f"{world['points']} credits a week" if world["surveyed"] else "not visited yet"
    has_name = world["name"] != name
    world_name = f"{world['name']} ({name})" if has_name else name
    words = [f"{world_name}: {yields}", f"owned by {owner}"]
    if world["resource"]:
        words.insert(1, world["resource"])
    if world.get("allegiance"):
        words.append(world["allegiance"].replace("_", " "))
    if world["interdicted"]:
        words.append(f"interdicted by {', '.join(world['interdicted'])}")
    if world["controlled"]:
        words.append(f"controlled by {world['controlled']}")
    return place | {
        "label": world["name"],
        "state": "mapped",
        "level": min(1.0, round(world["points"] / _BEST, 3)) if world["surveyed"] else _UNVISITED,
        "title": ", ".join(words),
        "lines": [_figures(world), *([name] if has_name else [])],
        "brief": str(world["points"]) if world["surveyed"] else "?",
    }


def _figures(world: Mapping[str, Any]) -> str:
    """Return a world's yield and resource in a few letters; a question mark before a visit."""
    if not world["surveyed"]:
        return "?"
    return f"{world['points']} {_LETTERS.get(world['resource'], '')}".strip()


def _marks(view: View) -> dict[str, list[dict[str, Any]]]:
    """Return the marks of each hex."""
    marks: dict[str, list[dict[str, Any]]] = {}
    for at, kind, owner, count, title in (*_world_marks(view), *_force_marks(view)):
        mark = {"kind": kind, "owner": owner, "count": count, "title": title}
        marks.setdefault(at, []).append(mark)
    return marks


def _world_marks(view: View) -> Iterator[Mark]:
    """Yield marks of the owners and occupiers of worlds."""
    for world in view["worlds"]:
        if world["owner"]:
            yield world["id"], "home", world["owner"], 1, f"world of {world['owner']}"
        for player in world["interdicted"]:
            yield world["id"], "interdicted", player, 1, ""
        if world["controlled"]:
            yield world["id"], "controlled", world["controlled"], 1, ""


def _force_marks(view: View) -> Iterator[Mark]:
    """Yield marks of groups and dummies of the reader or everyone, counters, and battles."""
    for group in view["groups"]:
        owner = group.get("owner", view.empire)
        title = f"{owner or 'umpire'}: {group['name']}, {len(group['ships'])} ships"
        yield group["at"], "own", owner, len(group["ships"]), title
    for dummy in view.get("dummies", ()):
        owner = dummy.get("owner", view.empire)
        title = f"{owner}: a dummy (#{dummy['counter']}) of {dummy['group'] or 'no group'}"
        yield dummy["at"], "own", owner, 1, title
    if "pending" not in view.data:  # other views contain the groups and dummies of all players
        for counter in view["counters"]:
            owner = counter["owner"]
            yield counter["at"], "enemy", owner, 1, f"{owner or 'umpire'}: #{counter['number']}"
    for at in dict.fromkeys(_battles(view)):
        yield at, "battle", "", 1, "a battle"


def _battles(view: View) -> Iterator[str]:
    """Yield hexes of battles that the reader fought this week or that wait for their results."""
    yield from (battle["at"] for battle in view.get("pending", ()))
    yield from (s["at"] for s in view.get("sightings", ()) if s["week"] == view["week"])


def _lanes(view: View, worlds: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "a": lane["a"],
            "b": lane["b"],
            "kind": "lane" if lane["open"] else "blocked",
            "layer": "lanes",
            "title": f"space lane from {worlds[lane['a']]['name']} to {worlds[lane['b']]['name']}",
        }
        for lane in view["lanes"]
    ]


def _trades(view: View) -> list[dict[str, Any]]:
    """Return links for known trades; two worlds of the reader share one link."""
    links: dict[tuple[str, ...], dict[str, Any]] = {}
    for world in view.get("own_worlds", view["worlds"]):
        if world.get("partner"):
            a, b = sorted((world["id"], world["partner"]), key=place_of)
            title = f"trade between {a} and {b}"
            link = {"a": a, "b": b, "kind": "trade", "layer": "trade", "title": title}
            links.setdefault((a, b), link)
    return list(links.values())
