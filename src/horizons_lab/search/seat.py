"""What is said of a lookahead bot before a game: how much it tries, and how far it looks."""

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

#: What it is called as a seat, in games that have no bot of that name.
LOOKAHEAD = "lookahead"


@frozen
class Lookahead:
    """A player of any game, who tries orders on what the empire knows before giving them.

    As a seat, the name `lookahead` means `Lookahead()`. In files it is written
    `{bot: lookahead, budget: 400, turns: 5}`.

    Raises StudyError for values that cannot be.

    Attributes:
        budget: how many turns it may foresee for each turn of the game: its time is in proportion.
            Below a dozen it gives no orders.
        turns: how many turns ahead it looks, in the later ones without orders.
        name: what it is called in tables; without one, "lookahead".
    """

    budget: int = field(default=192, validator=checks.whole(1))
    turns: int = field(default=3, validator=checks.whole(1))
    name: str = field(default=LOOKAHEAD, validator=checks.text)

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Lookahead:
        """The description in plain data, such as `{"bot": "lookahead", "turns": 2}`.

        Raises StudyError.
        """
        rest = {key: value for key, value in data.items() if key != "bot"}
        if data.get("bot") != LOOKAHEAD:
            raise StudyError(
                f"'{data.get('bot')}' is no bot that takes parameters",
                f"write the name of a bot of the game by itself, or bot: {LOOKAHEAD}",
            )
        for key in rest:
            if key not in fields_dict(cls):
                raise StudyError(
                    f"{LOOKAHEAD} has no '{key}'", did_you_mean(str(key), fields_dict(cls))
                )
        return cls(**rest)

    def data(self) -> dict[str, Any]:
        """The description as plain data, which `read` gives back; defaults are left out."""
        said = asdict(self, filter=lambda one, value: value != one.default)
        return {"bot": LOOKAHEAD, **said}

    @property
    def label(self) -> str:
        """What it is called in tables."""
        return self.name

    def check(self) -> None:
        """It can play anywhere."""

    def bot(self, variant: hz.Variant) -> LookaheadBot:
        """The bot itself, for games by these rules."""
        return LookaheadBot(variant, self.budget, self.turns)

    @contextmanager
    def opened(
        self,
        log: Path | None = None,  # noqa: ARG002 - it complains of nothing
        variant: hz.Variant | None = None,
    ) -> Iterator[LookaheadBot]:
        """The bot for one game, by these rules; raises ValueError without them."""
        if variant is None:
            raise ValueError("a bot that tries orders needs the rules")
        yield self.bot(variant)
