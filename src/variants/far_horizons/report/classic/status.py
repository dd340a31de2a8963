"""The head of the classic report: the species, its levels, its atmosphere and contacts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from variants.far_horizons.constants import TECH_NAMES
from variants.far_horizons.report.wrapping import wrap_line
from variants.far_horizons.wording import hundredths


def status(data: Mapping[str, Any], turn: int) -> str:
    """Format the head from the title to the treasury."""
    lines = [
        "",
        "\t\t\t SPECIES STATUS",
        "",
        f"\t\t\tSTART OF TURN {turn}",
        "",
        f"Species name: {data['species']}",
        f"Government name: {data['government']}",
        f"Government type: {data['government_type']}",
        "",
        "Tech Levels:",
        *(f"   {name} = {_level(data['techs'][tech])}" for tech, name in TECH_NAMES.items()),
        "",
        *_air(data["atmosphere"]),
        "",
        _fleet(data),
        *_known("Species met", data["met"]),
        *_known("Allies", data["allies"]),
        *_known("Enemies", data["enemies"]),
        "",
        f"Economic units = {data['treasury']}",
    ]
    return "\n".join(lines) + "\n"


def _level(tech: Mapping[str, int]) -> str:
    """Format a level, with knowledge if that is higher (FH-TEACH-008)."""
    level, knowledge = tech["level"], tech["knowledge"]
    return f"{level}/{knowledge}" if knowledge > level else str(level)


def _air(air: Mapping[str, Any]) -> list[str]:
    """Format the species' required, neutral and poisonous gases (FH-REPORT-005)."""
    return [
        f"Atmospheric Requirement: {air['least']}%-{air['most']}% {air['required']}",
        f"Neutral Gases: {', '.join(air['neutral'])}",
        f"Poisonous Gases: {', '.join(air['poisonous'])}",
    ]


def _fleet(data: Mapping[str, Any]) -> str:
    """Format the fleet's cost, and its share of all production (FH-FLEET-006)."""
    share = hundredths(data["fleet_percent"])
    return f"Fleet maintenance cost = {data['fleet_cost']} ({share}% of total production)"


def _known(title: str, names: Sequence[str]) -> list[str]:
    """Format species after an empty line; empty without any."""
    if not names:
        return []
    return ["", *wrap_line(f"{title}: " + ", ".join(f"SP {name}" for name in names))]
