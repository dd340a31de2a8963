"""Designs: registered before building, dropped, and found by names (C2E-16.1-01, C2E-16.1-02).

What a player designs from the parts of the program is standard. Every player's technology is human;
other technologies exist only as data that the umpire adds (C2E-16.2-01, C2E-N.SV-01). A player's
designs are secret to others (C2E-15.3-02).
"""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import market
from variants.campaign2e.designs.reading import FORM, design_from
from variants.campaign2e.model import Campaign, Player
from variants.campaign2e.rules.naming import must_be_free
from variants.campaign2e.rules.standards import approved_parts

REGISTERED = EventKind(
    "design.registered",
    "Registered {name}: {type} of mass {mass}, {points} points, {upkeep} credits a week.",
    ("C2E-16.1-02",),
)
DROPPED = EventKind("design.dropped", "{name} is no design of yours any more.", ("C2E-16.1-02",))

#: More designs than these would only burden whoever reads them.
MOST_DESIGNS = 100


def register(context: TurnContext, player: Player, order: Order) -> None:
    """DESIGN: register a design of one's own; what is wrong with it is told (C2E-16.1-02)."""
    name: str = order["name"]
    must_be_free(context.game, player, name)
    if len(player.designs) >= MOST_DESIGNS:
        message = f"you have {MOST_DESIGNS} designs"
        raise Refused(Refusal("too-many-designs", message, "DROP one that you do not need"))
    try:
        special = approved_parts(context.game, player)
        design = design_from(name, order["words"], special=special)
    except ValueError as problem:
        hint = _not_approved(context.game, order["words"]) or f"write DESIGN name {FORM}"
        raise Refused(Refusal("bad-design", f"{name}: {problem}", hint, "words")) from problem
    player.designs[name] = design
    context.emit(
        REGISTERED,
        [player.id],
        name=name,
        type=design.type,
        mass=design.mass,
        points=design.points,
        upkeep=context.variant.economy.upkeep(design).total / 100,
    )


def _not_approved(game: Campaign, words: str) -> str:
    """Which equipment in a design has been proposed only, in words (C2E-16.2-01)."""
    used = words.upper().replace(",", " ").split()
    names = [one.name for one in game.proposals if one.part is not None and one.name in used]
    return f"{', '.join(names)}: the umpire has to approve it for you" if names else ""


def drop(context: TurnContext, player: Player, order: Order) -> None:
    """DROP DESIGN: take a design off one's list; ships and keels of it stay what they are."""
    design = own_design(player, order["design"], "design")
    del player.designs[design.name]
    context.emit(DROPPED, [player.id], name=design.name)


def own_design(player: Player, word: str, argument: str) -> Design:
    """The player's own design of a name; raises Refused."""
    return _found(player.designs, word, argument, "you have no design")


def market_designs(game: Campaign) -> Mapping[str, Design]:
    """The designs on the market, those included that the umpire has added (C2E-13.1-02)."""
    return {**market(), **game.market}


def market_design(game: Campaign, word: str, argument: str) -> Design:
    """The design on the market of a name; raises Refused."""
    return _found(market_designs(game), word, argument, "the market has no design")


def any_design(game: Campaign, player: Player, word: str, argument: str) -> Design:
    """The design of a name, the player's own or the market's; raises Refused."""
    designs = {**market_designs(game), **player.designs}
    return _found(designs, word, argument, "there is no design")


def _found(designs: Mapping[str, Design], word: str, argument: str, message: str) -> Design:
    same = folded(word)
    for name, design in designs.items():
        if folded(name) == same:
            return design
    hint = did_you_mean(word, designs) if designs else "DESIGN registers one"
    raise Refused(Refusal("unknown-design", f"{message} {word}", hint, argument))
