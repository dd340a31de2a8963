"""The description of a lookahead bot: how much it tries, and how far it looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import asdict, field, fields_dict, frozen

import horizons_core as hz
from horizons_core.errors import did_you_mean
from horizons_lab import checks
from horizons_lab.errors import StudyError
from horizons_lab.search.planner import LookaheadBot

#: Its name as a seat, in games without a bot of that name.
LOOKAHEAD = "lookahead"


@frozen
class Lookahead:
    """A player of any game, which tries orders on what the empire knows before it submits them.

    As a seat, the name `lookahead` means `Lookahead()`. In files it is written
    `{bot: lookahead, budget: 400, turns: 5}`.

    Raises StudyError for invalid values.

    Attributes:
        budget: limit of foreseen turns for each turn of the game; its time is in proportion. Below
            a dozen it gives no orders.
        turns: number of turns to look ahead, without orders in the later ones.
        name: its name in tables; by default, "lookahead".
    """

    budget: int = field(default=192, validator=checks.integer(1))
    turns: int = field(default=3, validator=checks.integer(1))
    name: str = field(default=LOOKAHEAD, validator=checks.text)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Lookahead:
        """Read a description from plain data, such as `{"bot": "lookahead", "turns": 2}`.

        Raises StudyError.
        """
        rest = {key: value for key, value in data.items() if key != "bot"}
        if data.get("bot") != LOOKAHEAD:
            raise StudyError(
                f"'{data.get('bot')}' is not a bot with parameters",
                f"write only the name of a bot of the game, or bot: {LOOKAHEAD}",
            )
        for key in rest:
            if key not in fields_dict(cls):
                raise StudyError(
                    f"{LOOKAHEAD} has no parameter '{key}'",
                    did_you_mean(str(key), fields_dict(cls)),
                )
        return cls(**rest)

    def data(self) -> dict[str, Any]:
        """Return the description as plain data for `read`; defaults are left out."""
        fields = asdict(self, filter=lambda attribute, value: value != attribute.default)
        return {"bot": LOOKAHEAD, **fields}

    @property
    def label(self) -> str:
        """The name in tables."""
        return self.name

    def check(self) -> None:
        """Do nothing: it can play anywhere."""

    def bot(self, variant: hz.Variant) -> LookaheadBot:
        """Return the bot for games by these rules."""
        return LookaheadBot(variant, self.budget, self.turns)

    @contextmanager
    def opened(
        self,
        log: Path | None = None,  # noqa: ARG002 - it has no error output
        variant: hz.Variant | None = None,
    ) -> Iterator[LookaheadBot]:
        """Yield the bot for one game by these rules; raises ValueError without them."""
        if variant is None:
            raise ValueError("a bot that tries orders out needs the rules")
        yield self.bot(variant)
