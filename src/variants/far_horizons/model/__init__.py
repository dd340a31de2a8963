"""The model of a Far Horizons game: stars and planets, species with their colonies and ships.

Economic bases are in tenths, as everywhere in the rules: a mining base of 1235 is printed as 123.5.
Gravity and mining difficulty are in hundredths, tonnage in units of 10,000 tons.
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any

from attrs import define, field, frozen

from horizons_core import model
from horizons_core.model import Between, Sight, known, seen_from
from variants.far_horizons.constants import STARBASE, TECHS, TRANSPORT
from variants.far_horizons.model.memory import (
    Coordinate,
    GasCode,
    Item,
    Knowledge,
    Level,
    Number,
    Orbit,
    Points,
    ScannedPlanet,
    ShipClass,
    SpeciesId,
    StarChart,
    StarColour,
    StarId,
    StarKind,
    StarMark,
    StarSize,
    TechName,
)

#: A sector: x, y and z in parsecs, whole numbers of at least 0 (FH-GALAXY-003, FH-STAR-003).
Sector = tuple[Coordinate, Coordinate, Coordinate]

#: In `loading_point` and `unloading_point`: the home planet; 0 is none.
HOME_POINT = 9999
#: Values of `Ship.moved`: how the ship has moved this turn.
JUMPED, MOVED, WORMHOLED = 1, 50, 99


@frozen
class Place:
    """A sector and an orbit in it; orbit 0 is deep space."""

    sector: Sector
    orbit: Orbit = 0

    def __str__(self) -> str:
        x, y, z = self.sector
        return f"{x} {y} {z}" + (f" #{self.orbit}" if self.orbit else "")


@frozen(slots=False)  # digests store their text in it
class Gas:
    """A gas of an atmosphere; a slot without a gas has code 0."""

    code: GasCode = 0
    percent: Number = 0


@define(kw_only=True)
class Planet(model.World):
    """A planet; its id is its place as text. A scan shows its `SCANNED` fields.

    `special` is 1 for a planet made as a home planet. `efficiency` is the economic efficiency in
    whole percent; a crowded planet keeps its total base, in tenths, as `crowded_base`, from which
    the exact efficiency follows. `wear` is mining difficulty that is added at the end of the turn.
    """

    temperature: Number = seen_from(Sight.SCANNED, default=0)
    pressure: Number = seen_from(Sight.SCANNED, default=0)
    special: Number = seen_from(Sight.GAMEMASTER, default=0)
    gases: list[Gas] = seen_from(Sight.SCANNED, factory=list)
    diameter: Number = seen_from(Sight.SCANNED, default=0)
    gravity: Number = seen_from(Sight.SCANNED, default=0)
    mining_difficulty: Number = seen_from(Sight.SCANNED, default=0)
    wear: Number = seen_from(Sight.GAMEMASTER, default=0)
    efficiency: Number = seen_from(Sight.SCANNED, default=0)
    crowded_base: Number = seen_from(Sight.SCANNED, default=0, omitted=True)
    message: Number = seen_from(Sight.GAMEMASTER, default=0)

    @property
    def air(self) -> Mapping[int, int]:
        """The percent of each gas in the atmosphere, by its code, without gases that are absent."""
        return {gas.code: gas.percent for gas in self.gases if gas.percent > 0}

    def scanned(self) -> ScannedPlanet:
        """Return the values that a scan shows (FH-PLANET-001)."""
        return ScannedPlanet(
            temperature=self.temperature,
            pressure=self.pressure,
            diameter=self.diameter,
            gravity=self.gravity,
            mining_difficulty=self.mining_difficulty,
            gases=tuple(self.air.items()),
        )


@define(kw_only=True)
class Star(model.World):
    """A star system; its place, kind, colour and size are on the public map.

    Its radius follows from colour and kind (FH-STAR-004). `size` is the digit after the colour,
    from 0 for the hottest of a class to 9 for the coolest (FH-STAR-006); the engine's files use the
    same name.
    `wormhole` is the other end of a natural wormhole.
    """

    sector: Sector = known()
    kind: StarKind = known(default=" ")
    colour: StarColour = known(default="G")
    size: StarSize = known(default=0)
    planets: list[Planet] = seen_from(Sight.SCANNED, factory=list)
    wormhole: Sector | None = seen_from(Sight.GAMEMASTER, default=None)
    home_system: bool = seen_from(Sight.GAMEMASTER, default=False)
    message: Number = seen_from(Sight.GAMEMASTER, default=0)

    @property
    def mark(self) -> StarMark:
        """The star as the public map shows it."""
        return StarMark(self.id, self.sector, self.kind, self.colour, self.size)


@define(kw_only=True)
class Tech:
    """One technology of a species.

    `knowledge` is the highest level taught (at first the initial one), `points` is research not yet
    rewarded, and `initial` the level at the start of the turn.
    """

    level: Level = field(default=0)
    knowledge: Level = field(default=0)
    points: Points = field(default=0)
    initial: Level = field(default=0)


@define(kw_only=True)
class Units:
    """Colonial mining or manufacturing units on their way into a colony's base.

    `needed` must be built for arriving colonists, `ordered` appear in the next order form,
    `installing` join the base when the turn ends.
    """

    needed: Number = field(default=0)
    ordered: Number = field(default=0)
    installing: Number = field(default=0)


class Status(enum.IntFlag):
    """Flags that describe a named planet."""

    HOME = 1
    COLONY = 2
    POPULATED = 8
    MINING = 16
    RESORT = 32
    DISBANDED = 64


#: Plain integers, because nearly every step asks each colony for these flags.
_HOME, _POPULATED = int(Status.HOME), int(Status.POPULATED)


@define(kw_only=True)
class Colony:
    """A planet that a species has named: its home, a colony, or just a name.

    `siege` is the effectiveness of a siege in percent, negative if a besieger lives on the planet.
    """

    name: str
    place: Place
    status: Number = field(default=0)
    hiding: Number = field(default=0)
    hidden: Number = field(default=0)
    siege: Number = field(default=0)
    shipyards: Number = field(default=0)
    mining_units: Units = field(factory=Units)
    manufacturing_units: Units = field(factory=Units)
    mining_base: Number = field(default=0)
    manufacturing_base: Number = field(default=0)
    population: Number = field(default=0)
    items: dict[Item, Number] = field(factory=dict)
    ambush: Number = field(default=0)
    message: Number = field(default=0)
    special: Number = field(default=0)

    def has(self, status: Status) -> bool:
        # plain integers: `&` of flags creates a flag object each time, and this is a hot path
        return int.__and__(status, self.status) != 0

    def lose_units(self, *, plans: bool) -> None:
        """Drop units on their way into the base; `plans` keeps those of the next order form."""
        for units in (self.mining_units, self.manufacturing_units):
            units.needed = units.installing = 0
            units.ordered = units.ordered if plans else 0

    @property
    def base(self) -> int:
        """The economic base, in tenths."""
        return self.mining_base + self.manufacturing_base

    @property
    def home(self) -> bool:
        return int.__and__(_HOME, self.status) != 0

    @property
    def populated(self) -> bool:
        return int.__and__(_POPULATED, self.status) != 0


class ShipLocation(enum.IntEnum):
    """Location of a ship, or how it left a battle."""

    BUILDING = 0
    LANDED = 1
    ORBIT = 2
    DEEP_SPACE = 3
    WITHDREW = 4
    FORCED = 5


class Propulsion(enum.IntEnum):
    """Propulsion of a ship."""

    FTL = 0
    SUB_LIGHT = 1
    STARBASE = 2


@define(kw_only=True)
class Ship:
    """A ship or starbase. `class_` is its abbreviation without size or S: "TR", "DD", "BAS".

    `destination` is the goal of a ship that withdrew or was forced out of combat. `loading_point`
    and `unloading_point` are numbers of named planets. `age_rest` is the part of a starbase's age
    that was lost to rounding, in turns times tonnage.
    """

    name: str
    class_: ShipClass
    place: Place
    where: ShipLocation = field(default=ShipLocation.BUILDING)
    drive: Propulsion = field(default=Propulsion.FTL)
    tonnage: Number = field(default=0)
    age: Number = field(default=-1)
    cargo: dict[Item, Number] = field(factory=dict)
    unpaid: Number = field(default=0)
    destination: Sector = field(default=(0, 0, 0))
    moved: Number = field(default=0)
    through_wormhole: bool = field(default=False)
    loading_point: Number = field(default=0)
    unloading_point: Number = field(default=0)
    special: Number = field(default=0)
    age_rest: Number = seen_from(Sight.OWN, default=0, omitted=True)

    @property
    def transport(self) -> bool:
        return self.class_ == TRANSPORT

    @property
    def starbase(self) -> bool:
        return self.class_ == STARBASE

    @property
    def capacity(self) -> int:
        """Cargo capacity."""
        if self.transport:  # FH-TR-004, FH-TR-005
            return (10 + self.tonnage // 2) * self.tonnage
        if self.starbase:  # FH-BAS-005
            return 10 * self.tonnage
        return self.tonnage  # FH-SHIP-004

    @property
    def sub_light(self) -> bool:
        return self.drive == Propulsion.SUB_LIGHT

    @property
    def distorted(self) -> bool:
        """Return whether it has one distortion unit per 10,000 tons as a disguise (FH-FD-002).

        A landed ship cannot distort (FH-FD-009).
        """
        return self.where != ShipLocation.LANDED and 0 < self.tonnage == self.cargo.get("FD", 0)


@define(kw_only=True)
class Atmosphere:
    """Gases for a species: the required gas and its bounds, neutral and poisonous gases."""

    required: GasCode = field(default=7)
    least: Number = field(default=0)
    most: Number = field(default=0)
    neutral: list[GasCode] = field(factory=list)
    poisonous: list[GasCode] = field(factory=list)


@frozen
class WaitingLoad:
    """New items that go aboard a ship after its arrival, with the number of their planet."""

    planet: Number
    item: Item
    count: Number
    ship: str


@define(kw_only=True)
class Species(model.Empire):
    """A species. Its number is its position in the game's list, counted from 1.

    Deleted colonies and ships leave empty slots (None) for later ones, so that numbers of named
    planets and the order of lists stay. The treasury is the stock "EU". `home_base` is the home
    planet's base before it was bombed, 0 while it is healthy. `met`, `allies` and `enemies` are ids
    of species; `all_enemies` records an ENEMY order against all species. `visited` are ids of
    stars; `knowledge` is what the species has seen of others and of the galaxy. `distortion` is the
    number shown to others instead of its name, drawn for the Life Support level `distortion_level`.
    `waiting` are new items that go aboard ships after arrival. `plant_level` is the highest Biology
    level of all species that have built terraforming plants for it.
    """

    number: Number = known(default=0)
    government: str = field(default="")
    government_type: str = field(default="")
    home: Place = field(default=Place((0, 0, 0)))
    atmosphere: Atmosphere = field(factory=Atmosphere)
    auto: bool = field(default=False)
    techs: dict[TechName, Tech] = field(factory=lambda: {tech: Tech() for tech in TECHS})
    home_base: Number = field(default=0)
    fleet_cost: Number = field(default=0)
    fleet_percent: Number = field(default=0)
    met: list[SpeciesId] = field(factory=list)
    allies: list[SpeciesId] = field(factory=list)
    enemies: list[SpeciesId] = field(factory=list)
    all_enemies: bool = field(default=False)
    visited: list[StarId] = field(factory=list)
    distortion: Number = field(default=0)
    distortion_level: Number = field(default=-1)
    colonies: list[Colony | None] = field(factory=list)
    ships: list[Ship | None] = field(factory=list)
    waiting: list[WaitingLoad] = field(factory=list)
    knowledge: Knowledge = field(factory=Knowledge)
    plant_level: Number = seen_from(Sight.OWN, default=0, omitted=True)

    def level(self, tech: str) -> int:
        return self.techs[tech].level

    @property
    def recycling_biology(self) -> int:
        """Biology level that prices its recycled plants: the best of any builder (FH-REC-003)."""
        return max(self.level("BI"), self.plant_level)

    @property
    def treasury(self) -> int:
        """Economic units."""
        return self.stock.get("EU", 0)

    def living_colonies(self) -> Iterator[Colony]:
        """The named planets, without empty slots."""
        return (colony for colony in self.colonies if colony is not None)

    def living_ships(self) -> Iterator[Ship]:
        """The ships and starbases, without empty slots."""
        return (ship for ship in self.ships if ship is not None)

    @property
    def home_colony(self) -> Colony:
        """The home planet, which is always the first."""
        colony = self.colonies[0]
        assert colony is not None  # noqa: S101 - a home planet is never deleted
        return colony


@frozen(kw_only=True)
class Transaction:
    """An act of one species that affects another, or is reported to it, later in the turn.

    `kind` is one of the kinds of `transactions.py`; `facts` hold numbers and names as the kind
    needs them.
    """

    kind: int
    facts: dict[str, Any]


@define(kw_only=True)
class Game(model.Game):
    """A game of Far Horizons: stars ordered by x, then y; coordinates run from 0 to 2R - 1.

    `chart` is the public map of the stars; each species also has its own knowledge.
    In forecasts, `imagined` has the ids of stars known only from the chart, and `unwatched` those
    where the species was absent when the turn began, so that others may be there. `transactions`
    and `letters` last until the housekeeping of the turn, which clears them. `letters` are the
    lines of the messages sent in this turn, by the number that their transaction holds. The game
    ends after turn `last_turn`; 0 means that the gamemaster ends it.
    """

    radius: Annotated[int, Between(1, 1000)] = known(default=0)
    planned_species: Number = known(default=0)
    empires: list[Species] = known(factory=list)
    stars: list[Star] = known(factory=list)
    chart: StarChart = known(factory=StarChart)
    imagined: list[StarId] = seen_from(Sight.GAMEMASTER, factory=list)
    unwatched: list[StarId] = seen_from(Sight.GAMEMASTER, factory=list)
    transactions: list[Transaction] = seen_from(Sight.GAMEMASTER, factory=list)
    letters: dict[int, list[str]] = seen_from(Sight.GAMEMASTER, factory=dict)
    last_turn: Number = seen_from(Sight.GAMEMASTER, default=0)

    @property
    def public_chart(self) -> StarChart:
        """The chart, made from the stars if the game has none yet."""
        return (
            self.chart if self.chart.stars else StarChart(tuple(star.mark for star in self.stars))
        )

    def stars_with(self, ids: Collection[str]) -> list[Star]:
        """Return the stars with these ids, in the order of the list.

        Positions come from the chart; if it does not know them, the list is searched.
        """
        numbers, count = self.chart.numbers, len(self.stars)
        stars = [self.stars[at] for at in sorted(numbers.get(id_, 0) for id_ in ids) if at < count]
        if {star.id for star in stars} == set(ids):
            return stars
        return [star for star in self.stars if star.id in ids]

    def star_at(self, sector: Sector) -> Star | None:
        """Return the star in a sector, or None."""
        return next((star for star in self.stars if star.sector == sector), None)

    def planet_at(self, place: Place) -> Planet | None:
        """Return the planet at a place; None in deep space and for unknown places."""
        star = self.star_at(place.sector)
        if star is None or not 1 <= place.orbit <= len(star.planets):
            return None
        return star.planets[place.orbit - 1]

    def species(self, number: int) -> Species:
        """Return the species with this number."""
        return self.empires[number - 1]
