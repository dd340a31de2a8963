"""The sides of a space battle, with their doctrines, forces and retreats.

(SC-CBT-001, SC-CBT-010, SC-CBT-012, SC-PDC-002, SC-LOG-018, SC-NPR-004, SC-ENI-007)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused, is_count
from horizons_core.turn import TurnContext
from variants.starcluster.battle.fleets import AT_ONCE, BEHIND, IN_A_WAVE, Combatant, Side, damaged
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.ratings import Refinements
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit, WarpLink
from variants.starcluster.model.fleets import AVOID, ENGAGE, GUARD, LARGE, LONG, SHORT, SMALL
from variants.starcluster.references import FLEET, warp_point
from variants.starcluster.rules.charts import path_to_nearest, point_name
from variants.starcluster.rules.defenses import missile_of, ready_silos
from variants.starcluster.rules.fleets import Deployment
from variants.starcluster.rules.logistics import is_out_of_supply
from variants.starcluster.rules.movement import halt_fleet, pass_through, refinements
from variants.starcluster.rules.natives import race_fights
from variants.starcluster.rules.relations import at_war
from variants.starcluster.rules.sensors import sees, stealth_of
from variants.starcluster.rules.units import best_in, in_line, is_armed, units_at
from variants.starcluster.setup.empires import new_fleet


def are_opponents(
    context: TurnContext[Starcluster],
    deployed: Deployment,
    at: StarSystem,
    first: Empire,
    second: Empire,
) -> bool:
    """True if two empires with units in a system fight, because of a war or at a race's home.

    (SC-DIP-001, SC-NPR-004)
    """
    if at_war(first, second):
        return True
    for native, intruder in ((first, second), (second, first)):
        if native.npr and at.owner == native.id:
            units = deployed.units_of(deployed.at(at.id, intruder.id))
            if race_fights(context, native, intruder, armed=any(map(is_armed, units))):
                return True
    return False


def wants_battle(deployed: Deployment, fleets: Iterable[Fleet]) -> bool:
    """True if an armed fleet or starbase engages or guards (SC-CBT-001)."""
    ready = [fleet for fleet in fleets if fleet.doctrine.stance in (ENGAGE, GUARD)]
    return any(map(is_armed, deployed.units_of(ready)))


def line_at(game: Starcluster, owner: str, system: str) -> list[Unit]:
    """An empire's units in a system that belong to its battle line (SC-CBT-001)."""
    return [unit for unit in units_at(game, owner, system) if in_line(unit)]


def enemy_line_at(game: Starcluster, empire: Empire, system: str) -> bool:
    """True if the battle line of an enemy at war is in a system."""
    return any(
        other is not empire and at_war(empire, other) and line_at(game, other.id, system)
        for other in game.powers
    )


def meeting_fleets(
    deployed: Deployment, at: StarSystem, first: Empire, second: Empire
) -> tuple[list[Fleet], list[Fleet]]:
    """The fleets of two empires that meet: seen by the other, or unseen and looking for battle.

    An unseen fleet avoids battle or starts it according to its doctrine (SC-ENI-007).
    """
    mine, yours = deployed.at(at.id, first.id), deployed.at(at.id, second.id)
    return _fleets_that_meet(deployed, mine, yours), _fleets_that_meet(deployed, yours, mine)


def _fleets_that_meet(
    deployed: Deployment, fleets: list[Fleet], watchers: list[Fleet]
) -> list[Fleet]:
    """The fleets that the watchers see, or that look for battle."""
    sensors = best_in(deployed.units_of(watchers), "Y")
    return [fleet for fleet in fleets if _meets(deployed, fleet, sensors)]


def _meets(deployed: Deployment, fleet: Fleet, sensors: int) -> bool:
    """True if a fleet is seen by these sensors, or unseen and looking for battle."""
    units = deployed.units_of([fleet])
    if not units:
        return False
    if sees(sensors, stealth_of(units)):
        return True
    return fleet.doctrine.stance == ENGAGE and any(map(is_armed, units))


SET = EventKind("fleet.doctrine", "{fleet} will {doctrine}.", ("SC-CBT-012",))

_CHOICES = {"BAND": (LONG, SHORT), "TARGET": (LARGE, SMALL), "ADM": ("ON", "OFF")}


def set_doctrine(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """DOCTRINE: settings that the order does not name stay the same."""
    fleet = order[FLEET]
    words = [str(word) for word in order.several("part")]
    planned = evolve(fleet.doctrine)
    for name, value in _parts(iter(words)):
        if name == "stance":
            planned.stance, planned.guards = value, None
        elif name == GUARD:
            planned.stance, planned.guards = GUARD, _point(context, empire, fleet, value)
        elif name == "ADM":
            planned.anti_drive = _anti_drive(empire, value)
        elif name == "BREAK":
            planned.break_off = _percent(value)
        elif name == "BAND":
            planned.band = value
        else:
            planned.target = value
    fleet.doctrine = planned
    doctrine = doctrine_text(context, empire, fleet)
    context.emit(SET, empire.readers, place=fleet.at, fleet=fleet.name, doctrine=doctrine)


def doctrine_text(context: TurnContext[Starcluster], empire: Empire, fleet: Fleet) -> str:
    """A doctrine in the words of the order."""
    doctrine = fleet.doctrine
    stance = doctrine.stance
    guarded = None if doctrine.guards is None else context.game.links[doctrine.guards]
    if guarded is not None:
        stance += f" {point_name(empire, fleet.at, guarded)}"
    parts = [stance, f"BAND {doctrine.band}", f"BREAK {doctrine.break_off}"]
    parts.append(f"TARGET {doctrine.target}")
    return ", ".join([*parts, "ADM ON"] if doctrine.anti_drive else parts)


def _parts(words: Iterator[str]) -> Iterator[tuple[str, str]]:
    """Yield the settings in an order; raises Refused."""
    for word in words:
        name = word.upper()
        if name in (ENGAGE, AVOID):
            yield "stance", name
        elif name in (GUARD, "BREAK", *_CHOICES):
            value = next(words, "")
            if name in _CHOICES and value.upper() not in _CHOICES[name]:
                allowed = " or ".join(_CHOICES[name])
                raise _refused(f"{name} is {value or 'nothing'}", f"write {name} {allowed}")
            yield name, value if name == GUARD else value.upper()
        else:
            remedy = "write ENGAGE, AVOID, GUARD W1, BAND, BREAK, TARGET or ADM"
            raise _refused(f"'{word}' is not part of a doctrine", remedy)


def _percent(value: str) -> int:
    if not (is_count(value) and 1 <= int(value) <= 100):
        raise _refused(f"BREAK is {value or 'nothing'}", "write BREAK with a number from 1 to 100")
    return int(value)


def _refused(message: str, remedy: str) -> Refused:
    return Refused(Refusal("bad-doctrine", message, remedy, "part"))


def _point(context: TurnContext[Starcluster], empire: Empire, fleet: Fleet, word: str) -> int:
    """The number of the link whose point is guarded; raises Refused."""
    system, link = warp_point(context.game, empire, word, fleet.at, "part")
    if system != fleet.at:
        message = f"{fleet.name} is at {fleet.at}, not at {system}"
        raise Refused(Refusal("not-here", message, "MOVE it there first", "part"))
    return link.number


def _anti_drive(empire: Empire, value: str) -> bool:
    if value == "ON" and not (empire.has("ENI:ADM") or empire.has("ENJ:ADM")):
        message = "you have no Anti-Drive Missiles"
        raise Refused(Refusal("not-developed", message, "DEVELOP ENI:ADM or ENJ:ADM", "part"))
    return value == "ON"


LEFT_BATTLE = EventKind(
    "fleet.broke_off", "{fleet} has broken off at {place} and withdraws to {goal}.", ("SC-CBT-010",)
)
STAYED = EventKind(
    "fleet.stayed", "{units} could not leave {place} and now form {fleet}.", ("SC-CBT-010",)
)


def retreat_link(game: Starcluster, empire: Empire, fleet: Fleet) -> WarpLink | None:
    """The link for a fleet's retreat from a battle; None if it knows none.

    It leads back to its origin, or else to the nearest own colony along known warp points.
    """
    if fleet.came_by is not None and game.links[fleet.came_by] is not None:
        link = game.link(fleet.came_by)
        if fleet.at in (link.a, link.b):
            return link
    colonies = [colony.id for colony in game.colonies(empire.id) if colony.id != fleet.at]
    home = path_to_nearest(game, empire, fleet.at, colonies)
    return home[0] if home else None


def retreat(
    context: TurnContext[Starcluster], empire: Empire, fleet: Fleet, leaving: Collection[str]
) -> None:
    """Move the units that got away out of a system; the rest stays as a separate fleet."""
    game = context.game
    link = retreat_link(game, empire, fleet)
    if link is None:
        return
    staying = [unit for unit in game.units_in(fleet) if unit.id not in leaving]
    if staying:
        rest = new_fleet(game, empire, fleet.at)
        rest.doctrine, rest.came_by, rest.detuned = fleet.doctrine, fleet.came_by, fleet.detuned
        for unit in staying:
            unit.fleet = rest.id
        names = ", ".join(unit.name for unit in staying)
        context.emit(STAYED, empire.readers, place=fleet.at, units=names, fleet=rest.name)
    halt_fleet(fleet)
    context.emit(
        LEFT_BATTLE,
        empire.readers,
        place=fleet.at,
        fleet=fleet.name,
        goal=link.other(fleet.at),
    )
    pass_through(context, empire, fleet, link)


def build_side(
    deployed: Deployment,
    empire: Empire,
    at: StarSystem,
    fleets: Sequence[Fleet],
    comes: Callable[[Fleet], str] = lambda _: AT_ONCE,
    wave: int = 5,
) -> Side:
    """Make a side of an empire's fleets in a system; `comes` says when each appears."""
    exits: dict[int | None, bool] = {}
    for fleet in fleets:
        if fleet.came_by not in exits:
            exits[fleet.came_by] = retreat_link(deployed.game, empire, fleet) is not None
    units = [
        combatant
        for fleet in fleets
        for combatant in _combatants(
            deployed.units_of([fleet]),
            empire,
            comes(fleet),
            has_exit=exits[fleet.came_by],
            detuned=fleet.detuned,
            tuning=deployed.tuning,
        )
    ]
    doctrine = largest_fleet(deployed, fleets).doctrine
    return Side(
        name=empire.id,
        units=tuple(units),
        band=doctrine.band,
        break_off=min(fleet.doctrine.break_off for fleet in fleets),
        target=doctrine.target,
        anti_drive=doctrine.anti_drive and _has_anti_drive(empire),
        avoids=doctrine.stance == AVOID,
        pdc=at.owner == empire.id and any(planet.pdc for planet in at.planets),
        silos=len(ready_silos(at)) if at.owner == empire.id else 0,
        missile=missile_of(deployed.game, empire, at),
        wave=wave,
    )


def largest_fleet(deployed: Deployment, fleets: Iterable[Fleet]) -> Fleet:
    """The fleet with most HS; of several, the first by name (SC-CBT-012)."""
    return min(fleets, key=lambda fleet: (-deployed.spaces([fleet]), folded(fleet.name)))


def _combatants(
    units: Sequence[Unit],
    empire: Empire,
    comes: str,
    *,
    has_exit: bool,
    detuned: bool,
    tuning: Mapping[str, bool],
) -> Iterable[Combatant]:
    """Yield the units of a fleet in a battle."""
    supplied, modifier = not is_out_of_supply(units), empire.race.combat
    by_design: dict[Design, Refinements] = {}
    for unit in units:
        if unit.design not in by_design:
            by_design[unit.design] = refinements(empire, unit)
        late = comes == IN_A_WAVE and not in_line(unit)
        yield Combatant(
            name=unit.name,
            key=unit.id,
            design=unit.design,
            left=damaged(unit.design, unit.lost),
            starving=unit.starving,
            used=unit.shots,
            ordnance_used=unit.ordnance,
            supplied=supplied,
            detuned=tuning.get(unit.id, detuned),
            refinements=by_design[unit.design],
            modifier=modifier,
            train=unit.train,
            has_exit=has_exit and _can_leave(unit),
            comes=BEHIND if late else comes,
        )


def _can_leave(unit: Unit) -> bool:
    return not unit.design.hull.type.is_starbase


def _has_anti_drive(empire: Empire) -> bool:
    return empire.has("ENI:ADM") or empire.has("ENJ:ADM")
