"""PJUMP: jumps through the portal units on a starbase (FH-JP-004)."""

from __future__ import annotations

from functools import cached_property

from attrs import define

from horizons_core.orders import Order, Refusal
from variants.far_horizons.hints import ship_hint
from variants.far_horizons.model import Game, Ship, ShipLocation, Species
from variants.far_horizons.model.names import NameMatch, Names
from variants.far_horizons.model.orders import WrittenName
from variants.far_horizons.model.transactions import TransactionKind, transaction
from variants.far_horizons.rules.jumps import (
    Portal,
    depart,
    distinct_destination,
    format_sector,
    must_be_free,
    readings,
)
from variants.far_horizons.step_context import OrderRefused, StepContext
from variants.far_horizons.wording import ship_name

_UNIT = "JP"


def portal_jump(context: StepContext, species: Species, order: Order) -> None:
    """PJUMP ship, destination, BAS name (FH-JP-004)."""
    context.once(_portals_of).jump(context, species, order)


def _portals_of(context: StepContext) -> Portals:
    return Portals(context.game, context.names)


@define(slots=False)
class Portals:
    """The starbases of a game, by name: collected once per step, when a PJUMP needs one."""

    game: Game
    names: Names

    @cached_property
    def by_name(self) -> dict[str, list[Portal]]:
        """All starbases by their names, in the order of the species' numbers."""
        named: dict[str, list[Portal]] = {}
        for species in self.game.empires:
            for ship in species.living_ships():
                if ship.starbase and ship.where != ShipLocation.BUILDING:
                    named.setdefault(self.names.key(ship.name), []).append(Portal(ship, species))
        return named

    def jump(self, context: StepContext, species: Species, order: Order) -> None:
        """PJUMP ship, destination, BAS name (FH-JP-004).

        Any ship may be sent, but not a starbase. The sending starbase is unaffected.
        """
        ship: Ship = order["ship"]
        must_be_free(species, ship)
        if ship.starbase:  # FH-JP-005
            reason = f"{ship_name(ship)} is a starbase and cannot use a jump portal!"
            raise OrderRefused("starbase", reason, "jump portals are for ships only")
        goal = distinct_destination(order, ship)
        portal = self._portal(context, species, order, ship)
        _must_be_large_enough(portal, ship)
        if portal.owner is not species:
            _inform_owner(context, species, ship, portal)
        depart(context, species, order, ship, goal, portal)  # FH-JP-010

    def _portal(self, context: StepContext, species: Species, order: Order, ship: Ship) -> Portal:
        """Return the named starbase, preferring the species' own (FH-JP-004, FH-JP-007)."""
        portal = self.in_sector(context, species, order, ship)
        if portal is None and (own_base := _own_portal(context, species, order)):
            match, as_written = own_base
            context.note_guess(match, as_written)
            portal = Portal(match.target, species)
        if portal is None:
            reason = "Invalid starbase name in PJUMP command."
            raise OrderRefused("unknown-portal", reason, _hint(context, species, order), "portal")
        return portal

    def in_sector(
        self, context: StepContext, species: Species, order: Order, ship: Ship
    ) -> Portal | None:
        """Return the named portal, if it is in the ship's sector and may be used."""
        names = readings(context, order, "portal")
        exact = (self._exact(context, species, ship, written) for written in names)
        return next(filter(None, exact), None)

    def _exact(
        self, context: StepContext, species: Species, ship: Ship, written: WrittenName
    ) -> Portal | None:
        """Return a usable portal by its exact name."""
        named = self.by_name.get(self.names.key(written.name), ())
        usable = [portal for portal in named if _is_open(portal, species, ship)]
        usable.sort(key=lambda portal: portal.owner is not species)
        bases = [portal.base for portal in usable]
        match = context.names.ship_among(bases, written, exact=True)
        return next((p for p in usable if match and p.base is match.target), None)


def portal_here(context: StepContext, species: Species, order: Order) -> Refusal | None:
    """Refuse the species' own portal in another sector: portals don't fetch ships (FH-JP-006)."""
    ship: Ship = order["ship"]
    if context.once(_portals_of).in_sector(context, species, order, ship):
        return None
    own_base = _own_portal(context, species, order)
    if own_base is None or own_base[0].target.place.sector == ship.place.sector:
        return None
    base = own_base[0].target
    reason = f"{ship_name(base)} is not in the same sector as {ship_name(ship)}!"
    at = format_sector(base.place.sector)
    hint = f"it is at {at}: a portal sends ships away from its own sector"
    return Refusal("portal-elsewhere", reason, hint, "portal")


def _own_portal(
    context: StepContext, species: Species, order: Order
) -> tuple[NameMatch[Ship], WrittenName] | None:
    """Return the species' own starbase that is named, in any sector, even if misspelt."""
    bases = [ship for ship in species.living_ships() if ship.starbase]
    for as_written in readings(context, order, "portal"):
        if match := context.names.ship_among(bases, as_written):
            return match, as_written
    return None


def _hint(context: StepContext, species: Species, order: Order) -> str:
    """Suggest a portal, without revealing those of others."""
    if order["portal"] is None:
        return "name a starbase of your own, or of a species that calls you an ally"
    return ship_hint(context, species, order["portal"])


def _is_open(portal: Portal, species: Species, ship: Ship) -> bool:
    """Return whether a species may use this portal for a ship at its present place (FH-JP-007)."""
    if portal.base.place.sector != ship.place.sector:
        return False
    return portal.owner is species or species.id in portal.owner.allies


def _must_be_large_enough(portal: Portal, ship: Ship) -> None:
    """Refuse a small portal: a unit carries ships of 10,000 tons (FH-JP-002, FH-JP-003)."""
    units = portal.base.cargo.get(_UNIT, 0)
    if units < ship.tonnage:
        reason = "Starbase does not have enough Jump Portal Units!"
        hint = f"{ship_name(ship)} needs {ship.tonnage}"
        raise OrderRefused("portal-too-small", reason, hint)


def _inform_owner(context: StepContext, species: Species, ship: Ship, portal: Portal) -> None:
    """Report the use of a portal to its owner."""
    context.deal(
        transaction(
            TransactionKind.PORTAL_USED,
            portal_owner=portal.owner.number,
            user_name=species.name,
            ship=ship_name(ship),
            starbase=ship_name(portal.base),
        )
    )
