"""An empire's charts, and other empires as known to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from attrs import evolve, field, frozen

from horizons_core.amounts import in_units
from horizons_core.report import data_maker, row_of
from horizons_core.sums import int_sum
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import (
    Empire,
    Planet,
    Relation,
    Sighting,
    Starcluster,
    StarSystem,
    Survey,
    WarpLink,
)
from variants.starcluster.model.knowledge import BASIC, DETAILED
from variants.starcluster.references import charted
from variants.starcluster.rules.charts import point_name
from variants.starcluster.view.shapes import (
    CarriedScan,
    HeldPlanet,
    SeenFleet,
    SeenLink,
    SeenPoint,
    SeenPower,
    SeenSystem,
)

#: Facts of a system that only a detailed survey finds.
_UNSURVEYED = SimpleNamespace(
    **dict.fromkeys(("nebula", "anomaly", "spent", "growth", "wealth", "habitability", "most_pu"))
)
#: The far end of an unprobed link.
UNKNOWN_END = "?"


def names_of(known: Starcluster) -> dict[str, str]:
    """Names of empires and races, by id."""
    return {power.id: power.name for power in (*known.empires, *known.natives)}


def contacts_of(known: Starcluster, empire: Empire) -> list[SeenPower]:
    """The contacts of an empire, in the order of first contact (SC-VIS-002)."""
    relations = ((known.power(other), relation) for other, relation in empire.relations.items())
    return [_power(other, relation) for other, relation in relations if other is not None]


def _power(other: Empire, relation: Relation) -> SeenPower:
    gifts = [{"turn": turn, "MC": in_units(amount)} for turn, amount in relation.gifts]
    return row_of(
        SeenPower,
        relation,
        id=other.id,
        name=other.name,
        npr=other.npr,
        active=other.active,
        gifts=gifts,
    )


def estates_of(known: Starcluster) -> list[dict[str, Any]]:
    """Assets of fallen empires that are open for the reader's bids (SC-BRK-008)."""
    names = names_of(known)
    return [
        {
            "empire": names.get(estate.owner, estate.owner),
            "turn": estate.turn,
            "systems": list(estate.systems),
            "units": list(estate.units),
            "technologies": list(estate.technologies),
        }
        for estate in known.estates
    ]


def sightings_of(known: Starcluster, empire: Empire) -> list[SeenFleet]:
    """Fleets of others sighted in the latest turn (SC-EXP-014)."""
    names = names_of(known)
    return [_sighting(known, empire, s, names.get(s.owner, s.owner)) for s in empire.sightings]


def footholds_of(empire: Empire) -> list[HeldPlanet]:
    """Foreign planets that the reader has taken or where it has troops (SC-GND-003)."""
    return [row_of(HeldPlanet, foothold) for foothold in empire.footholds]


def _sighting(known: Starcluster, empire: Empire, sighting: Sighting, owner: str) -> SeenFleet:
    return row_of(
        SeenFleet,
        sighting,
        owner=owner,
        units=int_sum(sighting.hulls.values()),
        came_by=_point(known, empire, sighting.system, sighting.came_by),
        left_by=_point(known, empire, sighting.system, sighting.left_by),
    )


def _point(known: Starcluster, empire: Empire, system: str, number: int | None) -> str:
    """A point as numbered by the empire; "" for None, or for a deleted link."""
    if number is None or number >= len(known.links):
        return ""
    link = known.links[number]
    return point_name(empire, system, link) if link is not None else ""


def known_links(game: Starcluster, empire: Empire) -> list[WarpLink | None]:
    """The links with an end known to an empire, by index; None for others.

    Hidden ends, and the far ends of unprobed links, are left out.
    """
    charts = empire.charts
    probed = set(charts.probed)
    links: list[WarpLink | None] = [None] * len(game.links)
    for system, numbers in charts.points.items():
        for number in numbers:
            link = game.links[number]
            if link is None:
                continue
            far = link.other(system)
            near_known, far_known = link.end(system) in probed, link.end(far) in probed
            near_end, far_end = (link.a, link.b) if system == link.a else (link.b, link.a)
            end = far_end if near_known or far_known else UNKNOWN_END
            a, b = (near_end, end) if system == link.a else (end, near_end)
            known = links[number]
            if known is None or UNKNOWN_END in (known.a, known.b):
                links[number] = WarpLink(number=number, a=a, b=b)
    return links


def visible_systems(game: Starcluster, empire: Empire) -> set[str]:
    """The ids of the systems known to an empire: charted ones, and those with its fleets."""
    return charted(game, empire) | {fleet.at for fleet in game.fleets_of(empire.id)}


def surveyed_system(survey: Survey) -> StarSystem:
    """A system as surveyed; unknown facts are those of an empty system."""
    kinds = survey.planets or ("",) * survey.habitable
    colony = survey.colony
    return StarSystem(
        id=survey.system,
        kind=survey.kind,
        nebula=survey.nebula,
        anomaly=survey.anomaly,
        spent=survey.spent,
        planets=[Planet(kind=kind) for kind in kinds],
        growth=survey.growth or 1,
        wealth=survey.wealth or 1,
        habitability=survey.habitability,
        owner=colony.owner if colony else "",
        pu=colony.pu if colony else 0,
    )


def survey_level(survey: Survey | None) -> int:
    """The level of a survey's information; forecasts use surveys with unknown results.

    0 means no information.
    """
    if survey is None or not survey.kind:
        return 0
    return DETAILED if survey.growth else BASIC


def without_results(survey: Survey, known: Survey | None) -> Survey:
    """A scan that has not come home, without its results, for forecasts (SC-EXP-010)."""
    blank = known or Survey(system=survey.system, level=BASIC, turn=survey.turn)
    return evolve(blank, level=survey.level, turn=survey.turn)


_system_row = data_maker(
    SeenSystem,
    "id level surveyed age visited yours home claimed kind habitable planets bearable owner pu"
    " installations points transits",
)


@frozen
class ChartedMap:
    """An empire's knowledge of the map, made from its knowledge of the game.

    Attributes:
        turn: the turn after which the map is viewed.
        names: names of empires, by id.
        probed: ends of links that the empire may transit.
        places: the systems that the empire knows of, by id: own colonies, and others as surveyed.
    """

    game: Starcluster
    empire: Empire
    economy: StarclusterEconomy
    turn: int
    names: Mapping[str, str]
    probed: frozenset[str] = field(init=False)
    places: dict[str, StarSystem] = field(init=False)
    distances: dict[str, int] = field(init=False)

    @probed.default
    def _probed(self) -> frozenset[str]:
        return frozenset(self.empire.charts.probed)

    @places.default
    def _places(self) -> dict[str, StarSystem]:
        empire, known = self.empire, visible_systems(self.game, self.empire)
        surveys = empire.charts.surveys
        places: dict[str, StarSystem] = {}
        for system in self.game.systems:
            if system.owner == empire.id:
                places[system.id] = system
            elif system.id in known:
                survey = surveys.get(system.id)
                places[system.id] = (
                    surveyed_system(survey) if survey else StarSystem(id=system.id, kind="")
                )
        return places

    @distances.default
    def _distances(self) -> dict[str, int]:
        """Transits from the nearest own colony, by probed points."""
        probed = self.probed
        border = [id_ for id_, system in self.places.items() if system.owner == self.empire.id]
        distances = dict.fromkeys(border, 0)
        while border:
            reached: list[str] = []
            for near in border:
                for link in self._links(near):
                    far = link.other(near)
                    if link.end(near) in probed and far not in distances:
                        distances[far] = distances[near] + 1
                        reached.append(far)
            border = reached
        return distances

    def systems(self) -> list[dict[str, Any]]:
        """All known systems, clusters before the core: `SeenSystem`."""
        return [self._system(system) for system in self.places.values()]

    def links(self) -> list[SeenLink]:
        """The known links, in the order of discovery."""
        links: dict[int, SeenLink] = {}
        for end in self.empire.charts.probed:
            near, number = end.split("/")
            link = self.game.links[int(number)]
            if link is None or link.other(near) == UNKNOWN_END:
                continue
            point = point_name(self.empire, near, link)
            if link.number in links:
                links[link.number].b_point = point
            else:
                far = link.other(near)
                links[link.number] = SeenLink(a=near, b=far, a_point=point, b_point="")
        return list(links.values())

    def carried(self) -> list[CarriedScan]:
        """Scans that ships and drones carry home, without their results."""
        units = self.game.units_of(self.empire.id)
        scans: list[tuple[Survey, list[str], int | None]] = [
            (survey, [unit.name for unit in units if key in unit.surveys], None)
            for key, survey in self.empire.carried.items()
        ]
        scans += [(survey, [], turns) for turns, survey in self.empire.couriers]
        return [
            row_of(CarriedScan, survey, carriers=carriers, arrives=arrives)
            for survey, carriers, arrives in scans
        ]

    def _system(self, system: StarSystem) -> dict[str, Any]:
        empire = self.empire
        survey = empire.charts.surveys.get(system.id)
        yours = system.owner == empire.id
        level = DETAILED if yours else survey_level(survey)
        detailed = level == DETAILED
        return _system_row(
            system if detailed else _UNSURVEYED,
            id=system.id,
            level=level,
            surveyed=survey.turn if survey and level else None,
            age=0 if yours else self.turn - survey.turn if survey and level else None,
            visited=system.id in empire.charts.visited,
            yours=yours,
            home=system.id == empire.home,
            claimed=system.id in empire.claims,
            kind=system.kind,
            habitable=len(system.planets) if level else None,
            planets=[planet.kind for planet in system.planets] if detailed else None,
            bearable=self._is_colonizable(system) if detailed else None,
            owner=self.names.get(system.owner, system.owner) if detailed else None,
            pu=system.pu if detailed and system.owner else None,
            installations=survey.colony.installations if survey and survey.colony else [],
            points=list(self._points(system.id)),
            transits=self.distances.get(system.id),
        )

    def _is_colonizable(self, system: StarSystem) -> bool:
        """True if the system's index allows the empire to colonize it (SC-COL-002)."""
        empire, index = self.empire, system.habitability
        level = empire.level("COL")
        return index is not None and self.economy.habitable(index, empire.el, level, empire.race)

    def _points(self, system: str) -> Iterator[SeenPoint]:
        for link in self._links(system):
            far = link.other(system) if link.end(system) in self.probed else UNKNOWN_END
            name = point_name(self.empire, system, link)
            yield SeenPoint(name=name, leads="" if far == UNKNOWN_END else far)

    def _links(self, system: str) -> Iterator[WarpLink]:
        """The links with known ends in a system, by the empire's own numbering."""
        for number in self.empire.charts.points.get(system, ()):
            link = self.game.links[number]
            if link is not None:
                yield link
