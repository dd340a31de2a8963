"""The view model: who sees what (FH-SCAN-004, FH-REPORT-001, FH-MAP-001).

Sightings of others are recorded in a species' `Knowledge` at the end of a turn; so a view is built
from its own property, the public chart of the stars, and that knowledge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from attrs import frozen

from horizons_core.model import Entity, Observer, SelectiveObserver, Sight, Thing, View
from horizons_core.report import data_of
from horizons_core.turn import VariantRules
from variants.far_horizons.constants import GASES, TECHS
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import Game, Planet, Species, Star
from variants.far_horizons.view.aliens import aliens
from variants.far_horizons.view.galaxy import galaxy, whole_galaxy
from variants.far_horizons.view.lookup import things
from variants.far_horizons.view.own_things import OwnThings
from variants.far_horizons.view.placeholders import add_placeholders, live_planets
from variants.far_horizons.view.sector_index import DISGUISE, Disguise, SectorIndex
from variants.far_horizons.view.shapes import (
    AtmosphereShown,
    HostViewShown,
    PlaceShown,
    SpeciesShown,
    TechShown,
    ViewShown,
)


def view_model(variant: VariantRules) -> FarHorizonsView:
    """Create the view model with the economy of the game."""
    return FarHorizonsView(variant.economy)


@frozen
class FarHorizonsView:
    """The view model of Far Horizons.

    Attributes:
        economy: the game's, for production and needs of planets, and for numbers in disguise.
        disguise: display of ships under field distortion.
        lost_goal: the name shown for a transport's planet that is no longer a colony.
        layout_1999: whether the report's text is laid out as in 1999.
    """

    economy: Economy = RULEBOOK_ECONOMY
    disguise: Disguise = DISGUISE
    lost_goal: str = ""
    layout_1999: bool = False
    kinds: ClassVar = ("planet", "ship", "starbase", "species")

    def observer(self, game: Game, empire: str) -> Observer:
        """Return an observer of the species' property, its inhabited planets, and names of others.

        Stars are on the chart; a star object is known only because of such planets.
        """
        me = game.empire(empire)
        live = live_planets(me)
        stars = {planet.partition(" #")[0] for planet in live}

        def sight(entity: Entity) -> Sight:
            if isinstance(entity, Species):
                return Sight.OWN if entity is me else Sight.KNOWN
            if isinstance(entity, Planet):
                return Sight.SCANNED if entity.id in live else Sight.KNOWN
            if isinstance(entity, Star):
                return Sight.SCANNED if entity.id in stars else Sight.NOTHING
            return Sight.KNOWN

        def candidates(entities: list[Any]) -> list[Any]:
            """Return the few stars with planets that may be known."""
            return near if entities is game.stars else entities

        near = game.stars_with(stars)
        return SelectiveObserver(sight, candidates, (Species,), me)

    def describe(self, known: Game, empire: str | None) -> dict[str, Any]:
        """Return the knowledge of a species about itself, others and the stars."""
        if empire is None:
            every = self._every_species(known)
            return data_of(HostViewShown(species=None, **whole_galaxy(known), positions=every))
        me = known.empire(empire)
        fields = self._species(me, SectorIndex(known))
        return data_of(ViewShown(**fields, **galaxy(known, me, self.economy)))

    def hypothesize(self, known: Game, empire: str) -> None:
        """Fill in stars from the chart and scans; aliens stay where they were seen."""
        add_placeholders(known, empire, self.economy)

    def map(self, view: View) -> dict[str, Any]:
        """Draw all stars from above, with what is known to be there."""
        from variants.far_horizons.view.charts import chart

        return chart(view)

    def spectator_map(self, view: View) -> dict[str, Any]:
        """Draw the stars of the public chart."""
        from variants.far_horizons.view.charts import public_chart

        return public_chart(view)

    def things(self, view: View) -> list[Thing]:
        """Return the objects that orders can name."""
        return things(view, self.economy)

    def stocks(self, view: View) -> dict[str, float]:
        """Return the treasury, and what each planet can spend, in economic units."""
        from variants.far_horizons.orders.production_offers import planet_stocks

        return planet_stocks(view, self.economy)

    def of_species(self, game: Game, species: Species) -> dict[str, Any]:
        """Return the part of a view about the species itself and about others, as plain data."""
        return data_of(SpeciesShown(**self._species(species, SectorIndex(game))))

    def of_every_species(self, game: Game) -> dict[str, dict[str, Any]]:
        """Return the result of `of_species` for every species, by id, with present sightings."""
        pairs = zip(game.empires, self._every_species(game), strict=True)
        return {species.id: data_of(shape) for species, shape in pairs}

    def _every_species(self, game: Game) -> list[SpeciesShown]:
        index = SectorIndex(game)
        rows = {s.id: _rows(aliens(s, index, self.disguise, self.economy)) for s in game.empires}
        disguises = self.disguise.own(game, rows, self.economy)
        return [
            SpeciesShown(
                **{
                    **self._species(species, index),
                    "in_disguise": disguises.get(species.id),
                    "aliens": rows[species.id],
                }
            )
            for species in game.empires
        ]

    def _species(self, species: Species, index: SectorIndex) -> dict[str, Any]:
        """Return the fields of `SpeciesShown`."""
        own_things = OwnThings(species, index, self.economy, self.lost_goal)
        return {
            "species": species.name,
            "number": species.number,
            "government": species.government,
            "government_type": species.government_type,
            "home": PlaceShown(species.home.sector, species.home.orbit),
            "techs": {tech: _tech(species, tech) for tech in TECHS},
            "atmosphere": _atmosphere(species),
            "fleet_cost": species.fleet_cost,
            "fleet_percent": species.fleet_percent,
            "treasury": species.treasury,
            **_relations(species, index),
            "auto": species.auto,
            "layout_1999": self.layout_1999,
            "in_disguise": species.knowledge.in_disguise,
            "colonies": own_things.colonies(),
            "ships": own_things.ships(),
            "aliens": species.knowledge.aliens,
        }


def _rows(shapes: Sequence[Any]) -> list[dict[str, Any]]:
    return [data_of(shape) for shape in shapes]


def _tech(species: Species, tech: str) -> TechShown:
    return TechShown(species.techs[tech].level, species.techs[tech].knowledge)


def _atmosphere(species: Species) -> AtmosphereShown:
    air = species.atmosphere
    return AtmosphereShown(
        required=GASES[air.required],
        least=air.least,
        most=air.most,
        neutral=[GASES[code] for code in air.neutral],
        poisonous=[GASES[code] for code in air.poisonous],
    )


def _relations(species: Species, index: SectorIndex) -> dict[str, list[str]]:
    """Return the met species, by number, and which of them are allies or enemies."""
    known = (index.species[id_] for id_ in species.met if id_ in index.species)
    met = sorted(known, key=lambda other: other.number)
    return {
        "met": [other.name for other in met],
        "allies": [other.name for other in met if other.id in species.allies],
        "enemies": [other.name for other in met if other.id in species.enemies],
    }
