"""Limits of the values in saved campaigns."""

from __future__ import annotations

from typing import Annotated

from horizons_core.model import Between, IdOf, Matching, OneOf

Count = Annotated[int, Between(0, 1_000_000)]
#: In hundredths of a credit or tonne.
Amount = Annotated[int, Between(0)]
Percent = Annotated[int, Between(0, 100)]
#: Hex ids have at most four digits per number.
Coordinate = Annotated[int, Between(-9000, 9000)]
HexId = Annotated[str, Matching("-?[0-9]{1,4},-?[0-9]{1,4}")]
#: An umpire has a seat but no empire.
SenderId = Annotated[str, IdOf(("empires", "seats"))]
PlayerId = Annotated[str, IdOf(("empires",))]
PlayerOrNone = Annotated[str, IdOf(("empires",), none=True)]
WorldId = Annotated[str, IdOf(("worlds",))]
WorldOrNone = Annotated[str, IdOf(("worlds",), none=True)]
GroupId = Annotated[str, IdOf(("groups",))]
ShipId = Annotated[str, IdOf(("ships",))]
DriveState = Annotated[str, OneOf(("ok", "halved", "out", "none"))]
