"""The numbers of the rulebook, each with its clause."""

from __future__ import annotations

from horizons_core.model import EventKind

#: EH-CMP-001: the component types, which are also the resources and the accounts of the stock
COMPONENTS = ("hull", "thruster", "weapon", "shield")

PLAYERS = (2, 12)  # EH-SET-004
SIDES = (6, 60)  # EH-SET-004: sides of the map that a gamemaster may choose
HOME_VALUE = 5  # EH-SET-006
FAILED_DRAWS = 1000  # EH-SET-006: draws after which homes may be one move closer
START_STOCK = {"hull": 20, "thruster": 8, "weapon": 8, "shield": 8}  # EH-SET-008
TURN_LIMIT = 200  # EH-VIC-003
MAX_NAME_LENGTH = 30  # EH-ORD-004

HULL_DIVISOR = 4  # EH-CON-002
HEXES = 1  # EH-MOV-002
CHARGE_DIVISOR = 2  # EH-SHD-001
POINTS_PER_GENERATOR = 1  # EH-SHD-001
TICKETS = 1  # EH-CBT-002
TICKETS_PER_THRUSTER = 2  # EH-CBT-002
SHOTS_PER_WEAPON = 1  # EH-CBT-004
NEW_TARGET_PERCENT = 85  # EH-CBT-007
DAMAGE = 1  # EH-CBT-010

SHIP_BUILT = EventKind(
    "ship.built", "Built {name} (#{number}) in sector {sector}.", ("EH-CON-001",)
)
SHIP_NAMED = EventKind("ship.named", "Ship #{number} is now called {name}.", ("EH-ORD-004",))
SHIP_MOVED = EventKind(
    "ship.moved", "{name} (#{number}) moved {direction} to sector {sector}.", ("EH-MOV-002",)
)
OPPORTUNITY = EventKind(
    "battle.opportunity",
    "Attack of opportunity in sector {place}: {summary}.",
    ("EH-OPP-001", "EH-OPP-002", "EH-OPP-003", "EH-OPP-004"),
)
BATTLE = EventKind(
    "battle.fought", "Battle in sector {place}: {summary}.", ("EH-CBT-001", "EH-CBT-003")
)
SHIP_LOST = EventKind("ship.lost", "{name} (#{number}) was destroyed.", ("EH-CBT-013",))
SHIELDS_CHARGED = EventKind("shields.charged", "Shields charged on {words}.", ("EH-SHD-001",))
INCOME = EventKind("income.mined", "{name} mined {amounts} in sector {sector}.", ("EH-INC-002",))
INCOME_TIED = EventKind(
    "income.tied", "Nobody mined sector {sector}: the fastest ships tie.", ("EH-INC-003",)
)
BLOCKADE = EventKind(
    "income.blockaded",
    "Enemies in sector {sector} cut its income to 1/{empires}.",
    ("EH-INC-004",),
)
SECTOR_MAPPED = EventKind("sector.mapped", "Sector {sector} is now mapped.", ("EH-REP-007",))
ELIMINATED = EventKind(
    "empire.eliminated", "{empire} has no ships left and is out of the game.", ("EH-VIC-001",)
)
GAME_WON = EventKind("game.won", "{winner} has won: {reason}.", ("EH-VIC-001",))
GAME_DRAWN = EventKind(
    "game.drawn", "The game is drawn between {names}: {reason}.", ("EH-VIC-001",)
)
