"""The numbers of Galaxy G, and what can happen in it."""

from __future__ import annotations

PLAYERS = (2, 80)

# ships and travel
LIGHT_YEARS = 20.0  #: of a ship that is all drive, a turn, at drive tech 1 (GG-MOV-002)
ARRIVED = 0.01  #: fewer light years than this are none (GG-MOV-007)
LARGEST_NUMBER = 1_000_000.0  #: in a design (GG-DSN-004)
LONGEST_NAME = 20  #: characters (GG-NAM-001)
INTERCEPT_TURNS = 2  #: within which an interception must be possible (GG-ORDI-002)

# industry
POINTS_PER_MASS = 10.0  #: of a ship (GG-BLD-001)
POINTS_PER_CAPITAL = 5.0  #: and one material (GG-CAP-001)
GROWTH = 0.08  #: of the population, a turn (GG-POP-002)
PEOPLE_PER_COLONIST = 8.0  #: (GG-COL-001)
POPULATION_PER_POINT = 4.0  #: beyond industry (GG-IND-002)

#: Sums of fractions (0.1 + 0.2) are off by less: where a rule compares, so much is forgiven.
ROUNDING = 1e-9

# technology
AREAS = ("drive", "weapons", "shields", "cargo")
DRIVE_COST = 2500.0  #: times the tech sum, a level (GG-TEC-003)
OTHER_COST = 1250.0  #: (GG-TEC-004)
SHARING_MASS = 30.0  #: of one's own ship (GG-TEC-007)
SHARED_MASS = 10.0  #: of the alien one

# cargo and production
CARGO_KINDS = ("COL", "CAP", "MAT")
STOCK_OF = {"CAP": "capital", "MAT": "materials", "COL": "colonists"}
ROUTE_KINDS = ("COL", "CAP", "MAT", "EMP", "WAR")  #: in the order of their priority
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
KEYWORD_NAMES = frozenset({"MAX", "NO", "FLEET"})  #: for no race, planet or fleet (GG-NAM-001)
JUDGE = "Judge"  #: the host's name (GG-ORDC-001)

# idle races
MISSED_BEFORE_REQUEST = 3  #: turns without orders (GG-IDL-001)

# set-up
DIAMETER = (40, 2000)  #: light years that the host may choose (GG-SET-007)
HOME_SIZE = 1000.0
HOME_RESOURCES = 10.0
HOME_SPACING = 30.0
FAILED_DRAWS = 4000  #: after which homes may stand closer (GG-SET-008)
CLOSER = 0.9
DEVELOPMENT_PLANETS = 6
DEVELOPMENT_RADIUS = (0.2, 15.0)
SMALL_PLANETS = 3
EMPTY_OBJECTS = 1

# the map
MAP_COLUMNS, MAP_ROWS = 80, 40

#: Above so many shots a battle's recording gives totals instead of each shot.
MOST_SHOTS = 2_000
