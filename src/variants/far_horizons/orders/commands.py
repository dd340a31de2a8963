"""All commands: where each is accepted, how it is written, an example and a mistake (Table 9)."""

from __future__ import annotations

from collections.abc import Mapping

from horizons_core.orders import Check, Command, Handler, Order, Refusal
from variants.far_horizons.model import Species
from variants.far_horizons.model.sections import SECTION_OF
from variants.far_horizons.orders.jumps import JUMPS
from variants.far_horizons.orders.movements import MOVEMENTS
from variants.far_horizons.orders.sections import SECTIONS_OF
from variants.far_horizons.orders.ships import SHIPS
from variants.far_horizons.rules import (
    auto,
    building,
    building_for_others,
    development,
    diplomacy,
    disbanding,
    estimates,
    hiding,
    installation,
    interception,
    messages,
    naming,
    production_orders,
    recycling,
    research,
    sending,
    teaching,
    terraforming,
    transfer,
    upgrades,
)
from variants.far_horizons.rules.battle_orders import battle_named
from variants.far_horizons.rules.dispatch import with_words
from variants.far_horizons.rules.production_orders import PLANET_CHECKS, of_planet, planet_open
from variants.far_horizons.step_context import StepContext


def for_battle(name: str) -> Handler:
    """What a command of the battle sections runs."""
    return with_words(
        lambda context, species, order, words: getattr(context.shared, name)(
            context, species, order, words
        )
    )


def production_only(check: Check) -> Check:
    """A check that is asked in the production section alone."""

    def asked(context: StepContext, species: Species, order: Order) -> Refusal | None:
        return check(context, species, order) if order.phase == "production" else None

    return asked


def _hide(context: StepContext, species: Species, order: Order) -> None:
    """HIDE of a colony in production, or of a ship in battle."""
    run = of_planet(hiding.hide) if order.phase == "production" else for_battle("hide")
    run(context, species, order)


#: What carries each command out.
RUNS: dict[str, Handler] = {
    "ALLY": with_words(diplomacy.ally),
    "AMBUSH": of_planet(interception.ambush),
    "ATTACK": for_battle("attack"),
    "AUTO": with_words(auto.auto),
    "BATTLE": for_battle("battle"),
    "BUILD": of_planet(building.build),
    "CONTINUE": of_planet(building.go_on),
    "DEVELOP": of_planet(development.develop),
    "DISBAND": with_words(disbanding.disband),
    "ENEMY": with_words(diplomacy.enemy),
    "ENGAGE": for_battle("engage"),
    "ESTIMATE": of_planet(estimates.estimate),
    "HAVEN": for_battle("haven"),
    "HIDE": _hide,
    "HIJACK": for_battle("attack"),
    "IBUILD": of_planet(building_for_others.ibuild),
    "ICONTINUE": of_planet(building_for_others.icontinue),
    "INSTALL": with_words(installation.install),
    "INTERCEPT": of_planet(interception.intercept),
    "MESSAGE": with_words(messages.message),
    "NAME": with_words(naming.name),
    "NEUTRAL": with_words(diplomacy.neutral),
    "PRODUCTION": with_words(production_orders.begin),
    "RECYCLE": of_planet(recycling.recycle),
    "RESEARCH": of_planet(research.research),
    "SEND": with_words(sending.send),
    "SHIPYARD": of_planet(building.shipyard),
    "SUMMARY": for_battle("summary"),
    "TARGET": for_battle("target"),
    "TEACH": with_words(teaching.teach),
    "TERRAFORM": with_words(terraforming.terraform),
    "TRANSFER": with_words(transfer.transfer),
    "UPGRADE": of_planet(upgrades.upgrade),
    "WITHDRAW": for_battle("withdraw"),
}

_OF_PLANET = (
    "AMBUSH", "BUILD", "CONTINUE", "DEVELOP", "ESTIMATE", "IBUILD", "ICONTINUE", "INTERCEPT",
    "RECYCLE", "RESEARCH", "SHIPYARD", "UPGRADE",
)  # fmt: skip
_OF_BATTLE = ("ATTACK", "ENGAGE", "HAVEN", "HIJACK", "SUMMARY", "TARGET", "WITHDRAW")

#: What is asked before a command is carried out, by the check's name.
CHECKS: dict[str, Mapping[str, Check]] = {
    **dict.fromkeys(_OF_PLANET, PLANET_CHECKS),
    **{keyword: {"battle_named": battle_named} for keyword in _OF_BATTLE},
    "HIDE": {"planet_open": production_only(planet_open), "battle_named": battle_named},
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
        "AMBUSH n",
        "Spends n on preparing an ambush for enemies that come to the planet; 0 is the balance.",
        "Ambush 50",
        "START COMBAT\nAmbush 50\nEND",
        "FH-CMD-001 FH-AMBUSH-001",
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
        "BATTLE x y z",
        "Names the sector of a battle; the orders for it follow.",
        "Battle 12 7 18",
        "Battle here",
        "FH-CMD-001 FH-BATTLE-001",
    ),
    _command(
        "BUILD n class [, destination] | BUILD ship [, n] | BUILD BAS name, n",
        "Builds items, or a ship: all of it, or for n; a starbase's amount must be given.",
        "Build DD Dawson, 500",
        "Build 3 PD",
        "FH-CMD-001 FH-CMD-011 FH-BUILD-001",
    ),
    _command(
        "CONTINUE ship [, n] | CONTINUE BAS name, n",
        "Goes on building a ship or a starbase.",
        "Continue DD Dawson",
        "Continue DD Dawson",
        "FH-CMD-001 FH-CMD-011",
    ),
    _command(
        "DEVELOP [n] [PL name [, ship]]",
        "Builds colonists and their units for this planet, or for a colony, spending n at most.",
        "Develop 100 PL Mars, TR5 Mover",
        "Develop",
        "FH-CMD-001 FH-DEVELOP-001",
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
        "ESTIMATE SP name",
        "Estimates the technology of a species that you have met.",
        "Estimate SP Klingon",
        "Estimate SP Nobody at all",
        "FH-CMD-001 FH-ESTIMATE-001",
    ),
    _command(
        "HAVEN x y z",
        "Names the sector to which ships withdraw from the battle.",
        "Haven 12 8 18",
        "Haven home",
        "FH-CMD-001 FH-WITHDRAW-001",
    ),
    _command(
        "HIDE | HIDE ship",
        "Hides the producing colony from aliens; in combat keeps a ship out of the fight.",
        "Hide",
        "Hide",
        "FH-CMD-001 FH-CMD-017 FH-HIDE-001",
    ),
    _command(
        "HIJACK SP name | HIJACK SP n | HIJACK 0",
        "Attacks as ATTACK does, to capture ships and sell them rather than destroy them.",
        "Hijack SP Klingon",
        "Hijack SP Klingon",
        "FH-CMD-001 FH-HIJACK-001",
    ),
    _command(
        "IBUILD SP name, n class | IBUILD SP name, ship | IBUILD SP name, BAS name, n",
        "Builds items, a ship or a starbase for another species, at a premium.",
        "Ibuild SP Klingon, 20 FS",
        "Ibuild SP Klingon, 20 FS",
        "FH-CMD-001 FH-IBUILD-001",
    ),
    _command(
        "ICONTINUE SP name, ship | ICONTINUE SP name, BAS name, n",
        "Finishes a ship, or enlarges a starbase, for another species.",
        "Icontinue SP Klingon, DD Dawson",
        "Icontinue SP Klingon, DD Dawson",
        "FH-CMD-001 FH-IBUILD-001",
    ),
    _command(
        "INSTALL [n class] PL name",
        "Installs n mining or manufacturing units (0: all) on a planet; without n all of both.",
        "Install 20 IU PL Mars",
        "Install 20 IU PL Nowhere at all",
        "FH-CMD-001 FH-CMD-007 FH-INST-001",
    ),
    _command(
        "INTERCEPT n",
        "Spends n on intercepting ships that enter the sector; 0 is the balance.",
        "Intercept 100",
        "Intercept 100",
        "FH-CMD-001 FH-INTERCEPT-001",
    ),
    _command(
        "MESSAGE SP name",
        "Sends a species the lines that follow, up to a line ZZZ.",
        "Message SP Klingon\nGreetings; shall we trade?\nZZZ",
        "Message SP Nobody at all\nGreetings!\nZZZ",
        "FH-CMD-001 FH-MSG-001",
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
        "PRODUCTION PL name",
        "Begins the production orders of a planet.",
        "Production PL Earth",
        "Production PL Nowhere at all",
        "FH-CMD-001 FH-PROD-001",
    ),
    _command(
        "RECYCLE n class | RECYCLE ship | RECYCLE BAS name",
        "Turns items of the planet, or a ship there, into economic units.",
        "Recycle 0 RM",
        "Recycle 0 RM",
        "FH-CMD-001 FH-CMD-013 FH-REC-001",
    ),
    _command(
        "RESEARCH n technology",
        "Spends n on a technology: MI, MA, ML, GV, LS or BI; 0 is the balance.",
        "Research 27 BI",
        "Research 27 BI",
        "FH-CMD-001 FH-TECH-001",
    ),
    _command(
        "SEND n SP name",
        "Sends economic units to another species; 0 is all there are.",
        "Send 100 SP Klingon",
        "Send 100 SP Nobody at all",
        "FH-CMD-001 FH-SEND-001",
    ),
    _command(
        "SHIPYARD",
        "Adds a shipyard to the planet.",
        "Shipyard",
        "Shipyard",
        "FH-CMD-001 FH-YARD-001",
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
        "UPGRADE ship [, n] | UPGRADE BAS name [, n]",
        "Makes a ship young again, or spends n on it; 0 is the balance.",
        "Upgrade DD Dawson, 100",
        "Upgrade DD Dawson, 100",
        "FH-CMD-001 FH-CMD-012 FH-UPG-001",
    ),
    _command(
        "WITHDRAW n1 n2 n3",
        "Says at what age ships withdraw, transports and warships, and at which losses the fleet.",
        "Withdraw 20 40 50",
        "Withdraw 20 40 50",
        "FH-CMD-001 FH-WITHDRAW-001",
    ),
)

COMMANDS = tuple(sorted((*_COMMANDS, *JUMPS, *MOVEMENTS, *SHIPS), key=lambda one: one.keyword))
