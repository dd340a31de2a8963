"""Limits of the values in saved games."""

from __future__ import annotations

from typing import Annotated

from horizons_core.model import Between, IdOf, OneOf
from variants.far_horizons.constants import (
    CLASS_OF,
    GASES,
    ITEM_OF,
    STAR_COLOURS,
    STAR_KINDS,
    TECHS,
)

#: Numbers of the engine's files have 32 bits.
Number = Annotated[int, Between(-(2**31), 2**31 - 1)]
#: Bounded, because a turn's research takes work that grows with the points.
Points = Annotated[int, Between(-(2**31), 10_000_000)]
Level = Annotated[int, Between(-10_000, 10_000)]
Coordinate = Annotated[int, Between(-1000, 1000)]
Orbit = Annotated[int, Between(0, 99)]
GasCode = Annotated[int, Between(0, len(GASES) - 1)]
SpeciesId = Annotated[str, IdOf(("empires",))]
StarId = Annotated[str, IdOf(("stars",))]
StarKind = Annotated[str, OneOf(tuple(STAR_KINDS))]
StarColour = Annotated[str, OneOf(tuple(STAR_COLOURS))]
StarSize = Annotated[int, Between(0, 9)]
Item = Annotated[str, OneOf(tuple(ITEM_OF))]
ShipClass = Annotated[str, OneOf(tuple(CLASS_OF))]
TechName = Annotated[str, OneOf(TECHS)]
