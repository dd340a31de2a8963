"""Commands of the combat and strike sections, for the battle named by BATTLE."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.orders import Check, Order
from variants.far_horizons.model import Sector, Species
from variants.far_horizons.model.names import WordCursor
from variants.far_horizons.orders.arguments import (
    LineArgument,
    command,
    lacks,
    name,
    number,
    numbers,
    surplus,
)
from variants.far_horizons.orders.references import any_species, between, deferred
from variants.far_horizons.rules.battles import (
    BattleSection,
    battle_named,
    bearer,
    for_battle,
    haven_elsewhere,
    zero_for_enemies,
)
from variants.far_horizons.rules.dispatch import surplus as surplus_words
from variants.far_horizons.step_context import OrderRefused, StepContext

#: Engagement options against or for a planet.
_AT_A_PLANET = {2, 4, 5, 6, 7}


def _distortion(words: WordCursor) -> int | None:
    """Read the field-distortion number behind SP (FH-ATTACK-007)."""
    return words.number() if words.class_word("species") else None


def _at_a_planet(read: Mapping[str, Any]) -> bool:
    return read.get("option") in _AT_A_PLANET


def _at_no_planet(read: Mapping[str, Any]) -> bool:
    return not _at_a_planet(read)


def _named(read: Mapping[str, Any]) -> bool:
    """Tell whether a species is to be named, because no number is written."""
    return read.get("number") is None and read.get("distortion") is None


def _sector(context: StepContext, _species: Species, order: Order, argument: str) -> Sector:
    """Return three numbers of 0 or more, without further words."""
    written: tuple[int, ...] = order[argument] or ()
    reason = f"Invalid coordinates in {order.keyword} command."
    if len(written) < 3:
        raise OrderRefused("no-sector", reason, "three numbers are needed: x y z", argument)
    if surplus_words(context, order):
        hint = "write three numbers; ENGAGE names the planet"
        raise OrderRefused("too-many-words", reason, hint, "surplus")
    if min(written) < 0:
        raise OrderRefused("no-sector", reason, "coordinates are 0 or more", argument)
    x, y, z = written
    return (x, y, z)


def _at_battle(context: StepContext, _species: Species, order: Order, argument: str) -> Species:
    """Return the species at the battle with a field-distortion number (FH-ATTACK-007)."""
    section: BattleSection = context.shared
    return bearer(context, order, argument, section.present())


#: A refused BATTLE still ends the one before it.
_SECTOR = {"sector": numbers(3, find=deferred(_sector)), "surplus": surplus()}
#: The target of ATTACK and HIJACK.
_VICTIM = {
    "number": number(optional=True),
    # a missing BATTLE is reported first
    "distortion": LineArgument(
        read=_distortion, find=deferred(_at_battle), optional=True, when=lacks("number")
    ),
    "species": name("species", when=_named, find=any_species(strangers=True)),
}
_BELOW_BATTLE: Mapping[str, Check] = {"battle_named": battle_named}
_NAMING_VICTIMS: Mapping[str, Check] = {**_BELOW_BATTLE, "zero_for_enemies": zero_for_enemies}

BATTLES = (
    command(
        "ATTACK SP name | ATTACK SP n | ATTACK 0",
        "Attacks a species, given by name or field distortion number, or with 0 all enemies.",
        example="Attack SP Klingon",
        mistake="Attack SP Klingon",
        rules="FH-CMD-001 FH-ATTACK-001",
        arguments=_VICTIM,
        checks=_NAMING_VICTIMS,
        run=for_battle(BattleSection.attack),
    ),
    command(
        "BATTLE x y z",
        "Names the sector of a battle; the orders for it follow.",
        example="Battle 12 7 18",
        mistake="Battle here",
        rules="FH-CMD-001 FH-BATTLE-001",
        arguments=_SECTOR,
        run=for_battle(BattleSection.battle),
    ),
    command(
        "ENGAGE n [p]",
        "Chooses how to fight, 0 to 7: in place, in deep space or at planet p.",
        example="Engage 4 2",
        mistake="Engage 4 2",
        rules="FH-CMD-001 FH-ENGAGE-001",
        arguments={
            "option": number(between(0, 7)),
            "planet": number(between(1, 9, "the number of a planet"), when=_at_a_planet),
            "ignored": number(optional=True, when=_at_no_planet),
        },
        checks=_BELOW_BATTLE,
        run=for_battle(BattleSection.engage),
    ),
    command(
        "HAVEN x y z",
        "Names the sector to which ships withdraw from the battle.",
        example="Haven 12 8 18",
        mistake="Haven home",
        rules="FH-CMD-001 FH-WITHDRAW-001",
        arguments=_SECTOR,
        checks={**_BELOW_BATTLE, "haven_elsewhere": haven_elsewhere},
        run=for_battle(BattleSection.haven),
    ),
    command(
        "HIJACK SP name | HIJACK SP n | HIJACK 0",
        "Attacks like ATTACK, but to capture ships and sell them instead of destroying them.",
        example="Hijack SP Klingon",
        mistake="Hijack SP Klingon",
        rules="FH-CMD-001 FH-HIJACK-001",
        arguments=_VICTIM,
        checks=_NAMING_VICTIMS,
        run=for_battle(BattleSection.attack),
    ),
    command(
        "SUMMARY",
        "Asks for a short log of the battle, without each hit and miss.",
        example="Summary",
        mistake="Summary",
        rules="FH-CMD-001 FH-SUMMARY-001",
        checks=_BELOW_BATTLE,
        run=for_battle(BattleSection.summary),
    ),
    command(
        "TARGET n",
        "Chooses targets: 1 warships, 2 transports, 3 starbases, 4 planetary defense units.",
        example="Target 2",
        mistake="Target 2",
        rules="FH-CMD-001 FH-TARGET-001",
        arguments={"target": number(between(1, 4))},
        checks=_BELOW_BATTLE,
        run=for_battle(BattleSection.target),
    ),
    command(
        "WITHDRAW n1 n2 n3",
        "Sets the ages at which transports and warships withdraw, and the losses for the fleet.",
        example="Withdraw 20 40 50",
        mistake="Withdraw 20 40 50",
        rules="FH-CMD-001 FH-WITHDRAW-001",
        arguments={
            "transports": number(between(0, 100, "the limit for transports")),
            "warships": number(between(0, 100, "the limit for warships")),
            "fleet": number(between(0, 100, "the limit for the fleet")),
        },
        checks=_BELOW_BATTLE,
        run=for_battle(BattleSection.withdraw),
    ),
)
