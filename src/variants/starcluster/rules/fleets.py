"""FLEET, JOIN, RENAME and TOW: units in fleets, and changes of owner.

(SC-MOV-003, SC-MOV-004, SC-ORD-003, SC-DIP-006, SC-TRD-002)

Units gain nothing by changing fleets: drives keep their tuning for the turn, a fleet under way
stops for joining units, a scan keeps its share of completed work, and a train serves other ships
only from the end of the turn on. These limits do not apply in games of version 1.0.0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import define, field

from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.starcluster.designs.ratings import tactical_speed
from variants.starcluster.designs.tables import factor_tenths
from variants.starcluster.model import Empire, Fleet, Starcluster, StarSystem, Unit
from variants.starcluster.references import FLEET, own_fleet, own_unit
from variants.starcluster.rules.logistics import note_trains
from variants.starcluster.rules.sensors import PROBE, instrument_ratings, scan_turns
from variants.starcluster.rules.units import working_rooms, working_systems
from variants.starcluster.setup.empires import names_in_use, new_fleet, next_number

#: Key of a turn's notes: whether each fleet is detuned from the next turn on.
_NEXT = "detuning"
#: Key of a turn's notes: whether each unit that has changed its fleet is detuned this turn.
_NOW = "detuned"


def tuning_of(context: TurnContext[Starcluster]) -> Mapping[str, bool]:
    """Return whether each unit that has changed its fleet this turn is detuned, by its id."""
    noted: dict[str, bool] = context.notes.get(_NOW, {})
    return noted


def speed_bonus(fleet: Fleet, units: Iterable[Unit], tuning: Mapping[str, bool]) -> int:
    """The bonus of detuning to a fleet's speed: the smallest bonus of its units."""
    gains = (
        unit.design.drive.detuning
        if unit.design.drive and tuning.get(unit.id, fleet.detuned)
        else 0
        for unit in units
    )
    return min(gains, default=0)


def keep_tuning(context: TurnContext[Starcluster], moving: Iterable[tuple[Unit, Fleet]]) -> None:
    """Keep the tuning of units that leave fleets for this turn."""
    noted: dict[str, bool] = context.notes.setdefault(_NOW, {})
    for unit, fleet in moving:
        noted.setdefault(unit.id, fleet.detuned)


def next_tuning(context: TurnContext[Starcluster], fleet: Fleet) -> bool:
    """True if a fleet is detuned from the next turn on."""
    ordered: dict[str, bool] = context.notes.get(_NEXT, {})
    return ordered.get(fleet.id, fleet.detuned)


def set_next_tuning(context: TurnContext[Starcluster], fleet: Fleet, *, detuned: bool) -> None:
    """Order that a fleet is detuned, or not, from the next turn on."""
    context.notes.setdefault(_NEXT, {})[fleet.id] = detuned


def apply_tuning(context: TurnContext[Starcluster], fleets: Sequence[Fleet]) -> None:
    """Apply ordered tuning at the end of the turn."""
    for fleet in fleets:
        fleet.detuned = next_tuning(context, fleet)


def prepare_leaving(context: TurnContext[Starcluster], units: Sequence[Unit], fleet: Fleet) -> None:
    """Prepare a new fleet for units that leave their own fleets.

    It gets the link through which all of them came, if there is one, and the tuning of the first
    unit with drives.
    """
    game = context.game
    if not game.plays_by("1.1.0"):
        return
    before = [game.fleet(unit.fleet) for unit in units]
    note_trains(context, before)
    arrivals = {fleet_.came_by for fleet_ in before}
    fleet.came_by = arrivals.pop() if len(arrivals) == 1 else None
    for unit, former in zip(units, before, strict=True):
        if unit.design.drive:
            fleet.detuned = tuning_of(context).get(unit.id, former.detuned)
            set_next_tuning(context, fleet, detuned=next_tuning(context, former))
            break
    keep_tuning(context, zip(units, before, strict=True))


def prepare_joining(context: TurnContext[Starcluster], fleet: Fleet, units: Sequence[Unit]) -> None:
    """Prepare a fleet for units of other fleets that join it."""
    game = context.game
    if not game.plays_by("1.1.0"):
        return
    before = [game.fleet(unit.fleet) for unit in units]
    note_trains(context, [*before, fleet])
    keep_tuning(context, zip(units, before, strict=True))
    limit_to_newcomers(game, fleet, units, min((fleet_.points for fleet_ in before), default=0))


def limit_to_newcomers(
    game: Starcluster, fleet: Fleet, newcomers: Sequence[Unit], points: int = 0
) -> None:
    """Reduce a fleet's movement points and scan work to those possible with newcomers.

    Args:
        game: the game.
        fleet: the fleet they join.
        newcomers: the joining units, whether or not they are in the fleet yet.
        points: their remaining movement points, in hundredths.
    """
    new_ids = {unit.id for unit in newcomers}
    members = [unit for unit in game.units_in(fleet) if unit.id not in new_ids]
    if not members:
        return
    fleet.points = min(fleet.points, points)
    work = fleet.scan
    if work is None or work.kind == PROBE:
        return
    at, pace = game.place(fleet.at), game.options.get("pace", 100)
    needed = scan_turns(work.kind, instrument_ratings(members, at), pace)
    left = scan_turns(work.kind, instrument_ratings([*members, *newcomers], at), pace)
    work.turns = work.turns * left // needed


FORMED = EventKind("fleet.formed", "{fleet} is formed at {place}: {units}.", ("SC-MOV-004",))
JOINED = EventKind("fleet.joined", "{fleet} joins {other} at {place}.", ("SC-MOV-004",))
RENAMED = EventKind("thing.renamed", "{before} is now called {name}.", ("SC-ORD-003",))


def form_fleet(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """FLEET: a new fleet of units that are in one system."""
    game = context.game
    units: list[Unit] = order["unit"]
    must_be_free(game, empire, order["name"])
    places = {game.fleet(unit.fleet).at for unit in units}
    if len(places) > 1:
        message = f"the units are in {len(places)} systems"
        raise Refused(Refusal("apart", message, "bring them together first", "unit"))
    fleet = new_fleet(game, empire, places.pop(), order["name"])
    prepare_leaving(context, units, fleet)
    for unit in units:
        unit.fleet, unit.towed_by = fleet.id, ""
    disband_empty(game)
    context.emit(
        FORMED,
        empire.readers,
        place=fleet.at,
        fleet=fleet.name,
        units=", ".join(unit.name for unit in units),
    )


def join_fleets(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """JOIN: merges the first fleet into the second."""
    game = context.game
    fleet, other = order[FLEET], order["other"]
    if fleet is other:
        raise Refused(Refusal("same-fleet", f"{fleet.name} cannot join itself", "", "other"))
    if fleet.at != other.at:
        message = f"{fleet.name} is at {fleet.at} and {other.name} at {other.at}"
        raise Refused(Refusal("apart", message, "bring them together first", "other"))
    units = game.units_in(fleet)
    prepare_joining(context, other, units)
    for unit in units:
        unit.fleet = other.id
        unit.towed_by = unit.towed_by and other.id
    disband_empty(game)
    context.emit(JOINED, empire.readers, place=other.at, fleet=fleet.name, other=other.name)


def rename_fleet_or_unit(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """RENAME: gives a fleet or a unit another name."""
    target: Fleet | Unit = _fleet_or_unit(context, empire, order)
    name: str = order["name"]
    must_be_free(context.game, empire, name)
    before = target.name
    target.name = name
    context.emit(RENAMED, empire.readers, before=before, name=name)


def must_be_free(game: Starcluster, empire: Empire, name: str) -> None:
    """Raise Refused if the empire has a fleet or unit of this name (SC-ORD-003)."""
    fleets = [fleet.name for fleet in game.fleets_of(empire.id)]
    units = [unit.name for unit in game.units_of(empire.id)]
    if any(folded(used) == folded(name) for used in (*fleets, *units)):
        message = f"{name} is already in use"
        raise Refused(Refusal("name-taken", message, "choose another name", "name"))


def remove_units(game: Starcluster, units: Iterable[Unit]) -> None:
    """Remove units with their craft, troops and scans, and empty fleets."""
    removed = {unit.id for unit in units}
    if removed:
        game.units = [unit for unit in game.units if unit.id not in removed]
        disband_empty(game)


def disband_empty(game: Starcluster) -> None:
    """Remove fleets without units."""
    manned = {unit.fleet for unit in game.units}
    game.fleets = [fleet for fleet in game.fleets if fleet.id in manned]


def _fleet_or_unit(context: TurnContext[Starcluster], empire: Empire, order: Order) -> Fleet | Unit:
    try:
        return own_fleet(context, empire, order, "thing")
    except Refused:
        return own_unit(context, empire, order, "thing")


@define
class Deployment:
    """The fleets and units of a game by location, valid while nothing moves.

    Attributes:
        game: the game.
        fleets: the fleets in each system, in the order of the game's list.
        units: the units of each fleet, by its id.
        tuning: whether units that changed their fleet this turn are detuned.
    """

    game: Starcluster
    tuning: Mapping[str, bool] = field(factory=dict, kw_only=True)
    fleets: dict[str, list[Fleet]] = field(init=False)
    units: dict[str, list[Unit]] = field(init=False)
    _lost: list[Unit] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self.units = self.game.units_by_fleet()
        self.fleets = {}
        for fleet in self.game.fleets:
            self.fleets.setdefault(fleet.at, []).append(fleet)

    def lose(self, system: str, units: Collection[Unit]) -> None:
        """Remove lost units of a system, and their empty fleets; see `remove_lost`."""
        if not units:
            return
        self._lost += units
        lost_ids = {unit.id for unit in units}
        for fleet in self.fleets[system]:
            self.units[fleet.id] = [u for u in self.units[fleet.id] if u.id not in lost_ids]
        self.fleets[system] = [fleet for fleet in self.fleets[system] if self.units[fleet.id]]

    def remove_lost(self) -> None:
        """Remove all lost units from the game at once."""
        remove_units(self.game, self._lost)
        self._lost = []

    def at(self, system: str, owner: str) -> list[Fleet]:
        """An empire's fleets in a system."""
        return [fleet for fleet in self.fleets.get(system, ()) if fleet.owner == owner]

    def units_of(self, fleets: Iterable[Fleet]) -> list[Unit]:
        """The units of these fleets, fleet by fleet."""
        return [unit for fleet in fleets for unit in self.units.get(fleet.id, ())]

    def spaces(self, fleets: Iterable[Fleet]) -> int:
        """The hull spaces of these fleets."""
        return int_sum(unit.design.spaces for unit in self.units_of(fleets))


def hand_over_units(game: Starcluster, units: Iterable[Unit], to: Empire) -> list[Fleet]:
    """Give units to another empire, in a new fleet for each of their former fleets.

    Orders of the old owner end, and scans aboard are lost with the crews. The price paid for a unit
    becomes its list price (SC-YRD-005). Returns the new fleets.
    """
    fleets: dict[str, Fleet] = {}
    for unit in units:
        before = unit.fleet
        if before not in fleets:
            fleets[before] = new_fleet(game, to, game.fleet(before).at)
            if game.plays_by("1.1.0"):  # drives remain tuned
                fleets[before].detuned = game.fleet(before).detuned
        to.built[unit.of_class] = number = next_number(to, unit.of_class, names_in_use(game, to))
        unit.owner, unit.fleet = to.id, fleets[before].id
        unit.name = f"{unit.of_class}-{number}"
        unit.train, unit.towed_by, unit.surveys = False, "", []
        unit.price = unit.list_price = unit.design.list_price
    return list(fleets.values())


def hand_over_system(system: StarSystem, to: Empire) -> None:
    """Give a colony to another empire, with its installations and the old owner's troops.

    A revolt ends when the system changes hands (SC-RACE-005).
    """
    before, system.owner = system.owner, to.id
    system.revolt = system.revolt_turns = 0
    for planet in system.planets:
        for troops in planet.troops:
            if troops.owner == before:
                troops.owner = to.id


TOWS = EventKind("fleet.tows", "{fleet} takes {unit} in tow at {place}.", ("SC-MOV-004",))
LEFT = EventKind("fleet.left", "{fleet} leaves {units} at {place}, as {other}.", ("SC-MOV-004",))

#: Hull spaces towed by a tractor beam of generation 1.
SPACES = 20
#: Word that ends towing, in place of a unit.
OFF = "OFF"


def tow(context: TurnContext[Starcluster], empire: Empire, order: Order) -> None:
    """TOW: takes a unit of speed 0 into the fleet, or leaves all towed units behind."""
    game = context.game
    fleet = order[FLEET]
    if order["towed"].upper() == OFF:
        _leave_behind(context, empire, fleet)
        return
    unit = own_unit(context, empire, order, "towed")
    _must_be_towable(game, fleet, unit)
    if unit.fleet != fleet.id:
        prepare_joining(context, fleet, [unit])
    unit.fleet = unit.towed_by = fleet.id
    disband_empty(game)
    context.emit(TOWS, empire.readers, place=fleet.at, fleet=fleet.name, unit=unit.name)


def is_overloaded(units: Iterable[Unit]) -> bool:
    """True if the towed units are too many for the tractors of the others."""
    fleet = list(units)
    weight = int_sum(unit.design.spaces for unit in fleet if unit.towed_by)
    return weight > int_sum(towing_capacity(unit) for unit in fleet if not unit.towed_by)


def towing_capacity(unit: Unit) -> int:
    """Hull spaces that a unit's working tractors can tow, each rounded down (SC-DES-003)."""
    return int_sum(
        SPACES * factor_tenths(part.generation) // 10
        for part in working_systems(unit)
        if part.code == "T"
    )


def _leave_behind(context: TurnContext[Starcluster], empire: Empire, fleet: Fleet) -> None:
    """Leave towed units behind as a separate fleet, so that the others can move."""
    game = context.game
    towed = [unit for unit in game.units_in(fleet) if unit.towed_by]
    if not towed:
        message = f"{fleet.name} tows nothing"
        raise Refused(Refusal("nothing-in-tow", message, "name a unit to tow", "towed"))
    other = new_fleet(game, empire, fleet.at)
    prepare_leaving(context, towed, other)
    for unit in towed:
        unit.fleet, unit.towed_by = other.id, ""
    names = ", ".join(unit.name for unit in towed)
    context.emit(
        LEFT, empire.readers, place=fleet.at, fleet=fleet.name, units=names, other=other.name
    )


def _must_be_towable(game: Starcluster, fleet: Fleet, unit: Unit) -> None:
    at = game.fleet(unit.fleet).at
    if at != fleet.at:
        message = f"{unit.name} is at {at}, but {fleet.name} at {fleet.at}"
        raise Refused(Refusal("apart", message, "bring them together first", "towed"))
    if tactical_speed(unit.design, working_rooms(unit)):
        message = f"{unit.name} has its own drives"
        raise Refused(Refusal("has-drives", message, f"JOIN it to {fleet.name}", "towed"))
    members = [member for member in game.units_in(fleet) if member is not unit]
    weight = unit.design.spaces + int_sum(m.design.spaces for m in members if m.towed_by)
    strength = int_sum(towing_capacity(member) for member in members if not member.towed_by)
    if weight > strength:
        message = f"the tractors of {fleet.name} can tow {strength} HS, not {weight}"
        remedy = "use ships with more T"
        raise Refused(Refusal("too-heavy", message, remedy, "towed"))
