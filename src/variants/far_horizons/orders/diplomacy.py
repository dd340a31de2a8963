"""Commands about other species: ALLY, ENEMY, NEUTRAL, MESSAGE, SEND and TEACH."""

from __future__ import annotations

from horizons_core.orders import Order
from variants.far_horizons.hints import lone_species_hint, technology_hint
from variants.far_horizons.model import Species
from variants.far_horizons.model.orders import ClassWord
from variants.far_horizons.orders.arguments import class_word, command, lacks, name, number, surplus
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


#: A species, or a number for all.
_SPECIES_OR_ALL = {
    "number": number(optional=True),
    "species": name("species", when=lacks("number"), find=_species_to_declare(strangers=True)),
    "surplus": surplus(),
}

DIPLOMACY = (
    command(
        "ALLY SP name",
        "Declares a species that you have met your ally.",
        example="Ally SP Klingon",
        mistake="Ally SP Nobody at all",
        rules="FH-CMD-001 FH-DIPLO-001",
        arguments={
            "species": name("species", find=_species_to_declare(strangers=False)),
            "surplus": surplus(),
        },
        run=diplomacy.ally,
    ),
    command(
        "ENEMY SP name | ENEMY n",
        "Declares a species, or with a number every species, your enemy.",
        example="Enemy SP Klingon",
        mistake="Enemy SP Nobody at all",
        rules="FH-CMD-001 FH-DIPLO-001",
        arguments=_SPECIES_OR_ALL,
        run=diplomacy.enemy,
    ),
    command(
        "MESSAGE SP name",
        "Sends the following lines to a species, up to a line ZZZ.",
        example="Message SP Klingon\nGreetings; shall we trade?\nZZZ",
        mistake="Message SP Nobody at all\nGreetings!\nZZZ",
        rules="FH-CMD-001 FH-MSG-001",
        arguments={"species": name("species", find=any_species(strangers=True))},
        run=diplomacy.message,
        checks={"species_met": diplomacy.species_met},
    ),
    command(
        "NEUTRAL SP name | NEUTRAL n",
        "Declares neutrality towards a species, or with a number towards every species.",
        example="Neutral SP Klingon",
        mistake="Neutral SP Nobody at all",
        rules="FH-CMD-001 FH-DIPLO-001",
        arguments=_SPECIES_OR_ALL,
        run=diplomacy.neutral,
    ),
    command(
        "SEND n SP name",
        "Sends economic units to another species; 0 sends all.",
        example="Send 100 SP Klingon",
        mistake="Send 100 SP Nobody at all",
        rules="FH-CMD-001 FH-SEND-001",
        arguments={
            "amount": number(
                needed("no-number", _AMOUNT, "write how much, 0 for all", zero_or_more(_AMOUNT))
            ),
            # an empty treasury is reported even if the recipient is unknown
            "recipient": name("species", find=deferred(any_species())),
        },
        run=diplomacy.send,
    ),
    command(
        "TEACH technology [n] SP name",
        "Gives a species your knowledge of a technology, up to level n.",
        example="Teach BI 17 SP Klingon",
        mistake="Teach BI 17 SP Nobody at all",
        rules="FH-CMD-001 FH-TEACH-001",
        arguments={
            "technology": class_word("tech", find=_technology),
            "level": number(zero_or_more("Invalid level in TEACH command."), optional=True),
            "recipient": name("species", find=any_species()),
        },
        run=technology.teach,
    ),
)
