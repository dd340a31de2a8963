"""The charts of an empire: systems as surveys have shown them, points, and what is carried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, field, frozen

from variants.starcluster.economy import Imperium
from variants.starcluster.model import Empire, Link, Planet, Starcluster, Survey, System
from variants.starcluster.model.knowledge import BASIC, DETAILED
from variants.starcluster.references import charted
from variants.starcluster.rules.charts import point_name
from variants.starcluster.view.shapes import CarriedScan, SeenLink, SeenPoint, SeenSystem

#: Stands for the far end of a link that is not known.
NOWHERE = "?"


def known_links(game: Starcluster, empire: Empire) -> list[Link | None]:
    """The links of which an empire knows an end, in their places; of the others it knows nothing.

    What hides an end, and where an end leads that is not probed, is left out.
    """
    charts = empire.charts
    probed = set(charts.probed)
    found: list[Link | None] = [None] * len(game.links)
    for system, numbers in charts.points.items():
        for number in numbers:
            link = game.links[number]
            if link is None:
                continue
            far = link.other(system)
            near_known, far_known = link.end(system) in probed, link.end(far) in probed
            here, there = (link.a, link.b) if system == link.a else (link.b, link.a)
            end = there if near_known or far_known else NOWHERE
            a, b = (here, end) if system == link.a else (end, here)
            known = found[number]
            if known is None or NOWHERE in (known.a, known.b):
                found[number] = Link(number=number, a=a, b=b)
    return found


def on_charts(game: Starcluster, empire: Empire) -> set[str]:
    """The ids of the systems that an empire knows of: those of its charts, and where it is."""
    return charted(game, empire) | {fleet.at for fleet in game.fleets_of(empire.id)}


def remembered(survey: Survey) -> System:
    """A system as a survey has shown it: what it did not tell is as in an empty system."""
    kinds = survey.planets or ("",) * survey.habitable
    colony = survey.colony
    return System(
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


def level_told(survey: Survey | None) -> int:
    """The level of what a survey tells; in forecasts it stands for one whose findings are unknown.

    0 means that it tells nothing.
    """
    if survey is None or not survey.kind:
        return 0
    return DETAILED if survey.growth else BASIC


def sealed(survey: Survey, known: Survey | None) -> Survey:
    """A scan that has not come home, without what it found, for forecasts (SC-EXP-010)."""
    told = known or Survey(system=survey.system, level=BASIC, turn=survey.turn)
    return evolve(told, level=survey.level, turn=survey.turn)


@frozen
class Atlas:
    """What an empire knows of the map, from what is known of the game.

    Attributes:
        turn: the turn after which it is looked at.
        names: what empires are called, by id.
        probed: the ends of links that the empire may transit.
        places: the systems that the empire knows of, by id: own colonies, and others as surveyed.
    """

    game: Starcluster
    empire: Empire
    economy: Imperium
    turn: int
    names: Mapping[str, str]
    probed: frozenset[str] = field(init=False)
    places: dict[str, System] = field(init=False)
    distances: dict[str, int] = field(init=False)

    @probed.default
    def _probed(self) -> frozenset[str]:
        return frozenset(self.empire.charts.probed)

    @places.default
    def _places(self) -> dict[str, System]:
        empire, known = self.empire, on_charts(self.game, self.empire)
        surveys = empire.charts.surveys
        found: dict[str, System] = {}
        for system in self.game.systems:
            if system.owner == empire.id:
                found[system.id] = system
            elif system.id in known:
                survey = surveys.get(system.id)
                found[system.id] = remembered(survey) if survey else System(id=system.id, kind="")
        return found

    @distances.default
    def _distances(self) -> dict[str, int]:
        """Transits from the nearest own colony, by probed points."""
        probed = self.probed
        border = [one for one, system in self.places.items() if system.owner == self.empire.id]
        found = dict.fromkeys(border, 0)
        while border:
            reached: list[str] = []
            for here in border:
                for link in self._links(here):
                    there = link.other(here)
                    if link.end(here) in probed and there not in found:
                        found[there] = found[here] + 1
                        reached.append(there)
            border = reached
        return found

    def systems(self) -> list[SeenSystem]:
        """All systems that are known, clusters before the core."""
        return [self._system(system) for system in self.places.values()]

    def links(self) -> list[SeenLink]:
        """The known ways, in the order in which they were learnt."""
        found: dict[int, SeenLink] = {}
        for end in self.empire.charts.probed:
            here, number = end.split("/")
            link = self.game.links[int(number)]
            if link is None or link.other(here) == NOWHERE:
                continue
            point = point_name(self.empire, here, link)
            if link.number in found:
                found[link.number].b_point = point
            else:
                there = link.other(here)
                found[link.number] = SeenLink(a=here, b=there, a_point=point, b_point="")
        return list(found.values())

    def carried(self) -> list[CarriedScan]:
        """Scans that ships and drones carry home: which they are, not what they found."""
        units = self.game.units_of(self.empire.id)
        aboard = [
            _carried(survey, [unit.name for unit in units if key in unit.surveys], None)
            for key, survey in self.empire.carried.items()
        ]
        return aboard + [_carried(survey, [], turns) for turns, survey in self.empire.couriers]

    def _system(self, system: System) -> SeenSystem:
        empire = self.empire
        survey = empire.charts.surveys.get(system.id)
        yours = system.owner == empire.id
        level = DETAILED if yours else level_told(survey)
        whole = level == DETAILED
        return SeenSystem(
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
            planets=[planet.kind for planet in system.planets] if whole else None,
            nebula=system.nebula if whole else None,
            anomaly=system.anomaly if whole else None,
            spent=system.spent if whole else None,
            growth=system.growth if whole else None,
            wealth=system.wealth if whole else None,
            habitability=system.habitability if whole else None,
            most_pu=system.most_pu if whole else None,
            bearable=self._bearable(system) if whole else None,
            owner=self.names.get(system.owner, system.owner) if whole else None,
            pu=system.pu if whole and system.owner else None,
            installations=list(survey.colony.installations) if survey and survey.colony else [],
            points=list(self._points(system.id)),
            transits=self.distances.get(system.id),
        )

    def _bearable(self, system: System) -> bool:
        """Whether the system's index is one at which the empire may colonize (SC-COL-002)."""
        empire, index = self.empire, system.habitability
        level = empire.level("COL")
        return index is not None and self.economy.habitable(index, empire.el, level, empire.race)

    def _points(self, system: str) -> Iterator[SeenPoint]:
        for link in self._links(system):
            far = link.other(system) if link.end(system) in self.probed else NOWHERE
            name = point_name(self.empire, system, link)
            yield SeenPoint(name=name, leads="" if far == NOWHERE else far)

    def _links(self, system: str) -> Iterator[Link]:
        """The links whose ends in a system are known, by the empire's own numbering."""
        for number in self.empire.charts.points.get(system, ()):
            link = self.game.links[number]
            if link is not None:
                yield link


def _carried(survey: Survey, carriers: list[str], arrives: int | None) -> CarriedScan:
    return CarriedScan(
        system=survey.system,
        level=survey.level,
        turn=survey.turn,
        carriers=carriers,
        arrives=arrives,
    )
