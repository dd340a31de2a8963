"""Limits of the values in saved games."""

from __future__ import annotations

from typing import Annotated

from horizons_core.model import Between, IdOf, OneOf

Count = Annotated[int, Between(0, 1_000_000)]
Points = Annotated[float, Between(0, 1_000_000)]
#: In hundredths of a MC.
Amount = Annotated[int, Between(0)]
Percent = Annotated[int, Between(0, 100)]
Modifier = Annotated[int, Between(-1000, 1000)]
SystemId = Annotated[str, IdOf(("systems",))]
PowerId = Annotated[str, IdOf(("empires", "natives"))]
PowerOrNone = Annotated[str, IdOf(("empires", "natives"), none=True)]
FleetId = Annotated[str, IdOf(("fleets",))]
FleetOrNone = Annotated[str, IdOf(("fleets",), none=True)]
PlanetKind = Annotated[str, OneOf(("T", "ST"))]
