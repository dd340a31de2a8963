"""Orders of the set-up, of newcomers, and about the end of a campaign.

Orders of the set-up and of newcomers: cards, worlds, capital and navy (C2E-1.3, C2E-13.1-03).

NEWPLAYER, END CAMPAIGN and RESIGN: players who join or leave, and the end (C2E-1.5).
"""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e import references
from variants.campaign2e.model import place_id, place_of
from variants.campaign2e.orders import arguments
from variants.campaign2e.orders.arguments import hex_word
from variants.campaign2e.rules import designs, exploration, setup_rounds, standings
from variants.campaign2e.rules.setup_rounds import AGREEMENTS
from variants.campaign2e.setup.cards import card_of

_PHASE = "administration"
UMPIRE = "umpire"


def _hex(words: str) -> str:
    """Return the id of a hex; a pair of numbers would look like an argument given twice."""
    return place_id(place_of(words))


def _cards(view: View) -> Sequence[str]:
    return list(view["cards"])


def _free_worlds(view: View) -> Sequence[str]:
    """Return the worlds that can be claimed; none after play has begun."""
    if view["arriving"]:
        return list(view["arriving"])
    return [world["id"] for world in view["worlds"] if not world["owner"]] if _cards(view) else []


def _navies(view: View) -> Sequence[str]:
    navies = dict.fromkeys(design["navy"] for design in view["designs"] if design["navy"])
    return list(navies) if _is_before_play(view) and not view["navy"] else []


def _worlds_before_play(view: View) -> Sequence[str]:
    return arguments.own_worlds(view) if _is_before_play(view) else []


def _is_before_play(view: View) -> bool:
    """True in round 2 of the set-up, in week 1 after an automatic one, or for a newcomer."""
    after_automatic = view.turn == 0 and not view["round"]
    return bool(view["round"] == AGREEMENTS or after_automatic or view["arriving"])


PAIR = Command(
    keyword="PAIR",
    rule="pair_cards",
    phase=_PHASE,
    syntax=("PAIR red-card black-card",),
    help="Pairs two of your cards; pairs are played in the order of your orders.",
    example="PAIR 7H KS",
    mistake="PAIR 7H 8D",
    arguments={"card": Argument(card_of, offers=_cards)},
    rules=("C2E-1.3-02", "C2E-1.3-03"),
    run=setup_rounds.order_pair,
)

CLAIM = Command(
    keyword="CLAIM",
    rule="claim_world",
    phase=_PHASE,
    syntax=("CLAIM x,y [OR x,y] ... WITH red-card black-card", "CLAIM x,y"),
    help="Names the systems that a pair should claim, best first; newcomers leave out the cards.",
    example="CLAIM 5,9 OR 5,10 WITH 9H 5C",
    mistake="CLAIM 99,99 WITH 9H 5C",
    arguments={
        "place": Argument(_hex, offers=_free_worlds),
        "card": Argument(card_of, offers=_cards, optional=True),
    },
    rules=("C2E-1.3-04", "C2E-1.3-05", "C2E-1.3-06", "C2E-1.3-09", "C2E-1.3-11", "C2E-1.1-03"),
    run=setup_rounds.order_claim,
)

CAPITAL = Command(
    keyword="CAPITAL",
    rule="name_capital",
    phase=_PHASE,
    syntax=("CAPITAL own-world",),
    help="Makes another world of yours the capital; only before play.",
    example="CAPITAL 7,5",
    mistake="CAPITAL nowhere",
    arguments={"world": Argument(find=references.own_world, offers=_worlds_before_play)},
    rules=("C2E-16.3-01",),
    run=designs.name_capital,
)

ALLY_NAVY = Command(
    keyword="ALLY NAVY",
    rule="ally_navy",
    phase=_PHASE,
    syntax=("ALLY NAVY navy",),
    help="Chooses your allied navy, whose designs the market sells you at a fifth less, for good.",
    example='ALLY NAVY "Northern Line"',
    mistake="ALLY NAVY Nobody",
    arguments={"navy": Argument(offers=_navies)},
    rules=("C2E-13.1-03", "C2E-13.1-04", "C2E-13.1-05"),
    run=designs.ally_navy,
)

SETUP_COMMANDS = (PAIR, CLAIM, CAPITAL, ALLY_NAVY)


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
    run=exploration.new_player,
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
    run=standings.resign,
)

CAMPAIGN_COMMANDS = (NEWPLAYER, END_CAMPAIGN, RESIGN)
