"""DESIGN and DROP (SC-DES-008)."""

from __future__ import annotations

from collections.abc import Sequence

from horizons_core.model import View
from horizons_core.orders import Argument, Command
from variants.starcluster.orders.words import parse_name
from variants.starcluster.rules import classes


def registered_classes(view: View) -> Sequence[str]:
    """The names of the player's classes."""
    return [class_["name"] for class_ in view["classes"]]


CLASS_COMMANDS = (
    Command(
        keyword="DESIGN",
        rule="register",
        phase="orders",
        syntax=("DESIGN class hull design-string",),
        help="Registers a class for later BUILD orders; write the design from bow to stern.",
        example="DESIGN Hawk FGf [S1(AA)1][Q1][Y1][Q1][(KKKKKKK)1][Bsa][(LLLL)1](IIII)1",
        mistake="DESIGN Hawk FGf [S1(AA)1][Z1]",
        arguments={"name": Argument(parse_name), "hull": str, "design": str},
        rules=("SC-DES-006", "SC-DES-007", "SC-DES-008"),
        run=classes.register_class,
    ),
    Command(
        keyword="DROP",
        rule="drop_class",
        phase="orders",
        syntax=("DROP class",),
        help="Removes a class from your list; units of the class stay.",
        example="DROP Hawk",
        mistake="DROP Nothing",
        arguments={"name": Argument(offers=registered_classes)},
        rules=("SC-DES-008",),
        run=classes.drop_class,
    ),
)
