"""LOAD: the contents of a ship's holds, one type each (C2E-3.8-04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from horizons_core.amounts import amount_text, rounded_up
from horizons_core.model import EventKind
from horizons_core.orders import Order, Refusal, Refused
from horizons_core.sums import int_sum
from horizons_core.turn import TurnContext
from variants.campaign2e.constants import CREDITS, HUNDRED
from variants.campaign2e.designs.design import Design
from variants.campaign2e.designs.parts import NOTHING_SPECIAL, ShipPart
from variants.campaign2e.designs.spares import Spare, mass_of_stored, spare_named
from variants.campaign2e.model import Campaign, Player, Ship, Store, World
from variants.campaign2e.rules.bases import must_be_at_base
from variants.campaign2e.rules.groups import group_of
from variants.campaign2e.rules.purchases import must_afford
from variants.campaign2e.rules.standards import approved_parts

LOADED = EventKind(
    "ship.loaded",
    "{ship} carries {fuel} t of fuel, {crew} t for crews, {weaponry} t of weaponry{spares}.",
    ("C2E-3.8-04",),
)

FUEL, CREW, WEAPONRY, SPARES = "FUEL", "CREW", "WEAPONRY", "SPARES"
TYPES = (FUEL, CREW, WEAPONRY, SPARES)

#: In a turn's notes: each ship's loading cost this week, and its previous load.
_LOADINGS = "loadings"


@frozen
class Load:
    """A ship's load: tonnes by type of supply, and number by spare part."""

    tonnes: Mapping[str, int]
    spares: Mapping[str, int] = field(factory=dict)


def load(context: TurnContext, sender: Player, order: Order) -> None:
    """LOAD: replace the whole load of a ship at a friendly base (C2E-3.8-04).

    Supply is free (C2E-3.8-06), except for a neutral base's surcharge on added tonnes
    (C2E-1.6-05). Spares come from the world's store; omitted ones are put ashore.
    """
    game: Campaign = context.game
    ship: Ship = order["ship"]
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
        if word.upper() in TYPES:
            parts.append([word.upper()])
        elif not parts:
            message = f"{word} is not a type of supply"
            raise Refused(Refusal("unknown-supply", message, f"types: {', '.join(TYPES)}", "cargo"))
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
    return int_sum(number * mass_of_stored(word) for word, number in spares.items())


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
    context: TurnContext, sender: Player, ship: Ship, base: World, new_load: Load
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
    price = context.variant.economy.surcharge(added)
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
