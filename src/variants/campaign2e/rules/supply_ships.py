"""Supply ships and the orders LOAD and RESUPPLY.

LOAD sets the contents of a ship's holds, one type each (C2E-3.8-04). RESUPPLY lets supply ships
supply groups (C2E-3.6-05, C2E-3.8-05). A tonne aboard is worth one credit, and types are not
interchangeable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from horizons_core.amounts import amount_text, rounded_up
from horizons_core.errors import did_you_mean
from horizons_core.model import EventKind, folded
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.market import Spare, spare_named, stored_spare_mass
from variants.campaign2e.designs.parts import NOTHING_SPECIAL, ShipPart
from variants.campaign2e.economy import Logistics, economy_of
from variants.campaign2e.model import Campaign, Player, Ship, Store, TaskGroup, World, place_id
from variants.campaign2e.references import GROUP, SHIP
from variants.campaign2e.rules.designs import approved_parts
from variants.campaign2e.rules.postures import must_stay
from variants.campaign2e.rules.purchases import must_afford
from variants.campaign2e.rules.supply import (
    SUPPLY,
    is_tender_for,
    must_be_at_base,
    rearm,
    requirement,
)
from variants.campaign2e.rules.task_groups import group_of

LOADED = EventKind(
    "ship.loaded",
    "{ship} carries {fuel} t of fuel, {crew} t for crews, {weaponry} t of weaponry{spares}.",
    ("C2E-3.8-04",),
)

FUEL, CREW, WEAPONRY, SPARES = "FUEL", "CREW", "WEAPONRY", "SPARES"
SUPPLY_TYPES = (FUEL, CREW, WEAPONRY, SPARES)

#: In a turn's notes: each ship's loading cost this week, and its previous load.
_LOADINGS = "loadings"


@frozen
class Load:
    """A ship's load: tonnes by type of supply, and number by spare part."""

    tonnes: Mapping[str, int]
    spares: Mapping[str, int] = field(factory=dict)


def load_ship(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """LOAD: replace the whole load of a ship at a friendly base (C2E-3.8-04).

    Supply is free (C2E-3.8-06), except for a neutral base's surcharge on added tonnes
    (C2E-1.6-05). Spares come from the world's store; omitted ones are put ashore.
    """
    game = context.game
    ship = order[SHIP]
    special = approved_parts(game, sender)
    new_load = load_of(order.several("cargo"), sender.designs.values(), special)
    base = must_be_at_base(game, sender.id, group_of(game, ship).at, ship.name)
    store = sender.store(base.id)
    _must_fit(ship, new_load)
    _must_be_there(ship, store, new_load)
    _pay_surcharge(context, sender, ship, base, new_load)
    ship.fuel, ship.crew, ship.weaponry = (
        HUNDRED * new_load.tonnes.get(kind, 0) for kind in (FUEL, CREW, WEAPONRY)
    )
    _exchange(ship, store, new_load)
    spares = "".join(f", {number} {word}" for word, number in ship.spares.items())
    context.emit(
        LOADED,
        [sender.id],
        place=base.id,
        ship=ship.name,
        fuel=amount_text(ship.fuel),
        crew=amount_text(ship.crew),
        weaponry=amount_text(ship.weaponry),
        spares=spares,
    )


def load_of(
    words: Sequence[str],
    designs: Iterable[Design] = (),
    special: Mapping[str, ShipPart] = NOTHING_SPECIAL,
) -> Load:
    """Parse the load in an order; raises Refused."""
    parts: list[list[str]] = []
    for word in words:
        if word.upper() in SUPPLY_TYPES:
            parts.append([word.upper()])
        elif not parts:
            message = f"{word} is not a type of supply"
            raise Refused(
                Refusal("unknown-supply", message, f"types: {', '.join(SUPPLY_TYPES)}", "cargo")
            )
        else:
            parts[-1].append(word)
    tonnes: Counter[str] = Counter()
    spares: Counter[str] = Counter()
    for kind, *rest in parts:
        if kind == SPARES:
            spares.update(_spares_of(rest, designs, special))
        elif len(rest) == 1:
            tonnes[kind] += _parse_integer(rest[0])
        else:
            message = f"{' '.join([kind, *rest])}: {kind} needs one number of tonnes"
            raise Refused(Refusal("bad-load", message, f"write, for example, {kind} 20", "cargo"))
    return Load(tonnes, spares)


def room_in(ship: Ship) -> int:
    """Return the tonnes of cargo space in intact holds."""
    return int_sum(
        system.share
        for system in ship.design.systems
        if system.part.kind == "cargo" and system.key not in ship.out
    )


def mass_of(spares: Mapping[str, int]) -> int:
    """Return the tonnes of spare parts."""
    return int_sum(number * stored_spare_mass(word) for word, number in spares.items())


def loaded_in(ship: Ship) -> int:
    """Return the tonnes aboard: supply, rounded up, and parts of both kinds."""
    supply = rounded_up(ship.fuel + ship.crew + ship.weaponry, HUNDRED)
    return supply + mass_of(ship.spares) + mass_of(ship.used)


def _spares_of(
    words: Sequence[str], designs: Iterable[Design], special: Mapping[str, ShipPart]
) -> Counter[str]:
    """Parse the words after SPARES: parts, whose words may contain numbers, and their counts."""
    counts: Counter[str] = Counter()
    part: list[str] = []
    for number, word in enumerate(words):
        following = words[number + 1 : number + 2]
        is_count = word.isdecimal() and not (following and following[0].isdecimal())
        if part and is_count:
            counts[_spare(" ".join(part), designs, special).word] += _parse_integer(word)
            part = []
        else:
            part.append(word)
    if part or not counts:
        message = f"SPARES {' '.join(words)}: SPARES needs a part and a number"
        raise Refused(Refusal("bad-load", message, "write, for example, SPARES B3/3 2", "cargo"))
    return counts


def _spare(words: str, designs: Iterable[Design], special: Mapping[str, ShipPart]) -> Spare:
    try:
        return spare_named(words, designs, special)
    except ValueError as problem:
        raise Refused(Refusal("unknown-part", str(problem), "", "cargo")) from None


def _parse_integer(word: str) -> int:
    if not word.isdecimal() or len(word) > 6:
        message = f"'{word}' is not a whole number"
        raise Refused(
            Refusal("bad-load", message, "use whole tonnes and whole numbers of parts", "cargo")
        )
    return int(word)


def _must_fit(ship: Ship, new_load: Load) -> None:
    room = room_in(ship)
    mass = int_sum(new_load.tonnes.values()) + mass_of(new_load.spares)
    if not room:
        message = f"{ship.name} has no cargo space"
        raise Refused(Refusal("no-cargo", message, "name a ship with holds", "ship"))
    if mass > room:
        message = f"{ship.name} has {room} tonnes of cargo space, not {mass}"
        raise Refused(Refusal("too-much", message, "load less", "cargo"))


def _must_be_there(ship: Ship, store: Store, new_load: Load) -> None:
    """Raise Refused for spares that are neither ashore nor aboard."""
    for word, number in new_load.spares.items():
        available = store.spares.get(word, 0) + ship.spares.get(word, 0)
        if number > available:
            message = f"there are only {available} spares {word} here, not {number}"
            raise Refused(Refusal("no-spares", message, "buy more with SPARE", "cargo"))


def _pay_surcharge(
    context: TurnContext[Campaign], sender: Player, ship: Ship, base: World, new_load: Load
) -> None:
    """Pay a neutral base for added tonnes of supply, adjusted by later LOAD orders."""
    if base.owner:
        return
    loadings: dict[str, tuple[int, tuple[int, ...]]]
    loadings = context.notes.setdefault(_LOADINGS, {})
    paid, before = loadings.get(ship.id, (0, (ship.fuel, ship.crew, ship.weaponry)))
    added = int_sum(
        max(0, HUNDRED * new_load.tonnes.get(kind, 0) - old)
        for kind, old in zip((FUEL, CREW, WEAPONRY), before, strict=True)
    )
    price = economy_of(context).surcharge(added)
    must_afford(sender, price - paid, "loading here")
    loadings[ship.id] = price, before
    reason = f"Loading of {ship.name} at {base.id}"
    context.post(sender, CREDITS, paid - price, reason, ("C2E-1.6-05",))


def _exchange(ship: Ship, store: Store, new_load: Load) -> None:
    """Put all parts ashore, and take the given ones aboard."""
    ashore = Counter(store.spares) + Counter(ship.spares) - Counter(new_load.spares)
    store.spares, ship.spares = dict(ashore), dict(+Counter(new_load.spares))
    store.used = dict(Counter(store.used) + Counter(ship.used))
    ship.used = {}


GROUP_SUPPLIED = EventKind(
    "supply.handed",
    "{tender} hands {group} {fuel} t of fuel, {crew} t for crews and {weaponry} t of weaponry.",
    ("C2E-3.6-05",),
)
PARTLY_SUPPLIED = EventKind(
    "supply.in_part", "{group} is supplied in part: {tender} has no more.", ("C2E-3.6-05",)
)

#: In a turn's notes: ordered meetings.
_RESUPPLY_ORDERED = "resupply ordered"


@frozen
class _Meeting:
    """A meeting of a group and a supply ship, with its order."""

    sender: Player
    order: Order
    group: TaskGroup
    tender: Ship


def order_resupply(context: TurnContext[Campaign], sender: Player, order: Order) -> None:
    """RESUPPLY: record a meeting; all are settled in the order of C2E-3.6-05.

    Withdrawn ships take no part (C2E-17.4-01).
    """
    game = context.game
    group = order[GROUP]
    try:
        tender = _tender(game, sender, group, order["ship"])
    except Refused as refused:
        if context.forecast and refused.refusal.code == "unknown-ship" and _is_guest(sender):
            return  # it may belong to another player, whose ships a forecast does not know
        raise
    if game.plays_by("1.1.0"):
        must_stay(group)
        must_stay(group_of(game, tender), "ship")
    meetings = context.notes.setdefault(_RESUPPLY_ORDERED, [])
    meetings.append(_Meeting(sender, order, group, tender))


def settle_resupply(context: TurnContext[Campaign]) -> None:
    """Hand over supplies: to a ship's owner first, then to others by name, in order of writing."""
    meetings: list[_Meeting] = context.notes.pop(_RESUPPLY_ORDERED, [])
    in_turn = sorted(meetings, key=lambda m: (m.sender.id != m.tender.owner, folded(m.sender.name)))
    for meeting in in_turn:
        refusal = _supply_group(context, meeting)
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
    hosts = [name for name, permissions in sender.told_leave.items() if SUPPLY in permissions]
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
    return any(SUPPLY in permissions for permissions in sender.told_leave.values())


def _must_meet(game: Campaign, group: TaskGroup, tender: Ship) -> None:
    tender_at = group_of(game, tender).at
    if tender_at != group.at:
        message = f"{tender.name} is at {place_id(tender_at)}, {group.name} at {place_id(group.at)}"
        raise Refused(Refusal("not-together", message, "bring them to the same hex", "ship"))
    if tender.captured or not tender.design.cargo:
        message = f"{tender.name} has no cargo space"
        raise Refused(Refusal("no-cargo", message, "name a supply ship", "ship"))


def _supply_group(context: TurnContext[Campaign], meeting: _Meeting) -> Refusal | None:
    """Hand over as much as possible of what is due; returns a refusal if that is nothing."""
    game = context.game
    group, tender = meeting.group, meeting.tender
    ships = [ship for ship in game.ships_in(group.id) if ship.needs_supply]
    if not any(map(_is_due, ships)):
        return Refusal("nothing-due", f"{group.name} needs no supply", "", "group", "warning")
    holds_before = (tender.fuel, tender.crew, tender.weaponry)
    _hand_weaponry(context, ships, tender)
    _hand_weeks(economy_of(context), ships, tender)
    handed = [old - new for old, new in zip(holds_before, _holds(tender), strict=True)]
    if not any(handed):
        message = f"{tender.name} has less than a week's supply for {group.name}"
        return Refusal("no-supply", message, "LOAD it at a base", "ship")
    fuel, crew, weaponry = map(amount_text, handed)
    recipients = list(dict.fromkeys((group.owner, tender.owner)))
    names = {"tender": tender.name, "group": group.name}
    amounts = {"fuel": fuel, "crew": crew, "weaponry": weaponry}
    context.emit(GROUP_SUPPLIED, recipients, place=place_id(group.at), data=names | amounts)
    if any(map(_is_due, ships)):
        context.emit(PARTLY_SUPPLIED, [group.owner], place=place_id(group.at), data=names)
    return None


def _holds(tender: Ship) -> tuple[int, int, int]:
    return tender.fuel, tender.crew, tender.weaponry


def _is_due(ship: Ship) -> bool:
    return bool(ship.fuel_due or ship.crew_due or ship.weaponry_due)


def _hand_weaponry(context: TurnContext[Campaign], ships: Sequence[Ship], tender: Ship) -> None:
    """Meet weaponry requirements one by one, for the most expensive ships first (C2E-3.7-03).

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
    supplied ship regains its full endurance.
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
