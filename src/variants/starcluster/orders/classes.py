"""DESIGN and DROP: classes of Large Units (SC-DES-008)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core import LocalizedText
from horizons_core.model import View
from horizons_core.orders import (
    Argument,
    Choice,
    Chosen,
    Command,
    OfferingRules,
    Proposals,
    proposed_names,
)
from variants.starcluster.constants import MC
from variants.starcluster.designs.design import Design
from variants.starcluster.designs.hulls import HULL_TYPES, SUFFIXES, Hull, hull_named
from variants.starcluster.economy import StarclusterEconomy
from variants.starcluster.orders.arguments import parse_name, race_of
from variants.starcluster.orders.design_card import DESIGN_CARD
from variants.starcluster.orders.proposals import proposed_designs
from variants.starcluster.rules import classes
from variants.starcluster.view.figures import compact

SHIPS = "Ships"


def registered_classes(view: View) -> Sequence[str]:
    """The names of the player's classes."""
    return [class_["name"] for class_ in view["classes"]]


def _class_names(view: View) -> Proposals:
    return proposed_names(view, registered_classes(view))


def _hulls(view: View) -> Sequence[Choice]:
    """The hulls that the EL permits (SC-HULL-004)."""
    codes = [
        code + suffix
        for code, hull in HULL_TYPES.items()
        for suffix in (SUFFIXES if hull.is_warship else ("",))
    ]
    available = [hull for hull in map(Hull, codes) if hull.generation(view["el"])]
    return [Choice(hull.code, f"{hull.name} ({hull.code})") for hull in available]


def _designs(view: View, chosen: Chosen, rules: OfferingRules) -> Proposals:
    """Designs of the best known systems for the chosen hull, with their prices."""
    hull = hull_named(str(chosen.get("hull", "")))
    if hull is None:
        return Proposals()
    economy: StarclusterEconomy = rules.economy
    race = race_of(view)

    def described(role: str, design: Design) -> str:
        price = compact(economy.unit_price(design, race) / MC)
        return LocalizedText(
            "{role}: {spaces} HS, {price} MC", role=role, spaces=design.spaces, price=price
        )

    designs = proposed_designs(hull, view["el"], tuple(view["developed"]))
    return Proposals([Choice(text, described(role, design)) for role, text, design in designs])


CLASS_COMMANDS = (
    Command(
        keyword="DESIGN",
        label="Design a class",
        group=SHIPS,
        forms=("DESIGN {name} {hull} {design}",),
        rule="register",
        phase="orders",
        syntax=("DESIGN class hull design-string",),
        help="Registers a class for later BUILD orders; write the design from bow to stern.",
        example="DESIGN Hawk FGf [S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa][(LLLL)1](IIII)1",
        mistake="DESIGN Hawk FGf [S1(AA)1][Z1]",
        arguments={
            "hull": Argument(offers=_hulls),
            "design": Argument(offers=_designs, help="Its systems, from bow to stern."),
            "name": Argument(parse_name, _class_names, label="name of the class"),
        },
        card=DESIGN_CARD,
        rules=("SC-DES-006", "SC-DES-007", "SC-DES-008"),
        run=classes.register_class,
    ),
    Command(
        keyword="DROP",
        label="Remove a class",
        group=SHIPS,
        rule="drop_class",
        phase="orders",
        syntax=("DROP class",),
        help="Removes a class from your list; units of the class stay.",
        example="DROP Hawk",
        mistake="DROP Nothing",
        arguments={"name": Argument(offers=registered_classes, label="class")},
        rules=("SC-DES-008",),
        run=classes.drop_class,
    ),
)
