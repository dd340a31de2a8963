"""State of a production: the species, the open planet, its funds; amounts in production orders.

Clauses: FH-ZERO-001, FH-ZERO-002, FH-BUILD-003.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from attrs import define, field

from horizons_core.model import EventKind
from horizons_core.orders import Order
from variants.far_horizons.economy import Economy
from variants.far_horizons.model import (
    JUMPED,
    WORMHOLED,
    Colony,
    Place,
    Planet,
    Sector,
    Ship,
    Species,
    Transaction,
)
from variants.far_horizons.model.orders import WrittenName
from variants.far_horizons.model.transactions import TransactionKind
from variants.far_horizons.step_context import OrderRefused, StepContext


@define(slots=False, eq=False)
class ProductionStep:
    """State shared by the productions of all species.

    `active` has the numbers of the species that produce or were given something; `destroyed` are
    intercepted ships, with their owners and their positions in the owners' lists; `latest` is the
    planet opened last, of any species.
    """

    context: StepContext
    active: set[int] = field(factory=set)
    destroyed: list[tuple[Species, int, Ship]] = field(factory=list)
    spoils: list[tuple[Colony, dict[str, int]]] = field(factory=list)
    latest: OpenPlanet | None = None

    @cached_property
    def sieges(self) -> dict[tuple[int, Place], list[Transaction]]:
        """The sieges of the combat phase, by the besieged species and planet."""
        sieges: dict[tuple[int, Place], list[Transaction]] = {}
        for deal in self.context.game.transactions:
            if deal.kind == TransactionKind.BESIEGED:
                facts = deal.facts
                place = Place((facts["x"], facts["y"], facts["z"]), facts["orbit"])
                sieges.setdefault((facts["besieged"], place), []).append(deal)
        return sieges

    @cached_property
    def siege_counts(self) -> dict[tuple[int, str], int]:
        """Number of colonies that each ship besieges, by its owner and name (FH-SIEGE-005)."""
        siege_counts: dict[tuple[int, str], int] = {}
        for deals in self.sieges.values():
            for deal in deals:
                ship = (deal.facts["besieger"], deal.facts["ship"])
                siege_counts[ship] = siege_counts.get(ship, 0) + 1
        return siege_counts

    @cached_property
    def arrivals(self) -> dict[Sector, list[tuple[Species, Ship]]]:
        """The ships that jumped or came by wormhole this turn, by sector (FH-INTERCEPT-003)."""
        arrivals: dict[Sector, list[tuple[Species, Ship]]] = {}
        for species in self.context.game.empires:
            for ship in species.living_ships():
                if ship.moved in (JUMPED, WORMHOLED):
                    arrivals.setdefault(ship.place.sector, []).append((species, ship))
        return arrivals


@define(eq=False)
class OpenPlanet:
    """The planet whose production is running.

    `balance` is the rest of its production, in units of raw material with capacity (FH-BUILD-001),
    `limit` the maximum from the treasury, `slots` its free shipyards, `enlarged` whether one
    was added, `base` its economic base before riots. `ends` means that its production ends when
    another planet opens, and not only with the species' production.
    """

    colony: Colony
    planet: Planet
    balance: int = 0
    limit: int = 0
    slots: int = 0
    enlarged: bool = False
    base: int = 0
    besiegers: tuple[Species, ...] = ()
    ends: bool = True


@define(slots=False, eq=False)
class SpeciesProduction:
    """The production of a species.

    `opened` are the places of the planets that have produced, `assimilated` those of them that were
    lost to besiegers, `unknown` the orders with an unknown destination, `pools` the money for
    interceptions by sector, `learnt` the levels bought with knowledge that take effect later.
    """

    step: ProductionStep
    species: Species
    open: OpenPlanet | None = None
    begun: bool = False
    opened: set[Place] = field(factory=set)
    assimilated: set[Place] = field(factory=set)
    unknown: list[tuple[Order, WrittenName]] = field(factory=list)
    pools: dict[Sector, int] = field(factory=dict)
    learnt: dict[str, int] = field(factory=dict)
    new_ships: int = 0

    @property
    def context(self) -> StepContext:
        return self.step.context

    @property
    def economy(self) -> Economy:
        return self.context.economy

    @property
    def open_planet(self) -> OpenPlanet:
        """The open planet; orders are executed only when there is one."""
        assert self.open is not None  # noqa: S101 - orders without one are refused earlier
        return self.open

    @property
    def place(self) -> Place:
        return self.open_planet.colony.place

    def level(self, tech: str) -> int:
        """Return the current tech level, with levels bought in this production (FH-TECH-005)."""
        return self.species.level(tech)

    def note_plants(self, recipient: Species, level: int) -> None:
        """Record the Biology level that plants for a species were built with (FH-REC-003).

        Games of version 1.0.0, and the engine, use their price for the recipient instead.
        """
        if self.economy.plants_keep_price and self.context.game.plays_by("1.1.0"):
            recipient.plant_level = max(recipient.plant_level, level)

    def notify(self, kind: EventKind, **facts: Any) -> None:
        """Report an event about the open planet to the species."""
        self.context.notify(self.species, kind, place=self.place, **facts)

    # money

    @property
    def funds(self) -> int:
        """The available money: the balance, and the open part of the treasury."""
        return self.open_planet.balance + max(0, min(self.species.treasury, self.open_planet.limit))

    def pay(self, cost: int, reason: str) -> None:
        """Pay from the balance, then from the treasury; raises OrderRefused for too much."""
        current = self.open_planet
        if cost > self.funds:
            hint = f"it costs {cost}, and {max(0, self.funds)} can be spent"
            raise OrderRefused("no-funds", "Insufficient funds to execute order.", hint)
        drawn = max(0, cost - current.balance)  # FH-EU-004
        current.balance -= cost - drawn  # FH-EU-003
        if drawn:
            current.limit -= drawn
            self.context.credit(self.species, -drawn, f"{reason} on PL {current.colony.name}")


#: Executes an order of the open planet, or raises OrderRefused before any change.
Making = Callable[[SpeciesProduction, Order], None]


def no_funds(production: SpeciesProduction, cost: int) -> OrderRefused:
    """Create the refusal of an order that cannot be paid even in part."""
    hint = f"it costs {cost}, and {max(0, production.funds)} can be spent"
    return OrderRefused("no-funds", "Insufficient funds to execute order.", hint)


def order_amount(_context: StepContext, _species: Species, order: Order, argument: str) -> int:
    """Return the amount of an order; refuses a missing or negative one (FH-CMD-004)."""
    amount: int | None = order[argument]
    if amount is None or amount < 0:
        raise missing_amount(argument)
    return amount


def missing_amount(argument: str) -> OrderRefused:
    """Create the refusal of a missing or impossible amount."""
    hint = "amounts are whole numbers; 0 stands for the whole balance of the planet"
    return OrderRefused("no-amount", "Invalid or missing amount.", hint, argument)


def note_nothing_left(production: SpeciesProduction, order: Order, lacking: str = "") -> None:
    """Note that nothing is left for an order; the log is silent about it (FH-ZERO-004).

    `lacking` says what is missing, if it is not the balance of the planet.
    """
    planet = f"PL {production.open_planet.colony.name}"
    message = lacking or f"the balance of {planet} is used up"
    production.context.note(production.species, order, "nothing", f"{message}: nothing is done")


def substitute(
    production: SpeciesProduction, order: Order, noun: str, less: int, more: int
) -> None:
    """Report that a number was reduced to what is available."""
    reason = f"Insufficient {noun}. Substituting {less} for {more}."
    production.context.adjust(production.species, order, "cut", reason)
