"""Orders of the set-up and of newcomers: cards, worlds, capital and navy (C2E-1.3, C2E-13.1-03)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.campaign2e import references
from variants.campaign2e.model import place_id, place_of
from variants.campaign2e.orders import offers
from variants.campaign2e.rules import claims, realms
from variants.campaign2e.rules.setup_rounds import AGREEMENTS
from variants.campaign2e.setup.cards import card_of

_PHASE = "administration"


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
    return offers.own_worlds(view) if _is_before_play(view) else []


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
    run=claims.pair,
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
    run=claims.claim,
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
    run=realms.name_capital,
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
    run=realms.ally_navy,
)

COMMANDS = (PAIR, CLAIM, CAPITAL, ALLY_NAVY)
