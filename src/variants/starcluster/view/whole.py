"""The whole game, as the gamemaster sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from horizons_core.amounts import in_units
from horizons_core.report import data_of
from horizons_core.sums import int_sum
from variants.starcluster.constants import TREASURY
from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Link, Starcluster, System
from variants.starcluster.references import charted
from variants.starcluster.rules.income import gross_income, upkeep
from variants.starcluster.setup.galaxy import core_name
from variants.starcluster.view.forces import Forces
from variants.starcluster.view.others import names_of
from variants.starcluster.view.research import projects_of
from variants.starcluster.view.whole_shapes import Whole, WholeLink, WholePower, WholeSystem


def everything(game: Starcluster, economy: Imperium) -> dict[str, Any]:
    """All powers, systems, links and forces, both sides of every secret."""
    places = {system.id: system for system in game.systems}
    powers, names = (*game.empires, *game.natives), names_of(game)
    forces = {one.id: Forces(game, one, economy, places) for one in powers}

    def of_all(rows: Callable[[Empire], list[Any]]) -> list[dict[str, Any]]:
        return [{"owner": one.name, **data_of(row)} for one in powers for row in rows(one)]

    return data_of(
        Whole(
            pace=game.options.get("pace", 100),
            end=game.options.get("end", 360),
            dividend=game.dividend,
            players=[{"name": one.name, "active": one.active} for one in game.empires],
            powers=[_power(game, one, economy, names) for one in powers],
            systems=[_system(system, names) for system in game.systems],
            links=[_link(link) for link in _from_the_core(game)],
            fleets=of_all(lambda one: forces[one.id].own_fleets()),
            units=of_all(lambda one: forces[one.id].units()),
            projects=of_all(lambda one: projects_of(game, one, economy)),
        )
    )


def _link(link: Link) -> WholeLink:
    return WholeLink(
        a=link.a,
        b=link.b,
        hidden_a=link.hidden_a,
        hidden_b=link.hidden_b,
        closed_b=link.closed_b,
    )


def _from_the_core(game: Starcluster) -> Iterator[Link]:
    """All links, those first that are nearest to the middle of the core, so that maps can grow."""
    left = {link.number: link for link in game.links if link}
    border = [core_name(1)]
    reached = set(border)
    while border:
        further: list[str] = []
        for here in border:
            for link in game.links_at(here):
                if left.pop(link.number, None):
                    yield link
                    there = link.other(here)
                    further += [] if there in reached else [there]
                    reached.add(there)
        border = further
    yield from left.values()


def _power(
    game: Starcluster, one: Empire, economy: Imperium, names: Mapping[str, str]
) -> WholePower:
    colonies, units = game.colonies(one.id), game.units_of(one.id)
    gross = gross_income(game, one, economy)
    cost = int_sum(amount for _, amount, _ in upkeep(game, one, economy))
    race = one.race
    array = " ".join(map(str, race.array))
    return WholePower(
        id=one.id,
        name=one.name,
        npr=one.npr,
        active=one.active,
        home=one.home,
        el=one.el,
        treasury=in_units(one.stock.get(TREASURY, 0)),
        deposit=in_units(one.deposit),
        gross=in_units(gross),
        net=in_units(gross - cost),
        freighters=one.freighters,
        systems=len(colonies),
        pu=int_sum(system.pu for system in colonies),
        units=len(units),
        worth=in_units(int_sum(unit.list_price for unit in units)),
        technologies=len(one.developed),
        levels={tree: level for tree, level in sorted(one.levels.items()) if level > 1},
        charted=len(charted(game, one)),
        stances={
            names.get(other, other): relation.stance for other, relation in one.relations.items()
        },
        claims=list(one.claims),
        race=", ".join([array, *race.traits]),
    )


def _system(system: System, names: Mapping[str, str]) -> WholeSystem:
    planets = system.planets
    return WholeSystem(
        id=system.id,
        kind=system.kind,
        features=system.features,
        owner=names.get(system.owner, system.owner),
        pu=system.pu,
        most_pu=system.most_pu,
        growth=system.growth,
        wealth=system.wealth,
        habitability=system.habitability,
        science=system.science,
        generic=system.generic,
        dedicated=system.dedicated,
        dedicated_tree=system.dedicated_tree,
        pdcs=int_sum(planet.pdc for planet in planets),
        silos=int_sum(len(planet.silos) for planet in planets),
        ground_bases=int_sum(len(planet.ground_bases) for planet in planets),
        revolt=system.revolt,
    )
