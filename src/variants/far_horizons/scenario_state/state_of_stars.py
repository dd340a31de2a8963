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


def apply_star(game: Game, path: str, sector: Sector, values: Mapping[str, Any]) -> None:
    """Apply a star by its sector; a new one is added."""
    if max(sector) >= 2 * game.radius:
        raise ScenarioError(f"{path} is outside the galaxy", "give the game a larger radius")
    star = game.star_at(sector)
    if star is None:
        star = Star(id=str(Place(sector)), sector=sector)
        insort(game.stars, star, key=lambda star: star.sector)
    if "kind" in values:
        star.kind = _KINDS[scenario_state.word(f"{path}.kind", values["kind"], _KINDS)]
    if "colour" in values:
        star.colour = _COLOURS[scenario_state.word(f"{path}.colour", values["colour"], _COLOURS)]
    if "size" in values:
        star.size = read.integer(f"{path}.size", values["size"], 0, 9)
    if "planets" in values:
        _set_planets(star, f"{path}.planets", values["planets"])


def _set_planets(star: Star, path: str, values: Any) -> None:
    """Set planets: a list replaces all of a star's, a mapping by number changes single ones.

    Missing planets up to a number are added.
    """
    if isinstance(values, Mapping):
        for orbit, planet in values.items():
            number = read.integer(f"{path}: a number of a planet", orbit, 1, MOST_PLANETS)
            missing = number - len(star.planets)
            star.planets += [_plain_planet() for _ in range(missing)]
            number_planets(star)
            _change(star.planets[number - 1], f"{path}.{number}", planet)
        return
    planets = scenario_state.listed(path, values)
    if len(planets) > MOST_PLANETS:
        raise ScenarioError(f"{path}: {len(planets)} are too many", f"at most {MOST_PLANETS}")
    star.planets = [_plain_planet() for _ in planets]
    number_planets(star)
    for number, (planet, changes) in enumerate(zip(star.planets, planets, strict=True), start=1):
        _change(planet, f"{path}[{number}]", changes)


def _plain_planet() -> Planet:
    """Return a default planet: small, airless, neither easy nor hard to mine."""
    return Planet(
        id="", diameter=5, gravity=50, temperature=10, mining_difficulty=200,
        efficiency=100, gases=in_slots([]),
    )  # fmt: skip


def _change(planet: Planet, path: str, values: Any) -> None:
    scenario_state.fields(path, values, _PLANET)
    for field in _CLASSES:
        if field in values:
            setattr(planet, field, read.integer(f"{path}.{field}", values[field], maximum=999))
    for field in _HUNDREDTHS:
        if field in values:
            least = 1 if field == "mining_difficulty" else 0
            setattr(planet, field, read.decimal(f"{path}.{field}", values[field], 100, least))
    if "efficiency" in values:
        planet.efficiency = read.integer(f"{path}.efficiency", values["efficiency"], 0, 100)
    if "gases" in values:
        planet.gases = _gases(f"{path}.gases", values["gases"])


def _gases(path: str, percents: Any) -> list[Gas]:
    """Read the gases of an atmosphere in their order, which make up 100 percent, or none."""
    if not isinstance(percents, Mapping) or len(percents) > SLOTS:
        raise ScenarioError(f"{path}: write {{N2: 80, O2: 20}}", f"at most {SLOTS} gases")
    gases = [
        Gas(read.gas(path, name), read.integer(f"{path}.{name}", percent, 0, 100))
        for name, percent in percents.items()
    ]
    total = int_sum(gas.percent for gas in gases)
    if gases and total != 100:
        raise ScenarioError(f"{path} are {total} percent together", "give 100, or {} for none")
    return in_slots(gases)


def join(game: Game, path: str, sector: Sector, to: Any) -> None:
    """Set a natural wormhole between two stars, or none, in place of earlier ones."""
    star = game.star_at(sector)
    if star is None:
        raise ScenarioError(f"{path}: there is no star", "give it planets, or [] for none")
    for other in game.stars:
        if other.wormhole == sector:
            other.wormhole = None
    star.wormhole = None
    if to is None:
        return
    end = game.star_at(read.sector(path, to))
    if end is None or end is star:
        raise ScenarioError(f"{path}: no other star is at '{to}'", "name the other end's sector")
    for other in game.stars:
        if other.wormhole == end.sector:
            other.wormhole = None
    star.wormhole, end.wormhole = end.sector, star.sector
