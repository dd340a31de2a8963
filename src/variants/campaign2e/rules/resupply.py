"""RESUPPLY: supply of groups by supply ships (C2E-3.6-05, C2E-3.8-05).

A tonne aboard is worth one credit. Types are not interchangeable.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from horizons_core.amounts import amount_text
from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.turn import TurnContext
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Campaign, Player, Ship, TaskGroup, place_id
from variants.campaign2e.rules.bases import SUPPLY
from variants.campaign2e.rules.groups import group_of
from variants.campaign2e.rules.postures import must_stay
from variants.campaign2e.rules.supply import is_tender_for, rearm, requirement

SUPPLIED = EventKind(
    "supply.handed",
    "{tender} hands {group} {fuel} t of fuel, {crew} t for crews and {weaponry} t of weaponry.",
    ("C2E-3.6-05",),
)
IN_PART = EventKind(
    "supply.in_part", "{group} is supplied in part: {tender} has no more.", ("C2E-3.6-05",)
)

#: In a turn's notes: ordered meetings.
_ORDERED = "resupply ordered"


@frozen
class _Meeting:
    """A meeting of a group and a supply ship, with its order."""

    sender: Player
    order: Order
    group: TaskGroup
    tender: Ship


def order_resupply(context: TurnContext, sender: Player, order: Order) -> None:
    """RESUPPLY: record a meeting; all are settled in the order of C2E-3.6-05.

    Withdrawn ships take no part (C2E-17.4-01).
    """
    game: Campaign = context.game
    group: TaskGroup = order["group"]
    try:
        tender = _tender(game, sender, group, order["ship"])
    except Refused as refused:
        if context.forecast and refused.refusal.code == "unknown-ship" and _is_guest(sender):
            return  # it may belong to another player, whose ships a forecast does not know
        raise
    if game.plays_by("1.1.0"):
        must_stay(group)
        must_stay(group_of(game, tender), "ship")
    meetings = context.notes.setdefault(_ORDERED, [])
    meetings.append(_Meeting(sender, order, group, tender))


def settle(context: TurnContext) -> None:
    """Hand over supplies: to a ship's owner first, then to others by name, in order of writing."""
    meetings: list[_Meeting] = context.notes.pop(_ORDERED, [])
    in_turn = sorted(meetings, key=lambda m: (m.sender.id != m.tender.owner, folded(m.sender.name)))
    for meeting in in_turn:
        refusal = _supply(context, meeting)
        if refusal is not None:
            context.refuse(meeting.sender.id, meeting.order, refusal)


def _tender(game: Campaign, sender: Player, group: TaskGroup, word: str) -> Ship:
    """Return the named supply ship: the sender's, or a permitted one in the group's hex.

    Raises Refused, without revealing the presence of other ships.
    """
    key = folded(word)
    for ship in game.ships_of(sender.id):
        if folded(ship.name) == key:
            _must_meet(game, group, ship)
            return ship
    hosts = [name for name, leave in sender.told_leave.items() if SUPPLY in leave]
    for ship in game.ships if hosts else ():
        usable = ship.owner in hosts and is_tender_for(game, ship, sender.id)
        if usable and folded(ship.name) == key and group_of(game, ship).at == group.at:
            return ship
    tenders = [ship.name for ship in game.ships_of(sender.id) if ship.design.is_supply_ship]
    message = f"{group.name} cannot use a supply ship {word}"
    hint = "use your own, or one in the same hex whose owner ALLOWs you SUPPLY"
    hint = did_you_mean(word, tenders) if tenders else hint
    raise Refused(Refusal("unknown-ship", message, hint, "ship"))


def _is_guest(sender: Player) -> bool:
    """Return whether any player lets the sender use supply ships."""
    return any(SUPPLY in leave for leave in sender.told_leave.values())


def _must_meet(game: Campaign, group: TaskGroup, tender: Ship) -> None:
    tender_at = group_of(game, tender).at
    if tender_at != group.at:
        message = f"{tender.name} is at {place_id(tender_at)}, {group.name} at {place_id(group.at)}"
        raise Refused(Refusal("not-together", message, "bring them to the same hex", "ship"))
    if tender.captured or not tender.design.cargo:
        message = f"{tender.name} has no cargo space"
        raise Refused(Refusal("no-cargo", message, "name a supply ship", "ship"))


def _supply(context: TurnContext, meeting: _Meeting) -> Refusal | None:
    """Hand over as much as possible of what is due; returns a refusal if that is nothing."""
    game: Campaign = context.game
    group, tender = meeting.group, meeting.tender
    ships = [ship for ship in game.ships_in(group.id) if ship.needs_supply]
    if not any(map(_is_due, ships)):
        return Refusal("nothing-due", f"{group.name} needs no supply", "", "group", "warning")
    holds_before = (tender.fuel, tender.crew, tender.weaponry)
    _hand_weaponry(context, ships, tender)
    _hand_weeks(context.variant.economy, ships, tender)
    handed = [old - new for old, new in zip(holds_before, _holds(tender), strict=True)]
    if not any(handed):
        message = f"{tender.name} has less than a week's supply for {group.name}"
        return Refusal("no-supply", message, "LOAD it at a base", "ship")
    fuel, crew, weaponry = map(amount_text, handed)
    recipients = list(dict.fromkeys((group.owner, tender.owner)))
    names = {"tender": tender.name, "group": group.name}
    amounts = {"fuel": fuel, "crew": crew, "weaponry": weaponry}
    context.emit(SUPPLIED, recipients, place=place_id(group.at), data=names | amounts)
    if any(map(_is_due, ships)):
        context.emit(IN_PART, [group.owner], place=place_id(group.at), data=names)
    return None


def _holds(tender: Ship) -> tuple[int, int, int]:
    return tender.fuel, tender.crew, tender.weaponry


def _is_due(ship: Ship) -> bool:
    return bool(ship.fuel_due or ship.crew_due or ship.weaponry_due)


def _hand_weaponry(context: TurnContext, ships: Sequence[Ship], tender: Ship) -> None:
    """Meet requirements of weaponry one by one, for the dearest ships first (C2E-3.7-03).

    A partly met requirement is unmet. When all are met, the count of turns restarts, and fired
    ammunition is replaced.
    """
    for ship in sorted(ships, key=lambda ship: (-ship.design.points, ship.name)):
        if not ship.weaponry_due:
            continue
        while ship.weaponry_due:
            amount = min(ship.weaponry_due, requirement(context, ship) or ship.weaponry_due)
            if amount > tender.weaponry:
                break
            tender.weaponry -= amount
            ship.weaponry_due -= amount
        if not ship.weaponry_due:
            ship.combat_turns = 0  # C2E-3.7-01
            rearm(ship)  # C2E-3.7-02


def _hand_weeks(economy: Logistics, ships: Sequence[Ship], tender: Ship) -> None:
    """Hand over fuel and crew supply week by week, to the neediest ship first (C2E-3.6-06).

    Each full week of both restores a week of endurance; the remainder stays aboard. A fully
    supplied ship has its whole endurance again.
    """
    while True:
        needy = [ship for ship in ships if _week_fits(economy, ship, tender)]
        if not needy:
            break
        ship = min(needy, key=lambda ship: (ship.endurance, ship.name))
        fuel, crew = _week(economy, ship)
        ship.fuel_due, ship.crew_due = ship.fuel_due - fuel, ship.crew_due - crew
        tender.fuel, tender.crew = tender.fuel - fuel, tender.crew - crew
        ship.endurance = min(ship.endurance + 1, economy.endurance(ship.design))
        ship.out_of_supply = False
    for ship in ships:
        if not _is_due(ship):
            ship.endurance = economy.endurance(ship.design)
            ship.out_of_supply = False


def _week(economy: Logistics, ship: Ship) -> tuple[int, int]:
    """Return the fuel and crew supply of one week that a ship is due."""
    weekly = economy.upkeep(ship.design)
    return min(weekly.fuel, ship.fuel_due), min(weekly.crew, ship.crew_due)


def _week_fits(economy: Logistics, ship: Ship, tender: Ship) -> bool:
    fuel, crew = _week(economy, ship)
    return bool(fuel or crew) and fuel <= tender.fuel and crew <= tender.crew
