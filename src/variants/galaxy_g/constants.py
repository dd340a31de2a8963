"""Words and fixed numbers of Galaxy G; mods may change those in `economy` and `combat`."""

from __future__ import annotations

PLAYERS = (2, 80)  #: (GG-SET-001)

# ships and travel
ARRIVED = 0.01  #: distances below this count as 0 (GG-MOV-007)
MAX_NUMBER = 1_000_000.0  #: in a design (GG-DSN-004)
MAX_NAME_LENGTH = 20  #: characters (GG-NAM-001)

#: Tolerance of comparisons in rules; errors in sums of fractions (0.1 + 0.2) are smaller.
ROUNDING = 1e-9

# technology
AREAS = ("drive", "weapons", "shields", "cargo")

# cargo and production
CARGO_KINDS = ("COL", "CAP", "MAT")
STOCK_OF = {"CAP": "capital", "MAT": "materials", "COL": "colonists"}
ROUTE_KINDS = ("COL", "CAP", "MAT", "EMP", "WAR")  #: in order of priority
RESEARCH = {"DRIVE": "drive", "WEAPONS": "weapons", "SHIELDS": "shields", "CARGO": "cargo"}
PRODUCTS = ("CAP", "MAT", *RESEARCH)

# options of a race and their defaults (GG-ORDO-002)
OPTIONS = {
    "GALAXYTV": True,
    "UNDERSCORES": False,
    "TWOCOL": False,
    "NAMECASE": True,
    "AUTOUNLOAD": False,
    "SORTGROUPS": False,
    "PRODTABLE": False,
    "FLEETTABLES": True,
}

# names
FORBIDDEN_TYPES = frozenset(
    {"CAP", "CAPITAL", "MAT", "MATERIALS", "COL", "COLONISTS", "EMP", "WAR", "DRIVE", "ATTACK"}
    | {"ATTACKS", "WEAPON", "WEAPONS", "SHIELD", "SHIELDS", "CARGO", "MAX", "FLEET", "NO"}
)  #: (GG-ORDD-002)
KEYWORD_NAMES = frozenset({"MAX", "NO", "FLEET"})  #: no names of races, planets or fleets
JUDGE = "Judge"  #: the gamemaster's name (GG-ORDC-001)

# idle races
MISSED_BEFORE_REQUEST = 3  #: turns without orders (GG-IDL-001)

# set-up
DIAMETER = (40, 2000)  #: range of the gamemaster's choice in light years (GG-SET-007)
HOME_SIZE = 1000.0
HOME_RESOURCES = 10.0
HOME_SPACING = 30.0
FAILED_DRAWS = 4000  #: draws after which homes may be closer (GG-SET-008)
CLOSER = 0.9
DEVELOPMENT_PLANETS = 6
DEVELOPMENT_RADIUS = (0.2, 15.0)
SMALL_PLANETS = 3
EMPTY_OBJECTS = 1

# the map
MAP_COLUMNS, MAP_ROWS = 80, 40

#: Battles with more shots are recorded in totals instead of single shots.
MAX_SHOTS = 2_000
