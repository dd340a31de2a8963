"""Orders for supply ships and payments (C2E-2.5-02, C2E-3.6, C2E-3.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from horizons_core import LocalizedText
from horizons_core.amounts import amount_of
from horizons_core.model import View
from horizons_core.orders import (
    Argument,
    Choice,
    Chosen,
    Command,
    Cost,
    OfferingRules,
    Range,
    Refused,
)
from horizons_core.sums import int_sum
from variants.campaign2e import references
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.designs.market import stored_spare_mass
from variants.campaign2e.economy import Logistics
from variants.campaign2e.orders import arguments
from variants.campaign2e.orders.arguments import (
    free_groups,
    group_argument,
    own_bases,
    row_named,
    ship_argument,
    ships_at_bases,
    words_of,
    world_argument,
)
from variants.campaign2e.rules import supply_ships, upkeep
from variants.campaign2e.rules.supply_ships import SUPPLY_TYPES, load_of, mass_of, room_in
from variants.campaign2e.setup.defaults import default_load
from variants.campaign2e.view.rows import Row, is_supply_ship, ship_of

_PHASE = "administration"
_GROUP, _MONEY = "Supply and repair", "Money"
_SPARES = "SPARES"


def _carriers(view: View) -> Sequence[str]:
    """Return the ships at bases with cargo space in working order."""
    return [ship["name"] for ship in ships_at_bases(view) if ship["cargo"] and _room(view, ship)]


def _room(view: View, row: Row) -> int:
    ship = ship_of(view, row)
    return room_in(ship) if ship is not None else int(row["cargo"])


def _cargo(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    """Return a whole load, or amounts of one type that fit with those chosen so far."""
    row = row_named(view["ships"], chosen.get("ship"))
    words = " ".join(words_of(chosen, "cargo")).split()
    room = max((_room(view, ship) for ship in ([row] if row else view["ships"])), default=0)
    price = _price_per_tonne(view, row, rules.economy)
    if price:
        room = min(room, int(view["treasury"] / price))
    room -= _mass(words)
    loads = [_load(default_load(room))] if not words else []
    for kind in SUPPLY_TYPES:
        if kind == _SPARES and row is not None:
            loads += [load for load in _spare_loads(view, row, room) if _SPARES not in words]
        elif kind != _SPARES and kind not in words:
            loads += [f"{kind} {tonnes}" for tonnes in _amounts(room)]
    if not price:
        return [Choice(load) for load in loads]
    return [Choice(load, cost=Cost(CREDITS, price * _mass(load.split()))) for load in loads]


def _mass(words: Sequence[str]) -> int:
    """Return the tonnes of a load; 0 for one that cannot be parsed."""
    try:
        load = load_of(words)
    except Refused:
        return 0
    return int_sum(load.tonnes.values()) + mass_of(load.spares)


def _load(tonnes: Sequence[int]) -> str:
    return " ".join(f"{kind} {t}" for kind, t in zip(SUPPLY_TYPES, tonnes, strict=False))


def _amounts(maximum: int) -> Sequence[int]:
    """Return an amount, its half, a quarter and so on."""
    amounts = []
    while maximum > 0:
        amounts.append(maximum)
        maximum //= 2
    return amounts


def _spare_loads(view: View, ship: Row, room: int) -> Iterator[str]:
    """Yield spares that are ashore or aboard, as many as there is room for."""
    spares: Counter[str] = Counter(ship["spares"])
    for store in view["stores"]:
        if store["world"] == ship["at"]:
            spares.update(store["spares"])
    for word, maximum in spares.items():
        for number in _amounts(min(maximum, room // stored_spare_mass(word))):
            yield f"{_SPARES} {word} {number}"


def _price_per_tonne(view: View, ship: Row | None, economy: Logistics) -> float:
    """Return the price of a tonne of supply at a neutral base, in credits (C2E-1.6-05)."""
    world = row_named(view["worlds"], ship["at"]) if ship is not None else None
    if world is None or world["owner"]:
        return 0
    return economy.surcharge(HUNDRED) / HUNDRED


def _meetings(view: View) -> Mapping[str, Sequence[str]]:
    """Return, for each group, supply ships in its hex with a week's supply for one of its ships.

    Groups at bases get all that they need there (C2E-3.6-04).
    """
    at_base = arguments.bases(view)
    free = {group["name"] for group in free_groups(view) if group["at"] not in at_base}
    tenders: dict[str, list[Row]] = {}
    for ship in view["ships"]:
        if ship["group"] in free and ship["cargo"] and not ship["captured"]:
            tenders.setdefault(ship["at"], []).append(ship)
    meetings: dict[str, dict[str, None]] = {}
    for ship in view["ships"]:
        need = ship["headings"]
        for tender in tenders.get(ship["at"], ()) if need["fuel"] else ():
            if ship["group"] in free and _has_week(tender["holds"], need):
                meetings.setdefault(ship["group"], {})[tender["name"]] = None
    return {group: list(ships) for group, ships in meetings.items()}


def _has_week(holds: Mapping[str, float], need: Mapping[str, float]) -> bool:
    return all(need[kind] <= holds[kind] for kind in ("fuel", "crew"))


def _groups_in_need(view: View) -> Sequence[str]:
    return list(_meetings(view))


def _tenders(view: View, chosen: Chosen) -> Sequence[str]:
    meetings = _meetings(view)
    group = row_named(view["groups"], chosen.get("group"))
    if group is not None:
        return meetings.get(group["name"], ())
    return list(dict.fromkeys(ship for ships in meetings.values() for ship in ships))


def _leased(view: View) -> Sequence[str]:
    return [ship["name"] for ship in ships_at_bases(view) if ship["leased"]]


def _freighters(view: View, _: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    lease = rules.economy.lease
    return [
        Choice(
            row["name"],
            LocalizedText(
                "{name}, {price} credits a week",
                name=row["name"],
                price=f"{lease * row['upkeep']:g}",
            ),
        )
        for row in view["designs"]
        if row["navy"] and is_supply_ship(row)
    ]


LOAD = Command(
    keyword="LOAD",
    rule="load_ship",
    phase="administration",
    forms=("LOAD {ship} {cargo...}",),
    syntax=("LOAD ship [FUEL t] [CREW t] [WEAPONRY t] [SPARES part n ...]",),
    label="Load a ship",
    group=_GROUP,
    help="Sets a ship's load at a friendly base, in whole tonnes; everything else is unloaded.",
    example="LOAD Packhorse-1 FUEL 20 CREW 16 WEAPONRY 14 SPARES B3/3 1",
    mistake="LOAD Packhorse-1 WATER 5",
    arguments={
        "ship": ship_argument(_carriers, references.own_ship),
        "cargo": Argument(offers=_cargo, bare=True, label="load"),
    },
    rules=("C2E-3.8-04", "C2E-3.8-05", "C2E-3.8-06"),
    run=supply_ships.load_ship,
)

RESUPPLY = Command(
    keyword="RESUPPLY",
    rule="order_resupply",
    phase="upkeep",
    forms=("RESUPPLY {group} FROM {ship}",),
    syntax=("RESUPPLY group FROM supply-ship",),
    label="Resupply a group",
    group=_GROUP,
    help="Supplies a group from a supply ship in its hex: yours, or one that you may use.",
    example="RESUPPLY g1 FROM Packhorse-1",
    mistake="RESUPPLY g1 FROM Nobody-1",
    arguments={
        "group": group_argument(_groups_in_need),
        "ship": Argument(offers=_tenders, things=("ship",), label="supply ship"),
    },
    rules=("C2E-3.6-05",),
    run=supply_ships.order_resupply,
)

LEASE = Command(
    keyword="LEASE",
    rule="lease_ship",
    phase="administration",
    forms=("LEASE {design} AT {world}",),
    syntax=("LEASE design AT own-world",),
    label="Lease a supply ship",
    group=_GROUP,
    help="Leases a supply ship from the market for four times its maintenance a week.",
    example="LEASE Packhorse AT 7,5",
    mistake="LEASE Argent AT 7,5",
    arguments={
        "design": Argument(offers=_freighters),
        "world": world_argument(own_bases),
    },
    rules=("C2E-3.8-03",),
    run=upkeep.lease_ship,
)

RETURN = Command(
    keyword="RETURN",
    rule="return_ship",
    phase="administration",
    syntax=("RETURN leased-ship",),
    label="Return a leased ship",
    group=_GROUP,
    help="Returns a leased ship with its load at a friendly base.",
    example="RETURN Packhorse-1",
    mistake="RETURN Nobody-1",
    arguments={"ship": ship_argument(_leased, references.own_ship)},
    rules=("C2E-3.8-03",),
    run=upkeep.return_ship,
)

SUPPLY_COMMANDS = (LOAD, RESUPPLY, LEASE, RETURN)


def _payees(view: View) -> Sequence[str]:
    return [*arguments.groups(view), *arguments.names(view["ships"])]


def _unleased(view: View) -> Sequence[str]:
    return [ship["name"] for ship in ships_at_bases(view) if not ship["leased"]]


def _credits(view: View) -> Range:
    return Range(1, int(view["treasury"]), cost=Cost(CREDITS, 1))


PAY = Command(
    keyword="PAY",
    rule="pay_player",
    phase=_PHASE,
    syntax=("PAY player credits",),
    label="Pay a player",
    group=_MONEY,
    help="Gives money to another player, who gets it after all orders have been read.",
    example="PAY Brin 12.5",
    mistake="PAY Brin 0",
    arguments={
        "player": Argument(find=references.other_player, offers=arguments.other_players),
        "credits": Argument(amount_of, offers=_credits),
    },
    rules=("C2E-2.5-02",),
    run=upkeep.order_gift,
)

BILLS = Command(
    keyword="BILLS",
    rule="order_bills",
    phase=_PHASE,
    forms=("BILLS {payee...}",),
    syntax=("BILLS ship|group ...",),
    label="Pay bills first",
    group=_MONEY,
    help="Sets which ships are paid first; leases follow, then the most expensive ships.",
    example="BILLS Heron-1 g2",
    mistake="BILLS Nobody-1",
    arguments={
        "payee": Argument(
            offers=_payees, things=("group", "ship"), label="ships and groups, in order"
        )
    },
    rules=("C2E-2.5-02",),
    run=upkeep.set_bills,
)

DISBAND = Command(
    keyword="DISBAND",
    rule="disband_ship",
    phase=_PHASE,
    syntax=("DISBAND ship",),
    label="Disband a ship",
    group=_MONEY,
    help="Disbands a ship at a friendly base, at once and without payment; cancels its debts.",
    example="DISBAND Heron-1",
    mistake="DISBAND Nobody-1",
    arguments={"ship": ship_argument(_unleased, references.own_ship)},
    rules=("C2E-2.5-02",),
    run=upkeep.disband,
)

PAYMENT_COMMANDS = (PAY, BILLS, DISBAND)
