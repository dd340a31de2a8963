"""Planetary defenses: PDC, ground bases, silos and their fire (SC-PDC, SC-CGB, SC-CMS)."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused, is_count
from horizons_core.report import counted
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.battle.fleets import SALVO
from variants.starcluster.designs.design import ShipSystem as Part
from variants.starcluster.designs.ratings import defense_rating, tactical_speed
from variants.starcluster.designs.tables import WEAPONS, factor_tenths
from variants.starcluster.economy import economy_of
from variants.starcluster.model import (
    Empire,
    Fleet,
    Installation,
    Planet,
    Silo,
    Starcluster,
    StarSystem,
    Unit,
)
from variants.starcluster.model.systems import GAS, HOMEWORLD
from variants.starcluster.references import SYSTEM
from variants.starcluster.rules.fleets import Deployment
from variants.starcluster.rules.installations import CGB, CMS, PDC, pending, place_order
from variants.starcluster.rules.movement import refinements
from variants.starcluster.rules.units import apply_damage, is_destroyed, working_rooms
from variants.starcluster.technologies import technology

#: Maximum silos on a planet, and on the planet of a homeworld (SC-CMS-005).
MAX_SILOS, MAX_SILOS_AT_HOME = 10, 20
#: Types of silo missiles: the standard one and the alternative (SC-CMS-001).
MISSILE, SPRINT_MISSILE = "R", "G"
#: The code whose generation applies to ground troops (SC-CGB-001).
TROOPS = "Qt"


def install_pdc(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """INSTALL PDC: one per planet, without troops at first (SC-PDC-001)."""
    place, number, planet = _planet(context.game, order)
    under_construction = any(
        installation.planet == number for installation in pending(empire, place, PDC)
    )
    if planet.pdc or under_construction or order.get("count", 1) > 1:
        message = f"planet {number} of {place.id} can have only one Planetary Defense Center"
        raise Refused(Refusal("slot-taken", message, "choose another planet", "planet"))
    price = defense_price(context, empire, place, PDC)
    built = Installation(kind=PDC, system=place.id, planet=number)
    place_order(context, empire, built, price, "SC-PDC-001")


def install_silos(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """INSTALL CMS: silos beyond the planet's limit are refused (SC-CMS-002, SC-CMS-005)."""
    place, number, planet = _planet(context.game, order)
    maximum = MAX_SILOS_AT_HOME if place.kind == HOMEWORLD else MAX_SILOS
    under_construction = [i for i in pending(empire, place, CMS) if i.planet == number]
    present = len(planet.silos) + int_sum(
        installation.number for installation in under_construction
    )
    requested: int = order.get("count", 1)
    allowed = max(0, min(requested, maximum - present))
    message = f"planet {number} of {place.id} has {present} silos, and may have at most {maximum}"
    if not allowed:
        raise Refused(Refusal("too-many-silos", message, "choose another planet", "planet"))
    price = allowed * defense_price(context, empire, place, CMS)
    built = Installation(kind=CMS, system=place.id, planet=number, number=allowed)
    place_order(context, empire, built, price, "SC-CMS-002")
    if allowed < requested:
        surplus = Refusal(
            "too-many-silos", message, "choose another planet for the rest", "count", "warning"
        )
        context.refuse(empire.id, order, surplus)


def install_bases(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """INSTALL CGB (SC-CGB-001)."""
    place, number, _ = _planet(context.game, order)
    count: int = order.get("count", 1)
    price = count * defense_price(context, empire, place, CGB)
    built = Installation(kind=CGB, system=place.id, planet=number, number=count)
    place_order(context, empire, built, price, "SC-CGB-001")


def defense_price(
    context: TurnContext[Starcluster], empire: Empire, place: StarSystem, kind: str
) -> int:
    """The price of one PDC, CMS or CGB in a system (SC-PDC-001, SC-CMS-002, SC-CGB-001)."""
    economy = economy_of(context)
    level = {
        PDC: 0,
        CMS: silo_level(context.game, empire, place),
        CGB: usable_generation(empire, TROOPS),
    }[kind]
    return economy.defense_price(kind, empire.el, level, empire.race)


def silo_missile(game: Starcluster, empire: Empire, place: StarSystem) -> str:
    """The missiles of a system's silos: as ordered, or else of the highest level (SC-CMS-001).

    It is R if both are equal, if there are no missiles, and always in games of version 1.0.0.
    """
    if place.silo_missile:
        return place.silo_missile
    sprint = game.plays_by("1.1.0") and _level(empire, SPRINT_MISSILE) > _level(empire, MISSILE)
    return SPRINT_MISSILE if sprint else MISSILE


def silo_level(game: Starcluster, empire: Empire, place: StarSystem) -> int:
    """The level of the missiles in a system's silos; 1 if there are none (SC-CMS-001)."""
    return usable_generation(empire, silo_missile(game, empire, place))


def usable_generation(empire: Empire, code: str) -> int:
    """The highest generation of a code that an empire has developed; at least 1."""
    return max(1, _level(empire, code))


def _level(empire: Empire, code: str) -> int:
    """The highest level of a code that an empire has developed; 0 if there is none."""
    technologies = (technology(n) for n in empire.developed if n.rstrip("0123456789") == code)
    return max((tech.level for tech in technologies if tech is not None), default=0)


def _planet(game: Starcluster, order: Order) -> tuple[StarSystem, int, Planet]:
    """The planet of an order; raises Refused if its owner no longer holds it."""
    place = order[SYSTEM]
    number: int = order["planet"]
    if not 1 <= number <= len(place.planets):
        message = f"{place.id} has {counted(len(place.planets), 'habitable planet')}"
        raise Refused(Refusal("no-planet", message, "planets are numbered from 1", "planet"))
    planet = place.planets[number - 1]
    if planet.fallen not in ("", place.owner) and game.plays_by("1.1.0"):  # SC-GND-003
        message = f"planet {number} of {place.id} has fallen to {planet.fallen}"
        raise Refused(Refusal("planet-fallen", message, "recapture it first", "planet"))
    return place, number, planet


ORDERED = EventKind("silos.ordered", "Silos of {system}: {what}.", ("SC-CMS-001", "SC-CMS-003"))
FIRED = EventKind(
    "silos.fired", "{number} silos of {system} fire at {fleet}: {damage} points, {lost} destroyed.",
    ("SC-CMS-006",),
)  # fmt: skip
UNDER_FIRE = EventKind(
    "silos.hit", "{number} silos of {system} fire at {fleet}: {damage} points.",
    ("SC-CMS-006",),
)  # fmt: skip
UNIT_LOST = EventKind("unit.lost", "{unit} is destroyed at {place}.", ("SC-CBT-002",))

#: Turns until a silo may fire again, including the turn of the shot (SC-CMS-003).
RELOADING = 2


def set_silos(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """SILOS: the missiles of a system's silos and how many fire (SC-CMS-001, SC-CMS-003)."""
    system = order[SYSTEM]
    silos = [silo for planet in system.planets for silo in planet.silos]
    if not silos:
        message = f"{system.id} has no silo"
        raise Refused(Refusal("no-silo", message, "INSTALL CMS first", "system"))
    verb, value = order["how"].upper(), str(order.get("what") or "").upper()
    if verb == "TYPE":
        _set_type(empire, system, value)
    elif verb in ("FIRE", "HOLD"):
        _set_number(system, verb, value, int_sum(not silo.loading for silo in silos))
    else:
        message = f"'{order['how']}' is not an order for silos"
        raise Refused(Refusal("bad-argument", message, "write TYPE, FIRE or HOLD", "how"))
    words = " ".join(word for word in (verb, value) if word)
    context.emit(ORDERED, empire.readers, place=system.id, system=system.id, what=words)


def _set_type(empire: Empire, system: StarSystem, code: str) -> None:
    if code not in (MISSILE, SPRINT_MISSILE):
        raise Refused(Refusal("bad-argument", "silos fire R or G", "write TYPE R", "what"))
    if code == SPRINT_MISSILE and not best_generation(empire, code):
        message = "you have not developed G"
        raise Refused(Refusal("not-developed", message, "write TYPE R", "what"))
    system.silo_missile = code


def _set_number(system: StarSystem, verb: str, word: str, loaded: int) -> None:
    if word and not (is_count(word) and int(word) <= loaded):
        message = f"{system.id} has only {loaded} loaded silos"
        raise Refused(Refusal("too-many-silos", message, f"use at most {loaded}", "what"))
    number = int(word) if word else None
    if verb == "FIRE":
        system.silos_fire = number
    else:
        system.silos_fire = 0 if number is None else loaded - number


def ready_silos(system: StarSystem) -> list[Silo]:
    """The silos that fire now: loaded ones with orders to fire (SC-CMS-003)."""
    loaded = [silo for planet in system.planets for silo in planet.silos if not silo.loading]
    return loaded if system.silos_fire is None else loaded[: system.silos_fire]


def mark_fired(system: StarSystem, number: int) -> None:
    """Mark silos as fired: bombardment may hit them, and they reload (SC-CMS-004)."""
    for silo in ready_silos(system)[:number]:
        silo.revealed, silo.loading = True, RELOADING


def reload_silos(game: Starcluster) -> None:
    """Count a turn of reloading for all silos."""
    for system in game.systems:
        for planet in system.planets:
            for silo in planet.silos:
                if silo.loading:
                    silo.loading -= 1


def missile_of(game: Starcluster, empire: Empire, system: StarSystem) -> Part:
    """The missile of a system's silos (SC-CMS-001)."""
    code = silo_missile(game, empire, system)
    return Part(code, max(1, best_generation(empire, code)))


def best_generation(empire: Empire, code: str) -> int:
    """The highest generation of a code that an empire has developed; 0 for none."""
    generation = 0
    while empire.has(f"{code}{generation + 1}"):
        generation += 1
    return generation


def fire_alone(
    context: TurnContext[Starcluster],
    deployed: Deployment,
    owner: Empire,
    enemy: Empire,
    at: StarSystem,
    fleet: Fleet,
) -> None:
    """Fire silos at a fleet in a system without units of the silos' owner (SC-CMS-006)."""
    silos = ready_silos(at)
    targets = deployed.units_of([fleet])
    missile = missile_of(context.game, owner, at)
    weapon = WEAPONS[missile.code]
    damage = weapon.short if at.nebula == GAS else weapon.long
    if not (silos and targets and damage):
        return
    stream = context.stream("silos", at.id, fleet.id)
    salvo = float(SALVO * damage * factor_tenths(missile.generation))
    total = 0.0
    for _ in silos:
        left = [unit for unit in targets if not is_destroyed(unit)]
        if left:
            place = stream.below(len(left))
            total += _strike(enemy, fleet, left[place:] + left[:place], salvo, deployed.tuning)
    mark_fired(at, len(silos))
    lost = [unit for unit in targets if is_destroyed(unit)]
    facts = {"system": at.id, "number": len(silos), "damage": round(total / 10, 1)}
    dice = [context.dice(stream, "silos", at.id, fleet.id)]
    context.emit(
        FIRED,
        owner.readers,
        place=at.id,
        dice=dice,
        data=facts | {"fleet": enemy.id, "lost": len(lost)},
    )
    context.emit(UNDER_FIRE, enemy.readers, place=at.id, data=facts | {"fleet": fleet.name})
    for unit in lost:
        context.emit(UNIT_LOST, enemy.readers, place=at.id, unit=unit.name)
    deployed.lose(at.id, lost)


def _strike(
    enemy: Empire, fleet: Fleet, units: list[Unit], salvo: float, tuning: Mapping[str, bool]
) -> float:
    """Fire a salvo at a unit, with excess damage passing to the next; return the damage done."""
    total = 0.0
    for unit in units:
        if salvo <= 0:
            break
        twigs = refinements(enemy, unit)
        detuned = tuning.get(unit.id, fleet.detuned)
        speed = tactical_speed(unit.design, working_rooms(unit), twigs, detuned=detuned)
        share = float(1 - defense_rating(unit.design, speed, twigs))
        left = apply_damage(unit, salvo * share)
        total += salvo * share - left
        salvo = left / share
    return total
