"""The view of the whole game, for the gamemaster, and its shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from horizons_core.report import (
    OwnerCell,
    data_of,
    described,
    number_column,
    row_of,
    rows,
    schema_of,
    shape,
    text_column,
)
from horizons_core.sums import int_sum
from variants.starcluster.constants import TREASURY
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Starcluster, StarSystem, WarpLink
from variants.starcluster.references import charted
from variants.starcluster.rules.income import gross_income, upkeep
from variants.starcluster.setup.galaxy import core_name
from variants.starcluster.view.charts import names_of
from variants.starcluster.view.figures import blank_if_zero, money, money_if_any, owner, word
from variants.starcluster.view.forces import OwnForces
from variants.starcluster.view.own_empire import projects_of
from variants.starcluster.view.own_shapes import OwnFleet, OwnProject, OwnUnit


@shape(kw_only=True)
class WholePower:
    """An empire or a non-player race."""

    id: str = described(column=text_column("Empire", OwnerCell))
    name: str
    npr: bool
    active: bool = described(column=text_column("State", lambda active: "" if active else "out"))
    home: str = described(column="Home")
    el: int = described(column="EL")
    treasury: float = money("MC", "Treasury", hint="")
    deposit: float = money(
        "MC in the Galactic Trading Network", "Deposit", show=money_if_any, wide=True
    )
    gross: float = money("Gross Income, MC a turn", "Gross", wide=True)
    net: float = money("gross income less upkeep", "Net")
    freighters: int
    systems: int = described("colonized ones", "Systems")
    pu: int = described(column="PU")
    units: int = described(column="Units")
    worth: float = money("MC, by the list prices of its units", "Worth")
    technologies: int = described(
        "number of technologies developed", number_column("Technologies", wide=True)
    )
    levels: dict[str, int] = described("Science Levels above 1, by tree")
    charted: int = described("number of known systems", "Charted")
    stances: dict[str, str] = described("by empire in contact")
    claims: list[str]
    race: str = described("its statistics and traits")


@shape(kw_only=True)
class WholeSystem:
    """A system with full information."""

    id: str = described(column="System")
    kind: str = word(column="Type")
    features: str = described(column="Features")
    owner: str = owner("empty for none", hint="")
    pu: int
    most_pu: int = described(column=number_column("Most", blank_if_zero))
    growth: int = described(column="Growth")
    wealth: int = described(column="Wealth")
    habitability: int | None = described(column="HI")
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

    owner: str = owner()


@shape(kw_only=True)
class WholeUnit(OwnUnit):
    """A unit, with its owner."""

    owner: str = owner()


@shape(kw_only=True)
class WholeProject(OwnProject):
    """A project, with its owner."""

    owner: str = owner()


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


def whole_game(game: Starcluster, economy: StarclusterEconomy) -> dict[str, Any]:
    """All powers, systems, links and forces, without any secrecy."""
    places = {system.id: system for system in game.systems}
    powers, names = (*game.empires, *game.natives), names_of(game)
    forces = {power.id: OwnForces(game, power, economy, places) for power in powers}

    def of_all(rows: Callable[[Empire], Iterable[dict[str, Any]]]) -> list[dict[str, Any]]:
        return [{"owner": power.name, **row} for power in powers for row in rows(power)]

    return data_of(
        WholeGame(
            pace=game.options.get("pace", 100),
            end=game.options.get("end", 360),
            dividend=game.dividend,
            players=[{"name": player.name, "active": player.active} for player in game.empires],
            powers=[_power(game, power, economy, names) for power in powers],
            systems=[_system(system, names) for system in game.systems],
            links=[row_of(WholeLink, link) for link in _links_from_core(game)],
            fleets=of_all(lambda power: forces[power.id].own_fleets()),
            units=of_all(lambda power: forces[power.id].units()),
            projects=of_all(lambda power: map(data_of, projects_of(game, power, economy))),
        )
    )


def _links_from_core(game: Starcluster) -> Iterator[WarpLink]:
    """All links, starting near the middle of the core, so that the map can grow from there."""
    left = {link.number: link for link in game.links if link}
    border = [core_name(1)]
    reached = set(border)
    while border:
        next_border: list[str] = []
        for system in border:
            for link in game.links_at(system):
                if left.pop(link.number, None):
                    yield link
                    neighbor = link.other(system)
                    next_border += [] if neighbor in reached else [neighbor]
                    reached.add(neighbor)
        border = next_border
    yield from left.values()


def _power(
    game: Starcluster, power: Empire, economy: StarclusterEconomy, names: Mapping[str, str]
) -> WholePower:
    colonies, units = game.colonies(power.id), game.units_of(power.id)
    gross = gross_income(game, power, economy)
    cost = int_sum(amount for _, amount, _ in upkeep(game, power, economy))
    race = power.race
    array = " ".join(map(str, race.array))
    return row_of(
        WholePower,
        power,
        treasury=power.stock.get(TREASURY, 0),
        gross=gross,
        net=gross - cost,
        systems=len(colonies),
        pu=int_sum(system.pu for system in colonies),
        units=len(units),
        worth=int_sum(unit.list_price for unit in units),
        technologies=len(power.developed),
        levels={tree: level for tree, level in sorted(power.levels.items()) if level > 1},
        charted=len(charted(game, power)),
        stances={
            names.get(other, other): relation.stance for other, relation in power.relations.items()
        },
        race=", ".join([array, *race.traits]),
    )


def _system(system: StarSystem, names: Mapping[str, str]) -> WholeSystem:
    planets = system.planets
    return row_of(
        WholeSystem,
        system,
        owner=names.get(system.owner, system.owner),
        pdcs=int_sum(planet.pdc for planet in planets),
        silos=int_sum(len(planet.silos) for planet in planets),
        ground_bases=int_sum(len(planet.ground_bases) for planet in planets),
    )
