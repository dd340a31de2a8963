"""Columns that several tables of the page share, and the cells of their rows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from horizons_core.report import ValueCell, number_column, player_name, text_column
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.report.text import amount

STOCKS = ("capital", "materials", "colonists")
TECHS = tuple(number_column(area.capitalize(), wide=True) for area in AREAS)
DESIGN = (
    number_column("Drive"),
    number_column("Attacks"),
    number_column("Weapons"),
    number_column("Shields"),
    number_column("Cargo"),
    number_column("Mass", wide=True, hint="without cargo"),
)
#: Columns of own and of alien planets.
PLANETS = (
    text_column("Name"),
    number_column("X", wide=True),
    number_column("Y", wide=True),
    number_column("Size", wide=True),
    number_column("Population"),
    number_column("Industry"),
    number_column("Resources", wide=True),
    text_column("Product", choose=True),
    *(number_column(stock.capitalize(), wide=True) for stock in STOCKS),
    number_column("Points", hint="production points a turn"),
)
GUARD = Markup(' <span class="badge">GUARD</span>')


def with_icon(name: str, icon: Markup) -> ValueCell:
    """A race's name after its marker."""
    return ValueCell(
        Markup('<span class="tight">{}{}</span>').format(icon, player_name(name)), name
    )


def turns(left: float, speed: float) -> str:
    """The number of turns until arrival."""
    return str(math.ceil(left / speed)) if speed else "never"


def figures_of(row: Mapping[str, Any], *names: str) -> list[str]:
    """Numbers of `row` that may be fractional."""
    return [amount(row[name]) for name in names]


def design_row(design: Mapping[str, Any]) -> Sequence[Any]:
    """The cells of a ship type: its name, then those of `DESIGN`."""
    return (
        player_name(design["name"]),
        amount(design["drive"]),
        str(design["attacks"]),
        *figures_of(design, "weapons", "shields", "cargo", "mass"),
    )


def peace(race: Mapping[str, Any]) -> str:
    """The state of a race that the player is not at war with."""
    return "peace" if race["active"] else "gone"


def planet_cell(row: Mapping[str, Any]) -> ValueCell:
    """The planet of a group or a fleet, after an arrow if it is on its way there."""
    name: str = row["planet"]
    return (
        ValueCell("→ " + player_name(name), name)
        if row["under_way"]
        else ValueCell(player_name(name), name)
    )


def group_row(g: Mapping[str, Any]) -> Sequence[Any]:
    """The cells of an own group."""
    moving = g["under_way"]
    return (
        str(g["number"]),
        str(g["ships"]),
        player_name(g["type"]),
        planet_cell(g),
        *[amount(g[area]) for area in AREAS],
        g["cargo_kind"],
        amount(g["load"]) if g["load"] else "",
        player_name(g["fleet"]),
        player_name(g["origin"]),
        amount(g["left"]) if moving else "",
        amount(g["speed"]),
        turns(g["left"], g["speed"]) if moving else "",
    )


def signed(value: float) -> Markup:
    """A gain or a loss, with its sign."""
    kind = "credit" if value > 0 else "debit"
    return Markup('<span class="{}">{}</span>').format(kind, f"{value:+z.2f}")


def meter(progress: float, cost: float) -> Markup:
    """The progress towards the cost, as a bar."""
    share = min(progress / cost, 1.0) if cost else 0.0
    return Markup('<meter value="{}">{} %</meter>').format(f"{share:.2f}", f"{share * 100:.0f}")
