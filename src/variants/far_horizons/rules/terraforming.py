"""TERRAFORM: plants make a planet more like home, step by step.

(FH-TERRA-004, FH-TERRA-006, FH-TERRA-007)
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal
from horizons_core.sums import int_sum
from variants.far_horizons.constants import ITEM_OF
from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Colony, Gas, Planet, Species
from variants.far_horizons.rules.inhabitants import add, inhabitants, lsn
from variants.far_horizons.step_context import OrderRefused, StepContext

#: Number of gases of a planet.
SLOTS = 4
FULL = 100


@frozen
class TargetAtmosphere:
    """The goal of terraforming; `traces` are poisonous gases without a share, to remove as well."""

    species: Species
    home: Planet
    traces: bool = False


def improve(planet: Planet, air: TargetAtmosphere, dice: Dice) -> None:
    """Make the first change that applies; nothing if the planet is like home."""
    planet.gases += [Gas()] * (SLOTS - len(planet.gases))
    if not _remove_poison(planet, air, dice) and not _add_required(planet, air, dice):
        if planet.temperature != air.home.temperature:
            planet.temperature += 1 if planet.temperature < air.home.temperature else -1
        elif planet.pressure != air.home.pressure:
            planet.pressure += 1 if planet.pressure < air.home.pressure else -1


def _remove_poison(planet: Planet, air: TargetAtmosphere, dice: Dice) -> bool:
    poisonous = air.species.atmosphere.poisonous
    for slot, gas in enumerate(planet.gases):
        if gas.code in poisonous and (gas.percent > 0 or air.traces):
            planet.gases[slot] = Gas()
            balance(planet.gases, air.species, dice)
            return True
    return False


def _add_required(planet: Planet, air: TargetAtmosphere, dice: Dice) -> bool:
    """Put the required gas in its own slot, in an empty one, or in place of the first gas."""
    goal = air.species.atmosphere
    shares = {gas.code: gas.percent for gas in planet.gases if gas.percent > 0}
    if goal.least <= shares.get(goal.required, 0) <= goal.most and goal.required in shares:
        return False
    slot = _first(planet.gases, lambda gas: gas.code == goal.required)
    if slot is None:
        slot = _first(planet.gases, lambda gas: gas.percent == 0) or 0
    percent = goal.least + dice(max(goal.most - goal.least, 0))
    planet.gases[slot] = Gas(goal.required, min(percent, FULL))
    balance(planet.gases, air.species, dice)
    return True


def _first(gases: list[Gas], fits: Callable[[Gas], bool]) -> int | None:
    return next((slot for slot, gas in enumerate(gases) if fits(gas)), None)


def balance(gases: list[Gas], species: Species, dice: Dice) -> None:
    """Adjust the shares of the other gases until all shares add up to 100 percent."""
    required = species.atmosphere.required
    other_slots = [slot for slot, g in enumerate(gases) if g.code != required and g.percent > 0]
    if other_slots:
        _adjust(gases, other_slots, dice)
    elif (missing := FULL - _total(gases)) > 0:
        free = _first(gases, lambda gas: gas.percent == 0 and gas.code != required)
        if free is not None:
            gases[free] = Gas(species.atmosphere.neutral[dice(6) - 1], missing)


def _total(gases: list[Gas]) -> int:
    return int_sum(gas.percent for gas in gases)


def _adjust(gases: list[Gas], other_slots: list[int], dice: Dice) -> None:
    """Repeatedly draw another gas, which gains or loses a part of the difference to 100 percent."""
    _make_room(gases, other_slots)
    while (rest := FULL - _total(gases)) != 0:
        slot = dice(SLOTS) - 1
        while slot not in other_slots:
            slot = dice(SLOTS) - 1
        gas, amount = gases[slot], abs(rest)
        part = dice(amount) if amount > 2 else amount
        if rest > 0:
            gases[slot] = Gas(gas.code, gas.percent + part)
        elif part < gas.percent:
            gases[slot] = Gas(gas.code, gas.percent - part)
        else:
            _unblock(gases, other_slots, -rest)


def _make_room(gases: list[Gas], other_slots: list[int]) -> None:
    """Limit the required gas, so that each other gas keeps at least one percent."""
    for slot, gas in enumerate(gases):
        if slot not in other_slots and gas.percent > FULL - len(other_slots):
            gases[slot] = Gas(gas.code, FULL - len(other_slots))


def _unblock(gases: list[Gas], other_slots: list[int], excess: int) -> None:
    """Take a percent of a gas directly, if no gas has more than the one or two to be removed."""
    if excess <= 2 and all(gases[slot].percent <= excess for slot in other_slots):
        slot = next(slot for slot in other_slots if gases[slot].percent > 1)
        gases[slot] = Gas(gases[slot].code, gases[slot].percent - 1)


TERRAFORMED = EventKind(
    "planet-terraformed", "PL {planet} was terraformed using {plants} Terraforming Units.",
    ("FH-TERRA-004", "FH-TERRA-006"),
)  # fmt: skip
#: Number of plants for a change.
PLANTS = 3


def terraform(context: StepContext, species: Species, order: Order) -> None:
    """TERRAFORM [n] PL name: the planet changes at once and permanently."""
    colony: Colony = order["planet"]
    if colony.home:
        raise OrderRefused("home-planet", "Terraforming may not be done on a home planet.")
    used = _plants(context, species, order, colony, order.get("plants", 0))
    subject = ("terraform", species.number, str(colony.place))
    air = TargetAtmosphere(
        species, context.home(species), traces=context.economy.traces_take_plants
    )
    for _ in range(used // PLANTS):  # FH-TERRA-008, FH-TERRA-011
        improve(context.planet(colony), air, context.chance.dice(*subject))
    add(colony.items, "TP", -used)  # FH-TERRA-009
    drawn = context.chance.drawn(*subject)
    context.notify(
        species, TERRAFORMED, place=colony.place, dice=drawn, planet=colony.name, plants=used
    )


def knows_how(_context: StepContext, species: Species, _order: Order) -> Refusal | None:
    """Refuse plants below the Biology level required to build them (FH-TERRA-012)."""
    level, needed = species.level("BI"), ITEM_OF["TP"].level
    if level >= needed:
        return None
    reason = f"Biology tech level {needed} is needed to terraform a planet."
    return Refusal("biology-too-low", reason, f"yours is {level}: plants of others do not help")


def consent(context: StepContext, species: Species, order: Order) -> None:
    """Refuse a planet that is unpopulated, or whose other inhabitants don't agree."""
    colony: Colony = order["planet"]
    if not colony.populated:  # FH-TERRA-004
        reason = f"PL {colony.name} is not populated!"
        raise OrderRefused("not-populated", reason, "only a colony can be terraformed")
    for other, _ in inhabitants(context, colony.place, species):  # FH-TERRA-010
        if species.id not in other.allies:
            reason = f"PL {colony.name} is populated by another species as well!"
            hint = f"SP {other.name} agrees by declaring you its ally"
            raise OrderRefused("no-consent", reason, hint)


def _plants(
    context: StepContext, species: Species, order: Order, colony: Colony, requested: int
) -> int:
    """Return the number of plants used: at most what is needed, in threes (FH-TERRA-004)."""
    needed, available = lsn(context, species, colony), colony.items.get("TP", 0)
    if needed == 0:  # FH-TERRA-003
        reason = f"PL {colony.name} does not need to be terraformed."
        raise OrderRefused("not-needed", reason, "its LSN is 0")
    count = min(requested or available, needed) // PLANTS * PLANTS  # FH-TERRA-003
    if count < PLANTS:
        reason = "At least three TPs are needed to terraform."
        raise OrderRefused("too-few-plants", reason, f"there are {available} on PL {colony.name}")
    if count > available:  # plants aboard ships don't count (FH-TERRA-005)
        reason = f"PL {colony.name} does not have enough TPs!"
        raise OrderRefused("no-items", reason, f"there are {available} of {count}")
    if requested and count != requested:
        message = f"{count} plants are used: they work in threes, and {needed} make it like home"
        context.note(species, order, "plants-reduced", message)
    return count
