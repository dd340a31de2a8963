"""Columns that several tables of the page share, and the cells of their rows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from horizons_core.report import Valued, named, numbers, text
from variants.galaxy_g.constants import AREAS
from variants.galaxy_g.reports.tables import amount

STOCKS = ("capital", "materials", "colonists")
TECHS = tuple(numbers(area.capitalize(), wide=True) for area in AREAS)
DESIGN = (
    numbers("Drive"),
    numbers("Attacks"),
    numbers("Weapons"),
    numbers("Shields"),
    numbers("Cargo"),
    numbers("Mass", wide=True, hint="without cargo"),
)
#: Of own and of alien planets.
PLANETS = (
    text("Name"),
    numbers("X", wide=True),
    numbers("Y", wide=True),
    numbers("Size", wide=True),
    numbers("Population"),
    numbers("Industry"),
    numbers("Resources", wide=True),
    text("Product", choose=True),
    *(numbers(stock.capitalize(), wide=True) for stock in STOCKS),
    numbers("Points", hint="production points a turn"),
)
GUARD = Markup(' <span class="badge">GUARD</span>')


def with_icon(name: str, icon: Markup) -> Valued:
    """A race's name after its emblem."""
    return Valued(Markup('<span class="tight">{}{}</span>').format(icon, named(name)), name)


def turns(left: float, speed: float) -> str:
    """How many turns of movement are left."""
    return str(math.ceil(left / speed)) if speed else "never"


def figures_of(thing: Mapping[str, Any], *names: str) -> list[str]:
    """Numbers of a thing that may be fractional."""
    return [amount(thing[name]) for name in names]


def design_row(design: Mapping[str, Any]) -> Sequence[Any]:
    """The cells of a ship type: its name, then those of `DESIGN`."""
    return (
        named(design["name"]),
        amount(design["drive"]),
        str(design["attacks"]),
        *figures_of(design, "weapons", "shields", "cargo", "mass"),
    )


def peace(race: Mapping[str, Any]) -> str:
    """What stands instead of war."""
    return "peace" if race["active"] else "gone"


def where(thing: Mapping[str, Any]) -> Valued:
    """The planet of a group or a fleet, after an arrow if it is on its way there."""
    name: str = thing["planet"]
    return Valued("→ " + named(name), name) if thing["under_way"] else Valued(named(name), name)


def group_row(g: Mapping[str, Any]) -> Sequence[Any]:
    """The cells of an own group."""
    moving = g["under_way"]
    return (
        str(g["number"]),
        str(g["ships"]),
        named(g["type"]),
        where(g),
        *[amount(g[area]) for area in AREAS],
        g["cargo_kind"],
        amount(g["load"]) if g["load"] else "",
        named(g["fleet"]),
        named(g["origin"]),
        amount(g["left"]) if moving else "",
        amount(g["speed"]),
        turns(g["left"], g["speed"]) if moving else "",
    )


def signed(value: float) -> Markup:
    """What came or went."""
    kind = "credit" if value > 0 else "debit"
    return Markup('<span class="{}">{}</span>').format(kind, f"{value:+z.2f}")


def meter(done: float, whole: float) -> Markup:
    """How much of the whole is done, as a bar."""
    share = min(done / whole, 1.0) if whole else 0.0
    return Markup('<meter value="{}">{} %</meter>').format(f"{share:.2f}", f"{share * 100:.0f}")
