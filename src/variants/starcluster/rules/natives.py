"""Non-player races: growth of their strength, their fights and attacks (SC-NPR)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.constants import TREASURY
from variants.starcluster.economy import StarclusterEconomy, economy_of
from variants.starcluster.model import Empire, Fleet, Sortie, Starcluster, Unit, WarpLink
from variants.starcluster.model.empires import HOSTILE, WAR
from variants.starcluster.model.game import Holdings
from variants.starcluster.rules.charts import learn_points
from variants.starcluster.rules.fleets import disband_empty
from variants.starcluster.rules.income import gross_income
from variants.starcluster.rules.movement import halt_fleet, unit_speed
from variants.starcluster.rules.relations import at_war
from variants.starcluster.rules.research import learn_technology
from variants.starcluster.rules.units import most_expensive_first, units_at
from variants.starcluster.setup.empires import DESTROYER, add_units, native_design, new_fleet

#: Turns per EL of a race (SC-NPR-003).
EL_TURNS = 40
#: Divisor of gross income that gives the budget for ships (SC-NPR-002).
SHIPS = 4
#: Divisor of gross income that gives the limit of upkeep for building ships (SC-NPR-002).
MAX_UPKEEP = 5
#: Systems with the generation of the EL, besides weapons (SC-NPR-003).
_GROWING = ("S", "A", "Q", "Y", "Qt")


def develop_races(context: TurnContext[Starcluster]) -> None:
    """Set the EL of races and its technologies and designs at the beginning of a turn."""
    if context.forecast:
        return
    for native in _active(context.game):
        native.el = 1 + context.turn // EL_TURNS
        race = native.race
        for code in (*_GROWING, race.short_range, race.long_range):
            learn_technology(native, f"{code}{native.el}")
        for name, class_ in native.classes.items():
            design = native_design(name, race, native.el)
            native.classes[name] = evolve(class_, design=design)


def build_destroyers(context: TurnContext[Starcluster]) -> None:
    """Spend a part of races' gross income on destroyers, which appear at home at once.

    Money that is not enough for a ship is saved for the next turn.
    """
    if context.forecast:
        return
    game = context.game
    economy = economy_of(context)
    holdings = Holdings(game)
    for native in _active(game):
        gross = gross_income(holdings, native, economy)
        prices = [unit.list_price for unit in holdings.units_of(native.id)]
        design = native.classes[DESTROYER].design
        price = economy.unit_price(design, native.race)
        if _has_enough(prices, economy, gross):
            continue
        native.ship_fund += gross // SHIPS
        ships = 0
        while _can_pay(native, price) and not _has_enough(prices, economy, gross):
            native.ship_fund -= price
            context.post(native, TREASURY, -price, "ships", ("SC-NPR-002",))
            prices.append(design.list_price)
            ships += 1
        if ships:
            home = home_fleet(game, native)
            for unit in add_units(game, native, DESTROYER, design, home, ships):
                unit.price, unit.list_price = price, design.list_price


def home_fleet(game: Starcluster, native: Empire) -> Fleet:
    """The fleet of a race that stays at home; a new one if needed."""
    for fleet in game.fleets_of(native.id):
        if fleet.at == native.home and fleet.id not in native.sorties:
            return fleet
    return new_fleet(game, native, native.home)


def _active(game: Starcluster) -> list[Empire]:
    holdings = Holdings(game)
    return [native for native in game.natives if native.active and holdings.colonies(native.id)]


def _can_pay(native: Empire, price: int) -> bool:
    """True if a price has been saved, and is still in the treasury after upkeep."""
    return price <= min(native.ship_fund, native.stock.get(TREASURY, 0))


def _has_enough(prices: Iterable[int], economy: StarclusterEconomy, gross: int) -> bool:
    """True if the upkeep of units with these prices has reached its share of gross income."""
    return MAX_UPKEEP * economy.upkeep_of_units(prices) >= gross


#: Maximum distance of targets from a race's home, in transits.
REACH = 3
#: Minimum value of attackers in percent of the enemies last seen there.
SUPERIORITY = 125
#: Turns without a unit to fight after which a fleet goes home.
QUIET_TURNS = 6


def race_fights(
    context: TurnContext[Starcluster], native: Empire, intruder: Empire, *, armed: bool
) -> bool:
    """True if a race fires at an intruder's units in its system this turn (SC-NPR-004).

    It does so at WAR; at HOSTILE it fires at armed fleets, and by dice at unarmed fleets; otherwise
    it never fires first.
    """
    relation = native.relations.get(intruder.id)
    if relation is None or relation.stance not in (WAR, HOSTILE):
        return False
    if relation.stance == WAR or armed:
        return True
    roll = context.stream("unarmed", native.id, intruder.id).die(100)
    return roll <= native.race.militancy


def order_fleets(context: TurnContext[Starcluster]) -> None:
    """Give the fleets of races their orders for the turn."""
    if context.forecast:
        return
    game = context.game
    for native in game.natives:
        if native.active and game.place(native.home).owner == native.id:
            _continue_sorties(game, native)
            if not native.sorties:
                _set_out(game, native)


def record_values(context: TurnContext[Starcluster]) -> None:
    """Record the value of other empires' units where races have units, at the end of a turn."""
    game = context.game
    for native in game.natives:
        if not native.active:
            continue
        places = {fleet.at for fleet in game.fleets_of(native.id)}
        places |= {system.id for system in game.colonies(native.id)}
        for name, relation in native.relations.items():
            for place in sorted(places):
                relation.seen[place] = total_value(units_at(game, name, place))


def total_value(units: list[Unit]) -> int:
    """The value of units by list prices, in hundredths of an MC."""
    return int_sum(unit.list_price for unit in units)


def _continue_sorties(game: Starcluster, native: Empire) -> None:
    """Continue the attacks of fleets, or send them home."""
    fleets = {fleet.id: fleet for fleet in game.fleets_of(native.id)}
    native.sorties = {key: sortie_ for key, sortie_ in native.sorties.items() if key in fleets}
    for key, sortie in list(native.sorties.items()):
        fleet = fleets[key]
        if sortie.home and fleet.at == native.home:
            _rejoin(game, native, fleet)
        elif sortie.home or _gives_up(game, native, fleet, sortie):
            _turn_back(game, native, fleet, sortie)
        elif fleet.at == sortie.target:
            fleet.bombards = _next_defence(game, fleet.at)


def _gives_up(game: Starcluster, native: Empire, fleet: Fleet, sortie: Sortie) -> bool:
    """True if a fleet goes home: the war is over, it has broken off, or it has no enemy."""
    target = game.place(sortie.target)
    enemy = game.power(target.owner) if target.owner else None
    if enemy is None or not at_war(native, enemy):
        return True
    if fleet.at != sortie.target:
        return not fleet.path  # a battle has stopped it on the way, or it has broken off
    enemies = [other for other in game.empires if at_war(native, other)]
    meets_enemies = any(units_at(game, other.id, fleet.at) for other in enemies)
    sortie.quiet = 0 if meets_enemies else sortie.quiet + 1
    return sortie.quiet >= QUIET_TURNS


def _turn_back(game: Starcluster, native: Empire, fleet: Fleet, sortie: Sortie) -> None:
    sortie.home = True
    fleet.raids, fleet.bombards = False, None
    _send(game, native, fleet, native.home)


def _rejoin(game: Starcluster, native: Empire, fleet: Fleet) -> None:
    del native.sorties[fleet.id]
    halt_fleet(fleet)
    other = home_fleet(game, native)
    for unit in game.units_in(fleet):
        unit.fleet = other.id
    disband_empty(game)


def _set_out(game: Starcluster, native: Empire) -> None:
    """Attack the nearest system of an enemy with half of the ships, if they are strong enough."""
    nearest_target = _nearest_target(game, native)
    if nearest_target is None:
        return
    target, links = nearest_target
    half = most_expensive_first(_ready_ships(game, native))[::2]
    enemy = native.relations[game.place(target).owner]
    if not half or 100 * total_value(half) < SUPERIORITY * enemy.seen.get(target, 0):
        return
    fleet = new_fleet(game, native, native.home)
    for unit in half:
        unit.fleet = fleet.id
    fleet.raids = True
    native.sorties[fleet.id] = Sortie(target=target)
    _set_path(native, fleet, links)


def _ready_ships(game: Starcluster, native: Empire) -> list[Unit]:
    """The ships at home that can move."""
    return [
        unit
        for fleet in game.fleets_of(native.id)
        if fleet.at == native.home
        for unit in game.units_in(fleet)
        if unit_speed(native, fleet, unit)
    ]


def _nearest_target(game: Starcluster, native: Empire) -> tuple[str, list[WarpLink]] | None:
    """The nearest system of an enemy within reach, with the links there."""
    enemies = {empire.id for empire in game.empires if at_war(native, empire)}
    if not enemies:
        return None
    for system, links in _reachable_systems(game, native, native.home):
        if len(links) <= REACH and game.place(system).owner in enemies:
            return system, links
    return None


def _reachable_systems(
    game: Starcluster, native: Empire, start: str
) -> Iterator[tuple[str, list[WarpLink]]]:
    """Yield systems with the shortest route to each, nearest first, by points known to a race.

    These are points that any scan finds, and those passed by its ships.
    """
    paths: dict[str, list[WarpLink]] = {start: []}
    border = [start]
    while border:
        reached: list[str] = []
        for near in border:
            yield near, paths[near]
            for link in game.links_at(near):
                plain = not link.hidden(near) and not link.closed(near)
                far = link.other(near)
                if far not in paths and (plain or link.end(near) in native.charts.probed):
                    paths[far] = [*paths[near], link]
                    reached.append(far)
        border = reached


def _send(game: Starcluster, native: Empire, fleet: Fleet, goal: str) -> None:
    """Send a fleet on the shortest route to a system."""
    paths = (
        links for system, links in _reachable_systems(game, native, fleet.at) if system == goal
    )
    _set_path(native, fleet, next(paths, []))


def _set_path(native: Empire, fleet: Fleet, links: list[WarpLink]) -> None:
    """Give a fleet a path; the points on it count as probed."""
    system = fleet.at
    fleet.path = [link.number for link in links]
    for link in links:
        learn_points(native, system, [link])
        if link.end(system) not in native.charts.probed:
            native.charts.probed.append(link.end(system))
        system = link.other(system)


def _next_defence(game: Starcluster, system: str) -> tuple[int, str] | None:
    """The first planet with a PDC, which is bombarded next, or None."""
    planets = enumerate(game.place(system).planets, 1)
    return next(((number, "PDC") for number, planet in planets if planet.pdc), None)
