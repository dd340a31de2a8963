"""View model of Galaxy G: visibility and contents of views. Names refer to objects, as in orders.

A race's sightings of others were stored in its `Knowledge` at the end of the turn, so a view
consists of the race's own objects, with full information (GG-RPT-003, GG-VIS-006), the planets it
knows, and these sightings.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from attrs import field, frozen

from horizons_core.codec import plain
from horizons_core.model import Entity, Observer, Sight, Thing, View
from horizons_core.report import data_maker, data_of, row_of
from horizons_core.sums import int_sum
from horizons_core.turn import VariantRules
from variants.galaxy_g.constants import MISSED_BEFORE_REQUEST, ROUTE_KINDS
from variants.galaxy_g.economy import Industry
from variants.galaxy_g.model import (
    Fleet,
    Game,
    Group,
    Planet,
    Point,
    Race,
    SeenShips,
    ShipType,
    Techs,
    position_in_flight,
)
from variants.galaxy_g.setup import fairness
from variants.galaxy_g.view import shapes
from variants.galaxy_g.view.things import KINDS, list_stocks, list_things


def level_row(techs: Techs) -> shapes.LevelsShown:
    """The levels of the four areas."""
    return shapes.LevelsShown(*techs.levels)


def type_row(ship_type: ShipType) -> shapes.TypeShown:
    """A ship type with its five numbers."""
    design = ship_type.design
    return shapes.TypeShown(ship_type.name, *design.numbers, design.mass)


_planet_row = data_maker(shapes.PlanetShown, "x y owner product production")
_own_planet_row = data_maker(shapes.OwnPlanetShown, "x y owner product production ship_cost guard")
_alien_group_row = data_maker(shapes.AlienGroupShown, "race planet cargo_kind")


def planet_row(industry: Industry, planet: Planet, owner: str, product: str) -> dict[str, Any]:
    """A planet seen in full, with the names of its owner and product."""
    x, y = planet.at
    return _planet_row(planet, x, y, owner, product, industry.points(planet))


@frozen
class OwnObjects:
    """A race's planets, routes, types, groups and fleets, in a game or its knowledge of it."""

    industry: Industry
    game: Game
    race: Race
    names: dict[str, str] = field(init=False)
    places: dict[str, Point] = field(init=False)

    @names.default
    def _planet_names(self) -> dict[str, str]:
        return {planet.id: planet.name for planet in self.game.planets}

    @places.default
    def _planet_places(self) -> dict[str, Point]:
        return {planet.id: planet.at for planet in self.game.planets}

    def types(self) -> list[shapes.TypeShown]:
        return [type_row(ship_type) for ship_type in self.race.types.values()]

    def planets(self) -> list[dict[str, Any]]:
        owned = (planet for planet in self.game.planets if planet.owner == self.race.id)
        return [self.planet(planet) for planet in owned]

    def planet(self, planet: Planet) -> dict[str, Any]:
        """A planet with the progress of its work: `OwnPlanetShown` (GG-RPT-003)."""
        making = self.race.types.get(planet.product)
        x, y = planet.at
        return _own_planet_row(
            planet,
            x=x,
            y=y,
            owner=self.race.name,
            product=making.name if making else planet.product,
            production=self.industry.points(planet),
            ship_cost=self.industry.ship_cost(making.design) if making else None,
            guard=planet.id in self.race.guard,
        )

    def routes(self) -> list[dict[str, str]]:
        return [
            {"from": planet.name, "cargo": kind, "to": self.names.get(planet.routes[kind], "")}
            for planet in self.game.planets
            if planet.owner == self.race.id
            for kind in ROUTE_KINDS
            if kind in planet.routes
        ]

    def groups(self) -> list[dict[str, Any]]:
        speeds = self.industry.fleet_speeds(self.race)
        return [self._group(group, speeds) for group in self.race.groups]

    def _group(self, group: Group, speeds: Mapping[str, float]) -> dict[str, Any]:
        """All facts about a group, at any place: `GroupShown` (GG-RPT-003, GG-VIS-006)."""
        under_way = group.under_way
        x, y = origin = self.places[group.at]
        if under_way:
            x, y = position_in_flight(origin, self.places[group.to], group.left)
        fleet = self.race.fleets.get(group.fleet)
        speed = speeds.get(group.fleet)
        techs = group.techs
        return {
            "number": group.number,
            "ships": group.ships,
            "type": self.race.types[group.type].name,
            "drive": techs.drive,
            "weapons": techs.weapons,
            "shields": techs.shields,
            "cargo": techs.cargo,
            "cargo_kind": group.cargo,
            "load": group.load,
            "capacity": self.industry.capacity_of(self.race, group),
            "mass": self.industry.mass_of(self.race, group),
            "fleet": fleet.name if fleet else "",
            "under_way": under_way,
            "planet": self.names[group.to if under_way else group.at],
            "origin": self.names[group.at] if under_way else "",
            "left": group.left if under_way else 0.0,
            "x": x,
            "y": y,
            "speed": self.industry.speed_of(self.race, group) if speed is None else speed,
        }

    def fleets(self) -> list[shapes.FleetShown]:
        members: dict[str, list[Group]] = {fleet: [] for fleet in self.race.fleets}
        for group in self.race.groups:
            if group.fleet:
                members[group.fleet].append(group)
        speeds = self.industry.fleet_speeds(self.race)
        return [
            self._fleet(fleet, members[fleet.id], speeds.get(fleet.id, 0.0))
            for fleet in self.race.fleets.values()
        ]

    def _fleet(self, fleet: Fleet, groups: list[Group], speed: float) -> shapes.FleetShown:
        first = groups[0] if groups else None
        flies = first is not None and first.under_way
        return shapes.FleetShown(
            name=fleet.name,
            groups=[group.number for group in groups],
            ships=int_sum(group.ships for group in groups),
            speed=speed,
            planet=self.names[first.to if first.under_way else first.at] if first else "",
            under_way=flies,
            left=first.left if first is not None and flies else 0.0,
        )


def galaxy_view(variant: VariantRules) -> GalaxyView:
    """The view model with the economy of the game."""
    return GalaxyView(variant.economy)


@frozen
class GalaxyView:
    """The view model of Galaxy G, based on the game's economy."""

    industry: Industry
    kinds: ClassVar = KINDS

    def observer(self, game: Game, empire: str) -> Observer:
        """Show only own objects, and known planets and races (GG-GAL-001)."""
        me = game.empire(empire)
        scanned, located = set(me.knowledge.scanned), set(me.knowledge.located)
        located.update(place for group in me.groups for place in (group.at, group.to))
        races = set(me.knowledge.races)

        def sight(entity: Entity) -> Sight:
            if isinstance(entity, Planet):
                if entity.owner == me.id:
                    return Sight.OWN
                if entity.id in scanned:
                    return Sight.SCANNED
                return Sight.KNOWN if entity.id in located else Sight.NOTHING
            if entity.id == me.id:
                return Sight.OWN
            return Sight.KNOWN if entity.id in races else Sight.NOTHING

        return sight

    def describe(self, known: Game, empire: str | None) -> dict[str, Any]:
        if empire is None:
            return _gamemaster_view(self.industry, known)
        return data_of(_known(self.industry, known, known.empire(empire)))

    def hypothesize(self, known: Game, empire: str) -> None:
        """Keep the sighted ships of others in place."""
        knowledge = known.empire(empire).knowledge
        for seen_type in knowledge.types:
            race = known.race(seen_type.race)
            race.types[seen_type.name] = ShipType(
                id=seen_type.name, name=seen_type.name, design=seen_type.design
            )
        for ships in knowledge.ships:
            race = known.race(ships.race)
            race.groups.append(_placeholder(ships, len(race.groups) + 1))

    def map(self, view: View) -> dict[str, Any]:
        from variants.galaxy_g.view.map import chart

        return chart(view)

    def things(self, view: View) -> list[Thing]:
        """List the objects that orders can name."""
        return list_things(view)

    def stocks(self, view: View) -> dict[str, float]:
        """List the points and cargo of the reader's planets."""
        return list_stocks(view)


def _placeholder(sighting: SeenShips, number: int) -> Group:
    return Group(
        number=number,
        type=sighting.type,
        ships=sighting.ships,
        techs=Techs(cargo=sighting.cargo_tech),
        at=sighting.planet,
        cargo=sighting.cargo,
        load=sighting.load,
    )


def _known(industry: Industry, known: Game, me: Race) -> shapes.GalaxyShown:
    """A race's knowledge, which of others is only its sightings (GG-VIS-005, GG-VIS-010)."""
    knowledge, own_objects = me.knowledge, OwnObjects(industry, known, me)
    names, scanned = own_objects.names, set(knowledge.scanned)
    races = {race.id: race.name for race in known.empires}
    foreign = [planet for planet in known.planets if planet.owner != me.id]
    details = [
        planet_row(
            industry, planet, races.get(planet.owner, ""), knowledge.products.get(planet.id, "")
        )
        for planet in foreign
        if planet.id in scanned
    ]
    return shapes.GalaxyShown(
        race=me.name,
        diameter=known.diameter,
        techs=level_row(me.techs),
        options=dict(me.options),
        area=shapes.AreaShown(me.area.x, me.area.y, me.area.size),
        orders_wanted=_orders_wanted(me),
        war_on_all=me.id in me.war,
        defends_all=me.id in me.allies,
        races=[_race(me, race) for race in known.empires if race.id != me.id],
        types=own_objects.types(),
        alien_types=_alien_types(me, races),
        incoming=_incoming(me, names),
        planets=own_objects.planets(),
        routes=own_objects.routes(),
        guarded=[names[p] for p in me.guard if p in names],
        attacked=[names[p] for p in me.attack if p in names],
        allied_planets=[names[p] for p in me.allied_planets if p in names],
        alien_planets=[planet for planet in details if planet["owner"]],
        uninhabited=[planet for planet in details if not planet["owner"]],
        located=[
            shapes.PlaceShown(planet.id, planet.name, *planet.at)
            for planet in foreign
            if planet.id not in scanned
        ],
        groups=own_objects.groups(),
        fleets=own_objects.fleets(),
        alien_groups=_alien_groups(me, names, races),
        traces=list(knowledge.traces),
    )


def _orders_wanted(me: Race) -> bool:
    """True if the race gets the last warning to send orders (GG-IDL-001)."""
    return me.missed >= MISSED_BEFORE_REQUEST


def _race(me: Race, race: Race) -> shapes.RaceShown:
    """Another race, with the reader's statuses towards it but none of its own (GG-VIS-011)."""
    return shapes.RaceShown(race.name, race.active, race.id in me.war, race.id in me.allies)


def _alien_types(me: Race, races: dict[str, str]) -> list[shapes.AlienTypeShown]:
    return [
        shapes.AlienTypeShown(
            races.get(kind.race, ""), kind.name, *kind.design.numbers, kind.design.mass
        )
        for kind in me.knowledge.types
    ]


def _alien_groups(me: Race, names: dict[str, str], races: dict[str, str]) -> list[dict[str, Any]]:
    """The groups of others in sight, each an `AlienGroupShown`."""
    race, planet = races.get, names.get
    return [
        _alien_group_row(ships, race(ships.race, ""), planet(ships.planet, ""), ships.cargo)
        for ships in me.knowledge.ships
    ]


def _incoming(me: Race, names: dict[str, str]) -> list[shapes.IncomingShown]:
    return [
        row_of(
            shapes.IncomingShown,
            contact,
            origin=contact.origin_name,
            origin_x=contact.origin_at[0],
            origin_y=contact.origin_at[1],
            planet=names.get(contact.to, ""),
        )
        for contact in me.knowledge.incoming
    ]


def _gamemaster_view(industry: Industry, game: Game) -> dict[str, Any]:
    """The gamemaster's view (GG-RPT-005)."""
    own_objects = {race.id: OwnObjects(industry, game, race) for race in game.empires}
    galaxy = shapes.GamemasterGalaxy(
        race=None,
        diameter=game.diameter,
        fairness=fairness.table(game, industry),
        setup_notes=fairness.notes(game, industry),
        area=shapes.AreaShown(0.0, 0.0, game.diameter),
        planets=[
            own_objects[planet.owner].planet(planet)
            if planet.owner
            else planet_row(industry, planet, "", "")
            for planet in game.planets
        ],
        races=[_gamemaster_race(game, own_objects[race.id]) for race in game.empires],
    )
    data: dict[str, Any] = plain(galaxy)
    return data


def _gamemaster_race(game: Game, own_objects: OwnObjects) -> shapes.GamemasterRace:
    race, names = own_objects.race, own_objects.names
    return row_of(
        shapes.GamemasterRace,
        race,
        player=race.id,
        techs=level_row(race.techs),
        war=[game.race(other).name for other in race.war],
        allies=[game.race(other).name for other in race.allies],
        guarded=[names[planet] for planet in race.guard],
        attacked=[names[planet] for planet in race.attack],
        allied_planets=[names[planet] for planet in race.allied_planets],
        types=[type_row(ship_type) for ship_type in race.types.values()],
        groups=own_objects.groups(),
        fleets=own_objects.fleets(),
        routes=own_objects.routes(),
    )
