"""View model: the views of each empire (SC-VIS-001), and the objects that orders can name."""

from __future__ import annotations

from typing import Any, ClassVar

from attrs import evolve, frozen

from horizons_core.model import Entity, Observer, SelectiveObserver, Sight, Thing, View, facts_in
from horizons_core.report import counted, data_of
from horizons_core.sums import int_sum, ordered_sum
from variants.starcluster.constants import FREIGHTERS, MC, TREASURY
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit
from variants.starcluster.rules.logistics import pool_service
from variants.starcluster.rules.standings import score
from variants.starcluster.view import charts, gamemaster, map_document, own_empire
from variants.starcluster.view.forces import OwnForces
from variants.starcluster.view.shapes import Known

_SHOWN = ("id", "name", "at", "curve", "points")
#: The most important facts of fleets, units and systems.
_OF_FLEETS = ("speed", "goal", "stance", "x_rating", "xp_rating", "wave")
_OF_UNITS = ("fleet", "hull", "tactical", "cruising", "defense", "damage")
_OF_SYSTEMS = ("owner", "pu", "income", "wealth", "growth", "most_pu")


def list_things(view: View) -> list[Thing]:
    """The reader's fleets and units at their systems, known systems and points, other empires."""
    fleets = [
        Thing(
            fleet["name"],
            "fleet",
            fleet["at"],
            f"{fleet['name']}, {counted(len(fleet['units']), 'unit')}",
            facts=facts_in(fleet, _SHOWN, _OF_FLEETS),
        )
        for fleet in view["fleets"]
    ]
    units = [
        Thing(
            unit["name"],
            "unit",
            unit["at"],
            f"{unit['name']}, {unit['of_class']}",
            facts=facts_in(unit, _SHOWN, _OF_UNITS),
            owner=view["race"]["name"],
            unit={"hull": unit["hull"], "design": unit["design"]},
            sort=unit["of_class"],
        )
        for unit in view["units"]
    ]
    points = [
        Thing(
            point["name"],
            "warp point",
            system["id"],
            point["name"],
            yours=False,
            selectable=False,
        )
        for system in view["systems"]
        for point in system["points"]
    ]
    colonies = {colony["id"]: colony for colony in view["colonies"]}
    systems = [
        Thing(
            system["id"],
            "colony" if system["yours"] else "system",
            system["id"],
            f"{system['id']}, {system['kind']}" if system["kind"] else system["id"],
            system["yours"],
            is_place=True,
            facts=facts_in(
                {**system, **colonies.get(system["id"], {})}, (*_SHOWN, "yours"), _OF_SYSTEMS
            ),
        )
        for system in view["systems"]
    ]
    empires = [
        Thing(contact["name"], "empire", title=contact["name"], yours=False)
        for contact in view["contacts"]
        if contact["active"]
    ]
    return [*fleets, *units, *points, *systems, *empires]


def spendable(view: View, economy: StarclusterEconomy) -> float:
    """The MC that purchases of the turn can spend, after its income and required payments."""
    money, expeditions = view["treasury"], view["expeditions"]
    assistance = economy.assistance_for(
        int_sum(bool(expedition["work"]) for expedition in expeditions), view["el"]
    )
    bound = money["deficit"] + assistance / MC
    bound += ordered_sum(project["price"] for project in view["projects"])
    left: float = money["treasury"] + money["net"] - bound
    return max(0.0, round(left, 2))


@frozen
class ClusterView:
    """The view model: an empire's objects in full, and the charted map.

    Empires know nothing directly of foreign systems, fleets and units: surveys and sightings are
    kept in each empire's own memory, as of their time.
    """

    economy: StarclusterEconomy
    kinds: ClassVar = ("fleet", "unit", "warp point", "colony", "system", "empire")

    def observer(self, game: Starcluster, empire: str) -> Observer:
        """Show own objects completely, and that charted systems, players and contacts exist."""
        me = game.empire(empire)
        charted = charts.visible_systems(game, me)

        def sight(entity: Entity) -> Sight:
            if isinstance(entity, StarSystem):
                if entity.owner == empire:
                    return Sight.OWN
                return Sight.KNOWN if entity.id in charted else Sight.NOTHING
            if isinstance(entity, Fleet | Unit):
                return Sight.OWN if entity.owner == empire else Sight.NOTHING
            if entity.id == empire:
                return Sight.OWN
            hidden = isinstance(entity, Empire) and entity.npr and entity.id not in me.relations
            return Sight.NOTHING if hidden else Sight.KNOWN

        def candidates(objects: list[Any]) -> list[Any]:
            if objects is game.links:
                return charts.known_links(game, me)
            if objects is game.estates:
                return [evolve(e, bidders=[empire]) for e in game.estates if empire in e.bidders]
            if objects is game.fleets or objects is game.units:
                return [object_ for object_ in objects if object_.owner == empire]
            return objects

        return SelectiveObserver(sight, candidates)

    def describe(self, known: Starcluster, empire: str | None) -> dict[str, Any]:
        """Make the view of an empire, or of the whole game for None."""
        if empire is None:
            return gamemaster.whole_game(known, self.economy)
        me = known.empire(empire)
        names = charts.names_of(known)
        known_map = charts.ChartedMap(known, me, self.economy, known.turn, names)
        forces = OwnForces(known, me, self.economy, known_map.places)
        served = pool_service(known, me, self.economy)
        return data_of(
            Known(
                number=me.number,
                home=me.home,
                el=me.el,
                intelligence=me.intelligence,
                pace=known.options.get("pace", 100),
                end=known.options.get("end", 360),
                score=score(known, me),
                players=[{"name": p.name, "active": p.active} for p in known.empires],
                race=own_empire.race_of(me, known.turn),
                treasury=own_empire.treasury_of(known, me, self.economy),
                prices=own_empire.prices_of(known, me, self.economy),
                pool=own_empire.pool_of(known, me, served),
                colonies=own_empire.colonies_of(known, me, self.economy, served),
                claims=list(me.claims),
                expeditions=own_empire.expeditions_of(me),
                installing=own_empire.installing_of(me),
                trees=own_empire.trees_of(me, self.economy),
                developed=list(me.developed),
                open=own_empire.open_of(me, self.economy),
                hulls=list(me.hulls),
                knots=list(me.knots),
                projects=own_empire.projects_of(known, me, self.economy),
                last_el=me.last_el,
                classes=forces.classes(),
                yards=forces.yards(),
                fleets=forces.own_fleets(),
                units=forces.units(),
                carried=known_map.carried(),
                systems=known_map.systems(),
                links=known_map.links(),
                contacts=charts.contacts_of(known, me),
                estates=charts.estates_of(known),
                sightings=charts.sightings_of(known, me),
                footholds=charts.footholds_of(me),
            )
        )

    def hypothesize(self, known: Starcluster, empire: str) -> None:
        """Show systems as surveyed; scans on their way home are not known yet."""
        me = known.empire(empire)
        places = charts.ChartedMap(known, me, self.economy, known.turn, {}).places
        known.systems = list(places.values())
        surveys = me.charts.surveys
        me.carried = {
            key: charts.without_results(s, surveys.get(s.system)) for key, s in me.carried.items()
        }
        me.couriers = [
            (turns, charts.without_results(s, surveys.get(s.system))) for turns, s in me.couriers
        ]
        for other in (*known.empires, *known.natives):
            other.stock.setdefault(TREASURY, 0)

    def spectator(self, game: Starcluster) -> Observer:  # noqa: ARG002 - signature of view models
        """Spectators know the players (SC-VIS-002)."""

        def sight(entity: Entity) -> Sight:
            public = isinstance(entity, Empire) and not entity.npr
            return Sight.KNOWN if public else Sight.NOTHING

        return sight

    def spectator_view(self, known: Starcluster) -> dict[str, Any]:
        """Public announcements of the Galactic News Network (SC-VIS-002)."""
        return {
            "dividend": known.dividend,
            "powers": [{"name": player.name, "active": player.active} for player in known.empires],
        }

    def map(self, view: View) -> dict[str, Any]:
        """Make the map document."""
        return map_document.chart(view)

    def things(self, view: View) -> list[Thing]:
        """List the objects that orders can name."""
        return list_things(view)

    def stocks(self, view: View) -> dict[str, float]:
        """The MC that can be spent this turn, and the spare freighters of the pool."""
        return {
            TREASURY: spendable(view, self.economy),
            FREIGHTERS: view["pool"]["spare"],
        }
