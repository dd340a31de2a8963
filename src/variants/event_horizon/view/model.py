"""Visibility of entities, and the data of views."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from horizons_core.model import Entity, Observer, SelectiveObserver, Sight, Thing, View
from horizons_core.report import data_of
from variants.event_horizon.economy import Mining
from variants.event_horizon.model import Contact, Empire, Game, Sector, Ship, place_of, sector_id
from variants.event_horizon.view.chart import chart
from variants.event_horizon.view.shapes import EnemyShip, Known, MappedSector, OwnShip
from variants.event_horizon.view.things import list_things


@frozen
class EventHorizonView:
    """The view model: own ships, mapped sectors, and contacts for visible ships of others."""

    economy: Mining

    def observer(self, game: Game, empire: str) -> Observer:
        """Return an observer of own ships, values of mapped sectors, and names of other empires."""
        mapped = game.empire(empire).mapped

        def sight(entity: Entity) -> Sight:
            if isinstance(entity, Sector):  # EH-REP-008: the values of mapped sectors
                return Sight.SCANNED if entity.id in mapped else Sight.KNOWN
            if isinstance(entity, Ship):  # EH-REP-001: own ships in full, no others
                return Sight.OWN if entity.owner == empire else Sight.NOTHING
            return Sight.OWN if entity.id == empire else Sight.KNOWN

        def among(entities: list[Any]) -> list[Any]:
            """Return own ships alone of all ships; other entities unchanged."""
            return game.ships_of(empire) if entities is game.ships else entities

        return SelectiveObserver(sight, among)

    def describe(self, known: Game, empire: str | None) -> dict[str, Any]:
        """Return the knowledge of an empire; everything for None."""
        return self._gamemaster_view(known) if empire is None else self._known_to(known, empire)

    def hypothesize(self, known: Game, empire: str) -> None:
        """Keep enemies in sight in place, as ships of unknown components."""
        me: Empire = known.empire(empire)
        for ship in me.sighted:
            contact = me.contacts[ship]
            placeholder = Ship(
                id=f"contact/{contact.number}",
                owner=contact.owner,
                number=contact.number,
                at=place_of(contact.sector),
                mothership=False,
            )
            known.ships.append(placeholder)

    def map(self, view: View) -> dict[str, Any]:
        """Return the map document."""
        return chart(view)

    def things(self, view: View) -> list[Thing]:
        """Return the things that orders can name."""
        return list_things(view)

    def _known_to(self, known: Game, empire: str) -> dict[str, Any]:
        me: Empire = known.empire(empire)
        ships = sorted(known.ships_of(empire), key=lambda ship: ship.number)
        visible = _sectors_of(ships)
        return data_of(
            Known(
                side=known.side,
                turn_limit=known.turn_limit,
                empires=[other.id for other in known.empires],
                home=sector_id(me.home),
                stock={part: me.stock.get(part, 0) for part in self.economy.accounts},
                ships=[_ship(ship) for ship in ships],
                sectors=[
                    self._sector(sector, me.mapped[sector.id], in_view=sector.id in visible)
                    for sector in known.sectors
                    if sector.id in me.mapped
                ],
                contacts=[_contact(me.contacts[ship]) for ship in me.sighted],
            )
        )

    def _gamemaster_view(self, game: Game) -> dict[str, Any]:
        """Return the view of all entities."""
        occupied = _sectors_of(game.ships)
        sectors = [
            self._sector(sector, game.turn, in_view=sector.id in occupied)
            for sector in game.sectors
        ]
        return {
            "side": game.side,
            "turn_limit": game.turn_limit,
            "empires": [empire.id for empire in game.empires],
            "homes": {empire.id: sector_id(empire.home) for empire in game.empires},
            "stocks": {empire.id: dict(empire.stock) for empire in game.empires},
            "ships": [{"owner": ship.owner, **data_of(_ship(ship))} for ship in game.ships],
            "sectors": [data_of(sector) for sector in sectors],
        }

    def _sector(self, sector: Sector, mapped: int, *, in_view: bool) -> MappedSector:
        values = {part: sector.values.get(part, 0) for part in self.economy.accounts}
        return MappedSector(sector=sector.id, values=values, in_view=in_view, mapped=mapped)


def _sectors_of(ships: Iterable[Ship]) -> set[str]:
    return {sector_id(ship.at) for ship in ships}


def _ship(ship: Ship) -> OwnShip:
    return OwnShip(
        number=ship.number,
        name=ship.called,
        sector=sector_id(ship.at),
        mothership=ship.mothership,
        hull=ship.hull,
        thrusters=ship.thrusters,
        weapons=ship.weapons,
        shields=ship.shields,
        points=ship.points,
        built=ship.built,
    )


def _contact(contact: Contact) -> EnemyShip:
    return EnemyShip(
        name=contact.name,
        owner=contact.owner,
        number=contact.number,
        strength=contact.strength,
        status=contact.status,
        mothership=contact.mothership,
        sector=contact.sector,
    )
