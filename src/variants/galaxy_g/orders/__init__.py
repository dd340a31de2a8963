"""Orders A to Z and the message: their syntax and the objects they refer to."""

from variants.galaxy_g.orders import planets, players, ships
from variants.galaxy_g.orders.grammar import ENVELOPE, STYLE

__all__ = ["COMMANDS", "ENVELOPE", "STYLE"]

#: In the order of their letters; the message comes last.
COMMANDS = tuple(
    sorted(
        (*ships.COMMANDS, *planets.COMMANDS, *players.COMMANDS),
        key=lambda command: (not command.keyword.isalpha(), command.keyword),
    )
)
