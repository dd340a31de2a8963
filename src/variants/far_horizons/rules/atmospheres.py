"""One step towards the home planet's air, warmth and pressure (FH-TERRA-006, FH-TERRA-007)."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from horizons_core.sums import int_sum
from variants.far_horizons.dice import Dice
from variants.far_horizons.model import Gas, Planet, Species

#: Gases of a planet.
SLOTS = 4
WHOLE = 100


@frozen
class Air:
    """What a species wants; `traces` are poisonous gases without a share, to be removed as well."""

    species: Species
    home: Planet
    traces: bool = False


def improve(planet: Planet, air: Air, dice: Dice) -> None:
    """Make the first change that applies; nothing if the planet is like home."""
    planet.gases += [Gas()] * (SLOTS - len(planet.gases))
    if not _remove_poison(planet, air, dice) and not _add_required(planet, air, dice):
        if planet.temperature != air.home.temperature:
            planet.temperature += 1 if planet.temperature < air.home.temperature else -1
        elif planet.pressure != air.home.pressure:
            planet.pressure += 1 if planet.pressure < air.home.pressure else -1


def _remove_poison(planet: Planet, air: Air, dice: Dice) -> bool:
    poisonous = air.species.atmosphere.poisonous
    for slot, gas in enumerate(planet.gases):
        if gas.code in poisonous and (gas.percent > 0 or air.traces):
            planet.gases[slot] = Gas()
            balance(planet.gases, air.species, dice)
            return True
    return False


def _add_required(planet: Planet, air: Air, dice: Dice) -> bool:
    """The required gas in its own place, in an empty one, or instead of the first gas."""
    wanted = air.species.atmosphere
    shares = {gas.code: gas.percent for gas in planet.gases if gas.percent > 0}
    if wanted.least <= shares.get(wanted.required, 0) <= wanted.most and wanted.required in shares:
        return False
    slot = _first(planet.gases, lambda gas: gas.code == wanted.required)
    if slot is None:
        slot = _first(planet.gases, lambda gas: gas.percent == 0) or 0
    percent = wanted.least + dice(max(wanted.most - wanted.least, 0))
    planet.gases[slot] = Gas(wanted.required, min(percent, WHOLE))
    balance(planet.gases, air.species, dice)
    return True


def _first(gases: list[Gas], fits: Callable[[Gas], bool]) -> int | None:
    return next((slot for slot, gas in enumerate(gases) if fits(gas)), None)


def balance(gases: list[Gas], species: Species, dice: Dice) -> None:
    """Bring the shares of the gases to 100 percent, the required gas as it is."""
    required = species.atmosphere.required
    others = [slot for slot, g in enumerate(gases) if g.code != required and g.percent > 0]
    if others:
        _adjust(gases, others, dice)
    elif (missing := WHOLE - _total(gases)) > 0:
        free = _first(gases, lambda gas: gas.percent == 0 and gas.code != required)
        if free is not None:
            gases[free] = Gas(species.atmosphere.neutral[dice(6) - 1], missing)


def _total(gases: list[Gas]) -> int:
    return int_sum(gas.percent for gas in gases)


def _adjust(gases: list[Gas], others: list[int], dice: Dice) -> None:
    """Again and again one of the other gases, by chance, gains or loses a part of the rest."""
    _make_room(gases, others)
    while (rest := WHOLE - _total(gases)) != 0:
        slot = dice(SLOTS) - 1
        while slot not in others:
            slot = dice(SLOTS) - 1
        gas, amount = gases[slot], abs(rest)
        part = dice(amount) if amount > 2 else amount
        if rest > 0:
            gases[slot] = Gas(gas.code, gas.percent + part)
        elif part < gas.percent:
            gases[slot] = Gas(gas.code, gas.percent - part)
        else:
            _unblock(gases, others, -rest)


def _make_room(gases: list[Gas], others: list[int]) -> None:
    """Where each other gas keeps but one percent, the required one may not have too much."""
    for slot, gas in enumerate(gases):
        if slot not in others and gas.percent > WHOLE - len(others):
            gases[slot] = Gas(gas.code, WHOLE - len(others))


def _unblock(gases: list[Gas], others: list[int], excess: int) -> None:
    """Where no gas has more than the one or two percent to be lost, one is taken from one."""
    if excess <= 2 and all(gases[slot].percent <= excess for slot in others):
        slot = next(slot for slot in others if gases[slot].percent > 1)
        gases[slot] = Gas(gases[slot].code, gases[slot].percent - 1)
