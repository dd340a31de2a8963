"""Limits of the values in saved games."""

from __future__ import annotations

from typing import Annotated

from horizons_core.model import Between, IdOf, OneOf
from variants.galaxy_g.constants import CARGO_KINDS, MAP_COLUMNS, MAP_ROWS, ROUTE_KINDS

Count = Annotated[int, Between(0, 100_000_000)]
Amount = Annotated[float, Between(0, 1e12)]
RaceId = Annotated[str, IdOf(("empires",))]
RaceOrNone = Annotated[str, IdOf(("empires",), none=True)]
PlanetId = Annotated[str, IdOf(("planets",))]
PlanetOrNone = Annotated[str, IdOf(("planets",), none=True)]
Cargo = Annotated[str, OneOf(("", *CARGO_KINDS))]
Route = Annotated[str, OneOf(ROUTE_KINDS)]
Cell = Annotated[int, Between(0, MAP_COLUMNS * MAP_ROWS - 1)]
