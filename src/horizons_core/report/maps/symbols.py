"""Symbols of places on a map, with their owners, ships and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from horizons_core.report.maps.drawing import Layers, Point, circle, group, text
from horizons_core.report.maps.viewport import Box, Sheet, Viewport
from horizons_core.report.markers import PlayerMarker, marker_of, number, safe, short
from horizons_core.sums import ordered_sum

#: A ship, seen from above, pointing up.
SHIP = "M0-6L4.5 5 0 2.6-4.5 5z"
OBJECT = "M0-4.5L4.5 0 0 4.5-4.5 0z"
#: Number of fleets drawn at a place.
MAX_FLEETS = 3


def radius_of(place: Mapping[str, Any]) -> float:
    """Return the radius of a place's symbol."""
    level: float = place["level"] or 0.0
    sizes = {"owned": 8 + 4 * level, "ring": 3.5 + 5 * level, "star": 3.5 + 4 * level}
    return sizes.get(place["sign"], 4.0)


def place_symbol(
    place: Mapping[str, Any], position: Point, markers: Mapping[str, PlayerMarker]
) -> str:
    """Draw a place's symbol; its title is shown when the pointer rests on it."""
    words = [place["title"] or place["id"]]
    words += [mark["title"] for mark in place["marks"] if mark.get("title")]
    title = f"<title>{safe(chr(10).join(words))}</title>"
    attributes = f'class="place" data-place="{safe(place["id"])}" '
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
    return f'<path class="dot" d="{circle(3)}"/>'


def ships(
    places: Iterable[Mapping[str, Any]],
    viewport: Viewport,
    markers: Mapping[str, PlayerMarker],
    layers: Layers,
) -> Iterator[str]:
    """Draw the ships at each place, above its symbol: a ship and a count for each owner."""
    for place in places:
        fleets = [mark for mark in place["marks"] if mark["kind"] in {"own", "enemy"}]
        if not fleets:
            continue
        x, y = viewport.spot(place["at"])
        drawn = group((x, y - radius_of(place) - 6), _fleets(fleets, markers), 'class="over" ')
        yield layers.within(fleets[0], drawn)


def _fleets(fleets: list[Mapping[str, Any]], markers: Mapping[str, PlayerMarker]) -> Iterator[str]:
    visible = fleets[:MAX_FLEETS]
    words = [_count(mark) for mark in visible]
    if len(fleets) > len(visible):
        words[-1] += "+"
    x = -_fleets_width(fleets) / 2
    for mark, word in zip(visible, words, strict=True):
        colour = marker_of(markers, mark.get("owner")).fill
        ship = f'<path class="ship" fill="{colour}" d="{SHIP}"/>'
        count = f'<text class="ships" x="6" y="4">{word}</text>' if word else ""
        yield group((x + 5, 0), [ship, count])
        x += _fleet_width(mark)


def _count(mark: Mapping[str, Any]) -> str:
    """Return the number of ships, if there are several."""
    count = mark.get("count") or 1
    return str(count) if count > 1 else ""


def _fleet_width(mark: Mapping[str, Any]) -> float:
    return 11 + 7 * len(_count(mark))


def _fleets_width(fleets: list[Mapping[str, Any]]) -> float:
    return ordered_sum(_fleet_width(mark) for mark in fleets[:MAX_FLEETS])


def names(
    places: list[Mapping[str, Any]], arrows: Iterable[Mapping[str, Any]], viewport: Viewport
) -> Iterator[str]:
    """Draw the names of the places where there is room; earlier places choose first."""
    sheet = Sheet(viewport.box)
    for place in places:
        spot, radius = viewport.spot(place["at"]), radius_of(place)
        sheet.take(Box.around(spot, 2 * radius, 2 * radius))
        fleets = [mark for mark in place["marks"] if mark["kind"] in {"own", "enemy"}]
        if fleets:
            above = (spot[0], spot[1] - radius - 6)
            sheet.take(Box.around(above, _fleets_width(fleets), 12))
    for arrow in arrows:
        if "at" in arrow:
            sheet.take(Box.around(viewport.spot(arrow["at"]), 12, 12))
    for place in places:
        name = short(place["label"] or place["id"], 24)
        width = 7.2 * len(name) + 2
        middle = sheet.place_near(viewport.spot(place["at"]), radius_of(place) + 1, width, 13)
        if middle is not None:
            kind = "name" if place["sign"] == "owned" else "name lesser"
            yield text(kind, (middle[0], middle[1] + 4.5), name)
