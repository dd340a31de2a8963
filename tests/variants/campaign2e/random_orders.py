"""The random bot's orders by dice that are set: `said(game, "MOVE")` are its MOVE orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import define, field

from tests.variants.campaign2e.builders import campaign, fleet, variant
from variants.campaign2e.bots.bot_view import BotView
from variants.campaign2e.bots.random import RANDOM_ORDERS
from variants.campaign2e.bots.random_choices import RandomChoices
from variants.campaign2e.model import Campaign

ADA, BRIN = {"owner": "Ada"}, {"owner": "Brin"}


@define
class Dice:
    """Dice that choose the first or the last option, with fixed results for chances.

    Chances beyond the fixed ones succeed.
    """

    last: bool = False
    chances: list[bool] = field(factory=list)

    def chance(self, _: float) -> bool:
        return self.chances.pop(0) if self.chances else True

    def choice(self, options: Sequence[Any]) -> Any:
        return options[-1 if self.last else 0]

    def integer(self, low: int, high: int) -> int:
        return high if self.last else low

    def shuffled(self, options: Sequence[Any]) -> list[Any]:
        return list(reversed(options)) if self.last else list(options)


def random_lines(game: Campaign, keyword: str, *chances: bool, last: bool = False) -> list[str]:
    """The lines of the orders with this keyword for Ada."""
    dice: Any = Dice(last, list(chances))
    bot = BotView.of(variant().view(game, "Ada"), variant().economy)
    _, make = RANDOM_ORDERS[keyword]
    return list(make(RandomChoices(bot, dice)))


def realm(**of_home: Any) -> Campaign:
    """Ada's worlds 7,7 and 7,9, joined by trade, three Argents, a Packhorse; Brin's world 9,9."""
    game = campaign(
        {
            (7, 7): ADA | {"partner": "7,9"} | of_home,
            (7, 9): ADA | {"partner": "7,7", "points": 8},
            (9, 9): BRIN,
        }
    )
    fleet(game, "Ada", (7, 7), "g1", CH=3)
    fleet(game, "Ada", (7, 7), "g2", AX=1)
    return game
