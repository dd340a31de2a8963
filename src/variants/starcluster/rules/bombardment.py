"""BOMBARD, and the effects of bombardment (SC-ORB, SC-PDC-005, SC-CMS-004)."""

from __future__ import annotations

from collections.abc import Iterable

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused, is_count
from horizons_core.sums import ordered_sum
from horizons_core.turn import TurnContext
from variants.starcluster.model import Empire, Fleet, Planet, Silo, Starcluster, StarSystem, Troops
from variants.starcluster.references import FLEET, known_system
from variants.starcluster.rules.bankruptcy import empty_system
from variants.starcluster.rules.charts import known_level
from variants.starcluster.rules.courses import forget_fleet_orders, note_fleet_order
from variants.starcluster.rules.defenses import best_generation
from variants.starcluster.rules.relations import at_war, move_stance
from variants.starcluster.rules.sides import enemy_line_at
from variants.starcluster.rules.units import is_armed

ORDERED = EventKind(
    "fleet.bombards", "{fleet} bombards {target} of planet {planet} of {system}.", ("SC-ORB-001",)
)
CEASED = EventKind("fleet.ceased", "{fleet} stops its bombardment.", ("SC-ORB-001",))
BOMBARDED = EventKind(
    "planet.bombarded",
    "Planet {planet} of {system} is bombarded ({target}): {what}.",
    ("SC-ORB-001", "SC-ORB-002"),
)
LOST_COLONY = EventKind("system.lost", "{system} is no longer a colony.", ("SC-ORB-003",))

#: The kind of these orders, for `note_fleet_order`.
BOMBARD = "BOMBARD"
PDC, CMS, PU = "PDC", "CMS", "PU"
TARGETS = (PDC, CMS, PU)
#: Codes of facts that a battle of the same turn may change, or that only others know.
_UNFORESEEN = frozenset({"enemy-line", "nothing-to-hit"})
#: SC-ORB-001: rounds for which a planet is bombarded in a turn.
ROUNDS = 10
#: SC-PDC-005: rounds that a PDC withstands, before the level of missiles is subtracted.
PDC_ROUNDS = 20
#: SC-CMS-004: rounds that destroy a silo.
SILO_ROUNDS = 2
#: SC-ORB-002: rounds that kill a PU.
COLLATERAL = 5


def bombard(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """BOMBARD: a planet of the fleet's system, every turn until changed."""
    game = context.game
    fleet = order[FLEET]
    word = str(order["goal"])
    if word.upper() == "OFF":
        fleet.bombards = None
        forget_fleet_orders(context, fleet, BOMBARD)
        context.emit(CEASED, empire.readers, place=fleet.at, fleet=fleet.name)
        return
    system = known_system(game, empire, word)
    if system is None or system.id != fleet.at:
        message = f"{fleet.name} is at {fleet.at}, not at {word}"
        raise Refused(Refusal("not-here", message, "MOVE it there first", "goal"))
    target = str(order.get("target") or "").upper()
    if target not in TARGETS:
        message = f"'{target or 'nothing'}' is not a target"
        raise Refused(Refusal("no-target", message, "write PDC, CMS or PU", "target"))
    if context.forecast and not is_charted(game, fleet, system):
        return
    number = planet_number(game, fleet, system, order.get("planet"))
    for refusal in _obstacles(game, empire, fleet, system, number, target):
        if not (context.forecast and refusal.code in _UNFORESEEN):
            raise Refused(refusal)
    fleet.bombards = (number, target)
    note_fleet_order(context, empire, fleet, order, BOMBARD)
    context.emit(
        ORDERED,
        empire.readers,
        place=system.id,
        fleet=fleet.name,
        target=target,
        planet=number,
        system=system.id,
    )


def is_charted(game: Starcluster, fleet: Fleet, system: StarSystem) -> bool:
    """True if a fleet's crew knows the planets of a system: a colony or a scanned system."""
    owner = game.power(fleet.owner)
    if owner is None or system.owner == owner.id:
        return True
    return bool(known_level(owner, system.id, game.units_in(fleet)))


def planet_number(game: Starcluster, fleet: Fleet, system: StarSystem, word: object) -> int:
    """The number of a planet, from 1.

    Raises Refused, which reveals the number of planets only if it is known.
    """
    text = str(word or "")
    if is_count(text) and 1 <= int(text) <= len(system.planets):
        return int(text)
    message = f"{system.id} has no planet {text or 'without a number'}"
    remedy = "SURVEY it first"
    if is_charted(game, fleet, system):
        remedy = f"write 1 to {len(system.planets)}" if system.planets else "it has no planets"
    raise Refused(Refusal("no-planet", message, remedy, "planet"))


def _obstacles(
    game: Starcluster, empire: Empire, fleet: Fleet, system: StarSystem, number: int, target: str
) -> Iterable[Refusal]:
    """Yield refusals that keep a fleet from bombarding."""
    owner = game.power(system.owner) if system.owner else None
    if owner is None or owner is empire or not at_war(empire, owner):
        message = f"you are not at war with the owner of {system.id}"
        yield Refusal("not-at-war", message, "declare WAR first", "goal")
    if enemy_line_at(game, empire, system.id):
        message = f"there is an enemy battle line at {system.id}"
        yield Refusal("enemy-line", message, "defeat it first", "fleet")
    if not any(is_armed(unit) for unit in game.units_in(fleet)):
        message = f"{fleet.name} has no working weapon"
        yield Refusal("no-weapons", message, "use a ship with weapons", "fleet")
    planet = system.planets[number - 1]
    if target == CMS and not revealed(planet):
        message = f"you know of no silo on planet {number} of {system.id}"
        yield Refusal("nothing-to-hit", message, "silos are detected when they fire", "target")
    if target == PDC and not planet.pdc:
        message = f"there is no PDC on planet {number} of {system.id}"
        yield Refusal("nothing-to-hit", message, "choose another target", "target")


def revealed(planet: Planet) -> list[Silo]:
    """The silos of a planet that bombardment can hit (SC-CMS-004)."""
    return [silo for silo in planet.silos if silo.revealed]


def bombard_planets(context: TurnContext[Starcluster]) -> None:
    """Carry out BOMBARD and bombard all planets; rounds of spared planets restart at 0.

    Forecasts only carry out the orders.
    """
    context.carry_out()
    if context.forecast:
        return
    game = context.game
    aimed: dict[str, list[Fleet]] = {}
    for fleet in game.fleets:
        if fleet.bombards is not None:
            aimed.setdefault(fleet.at, []).append(fleet)
    for system in game.systems:
        hit: set[int] = set()
        above = aimed.get(system.id, ())
        for number in range(1, len(system.planets) + 1) if above else ():
            fleets = list(_bombarding(game, above, system, number))
            if fleets:
                hit.add(number)
                _bombard(context, system, number, fleets)
        for number, planet in enumerate(system.planets, start=1):
            if number not in hit:
                planet.rounds = 0


def _bombarding(
    game: Starcluster, above: Iterable[Fleet], system: StarSystem, number: int
) -> Iterable[Fleet]:
    """Yield the fleets above a system that bombard a planet, in the order of the game's list."""
    for fleet in above:
        empire = game.power(fleet.owner)
        if fleet.bombards is None or empire is None:
            continue
        planet, target = fleet.bombards
        if planet == number and not list(_obstacles(game, empire, fleet, system, number, target)):
            yield fleet


def _bombard(
    context: TurnContext[Starcluster], system: StarSystem, number: int, fleets: list[Fleet]
) -> None:
    """Bombard for ten rounds, by any number of fleets; the first one's order sets the target."""
    game = context.game
    planet = system.planets[number - 1]
    target = fleets[0].bombards[1] if fleets[0].bombards else PU
    empires = [power for power in game.powers if any(f.owner == power.id for f in fleets)]
    victim = game.power(system.owner)
    planet.bombarded = context.turn
    killed = 0
    if target == PDC:
        level = max(best_generation(power, "R") for power in empires)
        effect = _hit_pdc(planet, max(1, PDC_ROUNDS - level))
    elif target == CMS:
        destroyed = revealed(planet)[: ROUNDS // SILO_ROUNDS]
        planet.silos = [silo for silo in planet.silos if not any(silo is hit for hit in destroyed)]
        effect = f"{len(destroyed)} silos destroyed"
    else:
        effect = ""
    killed = kill_people(system, number, ROUNDS if target == PU else ROUNDS // COLLATERAL)
    effect = f"{effect}, {killed} PU lost" if effect else f"{killed} PU lost"
    readers = [reader for power in empires for reader in power.readers]
    context.emit(
        BOMBARDED,
        [*readers, *(victim.readers if victim else ())],
        place=system.id,
        planet=number,
        system=system.id,
        target=target,
        what=effect,
        killed=killed,
    )
    if target == PU and victim is not None:
        for power in empires:
            _lower_stances(context, power, victim)
    if not system.pu and victim is not None:
        abandon_colony(context, system, victim)


def _hit_pdc(planet: Planet, needed: int) -> str:
    """Count rounds until there are enough; a destroyed PDC loses half of its garrison."""
    planet.rounds += ROUNDS
    if planet.rounds < needed:
        return f"the PDC has withstood {planet.rounds} of {needed} rounds"
    planet.pdc, planet.rounds, planet.garrison = False, 0, planet.garrison / 2
    return "the PDC is destroyed"


def people_by_planet(system: StarSystem) -> list[int]:
    """The PU of each planet: spread evenly, with the remainder on the first ones (SC-GRO-005)."""
    share, remainder = divmod(system.pu, max(1, len(system.planets)))
    return [share + (place < remainder) for place in range(len(system.planets))]


def kill_people(system: StarSystem, number: int, pu: int) -> int:
    """Kill PU of a planet and return the number killed (SC-ORB-003)."""
    killed = min(pu, people_by_planet(system)[number - 1])
    system.pu -= killed
    return killed


def _lower_stances(context: TurnContext[Starcluster], empire: Empire, victim: Empire) -> None:
    """Lower stances of races in contact that are not at war with the victim (SC-ORB-002)."""
    for native in context.game.natives:
        relation = empire.relations.get(native.id)
        if native is victim or relation is None or at_war(native, victim):
            continue
        move_stance(context, empire, native, -1)


def abandon_colony(context: TurnContext[Starcluster], system: StarSystem, owner: Empire) -> None:
    """Remove a depopulated colony: troops stay, all else is gone (SC-ORB-003)."""
    generation = max(1, best_generation(owner, "Qt"))
    remaining: list[list[Troops]] = []
    for planet in system.planets:
        points = ordered_sum(planet.ground_bases)
        bases = [Troops(owner=owner.id, points=points, generation=generation)] if points else []
        remaining.append([*planet.troops, *bases])
    empty_system(system)
    for planet, troops in zip(system.planets, remaining, strict=True):
        planet.troops = troops
    context.emit(LOST_COLONY, owner.readers, place=system.id, system=system.id)
