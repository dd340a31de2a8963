"""systems.json: the stars and their planets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
from attrs import frozen

from variants.far_horizons.constants import GASES, MAX_PLANETS, STAR_COLOURS, STAR_KINDS
from variants.far_horizons.interchange.codecs import (
    COORDINATE,
    FLAG,
    Codec,
    ExportReferences,
    Node,
    integer,
    listing,
    one_of,
    record,
)
from variants.far_horizons.model import Gas, Place, Planet, Sector, Star

_GAS: Codec[Gas] = record(
    {"code": ("code", integer(0, len(GASES) - 1)), "percent": ("percent", integer(0, 100))}, Gas
)
_PLANET: Codec[Planet] = record(
    {
        "temperature_class": ("temperature", integer(1, 30)),
        "pressure_class": ("pressure", integer(0, 29)),
        "special": ("special", integer(0, 3)),
        "atmosphere": ("gases", listing(_GAS, 4, 4)),
        "diameter": ("diameter", integer()),
        "gravity": ("gravity", integer()),
        "mining_difficulty.base": ("mining_difficulty", integer()),
        "mining_difficulty.increase": ("wear", integer()),
        "econ_efficiency": ("efficiency", integer(0, 100)),
        "message": ("message", integer()),
    },
    lambda **fields: Planet(id="", **fields),
)
_HERE, _THERE = ("x", "y", "z"), ("worm_x", "worm_y", "worm_z")


@frozen
class ChartedStar:
    """A star and the species that have visited it, by their ids."""

    star: Star
    visited_by: list[str]


def star_codec(atlas: ExportReferences) -> Codec[ChartedStar]:
    """The codec of a star with its planets and visitors."""
    table: dict[str, tuple[str, Codec[Any]]] = {
        **{name: (name, COORDINATE) for name in _HERE},
        "type": ("kind", one_of({kind: kind for kind in STAR_KINDS}, "kind of star")),
        "color": ("colour", one_of({colour: colour for colour in STAR_COLOURS}, "colour")),
        "size": ("size", integer(0, 9)),
        "home_system": ("home_system", FLAG),
        "worm_here": ("worm_here", FLAG),
        **{name: (name, COORDINATE) for name in _THERE},
        "visited_by": ("visited_by", atlas.species()),
        "message": ("message", integer()),
        "planets": ("planets", listing(_PLANET, MAX_PLANETS)),
    }
    return _with_wormhole_checked(record(table, _from_fields, _to_fields))


def _from_fields(**fields: Any) -> ChartedStar:
    x, y, z = (fields.pop(name) for name in _HERE)
    far = _sector(fields.pop(name) for name in _THERE)
    wormhole = far if fields.pop("worm_here") else None
    visited_by = fields.pop("visited_by")
    for orbit, planet in enumerate(fields["planets"], 1):
        planet.id = str(Place((x, y, z), orbit))
    star = Star(id=f"{x} {y} {z}", sector=(x, y, z), wormhole=wormhole, **fields)
    return ChartedStar(star, visited_by)


def _sector(axes: Any) -> Sector:
    x, y, z = axes
    return (x, y, z)


def _to_fields(charted: ChartedStar) -> Mapping[str, Any]:
    star = charted.star
    fields = {field.name: getattr(star, field.name) for field in attrs.fields(Star)}
    return (
        fields
        | dict(zip(_HERE, star.sector, strict=True))
        | dict(zip(_THERE, star.wormhole or (0, 0, 0), strict=True))
        | {"worm_here": star.wormhole is not None, "visited_by": charted.visited_by}
    )


def _with_wormhole_checked(codec: Codec[ChartedStar]) -> Codec[ChartedStar]:
    def read(node: Node) -> ChartedStar:
        charted = codec.read(node)
        far = tuple(node.value[name] for name in _THERE)
        if charted.star.wormhole is None and any(far):
            node.field("worm_x").fail(
                "a wormhole ends here but none begins",
                "set worm_here to true or the coordinates to 0",
            )
        return charted

    return Codec(read, codec.write)


def check_stars(stars: list[Star], node: Node) -> None:
    """Raise SaveError for two stars in a sector and for a wormhole that leads to no star."""
    sectors: set[Sector] = set()
    for star, place in zip(stars, node.items(), strict=True):
        if star.sector in sectors:
            place.fail(f"there is another star at {star.id}", "remove one of them")
        sectors.add(star.sector)
    for star, place in zip(stars, node.items(), strict=True):
        if star.wormhole is not None and star.wormhole not in sectors:
            x, y, z = star.wormhole
            place.field("worm_x").fail(
                f"the wormhole leads to {x} {y} {z}, where there is no star",
                "its ends are the places of two stars",
            )
