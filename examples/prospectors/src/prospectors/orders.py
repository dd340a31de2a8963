"""The orders BUY, FLY and CLAIM. Each takes one whole number."""

from horizons_core import Command
from horizons_core.orders import integer


def _command(keyword: str, phase: str, argument: str, help_text: str, *rules: str) -> Command:
    return Command(
        keyword=keyword,
        rule=keyword.lower(),
        phase=phase,
        syntax=(f"{keyword} {argument}",),
        help=help_text,
        example=f"{keyword} 2",
        mistake=f"{keyword} 999",
        arguments={argument: integer(1)},
        rules=rules,
    )


COMMANDS = (
    _command("BUY", "market", "count", "Buys robots at 3 ore each for your ship.", "PR-BUY"),
    _command("FLY", "flight", "rock", "Flies to a rock at most 2 steps around the ring.", "PR-FLY"),
    _command("CLAIM", "claims", "count", "Lands robots on the rock here.", "PR-CLA", "PR-JMP"),
)
