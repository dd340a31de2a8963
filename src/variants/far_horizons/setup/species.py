"""Create species and settle them on their home planets (FH-SETUP-011, FH-LSN-008)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from horizons_core.sums import int_sum
from variants.far_horizons.constants import (
    GASES,
    HELIUM,
    OXYGEN,
    TECHS,
    WATER_VAPOUR,
)
from variants.far_horizons.dice import Dice
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.model import (
    Atmosphere,
    Colony,
    Game,
    Gas,
    Place,
    Planet,
    Sector,
    Species,
    Status,
    Tech,
)
from variants.far_horizons.setup.forms import SetupForm
from variants.far_horizons.setup.homes import Templates, draw_home
from variants.far_horizons.setup.planets import HOME_PLANET
from variants.far_horizons.setup.size import check_separation

_GOOD_GASES = 7  #: oxygen and the six neutral gases


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
    """Return the technologies of a species, with all knowledge of them.

    Mining and Manufacturing are alike for all (FH-SETUP-006); the form gives the others.
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
    least, most = oxygen_bounds(int_sum(gas.percent for gas in home_gases if gas.code == OXYGEN))
    good = {HELIUM, WATER_VAPOUR, OXYGEN, *(gas.code for gas in home_gases if gas.percent)}
    drawn = dice(len(GASES) - 1)
    while len(good) < _GOOD_GASES:
        good.add(drawn)
        drawn = dice(len(GASES) - 1)
    return Atmosphere(
        required=OXYGEN,
        least=least,
        most=most,
        neutral=sorted(good - {OXYGEN}),
        poisonous=[gas for gas in range(1, len(GASES)) if gas not in good],
    )


def oxygen_bounds(percent: int) -> tuple[int, int]:
    """Return the least and most oxygen for a species with this percentage at home (FH-LSN-003)."""
    most = 2 * percent
    if most < 20:
        most += 20
    return max(1, percent // 2), min(most, 100)


def draw_bases(difficulty: int, mining: int, manufacturing: int, dice: Dice) -> tuple[int, int]:
    """Draw the mining and manufacturing bases of a home planet, in tenths (FH-SETUP-011)."""
    levels = mining + manufacturing
    capacity = 25 * levels + dice(levels) + dice(levels) + dice(levels)
    return difficulty * capacity // (10 * mining), 10 * capacity // manufacturing
