"""Who sees what, and what the view says (GG-VIS, GG-RPT-003). Names stand for things, as in orders.

What a race sees of others was written down in its `Knowledge` when the turn ended; so a view is
made from a race's own things, the planets it knows, and that.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen

from horizons_core.model import Entity, Observer, Sight, View
from variants.galaxy_g import fairness
from variants.galaxy_g.constants import AREAS, MISSED_BEFORE_REQUEST, ROUTE_KINDS
from variants.galaxy_g.model import (
    Fleet,
    Game,
    Group,
    Planet,
    Race,
    SeenShips,
    ShipType,
    Techs,
)
from variants.galaxy_g.ships import Design


@frozen
class GalaxyView:
    """The view model of Galaxy G."""

    def observer(self, game: Game, empire: str) -> Observer:
        me: Race = game.empire(empire)
        scanned, located = set(me.knowledge.scanned), set(me.knowledge.located)
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
            return _everything(known)
        me: Race = known.empire(empire)
        seen = me.knowledge
        names = {planet.id: planet.name for planet in known.planets}
        races = {race.id: race.name for race in known.empires}
        scanned = set(seen.scanned)
        others = [planet for planet in known.planets if planet.owner != me.id]
        details = [_planet(p, seen.products.get(p.id, "")) for p in others if p.id in scanned]
        for planet in details:
            planet["owner"] = races.get(planet["owner"], "")
        return {
            "race": me.name,
            "diameter": known.diameter,
            "techs": _techs(me.techs),
            "options": dict(me.options),
            "area": {"x": me.area.x, "y": me.area.y, "size": me.area.size},
            "orders_wanted": me.missed >= MISSED_BEFORE_REQUEST,
            "war_on_all": me.id in me.war,
            "defends_all": me.id in me.allies,
            "races": [_race(me, race) for race in known.empires if race.id != me.id],
            "types": [_type(t) for t in me.types.values()],
            "alien_types": [
                {"race": races.get(t.race, ""), **_design(t.name, t.design)} for t in seen.types
            ],
            "incoming": [_incoming(contact, names) for contact in seen.incoming],
            "planets": [_own_planet(me, p) for p in known.planets if p.owner == me.id],
            "routes": _routes(known, me.id, names),
            "guarded": [names[p] for p in me.guard if p in names],
            "attacked": [names[p] for p in me.attack if p in names],
            "allied_planets": [names[p] for p in me.allied_planets if p in names],
            "alien_planets": [p for p in details if p["owner"]],
            "uninhabited": [p for p in details if not p["owner"]],
            "located": [_place(p) for p in others if p.id not in scanned],
            "groups": _groups(known, me, names),
            "fleets": _fleets(me, names),
            "alien_groups": [_alien(s, names, races) for s in seen.ships],
            "traces": list(seen.traces),
        }

    def imagine(self, known: Game, empire: str) -> None:
        """The ships of others that were seen stay where they are."""
        seen = known.empire(empire).knowledge
        for design in seen.types:
            race = known.race(design.race)
            race.types[design.name] = ShipType(
                id=design.name, name=design.name, design=design.design
            )
        for ships in seen.ships:
            race = known.race(ships.race)
            race.groups.append(_stand_in(ships, len(race.groups) + 1))

    def map(self, view: View) -> dict[str, Any]:
        from variants.galaxy_g.charts import chart

        return chart(view)


def _stand_in(seen: SeenShips, number: int) -> Group:
    return Group(
        number=number,
        type=seen.type,
        ships=seen.ships,
        techs=Techs(cargo=seen.cargo_tech),
        at=seen.planet,
        cargo=seen.cargo,
        load=seen.load,
    )


def _techs(techs: Techs) -> dict[str, float]:
    return {area: getattr(techs, area) for area in AREAS}


def _design(name: str, design: Design) -> dict[str, Any]:
    return {
        "name": name,
        "drive": design.drive,
        "attacks": design.attacks,
        "weapons": design.weapons,
        "shields": design.shields,
        "cargo": design.cargo,
        "mass": design.mass,
    }


def _type(ship_type: ShipType) -> dict[str, Any]:
    return _design(ship_type.name, ship_type.design)


def _race(me: Race, race: Race) -> dict[str, Any]:
    return {
        "name": race.name,
        "active": race.active,
        "war": race.id in me.war,
        "ally": race.id in me.allies,
    }


def _place(planet: Planet) -> dict[str, Any]:
    return {"id": planet.id, "name": planet.name, "x": planet.at[0], "y": planet.at[1]}


def _planet(planet: Planet, product: str) -> dict[str, Any]:
    """All that is seen of a planet where one has a ship (GG-VIS-005)."""
    return {
        **_place(planet),
        "owner": planet.owner,
        "size": planet.size,
        "population": planet.population,
        "industry": planet.industry,
        "resources": planet.resources,
        "product": product,
        "capital": planet.capital,
        "materials": planet.materials,
        "colonists": planet.colonists,
        "production": planet.production,
    }


def _own_planet(me: Race, planet: Planet) -> dict[str, Any]:
    making = me.types.get(planet.product)
    return {
        **_planet(planet, making.name if making else planet.product),
        "owner": me.name,
        "progress": planet.progress,
        "ship_cost": making.design.cost if making else None,
        "guard": planet.id in me.guard,
    }


def _routes(known: Game, owner: str, names: dict[str, str]) -> list[dict[str, Any]]:
    return [
        {"from": planet.name, "cargo": kind, "to": names.get(planet.routes[kind], "")}
        for planet in known.planets
        if planet.owner == owner
        for kind in ROUTE_KINDS
        if kind in planet.routes
    ]


def _groups(known: Game, race: Race, names: dict[str, str]) -> list[dict[str, Any]]:
    speeds = race.fleet_speeds()
    return [
        {
            **_group(known, race, group, names),
            "speed": speeds.get(group.fleet, race.own_speed(group)),
        }
        for group in race.groups
    ]


def _group(known: Game, race: Race, group: Group, names: dict[str, str]) -> dict[str, Any]:
    x, y = known.position(group)
    fleet = race.fleets.get(group.fleet)
    return {
        "number": group.number,
        "ships": group.ships,
        "type": race.types[group.type].name,
        **_techs(group.techs),
        "cargo_kind": group.cargo,
        "load": group.load,
        "capacity": race.capacity_of(group),
        "mass": race.mass_of(group),
        "fleet": fleet.name if fleet else "",
        "under_way": group.under_way,
        "planet": names[group.to if group.under_way else group.at],
        "origin": names[group.at] if group.under_way else "",
        "left": group.left if group.under_way else 0.0,
        "x": x,
        "y": y,
    }


def _fleets(race: Race, names: dict[str, str]) -> list[dict[str, Any]]:
    members: dict[str, list[Group]] = {fleet: [] for fleet in race.fleets}
    for group in race.groups:
        if group.fleet:
            members[group.fleet].append(group)
    speeds = race.fleet_speeds()
    return [
        _fleet(fleet, members[fleet.id], speeds.get(fleet.id, 0.0), names)
        for fleet in race.fleets.values()
    ]


def _fleet(
    fleet: Fleet, groups: list[Group], speed: float, names: dict[str, str]
) -> dict[str, Any]:
    first = groups[0] if groups else None
    return {
        "name": fleet.name,
        "groups": [group.number for group in groups],
        "ships": sum(group.ships for group in groups),
        "speed": speed,
        "planet": names[first.to if first.under_way else first.at] if first else "",
        "under_way": bool(first and first.under_way),
        "left": first.left if first and first.under_way else 0.0,
    }


def _alien(seen: SeenShips, names: dict[str, str], races: dict[str, str]) -> dict[str, Any]:
    return {
        "race": races.get(seen.race, ""),
        "planet": names.get(seen.planet, ""),
        "type": seen.type,
        "ships": seen.ships,
        "cargo_tech": seen.cargo_tech,
        "cargo_kind": seen.cargo,
        "load": seen.load,
    }


def _incoming(contact: Any, names: dict[str, str]) -> dict[str, Any]:
    return {
        "origin": contact.origin_name,
        "origin_x": contact.origin_at[0],
        "origin_y": contact.origin_at[1],
        "planet": names.get(contact.to, ""),
        "left": contact.left,
        "speed": contact.speed,
        "mass": contact.mass,
    }


def _everything(game: Game) -> dict[str, Any]:
    """The gamemaster's view (GG-RPT-005)."""
    names = {planet.id: planet.name for planet in game.planets}
    return {
        "race": None,
        "diameter": game.diameter,
        "fairness": fairness.table(game),
        "setup_notes": fairness.notes(game),
        "area": {"x": 0.0, "y": 0.0, "size": game.diameter},
        "planets": [_full_planet(game, planet) for planet in game.planets],
        "races": [
            {
                "name": race.name,
                "player": race.id,
                "active": race.active,
                "missed": race.missed,
                "techs": _techs(race.techs),
                "war": [game.race(other).name for other in race.war],
                "allies": [game.race(other).name for other in race.allies],
                "guarded": [names[planet] for planet in race.guard],
                "attacked": [names[planet] for planet in race.attack],
                "allied_planets": [names[planet] for planet in race.allied_planets],
                "types": [_type(t) for t in race.types.values()],
                "groups": _groups(game, race, names),
                "fleets": _fleets(race, names),
                "routes": _routes(game, race.id, names),
            }
            for race in game.empires
        ],
    }


def _full_planet(game: Game, planet: Planet) -> dict[str, Any]:
    if not planet.owner:
        return _planet(planet, "")
    owner = game.race(planet.owner)
    return {**_own_planet(owner, planet), "owner": owner.name}
