"""Designs: registration, standard equipment, approval of other equipment.

Players register and drop designs, and refer to them by name (C2E-16.1-01, C2E-16.1-02). Designs of
the program's parts are standard. Every player's technology is human; other technologies exist only
as data added by the umpire (C2E-16.2-01, C2E-N.SV-01). A player's designs are hidden from others
(C2E-15.3-02).

Non-standard equipment is requested by PROPOSE, and answered by APPROVE or REFUSE (C2E-16.2-01,
C2E-16.4-01). The program has no non-standard systems: a player describes a system by the standard
part that it resembles and by its own figures. All players see proposals. Without an umpire nothing
is approved, and only standard equipment can be used. Repairs of non-standard equipment may need the
capital, which players name before play, as they do the allied navy (C2E-13.1-03, C2E-16.2-02,
C2E-16.3-01).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve

from horizons_core.amounts import half_up
from horizons_core.errors import did_you_mean
from horizons_core.model import EVERYONE, EventKind, Seat, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.designs.design import Design, Slot
from variants.campaign2e.designs.market import market
from variants.campaign2e.designs.parsing import FORM, design_faults, design_from
from variants.campaign2e.designs.parts import ShipPart, SpecialFigures, part_named
from variants.campaign2e.designs.refits import RefitItem, changed
from variants.campaign2e.economy import economy_of
from variants.campaign2e.model import Campaign, Place, Player, Proposal, Ship, place_id
from variants.campaign2e.model.players import APPROVED, REFUSED
from variants.campaign2e.references import WORLD
from variants.campaign2e.rules.task_groups import name_must_be_free

CAPITAL_NAMED = EventKind("capital.named", "{place} is your capital.", ("C2E-16.3-01",))
NAVY_ALLIED = EventKind("navy.allied", "The navy of {navy} is your ally.", ("C2E-13.1-03",))


def name_capital(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """CAPITAL: make another world the capital, which it remains even if lost (C2E-16.3-01)."""
    must_be_before_play(context.game, player, "the capital can be named")
    player.capital = order[WORLD].id
    context.emit(CAPITAL_NAMED, [player.id], place=player.capital)


def ally_navy(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """ALLY NAVY: choose the only navy whose designs the player buys cheaper, permanently.

    Navies unavailable to humans are not on the list (C2E-13.1-05).
    """
    game = context.game
    must_be_before_play(game, player, "the allied navy can be named")
    navies = list(dict.fromkeys(d.navy for d in (*market().values(), *game.market.values())))
    key = folded(order["navy"])
    navy = next((name for name in navies if name and folded(name) == key), None)  # C2E-13.1-04
    if navy is None:
        message = f"there is no navy {order['navy']} on the market list"
        raise Refused(Refusal("unknown-navy", message, did_you_mean(order["navy"], navies), "navy"))
    if player.navy and player.navy != navy:  # C2E-13.1-03
        message = f"{player.navy} is already your ally, and you can have only one"
        raise Refused(Refusal("already-allied", message, "", "navy"))
    player.navy = navy
    context.emit(NAVY_ALLIED, [player.id], navy=navy)


def must_be_before_play(game: Campaign, player: Player, subject: str) -> None:
    """Raise Refused in play; after an automatic set-up the orders of week 1 count as before it."""
    first_week = game.options.get("setup") == "automatic" and game.week == 1
    if not (game.round or first_week or player.arriving):
        message = f"{subject} only before play"
        raise Refused(Refusal("play-has-begun", message, "leave out this order"))


def approved_parts(game: Campaign, player: Player) -> Mapping[str, ShipPart]:
    """Return the non-standard parts that a player may use, by name (C2E-16.2-01)."""
    return {
        proposal.name: proposal.part
        for proposal in game.proposals
        if proposal.by == player.id and proposal.answer == APPROVED and proposal.part is not None
    }


def parts_for(game: Campaign, player: Player, ship: Ship) -> Mapping[str, ShipPart]:
    """Return the non-standard parts possible aboard a ship: approved ones, and its own."""
    return {**approved_parts(game, player), **ship.design.special}


def counts_as_standard(game: Campaign, player: Player, design: Design) -> bool:
    """Return whether a ship of a design is standard, or deemed so by the umpire (C2E-16.2-02).

    Its non-standard equipment is never standard.
    """
    return design.is_standard or any(
        proposal.part is None
        and proposal.answer == APPROVED
        and (proposal.by, proposal.name) == (player.id, design.name)
        for proposal in game.proposals
    )


def needs_capital(game: Campaign, player: Player, ship: Ship, key: str) -> bool:
    """True if something can only be repaired from stocks or at the capital (C2E-16.3-01).

    This applies to non-standard equipment, identified by its system key, and to all of a ship that
    has some, unless the ship is deemed standard.
    """
    if not counts_as_standard(game, player, ship.design):
        return True
    parts = (system.part for system in ship.design.systems if system.key == key)
    # C2E-16.3-02: foreign technology is never standard.
    return any(part.special is not None for part in parts)


def must_be_capital(player: Player, ship: Ship, part: str, at: Place) -> None:
    """Raise Refused away from the capital (C2E-16.3-01)."""
    if place_id(at) != player.capital:
        message = f"{part} of {ship.name} is not standard"
        hint = f"repair it FROM SPARES, or at your capital, {player.capital}"
        raise Refused(Refusal("not-standard", message, hint, "ship"))


DESIGN_REGISTERED = EventKind(
    "design.registered",
    "Registered {name}: {type} of mass {mass}, {points} points, {upkeep} credits a week.",
    ("C2E-16.1-02",),
)
DESIGN_DROPPED = EventKind(
    "design.dropped", "{name} is no longer a design of yours.", ("C2E-16.1-02",)
)

#: Limit that keeps reports readable.
MAX_DESIGNS = 100


def register_design(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """DESIGN: register a design, or report its errors (C2E-16.1-02)."""
    name: str = order["name"]
    name_must_be_free(context.game, player, name)
    if len(player.designs) >= MAX_DESIGNS:
        message = f"you already have {MAX_DESIGNS} designs"
        raise Refused(Refusal("too-many-designs", message, "DROP a design that you do not need"))
    try:
        special = approved_parts(context.game, player)
        design = design_from(name, order["words"], special=special)
    except ValueError as problem:
        hint = _not_approved(context.game, order["words"]) or f"write DESIGN name {FORM}"
        raise Refused(Refusal("bad-design", f"{name}: {problem}", hint, "words")) from problem
    player.designs[name] = design
    context.emit(
        DESIGN_REGISTERED,
        [player.id],
        name=name,
        type=design.type,
        mass=design.mass,
        points=design.points,
        upkeep=economy_of(context).upkeep(design).total / 100,
    )


def _not_approved(game: Campaign, words: str) -> str:
    """Return a hint about proposed but unapproved equipment in a design (C2E-16.2-01)."""
    used_words = words.upper().replace(",", " ").split()
    names = [p.name for p in game.proposals if p.part is not None and p.name in used_words]
    return f"{', '.join(names)}: the umpire has not approved this for you" if names else ""


def drop_design(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """DROP DESIGN: remove a design from the player's list; its ships and keels remain."""
    design = own_design(player, order["design"], "design")
    del player.designs[design.name]
    context.emit(DESIGN_DROPPED, [player.id], name=design.name)


def own_design(player: Player, word: str, argument: str) -> Design:
    """Return the player's own design with a name; raises Refused."""
    return _find_design(player.designs, word, argument, "you have no design")


def market_designs(game: Campaign) -> Mapping[str, Design]:
    """Return the designs on the market, including those added by the umpire (C2E-13.1-02)."""
    return {**market(), **game.market}


def market_design(game: Campaign, word: str, argument: str) -> Design:
    """Return the market's design with a name; raises Refused."""
    return _find_design(market_designs(game), word, argument, "the market has no design")


def any_design(game: Campaign, player: Player, word: str, argument: str) -> Design:
    """Return the design with a name, the player's own or the market's; raises Refused."""
    designs = {**market_designs(game), **player.designs}
    return _find_design(designs, word, argument, "there is no design")


def _find_design(designs: Mapping[str, Design], word: str, argument: str, message: str) -> Design:
    key = folded(word)
    for name, design in designs.items():
        if folded(name) == key:
            return design
    hint = did_you_mean(word, designs) if designs else "register a design with DESIGN"
    raise Refused(Refusal("unknown-design", f"{message} {word}", hint, argument))


EQUIPMENT_PROPOSED = EventKind(
    "proposal.made", "{by} proposes to use {name}{as_what}.", ("C2E-16.2-01",)
)
PROPOSAL_ANSWERED = EventKind(
    "proposal.answered", "The umpire has {answer} {name} of {by}.", ("C2E-16.2-01",)
)

#: In a turn's notes: answers to proposals that follow later in this step, and whether all
#: proposals of the step were made.
_ANSWERS_POSTPONED, _PROPOSALS_MADE = "answers put off", "proposals made"

SYSTEM_FORM = "PROPOSE name LIKE part MASS m POINTS p [TECHNOLOGY word]"
DESIGN_FORM = "PROPOSE design [SLOT name part OR part ...] ..."
FOREIGN_TECHNOLOGY = 120  # percent of the price: C2E-16.3-02
MAX_PROPOSALS = 40  # proposals of a player: umpires have limited patience

_NAME = re.compile(r"[A-Z][A-Z0-9-]{1,15}")
_SYSTEM = re.compile(
    r"LIKE +(?P<like>.+?) +MASS +(?P<mass>[0-9]{1,3}) +POINTS +(?P<points>[0-9]{1,4})"
    r"(?: +TECHNOLOGY +(?P<technology>[A-Z-]{1,16}))?"
)
_SLOT = re.compile(r"SLOT +(?P<name>[A-Z0-9-]{1,16}) +(?P<modules>.+?)(?= +SLOT |$)")


def propose(context: TurnContext[Campaign], player: Player, order: Order) -> None:
    """PROPOSE: request the use of a system, or approval of a design with slots."""
    game = context.game
    must_be_before_play(game, player, "non-standard equipment can be proposed")
    if not any(seat.role == "umpire" for seat in game.seats):
        message = "the campaign has no umpire to approve it"
        raise Refused(Refusal("no-umpire", message, "use standard equipment"))
    words = " ".join(order.get("words", "").upper().split())
    proposal = _proposed_system(order, player, words) if words.startswith("LIKE") else None
    if proposal is None:
        proposal = _proposed_design(game, player, order, words)
    name = folded(proposal.name)
    if any(folded(existing.name) == name for existing in game.proposals):
        message = f"{proposal.name} was already proposed"
        raise Refused(Refusal("name-taken", message, "choose another name", "proposal"))
    if int_sum(existing.by == player.id for existing in game.proposals) >= MAX_PROPOSALS:
        raise Refused(Refusal("over-limit", f"you have already made {MAX_PROPOSALS} proposals"))
    game.proposals.append(proposal)
    context.emit(
        EQUIPMENT_PROPOSED,
        [EVERYONE],
        by=player.name,
        name=proposal.name,
        as_what=f", {words.lower()}" if words and proposal.part is not None else "",
    )


def _proposed_system(order: Order, player: Player, words: str) -> Proposal:
    """Parse a system; foreign technology costs a fifth more to install."""
    name, match = order["proposal"].upper(), _SYSTEM.fullmatch(words)
    if match is None:
        message = f"{name}: '{words}' does not describe a system"
        raise Refused(Refusal("bad-proposal", message, f"write {SYSTEM_FORM}", "words"))
    mass, points = int(match["mass"]), int(match["points"])
    try:
        like = part_named(match["like"])
    except ValueError as problem:
        raise Refused(Refusal("unknown-part", str(problem), "", "words")) from problem
    if like.kind in ("cargo", "tug", "bay", "hangar", "screen", "magazine"):
        message = f"nothing can work like {like.word}"
        raise Refused(Refusal("bad-proposal", message, "name a weapon or fire control", "words"))
    if not _NAME.fullmatch(name) or _is_standard_word(name):
        message = f"{name} cannot be the name of a system"
        hint = "use 2 to 16 letters, digits and hyphens, and not the word for a part"
        raise Refused(Refusal("bad-proposal", message, hint, "proposal"))
    if not mass or not points:
        message = f"{name} needs a mass and a price of at least 1"
        raise Refused(Refusal("bad-proposal", message, f"write {SYSTEM_FORM}", "words"))
    technology = (match["technology"] or player.technology).casefold()
    if technology != player.technology:
        points = half_up(points * FOREIGN_TECHNOLOGY, 100)
    special = SpecialFigures(name, mass, points, technology)
    return Proposal(name=name, by=player.id, part=evolve(like, special=special))


def _is_standard_word(name: str) -> bool:
    try:
        part_named(name)
    except ValueError:
        return False
    return True


def _proposed_design(game: Campaign, player: Player, order: Order, words: str) -> Proposal:
    """Return a proposal for a registered design with module slots (C2E-16.4-01)."""
    design = own_design(player, order["proposal"], "proposal")
    rest = _SLOT.sub("", words).strip()
    if rest:
        message = f"'{rest}' is not a system or a slot"
        hint = f"write {SYSTEM_FORM}, or {DESIGN_FORM}"
        raise Refused(Refusal("bad-proposal", message, hint, "words"))
    slots = [
        _proposed_slot(game, player, design, match["name"], match["modules"])
        for match in _SLOT.finditer(words)
    ]
    names = [slot.name for slot in slots]
    if len(set(names)) < len(names):
        message = f"{design.name}: two slots have the same name"
        raise Refused(Refusal("bad-proposal", message, "give each slot its own name", "words"))
    return Proposal(name=design.name, by=player.id, slots=tuple(slots))


def _proposed_slot(game: Campaign, player: Player, design: Design, name: str, modules: str) -> Slot:
    """Parse a slot; its first module is installed, and all others must give a valid ship."""
    parts: list[ShipPart] = []
    for word in modules.split(" OR "):
        try:
            parts.append(part_named(word, approved_parts(game, player)))
        except ValueError as problem:
            raise Refused(Refusal("unknown-part", str(problem), "", "words")) from problem
    if parts[0] not in design.parts:
        message = f"{design.name} has no {parts[0].word}"
        hint = "the first part of a slot is the one that it is built with"
        raise Refused(Refusal("unknown-part", message, hint, "words"))
    old = RefitItem(parts[0].word, part=parts[0])
    for part in parts[1:]:
        index = design.parts.index(parts[0])
        errors = design_faults(changed(design, old, RefitItem(part.word, part=part), index).design)
        if errors:
            message = f"{design.name} with {part.word} in slot {name}: {'; '.join(errors)}"
            raise Refused(Refusal("bad-proposal", message, "", "words"))
    return Slot(name, tuple(part.word for part in parts))


def approve(context: TurnContext[Campaign], umpire: Seat, order: Order) -> None:
    """APPROVE: allow a player to use proposed equipment; add the slots to a design."""
    proposal = _open_proposal(context, umpire, order)
    if proposal is None:
        return
    player = context.game.empire(proposal.by)
    if proposal.part is None:
        design = own_design(player, proposal.name, "proposal")
        player.designs[design.name] = evolve(design, slots=proposal.slots)
    _answer(context, proposal, APPROVED)


def refuse(context: TurnContext[Campaign], umpire: Seat, order: Order) -> None:
    """REFUSE: reject proposed equipment."""
    proposal = _open_proposal(context, umpire, order)
    if proposal is not None:
        _answer(context, proposal, REFUSED)


def answer_postponed(context: TurnContext[Campaign]) -> None:
    """Answer this step's proposals; the umpire's orders are read before the players'."""
    context.notes[_PROPOSALS_MADE] = True
    for umpire, order in context.notes.pop(_ANSWERS_POSTPONED, []):
        context.carry_out_one(umpire, order)


def _open_proposal(context: TurnContext[Campaign], umpire: Seat, order: Order) -> Proposal | None:
    """Return the open proposal of an order; None if the order has to wait for proposals."""
    game = context.game
    key = folded(order["proposal"])
    for proposal in game.proposals:
        if folded(proposal.name) == key:
            if not proposal.answer:
                return proposal
            message = f"{proposal.name} was already {proposal.answer}"
            raise Refused(Refusal("answered", message, "an answer is final", "proposal"))
    if _PROPOSALS_MADE not in context.notes:
        context.notes.setdefault(_ANSWERS_POSTPONED, []).append((umpire, order))
        return None
    waiting = [entry.name for entry in game.proposals if not entry.answer]
    hint = did_you_mean(order["proposal"], waiting)
    message = f"there is no proposal {order['proposal']}"
    raise Refused(Refusal("unknown-proposal", message, hint, "proposal"))


def _answer(context: TurnContext[Campaign], proposal: Proposal, answer: str) -> None:
    proposal.answer = answer
    by = context.game.empire(proposal.by).name
    context.emit(PROPOSAL_ANSWERED, [EVERYONE], by=by, name=proposal.name, answer=answer)
