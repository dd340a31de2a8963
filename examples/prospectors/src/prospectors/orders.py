"""The orders BUY, FLY and CLAIM. Each takes one whole number."""

from horizons_core import Command, View
from horizons_core.orders import Argument, Choice, Cost, Offers, Range, integer


def _command(
    keyword: str, phase: str, argument: str, offers: Offers, help_text: str, *rules: str
) -> Command:
    return Command(
        keyword=keyword,
        rule=keyword.lower(),
        phase=phase,
        syntax=(f"{keyword} {argument}",),
        help=help_text,
        example=f"{keyword} 2",
        mistake=f"{keyword} 999",
        arguments={argument: Argument(integer(1), offers)},
        rules=rules,
    )


def _robots_to_buy(view: View) -> Range:
    return Range(1, view["ore"] // 3, cost=Cost("ore", 3))


def _rocks_in_reach(view: View) -> list[Choice]:
    count = len(view["rocks"])
    rocks = [(view["at"] + steps - 1) % count + 1 for steps in (-2, -1, 1, 2)]
    return [Choice(str(rock), f"Rock {rock}", place=str(rock)) for rock in rocks]


def _robots_on_board(view: View) -> Range:
    return Range(1, view["robots"])


COMMANDS = (
    _command("BUY", "market", "count", _robots_to_buy, "Buys robots at 3 ore each for your ship.",
             "PR-BUY"),
    _command("FLY", "flight", "rock", _rocks_in_reach,
             "Flies to a rock at most 2 steps around the ring.", "PR-FLY"),
    _command("CLAIM", "claims", "count", _robots_on_board, "Lands robots on the rock here.",
             "PR-CLA", "PR-JMP"),
)  # fmt: skip
