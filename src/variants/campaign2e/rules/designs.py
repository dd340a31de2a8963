"""Designs: registration, removal, and lookup by name (C2E-16.1-01, C2E-16.1-02).

Designs of the program's parts are standard. Every player's technology is human; other technologies
exist only as data added by the umpire (C2E-16.2-01, C2E-N.SV-01). A player's designs are hidden
from others (C2E-15.3-02).
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
DROPPED = EventKind("design.dropped", "{name} is no longer a design of yours.", ("C2E-16.1-02",))

#: Limit that keeps reports readable.
MOST_DESIGNS = 100


def register(context: TurnContext, player: Player, order: Order) -> None:
    """DESIGN: register a design, or report its errors (C2E-16.1-02)."""
    name: str = order["name"]
    must_be_free(context.game, player, name)
    if len(player.designs) >= MOST_DESIGNS:
        message = f"you already have {MOST_DESIGNS} designs"
        raise Refused(Refusal("too-many-designs", message, "DROP a design that you do not need"))
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
    """Return a hint about proposed but unapproved equipment in a design (C2E-16.2-01)."""
    used_words = words.upper().replace(",", " ").split()
    names = [p.name for p in game.proposals if p.part is not None and p.name in used_words]
    return f"{', '.join(names)}: the umpire has not approved this for you" if names else ""


def drop(context: TurnContext, player: Player, order: Order) -> None:
    """DROP DESIGN: remove a design from the player's list; its ships and keels remain."""
    design = own_design(player, order["design"], "design")
    del player.designs[design.name]
    context.emit(DROPPED, [player.id], name=design.name)


def own_design(player: Player, word: str, argument: str) -> Design:
    """Return the player's own design with a name; raises Refused."""
    return _find(player.designs, word, argument, "you have no design")


def market_designs(game: Campaign) -> Mapping[str, Design]:
    """Return the designs on the market, including those added by the umpire (C2E-13.1-02)."""
    return {**market(), **game.market}


def market_design(game: Campaign, word: str, argument: str) -> Design:
    """Return the market's design with a name; raises Refused."""
    return _find(market_designs(game), word, argument, "the market has no design")


def any_design(game: Campaign, player: Player, word: str, argument: str) -> Design:
    """Return the design with a name, the player's own or the market's; raises Refused."""
    designs = {**market_designs(game), **player.designs}
    return _find(designs, word, argument, "there is no design")


def _find(designs: Mapping[str, Design], word: str, argument: str, message: str) -> Design:
    key = folded(word)
    for name, design in designs.items():
        if folded(name) == key:
            return design
    hint = did_you_mean(word, designs) if designs else "register a design with DESIGN"
    raise Refused(Refusal("unknown-design", f"{message} {word}", hint, argument))
