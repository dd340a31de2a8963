"""Numbers of the rulebook, with their clauses."""

from __future__ import annotations

PLAYERS = (2, 12)  # C2E-1.2-05
GRID = 13  # C2E-1.2-01: columns and rows of the initial area
WORLDS = (70, 95)  # C2E-1.2-02: a map with fewer or more is rolled again
MAX_NAME_LENGTH = 24  # C2E-1.5-06

#: Name of the money account: the treasury, in hundredths of a credit (C2E-1.6-08).
CREDITS = "credits"
#: Hundredths per credit and per tonne.
HUNDRED = 100

#: C2E-2.6-03: value of a Luxuries world's weekly die where a fixed value is needed.
LUXURIES_FIXED = 5

SIGHT = 2  # C2E-1.1-02: radius in hexes of a group's sight
JUMP = 2  # C2E-5.1-02: length in hexes of the longest jump
POINTS_PER_TRADE = 50  # C2E-6.1-01: points of force to stop one credit of trade
CAP_ON_WEAPONRY = 5  # C2E-6.1-01: a ship's force is at most this multiple of its weaponry points
