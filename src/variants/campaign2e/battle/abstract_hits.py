"""Hits outside battles, such as a single attack on a ship or damage to a group.

They are used for raiders driven off (C2E-6.2-04), planets that shoot back (C2E-7.5-04) and repelled
attacks (C2E-8.4-03). Damage falls on armour first, screens do not help, and thresholds are checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from horizons_core.rng import Stream
from horizons_core.sums import int_sum
from variants.campaign2e.battle.outcome import lose_dropships
from variants.campaign2e.designs.design import CORE_SYSTEMS, ShipSystem
from variants.campaign2e.model import Ship
from variants.campaign2e.model.ships import HALVED, NONE, OK, OUT

#: Damage of a packet.
PACKET = 5
#: Lowest die that loses a system after the first row; one less after each further row.
FIRST_THRESHOLD = 6
#: Minimum of that number: a 1 never loses anything.
MIN_THRESHOLD = 2
#: Lowest die with which three parties repair a core system.
REPAIRED = 4
#: Lowest die with which a damaged power core explodes.
EXPLODES = 5


def hit_group(ships: Sequence[Ship], damage: int, stream: Stream) -> list[Ship]:
    """Deal damage in packets of 5 to randomly drawn ships; returns the destroyed ones.

    Damage of a packet beyond what its ship has left is lost.
    """
    targets = list(ships)
    before = {ship.id: tuple(ship.core_out) for ship in ships}
    while damage > 0 and targets:
        ship = stream.choice(targets)
        _attack(ship, min(PACKET, damage), stream)
        damage -= PACKET
        targets = [ship for ship in targets if ship.hull_left > 0]
    for ship in targets:
        _repair_core(ship, before[ship.id], stream)
    return [ship for ship in ships if ship.hull_left <= 0]


def hit_ship(ship: Ship, damage: int, stream: Stream) -> bool:
    """Deal damage to a ship as one attack; returns whether it is destroyed."""
    before = tuple(ship.core_out)
    _attack(ship, damage, stream)
    if ship.hull_left > 0:
        _repair_core(ship, before, stream)
    return ship.hull_left <= 0


def _attack(ship: Ship, damage: int, stream: Stream) -> None:
    """Cross off boxes, and check systems once if that completes rows of the hull."""
    on_armour = min(ship.armour_left, damage)
    ship.armour_lost += on_armour
    before = ship.design.rows_ended(ship.hull_lost)
    ship.hull_lost = min(ship.design.hull, ship.hull_lost + damage - on_armour)
    after = ship.design.rows_ended(ship.hull_lost)
    if after > before and ship.hull_left > 0:
        # less by one for each earlier row, and for each further row completed now
        _check(ship, FIRST_THRESHOLD - (after - 1) - (after - before - 1), stream)


def _check(ship: Ship, threshold: int, stream: Stream) -> None:
    """Roll a die for each undamaged system, in the order of the design, then drives and core."""
    if not ship.in_supply:
        threshold -= 1
    for system in _undamaged(ship):
        worse = int(system.key in ship.second_hand)
        worse += system.part.is_weaponry and ship.weaponry_due > 0
        if stream.die(6) >= max(MIN_THRESHOLD, threshold - worse):
            _knock_out(ship, system)
    if ship.drive in (OK, HALVED) and stream.die(6) >= max(MIN_THRESHOLD, threshold):
        ship.drive = HALVED if ship.drive == OK and ship.design.thrust > 1 else OUT
    if ship.ftl not in (OUT, NONE) and stream.die(6) >= max(MIN_THRESHOLD, threshold):
        ship.ftl = OUT
    for name in CORE_SYSTEMS:
        if name not in ship.core_out and stream.die(6) >= max(MIN_THRESHOLD, threshold + 1):
            ship.core_out.append(name)


def _undamaged(ship: Ship) -> Iterator[ShipSystem]:
    for system in ship.design.systems:
        if system.key not in ship.out:
            yield system


def _knock_out(ship: Ship, system: ShipSystem) -> None:
    """Put a system out of action, with the craft and missiles in it."""
    kind = system.part.kind
    magazines = int_sum(other.part.kind == "magazine" for other in _undamaged(ship))
    ship.out.append(system.key)
    if system.key in ship.jury_rigged:
        ship.jury_rigged.remove(system.key)
    if kind == "hangar":
        hangars = [other.key for other in ship.design.systems if other.part.kind == "hangar"]
        number = hangars.index(system.key)
        if number < len(ship.fighters):
            ship.fighters[number] = 0
    elif kind == "magazine":
        # As in battle, salvoes are spread equally over the magazines.
        ship.salvoes = ship.salvoes * (magazines - 1) // magazines
    elif kind == "bay":
        lose_dropships(ship)


def _repair_core(ship: Ship, before: Sequence[str], stream: Stream) -> None:
    """Try to repair each newly lost core system once; a lost power core may explode.

    Repairs are jury-rigged, as after a battle (C2E-11.3.4-01).
    """
    lost = [name for name in ship.core_out if name not in before]
    unrepaired = [name for name in lost if stream.die(6) < REPAIRED]
    ship.core_out = [*before, *unrepaired]
    repaired = [name for name in lost if name not in unrepaired and name not in ship.jury_rigged]
    ship.jury_rigged += repaired
    if "power" in unrepaired and stream.die(6) >= EXPLODES:
        ship.hull_lost = ship.design.hull
