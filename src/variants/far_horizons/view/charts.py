"""The map of a view as a document for the map drawer: systems, inhabitants, ships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from attrs import define, field

from horizons_core.model import View
from variants.far_horizons.constants import MAX_PLANETS, STAR_COLOURS, STAR_KINDS
from variants.far_horizons.view.lookup import IN_TRANSIT, class_and_name

#: The map's tints, from hot and blue to cool and red.
_TINTS = {colour: tint for tint, colour in enumerate(STAR_COLOURS)}

Sector = tuple[int, int, int]
_RANKS = ("owned", "star", "object")
_LAYERS = (("names", "names"), ("ships", "ships"), ("wormholes", "wormholes"))


@define
class MapSystem:
    """A sector of a view: planets by owner, ships by owner, and the results of a scan.

    `named` are planets that have a name and no people; `label` is the reader's name for the system.
    `worth` is the economic base of its colonies.
    """

    planets: dict[str, list[str]] = field(factory=dict)
    named: list[str] = field(factory=list)
    ships: dict[str, list[str]] = field(factory=dict)
    label: str = ""
    visited: bool = False
    scan: Mapping[str, Any] | None = None
    worth: int = 0

    def owner(self, mine: str | None) -> str | None:
        """Return the owner shown on the map: the reader, or the first inhabitant."""
        return mine if mine in self.planets else next(iter(self.planets), None)

    def lines(self) -> Iterator[str]:
        """Yield lines about inhabitants, ships and the scan."""
        for owner, planets in self.planets.items():
            yield f"{owner}: {', '.join(planets)}"
        if self.named:
            yield f"named: {', '.join(self.named)}"
        for owner, ships in self.ships.items():
            yield f"{owner}: {', '.join(ships)}"
        if self.scan:
            count = len(self.scan["planets"])
            yield f"{count} planet{'s' * (count > 1)}, scanned in turn {self.scan['turn']}"
            if self.scan["wormhole"]:
                yield "a wormhole ends here"


@define
class MapSystems:
    """The sectors for which a view has more than the chart of stars."""

    mine: str | None
    by_sector: dict[Sector, MapSystem] = field(factory=dict)
    owners: set[str] = field(factory=set)

    @classmethod
    def of(cls, view: Mapping[str, Any]) -> MapSystems:
        """Collect the systems from the data of a view."""
        systems = cls(view["species"])
        for position in [view] if systems.mine else view["positions"]:
            systems._add_own(position)
        if systems.mine:
            systems._add_seen(view)
        return systems

    def at(self, sector: list[int]) -> MapSystem:
        x, y, z = sector
        return self.by_sector.setdefault((x, y, z), MapSystem())

    def _add_own(self, position: Mapping[str, Any]) -> None:
        owner = position["species"]
        self.owners.add(owner)
        for colony in position["colonies"]:
            system = self.at(colony["sector"])
            system.label = system.label or colony["name"]
            if colony["kind"] == "named":
                system.named.append(f"PL {colony['name']}")
                continue
            system.planets.setdefault(owner, []).append(f"PL {colony['name']} ({colony['kind']})")
            system.worth += colony["mining_base"] + colony["manufacturing_base"]
        for ship in position["ships"]:
            if ship["where"] not in IN_TRANSIT:
                self._add_ship(ship["sector"], owner, class_and_name(ship))

    def _add_seen(self, view: Mapping[str, Any]) -> None:
        for sector in view["visited"]:
            self.at(sector).visited = True
        for scan in view["scans"]:
            self.at(scan["sector"]).scan = scan
        for sector in view["aliens"]:
            for ship in sector["ships"]:
                self._add_ship(sector["sector"], ship["species"], class_and_name(ship))
        for neighbour in view["neighbours"]:
            for planet in neighbour["planets"]:
                remark = f"({planet['kind']}), seen in turn {neighbour['turn']}"
                self._add_alien(neighbour["sector"], planet, remark)
        for detected in view["detected"]:
            if detected["base"] is None:
                name = f"{detected['name']} by telescope"
                self._add_ship(detected["sector"], detected["species"], name)
            else:
                remark = f"(base {detected['base']}), by telescope in turn {detected['turn']}"
                self._add_alien(detected["sector"], detected, remark)

    def _add_alien(self, sector: list[int], planet: Mapping[str, Any], remark: str) -> None:
        self.owners.add(planet["species"])
        system = self.at(sector)
        system.label = system.label or planet["name"]
        system.planets.setdefault(planet["species"], []).append(f"PL {planet['name']} {remark}")

    def _add_ship(self, sector: list[int], owner: str, name: str) -> None:
        self.owners.add(owner)
        self.at(sector).ships.setdefault(owner, []).append(name)


def places(view: Mapping[str, Any], systems: MapSystems) -> list[dict[str, Any]]:
    """Return the stars, and other sectors with anything in them, the most important first."""
    stars = {tuple(star["sector"]): star["type"] for star in view["stars"]}
    known, mine = systems.by_sector, systems.mine
    rows = [_place(sector, system, stars.get(sector), mine) for sector, system in known.items()]
    rows.sort(key=lambda place: _RANKS.index(place["sign"]))
    bare = [_unvisited_star(*star) for star in stars.items() if star[0] not in known]
    first_object = next((n for n, p in enumerate(rows) if p["sign"] == "object"), len(rows))
    return [*rows[:first_object], *bare, *rows[first_object:]]


@lru_cache(maxsize=8192)
def _unvisited_star(sector: Sector, type_: str) -> dict[str, Any]:
    """Return a star known only from the chart; all views share it unchanged."""
    return _place(sector, MapSystem(), type_, None)


def _place(
    sector: Sector, system: MapSystem, type_: str | None, mine: str | None
) -> dict[str, Any]:
    x, y, z = sector
    place = {
        "id": f"{x} {y} {z}",
        "at": [x, y, z],
        "label": system.label or f"{x} {y} {z}",
        "state": "in view" if system.visited or system.scan else "mapped",
        "level": _level(system),
        "title": "\n".join(_title(sector, system, type_)),
        "lines": [],
        "marks": list(_marks(system, mine)),
        "sign": "star" if type_ else "object",
    }
    if type_:
        place["tint"] = tint_of(type_)
    owner = system.owner(mine)
    return {**place, "sign": "owned", "owner": owner} if owner else place


def tint_of(type_: str) -> int:
    """Return the tint of a star by its designation."""
    return _TINTS[type_[-2]]


def designation_in_words(type_: str) -> str:
    """Return the words for a star's designation, such as "yellow giant"."""
    kind, colour = STAR_KINDS[type_[:-2] or " "], STAR_COLOURS[type_[-2]]
    return f"{colour} star" if type_[:-2] in ("", " ") else f"{colour} {kind}"


def _level(system: MapSystem) -> float:
    if system.planets:
        return min(system.worth / 4000, 1.0)
    return len(system.scan["planets"]) / MAX_PLANETS if system.scan else 0.0


def _title(sector: Sector, system: MapSystem, type_: str | None) -> Iterator[str]:
    coordinates = " ".join(map(str, sector))
    name = f"{system.label}, {coordinates}" if system.label else coordinates
    yield f"{name}: {type_}, {designation_in_words(type_)}" if type_ else f"{name}: deep space"
    ships = {f"{owner}: {', '.join(names)}" for owner, names in system.ships.items()}
    yield from (line for line in system.lines() if line not in ships)


def _marks(system: MapSystem, mine: str | None) -> Iterator[dict[str, Any]]:
    for owner, ships in system.ships.items():
        kind = "own" if mine in {owner, None} else "enemy"
        title = f"{owner}: {', '.join(ships)}"
        mark = {"kind": kind, "layer": "ships", "owner": owner}
        yield {**mark, "count": len(ships), "title": title}


_LEGEND = {
    "owned": "system with somebody's planets",
    "star": "star, in its colour",
    "near star": "star that you visited",
    "object": "deep space",
    "ships": "ships",
    "route": "wormhole",
}


def chart(view: View) -> dict[str, Any]:
    """Return all stars of the view, inhabitants, ships, and the known wormholes."""
    mine = view["species"]
    systems = MapSystems.of(view.data)
    map_places = places(view.data, systems)
    wormholes = [_wormhole(wormhole) for wormhole in view["wormholes"]]
    span = 2 * view["radius"]
    empires_shown = [name for name in view["everybody"] if name == mine or name in systems.owners]
    document = {
        "title": f"What {mine} knows of the galaxy" if mine else "The galaxy",
        "geometry": "plane",
        "width": span,
        "height": span,
        "wraps": False,
        "up": True,
        "ground": _ground(view),
        "places": map_places,
        "arrows": wormholes,
        "layers": [{"name": name, "text": text} for name, text in _LAYERS],
        "empires": view["everybody"],
        "shown": empires_shown,
        "you": mine,
        "legend": _legend(map_places, wormholes),
    }
    spots = [place["at"][:2] for place in map_places]
    outside = [spot for spot in spots if not all(0 <= at < span for at in spot)]
    return {**document, "window": _window(outside, span)} if outside else document


def public_chart(view: View) -> dict[str, Any]:
    """Return the stars of the chart, which all species know, without anything at them."""
    span = 2 * view["radius"]
    map_places = [
        _unvisited_star(tuple(star["sector"]), _designation(star))
        for star in view["chart"]["stars"]
    ]
    return {
        "title": "The chart of stars",
        "geometry": "plane",
        "width": span,
        "height": span,
        "wraps": False,
        "up": True,
        "ground": float(view["radius"]),
        "places": map_places,
        "layers": [{"name": "names", "text": "names"}],
        "empires": [species["called"] for species in view["empires"]],
        "shown": [],
        "you": None,
        "legend": _legend(map_places, []),
    }


def _designation(star: Mapping[str, Any]) -> str:
    return f"{star['kind'].strip()}{star['colour']}{star['size']}"


def _ground(view: View) -> float:
    """Return the reference height of the map, which is the height of the reader's home."""
    colonies = view.data.get("colonies") or ()
    return float(colonies[0]["sector"][2]) if colonies else float(view["radius"])


def _window(outside: list[list[int]], span: int) -> dict[str, int]:
    """Return a square that includes the galaxy and the ships beyond its edges."""
    low = min(0, *(min(at) for at in outside))
    high = max(span, *(max(at) for at in outside))
    return {"x": low - 1, "y": low - 1, "width": high - low + 2, "height": high - low + 2}


def _wormhole(wormhole: Mapping[str, Any]) -> dict[str, Any]:
    origin, target = wormhole["from"], wormhole["to"]
    return {
        "kind": "route",
        "layer": "wormholes",
        "from": origin,
        "to": target,
        "title": f"wormhole from {_words(origin)} to {_words(target)}",
    }


def _words(sector: list[int]) -> str:
    return " ".join(map(str, sector))


def _legend(
    map_places: list[dict[str, Any]], wormholes: list[dict[str, Any]]
) -> list[dict[str, str]]:
    """Return the symbols that the map uses."""
    used = {place["sign"] for place in map_places} | {wormhole["kind"] for wormhole in wormholes}
    if any(place["sign"] == "star" and place["state"] == "in view" for place in map_places):
        used.add("near star")
    if any(place["marks"] for place in map_places):
        used.add("ships")
    return [{"kind": kind, "text": text} for kind, text in _LEGEND.items() if kind in used]
