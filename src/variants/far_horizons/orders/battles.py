"""Commands of the combat and strike sections, for the battle named by BATTLE."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core import LocalizedText
from horizons_core.orders import Argument, Check, Choice, Order, Range
from variants.far_horizons.model import Sector, Species
from variants.far_horizons.model.names import WordCursor
from variants.far_horizons.orders import battle_offers, offers
from variants.far_horizons.orders.arguments import (
    LineArgument,
    command,
    lacks,
    name,
    number,
    numbers,
    surplus,
    with_offers,
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
    """Read the field-distortion number after SP (FH-ATTACK-007)."""
    return words.number() if words.class_word("species") else None


def _at_a_planet(read: Mapping[str, Any]) -> bool:
    return read.get("option") in _AT_A_PLANET


def _at_no_planet(read: Mapping[str, Any]) -> bool:
    return not _at_a_planet(read)


def _named(read: Mapping[str, Any]) -> bool:
    """Return whether a species is to be named, because no number is written."""
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


#: The battle that an order below BATTLE is for.
BATTLE = Argument(
    offers=battle_offers.battle_sectors,
    bare=True,
    contextual=True,
    label="sector of the battle",
)
#: A refused BATTLE still ends the one before it.
_SECTOR = numbers(3, find=deferred(_sector))
#: The target of ATTACK and HIJACK.
_VICTIM = {
    "battle": BATTLE,
    "number": with_offers(number(optional=True), lambda _: offers.ALL_ENEMIES, "enemies"),
    # a missing BATTLE is reported first
    "distortion": LineArgument(
        read=_distortion, find=deferred(_at_battle), optional=True, when=lacks("number")
    ),
    "species": with_offers(
        name("species", when=_named, find=any_species(strangers=True)), battle_offers.opponents
    ),
}
#: Ways to fight, by whether they need the number of a planet.
_OPTIONS = {
    False: (
        Choice("0", LocalizedText("defend in place")),
        Choice("1", LocalizedText("defend deep space")),
        Choice("3", LocalizedText("attack in deep space")),
    ),
    True: (
        Choice("2", LocalizedText("defend a planet")),
        Choice("4", LocalizedText("attack a planet")),
        Choice("5", LocalizedText("attack a planet and bombard it")),
        Choice("6", LocalizedText("attack a planet with germs")),
        Choice("7", LocalizedText("besiege a planet")),
    ),
}
_TARGETS = (
    Choice("1", LocalizedText("warships")),
    Choice("2", LocalizedText("transports")),
    Choice("3", LocalizedText("starbases")),
    Choice("4", LocalizedText("planetary defense units")),
)


def _limit(noun: str, label: str) -> LineArgument:
    """Create an argument for a limit of WITHDRAW."""
    limit = number(between(0, 100, f"the limit for {'the ' * (noun == 'fleet')}{noun}"))
    return with_offers(limit, lambda _: Range(0, 100), label)


_BELOW_BATTLE: Mapping[str, Check] = {"battle_named": battle_named}
_NAMING_VICTIMS: Mapping[str, Check] = {**_BELOW_BATTLE, "zero_for_enemies": zero_for_enemies}

BATTLES = (
    command(
        "ATTACK SP name | ATTACK SP n | ATTACK 0",
        "Attacks a species, given by name or field distortion number, or with 0 all enemies.",
        label="Attack",
        group="Battles",
        templates="ATTACK {species} | ATTACK {number}",
        asked="battle species number",
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
        label="Begin battle orders",
        group="Battles",
        templates="BATTLE {sector}",
        on=("place",),
        example="Battle 12 7 18",
        mistake="Battle here",
        rules="FH-CMD-001 FH-BATTLE-001",
        arguments={
            "sector": with_offers(_SECTOR, battle_offers.battle_sectors),
            "surplus": surplus(),
        },
        run=for_battle(BattleSection.battle),
    ),
    command(
        "ENGAGE n [p]",
        "Chooses how to fight, 0 to 7: in place, in deep space or at planet p.",
        label="Choose how to fight",
        group="Battles",
        templates="ENGAGE {manner} | ENGAGE {option} {planet}",
        on=("place",),
        example="Engage 4 2",
        mistake="Engage 4 2",
        rules="FH-CMD-001 FH-ENGAGE-001",
        arguments={
            "battle": BATTLE,
            "manner": Argument(
                offers=lambda _: _OPTIONS[False], optional=True, bare=True, label="way to fight"
            ),
            "option": with_offers(
                number(between(0, 7)), lambda _: _OPTIONS[True], "way to fight at a planet"
            ),
            "planet": with_offers(
                number(between(1, 9, "the number of a planet"), when=_at_a_planet),
                battle_offers.planets_at_battle,
            ),
            "ignored": number(optional=True, when=_at_no_planet),
        },
        checks=_BELOW_BATTLE,
        run=for_battle(BattleSection.engage),
    ),
    command(
        "HAVEN x y z",
        "Names the sector to which ships withdraw from the battle.",
        label="Set a haven",
        group="Battles",
        templates="HAVEN {sector}",
        on=("place",),
        example="Haven 12 8 18",
        mistake="Haven home",
        rules="FH-CMD-001 FH-WITHDRAW-001",
        arguments={
            "battle": BATTLE,
            "sector": with_offers(_SECTOR, battle_offers.havens),
            "surplus": surplus(),
        },
        checks={**_BELOW_BATTLE, "haven_elsewhere": haven_elsewhere},
        run=for_battle(BattleSection.haven),
    ),
    command(
        "HIJACK SP name | HIJACK SP n | HIJACK 0",
        "Attacks like ATTACK, but captures and sells ships instead of destroying them.",
        label="Hijack",
        group="Battles",
        templates="HIJACK {species} | HIJACK {number}",
        asked="battle species number",
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
        label="Ask for a short log",
        group="Battles",
        on=("place",),
        example="Summary",
        mistake="Summary",
        rules="FH-CMD-001 FH-SUMMARY-001",
        arguments={"battle": BATTLE},
        checks=_BELOW_BATTLE,
        run=for_battle(BattleSection.summary),
    ),
    command(
        "TARGET n",
        "Chooses targets: 1 warships, 2 transports, 3 starbases, 4 planetary defense units.",
        label="Choose targets",
        group="Battles",
        templates="TARGET {target}",
        on=("place",),
        example="Target 2",
        mistake="Target 2",
        rules="FH-CMD-001 FH-TARGET-001",
        arguments={
            "battle": BATTLE,
            "target": with_offers(number(between(1, 4)), lambda _: _TARGETS, "first targets"),
        },
        checks=_BELOW_BATTLE,
        run=for_battle(BattleSection.target),
    ),
    command(
        "WITHDRAW n1 n2 n3",
        "Sets at what age transports and warships withdraw, and at what losses the fleet does.",
        label="Limit losses",
        group="Battles",
        templates="WITHDRAW {transports} {warships} {fleet}",
        on=("place",),
        example="Withdraw 20 40 50",
        mistake="Withdraw 20 40 50",
        rules="FH-CMD-001 FH-WITHDRAW-001",
        arguments={
            "battle": BATTLE,
            "transports": _limit("transports", "age at which transports withdraw"),
            "warships": _limit("warships", "age at which warships withdraw"),
            "fleet": _limit("fleet", "percent of losses at which the fleet withdraws"),
        },
        checks=_BELOW_BATTLE,
        run=for_battle(BattleSection.withdraw),
    ),
)
