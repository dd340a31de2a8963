"""Symbols of places on a map, with their owners, ships and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from horizons_core.report.maps.drawing import Layers, Point, circle, group, text
from horizons_core.report.maps.labels import SCALES, Item, Label, place_labels
from horizons_core.report.maps.viewport import Viewport
from horizons_core.report.markers import PlayerMarker, marker_of, number, safe, short
from horizons_core.sums import ordered_sum

#: A ship, seen from above, pointing up.
SHIP = "M0-8L6 6 0 3-6 6z"
OBJECT = "M0-4.5L4.5 0 0 4.5-4.5 0z"
#: Number of fleets drawn at a place.
MAX_FLEETS = 3
#: Least distance of names from the centre of their symbol, outside the rings of a page around it.
ROOM = 14.0
#: Number of places up to which all of them may be named in a far view of the map.
FEW = 80


def radius_of(place: Mapping[str, Any]) -> float:
    """Return the radius of a place's symbol."""
    level: float = place["level"] or 0.0
    sizes = {"owned": 10 + 4 * level, "ring": 7 + 4 * level, "star": 6 + 3 * level}
    return sizes.get(place["sign"], 5.0)


def place_symbol(
    place: Mapping[str, Any], position: Point, markers: Mapping[str, PlayerMarker]
) -> str:
    """Draw a place's symbol; its title is shown when the pointer rests on it."""
    words = [place["title"] or place["id"]]
    words += [mark["title"] for mark in place["marks"] if mark.get("title")]
    title = f"<title>{safe(chr(10).join(words))}</title>"
    attributes = f'class="place" data-place="{safe(place["id"])}" {origin(position)}'
    if len(place["at"]) > 2:
        attributes += f'data-at="{" ".join(map(number, place["at"]))}" '
    return group(position, [title, _symbol(place, markers)], attributes)


def _symbol(place: Mapping[str, Any], markers: Mapping[str, PlayerMarker]) -> str:
    """Draw the symbol of a place, centred on the origin."""
    kind, radius = place["sign"], radius_of(place)
    if kind == "owned":
        drawn = marker_of(markers, place.get("owner")).drawn()
        return f'<g transform="scale({number(radius / 10)})">{drawn}</g>'
    if kind == "star":
        near = place["state"] == "in view"
        halo = f'<path class="halo" d="{circle(radius + 2.5)}"/>' if near else ""
        return f'{halo}<path class="sun s{place.get("tint", 4):d}" d="{circle(radius)}"/>'
    if kind == "ring":
        return f'<path class="ring" d="{circle(radius)}"/>'
    if kind == "object":
        return f'<path class="object" d="{OBJECT}"/>'
    return f'<path class="dot" d="{circle(4.5)}"/>'


def ships(
    places: Iterable[Mapping[str, Any]],
    viewport: Viewport,
    markers: Mapping[str, PlayerMarker],
    layers: Layers,
    you: str | None,
) -> Iterator[str]:
    """Draw the ships at each place, above its symbol: a ship and a count for each owner.

    The reader's point up; those of others point down, and have their owner's letter.
    """
    for place in places:
        fleets = fleets_at(place)
        if not fleets:
            continue
        drawn = group((0.0, -radius_of(place) - 8), _fleets(fleets, markers, you))
        spot = viewport.spot(place["at"])
        yield layers.within(fleets[0], group(spot, [drawn], f'class="fleets" {origin(spot)}'))


def fleets_at(place: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the marks of ships at a place."""
    return [mark for mark in place["marks"] if mark["kind"] in {"own", "enemy"}]


def origin(spot: Point) -> str:
    """Return the attribute for symbols that a page enlarges around their place."""
    x, y = map(number, spot)
    return f'transform-origin="{x} {y}" '


def _fleets(
    fleets: Sequence[Mapping[str, Any]], markers: Mapping[str, PlayerMarker], you: str | None
) -> Iterator[str]:
    words = _words_of(fleets, markers, you)
    x = -_fleets_width(words) / 2
    for mark, word in zip(fleets, words, strict=False):
        marker = marker_of(markers, mark.get("owner"))
        down = "" if mark.get("owner") == you else 'transform="scale(1-1)" '
        ship = f'<path class="ship" fill="{marker.fill}" {down}d="{SHIP}"/>'
        count = f'<text class="ships" x="8" y="4.5">{safe(word)}</text>' if word else ""
        yield group((x + 7, 0), [ship, count])
        x += _fleet_width(word)


def _words_of(
    fleets: Sequence[Mapping[str, Any]], markers: Mapping[str, PlayerMarker], you: str | None
) -> list[str]:
    """Return the words next to the ships: the letter of another owner, and a number above 1."""
    words = []
    for mark in fleets[:MAX_FLEETS]:
        owner, count = mark.get("owner"), mark.get("count") or 1
        letter = "" if owner == you else marker_of(markers, owner).letter
        words.append(f"{letter} {count if count > 1 else ''}".strip())
    if len(fleets) > len(words):
        words[-1] += "+"
    return words


def _fleet_width(word: str) -> float:
    return 15 + 7.5 * len(word)


def _fleets_width(words: Iterable[str]) -> float:
    return ordered_sum(map(_fleet_width, words))


def names(
    places: Sequence[Mapping[str, Any]],
    arrows: Iterable[Mapping[str, Any]],
    viewport: Viewport,
    markers: Mapping[str, PlayerMarker],
    you: str | None,
) -> Iterator[str]:
    """Draw the names of the places where there is room; places that matter more choose first.

    Places that matter are the reader's own, those of other empires, and those with ships. On a map
    with many places, all others are named only in a near view.
    """
    ranked = sorted(places, key=lambda place: _rank(place, you))
    labels = [_label(place, viewport, you, len(places)) for place in ranked]
    placed = place_labels(labels, _obstacles(places, arrows, viewport, markers, you), viewport.box)
    for index, ((across, down), step) in sorted(placed.items()):
        place, (x, y) = ranked[index], labels[index].spot
        kind = "name" if place["sign"] == "owned" else "name lesser"
        about = origin((x, y)) if step else ""
        position = (x + across, y + down + 4.5)
        yield text(f"{kind} n{step}", position, _name_of(place), about)


def _rank(place: Mapping[str, Any], you: str | None) -> int:
    if place["sign"] == "owned":
        return 0 if place.get("owner") == you else 1
    return 2 if fleets_at(place) else 3


def _name_of(place: Mapping[str, Any]) -> str:
    return short(place["label"] or place["id"], 24)


def _label(place: Mapping[str, Any], viewport: Viewport, you: str | None, count: int) -> Label:
    width = 7.2 * len(_name_of(place)) + 2
    farthest = len(SCALES) - 1 if count <= FEW or _rank(place, you) < 3 else 1
    return Label(viewport.spot(place["at"]), max(radius_of(place) + 2, ROOM), width, 13.0, farthest)


def _obstacles(
    places: Iterable[Mapping[str, Any]],
    arrows: Iterable[Mapping[str, Any]],
    viewport: Viewport,
    markers: Mapping[str, PlayerMarker],
    you: str | None,
) -> Iterator[Item]:
    """Yield the symbols, the ships at places, and the ships in flight."""
    for place in places:
        spot, radius = viewport.spot(place["at"]), radius_of(place)
        yield Item(spot, (0.0, 0.0), 2 * radius, 2 * radius)
        fleets = fleets_at(place)
        if fleets:
            width = _fleets_width(_words_of(fleets, markers, you))
            yield Item(spot, (0.0, -radius - 8), width, 14.0)
    for arrow in arrows:
        if "at" in arrow:
            yield Item(viewport.spot(arrow["at"]), (0.0, 0.0), 12.0, 12.0)
