"""The ground combat phase: fights for planets, conquests, footholds (SC-GND-001)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from horizons_core.model import EventKind
from horizons_core.rng import Stream
from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext
from variants.starcluster.battle.ground import GroundBattle, GroundOutcome
from variants.starcluster.battle.ground import TroopGroup as Force
from variants.starcluster.combat import fight_on_ground_in_game
from variants.starcluster.model import Empire, Planet, Starcluster, StarSystem, Troops
from variants.starcluster.model.empires import Foothold
from variants.starcluster.model.systems import HOMEWORLD
from variants.starcluster.rules.defenses import best_generation
from variants.starcluster.rules.fleets import disband_empty, hand_over_system, hand_over_units
from variants.starcluster.rules.landings import (
    Landing,
    ordered_landings,
    return_troops,
    share_craft,
    unload_troops,
)
from variants.starcluster.rules.relations import at_war
from variants.starcluster.rules.research import learn_technology
from variants.starcluster.rules.units import units_at
from variants.starcluster.technologies import before

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


def take_planet(
    context: TurnContext[Starcluster], empire: Empire, system: StarSystem, number: int
) -> None:
    """Transfer a planet without its defenses; the last planet brings its conqueror the system.

    Until then the owner keeps income and growth, even of fallen planets.
    """
    game = context.game
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


def _take_system(
    context: TurnContext[Starcluster], empire: Empire, loser: Empire, system: StarSystem
) -> None:
    game = context.game
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
    captured = {unit.id for unit in stations}
    loser.yards = [building for building in loser.yards if building.yard not in captured]
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
    context: TurnContext[Starcluster],
    empire: Empire,
    loser: Empire,
    system: StarSystem,
    number: int,
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


def record_footholds(context: TurnContext[Starcluster]) -> None:
    """Record every empire's footholds at the end of the turn.

    Forecasts change nothing, because they do not know foreign planets.
    """
    game = context.game
    if context.forecast:
        return
    invaded = [
        (system, number, planet)
        for system in game.systems
        for number, planet in enumerate(system.planets, start=1)
        if planet.troops or planet.fallen
    ]
    for empire in game.empires:
        empire.footholds = list(_footholds(invaded, empire))


def _footholds(
    planets: Iterable[tuple[StarSystem, int, Planet]], empire: Empire
) -> Iterator[Foothold]:
    for system, number, planet in planets:
        points = ordered_sum(force.points for force in planet.troops if force.owner == empire.id)
        fallen = planet.fallen == empire.id
        if system.owner != empire.id and (points or fallen):
            yield Foothold(system=system.id, planet=number, points=points, fallen=fallen)


FOUGHT = EventKind(
    "planet.fought",
    "Planet {planet} of {system}, {rounds} rounds on the ground: {attacker} has {left} points, "
    "{defender} {kept}; {result}.",
    ("SC-GND-002",),
)
LANDED = EventKind(
    "troops.landed",
    "{points} points of troops are on planet {planet} of {system}.",
    ("SC-GND-005",),
)


def fight_for_planets(context: TurnContext[Starcluster]) -> None:
    """Land, fight for planets, and then let troops embark where it is quiet.

    Forecasts fight no battles.
    """
    context.carry_out("LAND")
    share_craft(ordered_landings(context))
    game = context.game
    for system in game.systems if not context.forecast else ():
        for number, planet in enumerate(system.planets, start=1):
            landings = [
                landing
                for landing in ordered_landings(context)
                if landing.system is system and landing.planet == number
            ]
            if landings or planet.troops:
                _fight_for(context, system, number, planet, landings)
    context.carry_out("EMBARK")


def _fight_for(
    context: TurnContext[Starcluster],
    system: StarSystem,
    number: int,
    planet: Planet,
    landings: list[Landing],
) -> None:
    """Fight the attacks of all enemies with troops or landings on a planet, in random order."""
    game = context.game
    present = {force.owner for force in planet.troops} | {force.fleet.owner for force in landings}
    attackers = [power for power in game.powers if power.id in present]
    if len(attackers) > 1:
        stream = context.stream("landings", system.id, number)
        stream.shuffle(attackers)
    for empire in attackers:
        own_landings = [landing for landing in landings if landing.fleet.owner == empire.id]
        holder = _holder(game, system, planet, empire)
        if holder is None or holder is empire or not at_war(empire, holder):
            _land_in_peace(context, empire, system, number, planet, own_landings)
        else:
            _fight(context, (empire, holder), system, number, planet, own_landings)


def _holder(game: Starcluster, system: StarSystem, planet: Planet, empire: Empire) -> Empire | None:
    """The defender of a planet: its conqueror, its owner, or an enemy with troops there."""
    owner = game.power(planet.fallen or system.owner)
    if owner is not None:
        return owner
    powers = (game.power(force.owner) for force in planet.troops if force.owner != empire.id)
    return next((power for power in powers if power and at_war(empire, power)), None)


def _land_in_peace(
    context: TurnContext[Starcluster],
    empire: Empire,
    system: StarSystem,
    number: int,
    planet: Planet,
    landings: list[Landing],
) -> None:
    points = 0.0
    for landing in landings:
        for generation, part in unload_troops(context.game, landing):
            _add_troops(planet, empire, generation, part)
            points += part
    if points:
        context.emit(
            LANDED,
            empire.readers,
            place=system.id,
            points=points,
            planet=number,
            system=system.id,
        )


def _fight(
    context: TurnContext[Starcluster],
    empires: tuple[Empire, Empire],
    system: StarSystem,
    number: int,
    planet: Planet,
    landings: list[Landing],
) -> None:
    """Fight an empire's battle against a planet's holder, for the rounds of a turn."""
    game = context.game
    empire, holder = empires
    mine = [force for force in planet.troops if force.owner == empire.id]
    modifier = empire.race.combat
    forces = [Force(points=f.points, generation=f.generation, modifier=modifier) for f in mine]
    loaded = [(landing, list(unload_troops(game, landing))) for landing in landings]
    aboard = [(landing, *part) for landing, parts in loaded for part in parts]
    forces += [Force(aboard=part, generation=g, modifier=modifier) for _, g, part in aboard]
    defenders = _defenders(system, planet, holder)
    battle = GroundBattle(
        (empire.id, holder.id),
        tuple(forces),
        tuple(force for force, _ in defenders),
        landing=ordered_sum(landing.rate for landing in landings),
        pdc=planet.pdc and system.owner == holder.id,
    )
    if not any(force.points + force.aboard for force in forces):
        return
    planet.bombarded = context.turn
    stream = context.stream("ground", system.id, number, empire.id)
    outcome = fight_on_ground_in_game(context.variant.combat, battle, stream)
    context.fought(battle, stream, [[empire.id], [holder.id]], system.id)
    stream.skip(outcome.words)
    _write_attackers(planet, empire, mine, aboard, outcome, battle)
    _write_defenders(planet, [source for _, source in defenders], outcome.ashore[1])
    result = {0: "the planet falls", 1: "the attack is beaten back", None: "the fight continues"}
    context.emit(
        FOUGHT,
        [*empire.readers, *holder.readers],
        place=system.id,
        dice=[context.dice(stream, "ground", system.id, number, empire.id)],
        planet=number,
        system=system.id,
        rounds=outcome.rounds,
        attacker=empire.id,
        defender=holder.id,
        left=round(ordered_sum(outcome.ashore[0]), 1),
        kept=round(ordered_sum(outcome.ashore[1]), 1),
        result=result[outcome.winner],
    )
    if outcome.winner == 0:
        take_planet(context, empire, system, number)


def _defenders(
    system: StarSystem, planet: Planet, holder: Empire
) -> list[tuple[Force, Troops | int | str]]:
    """The forces of a planet's holder, each with its source: troops, a base or the garrison."""
    best = max(1, best_generation(holder, "Qt"))
    modifier = holder.race.combat
    forces: list[tuple[Force, Troops | int | str]] = []
    if system.owner == holder.id and not planet.fallen:
        garrison = Force(points=planet.garrison, generation=best, modifier=modifier)
        forces.append((garrison, "garrison"))
        for base, points in enumerate(planet.ground_bases):
            forces.append((Force(points=points, generation=best, modifier=modifier), base))
    for troops in planet.troops:
        if troops.owner == holder.id:
            force = Force(points=troops.points, generation=troops.generation, modifier=modifier)
            forces.append((force, troops))
    return forces


def _write_defenders(
    planet: Planet, sources: Sequence[Troops | int | str], points: Sequence[float]
) -> None:
    """Write the remaining points of the defenders."""
    for source, left in zip(sources, points, strict=True):
        if isinstance(source, Troops):
            source.points = left
        elif isinstance(source, int):
            planet.ground_bases[source] = left
        else:
            planet.garrison = left
    planet.troops = [troops for troops in planet.troops if troops.points > 0]


def _write_attackers(
    planet: Planet,
    empire: Empire,
    mine: Sequence[Troops],
    aboard: Sequence[tuple[Landing, int, float]],
    outcome: GroundOutcome,
    battle: GroundBattle,
) -> None:
    """Write the remaining points of the attackers; after a victory all of them land."""
    ashore, afloat = list(outcome.ashore[0]), list(outcome.aboard)
    capacity = battle.landing * (battle.rounds - outcome.rounds) if outcome.winner == 0 else 0.0
    for place, points in enumerate(afloat):
        landed = min(points, capacity)
        ashore[place] += landed
        afloat[place] -= landed
        capacity -= landed
    defeated = outcome.winner == 1
    for troops, left in zip(mine, ashore, strict=False):
        troops.points = 0.0 if defeated else left
    back: dict[int, float] = {}
    first = len(mine)
    for place, (landing, generation, _) in enumerate(aboard, start=first):
        if ashore[place] > 0 and not defeated:
            _add_troops(planet, empire, generation, ashore[place])
        back[id(landing)] = back.get(id(landing), 0.0) + afloat[place]
    for landing in {id(landing_): landing_ for landing_, *_ in aboard}.values():
        return_troops(landing, back[id(landing)])


def _add_troops(planet: Planet, empire: Empire, generation: int, points: float) -> None:
    for troops in planet.troops:
        if (troops.owner, troops.generation) == (empire.id, generation):
            troops.points += points
            return
    planet.troops.append(Troops(owner=empire.id, points=points, generation=generation))
