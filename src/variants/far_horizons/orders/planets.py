"""Commands for named planets and their items: NAME, DISBAND, INSTALL and others; AUTO."""

from __future__ import annotations

from horizons_core.orders import Order
from variants.far_horizons.model import Species
from variants.far_horizons.model.orders import ClassWord
from variants.far_horizons.orders import cargo_offers, travel_offers
from variants.far_horizons.orders.arguments import (
    class_word,
    command,
    has,
    name,
    number,
    numbers,
    surplus,
    with_offers,
)
from variants.far_horizons.orders.references import (
    counted,
    deferred,
    needed,
    own_place,
    own_planet,
    zero_or_more,
)
from variants.far_horizons.rules import (
    disbanding,
    dispatch,
    installation,
    naming,
    terraforming,
    transfer,
)
from variants.far_horizons.rules.naming import no_digit_first
from variants.far_horizons.step_context import OrderRefused, StepContext

_NO_DESTINATION = "Invalid destination location."


def _base_units(_context: StepContext, _species: Species, order: Order, argument: str) -> ClassWord:
    """Return the units to install: IU or AU."""
    word: ClassWord | None = order[argument]
    if word is None or word.code not in installation.KINDS:
        hint = "only IU and AU are installed"
        raise OrderRefused("unknown-item", "Invalid item class!", hint, argument)
    return word


PLANETS = (
    command(
        "AUTO",
        "Has the program draft orders for the next turn in the order form.",
        label="Have orders drafted",
        group="Planning",
        example="Auto",
        mistake="START JUMPS\nAuto\nEND",
        rules="FH-CMD-001 FH-AUTO-001",
        run=dispatch.auto,
    ),
    command(
        "DISBAND PL name",
        "Gives up a colony and salvages its value.",
        label="Disband",
        group="Colonies",
        templates="DISBAND {planet}",
        example="Disband PL Mars",
        mistake="Disband PL Nowhere at all",
        rules="FH-CMD-001 FH-DISBAND-001",
        arguments={
            "planet": with_offers(
                name("planet", find=own_planet()), cargo_offers.planets_to_disband
            )
        },
        run=disbanding.disband,
    ),
    command(
        "INSTALL [n class] PL name",
        "Installs n mining or manufacturing units on a planet (0: all); without n, all of both.",
        label="Install units",
        group="Colonies",
        templates="INSTALL {planet} | INSTALL {count} {item} {planet}",
        asked="planet item count",
        example="Install 20 IU PL Mars",
        mistake="Install 20 IU PL Nowhere at all",
        rules="FH-CMD-001 FH-CMD-007 FH-INST-001",
        arguments={
            "count": with_offers(
                number(zero_or_more("Invalid item count in INSTALL command."), optional=True),
                cargo_offers.number_to_install,
                "number",
            ),
            "item": with_offers(
                class_word("item", when=has("count"), find=_base_units),
                cargo_offers.units_to_install,
                "units",
            ),
            "planet": with_offers(
                name(
                    "planet",
                    find=own_planet("Invalid or missing planet name in INSTALL command."),
                ),
                cargo_offers.planets_to_settle,
            ),
        },
        run=installation.install,
    ),
    command(
        "NAME x y z p PL name",
        "Names planet p of a star system; your orders use that name.",
        label="Name a planet",
        group="Exploration",
        templates="NAME {place} {name}",
        on=("place",),
        example="Name 12 7 18 2 PL Mars",
        mistake="Name 12 7 PL Mars",
        rules="FH-CMD-001 FH-CMD-003 FH-NAME-001",
        arguments={
            "place": with_offers(numbers(4), travel_offers.unnamed_planets, "planet"),
            "name": with_offers(name("planet"), travel_offers.planet_names),
            "surplus": surplus(),
        },
        run=naming.name,
        checks={"no_digit_first": no_digit_first("name", "name-starts-with-digit", naming.INVALID)},
    ),
    command(
        "TERRAFORM [n] PL name",
        "Makes a planet more like home with n terraforming plants (0 or none: all).",
        label="Terraform",
        group="Colonies",
        templates="TERRAFORM [{plants}] {planet}",
        asked="planet plants",
        example="Terraform 6 PL Mars",
        mistake="Terraform 6 PL Nowhere at all",
        rules="FH-CMD-001 FH-TERRA-001 FH-TERRA-012",
        arguments={
            "plants": with_offers(
                number(
                    zero_or_more("Invalid number of plants in TERRAFORM command."), optional=True
                ),
                cargo_offers.number_of_plants,
            ),
            "planet": with_offers(
                name("planet", find=own_planet()), cargo_offers.planets_to_terraform
            ),
        },
        run=terraforming.terraform,
        checks={"knows_how": terraforming.knows_how, "consent": terraforming.consent},
    ),
    command(
        "TRANSFER n class source, destination",
        "Moves items between ships and planets of one sector; 0 moves all that fit.",
        label="Transfer items",
        group="Colonies",
        templates="TRANSFER {count} {item} {source}, {destination}",
        asked="source destination item count",
        on=("planet", "ship", "starbase"),
        example="Transfer 10 CU PL Earth, TR5 Mover",
        mistake="Transfer 10 CU PL Nowhere at all, TR5 Nobody at all",
        rules="FH-CMD-001 FH-TRAN-001",
        arguments={
            "count": with_offers(
                number(
                    counted(
                        "bad-number",
                        "Invalid item count in TRANSFER command.",
                        "write how many items, 0 for all",
                    )
                ),
                cargo_offers.number_to_move,
                "number",
            ),
            "item": with_offers(
                class_word(
                    "item",
                    find=needed(
                        "unknown-item", "Invalid item class!", "write a class like CU or RM"
                    ),
                ),
                cargo_offers.items_to_move,
            ),
            "source": with_offers(
                name("ship", "planet", find=own_place("Invalid source location.")),
                cargo_offers.sources,
                "from",
            ),
            # if the source lacks the items, that is reported even if the destination is unknown
            "destination": with_offers(
                name(
                    "ship",
                    "planet",
                    find=needed(
                        "no-destination",
                        _NO_DESTINATION,
                        "write the source, a comma and the destination",
                        deferred(own_place(_NO_DESTINATION)),
                    ),
                ),
                cargo_offers.receivers,
                "to",
            ),
        },
        run=transfer.transfer,
        checks=transfer.CHECKS,
    ),
)
