"""Commands of a planet's production: colonies and their defence, research and estimates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.orders import Check, Goods, Order, Refusal
from variants.far_horizons.model import Species
from variants.far_horizons.orders import battle_offers, production_offers
from variants.far_horizons.orders.arguments import (
    block_line,
    class_word,
    command,
    name,
    number,
    producer,
    surplus,
    with_offers,
)
from variants.far_horizons.orders.battles import BATTLE
from variants.far_horizons.orders.references import any_species, counted, own_planet, own_ship
from variants.far_horizons.rules import colonies, development, interception, technology
from variants.far_horizons.rules.battles import BattleSection, battle_named, for_battle
from variants.far_horizons.rules.production import PLANET_CHECKS, of_planet, planet_open
from variants.far_horizons.rules.production_state import order_amount
from variants.far_horizons.step_context import StepContext


def _in_battle(read: Mapping[str, Any]) -> bool:
    """Return whether an order is in a section for battles."""
    return bool(read["section"] != "PRODUCTION")


def _production_only(check: Check) -> Check:
    """Restrict a check to the production section."""

    def production_check(context: StepContext, species: Species, order: Order) -> Refusal | None:
        return check(context, species, order) if order.phase == "production" else None

    return production_check


def _hide(context: StepContext, species: Species, order: Order) -> None:
    """HIDE for a colony in production, or for a ship in battle."""
    if order.phase == "production":
        colonies.hide(context.shared, order)
    else:
        for_battle(BattleSection.hide)(context, species, order)


#: An amount that a planet spends.
_AMOUNT = {
    "producer": producer(production_offers.producers(production_offers.has_funds)),
    "amount": with_offers(number(find=order_amount), production_offers.any_amount),
}

PRODUCTION = (
    command(
        "AMBUSH n",
        "Spends n on an ambush for enemies that come to the planet; 0 spends the whole balance.",
        label="Prepare an ambush",
        group="Defence",
        templates="AMBUSH {amount}",
        shop=(Goods(number="amount", label="Defence"),),
        example="Ambush 50",
        mistake="START COMBAT\nAmbush 50\nEND",
        rules="FH-CMD-001 FH-AMBUSH-001",
        arguments=_AMOUNT,
        run=of_planet(interception.ambush),
        checks=PLANET_CHECKS,
    ),
    command(
        "DEVELOP [n] [PL name [, ship]]",
        "Builds colonists and their units for this planet, or for a colony, spending n at most.",
        label="Develop a colony",
        group="Production",
        templates="DEVELOP [{limit}] {planet}[, {ship}]",
        asked="producer ship planet limit",
        example="Develop 100 PL Mars, TR5 Mover",
        mistake="Develop",
        rules="FH-CMD-001 FH-DEVELOP-001",
        arguments={
            "producer": producer(production_offers.producers(production_offers.can_develop)),
            "limit": with_offers(
                number(
                    counted(
                        "no-amount",
                        "Invalid or missing amount.",
                        "the limit is a whole number; 0 stands for the whole balance of the planet",
                    ),
                    optional=True,
                ),
                production_offers.any_amount,
                "maximum to spend",
            ),
            "planet": with_offers(
                name("planet", find=own_planet(), optional=True),
                production_offers.planets_to_develop,
                "colony",
            ),
            "ship": with_offers(
                name("ship", find=own_ship("Ship to be loaded does not exist!"), optional=True),
                production_offers.ships_to_fill,
                "ship to load",
            ),
        },
        run=of_planet(development.develop),
        checks={**PLANET_CHECKS, "not_assimilated": development.not_assimilated},
    ),
    command(
        "ESTIMATE SP name",
        "Estimates the technology of a species that you have met.",
        label="Estimate technology",
        group="Diplomacy",
        templates="ESTIMATE {species}",
        example="Estimate SP Klingon",
        mistake="Estimate SP Nobody at all",
        rules="FH-CMD-001 FH-ESTIMATE-001",
        arguments={
            "producer": producer(
                production_offers.producers(
                    production_offers.is_normal, production_offers.estimate_price
                )
            ),
            "species": name("species", find=any_species(other=True, strangers=True)),
        },
        run=of_planet(technology.estimate),
        checks=PLANET_CHECKS,
    ),
    command(
        "HIDE | HIDE ship",
        "Hides the producing colony from aliens; in combat keeps a ship out of the fight.",
        label="Hide",
        group="Defence",
        templates=f"{block_line('producer')} HIDE | {block_line('battle')} HIDE {{ship}}",
        on=("planet", "ship"),
        example="Hide",
        mistake="Hide",
        rules="FH-CMD-001 FH-CMD-017 FH-HIDE-001",
        arguments={
            "producer": producer(production_offers.producers(production_offers.can_hide)),
            "battle": BATTLE,
            "ship": with_offers(
                name("ship", when=_in_battle, find=own_ship()), battle_offers.landed_ships
            ),
            "surplus": surplus(),
        },
        run=_hide,
        checks={"planet_open": _production_only(planet_open), "battle_named": battle_named},
    ),
    command(
        "INTERCEPT n",
        "Spends n on intercepting ships that enter the sector; 0 spends the whole balance.",
        label="Prepare an interception",
        group="Defence",
        templates="INTERCEPT {amount}",
        shop=(Goods(number="amount", label="Defence"),),
        example="Intercept 100",
        mistake="Intercept 100",
        rules="FH-CMD-001 FH-INTERCEPT-001",
        arguments=_AMOUNT,
        run=of_planet(interception.intercept),
        checks=PLANET_CHECKS,
    ),
    command(
        "RESEARCH n technology",
        "Spends n on a technology: MI, MA, ML, GV, LS or BI; 0 spends the whole balance.",
        label="Research",
        group="Production",
        templates="RESEARCH {amount} {tech}",
        asked="producer tech amount",
        shop=(Goods("tech", "amount"),),
        example="Research 27 BI",
        mistake="Research 27 BI",
        rules="FH-CMD-001 FH-TECH-001",
        arguments={
            "producer": producer(production_offers.producers(production_offers.has_funds)),
            "amount": with_offers(number(), production_offers.any_amount),
            "tech": with_offers(
                class_word("tech", find=technology.technology),
                production_offers.technologies_to_research,
                "technology",
            ),
        },
        run=of_planet(technology.research),
        checks=PLANET_CHECKS,
    ),
)
