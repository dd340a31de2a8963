"""The syntax of Galaxy G orders, except for the order of their words (`orders.lark`)."""

from __future__ import annotations

from horizons_core.orders import Converter, Envelope, OrderStyle, integer, number
from variants.galaxy_g.constants import MAX_NUMBER

#: The header #GALAXY and footer #END, with a password in the first line (GG-FMT-001, GG-FMT-002).
#: Text outside is ignored (GG-FMT-003), case does not matter (GG-FMT-007), names with spaces are
#: quoted (GG-FMT-008), and the last order set counts (GG-FMT-009), except for faulty lines in it
#: (GG-FMT-011).
ENVELOPE = Envelope("#GALAXY", "#END")
#: The first letter of a line counts (GG-FMT-004); a semicolon starts a comment, but not in messages
#: (GG-FMT-005, GG-FMT-006).
STYLE = OrderStyle(comment=";", initials=True, block="@")

#: The phases that carry out orders.
ORDERS, RENAMES = "orders", "renames"

#: A number of ships; 0 is the same as no number.
SHIPS: Converter = integer()
#: A component of a ship's design.
COMPONENT = number(0, MAX_NUMBER)
#: A coordinate, in light years.
PLACE = number(-MAX_NUMBER, MAX_NUMBER)
#: An amount of cargo.
AMOUNT = number(0, 1e12)


def ships_or_max(words: str) -> int | str:
    """A number of ships, or the full word MAX (GG-FMT-010)."""
    return "MAX" if words.upper() == "MAX" else int(SHIPS(words))


def ships_or_fleet(words: str) -> int | str:
    """A number of ships, or the full word FLEET (GG-FMT-010)."""
    return "FLEET" if words.upper() == "FLEET" else int(SHIPS(words))
