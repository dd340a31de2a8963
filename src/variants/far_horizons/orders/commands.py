"""All commands: where each is accepted, how it is written, an example and a mistake (Table 9)."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.orders import Check, Command, Handler
from variants.far_horizons.model.sections import SECTION_OF
from variants.far_horizons.orders.building import BUILDING
from variants.far_horizons.orders.movements import MOVEMENTS
from variants.far_horizons.orders.production import PRODUCTION
from variants.far_horizons.orders.sections import SECTIONS_OF
from variants.far_horizons.rules import (
    auto,
    destroying,
    diplomacy,
    disbanding,
    installation,
    jumping,
    messages,
    movement,
    naming,
    portals,
    repair,
    scanning,
    sending,
    starbases,
    teaching,
    telescopes,
    terraforming,
    transfer,
    unloading,
    visited,
)
from variants.far_horizons.rules.battle_orders import battle_named
from variants.far_horizons.rules.dispatch import with_words


def for_battle(name: str) -> Handler:
    """What a command of the battle sections runs."""
    return with_words(
        lambda context, species, order, words: getattr(context.shared, name)(
            context, species, order, words
        )
    )


#: What carries each command out.
RUNS: dict[str, Handler] = {
    "ALLY": with_words(diplomacy.ally),
    "ATTACK": for_battle("attack"),
    "AUTO": with_words(auto.auto),
    "BASE": with_words(starbases.base),
    "BATTLE": for_battle("battle"),
    "DESTROY": with_words(destroying.destroy),
    "DISBAND": with_words(disbanding.disband),
    "ENEMY": with_words(diplomacy.enemy),
    "ENGAGE": for_battle("engage"),
    "HAVEN": for_battle("haven"),
    "HIJACK": for_battle("attack"),
    "INSTALL": with_words(installation.install),
    "JUMP": with_words(jumping.jump),
    "MESSAGE": with_words(messages.message),
    "MOVE": with_words(movement.move),
    "NAME": with_words(naming.name),
    "NEUTRAL": with_words(diplomacy.neutral),
    "PJUMP": with_words(portals.portal_jump),
    "REPAIR": with_words(repair.repair),
    "SCAN": with_words(scanning.scan),
    "SEND": with_words(sending.send),
    "SUMMARY": for_battle("summary"),
    "TARGET": for_battle("target"),
    "TEACH": with_words(teaching.teach),
    "TELESCOPE": with_words(telescopes.telescope),
    "TERRAFORM": with_words(terraforming.terraform),
    "TRANSFER": with_words(transfer.transfer),
    "UNLOAD": with_words(unloading.unload),
    "VISITED": with_words(visited.visited),
    "WITHDRAW": for_battle("withdraw"),
    "WORMHOLE": with_words(movement.wormhole),
}

_OF_BATTLE = ("ATTACK", "ENGAGE", "HAVEN", "HIJACK", "SUMMARY", "TARGET", "WITHDRAW")

#: What is asked before a command is carried out, by the check's name.
CHECKS: dict[str, Mapping[str, Check]] = {
    keyword: {"battle_named": battle_named} for keyword in _OF_BATTLE
}


def _command(forms: str, text: str, example: str, mistake: str, rules: str) -> Command:
    """A command from its forms, divided by `|`, and orders of its first section.

    A mistake that names a section itself is left as it is.
    """
    syntax = tuple(form.strip() for form in forms.split("|"))
    keyword = syntax[0].split()[0]
    section = SECTIONS_OF[keyword][0]
    return Command(
        keyword=keyword,
        rule="",
        phase=SECTION_OF[section].phase,
        syntax=syntax,
        help=text,
        example=in_section(section, example),
        mistake=mistake if mistake.startswith("START") else in_section(section, mistake),
        rules=tuple(rules.split()),
        run=RUNS[keyword],
        checks=CHECKS.get(keyword, {}),
    )


def in_section(section: str, orders: str) -> str:
    """Orders between START and END."""
    return f"START {section}\n{orders}\nEND"


_COMMANDS = (
    _command(
        "ALLY SP name",
        "Declares a species that you have met to be an ally.",
        "Ally SP Klingon",
        "Ally SP Nobody at all",
        "FH-CMD-001 FH-DIPLO-001",
    ),
    _command(
        "ATTACK SP name | ATTACK SP n | ATTACK 0",
        "Attacks a species, one known by its field distortion number, or with 0 all enemies.",
        "Attack SP Klingon",
        "Attack SP Klingon",
        "FH-CMD-001 FH-ATTACK-001",
    ),
    _command(
        "AUTO",
        "Asks for orders of the next turn, drafted by the computer, in the order form.",
        "Auto",
        "START JUMPS\nAuto\nEND",
        "FH-CMD-001 FH-AUTO-001",
    ),
    _command(
        "BASE [n] source, BAS name",
        "Builds or enlarges a starbase from n starbase units (0 or none: all) of a ship or planet.",
        "Base 5 TR10 Mover, BAS High Guardian",
        "Base 5 TR10 Nobody at all, BAS High Guardian",
        "FH-CMD-001 FH-SU-001",
    ),
    _command(
        "BATTLE x y z",
        "Names the sector of a battle; the orders for it follow.",
        "Battle 12 7 18",
        "Battle here",
        "FH-CMD-001 FH-BATTLE-001",
    ),
    _command(
        "DESTROY ship | DESTROY BAS name",
        "Destroys one of your ships or starbases; its name must be exact.",
        "Destroy CT Laughing Dog",
        "Destroy CT Nobody at all",
        "FH-CMD-001 FH-DESTROY-001",
    ),
    _command(
        "DISBAND PL name",
        "Gives a colony up; what it is worth is salvaged.",
        "Disband PL Mars",
        "Disband PL Nowhere at all",
        "FH-CMD-001 FH-DISBAND-001",
    ),
    _command(
        "ENEMY SP name | ENEMY n",
        "Declares a species, or with a number every species, to be an enemy.",
        "Enemy SP Klingon",
        "Enemy SP Nobody at all",
        "FH-CMD-001 FH-DIPLO-001",
    ),
    _command(
        "ENGAGE n [p]",
        "Chooses how to fight, 0 to 7: in place, in deep space or at planet p.",
        "Engage 4 2",
        "Engage 4 2",
        "FH-CMD-001 FH-ENGAGE-001",
    ),
    _command(
        "HAVEN x y z",
        "Names the sector to which ships withdraw from the battle.",
        "Haven 12 8 18",
        "Haven home",
        "FH-CMD-001 FH-WITHDRAW-001",
    ),
    _command(
        "HIJACK SP name | HIJACK SP n | HIJACK 0",
        "Attacks as ATTACK does, to capture ships and sell them rather than destroy them.",
        "Hijack SP Klingon",
        "Hijack SP Klingon",
        "FH-CMD-001 FH-HIJACK-001",
    ),
    _command(
        "INSTALL [n class] PL name",
        "Installs n mining or manufacturing units (0: all) on a planet; without n all of both.",
        "Install 20 IU PL Mars",
        "Install 20 IU PL Nowhere at all",
        "FH-CMD-001 FH-CMD-007 FH-INST-001",
    ),
    _command(
        "JUMP ship, x y z | JUMP ship, PL name",
        "Jumps to a sector's deep space, or into orbit around one of your named planets.",
        "Jump FF Thomas Edison, PL Mars",
        "Jump FF Nobody at all, PL Mars",
        "FH-CMD-001 FH-JUMP-001",
    ),
    _command(
        "MESSAGE SP name",
        "Sends a species the lines that follow, up to a line ZZZ.",
        "Message SP Klingon\nGreetings; shall we trade?\nZZZ",
        "Message SP Nobody at all\nGreetings!\nZZZ",
        "FH-CMD-001 FH-MSG-001",
    ),
    _command(
        "MOVE ship, x y z | MOVE BAS name, x y z",
        "Moves a ship, or tows a starbase, by one parsec at most.",
        "Move FF Thomas Edison, 12 7 18",
        "Move FF Nobody at all, 12 7 18",
        "FH-CMD-001 FH-CMD-010 FH-MOVE-001",
    ),
    _command(
        "NAME x y z p PL name",
        "Gives planet p of a star system a name, by which your orders call it.",
        "Name 12 7 18 2 PL Mars",
        "Name 12 7 PL Mars",
        "FH-CMD-001 FH-CMD-003 FH-NAME-001",
    ),
    _command(
        "NEUTRAL SP name | NEUTRAL n",
        "Declares neutrality towards a species, or with a number towards every species.",
        "Neutral SP Klingon",
        "Neutral SP Nobody at all",
        "FH-CMD-001 FH-DIPLO-001",
    ),
    _command(
        "PJUMP ship, x y z, BAS name | PJUMP ship, PL name, BAS name",
        "Jumps through the jump portals of a starbase.",
        "Pjump FF Thomas Edison, PL Mars, BAS High Guardian",
        "Pjump FF Nobody at all, PL Mars, BAS High Guardian",
        "FH-CMD-001 FH-JP-001",
    ),
    _command(
        "REPAIR ship [, n] | REPAIR BAS name [, n] | REPAIR x y z [age]",
        "Repairs a ship with units aboard, or all ships of a sector down to an age.",
        "Repair FF Thomas Edison, 3",
        "Repair FF Nobody at all, 3",
        "FH-CMD-001 FH-DR-001",
    ),
    _command(
        "SCAN ship",
        "Has a ship report on the star system in which it is.",
        "Scan FF Thomas Edison",
        "Scan FF Nobody at all",
        "FH-CMD-001 FH-SCAN-001",
    ),
    _command(
        "SEND n SP name",
        "Sends economic units to another species; 0 is all there are.",
        "Send 100 SP Klingon",
        "Send 100 SP Nobody at all",
        "FH-CMD-001 FH-SEND-001",
    ),
    _command(
        "SUMMARY",
        "Asks for a short account of the battle, without every hit and miss.",
        "Summary",
        "Summary",
        "FH-CMD-001 FH-SUMMARY-001",
    ),
    _command(
        "TARGET n",
        "Chooses targets: 1 warships, 2 transports, 3 starbases, 4 planetary defense units.",
        "Target 2",
        "Target 2",
        "FH-CMD-001 FH-TARGET-001",
    ),
    _command(
        "TEACH technology [n] SP name",
        "Gives a species your knowledge of a technology, up to level n.",
        "Teach BI 17 SP Klingon",
        "Teach BI 17 SP Nobody at all",
        "FH-CMD-001 FH-TEACH-001",
    ),
    _command(
        "TELESCOPE BAS name",
        "Operates the gravitic telescope of a starbase.",
        "Telescope BAS High Guardian",
        "Telescope BAS Nobody at all",
        "FH-CMD-001 FH-GT-001",
    ),
    _command(
        "TERRAFORM [n] PL name",
        "Makes a planet more like home with n terraforming plants (0 or none: all).",
        "Terraform 6 PL Mars",
        "Terraform 6 PL Nowhere at all",
        "FH-CMD-001 FH-TERRA-001",
    ),
    _command(
        "TRANSFER n class source, destination",
        "Moves items between ships and planets of one sector; 0 is all that fit.",
        "Transfer 10 CU PL Earth, TR5 Mover",
        "Transfer 10 CU PL Nowhere at all, TR5 Nobody at all",
        "FH-CMD-001 FH-TRAN-001",
    ),
    _command(
        "UNLOAD ship | UNLOAD BAS name",
        "Moves colonists and their units to the planet and installs what can be installed.",
        "Unload TR5 Mover",
        "Unload TR5 Nobody at all",
        "FH-CMD-001 FH-CMD-008",
    ),
    _command(
        "VISITED x y z",
        "Marks a star system as visited.",
        "Visited 12 7 18",
        "Visited here",
        "FH-CMD-001 FH-VISITED-001",
    ),
    _command(
        "WITHDRAW n1 n2 n3",
        "Says at what age ships withdraw, transports and warships, and at which losses the fleet.",
        "Withdraw 20 40 50",
        "Withdraw 20 40 50",
        "FH-CMD-001 FH-WITHDRAW-001",
    ),
    _command(
        "WORMHOLE ship [, PL name] | WORMHOLE BAS name [, PL name]",
        "Goes through the natural wormhole of the sector, into orbit around a planet if named.",
        "Wormhole FF Thomas Edison, PL Mars",
        "Wormhole FF Nobody at all, PL Mars",
        "FH-CMD-001 FH-CMD-009 FH-WORM-001",
    ),
)

COMMANDS = tuple(
    sorted((*_COMMANDS, *MOVEMENTS, *BUILDING, *PRODUCTION), key=lambda one: one.keyword)
)
