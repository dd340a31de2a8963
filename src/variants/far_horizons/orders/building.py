"""PRODUCTION, and the commands after it that build, upgrade and recycle."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.orders import Argument, Check, Goods, Offers, Order
from variants.far_horizons.hints import planet_hint
from variants.far_horizons.model import Colony, Species
from variants.far_horizons.model.names import PLAIN_NAMES
from variants.far_horizons.model.orders import WrittenName
from variants.far_horizons.orders import hull_offers, production_offers
from variants.far_horizons.orders.arguments import (
    THINGS,
    class_word,
    command,
    has,
    lacks,
    name,
    number,
    producer,
    surplus,
    with_offers,
)
from variants.far_horizons.orders.offers import met_species_without
from variants.far_horizons.orders.references import (
    any_species,
    counted,
    deferred,
    own_ship,
)
from variants.far_horizons.rules import building, building_for_others, production, recycling, repair
from variants.far_horizons.rules.building import item_to_build
from variants.far_horizons.rules.naming import no_digit_first
from variants.far_horizons.rules.production import PLANET_CHECKS, of_planet
from variants.far_horizons.rules.production_state import order_amount
from variants.far_horizons.step_context import OrderRefused, StepContext


def _producer(context: StepContext, species: Species, order: Order, argument: str) -> Colony:
    """Return the planet that PRODUCTION names.

    Only PL and the exact name are accepted, even if other commands forgive misspelt names.
    """
    written: WrittenName | None = order[argument]
    names = PLAIN_NAMES if context.names.forgiving else context.names
    match = names.planet(species, written) if written else None
    if match is None:
        reason = "Invalid planet name in PRODUCTION command."
        hint = planet_hint(context, species, written)
        raise OrderRefused("unknown-planet", reason, hint, argument)
    return match.target


_other_species = any_species(other=True, strangers=True)


def _recipient(context: StepContext, species: Species, order: Order, argument: str) -> Species:
    """Return the species to build for; raises OrderRefused if that is not allowed."""
    building_for_others.refuse_unskilled(context, species)
    recipient: Species = _other_species(context, species, order, argument)
    building_for_others.refuse_recipient(species, recipient)
    return recipient


#: The number to build.
_COUNT = number(
    counted(
        "negative",
        "Meaningless item count.",
        "quantities are whole numbers; 0 is as many as the balance allows",
    ),
    optional=True,
)
_ITEM = class_word("item", when=has("count"), find=item_to_build)
#: A ship, which may be new.
_HULL = name("ship", when=lacks("count"))
_HULL_CHECKS: Mapping[str, Check] = {
    "no_digit_first": no_digit_first("ship", "digit-first", building.INVALID),
    "same_class": building.same_class,
}
_FOR_OTHERS: Mapping[str, Check] = {"name_unused": building_for_others.name_unused}
_RECIPIENT = with_offers(name("species", find=_recipient), met_species_without("enemies"))
#: An unfinished ship or starbase.
_UNFINISHED = name("ship", find=own_ship("Invalid ship name."))
#: The payment for a ship; the rest of its price if omitted.
_AMOUNT = with_offers(number(optional=True), hull_offers.payments(), "amount to pay")
_AMOUNT_FOR_HULL = with_offers(
    number(when=lacks("count"), optional=True), hull_offers.payments(), "amount to pay"
)
_FOR_STARBASE = hull_offers.payments(for_others=True)


def _hull_in_part(choices: Offers, label: str, things: tuple[str, ...] = ()) -> Argument:
    """Create an argument for a ship or starbase that needs an amount."""
    return Argument(offers=choices, optional=True, bare=True, label=label, things=things)


BUILDING = (
    command(
        "BUILD n class [, destination] | BUILD ship [, n] | BUILD BAS name, n",
        "Builds items or a ship, in full or for n; a starbase needs an amount.",
        label="Build",
        group="Production",
        templates=(
            "BUILD {count} {item}[, {destination}] | BUILD {ship}[, {amount}]"
            " | BUILD {hull}, {amount}"
        ),
        asked="producer item count destination ship hull amount",
        shop=(
            Goods("ship", label="Ships", choices=hull_offers.ships_to_buy(sub_light=False)),
            Goods("item", "count", "Items"),
            Goods(
                "ship", label="Sub-light ships", choices=hull_offers.ships_to_buy(sub_light=True)
            ),
        ),
        example="Build DD Dawson, 500",
        mistake="Build 3 PD",
        rules="FH-CMD-001 FH-CMD-011 FH-BUILD-001",
        arguments={
            "producer": producer(production_offers.producers(production_offers.has_funds)),
            "count": with_offers(_COUNT, production_offers.number_to_build(), "number"),
            "item": with_offers(_ITEM, production_offers.items_to_build()),
            "destination": with_offers(
                name("ship", "planet", when=has("count"), optional=True),
                production_offers.item_destinations,
                things=("planet", *THINGS["ship"]),
            ),
            "ship": with_offers(_HULL, hull_offers.hulls(in_full=True), "new ship"),
            "hull": _hull_in_part(
                hull_offers.hulls(in_full=False), "new ship or starbase to pay in part"
            ),
            "amount": _AMOUNT_FOR_HULL,
            "surplus": surplus(),
        },
        run=of_planet(building.build),
        checks={**PLANET_CHECKS, **_HULL_CHECKS},
    ),
    command(
        "CONTINUE ship [, n] | CONTINUE BAS name, n",
        "Continues building a ship or a starbase.",
        label="Continue building",
        group="Production",
        templates="CONTINUE {ship}[, {amount}] | CONTINUE {hull}, {amount}",
        shop=(Goods("ship"),),
        asked="producer ship hull amount",
        on=("planet", "ship", "starbase"),
        example="Continue DD Dawson",
        mistake="Continue DD Dawson",
        rules="FH-CMD-001 FH-CMD-011",
        arguments={
            "producer": producer(production_offers.producers_beside(hull_offers.can_continue())),
            "ship": with_offers(_UNFINISHED, hull_offers.unfinished_ships(in_full=True)),
            "hull": _hull_in_part(
                hull_offers.unfinished_ships(in_full=False),
                "ship or starbase to pay in part",
                THINGS["ship"],
            ),
            "amount": _AMOUNT,
            "surplus": surplus(),
        },
        run=of_planet(building.continue_ship),
        checks={**PLANET_CHECKS, "at_planet": building.at_planet},
    ),
    command(
        "IBUILD SP name, n class | IBUILD SP name, ship | IBUILD SP name, BAS name, n",
        "Builds items, a ship or a starbase for another species, at a premium.",
        label="Build for another species",
        group="Production",
        templates=(
            "IBUILD {species}, {count} {item} | IBUILD {species}, {ship}"
            " | IBUILD {species}, {hull}, {amount}"
        ),
        asked="producer species item count ship hull amount",
        example="Ibuild SP Klingon, 20 FS",
        mistake="Ibuild SP Klingon, 20 FS",
        rules="FH-CMD-001 FH-IBUILD-001",
        arguments={
            "producer": producer(production_offers.producers(production_offers.builds_for_others)),
            "species": _RECIPIENT,
            "count": with_offers(
                _COUNT, production_offers.number_to_build(for_others=True), "number"
            ),
            "item": with_offers(_ITEM, production_offers.items_to_build(for_others=True)),
            "ship": with_offers(
                _HULL, hull_offers.hulls(in_full=True, for_others=True), "new ship"
            ),
            "hull": _hull_in_part(
                hull_offers.hulls(in_full=False, for_others=True), "new starbase"
            ),
            "amount": with_offers(_AMOUNT_FOR_HULL, _FOR_STARBASE),
        },
        run=of_planet(building_for_others.ibuild),
        checks={**PLANET_CHECKS, **_HULL_CHECKS, **_FOR_OTHERS},
    ),
    command(
        "ICONTINUE SP name, ship | ICONTINUE SP name, BAS name, n",
        "Finishes a ship, or enlarges a starbase, for another species.",
        label="Finish for another species",
        group="Production",
        templates="ICONTINUE {species}, {ship} | ICONTINUE {species}, {hull}, {amount}",
        asked="producer species ship hull amount",
        example="Icontinue SP Klingon, DD Dawson",
        mistake="Icontinue SP Klingon, DD Dawson",
        rules="FH-CMD-001 FH-IBUILD-001",
        arguments={
            "producer": producer(
                production_offers.producers_beside(hull_offers.can_continue(for_others=True))
            ),
            "species": _RECIPIENT,
            "ship": with_offers(
                _UNFINISHED, hull_offers.unfinished_ships(in_full=True, for_others=True)
            ),
            "hull": _hull_in_part(
                hull_offers.unfinished_ships(in_full=False, for_others=True),
                "starbase",
                ("starbase",),
            ),
            "amount": with_offers(_AMOUNT, _FOR_STARBASE),
        },
        run=of_planet(building_for_others.icontinue),
        checks={**PLANET_CHECKS, "at_planet": building.at_planet, **_FOR_OTHERS},
    ),
    command(
        "PRODUCTION PL name",
        "Begins the production orders of a planet.",
        label="Begin production orders",
        group="Production",
        templates="PRODUCTION {planet}",
        example="Production PL Earth",
        mistake="Production PL Nowhere at all",
        rules="FH-CMD-001 FH-PROD-001",
        arguments={"planet": name("planet", find=deferred(_producer))},
        run=production.begin,
    ),
    command(
        "RECYCLE n class | RECYCLE ship | RECYCLE BAS name",
        "Turns items of the planet, or a ship there, into economic units.",
        label="Recycle",
        group="Production",
        templates="RECYCLE {count} {item} | RECYCLE {ship}",
        asked="producer item count ship",
        on=("planet", "ship", "starbase"),
        example="Recycle 0 RM",
        mistake="Recycle 0 RM",
        rules="FH-CMD-001 FH-CMD-013 FH-REC-001",
        arguments={
            "producer": producer(
                production_offers.producers_beside(
                    production_offers.can_recycle, production_offers.can_recycle_items
                )
            ),
            "count": with_offers(
                number(
                    counted(
                        "negative",
                        "Meaningless item count.",
                        "quantities are whole numbers; 0 means all",
                    ),
                    optional=True,
                ),
                production_offers.number_to_recycle,
                "number",
            ),
            "item": with_offers(
                class_word("item", when=has("count"), find=recycling.item_to_recycle),
                production_offers.items_to_recycle,
            ),
            "ship": with_offers(
                name(
                    "ship",
                    when=lacks("count"),
                    find=own_ship("Ship to be recycled does not exist.", exact=True),
                ),
                production_offers.ships_beside(production_offers.can_recycle),
            ),
        },
        run=of_planet(recycling.recycle),
        checks=PLANET_CHECKS,
    ),
    command(
        "SHIPYARD",
        "Adds a shipyard to the planet.",
        label="Build a shipyard",
        shop=(Goods(label="Ships"),),
        group="Production",
        example="Shipyard",
        mistake="Shipyard",
        rules="FH-CMD-001 FH-YARD-001",
        arguments={
            "producer": producer(
                production_offers.producers(
                    production_offers.is_normal, production_offers.shipyard_price
                )
            )
        },
        run=of_planet(building.shipyard),
        checks=PLANET_CHECKS,
    ),
    command(
        "UPGRADE ship [, n] | UPGRADE BAS name [, n]",
        "Reduces the age of a ship to 0, or as far as n pays for; 0 spends the whole balance.",
        label="Upgrade a ship",
        group="Production",
        templates="UPGRADE {ship}[, {amount}]",
        asked="producer ship amount",
        on=("planet", "ship", "starbase"),
        example="Upgrade DD Dawson, 100",
        mistake="Upgrade DD Dawson, 100",
        rules="FH-CMD-001 FH-CMD-012 FH-UPG-001",
        arguments={
            "producer": producer(production_offers.producers_beside(hull_offers.can_upgrade)),
            "ship": with_offers(
                name("ship", find=own_ship("Ship to be upgraded does not exist.")),
                production_offers.ships_beside(hull_offers.can_upgrade),
            ),
            "amount": with_offers(
                number(find=order_amount, optional=True),
                hull_offers.upgrade_payments,
                "amount to pay",
            ),
        },
        run=of_planet(repair.upgrade),
        checks=PLANET_CHECKS,
    ),
)
