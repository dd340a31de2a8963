"""Shapes of the gamemaster's view of the whole game."""

from __future__ import annotations

from typing import Any

from horizons_core.report import described, rows, schema_of, shape
from variants.starcluster.view.force_shapes import OwnFleet, OwnUnit
from variants.starcluster.view.work_shapes import OwnProject


@shape(kw_only=True)
class WholePower:
    """An empire or a non-player race."""

    id: str
    name: str
    npr: bool
    active: bool
    home: str
    el: int
    treasury: float = described("MC")
    deposit: float = described("MC in the Galactic Trading Network")
    gross: float = described("Gross Income, MC a turn")
    net: float = described("gross income without upkeep")
    freighters: int
    systems: int = described("colonized ones")
    pu: int
    units: int
    worth: float = described("MC, by the list prices of its units")
    technologies: int = described("number of technologies developed")
    levels: dict[str, int] = described("Science Levels above 1, by tree")
    charted: int = described("number of known systems")
    stances: dict[str, str] = described("by empire in contact")
    claims: list[str]
    race: str = described("its statistics and traits")


@shape(kw_only=True)
class WholeSystem:
    """A system with full information."""

    id: str
    kind: str
    features: str
    owner: str = described("empty for none")
    pu: int
    most_pu: int
    growth: int
    wealth: int
    habitability: int | None
    science: int
    generic: int
    dedicated: int
    dedicated_tree: str
    pdcs: int
    silos: int
    ground_bases: int
    revolt: int = described("PU in revolt")


@shape(kw_only=True)
class WholeLink:
    """Two warp points that lead to each other."""

    a: str
    b: str
    hidden_a: int = described("difficulty of finding the end in a; 0 for an open end")
    hidden_b: int = described("difficulty of finding the end in b; 0 for an open end")
    closed_b: bool


@shape(kw_only=True)
class WholeFleet(OwnFleet):
    """A fleet, with its owner."""

    owner: str


@shape(kw_only=True)
class WholeUnit(OwnUnit):
    """A unit, with its owner."""

    owner: str


@shape(kw_only=True)
class WholeProject(OwnProject):
    """A project, with its owner."""

    owner: str


@shape(kw_only=True)
class WholeGame:
    """The whole game."""

    pace: int
    end: int
    dividend: int
    players: list[dict[str, Any]] = described("all empires: name, active", written=True)
    powers: list[WholePower]
    systems: list[WholeSystem]
    links: list[WholeLink]
    fleets: list[dict[str, Any]] = rows(WholeFleet, "of all")
    units: list[dict[str, Any]] = rows(WholeUnit, "of all")
    projects: list[dict[str, Any]] = rows(WholeProject, "of all")


WHOLE_SCHEMA = schema_of(WholeGame, "Starcluster as the gamemaster sees it")
