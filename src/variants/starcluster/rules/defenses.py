"""Planetary defenses: PDC, concealed silos and ground bases (SC-PDC, SC-CMS, SC-CGB)."""

from __future__ import annotations

from horizons_core.orders import Order, Refusal, Refused
from horizons_core.report import counted
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import Empire, Installation, Planet, Starcluster, StarSystem
from variants.starcluster.model.systems import HOMEWORLD
from variants.starcluster.rules.installations import CGB, CMS, PDC, pending, place_order
from variants.starcluster.technology.technologies import technology

#: Maximum silos on a planet, and on the planet of a homeworld (SC-CMS-005).
MOST_SILOS, MOST_SILOS_AT_HOME = 10, 20
#: Types of silo missiles: the standard one and the alternative (SC-CMS-001).
MISSILE, SPRINT_MISSILE = "R", "G"
#: The code whose generation applies to ground troops (SC-CGB-001).
TROOPS = "Qt"


def install_pdc(context: TurnContext, empire: Empire, order: Order) -> None:
    """INSTALL PDC: one per planet, without troops at first (SC-PDC-001)."""
    place, number, planet = _planet(context.game, order)
    coming = any(installation.planet == number for installation in pending(empire, place, PDC))
    if planet.pdc or coming or order.get("count", 1) > 1:
        message = f"planet {number} of {place.id} can have only one Planetary Defense Center"
        raise Refused(Refusal("slot-taken", message, "choose another planet", "planet"))
    price = defense_price(context, empire, place, PDC)
    built = Installation(kind=PDC, system=place.id, planet=number)
    place_order(context, empire, built, price, "SC-PDC-001")


def install_silos(context: TurnContext, empire: Empire, order: Order) -> None:
    """INSTALL CMS: silos beyond the planet's limit are refused (SC-CMS-002, SC-CMS-005)."""
    place, number, planet = _planet(context.game, order)
    most = MOST_SILOS_AT_HOME if place.kind == HOMEWORLD else MOST_SILOS
    coming = [i for i in pending(empire, place, CMS) if i.planet == number]
    present = len(planet.silos) + int_sum(installation.number for installation in coming)
    requested: int = order.get("count", 1)
    allowed = max(0, min(requested, most - present))
    message = f"planet {number} of {place.id} has {present} silos, and may have at most {most}"
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


def install_bases(context: TurnContext, empire: Empire, order: Order) -> None:
    """INSTALL CGB (SC-CGB-001)."""
    place, number, _ = _planet(context.game, order)
    count: int = order.get("count", 1)
    price = count * defense_price(context, empire, place, CGB)
    built = Installation(kind=CGB, system=place.id, planet=number, number=count)
    place_order(context, empire, built, price, "SC-CGB-001")


def defense_price(context: TurnContext, empire: Empire, place: StarSystem, kind: str) -> int:
    """The price of one PDC, CMS or CGB in a system (SC-PDC-001, SC-CMS-002, SC-CGB-001)."""
    economy: StarclusterEconomy = context.variant.economy
    level = {
        PDC: 0,
        CMS: silo_level(context.game, empire, place),
        CGB: usable_generation(empire, TROOPS),
    }[kind]
    return economy.defense_price(kind, empire.el, level, empire.race)


def silo_missile(game: Starcluster, empire: Empire, place: StarSystem) -> str:
    """The missiles of a system's silos: as ordered, or else of the highest level (SC-CMS-001).

    R if both are equal, without any missiles, and always in games of version 1.0.0.
    """
    if place.silo_missile:
        return place.silo_missile
    sprint = game.plays_by("1.1.0") and _level(empire, SPRINT_MISSILE) > _level(empire, MISSILE)
    return SPRINT_MISSILE if sprint else MISSILE


def silo_level(game: Starcluster, empire: Empire, place: StarSystem) -> int:
    """The level of the missiles in a system's silos; 1 without any missiles (SC-CMS-001)."""
    return usable_generation(empire, silo_missile(game, empire, place))


def usable_generation(empire: Empire, code: str) -> int:
    """The highest generation of a code that an empire has developed; 1 without any."""
    return max(1, _level(empire, code))


def _level(empire: Empire, code: str) -> int:
    """The highest level of a code that an empire has developed; 0 without any."""
    technologies = (technology(n) for n in empire.developed if n.rstrip("0123456789") == code)
    return max((tech.level for tech in technologies if tech is not None), default=0)


def _planet(game: Starcluster, order: Order) -> tuple[StarSystem, int, Planet]:
    """The planet of an order; raises Refused if its owner no longer holds it."""
    place: StarSystem = order["system"]
    number: int = order["planet"]
    if not 1 <= number <= len(place.planets):
        message = f"{place.id} has {counted(len(place.planets), 'habitable planet')}"
        raise Refused(Refusal("no-planet", message, "planets are numbered from 1", "planet"))
    planet = place.planets[number - 1]
    if planet.fallen not in ("", place.owner) and game.plays_by("1.1.0"):  # SC-GND-003
        message = f"planet {number} of {place.id} has fallen to {planet.fallen}"
        raise Refused(Refusal("planet-fallen", message, "recapture it first", "planet"))
    return place, number, planet
