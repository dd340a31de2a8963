"""The view of the whole game, for the gamemaster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from horizons_core.amounts import in_units
from horizons_core.report import data_of
from horizons_core.sums import int_sum
from variants.starcluster.constants import TREASURY
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Starcluster, StarSystem, WarpLink
from variants.starcluster.references import charted
from variants.starcluster.rules.income import gross_income, upkeep
from variants.starcluster.setup.galaxy import core_name
from variants.starcluster.view.forces import OwnForces
from variants.starcluster.view.others import names_of
from variants.starcluster.view.research import projects_of
from variants.starcluster.view.whole_shapes import WholeGame, WholeLink, WholePower, WholeSystem


def whole_game(game: Starcluster, economy: StarclusterEconomy) -> dict[str, Any]:
    """All powers, systems, links and forces, without any secrecy."""
    places = {system.id: system for system in game.systems}
    powers, names = (*game.empires, *game.natives), names_of(game)
    forces = {power.id: OwnForces(game, power, economy, places) for power in powers}

    def of_all(rows: Callable[[Empire], list[Any]]) -> list[dict[str, Any]]:
        return [{"owner": power.name, **data_of(row)} for power in powers for row in rows(power)]

    return data_of(
        WholeGame(
            pace=game.options.get("pace", 100),
            end=game.options.get("end", 360),
            dividend=game.dividend,
            players=[{"name": player.name, "active": player.active} for player in game.empires],
            powers=[_power(game, power, economy, names) for power in powers],
            systems=[_system(system, names) for system in game.systems],
            links=[_link(link) for link in _from_the_core(game)],
            fleets=of_all(lambda power: forces[power.id].own_fleets()),
            units=of_all(lambda power: forces[power.id].units()),
            projects=of_all(lambda power: projects_of(game, power, economy)),
        )
    )


def _link(link: WarpLink) -> WholeLink:
    return WholeLink(
        a=link.a,
        b=link.b,
        hidden_a=link.hidden_a,
        hidden_b=link.hidden_b,
        closed_b=link.closed_b,
    )


def _from_the_core(game: Starcluster) -> Iterator[WarpLink]:
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
    return WholePower(
        id=power.id,
        name=power.name,
        npr=power.npr,
        active=power.active,
        home=power.home,
        el=power.el,
        treasury=in_units(power.stock.get(TREASURY, 0)),
        deposit=in_units(power.deposit),
        gross=in_units(gross),
        net=in_units(gross - cost),
        freighters=power.freighters,
        systems=len(colonies),
        pu=int_sum(system.pu for system in colonies),
        units=len(units),
        worth=in_units(int_sum(unit.list_price for unit in units)),
        technologies=len(power.developed),
        levels={tree: level for tree, level in sorted(power.levels.items()) if level > 1},
        charted=len(charted(game, power)),
        stances={
            names.get(other, other): relation.stance for other, relation in power.relations.items()
        },
        claims=list(power.claims),
        race=", ".join([array, *race.traits]),
    )


def _system(system: StarSystem, names: Mapping[str, str]) -> WholeSystem:
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
