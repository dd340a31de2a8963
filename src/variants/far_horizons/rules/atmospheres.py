"""A step towards the home planet's air, warmth and pressure (FH-TERRA-006, FH-TERRA-007)."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from horizons_core.sums import int_sum
from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Gas, Planet, Species

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
    """Bring the shares of the gases to 100 percent, without changing the required gas."""
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
    """Repeatedly draw another gas that gains or loses a part of the rest."""
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
