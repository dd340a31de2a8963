"""What can be ordered now, in the shape of the calls."""

from __future__ import annotations

from horizons_core.orders import OrderOptions, Range
from horizons_host.server.api.shapes import CommandOptions, NumberRange


def command_options(found: OrderOptions) -> CommandOptions:
    """What can be chosen for a command."""
    arguments: dict[str, list[str] | NumberRange | None] = {}
    for name, offered in found.arguments.items():
        if isinstance(offered, Range):
            arguments[name] = NumberRange(offered.minimum, offered.maximum)
        else:
            arguments[name] = None if offered is None else list(offered)
    return CommandOptions(found.command.help, arguments)
