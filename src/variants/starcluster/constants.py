"""Numbers of the rulebook that several rooms need."""

from __future__ import annotations

#: The account of the Imperial Treasury, in hundredths of a MC.
TREASURY = "MC"
#: Hundredths in a MC: money is kept in whole ones, halves rounded up.
MC = 100
#: How many players a game may begin with (SC-SET-015).
PLAYERS = (1, 20)
#: Systems of a cluster and of the core (SC-SET-002, SC-SET-003).
CLUSTER, CORE = 25, 100
#: The most links of a system inside its region (SC-SET-013).
MOST_LINKS = 5
