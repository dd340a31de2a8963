"""Empires' knowledge of systems, warp points and other empires (SC-EXP, SC-VIS)."""

from __future__ import annotations

from attrs import define, evolve, field, frozen

from variants.starcluster.model.systems import Count, Modifier, PlanetKind, StarSystem

#: Levels of detail of a survey (SC-EXP-005, SC-EXP-008).
BASIC, DETAILED = 1, 2


@frozen(kw_only=True)
class SurveyedColony:
    """A colony as a scan showed it.

    Attributes:
        owner: its owner.
        pu: its population.
        installations: unconcealed installations there, as text.
    """

    owner: str
    pu: Count = 0
    installations: tuple[str, ...] = ()


@frozen(kw_only=True)
class Survey:
    """Results of a scan, valid for its turn and not updated afterwards.

    Attributes:
        system: the id of the system.
        level: BASIC or DETAILED.
        turn: the turn of the scan.
        kind: the system's type (SC-EXP-005).
        habitable: the number of its habitable planets.
        links: the numbers of the links that it found in the system.
        planets: the kinds of its habitable planets, in the order of their slots.
        nebula, anomaly: the type of its nebula or anomaly; "" for none.
        growth, wealth: its modifiers; 0 after a basic scan.
        habitability: its habitability; None without habitable planets.
        colony: the colony in the system; None for none.
        spent: whether its ruins were spent.
    """

    system: str
    level: Count
    turn: Count
    kind: str = ""
    habitable: Count = 0
    links: tuple[int, ...] = ()
    planets: tuple[PlanetKind, ...] = ()
    nebula: str = ""
    anomaly: str = ""
    growth: Modifier = 0
    wealth: Modifier = 0
    habitability: int | None = None
    colony: SurveyedColony | None = None
    spent: bool = False


def basic_survey(system: StarSystem, turn: int) -> Survey:
    """The result of a basic scan: the type and the number of habitable planets (SC-EXP-005)."""
    return Survey(
        system=system.id,
        level=BASIC,
        turn=turn,
        kind=system.kind,
        habitable=len(system.planets),
    )


def detailed_survey(
    system: StarSystem, turn: int, links: tuple[int, ...], colony: SurveyedColony | None = None
) -> Survey:
    """The result of a detailed scan: everything, with the given warp points (SC-EXP-008)."""
    return evolve(
        basic_survey(system, turn),
        level=DETAILED,
        links=links,
        planets=tuple(planet.kind for planet in system.planets),
        nebula=system.nebula,
        anomaly=system.anomaly,
        growth=system.growth,
        wealth=system.wealth,
        habitability=system.habitability,
        colony=colony,
        spent=system.spent,
    )


@frozen(kw_only=True)
class Sighting:
    """A sighted fleet of another empire (SC-EXP-014).

    Attributes:
        turn: the turn of the sighting.
        system: the id of the system.
        owner: its owner.
        hulls: number of units by hull code.
        came_by, left_by: the numbers of the links through which it came and left; None if unknown.
    """

    turn: Count
    system: str
    owner: str
    hulls: dict[str, Count]
    came_by: int | None = None
    left_by: int | None = None


@define(kw_only=True)
class Charts:
    """An empire's charts.

    Attributes:
        points: the points W1, W2, … of each system, as the numbers of their links, in the order of
            discovery (SC-ORD-003).
        probed: ends of links that may be transited, as "system/link" (SC-EXP-003).
        surveys: the delivered surveys of each system (SC-EXP-010).
        visited: ids of systems visited by ships of the empire.
    """

    points: dict[str, list[int]] = field(factory=dict)
    probed: list[str] = field(factory=list)
    surveys: dict[str, Survey] = field(factory=dict)
    visited: list[str] = field(factory=list)
