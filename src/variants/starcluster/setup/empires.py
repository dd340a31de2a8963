"""Starting empires: homes, technologies, designs and units (SC-START, SC-NPR-001, SC-NPR-002)."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from attrs import evolve

from horizons_core.model import folded
from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from variants.starcluster.constants import MC, TREASURY
from variants.starcluster.designs.design import STARTING_YARD, Design, ShipSystem
from variants.starcluster.designs.hulls import STARTING_HULLS, Hull
from variants.starcluster.designs.tables import COMPONENTS, HS, WEAPONS
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.model import (
    Class,
    Empire,
    Fleet,
    Race,
    Silo,
    Starcluster,
    StarSystem,
    Unit,
)
from variants.starcluster.model.knowledge import detailed_survey
from variants.starcluster.model.races import ARRAYS
from variants.starcluster.setup.galaxy import NPR_MAX, cluster_name
from variants.starcluster.technologies import LONG_RANGE, SHORT_RANGE, starting_technologies

DESTROYER, STARBASE = "Destroyer", "Starbase"
#: For each class, its hull, hull spaces, minimum number of each system, and magazines.
_PLANS = {
    DESTROYER: ("DD", 30, {"S": 2, "A": 4, "Q": 3, "Y": 1, "LRW": 1, "Bsa": 1, "I": 5}, 1),
    STARBASE: ("BS2", 60, {"S": 3, "A": 10, "Q": 3, "Y": 1, "CIC": 1, "LRW": 2}, 2),
}
#: The order of systems in the design string.
_ORDER = ("S", "A", "Q", "Y", "CIC", "LRW", "Bsa", "SRW", "Mg", "I")
#: Systems whose generation grows with the EL (SC-NPR-003).
_GROWING = ("S", "A", "Q", "Y", "LRW", "SRW")

#: SC-START-009: MC in the treasury, and freighters of the pool.
TREASURY_MC, FREIGHTERS = 10_000, 20
#: The class of every player's first station.
YARD = "Yard"
#: SC-PDC-003: base points of the garrison of a Standard PDC.
GARRISON = 100.0
#: SC-CGB-001: base points of the troops in a Concealed Ground Base.
BASE_POINTS = 50.0
#: SC-NPR-001: the silos on each planet of a non-player race.
NPR_SILOS = 3
#: SC-NPR-002: the fewest destroyers, the bases, and the value of all units in gross incomes.
NPR_DESTROYERS, NPR_BASES, NPR_WORTH = 4, 2, 4


@lru_cache(maxsize=1 << 10)
def native_design(of_class: str, race: Race, generation: int) -> Design:
    """A class of a non-player race, with the weapons of its race.

    Short-range weapons fill the hull, with space reserved for magazines if a weapon needs them, and
    armor fills the rest.
    """
    hull, spaces, plan, magazines = _PLANS[of_class]
    codes = {"LRW": race.long_range, "SRW": race.short_range}
    sizes = {kind: COMPONENTS[codes.get(kind, kind)].size for kind in _ORDER if kind != "I"}
    sizes["I"] = HS
    counts = dict(plan)
    if any(WEAPONS[code].ammo for code in codes.values()):
        counts["Mg"] = magazines
    free = spaces * HS - int_sum(sizes[kind] * count for kind, count in counts.items())
    counts["SRW"] = free // sizes["SRW"]
    counts["A"] += (free - counts["SRW"] * sizes["SRW"]) // sizes["A"]
    systems = [
        ShipSystem(codes.get(kind, kind), generation if kind in _GROWING else 1)
        for kind in _ORDER
        for _ in range(counts.get(kind, 0))
    ]
    return Design(Hull(hull), tuple(systems))


def add_player(
    game: Starcluster, name: str, number: int, next_unit: int = 1, next_fleet: int = 1
) -> Empire:
    """Add a player's empire with its homeworld, in the cluster of this number (SC-START).

    The ids of its units and fleets are numbered from `next_unit` and `next_fleet`, because units of
    a restarting empire may survive under other owners.
    """
    empire = Empire(
        id=name,
        number=number,
        home=cluster_name(number, 0),
        called=f"Race {number}",
        stock={TREASURY: MC * TREASURY_MC},
        freighters=FREIGHTERS,
        hulls=list(STARTING_HULLS),
        next_unit=next_unit,
        next_fleet=next_fleet,
    )
    give_race(empire, Race())
    game.empires.append(empire)
    home = _settle_home(game, empire, pu=game.place(empire.home).most_pu)
    home.science = home.generic = 1  # SC-START-007
    empire.classes[YARD] = Class(name=YARD, design=STARTING_YARD)
    add_unit(game, empire, YARD, STARTING_YARD, new_fleet(game, empire, home.id))
    _chart(game, empire, home.id)
    for link in game.links_at(home.id):
        _chart(game, empire, link.other(home.id))
        empire.charts.probed += [link.end(link.a), link.end(link.b)]
    empire.charts.visited.append(home.id)
    return empire


def give_race(empire: Empire, race: Race) -> None:
    """Give an empire a race and its starting technologies (SC-RACE-018)."""
    empire.race = race
    empire.developed = list(starting_technologies(race.short_range, race.long_range))


def roll_native(stream: Stream) -> Race:
    """The race shared by all non-player races of a game (SC-NPR-001, SC-SET-009)."""
    return Race(
        array=stream.choice(list(ARRAYS)),
        traits=(),
        short_range=SHORT_RANGE[stream.die(5) - 1],
        long_range=LONG_RANGE[stream.die(3) - 1],
    )


def add_native(game: Starcluster, number: int, economy: StarclusterEconomy, race: Race) -> Empire:
    """Add a cluster's non-player race, the same in all clusters (SC-NPR-001)."""
    home = cluster_name(number, game.template.npr)
    native = Empire(id=f"NPR{number}", number=number, npr=True, home=home, race=race)
    native.developed = list(starting_technologies(race.short_range, race.long_range))
    game.natives.append(native)
    place = game.place(home)
    _settle_home(game, native, pu=min(NPR_MAX, place.most_pu))
    place.science = 1
    for planet in place.planets:
        planet.ground_bases = [BASE_POINTS]
        planet.silos = [Silo() for _ in range(NPR_SILOS)]
    fleet = new_fleet(game, native, home)
    for of_class in (STARBASE, DESTROYER):
        native.classes[of_class] = Class(name=of_class, design=native_design(of_class, race, 1))
    value, minimum = 0, NPR_WORTH * economy.system_income(place, race, native.el)
    for of_class in (STARBASE,) * NPR_BASES + (DESTROYER,) * NPR_DESTROYERS:
        value += _add_bought_unit(game, native, of_class, fleet, economy).list_price
    while value < minimum:
        value += _add_bought_unit(game, native, DESTROYER, fleet, economy).list_price
    return native


def new_fleet(game: Starcluster, empire: Empire, at: str, name: str = "") -> Fleet:
    """Add a new fleet of an empire, named F<n> by default (SC-ORD-003)."""
    number = empire.next_fleet
    empire.next_fleet += 1
    fleet = Fleet(id=f"{empire.id}/F{number}", owner=empire.id, name=name or f"F{number}", at=at)
    game.fleets.append(fleet)
    return fleet


def add_unit(
    game: Starcluster, empire: Empire, of_class: str, design: Design, fleet: Fleet
) -> Unit:
    """Add a new unit, <class>-<n> (SC-ORD-003); the caller sets its price."""
    return add_units(game, empire, of_class, design, fleet, 1)[0]


def add_units(
    game: Starcluster, empire: Empire, of_class: str, design: Design, fleet: Fleet, number: int
) -> list[Unit]:
    """Add new units of a class (see `add_unit`)."""
    names = names_in_use(game, empire)
    units: list[Unit] = []
    for _ in range(number):
        index = empire.built[of_class] = next_number(empire, of_class, names)
        unit = Unit(
            id=f"{empire.id}/{empire.next_unit}",
            owner=empire.id,
            name=f"{of_class}-{index}",
            of_class=of_class,
            design=design,
            fleet=fleet.id,
        )
        empire.next_unit += 1
        units.append(unit)
    game.units += units
    return units


def names_in_use(game: Starcluster, empire: Empire) -> set[str]:
    """Names of an empire's units and fleets, case-folded for comparison."""
    names = [unit.name for unit in game.units if unit.owner == empire.id]
    return {folded(name) for name in (*names, *(fleet.name for fleet in game.fleets_of(empire.id)))}


def next_number(empire: Empire, of_class: str, used_names: Collection[str]) -> int:
    """The number in the name of an empire's next unit of a class; `used_names` are case-folded."""
    number = empire.built.get(of_class, 0) + 1
    while folded(f"{of_class}-{number}") in used_names:
        number += 1
    return number


def _settle_home(game: Starcluster, empire: Empire, pu: int) -> StarSystem:
    """Settle the home of an empire, with its population and a PDC on each planet (SC-PDC-001)."""
    home = game.place(empire.home)
    home.owner, home.pu = empire.id, pu
    home.planets = [evolve(planet, pdc=True, garrison=GARRISON) for planet in home.planets]
    return home


def _chart(game: Starcluster, empire: Empire, system: str) -> None:
    """Add a detailed survey of a system with all points that any scan finds (SC-START-010)."""
    ends = [link for link in game.links_at(system) if not link.closed(system)]
    links = tuple(link.number for link in ends if not link.hidden(system))
    empire.charts.surveys[system] = detailed_survey(game.place(system), 0, links)
    empire.charts.points[system] = list(links)


def _add_bought_unit(
    game: Starcluster, native: Empire, of_class: str, fleet: Fleet, economy: StarclusterEconomy
) -> Unit:
    design = native.classes[of_class].design
    unit = add_unit(game, native, of_class, design, fleet)
    unit.price, unit.list_price = economy.unit_price(design, native.race), design.list_price
    return unit
