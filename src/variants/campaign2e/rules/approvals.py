"""PROPOSE, APPROVE and REFUSE: non-standard equipment (C2E-16.2-01, C2E-16.4-01).

The program has no non-standard systems: a player describes a system by the standard part that it
resembles and by its own figures. All players see proposals. Without an umpire nothing is approved,
and only standard equipment can be used.
"""

from __future__ import annotations

import re

from attrs import evolve

from horizons_core.amounts import half_up
from horizons_core.errors import did_you_mean
from horizons_core.model import EVERYONE, EventKind, Seat, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.designs.checks import faults
from variants.campaign2e.designs.design import Design, Slot
from variants.campaign2e.designs.parts import ShipPart, SpecialFigures, part_named
from variants.campaign2e.designs.refits import RefitItem, changed
from variants.campaign2e.model import Campaign, Player, Proposal
from variants.campaign2e.model.proposals import APPROVED, REFUSED
from variants.campaign2e.rules.designs import own_design
from variants.campaign2e.rules.realms import must_be_before_play
from variants.campaign2e.rules.standards import approved_parts

PROPOSED = EventKind("proposal.made", "{by} proposes to use {name}{as_what}.", ("C2E-16.2-01",))
ANSWERED = EventKind(
    "proposal.answered", "The umpire has {answer} {name} of {by}.", ("C2E-16.2-01",)
)

#: In a turn's notes: answers to proposals that follow later in this step, and whether all
#: proposals of the step were made.
_PUT_OFF, _ALL_MADE = "answers put off", "proposals made"

SYSTEM_FORM = "PROPOSE name LIKE part MASS m POINTS p [TECHNOLOGY word]"
DESIGN_FORM = "PROPOSE design [SLOT name part OR part ...] ..."
FOREIGN = 120  # per cent of the price: C2E-16.3-02
MOST = 40  # proposals of a player: umpires have limited patience

_NAME = re.compile(r"[A-Z][A-Z0-9-]{1,15}")
_SYSTEM = re.compile(
    r"LIKE +(?P<like>.+?) +MASS +(?P<mass>[0-9]{1,3}) +POINTS +(?P<points>[0-9]{1,4})"
    r"(?: +TECHNOLOGY +(?P<technology>[A-Z-]{1,16}))?"
)
_SLOT = re.compile(r"SLOT +(?P<name>[A-Z0-9-]{1,16}) +(?P<modules>.+?)(?= +SLOT |$)")


def propose(context: TurnContext, player: Player, order: Order) -> None:
    """PROPOSE: request the use of a system, or approval of a design with slots."""
    game: Campaign = context.game
    must_be_before_play(game, player, "non-standard equipment can be proposed")
    if not any(seat.role == "umpire" for seat in game.seats):
        message = "the campaign has no umpire to approve it"
        raise Refused(Refusal("no-umpire", message, "use standard equipment"))
    words = " ".join(order.get("words", "").upper().split())
    proposal = _system(order, player, words) if words.startswith("LIKE") else None
    if proposal is None:
        proposal = _design(game, player, order, words)
    name = folded(proposal.name)
    if any(folded(existing.name) == name for existing in game.proposals):
        message = f"{proposal.name} was already proposed"
        raise Refused(Refusal("name-taken", message, "choose another name", "proposal"))
    if int_sum(existing.by == player.id for existing in game.proposals) >= MOST:
        raise Refused(Refusal("over-limit", f"you have already made {MOST} proposals"))
    game.proposals.append(proposal)
    context.emit(
        PROPOSED,
        [EVERYONE],
        by=player.name,
        name=proposal.name,
        as_what=f", {words.lower()}" if words and proposal.part is not None else "",
    )


def _system(order: Order, player: Player, words: str) -> Proposal:
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
        points = half_up(points * FOREIGN, 100)
    special = SpecialFigures(name, mass, points, technology)
    return Proposal(name=name, by=player.id, part=evolve(like, special=special))


def _is_standard_word(name: str) -> bool:
    try:
        part_named(name)
    except ValueError:
        return False
    return True


def _design(game: Campaign, player: Player, order: Order, words: str) -> Proposal:
    """Return a proposal for a registered design with module slots (C2E-16.4-01)."""
    design = own_design(player, order["proposal"], "proposal")
    rest = _SLOT.sub("", words).strip()
    if rest:
        message = f"'{rest}' is not a system or a slot"
        hint = f"write {SYSTEM_FORM}, or {DESIGN_FORM}"
        raise Refused(Refusal("bad-proposal", message, hint, "words"))
    slots = [
        _slot(game, player, design, match["name"], match["modules"])
        for match in _SLOT.finditer(words)
    ]
    names = [slot.name for slot in slots]
    if len(set(names)) < len(names):
        message = f"{design.name}: two slots have the same name"
        raise Refused(Refusal("bad-proposal", message, "give each slot its own name", "words"))
    return Proposal(name=design.name, by=player.id, slots=tuple(slots))


def _slot(game: Campaign, player: Player, design: Design, name: str, modules: str) -> Slot:
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
        errors = faults(changed(design, old, RefitItem(part.word, part=part), index).design)
        if errors:
            message = f"{design.name} with {part.word} in slot {name}: {'; '.join(errors)}"
            raise Refused(Refusal("bad-proposal", message, "", "words"))
    return Slot(name, tuple(part.word for part in parts))


def approve(context: TurnContext, umpire: Seat, order: Order) -> None:
    """APPROVE: allow a player to use proposed equipment; add the slots to a design."""
    proposal = _open_proposal(context, umpire, order)
    if proposal is None:
        return
    player: Player = context.game.empire(proposal.by)
    if proposal.part is None:
        design = own_design(player, proposal.name, "proposal")
        player.designs[design.name] = evolve(design, slots=proposal.slots)
    _answer(context, proposal, APPROVED)


def refuse(context: TurnContext, umpire: Seat, order: Order) -> None:
    """REFUSE: reject proposed equipment."""
    proposal = _open_proposal(context, umpire, order)
    if proposal is not None:
        _answer(context, proposal, REFUSED)


def answer_postponed(context: TurnContext) -> None:
    """Answer this step's proposals; the umpire's orders are read before the players'."""
    context.notes[_ALL_MADE] = True
    for umpire, order in context.notes.pop(_PUT_OFF, []):
        context.carry_out_one(umpire, order)


def _open_proposal(context: TurnContext, umpire: Seat, order: Order) -> Proposal | None:
    """Return the open proposal of an order; None if the order has to wait for proposals."""
    game: Campaign = context.game
    key = folded(order["proposal"])
    for proposal in game.proposals:
        if folded(proposal.name) == key:
            if not proposal.answer:
                return proposal
            message = f"{proposal.name} was already {proposal.answer}"
            raise Refused(Refusal("answered", message, "an answer is final", "proposal"))
    if _ALL_MADE not in context.notes:
        context.notes.setdefault(_PUT_OFF, []).append((umpire, order))
        return None
    waiting = [entry.name for entry in game.proposals if not entry.answer]
    hint = did_you_mean(order["proposal"], waiting)
    message = f"there is no proposal {order['proposal']}"
    raise Refused(Refusal("unknown-proposal", message, hint, "proposal"))


def _answer(context: TurnContext, proposal: Proposal, answer: str) -> None:
    proposal.answer = answer
    by = context.game.empire(proposal.by).name
    context.emit(ANSWERED, [EVERYONE], by=by, name=proposal.name, answer=answer)
