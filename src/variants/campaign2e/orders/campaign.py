"""NEWPLAYER, END CAMPAIGN and RESIGN: players who join or leave, and the end (C2E-1.5)."""

from __future__ import annotations

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e.orders.words import hex_word
from variants.campaign2e.rules import leaving, newcomers, standings

_PHASE = "administration"
UMPIRE = "umpire"

NEWPLAYER = Command(
    keyword="NEWPLAYER",
    rule="new_player",
    phase=_PHASE,
    syntax=("NEWPLAYER name AT x,y",),
    help="Adds a player, whose home area lies around a hex 1 to 4 hexes outside the known area.",
    example="NEWPLAYER Dara AT 16,7",
    mistake="NEWPLAYER Dara AT 7,7",
    arguments={"name": str, "place": hex_word},
    rules=("C2E-1.5-07", "C2E-1.1-03"),
    roles=(UMPIRE,),
    run=newcomers.new_player,
)

END_CAMPAIGN = Command(
    keyword="END CAMPAIGN",
    rule="end_campaign",
    phase=_PHASE,
    syntax=("END CAMPAIGN",),
    help="Ends the campaign after this week.",
    example="END CAMPAIGN",
    mistake="END CAMPAIGN now",
    rules=("C2E-1.5-04", "C2E-1.5-07"),
    roles=(UMPIRE,),
    run=standings.end_campaign,
)


def _no_suggestions(_: View) -> tuple[str, ...]:
    """Offer no player: leaving is never suggested."""
    return ()


RESIGN = Command(
    keyword="RESIGN",
    rule="resign_game",
    phase=_PHASE,
    syntax=("RESIGN own-name",),
    help="Leaves the campaign for good: your ships are disbanded and your worlds lose their owner.",
    example="RESIGN Ada",
    mistake="RESIGN Nobody",
    arguments={"player": Argument(offers=_no_suggestions)},
    rules=("C2E-1.5-08",),
    roles=("", UMPIRE),
    run=leaving.resign,
)

COMMANDS = (NEWPLAYER, END_CAMPAIGN, RESIGN)
