"""The numbers of the rulebook, each with its clause."""

from __future__ import annotations

PLAYERS = (2, 12)  # C2E-1.2-05
GRID = 13  # C2E-1.2-01: columns and rows of the initial area
WORLDS = (70, 95)  # C2E-1.2-02: a map with fewer or more is rolled again
LONGEST_NAME = 24  # C2E-1.5-06

#: The account: the treasury, in hundredths of a credit (C2E-1.6-08).
CREDITS = "credits"
#: Hundredths of a credit in a credit, of a tonne in a tonne.
HUNDRED = 100

#: C2E-2.6-03: what the weekly die of a Luxuries world counts where a fixed value is needed.
LUXURIES_FIXED = 5

SIGHT = 2  # C2E-1.1-02: hexes around a group in which it learns what is there
JUMP = 2  # C2E-5.1-02: hexes between worlds that one jump passes over at most
POINTS_PER_TRADE = 50  # C2E-6.1-01: points of force that stop a credit of trade
CAP_ON_WEAPONRY = 5  # C2E-6.1-01: a ship counts as force up to so many times its weaponry points
