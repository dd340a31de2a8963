"""COURIER: drones that carry scans home (SC-EXP-011)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet, Starcluster, Survey
from variants.starcluster.rules.charts import path_to_nearest
from variants.starcluster.rules.surveys import LEVELS, chart_survey, is_survey_known

SENT = EventKind(
    "courier.sent",
    "A drone of {fleet} carries the {level} scan of {system} home in {turns} turns.",
    ("SC-EXP-011",),
)

#: The technology required for drones.
DRONES = "CD"
#: Turns of a drone per transit.
TURNS = 2


def send_courier(context: TurnContext, empire: Empire, order: Order) -> None:
    """COURIER: send a scan by drone, the newest one not yet known or under way."""
    game: Starcluster = context.game
    fleet: Fleet = order["fleet"]
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
        message = f"you know no way from {fleet.at} to a colony of yours"
        raise Refused(Refusal("no-way", message, "carry the scan home by ship", "fleet"))
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


def fly_drones(context: TurnContext) -> None:
    """Fly all drones for a turn; arriving ones deliver their scans."""
    game: Starcluster = context.game
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
    """Transits to the nearest own colony along known warp points; None without a way."""
    links = path_to_nearest(game, empire, start, [system.id for system in game.colonies(empire.id)])
    return None if links is None else len(links)
