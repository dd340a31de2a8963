"""Creation of species: templates of home systems, a home for each, and its settlement.

(FH-SETUP-011, FH-LSN-008)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from horizons_core.errors import OptionError
from horizons_core.sums import int_sum
from variants.far_horizons.constants import GASES, HELIUM, MAX_PLANETS, OXYGEN, TECHS, WATER_VAPOUR
from variants.far_horizons.dice import Dice
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.formulas import distance_squared
from variants.far_horizons.model import (
    Atmosphere,
    Colony,
    Game,
    Gas,
    Place,
    Planet,
    Sector,
    Species,
    Star,
    Status,
    Tech,
)
from variants.far_horizons.setup.forms import SetupForm
from variants.far_horizons.setup.galaxy import check_separation, number_planets
from variants.far_horizons.setup.planets import HOME_PLANET, draw_home_planets

MIN_PLANETS = 3  #: minimum number of planets of a home system
_WORTH = range(54, 57)  #: allowed worth of a template, so that all species start equally well
Templates = dict[int, list[Planet]]
_GOOD_GASES = 7  #: number of oxygen and the six neutral gases


def draw_templates(dice: Dice) -> dict[int, list[Planet]]:
    """Draw a template for each number of planets, from 3 to 9."""
    return {count: draw_template(count, dice) for count in range(MIN_PLANETS, MAX_PLANETS + 1)}


def draw_template(count: int, dice: Dice) -> list[Planet]:
    """Draw a home system with this number of planets and an allowed worth."""
    while True:
        planets = draw_home_planets(count, dice)
        home = home_planet_of(planets)
        if home is not None and worth(planets, home) in _WORTH:
            return planets


def home_planet_of(planets: list[Planet]) -> Planet | None:
    """Return the planet that was made as a home planet."""
    return next((planet for planet in planets if planet.special == HOME_PLANET), None)


def worth(planets: list[Planet], home: Planet) -> int:
    """Rate a system for a species that lives on `home`, by similar climates and easy mining."""
    return int_sum(
        20000 // ((3 + _difference_from_home(planet, home)) * (50 + planet.mining_difficulty))
        for planet in planets
    )


def _difference_from_home(planet: Planet, home: Planet) -> int:
    """Return how much a planet differs from the home in temperature, pressure and atmosphere."""
    codes = [gas.code for gas in planet.gases if gas.code]
    known = {gas.code for gas in home.gases}
    return (
        2 * abs(planet.temperature - home.temperature)
        + 2 * abs(planet.pressure - home.pressure)
        + 2
        - 2 * codes.count(OXYGEN)
        + 2 * int_sum(code not in known for code in codes)
    )


def draw_home(
    game: Game, occupied: set[Sector], templates: Templates, separation: int, dice: Dice
) -> Star:
    """Return the home system of the next species; `occupied` are the sectors of those in use.

    An existing home system that no species uses comes before a new one. Raises OptionError if there
    is no room for another.
    """
    vacant = [star for star in game.stars if star.sector not in occupied and has_home_planet(star)]
    if not vacant:
        vacant = [make_home_system(game, templates, separation, dice)]
    return vacant[dice(len(vacant)) - 1]


def has_home_planet(star: Star) -> bool:
    """Return whether one of the star's planets was made as a home planet."""
    return home_planet_of(star.planets) is not None


def make_home_system(game: Game, templates: Templates, separation: int, dice: Dice) -> Star:
    """Give a star far from all home systems the planets of a home system.

    Raises OptionError if no star is far enough from them.
    """
    homes = [star.sector for star in game.stars if star.home_system]
    candidates = [star for star in game.stars if may_become_home(star)]
    _shuffle(candidates, dice)
    for star in candidates:
        if all(distance_squared(star.sector, home) > separation * separation for home in homes):
            star.planets = [_vary(planet, dice) for planet in templates[len(star.planets)]]
            star.home_system = True
            number_planets(star)
            return star
    raise OptionError(
        f"there is no star left for home system {len(homes) + 1}: none is more than {separation}"
        " parsecs from all others",
        "choose a smaller separation, fewer species or a larger galaxy",
    )


def may_become_home(star: Star) -> bool:
    """Return whether a star can become a home system: it has no wormhole and is not one already."""
    return len(star.planets) >= MIN_PLANETS and not star.home_system and star.wormhole is None


def _shuffle(stars: list[Star], dice: Dice) -> None:
    for place in range(len(stars), 1, -1):
        other = dice(place)
        stars[place - 1], stars[other - 1] = stars[other - 1], stars[place - 1]


def _vary(planet: Planet, dice: Dice) -> Planet:
    """Return a planet that differs slightly from the template's."""
    temperature = _moved_towards_twelve(planet.temperature, dice)
    pressure = _moved_towards_twelve(planet.pressure, dice)
    gases = _mix(planet.gases, dice)
    diameter = _moved_towards_twelve(planet.diameter, dice)
    gravity = _moved_towards_hundred(planet.gravity, dice)
    difficulty = _moved_towards_hundred(planet.mining_difficulty, dice)
    return evolve(
        planet,
        temperature=temperature,
        pressure=pressure,
        gases=gases,
        diameter=diameter,
        gravity=gravity,
        mining_difficulty=difficulty,
    )


def _moved_towards_twelve(level: int, dice: Dice) -> int:
    """Move a class by up to two, down if it is above 12; 0 stays 0."""
    if level == 0:
        return 0
    step = dice(3) - 1
    return level - step if level > 12 else level + step


def _moved_towards_hundred(hundredths: int, dice: Dice) -> int:
    step = dice(10)
    return hundredths - step if hundredths > 100 else hundredths + step


def _mix(gases: list[Gas], dice: Dice) -> list[Gas]:
    """Shift some percent from the second gas to the third or back, if one of them has plenty."""
    first, second, third, fourth = gases
    if not third.code:
        return list(gases)
    shift = dice(25) + 10
    if third.percent <= 50:
        if second.percent <= 50:
            return list(gases)
        shift = -shift
    second = evolve(second, percent=second.percent + shift)
    third = evolve(third, percent=third.percent - shift)
    return [first, second, third, fourth]


def create_species(
    game: Game,
    forms: Mapping[str, SetupForm],
    templates: Templates,
    separation: int,
    dice: Dice,
    economy: Economy = RULEBOOK_ECONOMY,
) -> None:
    """Add the species of all forms to a game that has none; the forms are by player.

    Raises OptionError for a separation that the galaxy does not allow, or if it has no room for
    all of them.
    """
    check_separation(separation, game.radius)
    occupied: set[Sector] = set()
    for number, (player, form) in enumerate(forms.items(), start=1):
        star = draw_home(game, occupied, templates, separation, dice)
        occupied.add(star.sector)
        orbit = _home_orbit(star.planets)
        place = Place(star.sector, orbit)
        home = star.planets[orbit - 1]
        species = draw_species(number, player, form, home, place, dice, economy)
        game.empires.append(species)
        species.visited.append(star.id)


def _home_orbit(planets: Sequence[Planet]) -> int:
    return 1 + next(index for index, planet in enumerate(planets) if planet.special == HOME_PLANET)


def draw_species(
    number: int,
    player: str,
    form: SetupForm,
    home: Planet,
    place: Place,
    dice: Dice,
    economy: Economy = RULEBOOK_ECONOMY,
) -> Species:
    """Create a species at the start of the game, on its one home planet."""
    atmosphere = draw_breathing(home.gases, dice)
    techs = start_techs(form, economy)
    mining, manufacturing = draw_bases(
        home.mining_difficulty, techs["MI"].level, techs["MA"].level, dice
    )
    # FH-SETUP-001
    colony = Colony(
        name=form.home,
        place=place,
        status=Status.HOME | Status.POPULATED,
        shipyards=form.raised.get("ship-yards", economy.start_shipyards),
        mining_base=form.raised.get("mi-base", mining),
        manufacturing_base=form.raised.get("ma-base", manufacturing),
        population=economy.home_people,
    )
    return Species(
        id=player,
        called="" if player == form.name else form.name,
        address=form.email,
        number=number,
        government=form.government,
        government_type=form.government_type,
        home=place,
        atmosphere=atmosphere,
        techs=techs,
        stock={"EU": form.raised.get("econ-units", economy.start_treasury)},
        colonies=[colony],
    )


def start_techs(form: SetupForm, economy: Economy = RULEBOOK_ECONOMY) -> dict[str, Tech]:
    """Return the technologies of a species, with knowledge up to their levels.

    Mining and Manufacturing are the same for all (FH-SETUP-006); the form gives the others.
    """
    levels = {"MI": economy.start_level, "MA": economy.start_level, **form.levels}
    techs = {}
    for tech in TECHS:
        level = form.raised.get(f"tech-{tech.lower()}", levels[tech])
        techs[tech] = Tech(level=level, knowledge=level, initial=level)
    return techs


def draw_breathing(home_gases: Sequence[Gas], dice: Dice) -> Atmosphere:
    """Draw the atmosphere for a species whose home planet has these gases (FH-LSN-008)."""
    # FH-LSN-003
    minimum, maximum = oxygen_bounds(
        int_sum(gas.percent for gas in home_gases if gas.code == OXYGEN)
    )
    breathable = {HELIUM, WATER_VAPOUR, OXYGEN, *(gas.code for gas in home_gases if gas.percent)}
    drawn = dice(len(GASES) - 1)
    while len(breathable) < _GOOD_GASES:
        breathable.add(drawn)
        drawn = dice(len(GASES) - 1)
    return Atmosphere(
        required=OXYGEN,
        least=minimum,
        most=maximum,
        neutral=sorted(breathable - {OXYGEN}),
        poisonous=[gas for gas in range(1, len(GASES)) if gas not in breathable],
    )


def oxygen_bounds(percent: int) -> tuple[int, int]:
    """Return the least and most oxygen for a species with this percentage at home (FH-LSN-003)."""
    maximum = 2 * percent
    if maximum < 20:
        maximum += 20
    return max(1, percent // 2), min(maximum, 100)


def draw_bases(difficulty: int, mining: int, manufacturing: int, dice: Dice) -> tuple[int, int]:
    """Draw the mining and manufacturing bases of a home planet, in tenths (FH-SETUP-011)."""
    levels = mining + manufacturing
    capacity = 25 * levels + dice(levels) + dice(levels) + dice(levels)
    return difficulty * capacity // (10 * mining), 10 * capacity // manufacturing
