"""PJUMP: jumps by means of the portal units on a starbase (FH-JP-004)."""

from __future__ import annotations

from functools import cached_property

from attrs import define

from horizons_core.orders import Order
from variants.far_horizons.model import Drive, Game, Ship, Species, Where
from variants.far_horizons.model.transactions import Kind, transaction
from variants.far_horizons.orders.names import find, is_class_of, ship_hint
from variants.far_horizons.orders.words import Words
from variants.far_horizons.rules.flight import Portal
from variants.far_horizons.rules.jump_orders import mover, must_be_free, read, written
from variants.far_horizons.rules.jumping import depart, elsewhere, sent_away
from variants.far_horizons.step_context import Refused, StepContext
from variants.far_horizons.wording import ship_name

_UNIT = "JP"


def portal_jump(context: StepContext, species: Species, order: Order, words: Words) -> None:
    """PJUMP ship, destination, BAS name (FH-JP-004)."""
    context.once(_portals_of).jump(context, species, order, words)


def _portals_of(context: StepContext) -> Portals:
    return Portals(context.game)


@define(slots=False)
class Portals:
    """The starbases of a game, by name: found once in a step, and only if a PJUMP asks for one."""

    game: Game

    @cached_property
    def by_name(self) -> dict[str, list[Portal]]:
        """All starbases by their names, in the order of the species' numbers."""
        named: dict[str, list[Portal]] = {}
        for species in self.game.empires:
            for ship in species.living_ships():
                if ship.starbase and ship.where != Where.BUILDING:
                    named.setdefault(ship.name.casefold(), []).append(Portal(ship, species))
        return named

    def jump(self, context: StepContext, species: Species, order: Order, words: Words) -> None:
        """PJUMP ship, destination, BAS name (FH-JP-004).

        Any ship may be sent, but no starbase (FH-JP-005). The starbase that sends it stays as it
        is (FH-JP-010).
        """
        ship, words = mover(species, order, words)
        if sent_away(context, species, ship):
            return
        must_be_free(species, ship)
        if ship.drive == Drive.STARBASE:
            reason = f"{ship_name(ship)} is a starbase and cannot use a jump portal!"
            raise Refused("starbase", reason, "jump portals are for ships only")
        where, words = elsewhere(context, species, ship, words)
        portal = self._portal(context, species, ship, words)
        _must_be_large_enough(portal, ship)
        if portal.owner is not species:
            _inform_owner(context, species, ship, portal)
        depart(context, species, order, ship, where, portal)

    def _portal(self, context: StepContext, species: Species, ship: Ship, words: Words) -> Portal:
        """The starbase that is named: an own one first, then an ally's (FH-JP-004, FH-JP-007).

        It must be where the ship is: a portal fetches nothing (FH-JP-006).
        """
        found = (
            read(words, lambda given: self._exact(context, species, ship, given))
            or read(words, lambda given: _own(species, given))
        )  # fmt: skip
        if found is None:
            reason = "Invalid starbase name in PJUMP command."
            raise Refused("unknown-portal", reason, _hint(species, words), words.rest)
        portal, given = found
        here = portal.base.place.sector == ship.place.sector
        if not here and not context.habits.remote_portals:
            reason = f"{ship_name(portal.base)} is not in the same sector as {ship_name(ship)}!"
            at = written(portal.base.place.sector)
            hint = f"it is at {at}: a portal sends ships away from its own sector"
            raise Refused("portal-elsewhere", reason, hint, given.piece)
        return portal

    def _exact(
        self, context: StepContext, species: Species, ship: Ship, words: Words
    ) -> Portal | None:
        """A portal by its exact name that may be used here, or by habit anywhere."""
        named = self.by_name.get(_name_ahead(words), ())
        usable = [portal for portal in named if _is_open(context, portal, species, ship)]
        usable.sort(key=lambda portal: portal.owner is not species)
        found = find(words, "ship", [portal.base for portal in usable], is_class_of, exact=True)
        return next((p for p in usable if found and p.base is found.thing), None)


def _own(species: Species, words: Words) -> Portal | None:
    """An own starbase, wherever it is, also by a misspelt name."""
    own = [ship for ship in species.living_ships() if ship.starbase]
    found = find(words, "ship", own, is_class_of)
    return Portal(found.thing, species) if found else None


def _hint(species: Species, words: Words) -> str:
    """What to write instead; of portals of others nothing is said."""
    if words.ended:
        return "name a starbase of your own, or of a species that calls you an ally"
    return ship_hint(species, words)


def _name_ahead(words: Words) -> str:
    """The name that comes next behind its class word; nothing is read."""
    start = words.skip()
    words.class_word("ship")
    name = words.name().casefold()
    words.put_back(start)
    return name


def _is_open(context: StepContext, portal: Portal, species: Species, ship: Ship) -> bool:
    """Whether a species may use this portal for its ship (FH-JP-007)."""
    if portal.owner is species and context.habits.remote_portals:
        return True
    if portal.base.place.sector != ship.place.sector:
        return False
    return portal.owner is species or species.id in portal.owner.allies


def _must_be_large_enough(portal: Portal, ship: Ship) -> None:
    """A unit carries ships of 10,000 tons, any number of them (FH-JP-002, FH-JP-003)."""
    units = portal.base.cargo.get(_UNIT, 0)
    if units < ship.tonnage:
        reason = "Starbase does not have enough Jump Portal Units!"
        hint = f"{ship_name(ship)} needs {ship.tonnage}"
        raise Refused("portal-too-small", reason, hint)


def _inform_owner(context: StepContext, species: Species, ship: Ship, portal: Portal) -> None:
    """The owner of a portal is told who used it."""
    context.deal(
        transaction(
            Kind.PORTAL_USED,
            portal_owner=portal.owner.number,
            user_name=species.name,
            ship=ship_name(ship),
            starbase=ship_name(portal.base),
        )
    )
