"""Falls of planets and systems, and the conqueror's gains (SC-GND-003, SC-GND-004)."""

from __future__ import annotations

from horizons_core.model import EventKind
from horizons_core.rng import Stream
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Starcluster, StarSystem
from variants.starcluster.model.systems import HOMEWORLD
from variants.starcluster.rules.development import learn_technology
from variants.starcluster.rules.fleets import disband_empty
from variants.starcluster.rules.handover import hand_over_system, hand_over_units
from variants.starcluster.rules.presence import units_at
from variants.starcluster.technology.technologies import before

FELL = EventKind(
    "planet.fell", "Planet {planet} of {system} falls to {conqueror}.", ("SC-GND-003",)
)
CONQUERED = EventKind(
    "system.conquered",
    "{conqueror} has conquered {system} of {loser}: {pu} PU, {stations} stations captured.",
    ("SC-GND-003",),
)
LEARNT = EventKind(
    "technology.conquered", "{system} yields {technology}.", ("SC-GND-004", "SC-RND-003")
)

#: Incomes that are halved after a conquest.
OCCUPATION = 12
#: Number of technologies yielded by a conquered system, and by a homeworld.
YIELD, HOMEWORLD_YIELD = 1, 3


def take_planet(context: TurnContext, empire: Empire, system: StarSystem, number: int) -> None:
    """Let a planet fall and lose its defenses; with the last one its conqueror gets the system.

    Until then the owner keeps income and growth, even of fallen planets.
    """
    game: Starcluster = context.game
    planet = system.planets[number - 1]
    planet.pdc, planet.rounds, planet.garrison = False, 0, 0.0
    planet.silos, planet.ground_bases = [], []
    loser = game.power(system.owner) if system.owner else None
    if loser is None:
        return
    planet.fallen = "" if loser is empire else empire.id
    readers = [*empire.readers, *loser.readers]
    context.emit(
        FELL, readers, place=system.id, system=system.id, planet=number, conqueror=empire.id
    )
    if loser is not empire and all(planet_.fallen for planet_ in system.planets):
        _take_system(context, empire, loser, system)


def _take_system(context: TurnContext, empire: Empire, loser: Empire, system: StarSystem) -> None:
    game: Starcluster = context.game
    had_center = bool(system.science or system.generic or system.dedicated)
    for planet in system.planets:
        planet.fallen = ""
    hand_over_system(system, empire)
    system.pu -= system.pu // 10
    system.occupied = OCCUPATION
    system.science, system.generic, system.dedicated = (
        max(1, r // 2) if r else 0 for r in (system.science, system.generic, system.dedicated)
    )
    system.silo_missile, system.silos_fire = "", None
    stations = [u for u in units_at(game, loser.id, system.id) if u.design.hull.type.is_starbase]
    hand_over_units(game, stations, empire)
    held = {unit.id for unit in stations}
    loser.yards = [building for building in loser.yards if building.yard not in held]
    disband_empty(game)
    context.emit(
        CONQUERED,
        [*empire.readers, *loser.readers],
        place=system.id,
        conqueror=empire.id,
        system=system.id,
        loser=loser.id,
        pu=system.pu,
        stations=len(stations),
    )
    if had_center:
        number = HOMEWORLD_YIELD if system.kind == HOMEWORLD else YIELD
        _learn(context, empire, loser, system, number)


def _learn(
    context: TurnContext, empire: Empire, loser: Empire, system: StarSystem, number: int
) -> None:
    """Gain random technologies that the victim has and the conqueror lacks, lowest first.

    The dice stay hidden because they would reveal the number of candidates.
    """
    stream = context.stream("conquest", system.id)
    for _ in range(number):
        technology = draw_technology(stream, empire, loser)
        if not technology:
            return
        learn_technology(empire, technology)
        context.emit(
            LEARNT,
            empire.readers,
            place=system.id,
            dice=[context.dice(stream, "conquest", system.id)],
            system=system.id,
            technology=technology,
        )


def draw_technology(stream: Stream, empire: Empire, victim: Empire) -> str:
    """Draw a technology that an empire lacks and a victim has, or "" (SC-GND-004).

    Among the generations of a technology, the lowest missing one is drawn.
    """
    lacking = [technology for technology in victim.developed if not empire.has(technology)]
    lowest = [t for t in lacking if (lower := before(t)) is None or empire.has(lower)]
    return stream.choice(sorted(lowest)) if lowest else ""
