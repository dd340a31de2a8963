"""The stars and planets of a scenario state."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from typing import Any

from horizons_core import scenario_state
from horizons_core.errors import ScenarioError
from horizons_core.sums import int_sum
from variants.far_horizons.constants import MOST_PLANETS, STAR_COLOURS, STAR_KINDS
from variants.far_horizons.model import Game, Gas, Place, Planet, Sector, Star
from variants.far_horizons.scenario_state import words as read
from variants.far_horizons.setup.planets import SLOTS, in_slots
from variants.far_horizons.setup.stars import number_planets

FIELDS = ("kind", "colour", "size", "planets", "wormhole")
_KINDS = {name: letter for letter, name in STAR_KINDS.items()}
_COLOURS = {name: letter for letter, name in STAR_COLOURS.items()}
_HUNDREDTHS = ("gravity", "mining_difficulty", "wear")
_CLASSES = ("temperature", "pressure", "diameter")
_PLANET = (*_CLASSES, *_HUNDREDTHS, "gases", "efficiency")


def apply_star(game: Game, where: str, sector: Sector, given: Mapping[str, Any]) -> None:
    """A star by its sector; one that is new is added."""
    if max(sector) >= 2 * game.radius:
        raise ScenarioError(f"{where} is outside the galaxy", "give the game a larger radius")
    star = game.star_at(sector)
    if star is None:
        star = Star(id=str(Place(sector)), sector=sector)
        insort(game.stars, star, key=lambda one: one.sector)
    if "kind" in given:
        star.kind = _KINDS[scenario_state.word(f"{where}.kind", given["kind"], _KINDS)]
    if "colour" in given:
        star.colour = _COLOURS[scenario_state.word(f"{where}.colour", given["colour"], _COLOURS)]
    if "size" in given:
        star.size = read.whole(f"{where}.size", given["size"], 0, 9)
    if "planets" in given:
        _set_planets(star, f"{where}.planets", given["planets"])


def _set_planets(star: Star, where: str, given: Any) -> None:
    """A list is all planets of the star, from the first on; by number, those are changed.

    Planets that are missing up to a number are added.
    """
    if isinstance(given, Mapping):
        for orbit, planet in given.items():
            number = read.whole(f"{where}: a number of a planet", orbit, 1, MOST_PLANETS)
            missing = number - len(star.planets)
            star.planets += [_plain_planet() for _ in range(missing)]
            number_planets(star)
            _change(star.planets[number - 1], f"{where}.{number}", planet)
        return
    planets = scenario_state.listed(where, given)
    if len(planets) > MOST_PLANETS:
        raise ScenarioError(f"{where}: {len(planets)} are too many", f"at most {MOST_PLANETS}")
    star.planets = [_plain_planet() for _ in planets]
    number_planets(star)
    for number, (planet, wanted) in enumerate(zip(star.planets, planets, strict=True), start=1):
        _change(planet, f"{where}[{number}]", wanted)


def _plain_planet() -> Planet:
    """A planet of which nothing is said: small, without air, neither easy nor hard to mine."""
    return Planet(
        id="", diameter=5, gravity=50, temperature=10, mining_difficulty=200,
        efficiency=100, gases=in_slots([]),
    )  # fmt: skip


def _change(planet: Planet, where: str, given: Any) -> None:
    scenario_state.fields(where, given, _PLANET)
    for field in _CLASSES:
        if field in given:
            setattr(planet, field, read.whole(f"{where}.{field}", given[field], maximum=999))
    for field in _HUNDREDTHS:
        if field in given:
            least = 1 if field == "mining_difficulty" else 0
            setattr(planet, field, read.decimal(f"{where}.{field}", given[field], 100, least))
    if "efficiency" in given:
        planet.efficiency = read.whole(f"{where}.efficiency", given["efficiency"], 0, 100)
    if "gases" in given:
        planet.gases = _gases(f"{where}.gases", given["gases"])


def _gases(where: str, given: Any) -> list[Gas]:
    """The gases of an atmosphere in their order; together they are all of it, or there is none."""
    if not isinstance(given, Mapping) or len(given) > SLOTS:
        raise ScenarioError(f"{where}: write {{N2: 80, O2: 20}}", f"at most {SLOTS} gases")
    gases = [
        Gas(read.gas(where, name), read.whole(f"{where}.{name}", percent, 0, 100))
        for name, percent in given.items()
    ]
    total = int_sum(gas.percent for gas in gases)
    if gases and total != 100:
        raise ScenarioError(f"{where} are {total} percent together", "give 100, or {} for none")
    return in_slots(gases)


def join(game: Game, where: str, sector: Sector, to: Any) -> None:
    """A natural wormhole between two stars, or none; whatever ended here before is gone."""
    star = game.star_at(sector)
    if star is None:
        raise ScenarioError(f"{where}: there is no star", "give it planets, or [] for none")
    for other in game.stars:
        if other.wormhole == sector:
            other.wormhole = None
    star.wormhole = None
    if to is None:
        return
    end = game.star_at(read.sector(where, to))
    if end is None or end is star:
        raise ScenarioError(f"{where}: no other star is at '{to}'", "name the other end's sector")
    for other in game.stars:
        if other.wormhole == end.sector:
            other.wormhole = None
    star.wormhole, end.wormhole = end.sector, star.sector
