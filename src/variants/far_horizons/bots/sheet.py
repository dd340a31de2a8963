"""An order sheet with sections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from variants.far_horizons.model.sections import SECTIONS

Facts = Mapping[str, Any]

#: The sections that bots write orders in.
FIGHT, BEFORE, JUMPS, MAKING, AFTER = (
    "COMBAT",
    "PRE-DEPARTURE",
    "JUMPS",
    "PRODUCTION",
    "POST-ARRIVAL",
)


@define
class OrderSheet:
    """Orders by section, in the order of their addition."""

    sections: dict[str, list[str]] = field(factory=dict)

    def say(self, section: str, order: str) -> None:
        """Add an order to a section."""
        self.sections.setdefault(section, []).append(order)

    @property
    def text(self) -> str:
        """All sections, in the order of the turn, always with a production section."""
        lines: list[str] = []
        for kind in SECTIONS:
            orders = self.sections.get(kind.name, [])
            if orders or kind.name == "PRODUCTION":
                lines += [f"START {kind.name}", *(f"  {order}" for order in orders), "END"]
        return "\n".join(lines) + "\n"
