"""Orders of the set-up and of newcomers, and orders by which players join or leave.

The orders of the set-up concern cards, worlds, the capital and the navy (C2E-1.3, C2E-13.1-03).
NEWPLAYER, END CAMPAIGN and RESIGN may be given later (C2E-1.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_core import LocalizedText
from horizons_core.model import View
from horizons_core.orders import Argument, Choice, Chosen, Command, Proposals, proposed_names
from variants.campaign2e.constants import GRID
from variants.campaign2e.model import place_id, place_of
from variants.campaign2e.model.places import neighbours, within
from variants.campaign2e.orders import arguments
from variants.campaign2e.orders.arguments import hex_argument, world_argument
from variants.campaign2e.rules import designs, exploration, setup_rounds, standings
from variants.campaign2e.rules.setup_rounds import AGREEMENTS, NEWCOMERS_WORLDS
from variants.campaign2e.setup.cards import NEAR, card_of, hex_of, is_red

_PHASE = "administration"
_GROUP = "Set-up"
UMPIRE, _UMPIRES = "umpire", "Umpire"


def _hex(words: str) -> str:
    """Return the id of a hex; a tuple of numbers would look like an argument given twice."""
    return place_id(place_of(words))


def _pairs(view: View) -> Iterator[Choice]:
    """Yield all pairs of a red card and a black one, with the hexes that they name."""
    reds = [card for card in dict.fromkeys(view["cards"]) if is_red(card)]
    for red in reds:
        for black in dict.fromkeys(view["cards"]):
            if not is_red(black):
                at = place_id(hex_of(red, black))
                label = LocalizedText("{red} and {black}: {hex}", red=red, black=black, hex=at)
                yield Choice(f"{red} {black}", label, at)


def _card_pairs(view: View) -> Sequence[Choice]:
    return list(_pairs(view))


def _pairs_with_worlds(view: View) -> Sequence[Choice]:
    """Return the pairs that have a free world within reach (C2E-1.3-06)."""
    free = set(_free_worlds(view))
    return [pair for pair in _pairs(view) if free & _reach(pair.place)]


def _reach(at: str) -> set[str]:
    return {place_id(near) for near in within(place_of(at), NEAR)}


def _free_worlds(view: View) -> Sequence[str]:
    return [world["id"] for world in view["worlds"] if not world["owner"]]


def _claims(view: View, chosen: Chosen) -> Sequence[str]:
    """Return the worlds that a pair or a newcomer can claim; none after play has begun."""
    if view["arriving"]:
        free = set(_free_worlds(view))
        has_all = len(arguments.own_worlds(view)) >= NEWCOMERS_WORLDS
        return [] if has_all else [world for world in view["arriving"] if world in free]
    free_worlds = _free_worlds(view) if view["cards"] else []
    if "card" not in chosen:
        return free_worlds
    pair = next((p for p in _pairs(view) if p.value == str(chosen["card"]).upper()), None)
    reach = _reach(pair.place) if pair is not None else ()
    return [world for world in free_worlds if world in reach]


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
    forms=("PAIR {card}",),
    syntax=("PAIR red-card black-card",),
    label="Pair two cards",
    group=_GROUP,
    help="Pairs two of your cards; pairs are played in the order in which you give them.",
    example="PAIR 7H KS",
    mistake="PAIR 7H 8D",
    arguments={"card": Argument(card_of, offers=_card_pairs, bare=True, label="pair of cards")},
    rules=("C2E-1.3-02", "C2E-1.3-03"),
    run=setup_rounds.order_pair,
)

CLAIM = Command(
    keyword="CLAIM",
    rule="claim_world",
    phase=_PHASE,
    forms=("CLAIM {place... OR} WITH {card}", "CLAIM {place... OR}"),
    syntax=("CLAIM x,y [OR x,y] ... WITH red-card black-card", "CLAIM x,y"),
    label="Claim a world",
    group=_GROUP,
    help="Names the systems that a pair should claim, best first; newcomers leave out the cards.",
    example="CLAIM 5,9 OR 5,10 WITH 9H 5C",
    mistake="CLAIM 99,99 WITH 9H 5C",
    arguments={
        "card": Argument(
            card_of,
            offers=_pairs_with_worlds,
            optional=True,
            bare=True,
            label="pair of cards",
        ),
        "place": Argument(
            _hex,
            offers=_claims,
            things=("world",),
            label="worlds, best first",
            help="The pair claims the first of them that is free.",
        ),
    },
    rules=("C2E-1.3-04", "C2E-1.3-05", "C2E-1.3-06", "C2E-1.3-09", "C2E-1.3-11", "C2E-1.1-03"),
    run=setup_rounds.order_claim,
)

CAPITAL = Command(
    keyword="CAPITAL",
    rule="name_capital",
    phase=_PHASE,
    syntax=("CAPITAL own-world",),
    label="Name your capital",
    group=_GROUP,
    help="Makes another world of yours the capital; only before play.",
    example="CAPITAL 7,5",
    mistake="CAPITAL nowhere",
    arguments={"world": world_argument(_worlds_before_play)},
    rules=("C2E-16.3-01",),
    run=designs.name_capital,
)

ALLY_NAVY = Command(
    keyword="ALLY NAVY",
    rule="ally_navy",
    phase=_PHASE,
    syntax=("ALLY NAVY navy",),
    label="Choose an allied navy",
    group=_GROUP,
    help="Permanently chooses your allied navy; its designs cost you a fifth less on the market.",
    example='ALLY NAVY "Northern Line"',
    mistake="ALLY NAVY Nobody",
    arguments={"navy": Argument(offers=_navies)},
    rules=("C2E-13.1-03", "C2E-13.1-04", "C2E-13.1-05"),
    run=designs.ally_navy,
)

SETUP_COMMANDS = (PAIR, CLAIM, CAPITAL, ALLY_NAVY)


def _people(view: View) -> Proposals:
    return proposed_names(view, arguments.names(view["players"]))


def _newcomers_hexes(view: View) -> Sequence[str]:
    """Return the hexes beside the known area (C2E-1.1-03)."""
    known = {(x, y) for x in range(1, GRID + 1) for y in range(1, GRID + 1)}
    known |= {place_of(name) for name in (*view["empty"], *(w["id"] for w in view["worlds"]))}
    return [place_id(at) for at in sorted({n for at in known for n in neighbours(at)} - known)]


NEWPLAYER = Command(
    keyword="NEWPLAYER",
    rule="new_player",
    phase=_PHASE,
    forms=("NEWPLAYER {name} AT {place}",),
    label="Add a player",
    group=_UMPIRES,
    syntax=("NEWPLAYER name AT x,y",),
    help="Adds a player, whose home area lies around a hex 1 to 4 hexes outside the known area.",
    example="NEWPLAYER Dara AT 16,7",
    mistake="NEWPLAYER Dara AT 7,7",
    arguments={"name": Argument(offers=_people), "place": hex_argument(_newcomers_hexes)},
    on=("place",),
    rules=("C2E-1.5-07", "C2E-1.1-03"),
    roles=(UMPIRE,),
    run=exploration.new_player,
)

END_CAMPAIGN = Command(
    keyword="END CAMPAIGN",
    rule="end_campaign",
    phase=_PHASE,
    syntax=("END CAMPAIGN",),
    label="End the campaign",
    group=_UMPIRES,
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
    label="Leave the campaign",
    group="Campaign",
    help="Leaves the campaign for good: your ships are disbanded and your worlds lose their owner.",
    example="RESIGN Ada",
    mistake="RESIGN Nobody",
    arguments={"player": Argument(offers=_no_suggestions)},
    rules=("C2E-1.5-08",),
    roles=("", UMPIRE),
    run=standings.resign,
)

CAMPAIGN_COMMANDS = (NEWPLAYER, END_CAMPAIGN, RESIGN)
