"""Who sees what, and what the view says (EH-REP-001 to EH-REP-009)."""

from __future__ import annotations

from typing import Any

from attrs import frozen

from horizons_core.model import Entity, Observer, Sight, View
from variants.event_horizon.constants import COMPONENTS
from variants.event_horizon.model import Contact, Empire, Game, Sector, Ship, place_of, sector_id


@frozen
class EventHorizonView:
    """The view model: own ships, mapped sectors, and contacts for all that is seen of others."""

    def observer(self, game: Game, empire: str) -> Observer:
        mapped = game.empire(empire).mapped

        def sight(entity: Entity) -> Sight:
            if isinstance(entity, Ship):
                return Sight.OWN if entity.owner == empire else Sight.NOTHING
            if isinstance(entity, Sector):
                return Sight.SCANNED if entity.id in mapped else Sight.KNOWN
            return Sight.OWN if entity.id == empire else Sight.KNOWN

        return sight

    def describe(self, known: Game, empire: str | None) -> dict[str, Any]:
        if empire is None:
            return _everything(known)
        me: Empire = known.empire(empire)
        ships = sorted(known.ships_of(empire), key=lambda ship: ship.number)
        here = {sector_id(ship.at) for ship in ships}
        return {
            "side": known.side,
            "turn_limit": known.turn_limit,
            "empires": [other.id for other in known.empires],
            "home": sector_id(me.home),
            "stock": {part: me.stock.get(part, 0) for part in COMPONENTS},
            "ships": [_ship(ship) for ship in ships],
            "sectors": [
                _sector(sector, me.mapped[sector.id], in_view=sector.id in here)
                for sector in known.sectors
                if sector.id in me.mapped
            ],
            "contacts": [_contact(me.contacts[ship]) for ship in me.sighted],
        }

    def imagine(self, known: Game, empire: str) -> None:
        """Enemies in sight stay where they are, as ships of unknown components."""
        me: Empire = known.empire(empire)
        for ship in me.sighted:
            contact = me.contacts[ship]
            stand_in = Ship(
                id=f"contact/{contact.number}",
                owner=contact.owner,
                number=contact.number,
                at=place_of(contact.sector),
                mothership=False,
            )
            known.ships.append(stand_in)

    def map(self, view: View) -> dict[str, Any]:
        from variants.event_horizon.charts import chart

        return chart(view)


def _ship(ship: Ship) -> dict[str, Any]:
    return {
        "number": ship.number,
        "name": ship.called,
        "sector": sector_id(ship.at),
        "mothership": ship.mothership,
        "hull": ship.hull,
        "thrusters": ship.thrusters,
        "weapons": ship.weapons,
        "shields": ship.shields,
        "points": ship.points,
        "built": ship.built,
    }


def _sector(sector: Sector, mapped: int, *, in_view: bool) -> dict[str, Any]:
    values = {part: sector.values.get(part, 0) for part in COMPONENTS}
    return {"sector": sector.id, "values": values, "in_view": in_view, "mapped": mapped}


def _contact(contact: Contact) -> dict[str, Any]:
    return {
        "name": contact.name,
        "owner": contact.owner,
        "number": contact.number,
        "strength": contact.strength,
        "status": contact.status,
        "mothership": contact.mothership,
        "sector": contact.sector,
    }


def _everything(game: Game) -> dict[str, Any]:
    """The gamemaster's view."""
    here = {sector_id(ship.at) for ship in game.ships}
    return {
        "side": game.side,
        "turn_limit": game.turn_limit,
        "empires": [empire.id for empire in game.empires],
        "homes": {empire.id: sector_id(empire.home) for empire in game.empires},
        "stocks": {empire.id: dict(empire.stock) for empire in game.empires},
        "ships": [{"owner": ship.owner, **_ship(ship)} for ship in game.ships],
        "sectors": [
            _sector(sector, game.turn, in_view=sector.id in here) for sector in game.sectors
        ],
    }
