"""The classes of a view of Event Horizon, which define its plain data and its schema.

They are not frozen, because a view has a row for each ship, and frozen rows take twice as long.
"""

from __future__ import annotations

from typing import Any

from horizons_core.report import counting, described, schema_of, shape


def _number() -> Any:
    return described(minimum=1)


def _sector() -> Any:
    return described("q,r", pattern="^[0-9]+,[0-9]+$")


def _amounts(description: str) -> Any:
    return described(description, additionalProperties={"type": "integer", "minimum": 0})


@shape(kw_only=True)
class OwnShip:
    """A ship of the empire's own, in full (EH-REP-001)."""

    number: int = _number()
    name: str
    sector: str = _sector()
    mothership: bool
    hull: int = counting()
    thrusters: int = counting()
    weapons: int = counting()
    shields: int = counting("shield generators")
    points: int = counting("shield points left")
    built: int = counting("the turn in which it was built")


@shape(kw_only=True)
class MappedSector:
    """A sector that gave a report once; its values stay known (EH-REP-008)."""

    sector: str = _sector()
    values: dict[str, int] = _amounts("by component")
    in_view: bool
    mapped: int = counting("the last turn in which it was in view")


@shape(kw_only=True)
class EnemyShip:
    """An enemy ship in view, with everything that is visible of it."""

    name: str = described("the generic name of EH-REP-006")
    owner: str
    number: int = _number()
    strength: float = described("EH-REP-003", minimum=0)
    status: str = described("EH-REP-004", enum=["normal", "immobile", "unarmed"])
    mothership: bool = described("EH-REP-005")
    sector: str = _sector()


@shape(kw_only=True)
class Known:
    """The knowledge of an empire after a turn."""

    side: int = described("sectors along each axis", minimum=1)
    turn_limit: int = _number()
    empires: list[str] = described("all empires in the game's order")
    home: str | None = described("q,r of the home sector")
    stock: dict[str, int] = _amounts("by account")
    ships: list[OwnShip] = described("own ships (EH-REP-001)")
    sectors: list[MappedSector] = described("sectors in view or mapped (EH-REP-007, EH-REP-008)")
    contacts: list[EnemyShip] = described("enemy ships seen (EH-REP-002)")
    forecast: dict[str, Any] | None = described(
        "in a forecast: its events, ledger lines and remarks", default=None
    )


VIEW_SCHEMA = schema_of(Known, "View of Event Horizon")
