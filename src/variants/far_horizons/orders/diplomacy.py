"""Commands about other species: ALLY, ENEMY, NEUTRAL, MESSAGE, SEND and TEACH."""

from __future__ import annotations

from horizons_core.orders import Argument, Offers, Order
from variants.far_horizons.hints import lone_species_hint, technology_hint
from variants.far_horizons.model import Species
from variants.far_horizons.model.orders import ClassWord
from variants.far_horizons.orders import offers
from variants.far_horizons.orders.arguments import (
    class_word,
    command,
    lacks,
    name,
    number,
    surplus,
    with_offers,
)
from variants.far_horizons.orders.references import (
    Finder,
    any_species,
    deferred,
    needed,
    zero_or_more,
)
from variants.far_horizons.rules import diplomacy, technology
from variants.far_horizons.step_context import OrderRefused, StepContext

_AMOUNT = "Invalid or missing amount in SEND command."


def _species_to_declare(*, strangers: bool) -> Finder:
    """Return a finder of the other species in ALLY, ENEMY or NEUTRAL."""
    reason = "Invalid or missing argument in {keyword} command."
    return any_species(reason, other=True, strangers=strangers, hint=lone_species_hint)


def _technology(_context: StepContext, _species: Species, order: Order, argument: str) -> ClassWord:
    """Return the technology to teach."""
    word: ClassWord | None = order[argument]
    if word is None:
        hint = technology_hint(order.written.get(argument, ""))
        raise OrderRefused("unknown-technology", "Invalid or missing technology.", hint, argument)
    return word


def _species_or_all(species: Offers) -> dict[str, Argument]:
    """Create the arguments for a species, or a number for all."""
    named = name("species", when=lacks("number"), find=_species_to_declare(strangers=True))
    return {
        "number": with_offers(number(optional=True), lambda _: offers.ALL_SPECIES, "all species"),
        "species": with_offers(named, species),
        "surplus": surplus(),
    }


#: The species that are sent money or taught: those that are not enemies.
_friends = offers.met_species_without("enemies")

DIPLOMACY = (
    command(
        "ALLY SP name",
        "Declares an alliance with a species that you have met.",
        label="Declare an ally",
        group="Diplomacy",
        templates="ALLY {species}",
        example="Ally SP Klingon",
        mistake="Ally SP Nobody at all",
        rules="FH-CMD-001 FH-DIPLO-001",
        arguments={
            "species": with_offers(
                name("species", find=_species_to_declare(strangers=False)),
                offers.met_species_without("allies"),
            ),
            "surplus": surplus(),
        },
        run=diplomacy.ally,
    ),
    command(
        "ENEMY SP name | ENEMY n",
        "Declares a species, or with a number every species, your enemy.",
        label="Declare an enemy",
        group="Diplomacy",
        templates="ENEMY {species} | ENEMY {number}",
        asked="species number",
        example="Enemy SP Klingon",
        mistake="Enemy SP Nobody at all",
        rules="FH-CMD-001 FH-DIPLO-001",
        arguments=_species_or_all(offers.met_species_without("enemies")),
        run=diplomacy.enemy,
    ),
    command(
        "MESSAGE SP name",
        "Sends the following lines to a species, up to a line ZZZ.",
        label="Send a message",
        group="Diplomacy",
        templates="MESSAGE {species} \n {lines} \n ZZZ",
        example="Message SP Klingon\nGreetings; shall we trade?\nZZZ",
        mistake="Message SP Nobody at all\nGreetings!\nZZZ",
        rules="FH-CMD-001 FH-MSG-001",
        arguments={
            "species": name("species", find=any_species(strangers=True)),
            "lines": Argument(bare=True, optional=True, label="text"),
        },
        run=diplomacy.message,
        checks={"species_met": diplomacy.species_met},
    ),
    command(
        "NEUTRAL SP name | NEUTRAL n",
        "Declares neutrality towards a species, or with a number towards every species.",
        label="Declare neutrality",
        group="Diplomacy",
        templates="NEUTRAL {species} | NEUTRAL {number}",
        asked="species number",
        example="Neutral SP Klingon",
        mistake="Neutral SP Nobody at all",
        rules="FH-CMD-001 FH-DIPLO-001",
        arguments=_species_or_all(offers.declared_species),
        run=diplomacy.neutral,
    ),
    command(
        "SEND n SP name",
        "Sends economic units to another species; 0 sends all.",
        label="Send money",
        group="Diplomacy",
        templates="SEND {amount} {recipient}",
        asked="recipient amount",
        example="Send 100 SP Klingon",
        mistake="Send 100 SP Nobody at all",
        rules="FH-CMD-001 FH-SEND-001",
        arguments={
            "amount": with_offers(
                number(
                    needed("no-number", _AMOUNT, "write how much, 0 for all", zero_or_more(_AMOUNT))
                ),
                offers.money,
            ),
            # an empty treasury is reported even if the recipient is unknown
            "recipient": with_offers(name("species", find=deferred(any_species())), _friends),
        },
        run=diplomacy.send,
    ),
    command(
        "TEACH technology [n] SP name",
        "Gives a species your knowledge of a technology, up to level n.",
        label="Teach",
        group="Diplomacy",
        templates="TEACH {technology} [{level}] {recipient}",
        asked="recipient technology level",
        example="Teach BI 17 SP Klingon",
        mistake="Teach BI 17 SP Nobody at all",
        rules="FH-CMD-001 FH-TEACH-001",
        arguments={
            "technology": with_offers(class_word("tech", find=_technology), offers.known_techs),
            "level": with_offers(
                number(zero_or_more("Invalid level in TEACH command."), optional=True),
                offers.levels_to_teach,
            ),
            "recipient": with_offers(name("species", find=any_species()), _friends),
        },
        run=technology.teach,
    ),
)
