"""The orders that are possible now, in the shape of the API."""

from __future__ import annotations

from horizons_core.orders import OrderOptions, Range
from horizons_host.server.api.shapes import CommandOptions, NumberRange


def command_options(options: OrderOptions) -> CommandOptions:
    """Convert the choices for a command."""
    arguments: dict[str, list[str] | NumberRange | None] = {}
    for name, choices in options.arguments.items():
        if isinstance(choices, Range):
            arguments[name] = NumberRange(choices.minimum, choices.maximum)
        else:
            arguments[name] = None if choices is None else list(choices)
    return CommandOptions(options.command.help, arguments)
