"""Phase 7, Reports: the knowledge and memory of empires, mapped sectors and enemy ships.

Of an enemy ship, an empire learns owner, strength, status and whether it is a mothership, as its
own `Contact`. The game's end is decided last, in `victory`.
"""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.turn import TurnContext
from variants.event_horizon.constants import SECTOR_MAPPED
from variants.event_horizon.economy import Mining, economy_of
from variants.event_horizon.model import Contact, Empire, Game, Ship, by_sector, sector_id
from variants.event_horizon.rules import victory

#: Key of a turn's notes for the sectors where all ships of an empire were destroyed, by empire.
LOST_IN = "lost_in"


def contact_name(ship: Ship, strength: float, number: int) -> str:
    """Return the generic name of an enemy ship when it is first seen (EH-REP-006).

    It identifies motherships (EH-REP-005).
    """
    status = "mothership" if ship.mothership else ship.status
    return f"{ship.owner} {status} {strength:.1f} #{number}"


def record_contact(observer: Empire, ship: Ship, economy: Mining) -> Contact:
    """Record an enemy ship in its present state, under its first name (EH-REP-006)."""
    strength = economy.strength(ship)
    before = observer.contacts.get(ship.id)
    number = before.number if before else len(observer.contacts) + 1
    contact = Contact(
        number=number,
        name=before.name if before else contact_name(ship, strength, number),
        owner=ship.owner,
        mothership=ship.mothership,
        strength=strength,
        status=ship.status,
        sector=sector_id(ship.at),
    )
    observer.contacts[ship.id] = contact
    return contact


def update_knowledge(
    game: Game, turn: int, lost_in: Mapping[str, set[str]], economy: Mining
) -> list[tuple[str, str]]:
    """Update every empire's memory at the end of a turn.

    A sector with a surviving ship reports its values and the enemies in it (EH-REP-007); one where
    all of an empire's ships were destroyed this turn reports only the enemies (EH-REP-009). Returns
    pairs of an empire and a sector that it mapped for the first time.
    """
    newly_mapped: list[tuple[str, str]] = []
    for empire in game.empires:
        empire.sighted = []
    for place, ships in by_sector(game.ships):
        sector = sector_id(place)
        present = {ship.owner for ship in ships}
        for empire in game.empires:
            if empire.id in present:
                newly_mapped += _map(empire, sector, turn)
            if empire.id in present or sector in lost_in.get(empire.id, ()):
                _record_contacts(empire, ships, economy)
    return newly_mapped


def _map(empire: Empire, sector: str, turn: int) -> list[tuple[str, str]]:
    """Mark a sector as mapped (EH-REP-008); return it if it was not mapped before."""
    newly_mapped = [] if sector in empire.mapped else [(empire.id, sector)]
    empire.mapped[sector] = turn
    return newly_mapped


def _record_contacts(empire: Empire, ships: list[Ship], economy: Mining) -> None:
    """Record the enemies among the ships of a sector (EH-REP-002)."""
    for ship in ships:
        if ship.owner != empire.id:
            record_contact(empire, ship, economy)
            empire.sighted.append(ship.id)


def conclude_turn(context: TurnContext[Game]) -> None:
    """Update empires' knowledge (EH-REP-007), then check for victory (EH-VIC-001)."""
    lost_in = context.notes.get(LOST_IN, {})
    newly_mapped = update_knowledge(context.game, context.turn, lost_in, economy_of(context))
    for empire, sector in newly_mapped:
        context.emit(SECTOR_MAPPED, [empire], place=sector, sector=sector)
    victory.check_victory(context)
