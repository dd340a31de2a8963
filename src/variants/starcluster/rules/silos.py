"""SILOS, and what concealed silos do (SC-CMS)."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused, is_count
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.battle.fleets import SALVO
from variants.starcluster.designs.design import System as Part
from variants.starcluster.designs.ratings import defense_rating, tactical_speed
from variants.starcluster.designs.tables import WEAPONS, factor_tenths
from variants.starcluster.model import Empire, Fleet, Silo, Starcluster, System, Unit
from variants.starcluster.model.systems import GAS
from variants.starcluster.rules.damage import hit, is_destroyed, working_rooms
from variants.starcluster.rules.defenses import MISSILE, SPRINT_MISSILE, silo_missile
from variants.starcluster.rules.deployment import Deployment
from variants.starcluster.rules.movement import refinements

ORDERED = EventKind("silos.ordered", "Silos of {system}: {what}.", ("SC-CMS-001", "SC-CMS-003"))
FIRED = EventKind(
    "silos.fired", "{number} silos of {system} fire at {fleet}: {damage} points, {lost} destroyed.",
    ("SC-CMS-006",),
)  # fmt: skip
UNDER_FIRE = EventKind(
    "silos.hit", "{fleet} is fired at by {number} silos of {system}: {damage} points.",
    ("SC-CMS-006",),
)  # fmt: skip
UNIT_LOST = EventKind("unit.lost", "{unit} is destroyed at {place}.", ("SC-CBT-002",))

#: Turns until a silo that has fired may fire again, the turn of the shot included (SC-CMS-003).
RELOADING = 2


def set_silos(context: TurnContext, empire: Empire, order: Order) -> None:
    """SILOS: what the silos of a system fire, and how many of them (SC-CMS-001, SC-CMS-003)."""
    system: System = order["system"]
    silos = [silo for planet in system.planets for silo in planet.silos]
    if not silos:
        message = f"{system.id} has no silo"
        raise Refused(Refusal("no-silo", message, "INSTALL CMS first", "system"))
    how, what = order["how"].upper(), str(order.get("what") or "").upper()
    if how == "TYPE":
        _set_type(empire, system, what)
    elif how in ("FIRE", "HOLD"):
        _set_number(system, how, what, int_sum(not silo.loading for silo in silos))
    else:
        message = f"'{order['how']}' is nothing that silos do"
        raise Refused(Refusal("bad-argument", message, "write TYPE, FIRE or HOLD", "how"))
    words = " ".join(word for word in (how, what) if word)
    context.emit(ORDERED, empire.readers, place=system.id, system=system.id, what=words)


def _set_type(empire: Empire, system: System, what: str) -> None:
    if what not in (MISSILE, SPRINT_MISSILE):
        raise Refused(Refusal("bad-argument", "silos fire R or G", "write TYPE R", "what"))
    if what == SPRINT_MISSILE and not best_generation(empire, what):
        message = "you have not developed G"
        raise Refused(Refusal("not-developed", message, "write TYPE R", "what"))
    system.silo_missile = what


def _set_number(system: System, how: str, what: str, loaded: int) -> None:
    if what and not (is_count(what) and int(what) <= loaded):
        message = f"{system.id} has {loaded} loaded silos"
        raise Refused(Refusal("too-many-silos", message, f"write at most {loaded}", "what"))
    number = int(what) if what else None
    if how == "FIRE":
        system.silos_fire = number
    else:
        system.silos_fire = 0 if number is None else loaded - number


def ready_silos(system: System) -> list[Silo]:
    """The silos that fire now: loaded, and ordered to (SC-CMS-003)."""
    loaded = [silo for planet in system.planets for silo in planet.silos if not silo.loading]
    return loaded if system.silos_fire is None else loaded[: system.silos_fire]


def have_fired(system: System, number: int) -> None:
    """So many silos have fired: bombardment may hit them, and they reload (SC-CMS-004)."""
    for silo in ready_silos(system)[:number]:
        silo.revealed, silo.loading = True, RELOADING


def reload(game: Starcluster) -> None:
    """A turn of reloading is over for all silos."""
    for system in game.systems:
        for planet in system.planets:
            for silo in planet.silos:
                if silo.loading:
                    silo.loading -= 1


def missile_of(game: Starcluster, empire: Empire, system: System) -> Part:
    """What the silos of a system fire (SC-CMS-001)."""
    code = silo_missile(game, empire, system)
    return Part(code, max(1, best_generation(empire, code)))


def best_generation(empire: Empire, code: str) -> int:
    """The highest generation of a code that an empire has developed; 0 for none."""
    found = 0
    while empire.has(f"{code}{found + 1}"):
        found += 1
    return found


def fire_alone(
    context: TurnContext,
    deployed: Deployment,
    owner: Empire,
    enemy: Empire,
    at: System,
    fleet: Fleet,
) -> None:
    """Silos fire at a fleet where no unit of their owner is (SC-CMS-006)."""
    silos = ready_silos(at)
    targets = deployed.units_of([fleet])
    missile = missile_of(context.game, owner, at)
    weapon = WEAPONS[missile.code]
    damage = weapon.short if at.nebula == GAS else weapon.long
    if not (silos and targets and damage):
        return
    stream = context.stream("silos", at.id, fleet.id)
    salvo = float(SALVO * damage * factor_tenths(missile.generation))
    done = 0.0
    for _ in silos:
        left = [unit for unit in targets if not is_destroyed(unit)]
        if left:
            place = stream.below(len(left))
            done += _strike(enemy, fleet, left[place:] + left[:place], salvo, deployed.tuning)
    have_fired(at, len(silos))
    lost = [unit for unit in targets if is_destroyed(unit)]
    told = {"system": at.id, "number": len(silos), "damage": round(done / 10, 1)}
    dice = [context.dice(stream, "silos", at.id, fleet.id)]
    context.emit(
        FIRED,
        owner.readers,
        place=at.id,
        dice=dice,
        data=told | {"fleet": enemy.id, "lost": len(lost)},
    )
    context.emit(UNDER_FIRE, enemy.readers, place=at.id, data=told | {"fleet": fleet.name})
    for unit in lost:
        context.emit(UNIT_LOST, enemy.readers, place=at.id, unit=unit.name)
    deployed.lose(at.id, lost)


def _strike(
    enemy: Empire, fleet: Fleet, units: list[Unit], salvo: float, tuning: Mapping[str, bool]
) -> float:
    """A salvo at one unit; what a kill leaves goes on to the next. The answer is what was lost."""
    done = 0.0
    for unit in units:
        if salvo <= 0:
            break
        known = refinements(enemy, unit)
        detuned = tuning.get(unit.id, fleet.detuned)
        speed = tactical_speed(unit.design, working_rooms(unit), known, detuned=detuned)
        share = float(1 - defense_rating(unit.design, speed, known))
        left = hit(unit, salvo * share)
        done += salvo * share - left
        salvo = left / share
    return done
