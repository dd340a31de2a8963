"""The tables and limits of Far Horizons."""

from __future__ import annotations

from attrs import frozen

PLAYERS = (1, 100)

#: The six technologies, in the order of every list and step (FH-TECH-001, FH-TECH-007).
TECHS = ("MI", "MA", "ML", "GV", "LS", "BI")
TECH_NAMES = {
    "MI": "Mining",
    "MA": "Manufacturing",
    "ML": "Military",
    "GV": "Gravitics",
    "LS": "Life Support",
    "BI": "Biology",
}

#: Gases by their codes, which begin at 1; code 0 is an empty slot (FH-PLANET-009).
GASES = (
    "", "H2", "CH4", "He", "NH3", "N2", "CO2", "O2", "HCl", "Cl2", "F2", "H2O", "SO2", "H2S",
)  # fmt: skip
OXYGEN, WATER_VAPOUR, HELIUM = 7, 11, 3

#: Star kinds and colours by the letters of the map; main sequence is a space.
STAR_KINDS = {"d": "dwarf", "D": "degenerate dwarf", " ": "main sequence", "g": "giant"}
STAR_COLOURS = {
    "O": "blue",
    "B": "blue-white",
    "A": "white",
    "F": "yellow-white",
    "G": "yellow",
    "K": "orange",
    "M": "red",
}

MAX_NAME_LENGTH = 31
MAX_AGE = 49
MAX_PLANETS = 9
HOME_POPULATION = 1500  #: available population units of a healthy home planet
FULL_BASE = 2000  #: tenths of economic base up to which a colony is fully efficient
STARBASE, TRANSPORT = "BAS", "TR"
_MARKS = range(1, 10)  #: of shield generators and guns
#: Items that count people, on a planet and aboard.
PEOPLE_ITEMS = ("CU", "PD")


@frozen
class ShipClass:
    """A class of ship. `tonnage` is in units of 10,000 tons; 0 if it varies."""

    code: int
    abbreviation: str
    name: str
    tonnage: int


#: Price, capacity and required level of a class follow from its tonnage (FH-SHIP-001).
SHIP_CLASSES = (
    ShipClass(0, "PB", "Picketboat", 1),
    ShipClass(1, "CT", "Corvette", 2),
    ShipClass(2, "ES", "Escort", 5),
    ShipClass(3, "FF", "Frigate", 10),
    ShipClass(4, "DD", "Destroyer", 15),
    ShipClass(5, "CL", "Light Cruiser", 20),
    ShipClass(6, "CS", "Strike Cruiser", 25),
    ShipClass(7, "CA", "Heavy Cruiser", 30),
    ShipClass(8, "CC", "Command Cruiser", 35),
    ShipClass(9, "BC", "Battlecruiser", 40),
    ShipClass(10, "BS", "Battleship", 45),
    ShipClass(11, "DN", "Dreadnought", 50),
    ShipClass(12, "SD", "Super Dreadnought", 55),
    ShipClass(13, "BM", "Battlemoon", 60),
    ShipClass(14, "BW", "Battleworld", 65),
    ShipClass(15, "BR", "Battlestar", 70),
    ShipClass(16, "BAS", "Starbase", 0),
    ShipClass(17, "TR", "Transport", 0),
)
CLASS_OF = {ship.abbreviation: ship for ship in SHIP_CLASSES}


@frozen
class Item:
    """A kind of cargo: its cost, the room it takes, and the level that it needs.

    The cost of a terraforming plant depends on Biology; it is 0 here (see `Economy.item_cost`).
    """

    code: int
    abbreviation: str
    name: str
    cost: int
    room: int
    tech: str
    level: int

    @property
    def plural(self) -> str:
        return f"{self.name}s"


_PLAIN_ITEMS = (
    Item(0, "RM", "Raw Material Unit", 1, 1, "MI", 1),  # FH-RM-005
    Item(1, "PD", "Planetary Defense Unit", 1, 3, "ML", 1),  # FH-PD-004, FH-PD-007
    Item(2, "SU", "Starbase Unit", 110, 20, "MA", 20),  # FH-SU-001
    Item(3, "DR", "Damage Repair Unit", 50, 1, "MA", 30),  # FH-DR-001
    Item(4, "CU", "Colonist Unit", 1, 1, "LS", 1),  # FH-INST-001
    Item(5, "IU", "Colonial Mining Unit", 1, 1, "MI", 1),  # FH-INST-001
    Item(6, "AU", "Colonial Manufacturing Unit", 1, 1, "MA", 1),  # FH-INST-001
    Item(7, "FS", "Fail-Safe Jump Unit", 25, 1, "GV", 20),  # FH-FS-001
    Item(8, "JP", "Jump Portal Unit", 100, 10, "GV", 25),  # FH-JP-001
    Item(9, "FM", "Forced Misjump Unit", 100, 5, "GV", 30),  # FH-FM-001
    Item(10, "FJ", "Forced Jump Unit", 125, 5, "GV", 40),  # FH-FJ-001
    Item(11, "GT", "Gravitic Telescope Unit", 500, 20, "GV", 50),  # FH-GT-001
    Item(12, "FD", "Field Distortion Unit", 50, 1, "LS", 20),  # FH-FD-001
    Item(13, "TP", "Terraforming Plant", 0, 100, "BI", 40),  # FH-TERRA-001
    Item(14, "GW", "Germ Warfare Bomb", 1000, 100, "BI", 50),  # FH-GW-001
)
ITEMS = (
    *_PLAIN_ITEMS,
    # FH-SG-001, FH-SG-004
    *(Item(14 + k, f"SG{k}", f"Mark-{k} Shield Generator", 250 * k, 5 * k, "LS", 10 * k)
      for k in _MARKS),
    # FH-GUN-001, FH-GUN-005
    *(Item(23 + k, f"GU{k}", f"Mark-{k} Gun Unit", 250 * k, 5 * k, "ML", 10 * k)
      for k in _MARKS),
)  # fmt: skip
ITEM_OF = {item.abbreviation: item for item in ITEMS}
