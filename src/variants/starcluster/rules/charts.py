"""An empire's charts: warp points, paths, and surveys and their way home (SC-EXP).

Points are numbered in the order of discovery, so that a gap in the numbers never betrays a hidden
point (SC-ORD-003).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.model import (
    Empire,
    Fleet,
    Starcluster,
    StarSystem,
    Survey,
    SurveyedColony,
    Unit,
    WarpLink,
)
from variants.starcluster.model.knowledge import BASIC, DETAILED, basic_survey, detailed_survey
from variants.starcluster.references import FLEET


def learn_points(empire: Empire, system: str, links: Iterable[WarpLink]) -> list[WarpLink]:
    """Add ends of links in a system to the charts and return the new ones."""
    known = empire.charts.points.setdefault(system, [])
    new = [link for link in links if link.number not in known]
    known += [link.number for link in new]
    return new


def learn_transit(empire: Empire, link: WarpLink) -> None:
    """Make both ends of a link known and probed after a transit (SC-EXP-003)."""
    for system in (link.a, link.b):
        learn_points(empire, system, [link])
        if link.end(system) not in empire.charts.probed:
            empire.charts.probed.append(link.end(system))


def is_probed(empire: Empire, system: str, link: WarpLink) -> bool:
    """True if the empire's ships may transit a link from a system."""
    return link.end(system) in empire.charts.probed


def point_name(empire: Empire, system: str, link: WarpLink) -> str:
    """An empire's name of the end of a link: 7.W2."""
    known = empire.charts.points.get(system, [])
    return f"{system}.W{known.index(link.number) + 1}" if link.number in known else system


def shortest_path(
    game: Starcluster, empire: Empire, start: str, goal: str
) -> list[WarpLink] | None:
    """The shortest known route between two systems; None if the empire knows none.

    Among equally short routes, the first differing warp point has the lowest number (SC-MOV-004).
    """
    return path_to_nearest(game, empire, start, (goal,))


def path_to_nearest(
    game: Starcluster, empire: Empire, start: str, goals: Collection[str]
) -> list[WarpLink] | None:
    """The shortest known route to the nearest goal, or among equally near ones to the first listed.

    None if no goal can be reached by known routes; see `shortest_path`.
    """
    arrival_links: dict[str, WarpLink | None] = {start: None}
    border = [start]
    targets, known = set(goals), empire.charts.points
    probed = set(empire.charts.probed)
    while border:
        if not targets.isdisjoint(border):
            return _trace_back(arrival_links, next(goal for goal in goals if goal in arrival_links))
        reached: list[str] = []
        for near in border:
            for number in known.get(near, ()):
                link = game.link(number)
                far = link.b if near == link.a else link.a
                if far not in arrival_links and link.end(near) in probed:
                    arrival_links[far] = link
                    reached.append(far)
        border = reached
    return None


def path_end(start: str, links: Iterable[WarpLink]) -> str:
    """The system at the end of a route."""
    for link in links:
        start = link.other(start)
    return start


def _trace_back(arrival_links: Mapping[str, WarpLink | None], goal: str) -> list[WarpLink]:
    """The route to a system, from the link that reached each system."""
    links: list[WarpLink] = []
    system, link = goal, arrival_links[goal]
    while link is not None:
        links.append(link)
        system = link.other(system)
        link = arrival_links[system]
    return links[::-1]


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
    """Share scans among ships in one system at the end of a turn (SC-EXP-011)."""
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
    context: TurnContext[Starcluster], empire: Empire, by_fleet: Mapping[str, Sequence[Unit]]
) -> None:
    """Deliver the scans of ships in systems with one of the empire's colonies (SC-EXP-010)."""
    game = context.game
    home = {system.id for system in game.colonies(empire.id)}
    for fleet in game.fleets_of(empire.id):
        if fleet.at not in home:
            continue
        for unit in by_fleet[fleet.id]:
            for key in unit.surveys:
                chart_survey(context, empire, empire.carried[key])
            unit.surveys = []
    forget_lost(game, empire)


def chart_survey(context: TurnContext[Starcluster], empire: Empire, survey: Survey) -> None:
    """Chart the results of a scan if its system still exists (SC-BRK-008)."""
    game = context.game
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


SENT = EventKind(
    "courier.sent",
    "A drone of {fleet} carries the {level} scan of {system} home in {turns} turns.",
    ("SC-EXP-011",),
)

#: The technology required for drones.
DRONES = "CD"
#: Turns of a drone per transit.
TURNS = 2


def send_courier(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """COURIER: send a scan by drone, the newest one not yet known or under way."""
    game = context.game
    fleet = order[FLEET]
    if not empire.has(DRONES):
        message = "Courier Drones are not developed"
        raise Refused(Refusal("no-drone", message, f"DEVELOP {DRONES} first", "fleet"))
    carrier = next((unit for unit in game.units_in(fleet) if unit.drones), None)
    if carrier is None:
        message = f"{fleet.name} has no drone aboard"
        raise Refused(Refusal("no-drone", message, "buy one with BUILD CRAFT at a colony", "fleet"))
    survey = _next_to_send(game, empire, fleet)
    if survey is None:
        message = f"{fleet.name} has no scan left to send"
        raise Refused(Refusal("nothing-to-send", message, "complete a scan first", "fleet"))
    transits = _transits_home(game, empire, fleet.at)
    if transits is None:
        message = f"you know no route from {fleet.at} to a colony of yours"
        raise Refused(Refusal("no-path", message, "carry the scan home by ship", "fleet"))
    carrier.drones -= 1
    empire.couriers.append((TURNS * transits, survey))
    context.emit(
        SENT,
        empire.readers,
        place=fleet.at,
        fleet=fleet.name,
        level=LEVELS[survey.level],
        system=survey.system,
        turns=TURNS * transits,
    )


def fly_drones(context: TurnContext[Starcluster]) -> None:
    """Fly all drones for a turn; arriving ones deliver their scans."""
    game = context.game
    for empire in game.empires:
        under_way: list[tuple[int, Survey]] = []
        for turns, survey in empire.couriers:
            if turns > 1:
                under_way.append((turns - 1, survey))
            else:
                chart_survey(context, empire, survey)
        empire.couriers = under_way


def _next_to_send(game: Starcluster, empire: Empire, fleet: Fleet) -> Survey | None:
    """The newest scan aboard with new information; among those of one turn the most detailed."""
    keys = dict.fromkeys(key for unit in game.units_in(fleet) for key in unit.surveys)
    sent = [survey for _, survey in empire.couriers]
    new = [
        survey
        for survey in map(empire.carried.__getitem__, keys)
        if not is_survey_known(empire, survey) and not any(_covers(other, survey) for other in sent)
    ]
    return max(new, key=lambda survey: (survey.turn, survey.level), default=None)


def _covers(sent: Survey, survey: Survey) -> bool:
    same = sent.system == survey.system
    return same and (sent.level, sent.turn) >= (survey.level, survey.turn)


def _transits_home(game: Starcluster, empire: Empire, start: str) -> int | None:
    """Transits to the nearest own colony along known warp points; None without a route."""
    links = path_to_nearest(game, empire, start, [system.id for system in game.colonies(empire.id)])
    return None if links is None else len(links)
