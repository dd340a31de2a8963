"""Results of scans: carried home by ships, copied and delivered (SC-EXP)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from horizons_core.model import EventKind
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Starcluster, StarSystem, Survey, SurveyedColony, Unit
from variants.starcluster.model.knowledge import (
    BASIC,
    DETAILED,
    basic_survey,
    detailed_survey,
)
from variants.starcluster.rules.charts import learn_points

DELIVERED = EventKind(
    "survey.delivered", "The {level} scan of {system} has arrived.", ("SC-EXP-010",)
)
#: Key of a turn's notes: detailed scans delivered this turn, as (system, empire).
DELIVERIES = "deliveries"
LEVELS = {BASIC: "basic", DETAILED: "detailed"}


def survey_of(game: Starcluster, system: StarSystem, level: int, best: int, turn: int) -> Survey:
    """The result of a scan, by level and best generation of instruments (SC-EXP-005, 008, 012)."""
    if level == BASIC:
        return basic_survey(system, turn)
    links = tuple(
        link.number
        for link in game.links_at(system.id)
        if not link.closed(system.id) and link.hidden(system.id) <= best
    )
    colony = None
    if system.owner:
        visible = tuple(installations_in_sight(system))
        colony = SurveyedColony(owner=system.owner, pu=system.pu, installations=visible)
    return detailed_survey(system, turn, links, colony)


def installations_in_sight(system: StarSystem) -> Iterator[str]:
    """Yield unconcealed installations in a system, as texts without their levels (SC-EXP-008)."""
    if system.science:
        yield "Science Center"
    if system.generic:
        yield "Generic R&D Center"
    if system.dedicated:
        yield "Dedicated R&D Center"
    for number, planet in enumerate(system.planets, 1):
        if planet.pdc:
            yield f"PDC on planet {number}"
        silos = int_sum(silo.revealed for silo in planet.silos)
        if silos:
            yield f"{silos} silos on planet {number}"


def take_aboard(empire: Empire, unit: Unit, survey: Survey) -> None:
    """Load a scan onto a unit, to be carried home."""
    key = f"{survey.system}/{survey.level}/{survey.turn}"
    empire.carried[key] = survey
    if key not in unit.surveys:
        unit.surveys.append(key)


def share_scans(game: Starcluster, empire: Empire, by_fleet: Mapping[str, Sequence[Unit]]) -> None:
    """Let ships in one system share their scans at the end of a turn (SC-EXP-011)."""
    if not empire.carried:
        return
    by_system: dict[str, list[Unit]] = {}
    for fleet in game.fleets_of(empire.id):
        by_system.setdefault(fleet.at, []).extend(by_fleet[fleet.id])
    for units in by_system.values():
        shared = sorted({key for unit in units for key in unit.surveys})
        for unit in units:
            unit.surveys = list(shared)


def deliver_scans(
    context: TurnContext, empire: Empire, by_fleet: Mapping[str, Sequence[Unit]]
) -> None:
    """Let ships in systems with an own colony deliver their scans (SC-EXP-010)."""
    game: Starcluster = context.game
    home = {system.id for system in game.colonies(empire.id)}
    for fleet in game.fleets_of(empire.id):
        if fleet.at not in home:
            continue
        for unit in by_fleet[fleet.id]:
            for key in unit.surveys:
                chart_survey(context, empire, empire.carried[key])
            unit.surveys = []
    forget_lost(game, empire)


def chart_survey(context: TurnContext, empire: Empire, survey: Survey) -> None:
    """Chart the results of a scan if its system still exists (SC-BRK-008)."""
    game: Starcluster = context.game
    if is_survey_known(empire, survey) or game.system(survey.system) is None:
        return
    if survey.level == DETAILED:
        context.notes.setdefault(DELIVERIES, []).append((survey.system, empire.id))
    empire.charts.surveys[survey.system] = survey
    links = (game.links[number] for number in survey.links)
    learn_points(empire, survey.system, (link for link in links if link is not None))
    context.emit(
        DELIVERED,
        empire.readers,
        place=survey.system,
        level=LEVELS[survey.level],
        system=survey.system,
    )


def is_survey_known(empire: Empire, survey: Survey) -> bool:
    """True if the empire has a survey that is at least as detailed and as new."""
    known = empire.charts.surveys.get(survey.system)
    return known is not None and (known.level, known.turn) >= (survey.level, survey.turn)


def forget_lost(game: Starcluster, empire: Empire) -> None:
    """Forget scans that are no longer carried by a ship or drone."""
    carried = {key for unit in game.units_of(empire.id) for key in unit.surveys}
    empire.carried = {key: survey for key, survey in empire.carried.items() if key in carried}


def known_level(empire: Empire, system: str, units: Iterable[Unit]) -> int:
    """The level of scan that an empire has of a system, or that these units carry; 0 for none."""
    known = empire.charts.surveys.get(system)
    aboard = [empire.carried[key] for unit in units for key in unit.surveys]
    levels = [survey.level for survey in aboard if survey.system == system]
    return max([known.level if known else 0, *levels])
