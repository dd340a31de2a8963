"""Numbers of the rulebook that several modules use, and the options of a new game."""

from __future__ import annotations

from horizons_core.plugins import Option

#: The account of the Imperial Treasury, in hundredths of an MC.
TREASURY = "MC"
#: The name of the stock of spare freighters.
FREIGHTERS = "freighters"
#: Hundredths in an MC: money is kept as whole hundredths, halves rounded up.
MC = 100
#: Minimum and maximum number of players at the start of a game (SC-SET-015).
PLAYERS = (1, 20)
#: Systems of a cluster and of the core (SC-SET-002, SC-SET-003).
CLUSTER, CORE = 25, 100
#: The maximum number of links of a system inside its region (SC-SET-013).
MAX_LINKS = 5


OPTIONS = (
    Option("end", int, 360, "the turn after which the game ends", 1, 10_000),
    Option("pace", int, 100, "time that scans take, in percent of the rulebook's", 1, 1_000),
)
