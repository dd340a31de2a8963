"""REPAIR, REFIT, and use of captures (C2E-11, C2E-12.2, C2E-16.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from horizons_core import LocalizedText
from horizons_core.model import View, folded
from horizons_core.orders import (
    Argument,
    Choice,
    Chosen,
    Command,
    Cost,
    OfferingRules,
    Refused,
)
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.designs.market import BOXES, CORE_PARTS, spare_for
from variants.campaign2e.designs.refits import (
    ARMOUR,
    FREE,
    HULL,
    RefitItem,
    price_of,
    refit_item_named,
)
from variants.campaign2e.economy import Logistics
from variants.campaign2e.model import Ship
from variants.campaign2e.orders.arguments import (
    bases,
    row_named,
    ship_argument,
    ships_at_bases,
    world_argument,
)
from variants.campaign2e.rules import captures, refits, repair_orders
from variants.campaign2e.rules.damage import CRAFT, DRIVE, FTL, HOLD, Damage, damage_of
from variants.campaign2e.rules.refits import must_be_sound
from variants.campaign2e.rules.repair_orders import ALL, SPARES
from variants.campaign2e.view.rows import Row, ship_of

_PHASE = "administration"
_GROUP, _CAPTURES = "Supply and repair", "Captures"
#: Words for everything that a design does not list as a part.
_COMMON = (*BOXES, DRIVE, FTL, *CORE_PARTS)


def _withdrawing(view: View) -> set[str]:
    """Return the groups that withdraw this week (C2E-17.4-01)."""
    return {group["name"] for group in view["groups"] if group["bound_for"]}


def _damages(view: View, row: Row) -> Sequence[Damage]:
    """Return the damage of a ship that no work repairs yet."""
    ship = ship_of(view, row)
    if ship is None or row["captured"] or row["group"] in _withdrawing(view):
        return []
    tasks = [task for job in view["jobs"] if job["ship"] == row["name"] for task in job["tasks"]]
    in_work = {task.split()[0] if task.startswith(BOXES) else task for task in tasks}
    return [damage for damage in damage_of(ship) if damage.what not in in_work]


def _spares_at(view: View, at: str) -> Counter[str]:
    """Return the spares within reach of a hex: in a store, and aboard ships with holds."""
    shelves = [store for store in view["stores"] if store["world"] == at]
    shelves += [s for s in view["ships"] if s["at"] == at and s["cargo"] and not s["captured"]]
    spares: Counter[str] = Counter()
    for shelf in shelves:
        spares.update(shelf["spares"])
        spares.update(shelf["used"])
    return spares


def _donors(view: View, row: Row) -> Iterator[Ship]:
    """Yield ships that can give parts: those of a ship's group (C2E-11.3.2-01)."""
    for other in view["ships"]:
        is_here = other["group"] == row["group"] and other["name"] != row["name"]
        donor = ship_of(view, other) if is_here and not other["leased"] else None
        if donor is not None and not other["work"]:
            yield donor


def _gives(donor: Ship, ship: Row, damage: Damage) -> bool:
    """Return whether a ship has a working part like a damaged one (C2E-11.3.3-03)."""
    if damage.what == FTL:
        return donor.design.name == ship["design"] and donor.ftl == "ok"
    if damage.what in (*_COMMON, CRAFT, HOLD) or damage.what.startswith("SCREEN"):
        return False
    return any(
        system.part.word == damage.what and system.key not in donor.out
        for system in donor.design.systems
    )


def _from_spares(view: View, row: Row) -> Mapping[str, int]:
    """Return how much of each kind of a ship's damage the spares within reach can repair."""
    words = {damage.what: damage for damage in _damages(view, row)}
    ship = ship_of(view, row) if words else None
    if ship is None:
        return {}
    spares = _spares_at(view, row["at"])
    numbers = {
        what: min(damage.count, spares[spare_for(ship.design, what)])
        for what, damage in words.items()
        if what not in (CRAFT, HOLD)
    }
    return {what: number for what, number in numbers.items() if number}


def _repairable(view: View) -> Sequence[str]:
    return [row["name"] for row in view["ships"] if _is_damaged(row) and _repairs(view, row)]


def _is_damaged(row: Row) -> bool:
    """Return whether a ship may have damage; a quick check before an exact one."""
    return bool(
        row["hull"] < row["hull_of"]
        or row["armour"] < row["armour_of"]
        or row["out"]
        or row["core_out"]
        or row["drive"] in ("halved", "out")
        or row["ftl"] == "out"
        or row["fighters"]
        or row["dropships"]
    )


def _repairs(view: View, row: Row) -> Sequence[Damage]:
    """Return the damage that can be repaired where the ship is."""
    damages = _damages(view, row)
    if not damages or row["at"] in bases(view):
        return damages
    available = _from_spares(view, row)
    return [damage for damage in damages if damage.what in available]


def _price(damage: Damage, number: int, view: View, economy: Logistics) -> float:
    """Return the price of repairs, doubled without its resource (C2E-3.5-03, C2E-3.5-04)."""
    price = damage.price * number // damage.count
    if damage.weaponry:
        price = economy.with_access(price, "Manufactured Goods", view["access"])
    if damage.of_the_hull:
        price = economy.with_access(price, "Mining/Ore", view["access"])
    return price / HUNDRED


def _damage_choices(view: View, chosen: Chosen, rules: OfferingRules) -> Sequence[Choice]:
    """Return the damage of the chosen ship, or of all ships."""
    chosen_ship = row_named(view["ships"], chosen.get("ship"))
    choices: dict[str, Choice] = {ALL: Choice(ALL, LocalizedText("everything"))}
    for row in filter(_is_damaged, [chosen_ship] if chosen_ship is not None else view["ships"]):
        spares, at_base = _from_spares(view, row), row["at"] in bases(view)
        for damage in _repairs(view, row):
            maximum = damage.count if at_base else spares[damage.what]
            for number in dict.fromkeys((maximum, 1)):
                word = f"{damage.what} {number}" if damage.what in BOXES else damage.what
                price = _price(damage, number, view, rules.economy) if at_base else 0
                choices[word] = Choice(word, cost=Cost(CREDITS, price))
    return list(choices.values()) if len(choices) > 1 else []


def _chosen_damage(view: View, chosen: Chosen) -> tuple[Row | None, Sequence[Damage]]:
    """Return the chosen ship, and its chosen damage."""
    row = row_named(view["ships"], chosen.get("ship"))
    if row is None:
        return None, []
    what = str(chosen.get("what")).upper()
    damages = [d for d in _repairs(view, row) if what in (ALL, d.what) or _is_box(what, d)]
    return row, damages


def _is_box(what: str, damage: Damage) -> bool:
    return damage.what in BOXES and what.split()[:1] == [damage.what]


def _sources(view: View, chosen: Chosen) -> Sequence[str]:
    """Return SPARES if there are enough, and ships with the part."""
    row, damages = _chosen_damage(view, chosen)
    if row is None:
        return [SPARES]
    available = _from_spares(view, row)
    number = [*str(chosen.get("what")).split(), "1"][1]
    count = int(number) if number.isdecimal() else 1
    enough = [d for d in damages if available.get(d.what, 0) >= (count if d.what in BOXES else 1)]
    donors = []
    if row["at"] in bases(view):
        donors = [d.name for d in _donors(view, row) if any(_gives(d, row, x) for x in damages)]
    return [*([SPARES] if enough else []), *donors]


def _fast(view: View, chosen: Chosen) -> Sequence[str]:
    """Return FAST for work that takes two weeks (C2E-11.4-03)."""
    row, damages = _chosen_damage(view, chosen)
    if row is None:
        return ["FAST"]
    source = chosen.get("source")
    if source or row["at"] not in bases(view):
        available = _from_spares(view, row)
        damages = [damage for damage in damages if damage.what in available]
        damages = damages if not source or folded(str(source)) == folded(SPARES) else []
    return ["FAST"] if any(damage.major for damage in damages) else []


REPAIR = Command(
    keyword="REPAIR",
    rule="repair",
    phase="administration",
    forms=("REPAIR {ship} {what} [FROM {source}] [{fast}]",),
    label="Repair",
    group=_GROUP,
    syntax=(
        "REPAIR ship part [FROM SPARES] [FAST]",
        "REPAIR ship part FROM ship [FAST]",
        "REPAIR ship ALL [FROM SPARES] [FAST]",
    ),
    help="Repairs a part, HULL n, ARMOUR n, DRIVE, FTL, BRIDGE, LIFE, POWER, CRAFT, or ALL.",
    example="REPAIR Argent-1 B3/3",
    mistake="REPAIR Argent-1 LASER",
    arguments={
        "ship": ship_argument(_repairable),
        "what": Argument(offers=_damage_choices, bare=True, label="damage"),
        "source": Argument(
            offers=_sources,
            optional=True,
            things=("ship",),
            label="source of parts",
            help="Without one, a base sells new parts.",
        ),
        "fast": Argument(offers=_fast, optional=True, label="double speed"),
    },
    rules=("C2E-11.1-01", "C2E-11.1-02", "C2E-11.2-01", "C2E-11.4-03"),
    run=repair_orders.repair,
)

REPAIR_COMMANDS = (REPAIR,)


#: What a refit can install.
_NEW_ITEMS = (
    "B1/6", "B2/3", "B2/6", "B3/1", "B3/3", "B4/1", "PT/1", "PT/2", "PT/3", "PDS", "FC", "ADFC",
    "NEEDLE", "RACK", "SML", "MAG 2", "MAG 4", "SCREEN-1", "SCREEN-2", "HANGAR", "ORTILLERY",
    "BAY 10", "TUG 100", "CARGO 1", "CARGO 10", f"{HULL} 1", f"{ARMOUR} 1", FREE,
    "FIGHTERS STANDARD", "DROPSHIPS 10",
)  # fmt: skip


def _fit_for_refit(view: View) -> Sequence[str]:
    """Return the ships at bases that can be refitted."""
    bound = _withdrawing(view)
    return [
        ship["name"]
        for ship in ships_at_bases(view)
        if not (ship["captured"] or ship["leased"] or ship["work"])
        and ship["group"] not in bound
        and ship_of(view, ship) is not None
    ]


def _ships_to_refit(view: View, chosen: Chosen) -> Iterator[Ship]:
    row = row_named(view["ships"], chosen.get("ship"))
    fit = [row["name"]] if row is not None else _fit_for_refit(view)
    designs = {(s["design"], s["fitted"]): s for s in view["ships"] if s["name"] in fit}
    for ship in designs.values():
        if (ship_row := ship_of(view, ship)) is not None:
            yield ship_row


def _old_items(view: View, chosen: Chosen) -> Sequence[str]:
    """Return what a refit can remove from the chosen ship: parts, boxes, free mass."""
    words: dict[str, None] = {}
    for ship in _ships_to_refit(view, chosen):
        design = ship.design
        parts = [part.word for part in design.parts if part.kind != "cargo"]
        holds, armour = ["CARGO 1"] * bool(design.cargo), [f"{ARMOUR} 1"] * bool(design.armour)
        items = map(refit_item_named, dict.fromkeys([*parts, *holds, f"{HULL} 1", *armour, FREE]))
        words |= {
            old.word: None
            for old in items
            if "ship" not in chosen or any(_fitting_items(ship, old))
        }
    return list(words)


def _new_items(view: View, chosen: Chosen) -> Sequence[str | Choice]:
    """Return what fits into a ship in place of the chosen item."""
    ship = next(_ships_to_refit(view, chosen), None) if chosen.get("old") else None
    try:
        old = refit_item_named(str(chosen.get("old")))
    except ValueError:
        return _NEW_ITEMS
    if ship is None:
        return _NEW_ITEMS
    return [
        Choice(new.word, cost=Cost(CREDITS, price_of(ship.design, old, new) / HUNDRED))
        for new in _fitting_items(ship, old)
    ]


def _fitting_items(ship: Ship, old: RefitItem) -> Iterator[RefitItem]:
    return (new for new in map(refit_item_named, _NEW_ITEMS) if _fits(ship, old, new))


def _fits(ship: Ship, old: RefitItem, new: RefitItem) -> bool:
    if old == new:
        return False
    try:
        must_be_sound(ship, ship.design, old, new)
    except Refused:
        return False
    return True


REFIT = Command(
    keyword="REFIT",
    rule="refit_ship",
    phase="administration",
    forms=("REFIT {ship} {old} TO {new}",),
    syntax=("REFIT ship old-part|HULL n|ARMOUR n|CARGO n|FREE TO new-part|FREE",),
    label="Refit",
    group=_GROUP,
    help="Replaces a part with another, or adds one in free mass, at a friendly base.",
    example="REFIT Argent-1 B1/6 TO PDS",
    mistake="REFIT Argent-1 LASER TO PDS",
    arguments={
        "ship": ship_argument(_fit_for_refit),
        "old": Argument(offers=_old_items, bare=True, label="what is removed"),
        "new": Argument(offers=_new_items, bare=True, label="what is installed"),
    },
    rules=("C2E-16.5-01", "C2E-16.5-02", "C2E-16.5-03", "C2E-16.5-04", "C2E-16.6-01"),
    run=refits.order_refit,
)

REFIT_COMMANDS = (REFIT,)


def _captures(view: View) -> Sequence[Row]:
    """Return captures without work, at bases or held by an armed group (C2E-12.2-01)."""
    bound = _withdrawing(view)
    places = {group["at"] for group in view["groups"] if group["armed"]} - {
        group["at"] for group in view["groups"] if group["name"] in bound
    }
    places |= bases(view)
    return [
        ship
        for ship in view["ships"]
        if ship["captured"] and not ship["work"] and ship["at"] in places
    ]


def _capture_names(view: View) -> Sequence[str]:
    return [ship["name"] for ship in _captures(view)]


def _rebuildable(view: View) -> Sequence[str]:
    """Return the captures at bases that are not wrecks (C2E-12.2.1-01)."""
    at_base, bound = bases(view), _withdrawing(view)
    return [
        row["name"]
        for row in _captures(view)
        if row["at"] in at_base
        and row["group"] not in bound
        and (ship := ship_of(view, row)) is not None
        and ship.intact_rows >= captures.MIN_ROWS
        and ship.majors_out <= captures.MAX_MAJORS_OUT
    ]


def _own_world_of(view: View, chosen: Chosen) -> Sequence[str]:
    """Return the world where the chosen capture is, if it is the reader's."""
    row = row_named(view["ships"], chosen.get("ship"))
    at = {ship["at"] for ship in ([row] if row is not None else _captures(view))}
    return [world["id"] for world in view["own_worlds"] if world["id"] in at]


_CAPTURE = {"ship": ship_argument(_capture_names)}

REBUILD = Command(
    keyword="REBUILD",
    rule="rebuild_capture",
    phase=_PHASE,
    forms=("REBUILD {ship} [AT {world}]",),
    syntax=("REBUILD capture [AT own-world]",),
    label="Rebuild a capture",
    group=_CAPTURES,
    help="Repairs a capture at a friendly base, so that it joins your fleet.",
    example="REBUILD Argent-1",
    mistake="REBUILD Nobody-1",
    arguments={
        "ship": ship_argument(_rebuildable),
        "world": world_argument(_own_world_of, optional=True),
    },
    rules=("C2E-12.2-01", "C2E-12.2.1-01", "C2E-12.2.1-02"),
    run=captures.order_rebuilding,
)

STRIP = Command(
    keyword="STRIP",
    rule="strip_capture",
    phase=_PHASE,
    syntax=("STRIP capture",),
    label="Strip a capture",
    group=_CAPTURES,
    help="Takes all working parts out of a capture as second-hand spares; scraps the rest.",
    example="STRIP Argent-1",
    mistake="STRIP Nobody-1",
    arguments=_CAPTURE,
    rules=("C2E-12.2-01", "C2E-12.2.2-01"),
    run=captures.strip_capture,
)

SELL = Command(
    keyword="SELL",
    rule="sell_capture",
    phase=_PHASE,
    syntax=("SELL capture",),
    label="Sell a capture",
    group=_CAPTURES,
    help="Sells a capture for a tenth of its price for each intact row of hull boxes.",
    example="SELL Argent-1",
    mistake="SELL Nobody-1",
    arguments=_CAPTURE,
    rules=("C2E-12.2-01", "C2E-12.2.3-01"),
    run=captures.sell_capture,
)

#: C2E-12.1-02: there is no boarding order.
CAPTURE_COMMANDS = (REBUILD, STRIP, SELL)
